import { platform } from "../../platform/node.ts";
import { getElement, median } from "../../rules/arrays.ts";
import { type Message, msg } from "../../rules/problem/message.ts";
import { type Problem, problem, refusal, type Result, success } from "../../rules/problem/problem.ts";
import { messagesInRow } from "../../rules/problem/wording.ts";
import { distance, outlineCenter, type Photo, type Point } from "../image/picture.ts";
import type { PhotoTools } from "../image/tools.ts";
import { cutCells } from "../tables/cut-cells.ts";
import {
  findCutEdges,
  findTables,
  isLarge,
  isTableCutOff,
  type PhotoEdge,
  tablesOnPapers,
  tablesWithin,
} from "../tables/find-tables.ts";
import {
  cellArea,
  cellAreaInMm,
  cellKey,
  type CellPlace,
  placeBeforeTurn,
  QUARTERS,
  type Quarters,
  type RuledSheet,
  type RuledTable,
  turnSheet,
  turnPicture,
  turnTables,
} from "../tables/ruled-sheet.ts";
import { type NameCell, measureName } from "../view/name-cells.ts";
import type { SheetPicture } from "../view/view-sheets.ts";
import type { BoxPicture } from "../warp/cut-boxes.ts";
import { type MissingPart, mostTables, nearestPad, padFits, type PadFit, partFits } from "./fit-rows.ts";
import { type Pad, type PadOnPhoto, rowsOfPad } from "./pad.ts";
import type { PadProposal } from "./propose-pad.ts";
import { uniqueSheets, type FoundRuledSheet, splitSheet, addSheetsOnPapers } from "./split-sheet.ts";

/** A ruled sheet that may be of a known pad, before anything is read. */
export interface ViewedTables {
  /** The possible turns, at least one; first the one in which the lines of a pad fit best. */
  readonly turns: readonly ViewedTurn[];
  /** The edges of the photo beyond which its tables continue. */
  readonly cutEdges: readonly PhotoEdge[];
  /** The middle of the sheet in the photo, in px. */
  readonly middle: Point;
}

/** A ruled sheet, turned in one way. */
export interface ViewedTurn {
  /** Clockwise, in quarters. */
  readonly turn: Quarters;
  readonly tables: readonly RuledTable[];
  /** The cells that may hold numbers. */
  readonly cells: readonly CellPicture[];
  /** Null if no picture is wanted. */
  readonly picture: TablePicture | null;
}

interface CellPicture {
  readonly place: CellPlace;
  readonly box: BoxPicture;
}

/** The straightened sheet as a picture for display. */
interface TablePicture extends Omit<SheetPicture, "areas" | "names"> {
  /** The handwriting in cells that may be for names. */
  readonly heads: readonly (Omit<NameCell, "player"> & { readonly place: CellPlace })[];
}

/** Fits that cost this much more than the best one are dropped. */
const MUCH_WORSE = 14;
/** At most this many fits are kept, because weighing each takes time. */
const MAX_FITS = 16;
/** The least row height in the photo; the digit reader was mostly trained on larger rows. */
const MIN_ROW_PX = 16;
/** The JPEG quality of pictures, in per cent. */
const QUALITY = 88;

/** Where pads come from that a sheet may be of. */
export interface PadSources {
  /** Known pads. */
  readonly pads: readonly Pad[];
  /** Pads as they would be learned from some tables, with what they cost; none if undefined. */
  readonly propose?: ((tables: readonly RuledTable[]) => readonly PadProposal[]) | undefined;
  /** Whether a sheet may also be a part of a pad. */
  readonly hasParts?: boolean;
}

interface ViewOptions extends Pick<PadSources, "propose"> {
  readonly file: string;
  readonly keepPicture: boolean;
}

/** Above this cost, the lines of a sheet are not those of a known pad. */
const LIKE_KNOWN = 3;
/** What it costs that a sheet is of a pad that is not known. */
const NEW_PAD = 3.5;
/** What it costs that lines down of a sheet are strokes through a column. */
const STRUCK = 4;

