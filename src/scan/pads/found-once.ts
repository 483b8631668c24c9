import type { RuledSheet } from "../tables/found-table.ts";
import { liesOn } from "./split-sheet.ts";

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
export function foundOnce<T extends FoundRuledSheet>(
  sheets: readonly T[],
  costOf: (sheet: T) => number,
): T[] {
  const isFitting = (one: T) => costOf(one) < Infinity;
  const whole = sheets.filter((one) => !one.isPart && isFitting(one));
  const once = sheets.filter((one) => !one.isPart || !whole.some(({ sheet }) => liesOn(one.sheet, sheet)));
  const isSame = (one: T, other: T) => liesOn(one.sheet, other.sheet) && liesOn(other.sheet, one.sheet);
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
export function withThoseOnPapers<T extends FoundRuledSheet>(
  usual: readonly T[],
  alone: readonly T[],
  { isWhole, costOf }: { readonly isWhole: (sheet: T) => boolean; readonly costOf: (sheet: T) => number },
): T[] {
  const touches = (one: T, other: T) => liesOn(one.sheet, other.sheet) || liesOn(other.sheet, one.sheet);
  const isBetter = (one: T, other: T) => !isWhole(other) && costOf(one) <= costOf(other);
  const added = alone.filter((one) => usual.every((other) => !touches(one, other) || isBetter(one, other)));
  const kept = usual.filter((one) => !added.some((other) => liesOn(other.sheet, one.sheet)));
  return [...kept, ...added];
}
