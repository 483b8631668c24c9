import type { Roll } from "../dice/dice.ts";
import { scoresOfHand, scoresOfRoll } from "../dice/scores.ts";
import { bestScore, chooseExample } from "./examples.ts";
import type { Category, Game } from "./game.ts";
import { listCategories, isNumberRow } from "./rows.ts";

/** A turn to learn from: what lies on the table in the end, and the boxes that it could go into. */
export interface WorkedTurn {
  /** The dice as they lie: one roll, or one for each layer of double dice or hand that is scored by itself. */
  readonly rolls: readonly Roll[];
  readonly boxes: readonly {
    readonly category: Category;
    /** What each roll could earn there, ascending; empty where it makes nothing. */
    readonly scores: readonly (readonly number[])[];
  }[];
}

/** The turn that shows most of a game's boxes, from the rolls that its examples show; null for a game without any. */
export function workedTurn(game: Game): WorkedTurn | null {
  const sets = Math.max(1, game.layers.length, game.hands);
  const ranked = candidates(game)
    .map((roll) => ({ roll, interest: rateRoll(game, roll) }))
    .sort((a, b) => b.interest - a.interest);
  // Of several the one that shows most comes last, where its columns end.
  const shown = ranked
    .slice(0, sets)
    .map(({ roll }) => roll)
    .reverse();
  if (shown.length < sets) return null;
  // Each layer shows the same dice, whichever is scored first: notes speak of them.
  const layers = game.layers.map(({ id }) => id);
  const rolls = shown.map((roll, at) => shown[layers.toSorted().indexOf(layers[at] ?? "")] ?? roll);
  const boxes = listCategories(game)
    .filter(({ requires }) => requires.length === 0)
    .map((category) => ({ category, scores: rolls.map((roll) => listPossibleScores(game, category, roll)) }))
    .filter(({ scores }) => scores.some((one) => one.length > 0));
  return { rolls, boxes };
}

/** Rolls of examples, as authors chose them, in which not all dice are equal; whole ones where dice are left out. */
function candidates(game: Game): Roll[] {
  const own = game.examples.filter(({ score }) => score !== null).map(({ roll }) => roll);
  const typical = listCategories(game).flatMap((category) => {
    const example = chooseExample(game, category);
    return example === null ? [] : [example.roll];
  });
  const all = own.length > 0 ? own : typical;
  const isWhole = (roll: Roll) => roll.length === game.dice.dice.length;
  const wanted = all.some(isWhole) ? all.filter(isWhole) : all;
  const byDice = new Map(wanted.map((roll) => [roll.toSorted((a, b) => a - b).join(), roll]));
  return [...byDice.values()].filter((roll) => new Set(roll).size > 1);
}

/** How much a roll teaches: the patterns that it makes, whether its author used it more than once, and how few faces it shows. */
function rateRoll(game: Game, roll: Roll): number {
  const dice = roll.toSorted((a, b) => a - b).join();
  const used = game.examples.filter((e) => e.roll.toSorted((a, b) => a - b).join() === dice).length;
  const made = listCategories(game).filter((category) => listPossibleScores(game, category, roll).length > 0);
  const patterns = made.filter((category) => category.pattern.kind !== "any" && !isNumberRow(category));
  return 4 * patterns.length + used - new Set(roll).size / 2;
}

/** What a roll may earn in a box: the best, where players only choose among their dice; all that throws or served dice decide. */
function listPossibleScores(game: Game, category: Category, roll: Roll): readonly number[] {
  const { dice } = game;
  const isWhole = roll.length === dice.dice.length;
  const scores = isWhole ? scoresOfRoll(dice, category, roll) : scoresOfHand(dice, category, roll);
  const isChance = category.score.kind === "by_roll" || category.served !== null;
  return isChance || scores.length === 0 ? scores : [bestScore(game, scores)];
}
