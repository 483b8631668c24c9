import { type BoxPlace, gameReference } from "../../check/sheet.ts";
import { getElement, median } from "../../rules/arrays.ts";
import type { CellPlace, RuledSheet, RuledTable } from "../tables/ruled-sheet.ts";
import { columnsPerPlayer, type CommercialPadRow, type Pad, type RowContent, rowsOfPad } from "./pad.ts";

/** A possible assignment of the cells of a ruled sheet to the rows and columns of a pad. */
export interface PadFit {
  readonly pad: Pad;
  /** For each row of the pad, over all tables, its cells from left to right; null for a row that was not found. */
  readonly rows: readonly (readonly CellPlace[] | null)[];
  /** The number of columns of numbers. */
  readonly columns: number;
  /** Rows of the sheet that belong to no row of the pad. */
  readonly extra: readonly (readonly CellPlace[])[];
  /** How badly lines, heights and gaps fit, as the negative logarithm of a probability; 0 is perfect. */
  readonly cost: number;
}

/** The costs of differences between a table and its pad, as negative logarithms of probabilities. */
const COST = {
  /** A missing row, by its content or its place. */
  missing: { names: 0.7, nothing: 1.5, edge: 6, inside: 9 },
  /** A row that the pad does not have: at the edge of a table, narrow, or among others. */
  extra: { edge: 3, narrow: 1.5, inside: 7 },
  /** A different line below a row: single instead of thick or double, thick instead of double, or the other way round. */
  line: { missing: 0.6, other: 0.4, surplus: 1 },
  /** Two tables instead of one, or one instead of two. */
  gap: 2.5,
  /** The same where a heading lies between them, which may be a row or a gap. */
  otherTables: 0.5,
  /** For each column of labels too many or too few. */
  labels: 3,
  /** Columns of numbers of different widths, or a surplus column of labels as wide as them. */
  widths: 4,
  /** Labels that are blank in all rows. */
  blankLabels: 14,
} as const;
/** The standard deviation of row heights, as a share. */
const HEIGHT_DEVIATION = 0.12;
const MAX_HEIGHT_COST = 3;
/** A row below this share of the usual height is narrow and may be a gap between two tables. */
const NARROW = 0.7;
/** A line is thick from this multiple of the usual thickness. */
const THICK = 1.7;
/** A row this many times higher than expected is two rows whose line was missed. */
const TWO_ROWS = 1.6;
/** The greatest shift of a table against its pad, in rows. */
const MAX_SHIFT = 3;
/** Fits that cost more are dropped. */
const MAX_COST = 24;

/** A row of a ruled sheet. */
export interface FoundRow {
  readonly table: number;
  readonly row: number;
  readonly heightPx: number;
  readonly line: CommercialPadRow["line"];
  readonly isFirst: boolean;
  readonly isLast: boolean;
}

/** All plausible assignments of a ruled sheet to a pad, the best first: unshifted, shifted by rows, with rows left out. */
export function padFits(sheet: Pick<RuledSheet, "tables">, pad: Pad): PadFit[] {
  const found = foundRows(sheet.tables);
  const counts = columnCounts(sheet.tables, pad);
  return waysToPrint(pad)
    .flatMap((rows) => {
      const best = bestAlignment(found, rows);
      // Each candidate for the missing row gets a fit; the written numbers decide among them later.
      const others = rowsAtTwo(found, rows, best).map((row) => bestAlignment(found, rows, row));
      const alignments = [...listAlignments(found, rows), best, ...others];
      return [...new Map(alignments.map((one) => [one.join(), one])).values()].flatMap((alignment) => {
        const laid = { alignment, cost: alignmentCost(found, rows, alignment) };
        return counts.map((columns) => buildFit(sheet, { pad, rows }, found, laid, columns));
      });
    })
    .flatMap((fit) => (fit === null || fit.cost > MAX_COST ? [] : [fit]))
    .sort((a, b) => a.cost - b.cost);
}

