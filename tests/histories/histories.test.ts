import { afterAll, beforeAll, expect, it } from "vitest";
import { TRIES_ALL } from "../support/cases.ts";
import { hasServer, itWithServer, PostgresServer } from "../support/postgres-server.ts";
import { drawSteps, tryHistory } from "./history.ts";
import { folderPlace, type SeasonPlace, serverPlace } from "./places.ts";

/** A short history in which each kind of step comes; `npm run histories` draws long ones. */
const PLAN = { steps: 24, heavyEvery: 6 };
const SEEDS = TRIES_ALL ? [53, 54, 55, 56] : [53];

let server: PostgresServer | null = null;
let database = "";
beforeAll(async () => {
  if (!hasServer) return;
  server = await PostgresServer.start();
  database = await server.database("histories");
});
afterAll(() => server?.stop());

/** What histories come to that differ from the model, and how many steps there were of each kind. */
async function tryAll(seeds: readonly number[], place: () => SeasonPlace) {
  const differences: string[] = [];
  const kinds = new Set<string>();
  for (const seed of seeds) {
    const steps = drawSteps(seed, PLAN);
    for (const { kind } of steps) kinds.add(kind);
    const found = await tryHistory(steps, place());
    if (found !== null) differences.push(`seed ${seed}, step ${found.at + 1}: ${found.message}`);
  }
  return { differences, kinds };
}

const ALL_KINDS = [
  ...["alias", "decide", "export and import", "hand in", "kill", "leave", "merge", "missing file"],
  ...["move evening", "rename", "two processes", "undo evening", "undo names"],
];

it("a season in a folder is after each step of a history what the model is", async () => {
  const { differences, kinds } = await tryAll(SEEDS, folderPlace);
  expect(differences).toEqual([]);
  expect([...kinds].toSorted()).toEqual(ALL_KINDS);
});

(TRIES_ALL ? itWithServer : it.skip)(
  "a season on a server is after each step of a history what the model is",
  async () => {
    const { differences, kinds } = await tryAll(SEEDS, () => serverPlace(database));
    expect(differences).toEqual([]);
    expect([...kinds].toSorted()).toEqual(ALL_KINDS);
  },
);
