-- For wrk: POSTs the lines of a file in turn, then prints what it measured as one JSON object.
-- Arguments after `--`: the path, the file.
local bodies, path, at = {}, nil, 0

function init(args)
  path = args[1]
  for line in io.lines(args[2]) do bodies[#bodies + 1] = line end
end

function request()
  at = at % #bodies + 1
  return wrk.format("POST", path, { ["Content-Type"] = "application/json" }, bodies[at])
end

function done(summary, latency)
  local failed = summary.errors.status + summary.errors.connect + summary.errors.read + summary.errors.timeout
  print(string.format('{"rate": %f, "p50": %f, "p99": %f, "failed": %d}',
    summary.requests / summary.duration * 1e6, latency:percentile(50) / 1e3, latency:percentile(99) / 1e3, failed))
end