/** The fits of known pads to some tables; if none has their lines, also those of parts, and of pads as they would be learned from them. */
export function listFits(tables: readonly RuledTable[], sources: PadSources): PadFit[] {
  const { pads, propose = () => [], hasParts = false } = sources;
  const whole = pads.flatMap((pad) => padFits({ tables }, pad));
  if (whole.some(({ cost }) => cost < LIKE_KNOWN)) return whole;
  const known = [...whole, ...(hasParts ? pads.flatMap((pad) => partFits({ tables }, pad)) : [])];
  const learned = fitProposals(tables, propose(tables));
  return [...known, ...learned.map((fit) => ({ ...fit, cost: fit.cost + NEW_PAD }))];
}

/** The best fits of proposed pads that have all their rows, with the costs of the proposals. */
export function fitProposals(tables: readonly RuledTable[], proposals: readonly PadProposal[]): PadFit[] {
  return proposals.flatMap(({ pad, cost }) => {
    const [fit] = padFits({ tables }, pad).filter(({ rows }) => rows.every((cells) => cells !== null));
    return fit === undefined ? [] : [{ ...fit, cost }];
  });
}

/**
 * Finds the sheets of store-bought pads on a photo by their ruled lines, and cuts out their cells.
 *
 * @returns a result for each sheet; none if nothing is ruled like a table
 */
export async function viewTables(
  photo: Photo,
  known: readonly Pad[],
  tools: PhotoTools,
  { file, keepPicture, propose }: ViewOptions,
): Promise<Result<ViewedTables>[]> {
  const viewed: Result<ViewedTables>[] = [];
  const sources = { pads: known, propose };
  for (const { sheet } of findFittingSheets(photo, sources, tools)) {
    const turns = rankTurns(sheet, { ...sources, hasParts: true });
    const cutEdges = findCutEdges(tools.cv, sheet, photo.grey);
    const ways = QUARTERS.map((turn) => ({ tables: turnTables(sheet, turn) }));
    if (turns.length === 0) viewed.push(unknownTable(ways, cutEdges, known, file));
    else if (rowHeightInPhoto(sheet) < MIN_ROW_PX) viewed.push(rowsTooSmall(sheet, file));
    else {
      const middle = outlineCenter(sheet.outline);
      viewed.push(success({ turns: await viewTurns(sheet, turns, keepPicture), cutEdges, middle }));
    }
  }
  return viewed;
}

/** A sheet with the turns in which pads fit. */
interface FittingSheet extends FoundRuledSheet {
  readonly sheet: RuledSheet;
  readonly turns: readonly FittingTurn[];
}

/**
 * Finds the sheets on a photo. If none is found, one fits no known pad, or a table seems to continue beyond its last line, then the
 * surroundings may be to blame, such as a checked cloth or a thumb; the search is repeated on each paper by itself.
 */
function findFittingSheets(photo: Photo, known: PadSources, tools: PhotoTools): FittingSheet[] {
  const keepFittingSheets = (found: readonly RuledSheet[]) =>
    uniqueSheets(
      found.flatMap((sheet) => fitOrSplit(sheet, known, photo, tools)),
      measureSheetCost,
    );
  const usual = keepFittingSheets(findTables(photo, tools));
  if (usual.length > 0 && usual.every(isWhole)) return usual;
  const onPapers = keepFittingSheets(tablesOnPapers(photo, tools));
  const alone = onPapers.filter(isFitting);
  const all = addSheetsOnPapers(usual, alone, { isWhole, costOf: measureSheetCost });
  return alone.length > all.filter(isFitting).length ? onPapers : all;
}

/** Whether a sheet fits a pad, and none of its tables is cut off. */
function isWhole(one: FittingSheet): boolean {
  const { tables, grey } = one.sheet;
  return isFitting(one) && !tables.some((table) => isLarge(table) && isTableCutOff(table, grey));
}

function isFitting({ turns }: FittingSheet): boolean {
  return turns.length > 0;
}

/** The cost of the best fit in any turn. */
function measureSheetCost({ turns }: FittingSheet): number {
  return Math.min(Infinity, ...turns.map(bestCost));
}

