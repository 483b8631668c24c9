// Makes random histories of seasons for as long as there is time, in a folder and on a PostgreSQL server in turn, and holds each step against
// the model: `npm run histories -- --minutes 10 [--seed 1]`. A difference is told with its seed and the shortest history that shows it;
// `npm run histories -- --seed 17 --only` makes that one alone.
import { parseArgs } from "node:util";
import { hasServer, PostgresServer } from "../support/postgres-server.ts";
import { drawSteps, shorten, tryHistory } from "./history.ts";
import { folderPlace, type SeasonPlace, serverPlace } from "./places.ts";
import type { Step } from "./steps.ts";

const PLAN = { steps: 40, heavyEvery: 8 };

const { values } = parseArgs({
  options: {
    minutes: { type: "string", default: "1" },
    seed: { type: "string", default: "1" },
    only: { type: "boolean", default: false },
  },
});
const server = hasServer ? await PostgresServer.start() : null;
const database = (await server?.database("histories")) ?? null;
if (database === null) console.log("no histories on a server: install the package postgresql");
const stores: readonly (readonly [string, () => SeasonPlace])[] = [
  ["folder", folderPlace],
  ...(database === null ? [] : [["server", () => serverPlace(database)] as const]),
];

async function tell(
  seed: number,
  store: string,
  steps: readonly Step[],
  place: () => SeasonPlace,
): Promise<void> {
  const found = await tryHistory(steps, place());
  if (found === null) return;
  differing += 1;
  console.log(`seed ${seed}, ${store}, step ${found.at + 1}:\n${found.message}`);
  const differs = async (some: readonly Step[]) => (await tryHistory(some, place())) !== null;
  const short = await shorten(steps.slice(0, found.at + 1), differs);
  console.log(`the shortest history:\n${short.map((step) => `  ${JSON.stringify(step)}`).join("\n")}`);
  const last = await tryHistory(short, place());
  console.log(last?.message ?? "the shortest history does not show it every time");
}

let [histories, differing] = [0, 0];
const first = Number(values.seed);
const end = Date.now() + Number(values.minutes) * 60_000;
try {
  for (let seed = first; Date.now() < end && (seed === first || !values.only); seed += 1)
    for (const [store, place] of stores) {
      histories += 1;
      await tell(seed, store, drawSteps(seed, PLAN), place);
    }
} finally {
  await server?.stop();
}
console.log(`${histories} histories of ${PLAN.steps} steps: ${differing} differ from the model`);
process.exitCode = differing === 0 ? 0 : 1;
