import type { PadRow, PadText } from "./pad-text.ts";
import type { Sizes } from "./sizes.ts";

/** How the height of the table is divided. */
export interface Heights {
  /** The row of names or columns on top. */
  readonly headMm: number;
  /** The height of each row, in the order of the rows. */
  readonly rowsMm: readonly number[];
  /** The rows that are shown; headings give way where space is short. */
  readonly rows: readonly PadRow[];
}

/** The grand total is the heaviest row, in height too. */
const GRAND = 1.25;

/**
 * Divides the height so that it is filled: all rows share what names and headings leave. Where rows would get too low,
 * headings go, then the space for names shrinks to its least.
 *
 * @param heightMm the height of the whole table
 * @param headMm the usual and the least height of its head
 * @returns null if the rows do not fit even so
 */
export function divideHeight(
  text: PadText,
  heightMm: number,
  headMm: { readonly usual: number; readonly least: number },
  sizes: Sizes,
): Heights | null {
  const bare = text.rows.filter((row) => row.kind !== "heading");
  for (const rows of [text.rows, bare]) {
    const headings = sizes.headingMm * (rows.length - bare.length);
    const weights = bare.reduce((sum, row) => sum + weightOf(row), 0);
    const unit = (heightMm - headMm.usual - headings) / weights;
    // Headings are worth having only where they do not press on the boxes.
    if (unit >= sizes.boxMm.height * (headings > 0 ? 1.06 : 1))
      return heights(rows, unit, headMm.usual, sizes);
  }
  const weights = bare.reduce((sum, row) => sum + weightOf(row), 0);
  const head = heightMm - weights * sizes.boxMm.height;
  return head >= headMm.least ? heights(bare, sizes.boxMm.height, head, sizes) : null;
}

/** Rows with their heights, from the height of a plain row. */
export function heights(
  rows: readonly PadRow[],
  unit: number,
  headMm: number,
  { headingMm }: Pick<Sizes, "headingMm">,
): Heights {
  const rowsMm = rows.map((row) => (row.kind === "heading" ? headingMm : unit * weightOf(row)));
  return { headMm, rowsMm, rows };
}

/** More small boxes than these take a row twice as high. */
const TICKS_IN_A_ROW = 3;

/** How high a row is, as a multiple of a plain one. */
export function weightOf(row: PadRow): number {
  if (row.kind === "ticks") return row.count > TICKS_IN_A_ROW ? 2 : 1;
  return row.kind === "line" && row.rank === "grand" ? GRAND : 1;
}
