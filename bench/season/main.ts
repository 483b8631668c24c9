import { PostgresServer } from "../../tests/support/postgres-server.ts";
import { count, readFlags } from "../flags.ts";
import { writeFigures } from "../write-figures.ts";
import { measuredBefore, plan } from "./plan.ts";
import { type Shared, shared } from "./sharing.ts";
import { storeTable } from "./store.ts";
import { type Size, TRIALS, type Tried, tried } from "./trials.ts";

// What shared work costs, gains and survives, on a PostgreSQL server of its own: `npm run bench:season`, or a part of it with `--sharing`,
// `--trials` or `--store`; `--results 100000` fills a smaller store; `--plan` works the plan out anew from what the documents say. `--write` puts the tables into docs/scale.md, and that of the store into docs/seasons.md.

const LONG: Size = { photos: 400, shardSize: 50, kills: 8, photoMs: 60 };
/** For each figure; `--photos 12` takes fewer. */
const PHOTOS = 48;

/** What the flags can be. */
const FLAGS = {
  options: {
    sharing: { type: "boolean", default: false },
    trials: { type: "boolean", default: false },
    store: { type: "boolean", default: false },
    plan: { type: "boolean", default: false },
    photos: { type: "string", default: String(PHOTOS) },
    results: { type: "string" },
    write: { type: "boolean", default: false },
  },
} as const;

function trialTable(outcomes: readonly (readonly [string, Tried])[]): string {
  const rows = outcomes.map(
    ([name, { photos, blows, read, dead, lost, twice, isSame }]) =>
      `| ${name} | ${photos} | ${blows} | ${read} | ${dead} | ${lost} | ${twice} | ${isSame ? "yes" : "no"} |`,
  );
  const head = "| what happened | photos | how often | read | put aside | lost | twice | same bytes |";
  return [head, "|---|--:|--:|--:|--:|--:|--:|---|", ...rows].join("\n");
}

function sharingTable({ photos, readMs, overhead, bytes, throughput, ...gains }: Shared): string {
  return [
    "| measured | figure |",
    "|---|--:|",
    `| photos for each figure | ${photos} |`,
    `| time to read a photo, median | ${Math.round(readMs)} ms |`,
    `| processor time of a worker for a photo | ${Math.round(gains.photoCpuMs)} ms |`,
    `| cores that one worker keeps busy | ${gains.workerCores.toFixed(2)} |`,
    `| what the queue adds to the reading | ${(100 * overhead).toFixed(1)} % |`,
    `| two workers, one being 1 | ${gains.gain.toFixed(2)} |`,
    `| two \`check\` commands without a queue, one being 1 | ${gains.plainGain.toFixed(2)} |`,
    `| two processes that only calculate, one being 1 | ${gains.machineGain.toFixed(2)} |`,
    `| cores that one \`check\` with one job keeps busy | ${gains.cores.toFixed(2)} |`,
    `| kept in the database of each photo | ${Math.round(bytes / 1000)} KB |`,
    `| photos a second through the queue, if reading takes no time | ${Math.round(throughput)} |`,
  ].join("\n");
}

const { values, photos, results } = readFlags(FLAGS, process.argv.slice(2), ({ values }) => ({
  values,
  photos: count("photos", values.photos, 1),
  results: values.results === undefined ? undefined : count("results", values.results, 1),
}));
const isPart = values.sharing || values.trials || values.store || values.plan;
const wants = (part: "sharing" | "trials" | "store") => values[part] || !isPart;
const publish = (part: string, figures: string, document = "scale.md") => {
  console.log(`\n${figures}`);
  if (values.write) writeFigures(part, figures, document);
};

if (values.plan) publish("bench:season --plan", plan(measuredBefore()));
const server = await PostgresServer.start();
try {
  if (wants("sharing")) {
    const measured = await shared(server, photos);
    publish("bench:season --sharing", sharingTable(measured));
    publish("bench:season --plan", plan(measured));
  }
  if (wants("store"))
    publish("bench:season --store", await storeTable(await server.database("store"), results), "seasons.md");
  if (wants("trials")) {
    const outcomes: [string, Tried][] = [];
    for (const name of Object.keys(TRIALS)) {
      outcomes.push([name, await tried(name, server, LONG)]);
      console.log(name, JSON.stringify(outcomes.at(-1)?.[1]));
    }
    publish("bench:season --trials", trialTable(outcomes));
  }
} finally {
  await server.stop();
}