/** The ways in which a ruled sheet may be the upper or the lower part of a pad, whose other rows are not on the photo; none if it lacks few rows. */
export function partFits({ tables }: Pick<RuledSheet, "tables">, pad: Pad): PadFit[] {
  const found = foundRows(tables);
  const rows = padRows(pad);
  const missing = rows.length - found.length;
  if (missing < FEWEST_MISSING || found.length < FEWEST_ROWS) return [];
  const heads = rows[0]?.holds.kind === "names" ? [0, 1] : [0];
  const laid = [...heads, missing].map((first) => {
    const alignment = rows.map((_, row) => (row >= first && row < first + found.length ? row - first : null));
    return { alignment, cost: partCost(found, rows, first) };
  });
  return columnCounts(tables, pad)
    .flatMap((columns) => laid.map((one) => buildFit({ tables }, { pad, rows }, found, one, columns)))
    .flatMap((fit) => (fit === null || fit.cost > MAX_COST ? [] : [fit]));
}

/** The pad that a table comes nearest to, though it may fit none. */
export interface NearestPad {
  readonly pad: Pad;
  /** The part of the pad whose rows are all missing; null if its rows seem to be all there. */
  readonly missing: MissingPart | null;
  /** How badly lines, heights and gaps fit, as the negative logarithm of a probability. */
  readonly cost: number;
}

/** Where rows are missing from a sheet; `unclear`: at one of its ends. */
export type MissingPart = "upper" | "lower" | "unclear";

/** A pad is not near if the table has a smaller share of its rows, or a larger share of rows beyond them. */
const NEAR = { rows: 0.4, extra: 0.25 } as const;
/** A table with fewer rows of a pad is no list of scores. */
const FEWEST_ROWS = 5;
/** What it costs that the pad has another number of columns. */
const OTHER_COLUMNS_COST = 6;
/** What it costs that a part of the sheet is not on the photo. */
const PART_COST = 6;
/** The part that is missing is named if nothing else fits better than by this, as a negative logarithm. */
const CLEARLY = 3;

/** The known pad whose rows are most like those of some tables; null if none is near. */
export function nearestPad(tables: readonly RuledTable[], known: readonly Pad[]): NearestPad | null {
  const found = foundRows(tables);
  const ways = known.flatMap((pad) => {
    const ofColumns = columnCounts(tables, pad).length > 0 ? 0 : OTHER_COLUMNS_COST;
    const own = isNear(found, padRows(pad)) ? waysToLay(found, pad) : [];
    return own.map((way) => ({ ...way, cost: way.cost + ofColumns }));
  });
  const [best, ...others] = ways.sort((a, b) => a.cost - b.cost);
  if (best === undefined) return null;
  // Half a sheet may be the upper half of one pad and the lower one of another.
  const margin = best.missing === null ? PART_COST : CLEARLY;
  const isClear = others.every(({ cost, missing }) => missing === best.missing || cost > best.cost + margin);
  return { ...best, missing: isClear ? best.missing : "unclear" };
}

function isNear(found: readonly FoundRow[], rows: readonly PlacedRow[]): boolean {
  const alignment = bestAlignment(found, rows);
  const matched = alignment.filter((at) => at !== null).length;
  return (
    matched >= Math.max(FEWEST_ROWS, NEAR.rows * alignment.length) &&
    found.length - matched <= NEAR.extra * found.length
  );
}

/** The rows of a pad laid upon those that were found: in the best way, and as its first and its last rows where many are missing. */
function waysToLay(found: readonly FoundRow[], pad: Pad): NearestPad[] {
  const rows = padRows(pad);
  const missing = rows.length - found.length;
  const whole = { pad, missing: null, cost: alignmentCost(found, rows, bestAlignment(found, rows)) };
  if (missing < FEWEST_MISSING) return [whole];
  return [
    whole,
    { pad, missing: "lower", cost: partCost(found, rows, 0) },
    { pad, missing: "upper", cost: partCost(found, rows, missing) },
  ];
}

/** The cost of rows that were found as those of a part of a pad, from its row `first` on. */
function partCost(found: readonly FoundRow[], rows: readonly PlacedRow[], first: number): number {
  const usual = usualHeight(found);
  return found.reduce((sum, one, at) => {
    const row = getElement(rows, first + at);
    // Where the photo cuts a table, there is no gap.
    const isCut = first + found.length < rows.length && at === found.length - 1;
    return sum + matchCost(row, isCut ? { ...one, isLast: row.isLast } : one, usual);
  }, PART_COST);
}

