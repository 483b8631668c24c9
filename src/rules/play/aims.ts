import { type ScoringRule, scoresOfRoll, scoringKey } from "../dice/scores.ts";
import type { Game } from "../game/game.ts";
import { LruCache } from "../lru-cache.ts";
import type { HeldDice } from "./held-dice.ts";

/** What a player does who wants the most in one box, and what may be expected of that. */
export interface Aim {
  /** What a whole roll is worth, by its index, when it may be thrown again this often: `worth[0]` is what it earns as it lies. */
  readonly worth: readonly Float64Array[];
  /** What is then best held of it. */
  readonly best: readonly Int32Array[];
  /** What a turn brings on average. */
  readonly expected: number;
}

/** Aims that were asked for last: options of a game, and games of one family, share most of their categories. */
const known = new LruCache<string, Aim>(200);

/** The best way to play for a category, exactly. @param held the ways to hold these dice; @param throws in a turn */
export function aimAt(rule: ScoringRule, { dice }: Pick<Game, "dice">, held: HeldDice, throws: number): Aim {
  return known.get(`${throws} ${scoringKey(dice, rule)}`, () => workedOut(rule, { dice }, held, throws));
}

function workedOut(rule: ScoringRule, { dice }: Pick<Game, "dice">, held: HeldDice, throws: number): Aim {
  const size = held.faces.length;
  const earned = new Float64Array(size);
  for (const at of held.whole) earned[at] = usualScore(rule, { dice }, held, at);
  const worth = [earned];
  const best = [Int32Array.from({ length: size }, (_, at) => at)];
  for (let again = 1; again < throws; again++) {
    const means = meansOf(worth[again - 1] ?? earned, held);
    const [now, choice] = [new Float64Array(size), new Int32Array(size)];
    for (const at of held.whole) {
      let most = at;
      for (const part of held.parts.get(at) ?? []) if ((means[part] ?? 0) > (means[most] ?? 0)) most = part;
      now[at] = means[most] ?? 0;
      choice[at] = most;
    }
    worth.push(now);
    best.push(choice);
  }
  return { worth, best, expected: meansOf(worth.at(-1) ?? earned, held)[0] ?? 0 };
}

/** What it is worth to hold some dice and throw the others, from what each whole roll is worth. */
function meansOf(worth: Float64Array, { grown }: HeldDice): Float64Array {
  const means = worth.slice();
  for (let at = means.length - 1; at >= 0; at--) {
    const next = grown[at] ?? [];
    if (next.length > 0) means[at] = next.reduce((sum, way) => sum + (means[way] ?? 0), 0) / next.length;
  }
  return means;
}

/** What a roll earns: its best claim, but nothing for dice that are served or that fell in an early throw. */
function usualScore(rule: ScoringRule, { dice }: Pick<Game, "dice">, held: HeldDice, at: number): number {
  const scores = scoresOfRoll(dice, rule, held.faces[at] ?? []);
  const isForSpeed = rule.score.kind === "by_roll" || rule.served !== null;
  return (isForSpeed ? scores[0] : scores.at(-1)) ?? rule.miss ?? 0;
}
