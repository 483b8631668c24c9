import { gameReference } from "../../check/sheet.ts";
import { platform } from "../../platform/node.ts";
import type { Typeface } from "../../print/fonts/typeface.ts";
import { getElement, median } from "../../rules/arrays.ts";
import type { Game } from "../../rules/game/game.ts";
import { msg } from "../../rules/problem/message.ts";
import { refusal, type Result, success } from "../../rules/problem/problem.ts";
import type { DigitReader } from "../digits/reader.ts";
import { annotateImage } from "../image/annotate.ts";
import type { Photo } from "../image/picture.ts";
import type { PhotoTools } from "../image/tools.ts";
import { findTables, tablesOnPapers } from "../tables/find-tables.ts";
import {
  cellArea,
  cellKey,
  type CellPlace,
  QUARTERS,
  type Quarters,
  type RuledSheet,
  type RuledTable,
  turnSheet,
  turnTables,
} from "../tables/ruled-sheet.ts";
import { columnWidths, padFits, type FoundRow, foundRows, isAsWide, PRINTED } from "./fit-rows.ts";
import {
  type CommercialPadRow,
  type Pad,
  PAD_LIMITS,
  type RowContent,
  rowsOfPad,
  type WORDLESS_ROWS,
} from "./pad.ts";
import { splitSheet } from "./split-sheet.ts";
import { noTable, viewTurn } from "./view-tables.ts";
import { type Candidate, rankCandidates, readCells } from "./weigh-pads.ts";

/** The ruled sheet that a pad is learned from, upright. */
export type LearningSheet = RuledSheet;

/** Finds the sheet with the most lines on a photo, for a pad of a game. @param turn clockwise, in quarters; null turns it until its labels are on the left */
export function sheetToLearn(
  photo: Photo,
  turn: Quarters | null,
  tools: PhotoTools,
  file: string,
  wanted: WantedPad,
): Result<LearningSheet> {
  const [found] = findPhotoTables(photo, tools);
  if (found === undefined) return noTable(file);
  if (turn !== null) return success(partToLearn(turnSheet(found, turn), wanted));
  const ways = QUARTERS.map((quarters) => ({
    quarters,
    upright: uprightness(turnTables(found, quarters)),
  }));
  const best = ways.reduce((best, one) => (one.upright > best.upright ? one : best));
  return success(partToLearn(turnSheet(found, best.quarters), wanted));
}

/** The pad that is to be learned, and those whose rows it may have. */
interface WantedPad {
  readonly start: NewPad;
  readonly known: readonly Pad[];
}

/** A pad has at most this many tables, if several sheets of it are on one page. */
const MOST_TABLES = 3;

/** One of several sheets that are printed on a page, if its tables together are no pad for the game; otherwise the whole. */
export function partToLearn(sheet: LearningSheet, { start, known }: WantedPad): LearningSheet {
  const measureCost = ({ tables }: Pick<LearningSheet, "tables">) =>
    Math.min(Infinity, ...proposePads(tables, start, NO_HINTS, known).map(({ cost }) => cost));
  if (sheet.tables.length === 1 || measureCost(sheet) < Infinity) return sheet;
  return splitSheet(sheet, MOST_TABLES, measureCost)[0] ?? sheet;
}

/** The ruled sheets on a photo; if none is found, those on each paper by itself. */
function findPhotoTables(photo: Photo, tools: PhotoTools): RuledSheet[] {
  const usual = findTables(photo, tools);
  return usual.length > 0 ? usual : tablesOnPapers(photo, tools);
}

export function rowCount({ tables }: Pick<RuledSheet, "tables">): number {
  return tables.reduce((sum, { darkness }) => sum + darkness.length, 0);
}

/**
 * Finds the most probable pad for a sheet, by the rows of known pads, the order of the game's boxes, the lines of the table and, if it is
 * filled in, by how well the rules explain its numbers.
 *
 * @param known pads whose rows it may have, those of the same game
 */
