import { afterAll, describe } from "vitest";
import { type Size, TRIALS, tried } from "../../bench/season/trials.ts";
import { someOf } from "../support/cases.ts";
import { itWithServer, PostgresServer } from "../support/postgres-server.ts";

const servers: PostgresServer[] = [];
afterAll(async () => {
  await Promise.all(servers.map((one) => one.stop()));
});

async function started(): Promise<PostgresServer> {
  const server = await PostgresServer.start();
  servers.push(server);
  return server;
}

/** One for all trials that let it live. */
let shared: Promise<PostgresServer> | null = null;

const SIZE: Size = { photos: 12, shardSize: 4, kills: 1, photoMs: 30 };

// Most of their time they wait.
describe.concurrent("shared work reads the same as a single run that nobody disturbs:", () => {
  for (const name of someOf(Object.keys(TRIALS), 4))
    itWithServer(name, async ({ expect }) => {
      const isKilled = name.startsWith("database");
      if (!isKilled) shared ??= started();
      const outcome = await tried(name, isKilled || shared === null ? await started() : await shared, SIZE);
      const { photos } = SIZE;
      const dead = name === "poison photos" ? 2 : 0;
      expect(outcome).toMatchObject({ photos, read: photos - dead, dead, lost: 0, twice: 0, isSame: true });
      expect(outcome.blows).toBeGreaterThan(0);
    });
});
