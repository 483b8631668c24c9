import type { Category, Constraint, Game, Requirement } from "../rules/game/game.ts";
import { type OutOfOrder, outOfOrder } from "../rules/game/order.ts";
import { possibleExtras, repeatValues } from "../rules/game/repeats.ts";
import { constraintHolds } from "../rules/game/rows.ts";
import {
  type BoxFault,
  type BoxEntry,
  entryAt,
  faultOf,
  type PlayerSheet,
  referenceOf,
  type Sheet,
  scoreIn,
} from "./sheet.ts";

/** One box of one player. */
interface CheckedBox {
  readonly column: string;
  /** As it is in the column. */
  readonly category: Category;
  readonly entry: BoxEntry | undefined;
  /** What is wrong with the box by itself. */
  readonly fault: BoxFault | null;
}

/** Which rules the boxes of one player break, found once for all checks. */
export interface Breaches {
  readonly game: Game;
  readonly player: PlayerSheet;
  /** On a sheet that is called complete, whoever stayed to the end has filled every box. */
  readonly mustBeFull: boolean;
  /** Column by column from top to bottom. */
  readonly boxes: readonly CheckedBox[];
  /** Where columns were filled against their order, by the column's id. */
  readonly orders: ReadonlyMap<string, OutOfOrder>;
  readonly constraints: readonly (Constraint & { readonly column: string })[];
  /** Boxes that hold points, and what they should have waited for. */
  readonly requirements: readonly (CheckedBox & { readonly unmet: Requirement })[];
  /** Whether a box is reported itself or involved in a reported breach: what should stand there is unknown. */
  readonly isDoubtful: (column: string, category: string) => boolean;
}

export function breachesOf(player: PlayerSheet, { game, complete }: Sheet): Breaches {
  const mustBeFull = complete === true && !player.left;
  const boxes = [...referenceOf(game).inColumn].flatMap(([column, categories]) =>
    categories.map((category) => {
      const entry = entryAt(player, column, category.id);
      return { column, category, entry, fault: faultOf(entry, category, mustBeFull) };
    }),
  );
  const orders = ordersBroken(game, player);
  const faulty = boxes.filter(({ fault }) => fault !== null);
  const wrong = faulty.filter(({ fault }) => fault !== "missing-box");
  const constraints = constraintsBroken(game, player, placesOf(wrong));
  const requirements = boxes.flatMap((box) => {
    const unmet = wrong.includes(box) ? undefined : unmetRequirement(box, player, mustBeFull);
    return unmet === undefined ? [] : [{ ...box, unmet }];
  });
  const doubtful = new Set([
    ...placesOf(faulty),
    ...constraints.flatMap(({ column, left, right }) => [place(column, left), place(column, right)]),
    ...placesOf(requirements),
    ...requirements.map(({ column, unmet }) => place(column, unmet.category)),
    ...(mustBeFull ? [] : [...orders].map(([column, { first }]) => place(column, first))),
  ]);
  const isDoubtful = (column: string, id: string) => doubtful.has(place(column, id));
  return { game, player, mustBeFull, boxes, orders, constraints, requirements, isDoubtful };
}

function place(column: string, category: string): string {
  return `${column} ${category}`;
}

function placesOf(boxes: readonly CheckedBox[]): Set<string> {
  return new Set(boxes.map(({ column, category }) => place(column, category.id)));
}

function ordersBroken(game: Game, player: PlayerSheet): Map<string, OutOfOrder> {
  const { rowIds } = referenceOf(game);
  const broken = game.columns.flatMap(({ id, order }) => {
    const isFilled = (row: string) => scoreIn(entryAt(player, id, row)) !== null;
    const breach = order.kind === "free" ? null : outOfOrder(order, rowIds, new Set(rowIds.filter(isFilled)));
    return breach === null ? [] : [[id, breach] as const];
  });
  return new Map(broken);
}

/** @param wrong the places of boxes that are wrong by themselves and say nothing about others */
function constraintsBroken(
  game: Game,
  player: PlayerSheet,
  wrong: ReadonlySet<string>,
): Breaches["constraints"] {
  return game.columns.flatMap(({ id: column }) => {
    const score = (id: string) => scoreIn(entryAt(player, column, id));
    return game.constraints
      .filter((one) => !constraintHolds(one, score(one.left), score(one.right)))
      .filter(({ left, right }) => !wrong.has(place(column, left)) && !wrong.has(place(column, right)))
      .map((one) => ({ ...one, column }));
  });
}

/** What a box that holds points should have waited for; a box that is reported as missing counts as filled. */
function unmetRequirement(
  { column, category, entry }: CheckedBox,
  player: PlayerSheet,
  mustBeFull: boolean,
): Requirement | undefined {
  const score = scoreIn(entry);
  if (score === null || score === 0) return undefined;
  return category.requires.find((wanted) => {
    const other = scoreIn(entryAt(player, column, wanted.category));
    return other === null ? !mustBeFull : other === 0 && wanted.is === "scored";
  });
}

/** Why the extra points for further rolls of the top category cannot be right as they are written. */
export interface RepeatFault {
  /**
   * Less than nothing; the box of the first one must hold points, or at least be filled; no whole number of rolls; more than
   * the boxes can hold; not to be had in the columns where boxes can hold one.
   */
  readonly reason: "negative" | "scored" | "filled" | "multiple" | "too-many" | "columns";
  /** All extra points that the boxes allow, ascending, 0 included. */
  readonly possible: readonly number[];
}

/** What is wrong with a player's extra points; null if they can be right, or if the line is blank or does not exist. */
export function repeatFault({ game, player, boxes, isDoubtful }: Breaches): RepeatFault | null {
  const written = player.sheetLines.get("repeats") ?? 0;
  const { repeats } = game;
  if (repeats === null || repeats.bonus === 0 || written === 0) return null;
  const columns = new Map(game.columns.map((column) => [column.id, column]));
  const filled = boxes.flatMap(({ column: id, category, entry }) => {
    // A box that is reported itself, as wrong or missing, gets the benefit of the doubt here.
    const allowed = category.id === repeats.of ? category.legal : [...repeatValues(game, category)];
    const value = isDoubtful(id, category.id) ? (allowed.at(-1) ?? 0) : scoreIn(entry);
    const column = columns.get(id);
    return value === null || column === undefined ? [] : [{ column, category, value }];
  });
  const possible = possibleExtras(game, filled);
  if (possible.includes(written)) return null;
  if (written < 0) return { reason: "negative", possible };
  const { box } = repeats.gate;
  const tops = filled.filter(({ category }) => category.id === repeats.of);
  if (box !== null && tops.length < game.columns.length) return { reason: box, possible };
  if (box === "scored" && tops.some(({ value }) => value === 0)) return { reason: box, possible };
  if (written % repeats.bonus !== 0) return { reason: "multiple", possible };
  return { reason: written > Math.max(...possible) ? "too-many" : "columns", possible };
}
