import { gameReference } from "../../check/sheet.ts";
import { platform } from "../../platform/node.ts";
import type { Typeface } from "../../print/fonts/typeface.ts";
import { getElement, median, sum } from "../../rules/arrays.ts";
import type { Game, PadSum } from "../../rules/game/game.ts";
import { toPadSum } from "../../rules/game/rows.ts";
import { memoize } from "../../rules/memoize.ts";
import { msg } from "../../rules/problem/message.ts";
import { refusal, type Result, success } from "../../rules/problem/problem.ts";
import type { DigitReader } from "../digits/reader.ts";
import { annotateImage } from "../image/annotate.ts";
import type { Photo } from "../image/picture.ts";
import type { PhotoTools } from "../image/tools.ts";
import { hasNoInk, rawReading } from "../inference/picture-reading.ts";
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
import {
  BLANK_ROW,
  columnWidths,
  padFits,
  type FoundRow,
  foundRows,
  isAsWide,
  type PadFit,
  PRINTED,
} from "./fit-rows.ts";
import {
  type CommercialPadRow,
  type Pad,
  PAD_LIMITS,
  type RowContent,
  rowsOfPad,
  SUM_ROW,
  type WORDLESS_ROWS,
} from "./pad.ts";
import { splitSheet } from "./split-sheet.ts";
import { noTable, viewTurn } from "./view-tables.ts";
import { type Candidate, rankCandidates, readCells, type SeenSheet } from "./weigh-pads.ts";

