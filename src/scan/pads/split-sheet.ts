import { getElement } from "../../rules/arrays.ts";
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
 * Sheets that are side by side, close and in the same direction, on a table as bright as paper, are found as one sheet with the tables of
 * both. They are separated by which of the tables make up a sheet of a known pad.
 */

/** The most tables that are assigned to sheets; the largest count. */
const MAX_TABLES = 6;
/** Tables that are left over are reported if they have this share of the cells of a sheet. */
const WORTH_A_WORD = 0.5;
/** Of a table of another sheet, at most this share lies within what a sheet's tables enclose: sheets may be turned a little. */
const MAX_BETWEEN = 0.2;

/**
 * The sheets among the tables of one that fits no known pad as a whole.
 *
 * @param mostTables how many tables the known pads have at most
 * @param costOf how badly some tables fit the pad that they fit best; Infinity where they fit none
 * @returns those that fit, and then what is left over if it is large; the sheet as it was where nothing fits
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
  const rest = sum(left.map(cellCount)) > WORTH_A_WORD * least ? [left] : [];
  return [...parts, ...rest].map((tables) => cropSheet(sheet, tables));
}

/** Whether no other table is among some: a sheet has its tables next to each other, and those of another sheet around them. */
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

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, one) => all + one, 0);
}

function cellCount({ across, down }: RuledTable): number {
  return (across.length - 1) * (down.length - 1);
}

/** Every choice of 1 to `most` of some things, in their order. */
function subsets<T>(things: readonly T[], most: number): T[][] {
  const [first, ...others] = things;
  if (first === undefined || most === 0) return [];
  return [[first], ...subsets(others, most - 1).map((some) => [first, ...some]), ...subsets(others, most)];
}

/** Whether the middle of one sheet lies on another in the photo, so that both are the same. */
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

/** A ruled sheet as it was found on a photo. */
export interface FoundRuledSheet {
  readonly sheet: Pick<RuledSheet, "outline">;
  /** Whether it was found as one with others. */
  readonly isPart: boolean;
}

/**
 * The sheets of a photo, each once: without parts that were found by themselves, too, and of a sheet that was found twice without the one
 * whose lines fit worse, or that was found later. Sheets that fit no pad are never the better ones, and are left out only as parts.
 *
 * @param costOf how badly the lines of a sheet fit; infinite where it fits no pad
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

/**
 * Sheets with those that were found on papers alone. One of these replaces what it lies on if that goes on beyond its edge or fits no pad, and
 * its own lines fit no worse.
 */
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