export async function learnPad(
  sheet: LearningSheet,
  start: NewPad,
  hints: PadHints,
  digits: DigitReader,
  known: readonly Pad[] = [],
): Promise<Result<LearnedPad>> {
  const proposals = proposePads(sheet.tables, start, hints, known);
  const [first] = proposals;
  if (first === undefined) {
    const rows = rowCount(sheet);
    const message = msg`scan.pad-rows-mismatch: the pad has ${rows} rows, which do not match the boxes of \`${start.game.id}\``;
    const hint = msg`scan.pad-rows-hint: name another game, or say what the rows are for: \`--rows 7=upper.sum,9=nothing\``;
    return refusal("no-such-rows", message, hint);
  }
  const fits = proposals.flatMap(({ pad, cost }) => {
    const [fit] = padFits(sheet, pad).filter(({ rows }) => rows.every((cells) => cells !== null));
    return fit === undefined ? [] : [{ ...fit, cost }];
  });
  if (fits.length === 0) return success(toLearnedPad(proposals.map(({ pad }) => pad)));
  const cells = fits.flatMap(({ rows }) => rows.flatMap((row) => row ?? []));
  const places = [...new Map(cells.map((cell) => [cellKey(cell), cell])).values()];
  const seen = await readCells(await viewTurn({ turn: 0, sheet }, places, null), false, digits);
  const ranked = rankCandidates(fits.map((fit): Candidate => ({ fit, sheet: seen })));
  return success(toLearnedPad(ranked.map(({ fit }) => fit.pad)));
}

/** A pad as it was learned, and what it may be instead. */
export interface LearnedPad {
  readonly pad: Pad;
  /** The most probable pad with other rows, or other columns of labels; null if there is none. */
  readonly second: Pad | null;
}

/** @param pads the most probable one first, at least one */
function toLearnedPad(pads: readonly Pad[]): LearnedPad {
  const pad = getElement(pads, 0);
  const contents = ({ tables }: Pad) =>
    JSON.stringify(tables.map(({ labels, rows }) => [labels, rows.map(({ holds }) => holds)]));
  return { pad, second: pads.find((other) => contents(other) !== contents(pad)) ?? null };
}

const QUALITY = 90;
const COLOUR = "#b3261e";
/** The height of a number as a share of its row. */
const NUMBER_SHARE = 0.62;

/** A PNG of the straightened sheet with its rows numbered from the top, over all tables, and its columns of numbers framed. */
export async function drawNumberedRows(
  sheet: LearningSheet,
  pad: Pad,
  typeface: Typeface,
): Promise<Uint8Array> {
  const { rgb, grey, pxPerMm } = sheet;
  const { widthPx, heightPx } = grey;
  const image = { pixels: rgb, width: widthPx, height: heightPx, channels: 3 } as const;
  let number = 0;
  const drawn = sheet.tables.flatMap(({ darkness, down }, table) =>
    darkness.map((_, row) => {
      const labels = pad.tables[table]?.labels ?? 0;
      const first = cellArea(sheet, { table, row, column: labels });
      const last = cellArea(sheet, { table, row, column: down.length - 2 });
      const right = last.xPx + last.widthPx;
      const frame = `<rect x="${first.xPx}" y="${first.yPx}" width="${right - first.xPx}" height="${first.heightPx}"/>`;
      return frame + drawNumber(String(++number), right, first, pxPerMm, typeface);
    }),
  );
  const svg = `<g fill="none" stroke="${COLOUR}" stroke-width="1.5">${drawn.join("")}</g>`;
  return annotateImage(await platform.images.encodeJpeg(image, QUALITY), { svg, belowPx: 0 }, "png");
}

/** A number in the last column of a row. */
function drawNumber(
  number: string,
  right: number,
  { yPx, heightPx }: { readonly yPx: number; readonly heightPx: number },
  pxPerMm: number,
  typeface: Typeface,
): string {
  const unit = typeface.height(10).capMm;
  const sizePt = (10 * NUMBER_SHARE * heightPx) / pxPerMm / unit;
  const width = typeface.width(number, sizePt) * pxPerMm;
  const top = yPx + (heightPx * (1 + NUMBER_SHARE)) / 2;
  const place = `translate(${right - width - 6} ${top}) scale(${pxPerMm})`;
  return `<path fill="${COLOUR}" stroke="none" transform="${place}" d="${typeface.outline(number, sizePt)}"/>`;
}