/** Fewer rows than this are no part of a sheet. */
const FEWEST_MISSING = 3;

/** The part of a pad of which no row was found, if nothing else is missing. */
export function missingPart({ pad, rows }: PadFit): MissingPart | null {
  const contents = rowsOfPad(pad);
  const first = rows.findIndex((cells) => cells !== null);
  const last = rows.findLastIndex((cells) => cells !== null);
  const [above, below] = [first, rows.length - 1 - last];
  const isWithin = rows
    .slice(first, last + 1)
    .every((cells, at) => cells !== null || contents[first + at]?.holds.kind === "nothing");
  if (first < 0 || !isWithin || Math.min(above, below) > 0) return null;
  if (above >= FEWEST_MISSING) return "upper";
  return below >= FEWEST_MISSING ? "lower" : null;
}

export function foundRows(tables: readonly RuledTable[]): FoundRow[] {
  return tables.flatMap((table, at) => {
    const thin = median(table.across.map(({ thicknessPx }) => thicknessPx));
    return table.darkness.map((_, row): FoundRow => {
      const below = table.across[row + 1];
      const isThick = below !== undefined && below.thicknessPx > THICK * thin;
      const heightPx = (below?.atPx ?? 0) - getElement(table.across, row).atPx;
      const line = below?.isDouble ? "double" : isThick ? "thick" : "single";
      return {
        table: at,
        row,
        heightPx,
        line,
        isFirst: row === 0,
        isLast: row === table.darkness.length - 1,
      };
    });
  });
}

/** For each row of the pad the index of its row on the sheet; null for a row that was not found. */
type Alignment = readonly (number | null)[];

/** Alignments that shift the pad up or down by a few rows. */
function listAlignments(found: readonly FoundRow[], { length }: readonly PlacedRow[]): Alignment[] {
  return Array.from({ length: 2 * MAX_SHIFT + 1 }, (_, shift) =>
    Array.from({ length }, (_, row) => {
      const at = row + shift - MAX_SHIFT;
      return at >= 0 && at < found.length ? at : null;
    }),
  );
}

/** The pad rows near sheet rows that are as high as two; any of them may be the missing one. */
function rowsAtTwo(found: readonly FoundRow[], rows: readonly PlacedRow[], alignment: Alignment): number[] {
  const usual = usualHeight(found);
  const high = rows.flatMap(({ height }, row) => {
    const match = alignment[row] ?? null;
    const isTwo = match !== null && getElement(found, match).heightPx > TWO_ROWS * usual * height;
    return isTwo ? [row - 1, row, row + 1, row + 2] : [];
  });
  return [...new Set(high)].filter((row) => row >= 0 && row < rows.length);
}

/**
 * The cheapest alignment of the pad's rows with the sheet's, any of which may be left out (Needleman and Wunsch 1970).
 *
 * @param missing a row of the pad that must be left out
 */
function bestAlignment(
  found: readonly FoundRow[],
  rows: readonly PlacedRow[],
  missing: number | null = null,
): Alignment {
  const usual = usualHeight(found);
  const width = found.length + 1;
  const costs = new Float64Array((rows.length + 1) * width);
  const steps = new Uint8Array(costs.length);
  for (let row = 0; row <= rows.length; row++)
    for (let at = 0; at <= found.length; at++) {
      if (row === 0 && at === 0) continue;
      const ways = [
        row > 0 && at > 0 && row - 1 !== missing
          ? getCost(row - 1, at - 1) + matchCost(getElement(rows, row - 1), getElement(found, at - 1), usual)
          : Infinity,
        row > 0 ? getCost(row - 1, at) + missingCost(getElement(rows, row - 1)) : Infinity,
        at > 0 ? getCost(row, at - 1) + extraCost(getElement(found, at - 1), usual) : Infinity,
      ];
      const best = Math.min(...ways);
      costs[row * width + at] = best;
      steps[row * width + at] = ways.indexOf(best);
    }
  function getCost(row: number, at: number): number {
    return costs[row * width + at] as number;
  }
  const alignment: (number | null)[] = rows.map(() => null);
  for (let row = rows.length, at = found.length; row > 0 || at > 0; ) {
    const step = steps[row * width + at];
    if (step === 0) alignment[row - 1] = at - 1;
    if (step !== 2) row--;
    if (step !== 1) at--;
  }
  return alignment;
}

