"""The official client, generation 2, in the era its third argument names. Prints JSON."""

import asyncio
import json
import sys

from mcp import Client, MCPError


async def main(url: str) -> None:
    """Walk through the door: probe or handshake, list, calls."""
    async with Client(url, mode=sys.argv[3]) as client:
        tools = (await client.list_tools()).tools
        calls = json.loads(sys.argv[2])
        results = [await client.call_tool(name, arguments) for name, arguments in calls]
        try:
            unknown = str((await client.call_tool("nope", {})).is_error)
        except MCPError as error:
            unknown = str(error.error.code)
        said = {
            "version": client.protocol_version,
            "tools": [tool.name for tool in tools],
            "results": [[r.is_error, r.structured_content, r.content[0].text] for r in results],
            "unknown": unknown,
        }
        print(json.dumps(said))


asyncio.run(main(sys.argv[1]))
