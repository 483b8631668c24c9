// Makes changes in a season: `worker.ts SEASON CHANGES AT COUNT`. It kills itself before the statement or the write to a file of that number;
// prints a line once it has begun, and one after each change.
import fs from "node:fs";
import type { KyselyPlugin } from "kysely";
import { parseSeason } from "../../src/files/season/season-address.ts";
import { openSeason } from "../../src/files/season/season-store.ts";
import { need } from "../../src/rules/problem/problem.ts";
import { makeChange } from "./changes.ts";
import type { Change } from "./steps.ts";

const [, , season = "", changes = "[]", at = "", count = "0"] = process.argv;
let left = Number(count);
function countDown(): void {
  left -= 1;
  if (left === 0) process.kill(process.pid, "SIGKILL");
}
const statements: KyselyPlugin = {
  transformQuery({ node }) {
    countDown();
    return node;
  },
  transformResult: async ({ result }) => result,
};

console.log("begun");
const { db, close } = need(await openSeason(need(parseSeason(season)), { isNew: true }));
if (at === "write") {
  const { writeSync } = fs;
  fs.writeSync = ((...args: Parameters<typeof writeSync>) => {
    // Standard output isn't part of the season.
    if (args[0] > 2) countDown();
    return writeSync(...args);
  }) as typeof writeSync;
}
const watched = at === "statement" ? db.withPlugin(statements) : db;
for (const change of JSON.parse(changes) as Change[]) {
  await makeChange(watched, change);
  fs.writeSync(1, "changed\n");
}
await close();
