import type { Sheet } from "../check/sheet.ts";
import type { PadLayout } from "../print/layout/pad-layout.ts";
import type { SheetCode } from "../print/layout/sheet-code.ts";
import { getElement } from "../rules/arrays.ts";
import type { Game } from "../rules/game/game.ts";
import { type Result, success } from "../rules/problem/problem.ts";
import { canBeNegative } from "../rules/sums/sum-graph.ts";
import { NO_INK } from "./digits/evidence.ts";
import { type DigitModel, type DigitReader, openReader } from "./digits/reader.ts";
import { decodePhoto } from "./image/decode.ts";
import type { Photo } from "./image/picture.ts";
import { openPhotoTools, type PhotoTools } from "./image/tools.ts";
import { inferReading } from "./inference/infer.ts";
import type { Judgement } from "./inference/judge.ts";
import { adaptToHandwriting, rereadUnsureBoxes } from "./inference/handwriting.ts";
import { limitToVisible, inkEvidence } from "./inference/picture-reading.ts";
import type { SeenBox, SheetReading } from "./inference/sheet-reading.ts";
import type { PadOnPhoto } from "./pads/pad.ts";
import { readTables } from "./pads/read-tables.ts";
import { NO_HINTS, proposePads } from "./pads/propose-pad.ts";
import { noTable, type PadSources, type ViewedTables, viewTables } from "./pads/view-tables.ts";
import { judgeSheet } from "./sheet/judge-sheet.ts";
import type { KnownSheets } from "./sheet/known-sheets.ts";
import {
  isWithoutMarks,
  type Scan,
  type ScanOptions,
  type ViewedSheet,
  viewQuietPapers,
  viewSheets,
} from "./view/view-sheets.ts";
import type { BoxPicture } from "./warp/cut-boxes.ts";

/**
 * Scans a photo of filled sheets: reads every box and finds the mistakes. The phases, in this order:
 *
 *     decode       image/      bytes of a photo to pixels
 *     find         marks/      pixels to the fiducials of each sheet
 *     read code    code/       identifies the sheet; `KnownSheets` has its game and layout
 *     straighten   warp/       flattens the sheet and cuts out the boxes
 *     read digits  digits/     the picture of a box to probabilities of its content
 *     infer        inference/  the boxes of a sheet, with the rules in mind, to a reading
 *     judge        inference/  the reading to findings: mistakes of the players, apart from misreadings
 *
 * Quiet sheets have no fiducials: their ruled lines are found (tables/) and matched with the layout that their code names
 * (view/quiet-sheets.ts). Sheets of store-bought pads have no code either: their ruled lines are found (tables/) and matched with the rows of known pads (pads/).
 *
 * `scan` runs all phases. `viewAll` stops after cutting out boxes and returns plain values, so that it can run in another thread;
 * `readViews` continues up to the reading.
 *
 * @param photo the bytes of a file, or decoded pixels, such as those of a camera
 */
export async function scan(
  photo: Uint8Array | Photo,
  known: KnownSheets,
  tools: ScanTools,
  options: ScanOptions = {},
): Promise<Scan<ScannedSheet>> {
  const { file = "the photo", names = [] } = options;
  const views = await viewAll(photo, known, tools.photo, options);
  const { sheets, ...rest } = await readViews(views, known, tools.digits);
  const addJudgement = (read: SheetOnPhoto): ScannedSheet => ({ ...read, ...judgeSheet(read, file, names) });
  return { ...rest, sheets: sheets.map((one) => (one.ok ? success(addJudgement(one.value)) : one)) };
}

/** The tools for scanning; opened once for all photos. */
export interface ScanTools {
  /** @internal */
  readonly photo: PhotoTools;
  /** @internal */
  readonly digits: DigitReader;
}

/** Opens the tools for scanning. @param symbolRuntime `zxing_reader.wasm` of the package zxing-wasm @returns the tools, or the problems of the model's files */
export async function openScanTools(
  symbolRuntime: Uint8Array,
  model: DigitModel,
): Promise<Result<ScanTools>> {
  const [photo, digits] = await Promise.all([openPhotoTools(symbolRuntime), openReader(model)]);
  return digits.ok ? success({ photo, digits: digits.value }) : digits;
}

/** A sheet found by its fiducials or ruled lines, before anything is read. @internal */
export type Viewed = ViewedSheet | ViewedTables;