interface PlacedRow extends CommercialPadRow {
  /** Its number over all tables, from 0; null for the gap between two tables. */
  readonly at: number | null;
  readonly isFirst: boolean;
  readonly isLast: boolean;
}

function padRows({ tables }: Pad): PlacedRow[] {
  let at = 0;
  return tables.flatMap(({ rows }) =>
    rows.map((row, index) => {
      return { ...row, at: at++, isFirst: index === 0, isLast: index === rows.length - 1 };
    }),
  );
}

/**
 * The rows of a pad as its lines may show them: a heading within a table may be a gap between two tables, and the gap between two tables
 * may look like a row, where a tab or the frame joins them.
 */
function waysToPrint(pad: Pad): PlacedRow[][] {
  const rows = padRows(pad);
  const isHeading = (at: number) =>
    rows[at]?.holds.kind === "nothing" &&
    !getElement(rows, at).isFirst &&
    rows[at + 1]?.holds.kind === "category";
  const split = rows.flatMap((row, at) => {
    const [isFirst, isLast] = [row.isFirst || isHeading(at - 1), row.isLast || isHeading(at + 1)];
    return isHeading(at) ? [] : [{ ...row, isFirst, isLast }];
  });
  const joined = rows.flatMap((row, index): PlacedRow[] => {
    const [isFirst, isLast] = [index === 0, index === rows.length - 1];
    const gap: PlacedRow = { ...BLANK_ROW, at: null, isFirst: false, isLast: false };
    return [{ ...row, isFirst, isLast }, ...(row.isLast && !isLast ? [gap] : [])];
  });
  const isAsWritten = (way: readonly PlacedRow[]) => way.length === rows.length;
  return [rows, ...[split, joined].filter((way) => !isAsWritten(way))];
}

/** The greatest number of tables that a pad may seem to have. */
export function mostTables(pad: Pad): number {
  return Math.max(...waysToPrint(pad).map((rows) => rows.filter(({ isFirst }) => isFirst).length));
}

/** A row that holds nothing, such as a gap between two tables that looks like one. */
export const BLANK_ROW: CommercialPadRow = { holds: { kind: "nothing" }, height: 1, line: "single" };

/** The median height of rows. */
function usualHeight(found: readonly FoundRow[]): number {
  return Math.max(1, median(found.map(({ heightPx }) => heightPx)));
}

function matchCost(row: PlacedRow, found: FoundRow, usual: number): number {
  // A gap may be of any height.
  const off =
    row.at === null ? 0 : Math.log(Math.max(1, found.heightPx) / (usual * row.height)) / HEIGHT_DEVIATION;
  const gap = Number(row.isLast !== found.isLast) * COST.gap;
  return (
    Math.min(MAX_HEIGHT_COST, off ** 2 / 2) +
    gap +
    (row.isLast || found.isLast ? 0 : lineCost(row.line, found.line))
  );
}

function lineCost(wanted: CommercialPadRow["line"], seen: CommercialPadRow["line"]): number {
  if (wanted === seen) return 0;
  if (wanted === "single") return COST.line.surplus;
  return seen === "single" ? COST.line.missing : COST.line.other;
}

function missingCost({ holds, isFirst, isLast }: PlacedRow): number {
  if (holds.kind === "names") return COST.missing.names;
  if (!("id" in holds)) return COST.missing.nothing;
  return isFirst || isLast ? COST.missing.edge : COST.missing.inside;
}

function extraCost({ heightPx, isFirst, isLast }: FoundRow, usual: number): number {
  if (heightPx < NARROW * usual) return COST.extra.narrow;
  return isFirst || isLast ? COST.extra.edge : COST.extra.inside;
}

