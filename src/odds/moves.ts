import { handsInRoll, type Roll } from "../rules/dice/dice.ts";
import { type ScoringRule, scoresOfHand, scoresOfRoll } from "../rules/dice/scores.ts";
import type { Category, Game } from "../rules/game/game.ts";
import { categoriesOf } from "../rules/game/rows.ts";
import { elementAt } from "../rules/arrays.ts";
import type { Box } from "./boxes.ts";
import type { HeldWays } from "./turn/held-ways.ts";

/** What a player can do with a roll: fill a box, or two at once where a turn fills two. */
export interface Move {
  /** One box, or two. */
  readonly boxes: readonly number[];
  /** What can be written, ascending: the values of the box, or what two boxes add to the total together. */
  readonly values: readonly number[];
  /** For each of the values what is written in each box. */
  readonly written: readonly (readonly number[])[];
  /** Which values a roll offers: each list of indices once. */
  readonly offers: readonly (readonly number[])[];
  /** By timing, for each whole roll the index of what it offers. */
  readonly tables: readonly Int32Array[];
}

/** When dice came to lie as they do. */
export interface Timing {
  /** The throw of the turn, from 1. */
  readonly rollNumber: number;
  /** Whether all of them fell in one throw. */
  readonly isServed: boolean;
}

/** Whether it makes a difference in a game when dice came to lie as they do. */
export function isTimed(game: Game): boolean {
  return (
    game.columns.some(({ entry }) => entry.kind === "single_throw" || entry.kind === "max_roll") ||
    categoriesOf(game).some(({ served, score }) => served !== null || score.kind === "by_roll")
  );
}

/** All timings that make a difference in a game: one, where none does. */
export function listTimings(game: Game): Timing[] {
  if (!isTimed(game)) return [{ rollNumber: 1, isServed: true }];
  return Array.from({ length: game.turn.rolls }, (_, at) =>
    [true, false].map((isServed) => ({ rollNumber: at + 1, isServed })),
  ).flat();
}

/** The place of a timing among all of a game; where timings make no difference, there is only one. */
export function timingIndex(timings: readonly Timing[], { rollNumber, isServed }: Timing): number {
  if (timings.length === 1) return 0;
  return timings.findIndex((one) => one.rollNumber === rollNumber && one.isServed === isServed);
}

/** Every move of a game, in which a turn fills one box, or two that no rule ties to others. */
export function makeMoves(game: Game, boxes: readonly Box[], ways: HeldWays): Move[] {
  const rolls = ways.faces.slice(ways.firstRoll);
  const timings = listTimings(game);
  if (game.turn.entries === 2) return pairMoves(game, boxes, rolls);
  return boxes.map((box) => {
    const { category, column, values } = box;
    const offers = new Offers();
    const tables = timings.map((timing) =>
      Int32Array.from(rolls, (roll) => {
        const scores = acceptsTiming(column.entry, timing)
          ? scoresOfRoll(game.dice, timedRule(game, category, timing), roll)
          : [];
        return offers.at(valueIndices(values, allowedValues(game, category, scores)));
      }),
    );
    return { boxes: [box.at], values, written: values.map((value) => [value]), offers: offers.all, tables };
  });
}

/** Whether a roll may be written in a column for more than a strike. */
function acceptsTiming(entry: Box["column"]["entry"], { rollNumber, isServed }: Timing): boolean {
  if (entry.kind === "single_throw") return isServed;
  return entry.kind !== "max_roll" || rollNumber <= entry.throws;
}

/** What may be written for a roll with these scores, by index in the list of values of the box. */
function allowedValues(
  { strike: { voluntary } }: Game,
  { strike, miss }: Category,
  scores: readonly number[],
) {
  const natural = strike === "always" ? [] : scores;
  if (miss !== null) return voluntary || natural.length === 0 ? [miss, ...natural] : natural;
  // A strike that nobody may choose comes in where nothing else fits; see the solver.
  return strike === "never" || !voluntary ? natural : [0, ...natural];
}

function valueIndices(values: readonly number[], wanted: readonly number[]): number[] {
  return values.flatMap((value, at) => (wanted.includes(value) ? [at] : []));
}

/** The rule of a category for dice that came to lie at this time. */
function timedRule({ turn }: Game, category: Category, { rollNumber, isServed }: Timing): ScoringRule {
  const { pattern, score, served, miss, strike } = category;
  const counts = turn.servedOn === "any_throw" ? isServed : rollNumber === 1;
  const { values = [] } = score.kind === "by_roll" ? score : {};
  const now =
    score.kind === "by_roll"
      ? {
          kind: "formula" as const,
          formula: { kind: "number" as const, value: values[Math.min(rollNumber, values.length) - 1] ?? 0 },
        }
      : score;
  return { pattern, score: now, served: counts ? served : null, miss, strike };
}

/** Lists of values, each kept once. */
class Offers {
  readonly all: (readonly number[])[] = [];
  readonly #indices = new Map<string, number>();

  at(values: readonly number[]): number {
    const key = values.join();
    const known = this.#indices.get(key) ?? this.all.push(values) - 1;
    this.#indices.set(key, known);
    return known;
  }
}

/** Two boxes at a time, from two hands that the player parts the roll into: what they hold together counts. */
function pairMoves(game: Game, boxes: readonly Box[], rolls: readonly Roll[]): Move[] {
  const best = (category: Category) => (hand: Roll) =>
    Math.max(...allowedValues(game, category, scoresOfHand(game.dice, category, hand)));
  const splits = rolls.map((roll) =>
    handsInRoll(game.dice, roll).map((hand) => {
      const rest = [...roll];
      for (const face of hand) rest.splice(rest.indexOf(face), 1);
      return [hand, rest] as const;
    }),
  );
  const hands = [...new Map(splits.flat(2).map((hand) => [hand.join(), hand])).entries()];
  const earned = boxes.map(({ category }) => {
    const of = best(category);
    return new Map(hands.map(([key, hand]) => [key, of(hand)]));
  });
  const keys = splits.map((split) => split.map(([hand, rest]) => [hand.join(), rest.join()] as const));
  return boxes.flatMap((first, i) =>
    boxes.slice(i + 1).map((second) => {
      const [one, two] = [elementAt(earned, first.at), elementAt(earned, second.at)];
      const worth = ([a = 0, b = 0]: readonly number[]) => first.weight * a + second.weight * b;
      const chosen = keys.map((split) =>
        split
          .map(([hand, rest]) => [one.get(hand) ?? 0, two.get(rest) ?? 0])
          .reduce((most, pair) => (worth(pair) > worth(most) ? pair : most)),
      );
      const written = [...new Map(chosen.map((pair) => [pair.join(), pair])).values()].sort(
        (a, b) => worth(a) - worth(b),
      );
      const indices = new Map(written.map((pair, at) => [pair.join(), at]));
      const table = Int32Array.from(chosen, (pair) => indices.get(pair.join()) ?? 0);
      const offers = written.map((_, at) => [at]);
      return { boxes: [first.at, second.at], values: written.map(worth), written, offers, tables: [table] };
    }),
  );
}
