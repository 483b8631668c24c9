// Correct, complete sheets with random legal scores, as text; the same ones in every run.

import { loadLanguages } from "../dist/files/package/languages.js";
import { readGame } from "../dist/files/package/read-game.js";
import { need } from "../dist/rules/problem/problem.js";
import { checkSheet } from "../dist/check/check-sheet.js";
import { readSheet } from "../dist/check/read/read-sheet.js";
import { saveSheet } from "../dist/check/write-sheet.js";

/** A small generator of even pseudo-random numbers (mulberry32): fixed seed, fixed sheets. */
export function dice(seed) {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) % below;
  };
}

/**
 * @param variant a shipped id
 * @param count how many sheets, of two players each
 * @returns their texts, and a function that reads and checks one and gives its verdict
 */
export function randomSheets(variant, count, format) {
  const games = new Map();
  const find = (ref, choices) => {
    const key = ref + JSON.stringify(choices);
    if (!games.has(key)) games.set(key, readGame(ref, choices));
    return games.get(key);
  };
  const game = find(variant, {}).value;
  const languages = need(loadLanguages());
  const random = dice(2026);
  const texts = Array.from({ length: count }, () => saveSheet(sheet(game, random), format));
  const check = (text) => {
    const read = readSheet({ file: "sheet", text, format }, find, languages, { variant: null });
    return read.ok ? checkSheet(read.value).verdict : "unusable";
  };
  return { texts, check };
}

/**
 * A random score or strike in every box, and every sum line right.
 *
 * @param players each with a name and how many throws of luck they take the best of
 * @param more what else the sheet says, such as its occasion
 */
export function sheet(game, random, players = [["Anna"], ["Ben"]], more = {}) {
  const blank = ([name, luck = 1]) => ({
    name,
    left: false,
    boxes: new Map(game.columns.map((column) => [column.id, new Map(fill(game, random, luck))])),
    columnLines: new Map(),
    sheetLines: new Map(),
  });
  const drawn = { file: "random", game, complete: true, players: players.map(blank), ...more };
  const checked = checkSheet(drawn).players;
  return { ...drawn, players: drawn.players.map((player, at) => withLines(player, checked[at].lines)) };
}

function fill(game, random, luck) {
  return game.sections.flatMap(({ categories }) =>
    categories.map(({ id, legal, strike }) => {
      const struck = strike === "always" || (strike === "allowed" && random(8 * luck) === 0);
      const at = Math.max(...Array.from({ length: luck }, () => random(legal.length)));
      return [id, struck ? { kind: "strike", mark: "/" } : { kind: "score", value: legal[at] }];
    }),
  );
}

function withLines(player, lines) {
  const columnLines = new Map([...player.boxes.keys()].map((column) => [column, new Map()]));
  const sheetLines = new Map();
  for (const { column, line, computed } of lines) {
    if (column === null) sheetLines.set(line, computed);
    else columnLines.get(column).set(line, computed);
  }
  return { ...player, columnLines, sheetLines };
}