/** Possible numbers of columns of numbers: the columns that the pad's labels leave in the largest table, or one more or fewer. */
function columnCounts(tables: readonly RuledTable[], pad: Pad): number[] {
  const [first] = pad.tables;
  if (first === undefined) return [];
  const { labels, entries } = first;
  const most = Math.max(0, ...tables.map(({ down }) => down.length - 1));
  // The columns of a player are there together.
  const isWhole = (columns: number) => columns % columnsPerPlayer(pad) === 0;
  return [0, 1, -1]
    .map((off) => most - labels + off)
    .filter((n) => n >= entries.min && n <= entries.max && isWhole(n));
}

/** The assignment of cells for an alignment of rows and a number of columns; null if a table has fewer columns. */
function buildFit(
  { tables }: Pick<RuledSheet, "tables">,
  { pad, rows }: { readonly pad: Pad; readonly rows: readonly PlacedRow[] },
  found: readonly FoundRow[],
  { alignment, cost }: { readonly alignment: Alignment; readonly cost: number },
  columns: number,
): PadFit | null {
  const listRowCells = ({ table, row }: FoundRow): CellPlace[] => {
    const first = getElement(tables, table).down.length - 1 - columns;
    return Array.from({ length: columns }, (_, at) => ({ table, row, column: first + at }));
  };
  const used = new Set(alignment.filter((at) => at !== null));
  const tablesUsed = new Set([...used].map((at) => getElement(found, at).table));
  if ([...tablesUsed].some((at) => getElement(tables, at).down.length - 1 < columns)) return null;
  const extra = found.filter((one, at) => !used.has(at) && tablesUsed.has(one.table));
  const ofPad = rowsOfPad(pad).map((_, at) => alignment[rows.findIndex((row) => row.at === at)] ?? null);
  return {
    pad,
    rows: ofPad.map((at) => (at === null ? null : listRowCells(getElement(found, at)))),
    columns,
    extra: extra.map(listRowCells),
    cost:
      cost +
      labelCost(tables, pad, found, ofPad, columns) +
      (rows.length === ofPad.length ? 0 : COST.otherTables),
  };
}

function alignmentCost(found: readonly FoundRow[], rows: readonly PlacedRow[], alignment: Alignment): number {
  const usual = usualHeight(found);
  const ofRows = rows.map((row, at) => {
    const match = alignment[at] ?? null;
    return match === null ? missingCost(row) : matchCost(row, getElement(found, match), usual);
  });
  const used = new Set(alignment);
  const extra = found.map((one, at) => (used.has(at) ? 0 : extraCost(one, usual)));
  return [...ofRows, ...extra].reduce((sum, cost) => sum + cost, 0);
}

/** The cost of columns of labels that are too many, too few, or blank. */
function labelCost(
  tables: readonly RuledTable[],
  pad: Pad,
  found: readonly FoundRow[],
  alignment: Alignment,
  columns: number,
): number {
  let [cost, rows, printed] = [0, 0, 0];
  const counted = new Set<number>();
  for (const [at, row] of rowsOfPad(pad).entries()) {
    const match = alignment[at] ?? null;
    if (match === null || row.holds.kind === "names" || row.holds.kind === "nothing") continue;
    const { table, row: line } = getElement(found, match);
    const ruled = getElement(tables, table);
    const { darkness } = ruled;
    const labels = ruled.down.length - 1 - columns;
    if (!counted.has(table)) {
      cost += COST.labels * Math.abs(labels - countLabelColumns(pad, at));
      cost += hasUsualWidths(ruled, countLabelColumns(pad, at), labels) ? 0 : COST.widths;
    }
    counted.add(table);
    for (let column = 0; column < labels; column++) {
      rows++;
      if ((darkness[line]?.[column] ?? 0) > PRINTED) printed++;
    }
  }
  return cost + (rows === 0 ? 0 : COST.blankLabels * (1 - printed / rows));
}

/** Whether all columns right of the labels are equally wide, and no surplus column of labels is as wide as them. */
function hasUsualWidths(table: RuledTable, wanted: number, labels: number): boolean {
  const widths = columnWidths(table);
  const usual = median(widths.slice(labels));
  const areWide = widths.map((width) => isAsWide(width, usual));
  return areWide.slice(labels).every(Boolean) && !areWide.slice(wanted, labels).some(Boolean);
}

