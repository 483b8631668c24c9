// Computes what every shipped game is worth with optimal play, and writes it to variants/odds.json, for the gallery of the site:
// `npm run game-odds` after a build. It takes some ten minutes; names of games compute only these anew.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const MAIN = fileURLToPath(new URL("../dist/cli/main.js", import.meta.url));
const FILE = new URL("../variants/odds.json", import.meta.url);
const DECIMALS = 100;

const json = (...args) =>
  JSON.parse(execFileSync(process.execPath, [MAIN, ...args, "--json"], { encoding: "utf8" }));
const round = (points) => Math.round(points * DECIMALS) / DECIMALS;

const known = existsSync(FILE) ? JSON.parse(readFileSync(FILE, "utf8")) : {};
const named = process.argv.slice(2);
const odds = {};
for (const { id } of json("variants")) {
  if (named.length === 0 || named.includes(id) || known[id] === undefined) {
    const { low, high } = json("odds", id);
    odds[id] = { low: round(low), high: round(high) };
  } else odds[id] = known[id];
  console.log(id, odds[id]);
}
writeFileSync(FILE, `${JSON.stringify(odds, null, 2)}\n`);
