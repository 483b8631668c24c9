import { elementAt } from "../../rules/arrays.ts";
import type { RuledTable } from "../tables/found-table.ts";

/** A cell holds print or ink from this share of dark pixels on. */
export const PRINTED = 0.012;
/** Columns of numbers are equally wide up to this share. */
const SAME_WIDTH = 0.12;

/** How wide the columns of a table are, in px, from the left. */
export function columnWidths({ down }: Pick<RuledTable, "down">): number[] {
  return down.slice(1).map(({ atPx }, at) => atPx - elementAt(down, at).atPx);
}

/** Whether a column is as wide as columns of numbers usually are. */
export function isAsWide(width: number, usual: number): boolean {
  return Math.abs(width / Math.max(1, usual) - 1) < SAME_WIDTH;
}