function countLabelColumns({ tables }: Pad, row: number): number {
  let before = 0;
  for (const { rows, labels } of tables) {
    before += rows.length;
    if (row < before) return labels;
  }
  return 0;
}

/** A cell with this share of dark pixels holds print or ink. */
export const PRINTED = 0.012;
/** Columns of numbers are equally wide up to this share. */
const SAME_WIDTH = 0.12;

/** The widths of a table's columns, in px, from the left. */
export function columnWidths({ down }: Pick<RuledTable, "down">): number[] {
  return down.slice(1).map(({ atPx }, at) => atPx - getElement(down, at).atPx);
}

/** Whether a column is as wide as columns of numbers usually are. */
export function isAsWide(width: number, usual: number): boolean {
  return Math.abs(width / Math.max(1, usual) - 1) < SAME_WIDTH;
}

/** A cell of a ruled sheet that is the box of a category or a line. */
export interface CommercialPadBox {
  readonly place: BoxPlace;
  readonly cell: CellPlace;
  /** Of extra points: the cell for ticks, which may be the same one; null for all other boxes. */
  readonly ticks: CellPlace | null;
}

/** The boxes of a sheet under this fit: column by column, each from the top. */
export function padBoxes(fit: PadFit): CommercialPadBox[] {
  const { pad } = fit;
  const rows = rowsOfPad(pad);
  const ticks = rows.findIndex(({ holds }) => holds.kind === "ticks");
  const hasPoints = rows.some(({ holds }) => holds.kind === "line" && holds.id === EXTRA_POINTS);
  return Array.from({ length: fit.columns }, (_, at) =>
    rows.flatMap((one, row): CommercialPadBox[] => {
      const cell = fit.rows[row]?.[at];
      const isOnlyTicks = row === ticks && !hasPoints;
      const place = toBoxPlace(pad, at, isOnlyTicks ? { ...one, holds: EXTRA_POINTS_ROW } : one);
      if (cell === undefined || place === null) return [];
      return [{ place, cell, ticks: place.line === EXTRA_POINTS ? (fit.rows[ticks]?.[at] ?? null) : null }];
    }),
  ).flat();
}

/** The line of extra points, which may have cells for ticks, too, or nothing but these. */
const EXTRA_POINTS = "repeats";
const EXTRA_POINTS_ROW: RowContent = { kind: "line", id: EXTRA_POINTS };

/** The cells for the players' names: the first column of each player, counted from 1. None if columns are games. */
export function padNameCells({ pad, rows }: PadFit): { readonly player: number; readonly cell: CellPlace }[] {
  if (pad.columns === "games") return [];
  const length = columnsPerPlayer(pad);
  return rowsOfPad(pad).flatMap(({ holds }, row) =>
    holds.kind !== "names"
      ? []
      : (rows[row] ?? []).flatMap((cell, at) =>
          at % length === 0 ? [{ player: at / length + 1, cell }] : [],
        ),
  );
}

/**
 * The box of a row in a column of numbers; null if it has none. Each player has as many columns as the game, from the left, then those
 * right of the boxes. A line that spans a player's columns is in the last one of the game.
 */
export function toBoxPlace(
  pad: Pad,
  at: number,
  { holds, right = [] }: Pick<CommercialPadRow, "holds" | "right">,
): BoxPlace | null {
  const { game } = pad;
  const own = at % columnsPerPlayer(pad);
  const player = Math.floor(at / columnsPerPlayer(pad)) + 1;
  const beyond = own - game.columns.length;
  const content = beyond < 0 ? holds : right[beyond];
  if (content === undefined || !("id" in content)) return null;
  const column = game.columns[own]?.id ?? null;
  if (content.kind === "category") return { player, column, category: content.id, line: null };
  const spans = beyond >= 0 || gameReference(game).lines.get(content.id)?.scope === "sheet";
  if (spans && beyond < -1) return null;
  return { player, column: spans ? null : column, category: null, line: content.id };
}
