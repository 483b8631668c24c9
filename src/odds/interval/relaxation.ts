import { elementAt } from "../../rules/arrays.ts";
import type { Constraint, Game } from "../../rules/game/game.ts";
import { constraintHolds } from "../../rules/game/rows.ts";
import type { Box } from "../boxes.ts";
import type { Extra } from "../total-parts.ts";

/** Throws beyond those that a turn has of itself, bought with chips or saved in turns before. */
export interface ExtraRolls {
  /** From this throw of a turn on, each counts as one. */
  readonly from: number;
  /** How many throws one turn can have at most. */
  readonly most: number;
  /** How many can be made beyond `from` in a whole game: with saved throws also those that turns have of themselves. */
  readonly supply: number;
  readonly kind: "chips" | "saved";
}

/** A game with some of its rules left out, so that whoever plays by the rules could play it in the same way, for the same total. */
export interface RelaxedGame {
  readonly game: Game;
  /** What was left out, by the keys of the rules. */
  readonly without: readonly LeftOut[];
  readonly extraRolls: ExtraRolls | null;
  /** How many boxes a turn fills, each with a set of dice that is held apart in the loosened game. */
  readonly entries: number;
}

export type LeftOut = "constraints" | "announced" | "layers" | "chips" | "saved" | "requires";

/** Leaves out what can't be solved: every entry that was allowed still is. Chips and saved throws are to be paid for instead. */
export function relaxGame(game: Game): RelaxedGame {
  const { constraints, columns, layers, turn } = game;
  const without: LeftOut[] = [];
  if (constraints.length > 0) without.push("constraints");
  if (columns.some(({ entry }) => entry.kind === "announced")) without.push("announced");
  if (game.sections.some(({ categories }) => categories.some(({ requires }) => requires.length > 0)))
    without.push("requires");
  if (layers.length > 0) without.push("layers");
  if (turn.chips !== null) without.push("chips");
  if (turn.banksRolls) without.push("saved");
  return {
    game: {
      ...game,
      constraints: [],
      columns: columns.map((column) =>
        column.entry.kind === "announced" ? { ...column, entry: { kind: "any" } } : column,
      ),
      sections: game.sections.map((section) => ({
        ...section,
        categories: section.categories.map((category) => ({ ...category, requires: [] })),
      })),
      layers: [],
      turn: { ...turn, chips: null, banksRolls: false, entries: layers.length > 0 ? 1 : turn.entries },
      strike: { ...game.strike, voluntary: true },
    },
    without,
    extraRolls: countExtraRolls(game),
    entries: Math.max(1, layers.length),
  };
}

function countExtraRolls({ turn, sections, columns }: Game): ExtraRolls | null {
  const { rolls, chips, banksRolls } = turn;
  if (chips !== null) {
    const most = rolls + Math.min(chips.count, chips.perTurn ?? chips.count);
    return { from: rolls + 1, most, supply: chips.count, kind: "chips" };
  }
  if (!banksRolls) return null;
  const boxes = sections.reduce((sum, { categories }) => sum + categories.length, 0) * columns.length;
  const turns = Math.ceil(boxes / turn.entries);
  // The first throw of each turn has to be made.
  return { from: 2, most: turns * (rolls - 1) + 1, supply: turns * (rolls - 1), kind: "saved" };
}

/**
 * Points for single entries that together are never less than what a rule pays for all of them: `constant` and what each entry adds. They
 * depend on some slopes, which may be any numbers: each choice gives such points, and some give less than others.
 */
export interface RuleBound {
  /** Slopes to start from. */
  readonly start: readonly number[];
  /** No slope may be less. */
  readonly least: number;
  /** What the rule pays beyond the entries' points at most: the least constant that does. Exact, over everything that can be written. */
  constant(slopes: readonly number[]): LeastConstant;
  /** What one slope adds to an entry, per unit of the slope. @param value what is written */
  gain(slope: number, box: number, value: number): number;
  /** The boxes that it gives points for. */
  readonly boxes: readonly number[];
}

/** The least constant, with how fast it grows with each slope. */
interface LeastConstant {
  readonly constant: number;
  readonly growth: readonly number[];
}

