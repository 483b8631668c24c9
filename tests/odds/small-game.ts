import type { Game } from "../../src/rules/game/game.ts";
import { gameFrom } from "../support/games.ts";

/** Parts of the small game, as in its file. */
const PARTS = {
  turn: "{rolls: 2, stop_early: true, set_aside: reusable}",
  dice: "{count: 2, sides: 3}",
  columns: "{main: {order: free}}",
  strike: '{marks: ["/"], voluntary: true}',
  ranking: "{order: highest, tie: shared}",
  pair: "{label: {de: C, en: C}, pattern: {groups: [2]}, score: 5 + sum}",
  chance: "{label: {de: D, en: D}, pattern: any, score: sum}",
  upper: "{label: {de: Oben, en: Upper}, rows: [ones, threes]}",
  lower: "{label: {de: Unten, en: Lower}, rows: [pair, chance]}",
  more: "",
};

export type SmallGameChanges = Partial<typeof PARTS>;

/** Two small dice and four boxes a column: small enough to try every play. @param changes other parts, as a file has them */
export function smallGame(changes: SmallGameChanges = {}): Game {
  const { turn, dice, columns, strike, ranking, pair, chance, upper, lower, more } = {
    ...PARTS,
    ...changes,
  };
  return gameFrom(`id: small
name: {de: Klein, en: Small}
dice: ${dice}
turn: ${turn}
players: {min: 1, sheet: own}
start: {method: free}
columns: ${columns}
strike: ${strike}
ranking: ${ranking}
categories:
  ones: {label: {de: A, en: A}, pattern: {face: 1}, score: hit}
  threes: {label: {de: B, en: B}, pattern: {face: 3}, score: hit}
  pair: ${pair}
  chance: ${chance}
sections:
  upper: ${upper}
  lower: ${lower}
${more}
`);
}
