import type { Game } from "../../src/rules/game/game.ts";
import { gameFrom } from "../support/games.ts";

/** One order of each kind, for the rows of a game with columns. */
export const ORDERS: readonly string[] = [
  "free",
  "down",
  "up",
  "inward",
  "{outward: [threes, pair]}",
  "{stages: [[pair], [threes, chance]]}",
];

/** What can differ between games with columns, as a file has it. */
export interface ColumnRules {
  /** The rules of each column but its label. */
  readonly columns: readonly string[];
  readonly rolls?: number;
  readonly dice?: string;
  readonly rows?: readonly string[];
  /** Of the section: tiers, a floor. */
  readonly section?: string;
  readonly turn?: string;
  readonly more?: string;
}

const CATEGORIES: Readonly<Record<string, string>> = {
  twos: "{label: {de: Z, en: Twos}, pattern: {face: 2}, score: hit}",
  threes: "{label: {de: B, en: Threes}, pattern: {face: 3}, score: hit}",
  pair: "{label: {de: C, en: Pair}, pattern: {groups: [2]}, score: 5 + sum}",
  chance: "{label: {de: D, en: Chance}, pattern: any, score: sum}",
};

/** Three boxes in each column, for two dice of three sides: small enough to try every play of two columns with a bonus. */
export function columnGame({
  columns,
  rolls = 2,
  dice = "{count: 2, sides: 3}",
  rows = ["threes", "pair", "chance"],
  section = "",
  turn = "set_aside: reusable",
  more = "",
}: ColumnRules): Game {
  const list = columns.map((rules, at) => `  c${at}: {label: {de: C${at}, en: C${at}}, ${rules}}`);
  const categories = rows.map((row) => `  ${row}: ${CATEGORIES[row]}`);
  return gameFrom(`id: columns
name: {de: Spalten, en: Columns}
dice: ${dice}
turn: {rolls: ${rolls}, stop_early: true, ${turn}}
players: {min: 1, sheet: own}
start: {method: free}
columns:
${list.join("\n")}
strike: {marks: ["/"], voluntary: true}
ranking: {order: highest, tie: shared}
categories:
${categories.join("\n")}
sections:
  all: {label: {de: A, en: A}, rows: [${rows.join(", ")}]${section === "" ? "" : `, ${section}`}}
${more}
`);
}
