// Writes the typed sheets of a made-up season into a folder, the same ones in every run: `node scripts/season-sheets.mjs FOLDER` (after a
// build). Eight players meet on twelve evenings and play Yatzy, four at a table. `examples/season` was made by it.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readGame } from "../dist/files/package/read-game.js";
import { need } from "../dist/rules/problem/problem.js";
import { saveSheet } from "../dist/check/write-sheet.js";
import { dice, sheet } from "./random-sheets.mjs";

const [folder = "output/season"] = process.argv.slice(2);
const TABLES = ["a", "b"];
const AT_A_TABLE = 4;
const PLAYERS = [
  ["Anna", 2],
  ["Ben", 1],
  ["Cleo", 2],
  ["Dora", 1],
  ["Emil", 1],
  ["Frida", 2],
  ["Jörg", 1],
  ["Zoë", 1],
];
const PLACES = ["The Lion", "The Anchor"];
const EVENINGS = 12;
const FIRST_DAY = Date.UTC(2026, 0, 9);
const WEEK_MS = 7 * 24 * 60 * 60 * 1000;

const random = dice(2026);
const game = need(readGame("yatzy", {}));
mkdirSync(folder, { recursive: true });
let written = 0;
for (let evening = 1; evening <= EVENINGS; evening++) {
  const date = new Date(FIRST_DAY + (evening - 1) * WEEK_MS).toISOString().slice(0, 10);
  const occasion = { date, place: PLACES[evening % PLACES.length], evening: "", photo: "" };
  const seated = PLAYERS.map((player) => ({ player, at: random(1000) })).sort((a, b) => a.at - b.at);
  for (const [at, table] of TABLES.entries()) {
    // Someone is missing now and then.
    const count = AT_A_TABLE - (random(3) === 0 ? 1 : 0);
    const players = seated.slice(at * AT_A_TABLE, at * AT_A_TABLE + count).map(({ player }) => player);
    const text = saveSheet(sheet(game, random, players, { occasion }), "yaml");
    writeFileSync(join(folder, `evening-${String(evening).padStart(2, "0")}-${table}.yaml`), text);
    written++;
  }
}
console.log(`${folder}: ${written} sheets`);
