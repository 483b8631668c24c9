import { getElement } from "../../rules/arrays.ts";
import type { Constraint, Game } from "../../rules/game/game.ts";
import { constraintHolds } from "../../rules/game/rows.ts";
import { type Box, possibleSums, sumMeasures } from "../boxes.ts";
import type { Extra, SumExtra } from "../total-parts.ts";

/** Rolls beyond those of a turn, bought with chips or saved in earlier turns. */
export interface ExtraRolls {
  /** From this roll of a turn on, each counts. */
  readonly from: number;
  /** The most rolls of one turn. */
  readonly most: number;
  /** The most such rolls in a game; with saved rolls, those that turns have themselves included. */
  readonly supply: number;
  readonly kind: "chips" | "saved";
}

/** A game without some of its rules. Every play of the real game is possible in it, for at least the same total. */
export interface RelaxedGame {
  readonly game: Game;
  readonly extraRolls: ExtraRolls | null;
  /** How many boxes a turn of the real game fills, each with a layer of dice that the relaxed game holds apart. */
  readonly entries: number;
}

/** Removes the rules that can't be solved. Extra rolls get a price instead. */
export function relaxGame(game: Game): RelaxedGame {
  const { columns, layers, turn } = game;
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
  // The first roll of each turn is not optional.
  return { from: 2, most: turns * (rolls - 1) + 1, supply: turns * (rolls - 1), kind: "saved" };
}

/**
 * An upper bound of a rule that is a sum over single entries: `constant` plus the gain of each entry. Any slopes give a
 * valid bound; some give lower ones.
 */
export interface RuleBound {
  /** Initial slopes. */
  readonly start: readonly number[];
  /** The lower limit of slopes. */
  readonly least: number;
  /** The least constant for which the bound is valid, over all possible entries, with its derivative by each slope. */
  constant(slopes: readonly number[]): { readonly constant: number; readonly growth: readonly number[] };
  /** The gain of an entry per unit of one slope. @param value the written value */
  gain(slope: number, box: number, value: number): number;
  /** The boxes with gains. */
  readonly boxes: readonly number[];
}

/** A linear bound of what a sum pays. */
export function boundSum(extra: SumExtra, boxes: readonly Box[]): RuleBound {
  const measures = sumMeasures(extra, boxes);
  const sums = possibleSums(boxes, measures);
  const pays = new Map(sums.map((sum) => [sum, extra.pays(sum)]));
  const steepest = Math.max(0, ...sums.map((sum) => (sum > 0 ? (pays.get(sum) ?? 0) / sum : 0)));
  return {
    start: [steepest],
    least: Number.NEGATIVE_INFINITY,
    boxes: [...measures.keys()],
    gain: (_, box, value) => measures.get(box)?.(value) ?? 0,
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

/** A linear bound of what a formula pays, with a slope for each box. */
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
 * A bound for two boxes under a constraint: it takes points from high entries of the lesser box and gives the greater one as many as any
 * lesser entry allowed with it can have lost. The slope must not be negative.
 */
export function boundConstraint(constraint: Constraint, column: readonly Box[]): RuleBound | null {
  const { comparison } = constraint;
  const isLess = comparison === "<" || comparison === "<=";
  const of = (id: string) => column.find(({ category }) => category.id === id);
  const [left, right] = [of(constraint.left), of(constraint.right)];
  const [lesser, greater] = isLess ? [left, right] : [right, left];
  if (lesser === undefined || greater === undefined) return null;
  const middle = getElement(lesser.values, lesser.values.length >> 1);
  const lost = (value: number) => lesser.weight * Math.max(0, value - middle);
  const isAllowed = (low: number, high: number) =>
    isLess ? constraintHolds(constraint, low, high) : constraintHolds(constraint, high, low);
  const given = new Map(
    greater.values.map((high) => [
      high,
      Math.max(0, ...lesser.values.filter((low) => isAllowed(low, high)).map(lost)),
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
