// The TypeScript client that openapi-generator writes (beside this file), on a door. Prints JSON.
import {
  BaziRequestGenderEnum, BaziResponseToJSON, Configuration, DatasetApi, ErrorResponseFromJSON, ReadingApi,
  ResponseError, StatusApi,
} from "./client";

declare const process: { argv: string[] };

async function main(basePath: string): Promise<void> {
  const door = new Configuration({ basePath });
  const status = new StatusApi(door), reading = new ReadingApi(door), dataset = new DatasetApi(door);
  const birthDate = new Date("1990-05-20");
  const health = await status.getHealthRaw();
  const { success, status: state } = await health.value();
  const services = await status.listServices();
  const neutral = await reading.readBazi({ baziRequest: { birthDate } });
  const female = await reading.readBazi({ baziRequest: { birthDate, gender: BaziRequestGenderEnum.Female } });
  const file = await dataset.getReadingFile({ date: "1990-6-6" });
  const plain = await dataset.getReadingFile({ date: "1990-5-20" });
  let refused: unknown[] = [];
  try {
    await reading.readBazi({ baziRequest: { birthDate: new Date("1990-01-01") } });
  } catch (error) {
    if (!(error instanceof ResponseError)) throw error;
    const told = ErrorResponseFromJSON(await error.response.json());
    refused = [error.response.status, told.success, told.error, error.response.headers.get("x-error-code")];
  }
  console.log(JSON.stringify({
    health: [success, state, health.raw.headers.get("x-limit-storage")],
    services: services.data.map((service) => [service.slug, service.href]),
    neutral: BaziResponseToJSON(neutral),
    female: BaziResponseToJSON(female),
    refused,
    file: [
      file.schema,
      file.date.toISOString().slice(0, 10),
      file.chart.pillars[0].hiddenStems[0].weight,
      file.chart.elements["火"].season,
      file.chart.relations[file.chart.relations.length - 1].element,
      file.boundary?.noonSide,
      (file.boundary?.term.at.getTime() ?? 0) / 1000,
      file.basis["love"]["日支沖合"],
      plain.boundary,
    ],
  }));
}

main(process.argv[2]);