/** A person's hints about a pad that is being learned; the rest is proposed. */
export interface PadHints {
  /** Contents of rows, by their number from the top over all tables, from 1. */
  readonly rows: ReadonlyMap<number, RowContent>;
  /** The number of columns on the left with printed labels. */
  readonly labels: number | null;
}

export const NO_HINTS: PadHints = { rows: new Map(), labels: null };

/** A proposed pad, before a person has confirmed it. */
export interface PadProposal {
  readonly pad: Pad;
  /** The negative log probability of such a pad. */
  readonly cost: number;
}

/** An optional row among the boxes. */
interface Slot {
  readonly holds: RowContent;
  /** The costs of having it and of lacking it. */
  readonly present: number;
  readonly absent: number;
}

/** The costs of rows that a pad has or lacks, as negative log probabilities: orders of magnitude from looking at pads. */
const SLOT_COST = {
  names: { present: 0.7, absent: 0.7 },
  sum: { present: 0.2, absent: 1.2 },
  bonus: { present: 0.1, absent: 2.5 },
  total: { present: 0.7, absent: 0.7 },
  again: { present: 1, absent: 0.4 },
  heading: { present: 1.6, absent: 0.2 },
  repeats: { present: 1.6, absent: 0.2 },
  last: { present: 0.05, absent: 3 },
} as const;
/** The costs of lines and print that contradict the rows. */
const CONTRADICTION = {
  /** A table ends, or a line is double or thick, among the boxes of a section. */
  endsInside: 4,
  lineInside: 1.5,
  /** The labels of a row for names are printed; those of another row are blank. */
  printedNames: 1,
  blankLabel: 4,
} as const;
/** A column with print in this share of its rows holds labels. */
const LABELLED = 0.75;
/** Rows of usual height differ from each other by less than this share. */
const SAME_HEIGHT = 0.15;
/** Only the best proposals are kept. */
const MAX_PROPOSALS = 24;

/** The number of label columns: those left of the columns of numbers, which are equally wide. */
function labelColumns(table: RuledTable): number {
  const { darkness } = table;
  const widths = columnWidths(table);
  const usual = widths.at(-1) ?? 1;
  const equal = widths.findLastIndex((width) => !isAsWide(width, usual)) + 1;
  const most = Math.min(PAD_LIMITS.labels, widths.length - 1);
  if (equal > 0) return Math.min(equal, most);
  const printed = widths.findIndex((_, column) => labelShare(darkness, column) < LABELLED);
  return Math.max(0, Math.min(printed, most));
}

/** The share of rows in which a column holds print or ink. */
function labelShare(darkness: RuledTable["darkness"], column: number): number {
  return darkness.filter((cells) => (cells[column] ?? 0) > PRINTED).length / Math.max(1, darkness.length);
}

/** Scores how upright a sheet is: labels on the left, blank cells on the right, more rows than columns. */
export function uprightness(tables: readonly RuledTable[]): number {
  const cells = tables.reduce((sum, { darkness }) => sum + darkness.length * (darkness[0]?.length ?? 0), 0);
  return tables.reduce((sum, table) => {
    const { darkness } = table;
    const columns = darkness[0]?.length ?? 0;
    const labels = labelColumns(table);
    const left = labels === 0 ? 0 : labelShare(darkness, 0);
    const right = labelShare(darkness, columns - 1);
    const isTall = darkness.length > columns ? 1 : 0;
    return sum + ((left - right + isTall) * darkness.length * columns) / Math.max(1, cells);
  }, 0);
}

/** A pad that is being learned: its names are known, its rows not yet. */
export type NewPad = Omit<Pad, "tables">;