/** The sheet itself, or its parts if several sheets were found as one. */
function fitOrSplit(found: RuledSheet, known: PadSources, photo: Photo, tools: PhotoTools): FittingSheet[] {
  const fitPads = (sheet: RuledSheet) => ({ sheet, turns: rankTurns(sheet, known), isPart: false });
  const usual = fitPads(found);
  const cost = measureSheetCost(usual);
  const unstruck = cost < LIKE_KNOWN ? [] : listUnstruck(found).map(fitPads);
  const [best] = unstruck.sort((a, b) => measureSheetCost(a) - measureSheetCost(b));
  if (best !== undefined && measureSheetCost(best) + STRUCK < cost) return [best];
  if (isFitting(usual) || found.tables.length === 1) return [usual];
  const most = Math.max(0, ...known.pads.map(mostTables));
  return splitSheet(found, most, (part) => measureSheetCost(fitPads(part))).map((part) => {
    const asFound = fitPads(part);
    // Straightened again by its own lines, because each sheet lies differently.
    const [alone = part] = isFitting(asFound) ? tablesWithin(photo, part.outline, tools) : [];
    const again = alone === part ? asFound : fitPads(alone);
    return { ...(isFitting(again) ? again : asFound), isPart: true };
  });
}

/** A sheet without one or two neighbouring lines down: the strokes with which a column is crossed out from top to bottom look like lines. */
function listUnstruck(found: RuledSheet): RuledSheet[] {
  const isSideways = found.tables.some(({ across, down }) => down.length > across.length);
  const sheet = isSideways ? turnSheet(found, 1) : found;
  return sheet.tables.flatMap((table, at) =>
    [1, 2].flatMap((count) =>
      table.down.slice(1, -count).map((_, column) => {
        const down = table.down.toSpliced(column + 1, count);
        const darkness = table.darkness.map((row) => row.toSpliced(column + 1, count));
        return { ...sheet, tables: sheet.tables.with(at, { ...table, down, darkness }) };
      }),
    ),
  );
}

/** A possible turn of a sheet, with the fits of pads. */
interface FittingTurn {
  readonly turn: Quarters;
  readonly fits: readonly PadFit[];
}

/** The turns of a sheet in which pads fit, the best first. */
function rankTurns(sheet: RuledSheet, known: PadSources): FittingTurn[] {
  const turns = QUARTERS.map((turn) => {
    const tables = turnTables(sheet, turn);
    return { turn, fits: listFits(tables, known) };
  });
  const fits = plausibleFits(turns.flatMap((one) => one.fits));
  return turns
    .map((one) => ({ ...one, fits: one.fits.filter((fit) => fits.has(fit)) }))
    .filter((one) => one.fits.length > 0)
    .sort((a, b) => bestCost(a) - bestCost(b));
}

function bestCost({ fits }: FittingTurn): number {
  return Math.min(...fits.map(({ cost }) => cost));
}

/** Drops fits that are far worse than the best one. */
export function plausibleFits(fits: readonly PadFit[]): ReadonlySet<PadFit> {
  const sorted = fits.toSorted((a, b) => a.cost - b.cost);
  const [best] = sorted;
  const near = sorted.filter(({ cost }) => cost <= (best?.cost ?? 0) + MUCH_WORSE);
  return new Set(near.slice(0, MAX_FITS));
}

/** If several turns are possible, all cells are cut out in each, so that the same evidence is weighed. */
async function viewTurns(
  sheet: RuledSheet,
  turns: readonly FittingTurn[],
  keepPicture: boolean,
): Promise<ViewedTurn[]> {
  const viewed: ViewedTurn[] = [];
  for (const { turn, fits } of turns) {
    const heads = keepPicture ? headCells(fits) : null;
    const opposite = viewed.find((one) => Math.abs(one.turn - turn) === 2);
    if (opposite === undefined) {
      const upright = turnSheet(sheet, turn);
      const cells = turns.length > 1 ? allCells(upright.tables) : numberCells(fits);
      viewed.push(await viewTurn({ turn, sheet: upright }, cells, heads));
    } else {
      const picture = heads && (await renderPicture(turnSheet(sheet, turn), heads));
      viewed.push({ ...turnUpsideDown(opposite, sheet, turn), picture });
    }
  }
  return viewed;
}

/** All cells of a sheet, from those of the opposite turn. */
function turnUpsideDown({ cells, turn: other }: ViewedTurn, sheet: RuledSheet, turn: Quarters) {
  const tables = turnTables(sheet, turn);
  const [before, after] = [placeBeforeTurn(sheet, other), placeBeforeTurn(sheet, turn)];
  const boxes = new Map(cells.map(({ place, box }) => [cellKey(before(place)), box]));
  const turnedCells = allCells(tables).flatMap((place): CellPicture[] => {
    const box = boxes.get(cellKey(after(place)));
    if (box === undefined) return [];
    return [
      { place, box: { ...box, picture: turnPicture(box.picture, 2), area: cellArea({ tables }, place) } },
    ];
  });
  return { turn, tables, cells: turnedCells };
}