/** A sheet that was read; its players have no names yet. */
export interface SheetOnPhoto extends Omit<ViewedSheet, "boxes" | "code"> {
  /** The printed code; null on a store-bought pad. */
  readonly code: SheetCode | null;
  /** Null for a sheet with a code. */
  readonly pad: PadOnPhoto | null;
  /** The columns are games that one person played in a row; left out for players. */
  readonly columnsAreGames?: boolean;
  readonly game: Game;
  /** Null for a store-bought pad. */
  readonly layout: PadLayout | null;
  readonly seen: readonly SeenBox[];
  readonly reading: SheetReading;
}

/** A sheet that was read and judged. */
export interface ScannedSheet extends SheetOnPhoto {
  readonly sheet: Sheet;
  readonly judgement: Judgement;
}

/** The first half of {@link scan}: finds sheets by their fiducials or, without any, by their ruled lines. @internal */
export async function viewAll(
  image: Uint8Array | Photo,
  known: KnownSheets,
  tools: PhotoTools,
  options: ScanOptions = {},
): Promise<Scan<Viewed>> {
  const { file = "the photo", keepPicture = false } = options;
  const decoded = image instanceof Uint8Array ? await decodePhoto(image, file) : success(image);
  if (!decoded.ok) return { file, sheets: [decoded] };
  const photo = decoded.value;
  const marked = known.isPadGiven ? null : await viewSheets(photo, known, tools, options);
  if (marked !== null && !isWithoutMarks(marked)) return marked;
  const { pads, propose } = await padSources(known);
  const sheets = await viewTables(photo, pads, tools, { file, keepPicture, propose });
  if (marked !== null && !sheets.some(({ ok }) => ok)) {
    const quiet = await viewQuietPapers(photo, known, tools, options);
    if (quiet.length > 0) return { file, sheets: quiet };
  }
  if (sheets.length > 0) return { file, sheets };
  return marked ?? { file, sheets: [noTable(file)] };
}

/** The second half of {@link scan}, up to the reading: read digits, infer. @internal */
export async function readViews(
  { sheets, ...rest }: Scan<Viewed>,
  known: KnownSheets,
  digits: DigitReader,
): Promise<Scan<SheetOnPhoto>> {
  const readCommercialPad = async (view: ViewedTables): Promise<Result<SheetOnPhoto>> => {
    const pads = await padSources(known);
    const read = await readTables(view, { ...pads, isGiven: known.isPadGiven }, digits, rest.file);
    if (!read.ok) return read;
    return success({ ...read.value, middle: view.middle, code: null, layout: null });
  };
  const readView = async ({ boxes, ...view }: ViewedSheet): Promise<Result<SheetOnPhoto>> => {
    const printed = known.ofCode(view.code);
    if (!printed.ok) return printed;
    const { game, layout } = printed.value;
    const atFirstSight = await seenBoxes(layout, boxes, canBeNegative(game), digits);
    const seen = adaptToHandwriting(
      game,
      await rereadUnsureBoxes(game, atFirstSight, (at) => getElement(boxes, at), digits),
    );
    const { columnsAreGames = false } = layout;
    const reading = inferReading(game, seen);
    return success({
      ...view,
      pad: null,
      ...(columnsAreGames && { columnsAreGames }),
      game,
      layout,
      seen,
      reading,
    });
  };
  const read: Result<SheetOnPhoto>[] = [];
  for (const one of sheets)
    read.push(
      !one.ok ? one : "turns" in one.value ? await readCommercialPad(one.value) : await readView(one.value),
    );
  return { ...rest, sheets: read };
}

/** The known pads, and pads of the only game as they would be learned from a sheet that is of none of them. */
async function padSources(known: KnownSheets): Promise<PadSources> {
  const [pads, game] = [await known.pads(), known.onlyGame];
  if (game === null) return { pads };
  const start = { id: NEW_PAD, name: game.name, game, changes: {}, columns: "players" } as const;
  return { pads, propose: (tables) => proposePads(tables, start, NO_HINTS, pads) };
}

/** Replaces the id of a pad that is not known. */
const NEW_PAD = "unknown-pad";

async function seenBoxes(
  layout: PadLayout,
  pictures: readonly BoxPicture[],
  isSigned: boolean,
  digits: DigitReader,
) {
  const inked = pictures.flatMap(({ picture, isBlank }) => (isBlank ? [] : [picture]));
  const read = (await digits.read(inked, isSigned)).values();
  return layout.boxes.map(({ player, column, category, line }, at) => {
    const { isBlank, isFaint, isAstride, visible } = getElement(pictures, at);
    const seen = isBlank ? NO_INK : (read.next().value ?? null);
    return {
      ...{ player, column, category, line },
      ...limitToVisible(seen && inkEvidence(seen, isFaint), visible),
      ...(isAstride && { isAstride }),
    };
  });
}
