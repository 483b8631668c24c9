import type { Size } from "../../geometry.ts";

/** From this width on, a line across the paper would be too long. */
const TWO_COLUMNS_FROM_MM = 180;
const GUTTER_MM = 8;
const MIN_MARGIN_MM = 8;
const MAX_MARGIN_MM = 14;
const MARGIN_SHARE = 0.075;

/** A page of a rule sheet, before anything stands on it. */
export type PageFrame = ReturnType<typeof computePageFrame>;

/** The columns and margins of a page. */
export function computePageFrame({ widthMm, heightMm }: Size) {
  const marginMm = Math.min(MAX_MARGIN_MM, Math.max(MIN_MARGIN_MM, widthMm * MARGIN_SHARE));
  const columns = widthMm >= TWO_COLUMNS_FROM_MM ? 2 : 1;
  const acrossMm = widthMm - 2 * marginMm;
  const columnMm = (acrossMm - (columns - 1) * GUTTER_MM) / columns;
  return { widthMm, heightMm, marginMm, acrossMm, columns, columnMm, gutterMm: GUTTER_MM };
}