/** Cuts out cells of a turned sheet. @param heads the cells that may be for names; null if no picture is wanted */
export async function viewTurn(
  { turn, sheet }: { readonly turn: Quarters; readonly sheet: RuledSheet },
  places: readonly CellPlace[],
  heads: readonly CellPlace[] | null,
): Promise<ViewedTurn> {
  const pictures = cutCells(sheet, places);
  return {
    turn,
    tables: sheet.tables,
    cells: places.map((place, at) => ({ place, box: getElement(pictures, at) })),
    picture: heads && (await renderPicture(sheet, heads)),
  };
}

/** Renders a sheet for display, with the handwriting in cells that may be for names. */
async function renderPicture(sheet: RuledSheet, heads: readonly CellPlace[]): Promise<TablePicture> {
  const { rgb, grey, pxPerMm } = sheet;
  const { widthPx, heightPx } = grey;
  const image = { pixels: rgb, width: widthPx, height: heightPx, channels: 3 } as const;
  const jpeg = await platform.images.encodeJpeg(image, QUALITY);
  const written = heads.map((place) => {
    return { place, ...measureName(cellAreaInMm(sheet, place), grey, pxPerMm) };
  });
  return { jpeg, widthPx, heightPx, pxPerMm, heads: written };
}

function allCells(tables: readonly RuledTable[]): CellPlace[] {
  return tables.flatMap(({ darkness }, table) =>
    darkness.flatMap((cells, row) => cells.map((_, column) => ({ table, row, column }))),
  );
}

/** The cells that are for names in any of the fits. */
function headCells(fits: readonly PadFit[]): CellPlace[] {
  const heads = fits.flatMap(({ pad, rows }) =>
    rowsOfPad(pad).flatMap(({ holds }, row) => (holds.kind === "names" ? (rows[row] ?? []) : [])),
  );
  return [...new Map(heads.map((cell) => [cellKey(cell), cell])).values()];
}

/** The cells that hold numbers in any of the fits. */
export function numberCells(fits: readonly PadFit[]): CellPlace[] {
  const cells = fits.flatMap(({ rows, extra }) => [...rows, ...extra].flatMap((row) => row ?? []));
  return [...new Map(cells.map((cell) => [cellKey(cell), cell])).values()];
}

/** The problem of a photo without ruled tables. */
export function noTable(file: string): Result<never> {
  const message = msg`scan.no-table: no table that could be a score pad was found on ${file}`;
  return refusal("no-table", message, WHOLE_SHEET_HINT);
}

export const WHOLE_SHEET_HINT = msg`scan.whole-sheet-hint: photograph the whole sheet with all its lines, in focus and from above`;

/**
 * The problem of a sheet that fits no known pad: it is not wholly on the photo, or of another pad.
 *
 * @param ways its tables, turned in each way that it may lie, at least one
 */
export function unknownTable(
  ways: readonly Pick<RuledSheet, "tables">[],
  cutEdges: readonly PhotoEdge[],
  known: readonly Pad[],
  file: string,
): Result<never> {
  if (cutEdges.length > 0) return refusal("missing-edge", describeCut(cutEdges, file), WHOLE_TABLE_HINT);
  const near = ways.map(({ tables }) => ({ tables, nearest: nearestPad(tables, known) }));
  const getCost = ({ nearest }: (typeof near)[number]) => nearest?.cost ?? Infinity;
  const { tables, nearest } = near.reduce((best, one) => (getCost(one) < getCost(best) ? one : best));
  const sizes = tables.map(({ across, down }) => ({ rows: across.length - 1, columns: down.length - 1 }));
  const [{ rows, columns } = { rows: 0, columns: 0 }] = sizes.toSorted(
    (a, b) => b.rows * b.columns - a.rows * a.columns,
  );
  const shown =
    sizes.length === 1
      ? msg`scan.shows-table: ${file} shows a table of ${rows} rows and ${columns} columns`
      : msg`scan.shows-tables: ${file} shows ${sizes.length} tables, the largest of ${rows} rows and ${columns} columns`;
  if (nearest === null)
    return refusal("unknown-pad", msg`scan.no-pad-like: ${shown}; no known pad looks like that`, KNOWN_PADS);
  const { pad, missing } = nearest;
  const found = sizes.reduce((sum, one) => sum + one.rows, 0);
  const message = msg`scan.nearest-pad: ${shown}; no known pad looks like that; \`${pad.id}\` comes nearest, but ${describeDifference(pad, found, columns)}`;
  return refusal("unknown-pad", message, missing === null ? KNOWN_PADS : MISSING_PART_HINT[missing]);
}

