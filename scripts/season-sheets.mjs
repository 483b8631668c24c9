// Writes the typed sheets of a made-up season into a folder, the same ones in every run: `node scripts/season-sheets.mjs FOLDER` (after a
// build). Eight players meet on twelve evenings; each evening they play two or three games of Yatzy, four at a table.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readGame } from "../dist/files/read-game.js";
import { need } from "../dist/rules/problem/problem.js";
import { saveSheet } from "../dist/check/write-sheet.js";
import { dice, sheet } from "./random-sheets.mjs";

const [folder = "output/season"] = process.argv.slice(2);
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
  for (let round = 1; round <= 2 + (evening % 2); round++) {
    const seated = PLAYERS.map((player) => ({ player, at: random(1000) })).sort((a, b) => a.at - b.at);
    for (const [table, from] of [0, 4].entries()) {
      // Somebody is missing now and then.
      const players = seated.slice(from, from + 4 - (random(3) === 0 ? 1 : 0)).map(({ player }) => player);
      const text = saveSheet(sheet(game, random, players, { occasion }), "yaml");
      const name = `evening-${String(evening).padStart(2, "0")}-${round}-${"ab"[table]}.yaml`;
      writeFileSync(join(folder, name), text);
      written++;
    }
  }
}
console.log(`${folder}: ${written} sheets`);
