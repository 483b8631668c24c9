import type { Sheet } from "../check/sheet.ts";
import type { PadLayout } from "../print/layout/pad-layout.ts";
import type { SheetCode } from "../print/layout/sheet-code.ts";
import { getElement } from "../rules/arrays.ts";
import type { Game } from "../rules/game/game.ts";
import { type Result, success } from "../rules/problem/problem.ts";
import { canBeNegative } from "../rules/sums/ranges.ts";
import { NO_INK } from "./digits/evidence.ts";
import { type DigitModel, type DigitReader, openReader } from "./digits/reader.ts";
import { decodePhoto } from "./image/decode.ts";
import type { Photo } from "./image/picture.ts";
import { openPhotoTools, type PhotoTools } from "./image/tools.ts";
import { inferReading } from "./inference/infer.ts";
import type { Judgement } from "./inference/judge.ts";
import { inOwnHands } from "./inference/own-hands.ts";
import { asFarAsSeen, inkEvidence } from "./inference/picture-reading.ts";
import { lookedAgain } from "./inference/second-look.ts";
import type { SeenBox, SheetReading } from "./inference/sheet-reading.ts";
import type { PadOnPhoto } from "./pads/pad.ts";
import { readTables } from "./pads/read-tables.ts";
import { noTable, type ViewedTables, viewTables } from "./pads/view-tables.ts";
import { judgeSheet } from "./sheet/judge-sheet.ts";
import type { KnownSheets } from "./sheet/known-sheets.ts";
import { type Scan, type ScanOptions, type ViewedSheet, viewSheets } from "./view/view-sheets.ts";
import type { BoxPicture } from "./warp/cut-boxes.ts";

/**
 * Scanning: from the photo of filled sheets to the content of every box and what is wrong there. The phases, in this order:
 *
 *     decode       image/      the bytes of a photo to pixels
 *     find         marks/      pixels to the marks of each sheet
 *     read code    code/       which sheet it is; `KnownSheets` has its game and layout
 *     straighten   warp/       the sheet lies flat, and each box is a picture
 *     read digits  digits/     the picture of a box to probabilities of its content
 *     infer        inference/  the boxes of a sheet, with the rules in mind, to a reading
 *     judge        inference/  the reading to findings: mistakes of the players, apart from our own
 *
 * A sheet without marks, of a pad that was bought, takes another way up to the reading: its ruled lines are found (tables/), and laid
 * upon the rows of the pads that are known (pads/).
 *
 * `scan` goes through all of them. `viewAll` ends with straightened boxes and gives plain values, so that it can run in another thread;
 * `readViews` goes on from there up to the reading.
 *
 * @param photo the bytes of a file, or pixels that are decoded already, such as those of a camera
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

/** What photos are scanned with; opened once for all of them. */
export interface ScanTools {
  /** @internal */
  readonly photo: PhotoTools;
  /** @internal */
  readonly digits: DigitReader;
}

/**
 * Opens everything that photos are scanned with. @param symbolRuntime `zxing_reader.wasm` of the package zxing-wasm
 *
 * @returns the tools, or what is wrong with the files of the model
 */
export async function openScanTools(
  symbolRuntime: Uint8Array,
  model: DigitModel,
): Promise<Result<ScanTools>> {
  const [photo, digits] = await Promise.all([openPhotoTools(symbolRuntime), openReader(model)]);
  return digits.ok ? success({ photo, digits: digits.value }) : digits;
}

/** A sheet that was found, by its marks or by its ruled lines, before anything is read. @internal */
export type Viewed = ViewedSheet | ViewedTables;

/** A sheet that was read; its players have no names yet. */
export interface SheetOnPhoto extends Omit<ViewedSheet, "boxes" | "code"> {
  /** What its small code says; null on a store-bought pad. */
  readonly code: SheetCode | null;
  /** The store-bought pad that it is a sheet of; null for a sheet with a code. */
  readonly pad: PadOnPhoto | null;
  readonly game: Game;
  /** Where everything was printed; null for a store-bought pad. */
  readonly layout: PadLayout | null;
  readonly seen: readonly SeenBox[];
  readonly reading: SheetReading;
}

/** A sheet that was read and judged. */
export interface ScannedSheet extends SheetOnPhoto {
  readonly sheet: Sheet;
  readonly judgement: Judgement;
}

/** The first half of {@link scan}: every sheet that is found by its marks or, where there are none, by its ruled lines. @internal */
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
  const sheets = await viewTables(photo, await known.pads(), tools, { file, keepPicture });
  if (sheets.length > 0) return { file, sheets };
  return marked ?? { file, sheets: [noTable(file)] };
}

function isWithoutMarks({ sheets }: Scan<ViewedSheet>): boolean {
  return sheets.every((one) => !one.ok && one.problems.every(({ code }) => code === "no-marks"));
}

/** The second half of {@link scan}, up to the reading: read digits, infer. @internal */
export async function readViews(
  { sheets, ...rest }: Scan<Viewed>,
  known: KnownSheets,
  digits: DigitReader,
): Promise<Scan<SheetOnPhoto>> {
  const readCommercialPad = async (view: ViewedTables): Promise<Result<SheetOnPhoto>> => {
    const pads = { pads: await known.pads(), isGiven: known.isPadGiven };
    const read = await readTables(view, pads, digits, rest.file);
    if (!read.ok) return read;
    return success({ ...read.value, middle: view.middle, code: null, layout: null });
  };
  const readView = async ({ boxes, ...view }: ViewedSheet): Promise<Result<SheetOnPhoto>> => {
    const printed = known.ofCode(view.code);
    if (!printed.ok) return printed;
    const { game, layout } = printed.value;
    const atFirstSight = await seenBoxes(layout, boxes, canBeNegative(game), digits);
    const seen = inOwnHands(
      game,
      await lookedAgain(game, atFirstSight, (at) => getElement(boxes, at), digits),
    );
    return success({ ...view, pad: null, game, layout, seen, reading: inferReading(game, seen) });
  };
  const read: Result<SheetOnPhoto>[] = [];
  for (const one of sheets)
    read.push(
      !one.ok ? one : "turns" in one.value ? await readCommercialPad(one.value) : await readView(one.value),
    );
  return { ...rest, sheets: read };
}

async function seenBoxes(
  layout: PadLayout,
  pictures: readonly BoxPicture[],
  isSigned: boolean,
  digits: DigitReader,
) {
  const inked = pictures.flatMap(({ picture, isBlank }) => (isBlank ? [] : [picture]));
  const read = (await digits.read(inked, isSigned)).values();
  return layout.boxes.map(({ player, column, category, line }, at) => {
    const { isBlank, isFaint, visible } = getElement(pictures, at);
    const seen = isBlank ? NO_INK : (read.next().value ?? null);
    return { player, column, category, line, ...asFarAsSeen(seen && inkEvidence(seen, isFaint), visible) };
  });
}
