import type { Game } from "../../src/rules/game/game.ts";
import { unsupportedRules } from "../../src/odds/solvable.ts";
import { gameFrom } from "../support/games.ts";
import { ORDERS } from "./small-columns.ts";

const ENTRIES = ["any", "announced", "single_throw", "{max_roll: 1}", "{max_roll: 2}"];
const THROWS = ["", ", chips: {count: 1}", ", chips: {count: 2, per_turn: 1}", ", bank_unused_rolls: true"];
const REPEATS = [
  "",
  "",
  "repeats: {of: pair, bonus: 5, bonus_if: {box: filled}, joker: none}",
  "repeats: {of: pair, bonus: 5, bonus_if: {box: scored}, joker: none}",
  "repeats: {of: pair, bonus: 5, bonus_if: {thrown_before: true}, joker: none}",
];

/** A small game without bonuses, of one column or two with rules of any kind about how they are filled; null where an interval is refused. */
export function randomColumns(random: () => number): Game | null {
  const one = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
  const often = (share: number) => random() < share;
  const count = one([1, 2, 2]);
  const rolls = one([1, 2, 2]);
  const columns = Array.from({ length: count }, (_, at) => {
    const order = often(0.4) ? "free" : one(ORDERS);
    const entry = often(0.5) ? "any" : one(rolls === 1 ? ENTRIES.slice(0, 4) : ENTRIES);
    const after = at > 0 && often(0.3) ? `, after: c${Math.floor(random() * at)}` : "";
    const multiplier = often(0.3) ? ", multiplier: 2" : "";
    return `c${at}: {label: {de: C${at}, en: C${at}}, order: ${order}, entry: ${entry}${after}${multiplier}}`;
  });
  const throws = rolls === 1 ? one(THROWS.slice(0, 3)) : one(THROWS);
  const stop = often(0.8) || throws.includes("bank");
  const game = gameFrom(
    `id: columns
name: {de: Spalten, en: Columns}
dice: {count: 2, sides: 3}
turn: {rolls: ${rolls}, stop_early: ${stop}, set_aside: ${one(["reusable", "final"])}${throws}}
players: {min: 1, sheet: own}
start: {method: free}
columns: {${columns.join(", ")}}
strike: {marks: ["/"], voluntary: ${often(0.7)}}
ranking: {order: highest, tie: shared}
categories:
  threes: {label: {de: B, en: B}, pattern: {face: 3}, score: hit}
  pair: {label: {de: C, en: C}, pattern: {groups: [2]}, score: 5 + sum}
  chance: {label: {de: D, en: D}, pattern: any, score: sum}
sections:
  all: {label: {de: A, en: A}, rows: [threes, pair, chance]}
${one(REPEATS)}
`,
  );
  return unsupportedRules(game, "interval").length === 0 ? game : null;
}
