import { findEarlyStart, findOrderViolation } from "../rules/game/order.ts";
import { possibleExtras } from "../rules/game/repeats.ts";
import { constraintHolds } from "../rules/game/rows.ts";
import {
  type BoxFault,
  boxEntry,
  boxFault,
  type PlayerSheet,
  gameReference,
  type Sheet,
  entryScore,
  hasWonAtOnce,
  writtenValue,
} from "./sheet.ts";

/** What a check found; missing parts don't apply. */
export interface FindingParts {
  readonly column?: string | null;
  readonly category?: string | null;
  readonly line?: string | null;
  /** A number, a strike mark, or null for a blank. */
  readonly written?: number | string | null;
  /** The correct number, or the nearest possible ones. */
  readonly expected?: number | readonly number[] | null;
  /** Arguments of the message, by their names in the word list. */
  readonly facts?: Readonly<Record<string, string | number>>;
}

type Boxes = ReturnType<typeof lookUpBoxes>;

function lookUpBoxes(player: PlayerSheet, sheet: Sheet) {
  const { game, complete } = sheet;
  /** Everyone who stayed must have filled every box, unless a player won at once. */
  const mustBeFull =
    complete === true && !player.left && !sheet.players.some((one) => hasWonAtOnce(game, one));
  const { inColumn, rowIds } = gameReference(game);
  const boxes = [...inColumn].flatMap(([column, categories]) =>
    categories.map((category) => {
      const entry = boxEntry(player, column, category.id);
      return { column, category, entry, fault: boxFault(entry, category, mustBeFull) };
    }),
  );
  const listFilledRows = (column: string) =>
    new Set(rowIds.filter((row) => entryScore(boxEntry(player, column, row)) !== null));
  const orders = game.columns.flatMap((one) => {
    const within = findOrderViolation(one.order, rowIds, listFilledRows(one.id));
    const begun = findEarlyStart(one, game.columns, rowIds, listFilledRows);
    return [
      ...(within === null ? [] : [{ column: one.id, before: one.id, ...within }]),
      ...(begun === null ? [] : [{ column: one.id, ...begun }]),
    ];
  });
  const wrong = boxes.filter(({ fault }) => fault !== null && fault !== "missing-box");
  const filled = boxes.filter(({ entry }) => entryScore(entry) !== null).length;
  return {
    game,
    player,
    mustBeFull,
    /** Column by column, from top to bottom. */
    boxes,
    /** Columns filled against their order or begun too early: `first` is an empty box of the column `before`. */
    orders,
    /** The keys of boxes that are wrong by themselves; they aren't compared with others. */
    wrong: new Set(wrong.map(({ column, category }) => boxKey(column, category.id))),
    /** The number of boxes that are not empty. */
    filled,
    /** The same, if every hole in a column's order is a forgotten entry. */
    filledWithHoles: filled + orders.length,
  };
}

function boxKey(column: string, category: string): string {
  return `${column} ${category}`;
}

/** A check of boxes that are wrong by themselves. */
const faultCheck =
  (kind: BoxFault, describe: (box: Boxes["boxes"][number]) => FindingParts) =>
  ({ boxes }: Boxes): FindingParts[] =>
    boxes.flatMap((box) =>
      box.fault === kind ? [{ column: box.column, category: box.category.id, ...describe(box) }] : [],
    );

/** The checks of boxes, in the order of their findings. */
export const BOX_CHECKS = {
  /** A score must be one that dice can earn in its box. */
  "illegal-score": faultCheck("illegal-score", ({ category, entry }) => {
    const written = entryScore(entry) ?? 0;
    return { written, expected: nearestPossible(category.legal, written) };
  }),

  /** A box that always earns something can't be struck, neither with a mark nor with a 0. */
  "strike-not-allowed": faultCheck("strike-not-allowed", ({ category: { legal }, entry }) => ({
    written: writtenValue(entry),
    facts: { low: legal[0] ?? 0, high: legal.at(-1) ?? 0, values: legal.length },
  })),

  /** The boxes of a column are filled in the column's order, and none before the column that it waits for is full; struck boxes count as filled. */
  "out-of-order": ({ player, orders, mustBeFull }) =>
    // On a sheet that is declared complete, a hole is a missing box.
    (mustBeFull ? [] : orders).map(({ column, early, first, before }) => {
      const written = writtenValue(boxEntry(player, column, early));
      const elsewhere = before === column ? {} : { before };
      return { column, category: early, written, facts: { first, ...elsewhere } };
    }),

  /** Two boxes of one column are in the relation that the game requires, such as Minimum < Maximum. */
  constraint: ({ game, player, wrong }) =>
    game.columns.flatMap(({ id: column }) =>
      game.constraints.flatMap((one) => {
        const { left, comparison, right: other } = one;
        const written = entryScore(boxEntry(player, column, left));
        const otherWritten = entryScore(boxEntry(player, column, other));
        if (otherWritten === null || constraintHolds(one, written, otherWritten)) return [];
        if (wrong.has(boxKey(column, left)) || wrong.has(boxKey(column, other))) return [];
        return [{ column, category: left, written, facts: { comparison, other, otherWritten } }];
      }),
    ),

  /** A box is scored only if the boxes that it requires are scored or filled. A box reported as missing counts as filled. */
  requires: ({ boxes, player, wrong, mustBeFull }) =>
    boxes.flatMap(({ column, category: { id: category, requires, miss }, entry }) => {
      // A strike or a miss requires nothing.
      if ([null, miss ?? 0].includes(entryScore(entry)) || wrong.has(boxKey(column, category))) return [];
      const unmet = requires.find((wanted) => {
        const other = entryScore(boxEntry(player, column, wanted.category));
        return other === null ? !mustBeFull : other === 0 && wanted.is === "scored";
      });
      if (unmet === undefined) return [];
      const facts = { reason: unmet.is, first: unmet.category };
      return [{ column, category, written: writtenValue(entry), facts }];
    }),

  /** On a sheet that is declared complete, every box is filled, except those of players who left the table. */
  "missing-box": faultCheck("missing-box", () => ({})),
} satisfies Readonly<Record<string, (boxes: Boxes) => FindingParts[]>>;