/** A line above what a sum pays: so much for each point of the sum. */
export function boundSum(extra: Extract<Extra, { kind: "sum" }>, boxes: readonly Box[]): RuleBound {
  const measureOf = new Map(
    boxes.flatMap(({ at, nodes }) => {
      const measure = nodes.flatMap((node) => extra.measures.get(node) ?? [])[0];
      return measure === undefined ? [] : [[at, measure] as const];
    }),
  );
  const gain = (_: number, box: number, value: number) => measureOf.get(box)?.(value) ?? 0;
  const mine = [...measureOf.keys()];
  const sums = possibleSums(
    mine.map((box) => elementAt(boxes, box)),
    (box, value) => gain(0, box, value),
  );
  const pays = new Map(sums.map((sum) => [sum, extra.pays(sum)]));
  const steepest = Math.max(0, ...sums.map((sum) => (sum > 0 ? (pays.get(sum) ?? 0) / sum : 0)));
  return {
    start: [steepest],
    least: Number.NEGATIVE_INFINITY,
    boxes: mine,
    gain,
    constant: ([slope = 0]) => {
      let [most, at] = [Number.NEGATIVE_INFINITY, 0];
      for (const sum of sums) {
        const beyond = (pays.get(sum) ?? 0) - slope * sum;
        if (beyond > most) [most, at] = [beyond, sum];
      }
      return { constant: most, growth: [-at] };
    },
  };
}

/** All sums that the boxes can come to, with as many entries in each as it has columns. */
export function possibleSums(boxes: readonly Box[], gain: (box: number, value: number) => number): number[] {
  let sums = new Set([0]);
  for (const box of boxes) {
    const gains = new Set(box.values.map((value) => gain(box.at, value)));
    for (let n = box.nodes.length; n > 0; n--)
      sums = new Set([...sums].flatMap((sum) => [...gains].map((one) => sum + one)));
  }
  return [...sums].sort((a, b) => a - b);
}

/** A plane above what a formula pays: a slope for each of its boxes. */
export function boundFormula(extra: Extract<Extra, { kind: "formula" }>, boxes: readonly Box[]): RuleBound {
  const mine = extra.boxes.map((node) => boxes.find(({ nodes }) => nodes.includes(node)));
  const indices = mine.map((box) => box?.at ?? -1);
  const all = mine.reduce<number[][]>(
    (rows, box) => rows.flatMap((row) => (box?.values ?? []).map((value) => [...row, value])),
    [[]],
  );
  const paid = all.map((values) => extra.pays(values));
  return {
    start: indices.map(() => 0),
    least: Number.NEGATIVE_INFINITY,
    boxes: indices,
    gain: (slope, box, value) => (indices[slope] === box ? value : 0),
    constant: (slopes) => {
      let [most, at] = [Number.NEGATIVE_INFINITY, 0];
      for (let i = 0; i < all.length; i++) {
        const values = all[i] ?? [];
        const line = values.reduce((sum, value, j) => sum + value * (slopes[j] ?? 0), 0);
        const beyond = (paid[i] ?? 0) - line;
        if (beyond > most) [most, at] = [beyond, i];
      }
      return { constant: most, growth: (all[at] ?? []).map((value) => -value) };
    },
  };
}

/**
 * For two boxes under a constraint: points are taken from high entries of the lesser box and given to the greater one, as many as any
 * lesser entry beside it can have lost. The slope must not be negative.
 */
export function boundConstraint(constraint: Constraint, column: readonly Box[]): RuleBound | null {
  const { comparison } = constraint;
  const isLess = comparison === "<" || comparison === "<=";
  const of = (id: string) => column.find(({ category }) => category.id === id);
  const [left, right] = [of(constraint.left), of(constraint.right)];
  const [lesser, greater] = isLess ? [left, right] : [right, left];
  if (lesser === undefined || greater === undefined) return null;
  const middle = elementAt(lesser.values, lesser.values.length >> 1);
  const lost = (value: number) => lesser.weight * Math.max(0, value - middle);
  const allowed = (low: number, high: number) =>
    isLess ? constraintHolds(constraint, low, high) : constraintHolds(constraint, high, low);
  const given = new Map(
    greater.values.map((high) => [
      high,
      Math.max(0, ...lesser.values.filter((low) => allowed(low, high)).map(lost)),
    ]),
  );
  return {
    start: [0.1],
    least: 0,
    boxes: [lesser.at, greater.at],
    gain: (_, box, value) => (box === lesser.at ? -lost(value) : (given.get(value) ?? 0)),
    constant: () => ({ constant: 0, growth: [0] }),
  };
}
