import { handsInRoll, type Roll } from "../rules/dice/dice.ts";
import { type ScoringRule, scoresOfHand, scoresOfRoll } from "../rules/dice/scores.ts";
import type { Category, Game } from "../rules/game/game.ts";
import { listCategories } from "../rules/game/rows.ts";
import { getElement } from "../rules/arrays.ts";
import type { Box } from "./boxes.ts";
import type { HeldWays } from "./turn/held-ways.ts";

/** An action: filling one box, or two in games whose turns fill two. */
export interface Move {
  readonly boxes: readonly number[];
  /** The possible values, ascending: those of the box, or what two boxes add to the total together. */
  readonly values: readonly number[];
  /** By value: what is written in each box. */
  readonly written: readonly (readonly number[])[];
  /** The sets of values that rolls offer, as indices. */
  readonly offers: readonly (readonly number[])[];
  /** By timing: for each whole roll the index of its offer. */
  readonly tables: readonly Int32Array[];
}

/** When the dice of a roll fell. */
export interface Timing {
  /** The roll of the turn, from 1. */
  readonly rollNumber: number;
  /** Whether all dice fell in this roll. */
  readonly isServed: boolean;
}

/** Whether scores depend on the timing. */
export function isTimed(game: Game): boolean {
  return (
    game.columns.some(({ entry }) => entry.kind === "single_throw" || entry.kind === "max_roll") ||
    listCategories(game).some(({ served, score }) => served !== null || score.kind === "by_roll")
  );
}

/** All timings that scores can depend on; a single one if none matters. */
export function listTimings(game: Game): Timing[] {
  if (!isTimed(game)) return [{ rollNumber: 1, isServed: true }];
  return Array.from({ length: game.turn.rolls }, (_, at) =>
    [true, false].map((isServed) => ({ rollNumber: at + 1, isServed })),
  ).flat();
}

export function timingIndex(timings: readonly Timing[], { rollNumber, isServed }: Timing): number {
  if (timings.length === 1) return 0;
  return timings.findIndex((one) => one.rollNumber === rollNumber && one.isServed === isServed);
}

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
        const allowed = allowedValues(game, category, scores);
        return offers.at(values.flatMap((value, at) => (allowed.includes(value) ? [at] : [])));
      }),
    );
    return { boxes: [box.at], values, written: values.map((value) => [value]), offers: offers.all, tables };
  });
}

/** Whether a column accepts more than a strike at this time. */
function acceptsTiming(entry: Box["column"]["entry"], { rollNumber, isServed }: Timing): boolean {
  if (entry.kind === "single_throw") return isServed;
  return entry.kind !== "max_roll" || rollNumber <= entry.throws;
}

/** The values that a roll with these scores may be entered for. */
function allowedValues(
  { strike: { voluntary } }: Game,
  { strike, miss }: Category,
  scores: readonly number[],
) {
  const natural = strike === "always" ? [] : scores;
  if (miss !== null) return voluntary || natural.length === 0 ? [miss, ...natural] : natural;
  // A strike is added by the solver where it is not a choice and nothing else fits.
  return strike === "never" || !voluntary ? natural : [0, ...natural];
}

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

/** A list of distinct sets of values. */
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

/** Moves that fill two boxes from two hands of a roll. */
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
      const [one, two] = [getElement(earned, first.at), getElement(earned, second.at)];
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