/** The boxes of one player with their faults, computed once for the checks of turns and sums. */
export type ExaminedBoxes = ReturnType<typeof examineBoxes>;

export function examineBoxes(player: PlayerSheet, sheet: Sheet) {
  const boxes = lookUpBoxes(player, sheet);
  const found = Object.entries(BOX_CHECKS).flatMap(([code, find]) =>
    find(boxes).map((one: FindingParts) => ({ ...one, code: code as keyof typeof BOX_CHECKS })),
  );
  const doubtful = new Set(
    found.flatMap(({ code, column, category, facts }) =>
      [code === "out-of-order" ? null : category, facts?.first, facts?.other].map((id) =>
        boxKey(String(facts?.before ?? column), String(id)),
      ),
    ),
  );
  return {
    ...boxes,
    found,
    /** Whether a box is part of a finding, so that its correct value is unknown. */
    isDoubtful: (column: string, category: string) => doubtful.has(boxKey(column, category)),
  };
}

/** The next possible numbers below and above the written one; 0, for a strike, where none is possible. */
export function nearestPossible(possible: readonly number[], written: number): number[] {
  if (possible.length === 0) return [0];
  const below = possible.findLast((number) => number < written);
  const above = possible.find((number) => number > written);
  return [below, above].filter((number) => number !== undefined);
}

/**
 * Why a player's extra points for extra rolls of the top category can't be right: they are negative, the box of the first such roll
 * isn't filled or scored, they are no multiple of the bonus, or too many for all boxes or for those of some columns.
 *
 * @returns the reason, with all extra points that the boxes allow, ascending, 0 included; null if they can be right, or if the line
 *   is blank or does not exist
 */
export function repeatFault(examined: ExaminedBoxes) {
  const { game, player } = examined;
  const written = player.sheetLines.get("repeats") ?? 0;
  const { repeats } = game;
  if (repeats === null || repeats.bonus === 0 || written === 0) return null;
  const filled = filledBoxes(examined);
  const possible = possibleExtras(game, filled);
  if (possible.includes(written)) return null;
  if (written < 0) return { reason: "negative", possible };
  const { box } = repeats.gate;
  const tops = filled.filter(({ category }) => category.id === repeats.of);
  if (box !== null && tops.length < game.columns.length) return { reason: box, possible };
  if (box === "scored" && tops.some(({ value }) => value === 0)) return { reason: box, possible };
  if (written % repeats.bonus !== 0) return { reason: "multiple", possible };
  const most = Math.max(...possible);
  if (most === 0) return { reason: "none", possible };
  return { reason: written > most ? "too-many" : "columns", possible };
}

/** All extra points for extra rolls of the top category that a player's boxes allow, ascending, 0 included. */
export function allowedExtras(examined: ExaminedBoxes): number[] {
  return possibleExtras(examined.game, filledBoxes(examined));
}

/** The filled boxes. A box in a finding counts as filled with an unknown value. */
function filledBoxes({ game, boxes, isDoubtful }: ExaminedBoxes) {
  const columns = new Map(game.columns.map((column) => [column.id, column]));
  return boxes.flatMap(({ column: id, category, entry }) => {
    const doubtful = isDoubtful(id, category.id);
    const value = doubtful ? null : entryScore(entry);
    const column = columns.get(id);
    return (value === null && !doubtful) || column === undefined ? [] : [{ column, category, value }];
  });
}