/**
 * Proposes pads for a ruled sheet, the most usual one first: with the rows of known pads of the game, and in the order of the game's boxes,
 * by the lines of the table. They differ in their sums, headings and names, and have as many rows as the sheet.
 *
 * @returns none if the table has too few rows, or rows that a person named don't fit the order
 */
export function proposePads(
  tables: readonly RuledTable[],
  start: NewPad,
  hints: PadHints,
  known: readonly Pad[] = [],
): PadProposal[] {
  const found = foundRows(tables);
  const skipped = [...hints.rows]
    .filter(([, { kind }]) => kind === "nothing" || kind === "names")
    .map(([row]) => row);
  const isHeadTold = [...hints.rows.values()].some(({ kind }) => kind === "names");
  const open = found.map((_, at) => at).filter((at) => !skipped.includes(at + 1));
  const slots = listSlots(start.game, isHeadTold);
  const chosen = chooseRows(slots, open.length - gameReference(start.game).rows.length);
  const ordered = chosen.map(({ rows, cost }): RowsProposal => {
    const contents = found.map((_, at): RowContent => {
      const holds = hints.rows.get(at + 1) ?? rows[open.indexOf(at)] ?? { kind: "nothing" };
      return holds.kind === "nothing" && !hints.rows.has(at + 1)
        ? contentWithoutBox(getElement(found, at), tables)
        : holds;
    });
    return { contents, cost: cost + contradictions(contents, start.game, tables) };
  });
  const proposals = [...known.flatMap((pad) => rowsLike(pad, tables, start.game, hints)), ...ordered].sort(
    (a, b) => a.cost - b.cost,
  );
  const different = new Map(proposals.toReversed().map((one) => [JSON.stringify(one.contents), one]));
  return [...different.values()]
    .filter(({ contents }) => isWhole(contents, start.game))
    .sort((a, b) => a.cost - b.cost)
    .slice(0, MAX_PROPOSALS)
    .flatMap(({ contents, cost, like = null }) =>
      labelChoices(tables, hints).map((labels, at) => {
        const { padSums } = like?.game ?? start.game;
        const game = padSums === undefined ? start.game : { ...start.game, padSums };
        const pad = { ...start, game, tables: padTables(tables, contents, { ...hints, labels }, like) };
        return { pad, cost: cost + at * OTHER_LABELS };
      }),
    )
    .sort((a, b) => a.cost - b.cost);
}

/** What it costs that a table has its less usual number of columns of labels. */
const OTHER_LABELS = 0.5;

/**
 * The possible numbers of columns of labels, the most usual one first; null for what the widths of columns say. Where all columns are as wide
 * as each other, the first of several that are dark may hold labels, or what a player has written.
 */
function labelChoices(tables: readonly RuledTable[], { labels }: PadHints): (number | null)[] {
  const [first] = tables;
  if (labels !== null || first === undefined) return [labels];
  const widths = tables.flatMap(columnWidths);
  const isEven = widths.every((width) => isAsWide(width, median(widths)));
  return isEven && labelColumns(first) > 1 ? [1, 0] : [null];
}

/** What the rows of a sheet may hold. */
interface RowsProposal {
  readonly contents: readonly RowContent[];
  readonly cost: number;
  /** The known pad that they are those of. */
  readonly like?: Pad;
}

/** What a row holds that has neither a box nor a line: below the first table, a head with a blank label is for names again. */
function contentWithoutBox({ table, row, isFirst }: FoundRow, tables: readonly RuledTable[]): RowContent {
  const ruled = getElement(tables, table);
  const isBlank = labelColumns(ruled) > 0 && (ruled.darkness[row]?.[0] ?? 0) <= PRINTED;
  return { kind: table > 0 && isFirst && isBlank ? "names" : "nothing" };
}

/** What it costs that a pad has the rows of a known one, which was sold as often as not. */
const LIKE_KNOWN = 0.3;

