import { getElement, sum } from "../../rules/arrays.ts";
import { outlineCenter, type Point } from "../image/picture.ts";
import { isLarge } from "../tables/find-tables.ts";
import {
  cropSheet,
  lineExtent,
  combinedExtent,
  type RuledSheet,
  type RuledTable,
} from "../tables/ruled-sheet.ts";

/*
 * Parallel sheets close together on a table as bright as paper are found as one sheet. They are separated by finding subsets of the tables
 * that fit a known pad.
 */

/** Only the largest tables are assigned to sheets, up to this number. */
const MAX_TABLES = 6;
/** Tables that are left over are reported if they have this share of the cells of a sheet. */
const MIN_REST_SHARE = 0.5;
/** The greatest share of another sheet's table within the bounding box of a sheet's tables; sheets may be slightly turned. */
const MAX_BETWEEN = 0.2;

/**
 * Splits a sheet that fits no known pad as a whole.
 *
 * @param mostTables the greatest number of tables on a known pad
 * @param costOf the cost of the best fit of some tables; Infinity if they fit no pad
 * @returns the parts that fit, then the remaining tables if they are large; the sheet itself if no part fits
 */
export function splitSheet(
  sheet: RuledSheet,
  mostTables: number,
  costOf: (sheet: RuledSheet) => number,
): RuledSheet[] {
  const bySize = sheet.tables.toSorted((a, b) => cellCount(b) - cellCount(a));
  let left = sheet.tables.filter((table) => bySize.indexOf(table) < MAX_TABLES);
  const large = left.filter(isLarge);
  let ways = subsets(left, mostTables)
    .filter((tables) => tables.some(isLarge) && isContiguous(tables, large))
    .map((tables) => ({ tables, cost: costOf({ ...sheet, tables }) }));
  const parts: RuledTable[][] = [];
  for (;;) {
    const best = ways.reduce((best, one) => (one.cost < best.cost ? one : best), {
      tables: left,
      cost: Infinity,
    });
    if (best.cost === Infinity) break;
    parts.push(best.tables);
    left = left.filter((table) => !best.tables.includes(table));
    ways = ways.filter(({ tables }) => !tables.some((table) => best.tables.includes(table)));
  }
  if (parts.length === 0) return [sheet];
  const least = Math.min(...parts.map((tables) => sum(tables.map(cellCount))));
  const rest = sum(left.map(cellCount)) > MIN_REST_SHARE * least ? [left] : [];
  return [...parts, ...rest].map((tables) => cropSheet(sheet, tables));
}

/** Whether no other table lies among these: the tables of a sheet are next to each other. */
function isContiguous(tables: readonly RuledTable[], all: readonly RuledTable[]): boolean {
  const [left, right] = combinedExtent(tables.map(({ down }) => down));
  const [top, bottom] = combinedExtent(tables.map(({ across }) => across));
  return all.every((other) => {
    if (tables.includes(other)) return true;
    const [from, to] = lineExtent(other.down);
    const [upper, lower] = lineExtent(other.across);
    const width = Math.min(right, to) - Math.max(left, from);
    const height = Math.min(bottom, lower) - Math.max(top, upper);
    return Math.max(0, width) * Math.max(0, height) < MAX_BETWEEN * (to - from) * (lower - upper);
  });
}

function cellCount({ across, down }: RuledTable): number {
  return (across.length - 1) * (down.length - 1);
}

/** All subsets of 1 to `most` things, in their order. */
function subsets<T>(things: readonly T[], most: number): T[][] {
  const [first, ...others] = things;
  if (first === undefined || most === 0) return [];
  return [[first], ...subsets(others, most - 1).map((some) => [first, ...some]), ...subsets(others, most)];
}

/** Whether the middle of one sheet lies on the other in the photo. */
export function overlapsSheet(one: Pick<RuledSheet, "outline">, other: Pick<RuledSheet, "outline">): boolean {
  return contains(other.outline, outlineCenter(one.outline));
}

/** Whether a place lies within an outline, which runs clockwise. */
function contains(outline: readonly Point[], { x, y }: Point): boolean {
  return outline.every((from, at) => {
    const to = getElement(outline, (at + 1) % outline.length);
    return (to.x - from.x) * (y - from.y) - (to.y - from.y) * (x - from.x) > 0;
  });
}

export interface FoundRuledSheet {
  readonly sheet: Pick<RuledSheet, "outline">;
  /** Whether it was split off from a larger find. */
  readonly isPart: boolean;
}

/**
 * Removes duplicate sheets of a photo: parts that were also found by themselves, and of two finds of the same sheet the one that fits
 * worse, or the later one. Finds that fit no pad are only removed as parts.
 *
 * @param costOf the cost of a sheet's best fit; Infinity if it fits no pad
 */
export function uniqueSheets<T extends FoundRuledSheet>(
  sheets: readonly T[],
  costOf: (sheet: T) => number,
): T[] {
  const isFitting = (one: T) => costOf(one) < Infinity;
  const whole = sheets.filter((one) => !one.isPart && isFitting(one));
  const once = sheets.filter(
    (one) => !one.isPart || !whole.some(({ sheet }) => overlapsSheet(one.sheet, sheet)),
  );
  const isSame = (one: T, other: T) =>
    overlapsSheet(one.sheet, other.sheet) && overlapsSheet(other.sheet, one.sheet);
  return once.filter((one, at) => {
    const isBetter = (other: T, place: number) =>
      costOf(other) < costOf(one) || (costOf(other) === costOf(one) && place < at);
    return !isFitting(one) || !once.some((other, place) => isBetter(other, place) && isSame(one, other));
  });
}

/** Adds sheets found on separate papers. Such a sheet replaces those that it overlaps if they aren't whole and it fits no worse. */
export function addSheetsOnPapers<T extends FoundRuledSheet>(
  usual: readonly T[],
  alone: readonly T[],
  { isWhole, costOf }: { readonly isWhole: (sheet: T) => boolean; readonly costOf: (sheet: T) => number },
): T[] {
  const touches = (one: T, other: T) =>
    overlapsSheet(one.sheet, other.sheet) || overlapsSheet(other.sheet, one.sheet);
  const isBetter = (one: T, other: T) => !isWhole(other) && costOf(one) <= costOf(other);
  const added = alone.filter((one) => usual.every((other) => !touches(one, other) || isBetter(one, other)));
  const kept = usual.filter((one) => !added.some((other) => overlapsSheet(other.sheet, one.sheet)));
  return [...kept, ...added];
}