/** Finds the sheet with the most lines on a photo, for a pad of a game. @param turn clockwise, in quarters; null turns it until its labels are on the left */
export function sheetToLearn(
  photo: Photo,
  turn: Quarters | null,
  tools: PhotoTools,
  file: string,
  wanted: WantedPad,
): Result<RuledSheet> {
  const usual = findTables(photo, tools);
  const [found] = usual.length > 0 ? usual : tablesOnPapers(photo, tools);
  if (found === undefined) return noTable(file);
  const ways = (turn === null ? QUARTERS : [turn]).map((quarters) => ({
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
export function partToLearn(sheet: RuledSheet, { start, known }: WantedPad): RuledSheet {
  const measureCost = ({ tables }: Pick<RuledSheet, "tables">) =>
    Math.min(Infinity, ...proposePads(tables, start, NO_HINTS, known).map(({ cost }) => cost));
  if (sheet.tables.length === 1 || measureCost(sheet) < Infinity) return sheet;
  return splitSheet(sheet, MOST_TABLES, measureCost)[0] ?? sheet;
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
  sheet: RuledSheet,
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
  return success(toLearnedPad(rankFits(fits, seen).map(({ pad }) => pad)));
}

/** What is written is legible with a greater probability than this; letters printed in the cells of an empty sheet look like many numbers. */
const LEGIBLE = 0.8;

/** Fits of proposed pads, the most probable one first: in the order they are given, unless most of what is written is legible. */
export function rankFits(fits: readonly PadFit[], sheet: SeenSheet): readonly PadFit[] {
  const inked = sheet.cells.flatMap((cell) => sheet.evidence(cell) ?? []).filter((one) => !hasNoInk(one));
  if (inked.length === 0 || median(inked.map((one) => rawReading(one).probability)) < LEGIBLE) return fits;
  return rankCandidates(fits.map((fit): Candidate => ({ fit, sheet }))).map(({ fit }) => fit);
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
export async function drawNumberedRows(sheet: RuledSheet, pad: Pad, typeface: Typeface): Promise<Uint8Array> {
  const { rgb, pxPerMm } = sheet;
  const { widthPx, heightPx } = sheet.grey;
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

/** A row that a pad may have. */
interface Slot {
  readonly holds: RowContent;
  /** Of having it and of lacking it; null for a box, which is always there. */
  readonly cost: Readonly<Record<"present" | "absent", number>> | null;
}

/** The costs of rows that a pad has or lacks, as negative log probabilities: orders of magnitude from looking at pads. */
const SLOT_COST = {
  names: { present: 0.7, absent: 0.7 },
  sum: { present: 0.2, absent: 1.2 },
  bonus: { present: 0.1, absent: 2.5 },
  total: { present: 0.7, absent: 0.7 },
  again: { present: 1, absent: 0.4 },
  heading: { present: 1.6, absent: 0.2 },
  ticks: { present: 0.9, absent: 0 },
  /** Extra points in the last section, whose sum includes them, or below all sections. */
  repeats: { present: 1.3, absent: 0.1 },
  repeatsBelow: { present: 1.6, absent: 0.1 },
  includes: { present: 0, absent: 0 },
  last: { present: 0.05, absent: 3 },
} as const;
/** The cost of rows that pads seldom have without each other. */
const ODD_ROWS = 1.5;
/** The cost of the last two boxes of a game in each other's places. */
const LAST_SWAPPED = 1.2;
/** The costs of lines and print that contradict the rows. */
const CONTRADICTION = {
  /** A table ends, or a line is double or thick, among the boxes of a section. */
  endsInside: 4,
  lineInside: 1.5,
  /** The labels of a row for names are printed, in the first row or in another one; those of another row are blank. */
  printedNames: 0.4,
  namesInside: 3,
  /** Something is printed in the columns of numbers, in the first row alone. */
  printedHead: 3,
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

/** Scores how upright a sheet is: labels on the left, blank or narrower cells on the right, more rows than columns. */
export function uprightness(tables: readonly RuledTable[]): number {
  const cells = tables.reduce((sum, { darkness }) => sum + darkness.length * (darkness[0]?.length ?? 0), 0);
  return tables.reduce((sum, table) => {
    const { darkness } = table;
    const columns = darkness[0]?.length ?? 0;
    const labels = labelColumns(table);
    const left = labels === 0 ? 0 : labelShare(darkness, 0);
    const right = labelShare(darkness, columns - 1);
    const isTall = darkness.length > columns ? 1 : 0;
    const [first = 1, ...others] = columnWidths(table);
    const wide = isAsWide(first, others.at(-1) ?? first) ? 0 : Math.sign(first - (others.at(-1) ?? first));
    return sum + ((left - right + wide + isTall) * darkness.length * columns) / Math.max(1, cells);
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
  const found = printedRows(tables);
  const isSkipped = (kind = "") => kind === "nothing" || kind === "names";
  const isHeadTold = [...hints.rows.values()].some(({ kind }) => kind === "names");
  const open = found.flatMap((_, at) => (isSkipped(hints.rows.get(at + 1)?.kind) ? [] : [at]));
  const slots = listSlots(start.game, isHeadTold);
  const chosen = chooseRows(slots, open.length).flatMap(({ rows, cost }) => {
    const whole = cost + oddCost(rows, start.game);
    const swapped = { rows: swapLast(rows), cost: whole + LAST_SWAPPED };
    return whole === Infinity ? [] : [{ rows, cost: whole }, swapped];
  });
  const ordered = chosen.map(({ rows, cost }): RowsProposal => {
    const contents = found.map((_, at): RowContent => {
      const holds = hints.rows.get(at + 1) ?? rows[open.indexOf(at)] ?? { kind: "nothing" };
      return holds.kind === "nothing" && !hints.rows.has(at + 1)
        ? contentWithoutBox(getElement(found, at))
        : holds;
    });
    return { contents, cost: cost + contradictions(contents, start.game, tables) };
  });
  const proposals = [...known.flatMap((pad) => rowsLike(pad, tables, start.game, hints)), ...ordered].sort(
    (a, b) => a.cost - b.cost,
  );
  const different = new Map(proposals.toReversed().map((one) => [JSON.stringify(one.contents), one]));
  return [...different.values()]
    .filter(({ contents }) => Object.values(misplacedBoxes(contents, start.game)).flat().length === 0)
    .sort((a, b) => a.cost - b.cost)
    .slice(0, MAX_PROPOSALS)
    .flatMap(({ contents, cost, like = null }) =>
      labelChoices(tables, hints).map((labels, at) => {
        const printed = likelySums(start.game).filter(({ id }) =>
          contents.some((one) => "id" in one && one.id === id),
        );
        const { padSums = printed.length > 0 ? printed : undefined } = like?.game ?? start.game;
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
function contentWithoutBox({ table, isFirst, label }: PrintedRow): RowContent {
  return { kind: table > 0 && isFirst && label === "blank" ? "names" : "nothing" };
}

/** What it costs that a pad has the rows of a known one, which was sold as often as not; and a heading or a blank row more, at most two. */
const LIKE_KNOWN = 0.3;
const EXTRA_ROW = 3.3;
const MOST_EXTRA = 2;

/** The rows of a sheet as a known pad of the same game has them, if all of its rows are found; none otherwise. */
function rowsLike(pad: Pad, tables: readonly RuledTable[], game: Game, hints: PadHints): RowsProposal[] {
  const found = printedRows(tables);
  const { padSums = [] } = pad.game;
  const { rowIds, lines } = gameReference(game);
  const known = [...rowIds, ...lines.keys(), ...padSums.map(({ id }) => id)];
  const isOfGame = ({ holds, right = [] }: CommercialPadRow) =>
    [holds, ...right].every((one) => !("id" in one) || known.includes(one.id));
  const isTooLong = rowsOfPad(pad).filter(({ holds }) => "id" in holds).length > found.length;
  if (isTooLong || !rowsOfPad(pad).every(isOfGame) || pad.game.columns.length !== game.columns.length)
    return [];
  const labels = hints.labels ?? labelsLike(pad, tables) ?? labelColumns(getElement(tables, 0));
  const columns = Math.max(...tables.map(({ down }) => down.length - 1)) - labels;
  const findRow = (cell: CellPlace | undefined) =>
    found.findIndex(({ table, row }) => table === cell?.table && row === cell.row);
  const more = withMoreRows(pad, found.length - rowsOfPad(pad).length, found.at(-1)?.label !== "printed");
  return [pad, ...more].flatMap((way) => {
    const likely = LIKE_KNOWN + EXTRA_ROW * (rowsOfPad(way).length - rowsOfPad(pad).length);
    const laid = way.tables.map((one) => ({ ...one, labels, entries: { min: 1, max: columns } }));
    return padFits({ tables }, { ...way, tables: laid }).flatMap((fit): RowsProposal[] => {
      const contents = found.map(contentWithoutBox);
      // A row more than the known pad has may be any of them, but for a second row of names.
      if (fit.extra.some(([cell]) => contents[findRow(cell)]?.kind !== "names")) return [];
      for (const [at, { holds, right = [] }] of rowsOfPad(way).entries()) {
        const cell = fit.rows[at]?.[0];
        if (cell === undefined && "id" in holds) return [];
        if (cell !== undefined && (holds.kind !== "nothing" || right.length > 0))
          contents[findRow(cell)] = holds;
      }
      const isAsTold = [...hints.rows].every(
        ([row, told]) => JSON.stringify(contents[row - 1]) === JSON.stringify(told),
      );
      const cost = fit.cost + likely + contradictions(contents, game, tables);
      return isAsTold ? [{ contents, cost, like: pad }] : [];
    });
  });
}

/** The number of columns of labels of a pad, if the rest of a sheet’s columns are as many as those of numbers on every sheet of it; null otherwise. */
function labelsLike({ tables: [first] }: Pad, tables: readonly RuledTable[]): number | null {
  if (first === undefined || first.entries.min < first.entries.max) return null;
  const isSame = tables.every(({ down }) => down.length - 1 - first.labels === first.entries.min);
  return isSame ? first.labels : null;
}

/** A pad with a number of extra rows that hold nothing: at its head, above the boxes of a section, and at its foot. */
function withMoreRows(pad: Pad, more: number, hasFoot: boolean): Pad[] {
  if (more < 1 || more > MOST_EXTRA) return [];
  // The first section seldom has a heading if the others have none.
  const sections = pad.game.sections.slice(MOST_EXTRA - more);
  const firsts = sections.flatMap(({ categories: [first] }) => first?.id ?? []);
  const last = pad.tables.length - 1;
  return pad.tables.flatMap(({ rows }, table) =>
    [...rows, BLANK_ROW].flatMap(({ holds }, at) => {
      const isEnd = at === 0 ? table === 0 : at === rows.length && table === last && hasFoot;
      const isFirst = holds.kind === "category" && firsts.includes(holds.id);
      if (!isEnd && (!isFirst || rows[at - 1]?.holds.kind === "nothing")) return [];
      const longer = { ...getElement(pad.tables, table), rows: rows.toSpliced(at, 0, BLANK_ROW) };
      const way = { ...pad, tables: pad.tables.with(table, longer) };
      return more === 1 ? [way] : withMoreRows(way, more - 1, hasFoot);
    }),
  );
}

/** Sums that pads of a game print and the game itself does not have: of the last section with the extra points, and of all sections of a column. */
function likelySums({ sections, repeats, columns }: Game): PadSum[] {
  const totals = sections.map(({ id, tiers }) => `${id}.${tiers.length > 0 ? "total" : "sum"}`);
  const hasExtra = totals.length > 1 && repeats !== null && repeats.bonus > 0;
  const isCombined = columns.some(({ multiplier }) => multiplier > 1);
  return [hasExtra ? [totals.at(-1) ?? "", "repeats"] : [], isCombined ? totals : []]
    .filter((of) => of.length > 0)
    .map(toPadSum);
}

/** What rows add to the cost that pads seldom print without others, or often along with them. */
const TOGETHER: readonly (readonly [rows: RegExp, cost: number])[] = [
  // Extra points have one row, below their ticks; where they are in a section, its sum includes them.
  [/repeats .*repeats|ticks (?!repeats with)|(?<!repeats )with|own with/, Infinity],
  [/repeats own/, ODD_ROWS],
  // Sums of lower sections without a total of the first one, or that total alone; a total without what it adds up.
  [/^(?!.* total ).*(own|with)/, ODD_ROWS],
  [/box bonus total|^(?!.*(own|with)).* total |all (.* )?total /, ODD_ROWS],
  // A total that includes the bonus, without a row for it; the heading of a second table; a sum with extra points.
  [/box total .*box/, -1],
  [/total nothing .* total /, -1],
  [/repeats with/, -1],
];

/** What it costs that optional rows are there without those that pads print along with them; infinite if they exclude each other. */
function oddCost(rows: readonly RowContent[], { sections }: Game): number {
  const words = rows.map((one) => {
    const [section, line = ""] = one.kind === "line" ? one.id.split(".") : ["", ""];
    if (!("id" in one) || one.kind === "category") return one.kind === "category" ? "box" : one.kind;
    if (section === SUM_ROW) return one.id.endsWith("repeats") ? "with" : "all";
    return section === sections[0]?.id ? line : line === "sum" && section !== "column" ? "own" : one.id;
  });
  const isOdd = words.filter((word) => word === "own" || word === "with").length % (sections.length - 1) > 0;
  return TOGETHER.reduce(
    (sum, [pattern, cost]) => sum + (pattern.test(words.join(" ")) ? cost : 0),
    isOdd ? ODD_ROWS : 0,
  );
}

/** Rows with the last two boxes in each other's places. */
function swapLast(rows: readonly RowContent[]): RowContent[] {
  const last = rows.findLastIndex(({ kind }) => kind === "category");
  return rows.with(last, getElement(rows, last - 1)).with(last - 1, getElement(rows, last));
}

type WordlessKind = (typeof WORDLESS_ROWS)[number];

/** The boxes of a game in print order, with optional rows between them. */
function listSlots(game: Game, isHeadTold: boolean): Slot[] {
  const { sections, columns } = game;
  const line = (id: string, cost: Slot["cost"]): Slot => ({ holds: { kind: "line", id }, cost });
  const slot = (kind: WordlessKind, cost: Slot["cost"]): Slot => ({ holds: { kind }, cost });
  const sums = likelySums(game);
  const hasExtra = game.repeats !== null && game.repeats.bonus > 0;
  const bodies = sections.flatMap(({ id, categories, tiers }, at) => [
    ...(at === 0 ? [] : [slot("nothing", SLOT_COST.heading)]),
    ...categories.map((one): Slot => ({ holds: { kind: "category", id: one.id }, cost: null })),
    ...(hasExtra && at === sections.length - 1
      ? [slot("ticks", SLOT_COST.ticks), line("repeats", SLOT_COST.repeats)]
      : []),
    ...(sections.length > 1 || tiers.length > 0 ? [line(`${id}.sum`, SLOT_COST.sum)] : []),
    ...(tiers.length > 0 ? [line(`${id}.bonus`, SLOT_COST.bonus), line(`${id}.total`, SLOT_COST.total)] : []),
  ]);
  const again = sections.slice(0, -1).filter(({ tiers }) => tiers.length > 0);
  return [
    ...(isHeadTold ? [] : [slot("names", SLOT_COST.names)]),
    ...bodies,
    ...sums.map(({ id, of }) => line(id, of.includes("repeats") ? SLOT_COST.includes : SLOT_COST.total)),
    ...again.map(({ id }) => line(`${id}.total`, SLOT_COST.again)),
    ...(columns.length > 1 ? [line("column.total", SLOT_COST.total)] : []),
    ...(hasExtra ? [line("repeats", SLOT_COST.repeatsBelow)] : []),
    line("grand.total", SLOT_COST.last),
  ];
}

/** All ways to choose optional rows, with all boxes and the total cost, so that there are this many rows. */
function chooseRows(slots: readonly Slot[], wanted: number) {
  let ways: { rows: RowContent[]; cost: number }[] = [{ rows: [], cost: 0 }];
  for (const [at, { holds, cost }] of slots.entries()) {
    const left = slots.slice(at + 1);
    const least = wanted - left.length;
    const most = wanted - left.filter((one) => one.cost === null).length;
    ways = ways
      .flatMap((way) => {
        const taken = { rows: [...way.rows, holds], cost: way.cost + (cost?.present ?? 0) };
        return cost === null ? [taken] : [taken, { ...way, cost: way.cost + cost.absent }];
      })
      .filter(({ rows }) => rows.length >= least && rows.length <= most);
  }
  return ways;
}

function contradictions(contents: readonly RowContent[], game: Game, tables: readonly RuledTable[]): number {
  const sectionOf = new Map(
    game.sections.flatMap(({ id, categories }) => categories.map((one) => [one.id, id])),
  );
  return sum(
    printedRows(tables).map((row, at) => {
      const [holds, next] = [getElement(contents, at), contents[at + 1]];
      const isBetween = holds.kind === "category" && next?.kind === "category";
      if (!isBetween || sectionOf.get(holds.id) !== sectionOf.get(next.id)) return printCost(holds, row);
      const ofLine = row.line === "single" ? 0 : CONTRADICTION.lineInside;
      return printCost(holds, row) + (row.isLast ? CONTRADICTION.endsInside : ofLine);
    }),
  );
}

/** What it costs that the print in a row is unlike what it holds. */
function printCost(holds: RowContent, { label, isHead, isFirst }: PrintedRow): number {
  const ofNames = isFirst ? CONTRADICTION.printedNames : CONTRADICTION.namesInside;
  if (holds.kind === "names") return label === "printed" && !isHead ? ofNames : 0;
  if (holds.kind === "nothing") return 0;
  return (label === "blank" ? CONTRADICTION.blankLabel : 0) + (isHead ? CONTRADICTION.printedHead : 0);
}

/** A row with what is printed in it. */
interface PrintedRow extends FoundRow {
  /** Null without a column of labels. */
  readonly label: "printed" | "blank" | null;
  /** It is the first one, and alone has print in the columns of numbers. */
  readonly isHead: boolean;
}

const printedRows = memoize((tables: readonly RuledTable[]): PrintedRow[] =>
  foundRows(tables).map((found) => {
    const table = getElement(tables, found.table);
    const labels = labelColumns(table);
    const isPrinted = (dark: number | undefined) => (dark ?? 0) > PRINTED;
    const printed = table.darkness.map((cells) => cells.slice(labels).filter(isPrinted).length);
    const isHead = found.isFirst && 2 * getElement(printed, 0) > table.down.length - 1 - labels;
    const label = isPrinted(table.darkness[found.row]?.[0]) ? "printed" : "blank";
    return { ...found, label: labels > 0 ? label : null, isHead: isHead && median(printed) === 0 };
  }),
);

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
    const likely = labels ?? (like && labelsLike(like, tables)) ?? labelColumns(table);
    const own = Math.min(likely, table.down.length - 2);
    const entries = Math.max(1, table.down.length - 1 - own);
    const rows = found.flatMap((row, index): CommercialPadRow[] => {
      if (row.table !== at) return [];
      const rounded = Math.round((10 * row.heightPx) / usual) / 10;
      const height = Math.max(PAD_LIMITS.height.min, Math.min(PAD_LIMITS.height.max, rounded));
      const line = row.isLast ? "single" : row.line;
      const holds = getElement(contents, index);
      const right = rights.get(holds) ?? [];
      const laid = { holds, height: Math.abs(height - 1) < SAME_HEIGHT ? 1 : height, line };
      return [right.length === 0 ? laid : { ...laid, right }];
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

/** The boxes of a game that have no row of a pad, or several. */
export function misplacedBoxes(
  contents: readonly RowContent[],
  game: Game,
): Record<"missing" | "twice", string[]> {
  const ids = contents.flatMap((one) => (one.kind === "category" ? [one.id] : []));
  const missing = gameReference(game).rows.flatMap(({ id }) => (ids.includes(id) ? [] : [id]));
  return { missing, twice: [...new Set(ids.filter((id, at) => ids.indexOf(id) !== at))] };
}