/** The rows of a sheet as a known pad of the same game has them, if all of its rows are found; none otherwise. */
function rowsLike(pad: Pad, tables: readonly RuledTable[], game: Game, { rows }: PadHints): RowsProposal[] {
  const found = foundRows(tables);
  const { padSums = [] } = pad.game;
  const lines = [...gameReference(game).lines.keys(), ...padSums.map(({ id }) => id)];
  const isOfGame = ({ holds, right = [] }: CommercialPadRow) =>
    [holds, ...right].every((one) => one.kind !== "line" || lines.includes(one.id));
  if (!rowsOfPad(pad).every(isOfGame)) return [];
  const findRow = (cell: CellPlace | undefined) =>
    found.findIndex(({ table, row }) => table === cell?.table && row === cell.row);
  return padFits({ tables }, pad).flatMap((fit): RowsProposal[] => {
    const contents = found.map((row) => contentWithoutBox(row, tables));
    // A row more than the known pad has may be any of them, but for a second row of names.
    if (fit.extra.some(([cell]) => contents[findRow(cell)]?.kind !== "names")) return [];
    for (const [at, { holds, right = [] }] of rowsOfPad(pad).entries()) {
      const cell = fit.rows[at]?.[0];
      if (cell === undefined) {
        if ("id" in holds) return [];
        continue;
      }
      if (holds.kind !== "nothing" || right.length > 0) contents[findRow(cell)] = holds;
    }
    const isAsTold = [...rows].every(
      ([row, told]) => JSON.stringify(contents[row - 1]) === JSON.stringify(told),
    );
    const cost = fit.cost + LIKE_KNOWN + contradictions(contents, game, tables);
    return isAsTold ? [{ contents, cost, like: pad }] : [];
  });
}

/** The boxes of a game in print order, with optional rows between them. */
function listSlots(
  { sections, repeats, columns }: Game,
  isHeadTold: boolean,
): (Slot | { readonly holds: RowContent })[] {
  const line = (id: string, cost: (typeof SLOT_COST)[keyof typeof SLOT_COST]): Slot => {
    return { holds: { kind: "line", id }, ...cost };
  };
  const slot = (kind: (typeof WORDLESS_ROWS)[number], cost: Omit<Slot, "holds">): Slot => ({
    holds: { kind },
    ...cost,
  });
  const bodies = sections.flatMap(({ id, categories, tiers }, at) => [
    ...(at === 0 ? [] : [slot("nothing", SLOT_COST.heading)]),
    ...categories.map((one) => ({ holds: { kind: "category" as const, id: one.id } })),
    ...(sections.length > 1 || tiers.length > 0 ? [line(`${id}.sum`, SLOT_COST.sum)] : []),
    ...(tiers.length > 0 ? [line(`${id}.bonus`, SLOT_COST.bonus), line(`${id}.total`, SLOT_COST.total)] : []),
  ]);
  const again = sections.slice(0, -1).filter(({ tiers }) => tiers.length > 0);
  return [
    ...(isHeadTold ? [] : [slot("names", SLOT_COST.names)]),
    ...bodies,
    ...again.map(({ id }) => line(`${id}.total`, SLOT_COST.again)),
    ...(columns.length > 1 ? [line("column.total", SLOT_COST.total)] : []),
    ...(repeats !== null && repeats.bonus > 0 ? [line("repeats", SLOT_COST.repeats)] : []),
    line("grand.total", SLOT_COST.last),
  ];
}

/** All ways to choose this many of the optional rows, with all boxes and the total cost. */
function chooseRows(slots: readonly (Slot | { readonly holds: RowContent })[], wanted: number) {
  let ways: { rows: RowContent[]; cost: number; extra: number }[] = [{ rows: [], cost: 0, extra: 0 }];
  for (const slot of slots) {
    const isBox = !("present" in slot);
    ways = ways.flatMap(({ rows, cost, extra }) => {
      const taken = {
        rows: [...rows, slot.holds],
        cost: cost + (isBox ? 0 : slot.present),
        extra: extra + Number(!isBox),
      };
      return isBox ? [taken] : [taken, { rows, cost: cost + slot.absent, extra }];
    });
  }
  return ways.filter(({ extra }) => extra === wanted);
}

