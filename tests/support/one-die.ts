import type { Game } from "../../src/rules/game/game.ts";
import { gameFrom } from "./games.ts";

/**
 * A game of one die whose boxes `a`, `b` and `c` take any pips: the first two in the section `upper`, the third in `lower`.
 *
 * @param upper what else there is to say about the upper section, as on a line of YAML
 * @param rest columns and further keys as YAML; each `LABEL` in it becomes a label of its own
 */
export function oneDieGame(upper: string, rest: string): Game {
  const text = `id: test
name: {de: T, en: T}
dice: {count: 1, sides: 6}
turn: {rolls: 1, stop_early: true, set_aside: reusable}
players: {min: 1, sheet: own}
strike: {marks: ["0"], voluntary: true}
ranking: {order: highest, tie: shared}
categories:
  a: {LABEL, pattern: any, score: sum}
  b: {LABEL, pattern: any, score: sum}
  c: {LABEL, pattern: any, score: sum}
sections:
  upper: {LABEL, rows: [a, b], ${upper}}
  lower: {LABEL, rows: [c]}
${rest}
`;
  let labels = 0;
  return gameFrom(text.replaceAll("LABEL", () => `label: {de: X${++labels}, en: X${labels}}`));
}
