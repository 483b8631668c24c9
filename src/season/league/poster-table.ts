import type { TypeFamily } from "../../print/fonts/typeface.ts";
import { MM_PER_PT } from "../../print/geometry.ts";
import type { LeagueTable } from "./league-words.ts";

/** The standings in one type size. Widths of columns are in mm, without the gaps between them. */
export interface PosterTable {
  readonly sizePt: number;
  readonly headPt: number;
  readonly rowMm: number;
  readonly headMm: number;
  readonly gapMm: number;
  readonly columns: readonly PosterColumn[];
  /** The cells of each row, in the order of the columns; names are shortened to their column. */
  readonly rows: readonly (readonly string[])[];
}

interface PosterColumn {
  readonly head: string;
  readonly widthMm: number;
  readonly isBold: boolean;
  /** Names are aligned left, numbers right. */
  readonly isName: boolean;
}

/** Columns that are dropped, in this order, if there is no room; columns not listed here are never shown. */
const DROPPED_FIRST = ["best", "games", "wins", "mean", "payout", "points"] as const;
const SHOWN = new Set<string>(["rank", "player", ...DROPPED_FIRST]);
const BOLD = new Set<string>(["player", "points"]);

const LEADING = 1.6;
const GAP_EM = 0.75;
const HEAD_SIZE = 0.58;
/** A name is not shortened to less than this share of the table. */
const MIN_NAME_SHARE = 0.34;
/** Type is reduced to this size, on A4, before a column is dropped. */
const ALL_COLUMNS_PT = 18;
/** On A4; readable from about five metres, and from two. */
const LARGEST_PT = 30;
const SMALLEST_PT = 14;
const STEP_PT = 0.5;

/** The available space, in mm. */
interface TableRoom {
  readonly widthMm: number;
  readonly heightMm: number;
  /** The scale relative to A4. */
  readonly scale: number;
}

/** The standings in the largest type in which they fit on one page, or else in a size for several pages. @returns also whether all rows fit the height */
export function layOutPosterTable(
  table: LeagueTable,
  family: TypeFamily,
  { widthMm, heightMm, scale }: TableRoom,
): PosterTable & { readonly isWhole: boolean } {
  for (let pt = LARGEST_PT; pt >= SMALLEST_PT; pt -= STEP_PT) {
    const set = layOutTable(table, family, widthMm, pt * scale, pt <= ALL_COLUMNS_PT);
    if (set !== null && set.headMm + set.rowMm * set.rows.length <= heightMm)
      return { ...set, isWhole: true };
  }
  for (let pt = ALL_COLUMNS_PT; ; pt -= STEP_PT) {
    const set = layOutTable(table, family, widthMm, pt * scale, true);
    if (set !== null) return { ...set, isWhole: false };
  }
}

/** The table in one type size; null if it is too wide. */
function layOutTable(
  { columns, head, rows }: LeagueTable,
  family: TypeFamily,
  widthMm: number,
  sizePt: number,
  mayDrop: boolean,
): PosterTable | null {
  const gapMm = GAP_EM * sizePt * MM_PER_PT;
  const headPt = HEAD_SIZE * sizePt;
  const all = columns.flatMap((column, at) => (SHOWN.has(column) ? [{ column, at }] : []));
  const measured = all.map(({ column, at }) => {
    const cut = BOLD.has(column) ? family.bold : family.regular;
    const cells = rows.map((row) => cut.width(row[at] ?? "", sizePt));
    return {
      ...{ column, at, isName: column === "player", isBold: BOLD.has(column), head: head[at] ?? "" },
      widthMm: Math.max(family.regular.width(head[at] ?? "", headPt), ...cells),
    };
  });
  for (let dropped = 0; dropped <= (mayDrop ? DROPPED_FIRST.length - 1 : 0); dropped++) {
    const gone = new Set<string>(DROPPED_FIRST.slice(0, dropped));
    const kept = measured.filter(({ column }) => !gone.has(column));
    const numbers = kept.filter(({ isName }) => !isName);
    const left = widthMm - numbers.reduce((sum, one) => sum + one.widthMm, 0) - gapMm * numbers.length;
    const natural = kept.find(({ isName }) => isName)?.widthMm ?? 0;
    const isLast = mayDrop && dropped === DROPPED_FIRST.length - 1;
    if (left < Math.min(natural, MIN_NAME_SHARE * widthMm) && !isLast) continue;
    return {
      sizePt,
      headPt,
      gapMm,
      rowMm: sizePt * MM_PER_PT * LEADING,
      headMm: headPt * MM_PER_PT * LEADING,
      columns: kept.map((one) => (one.isName ? { ...one, widthMm: left } : one)),
      rows: rows.map((row) =>
        kept.map(({ at, isName }) =>
          isName ? truncateName(row[at] ?? "", left, sizePt, family) : (row[at] ?? ""),
        ),
      ),
    };
  }
  return null;
}

function truncateName(name: string, widthMm: number, sizePt: number, { bold }: TypeFamily): string {
  if (bold.width(name, sizePt) <= widthMm) return name;
  const letters = [...name];
  const fits = (count: number) =>
    bold.width(`${letters.slice(0, count).join("").trimEnd()}…`, sizePt) <= widthMm;
  let count = letters.length - 1;
  while (count > 1 && !fits(count)) count--;
  return `${letters.slice(0, count).join("").trimEnd()}…`;
}