/** Whether every box has exactly one row. */
function isWhole(contents: readonly RowContent[], game: Game): boolean {
  const ids = contents.flatMap((one) => (one.kind === "category" ? [one.id] : []));
  return ids.length === gameReference(game).rows.length && new Set(ids).size === ids.length;
}

function contradictions(contents: readonly RowContent[], game: Game, tables: readonly RuledTable[]): number {
  const sectionOf = new Map(
    game.sections.flatMap(({ id, categories }) => categories.map((one) => [one.id, id])),
  );
  const found = foundRows(tables);
  return contents.reduce((cost, holds, at) => {
    const next = contents[at + 1];
    const row = getElement(found, at);
    const isInside =
      holds.kind === "category" &&
      next?.kind === "category" &&
      sectionOf.get(holds.id) === sectionOf.get(next.id);
    const ends = isInside && row.isLast ? CONTRADICTION.endsInside : 0;
    const lines = isInside && !row.isLast && row.line !== "single" ? CONTRADICTION.lineInside : 0;
    const table = getElement(tables, row.table);
    const isLabelled = labelColumns(table) > 0;
    const isPrinted = (table.darkness[row.row]?.[0] ?? 0) > PRINTED;
    const names = isLabelled && holds.kind === "names" && isPrinted ? CONTRADICTION.printedNames : 0;
    const isBlank = isLabelled && holds.kind !== "names" && holds.kind !== "nothing" && !isPrinted;
    const blank = isBlank ? CONTRADICTION.blankLabel : 0;
    return cost + ends + lines + names + blank;
  }, 0);
}

function padTables(
  tables: readonly RuledTable[],
  contents: readonly RowContent[],
  { labels }: PadHints,
  like: Pad | null,
): Pad["tables"] {
  const rights = new Map(like === null ? [] : rowsOfPad(like).map(({ holds, right = [] }) => [holds, right]));
  const found = foundRows(tables);
  const usual = Math.max(1, median(found.map(({ heightPx }) => heightPx)));
  return tables.map((table, at) => {
    // At least one column is left for numbers, even with too large a hint for labels.
    const own = Math.min(labels ?? labelColumns(table), table.down.length - 2);
    const entries = Math.max(1, table.down.length - 1 - own);
    const rows = found.flatMap((row, index): CommercialPadRow[] => {
      if (row.table !== at) return [];
      const rounded = Math.round((10 * row.heightPx) / usual) / 10;
      const height = Math.max(PAD_LIMITS.height.min, Math.min(PAD_LIMITS.height.max, rounded));
      const line = row.isLast ? "single" : row.line;
      const holds = getElement(contents, index);
      const right = rights.get(holds) ?? [];
      return [
        {
          holds,
          height: Math.abs(height - 1) < SAME_HEIGHT ? 1 : height,
          line,
          ...(right.length === 0 ? {} : { right }),
        },
      ];
    });
    return { labels: own, entries: { min: entries, max: entries }, rows };
  });
}

/** Replaces the contents of some rows, by their number from 1. */
export function replaceRows(pad: Pad, contents: ReadonlyMap<number, RowContent>): Pad {
  let at = 0;
  const tables = pad.tables.map((table) => ({
    ...table,
    rows: table.rows.map((row) => ({ ...row, holds: contents.get(++at) ?? row.holds })),
  }));
  return { ...pad, tables };
}

/** The boxes of a pad's game that have no row, or several. */
export function misplacedBoxes(pad: Pad): { readonly missing: string[]; readonly twice: string[] } {
  const ids = rowsOfPad(pad).flatMap(({ holds }) => (holds.kind === "category" ? [holds.id] : []));
  return {
    missing: gameReference(pad.game)
      .rows.map(({ id }) => id)
      .filter((id) => !ids.includes(id)),
    twice: [...new Set(ids.filter((id, at) => ids.indexOf(id) !== at))],
  };
}