/** The problem of a sheet that a person said to be of another pad; null for other sheets. */
export function otherPadProblem(pad: PadOnPhoto | null, file: string): Problem | null {
  const message = msg`scan.other-pad: ${file} shows a pad that is not known`;
  return pad?.isOther === true ? problem("unknown-pad", message, { hint: KNOWN_PADS }) : null;
}

/** Says that a photo shows only a part of a table. @param edges beyond which it continues, at least one */
export function describeCut(edges: readonly PhotoEdge[], file: string): Message {
  const places = messagesInRow(edges.map((edge) => AT_EDGE[edge]));
  return msg`scan.table-beyond-photo: ${file} shows only a part of a table, which continues beyond the edge of the photo (${places})`;
}

const AT_EDGE: Readonly<Record<PhotoEdge, Message>> = {
  top: msg`scan.at-top: at the top`,
  right: msg`scan.at-right: on the right`,
  bottom: msg`scan.at-bottom: at the bottom`,
  left: msg`scan.at-left: on the left`,
};

/** What to do where a table continues beyond the photo. */
export const WHOLE_TABLE_HINT = msg`scan.whole-table-hint: take another photo that shows the whole sheet with all its edges`;

const KNOWN_PADS = msg`scan.known-pads-hint: \`augenblock pads list\` lists the known pads; \`augenblock pads learn\` adds one from a photo`;

/** What to do where a part of the sheet is not on the photo. */
export const MISSING_PART_HINT: Readonly<Record<MissingPart, Message>> = {
  upper: msg`scan.upper-part-hint: the upper part of the sheet seems to be missing: photograph all of it, from the first line to the last`,
  unclear: msg`scan.some-part-hint: if a part of the sheet is missing, photograph all of it; \`augenblock pads learn\` adds another pad from a photo`,
  lower: msg`scan.lower-part-hint: the lower part of the sheet seems to be missing: photograph all of it, from the first line to the last`,
};

/** How a pad differs from a table of a number of rows, and of columns in its largest part. */
function describeDifference(pad: Pad, found: number, columns: number): Message {
  const { length } = rowsOfPad(pad);
  if (length !== found) return msg`scan.pad-has-rows: it has ${length} rows instead of ${found}`;
  const [{ labels, entries } = { labels: 0, entries: { min: 0, max: 0 } }] = pad.tables;
  const [min, max] = [labels + entries.min, labels + entries.max];
  if (columns >= min && columns <= max)
    return msg`scan.pad-lines-differ: its lines are in other places, or the numbers don’t fit its rows`;
  return min === max
    ? msg`scan.pad-has-columns: it has ${max} columns instead of ${columns}`
    : msg`scan.pad-has-column-range: it has ${min} to ${max} columns instead of ${columns}`;
}

/** The median row height in the photo, in px. */
function rowHeightInPhoto({ tables, grey, outline }: RuledSheet): number {
  const heights = tables.flatMap(({ darkness }, table) =>
    darkness.map((_, row) => cellArea({ tables }, { table, row, column: 0 }).heightPx),
  );
  const side = distance(getElement(outline, 0), getElement(outline, 3));
  return (median(heights) * side) / grey.heightPx;
}

function rowsTooSmall(sheet: RuledSheet, file: string): Result<never> {
  const height = Math.round(rowHeightInPhoto(sheet));
  const message = msg`scan.rows-too-small: the rows of the table on ${file} are only ${height} pixels high; ${MIN_ROW_PX} are needed`;
  return refusal(
    "too-small",
    message,
    msg`scan.move-closer-hint: move closer, so that the sheet fills the photo`,
  );
}
