import { msg } from "../rules/problem/message.ts";
import type { Sheet } from "../check/sheet.ts";
import { platform } from "../platform/node.ts";
import type { PadLayout } from "../print/layout/pad-layout.ts";
import { type SheetCode, writeSheetCode } from "../print/layout/sheet-code.ts";
import { elementAt } from "../rules/arrays.ts";
import type { Game } from "../rules/game/game.ts";
import { canBeNegative } from "../rules/sums/ranges.ts";
import { type Problem, problem, refusal, type Result, success } from "../rules/problem/problem.ts";
import { readCode, recogniseCode } from "./code/read-code.ts";
import { NO_INK } from "./digits/evidence.ts";
import { type DigitModel, type DigitReader, openReader } from "./digits/reader.ts";
import { decodePhoto } from "./image/decode.ts";
import { middleOf, mirroredPhoto, type Photo, type PixelArea, type Point } from "./image/picture.ts";
import { openPhotoTools, type PhotoTools } from "./image/tools.ts";
import { inferReading } from "./inference/infer.ts";
import type { Judgement } from "./inference/judge.ts";
import { inOwnHands } from "./inference/own-hands.ts";
import { asFarAsSeen, inkIn } from "./inference/picture-reading.ts";
import { lookedAgain } from "./inference/second-look.ts";
import type { SeenBox, SheetReading } from "./inference/sheet-reading.ts";
import { judgeSheet } from "./judge-sheet.ts";
import type { KnownSheets } from "./known-sheets.ts";
import { missingEdges } from "./missing-edges.ts";
import { isEmptyPage } from "./marks/empty-page.ts";
import { type FoundSheet, findSheets, hasMirroredMarks, isInside, outlineOf } from "./marks/find-sheets.ts";
import { type NameCell, nameCells } from "./name-cells.ts";
import type { PadOnPhoto } from "./pads/pad-on-photo.ts";
import { readTables } from "./pads/read-tables.ts";
import { noTable, type ViewedTables, viewTables } from "./pads/view-tables.ts";
import { distinctSheets, type Sighting } from "./same-sheet.ts";
import { type BoxPicture, MIN_VISIBLE } from "./warp/cut-boxes.ts";
import { straighten } from "./warp/straighten.ts";

/**
 * Scanning: from the photo of filled sheets to what stands in every box and what is wrong there. The phases, in this order:
 *
 *     decode       image/      the bytes of a photo to pixels
 *     find         marks/      pixels to the marks of each sheet
 *     read code    code/       which sheet it is; `KnownSheets` has its game and layout
 *     straighten   warp/       the sheet lies flat, and each box is a picture
 *     read digits  digits/     the picture of a box to probabilities of what stands in it
 *     infer        inference/  the boxes of a sheet, with the rules in mind, to a reading
 *     judge        inference/  the reading to findings: mistakes of the players, told from our own
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
  const judged = (read: SheetOnPhoto): ScannedSheet => ({ ...read, ...judgeSheet(read, file, names) });
  return { ...rest, sheets: sheets.map((one) => (one.ok ? success(judged(one.value)) : one)) };
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

/** What is known of a photo, and what is wanted of it. */
export interface ScanOptions {
  /** The name of the photo, for messages. */
  readonly file?: string;
  /** The code of sheets on which it can't be read. */
  readonly code?: SheetCode | null;
  /** Whether a picture of each sheet is wanted, to be shown. */
  readonly keepPicture?: boolean;
  /** The players' names from left to right; a player without one is called by number. */
  readonly names?: readonly string[];
}

/** What came of a photo. */
export interface Scan<T> {
  readonly file: string;
  /** Every sheet that was found, or why it can't be read; one bad result for a photo that can't be read at all. */
  readonly sheets: readonly Result<T>[];
}

/** A straightened sheet, before anything is read. */
export interface ViewedSheet {
  readonly code: SheetCode;
  /** In the order of the layout's boxes. */
  readonly boxes: readonly BoxPicture[];
  /** What makes reading harder but not impossible. */
  readonly warnings: readonly Problem[];
  /** Where its middle lies in the photo, in px. */
  readonly middle: Point;
  /** Null where none is wanted. */
  readonly picture: SheetPicture | null;
}

/** A sheet that was found, by its marks or by its ruled lines, before anything is read. @internal */
export type Viewed = ViewedSheet | ViewedTables;

/** The straightened sheet as a picture to show. */
export interface SheetPicture {
  readonly jpeg: Uint8Array;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly pxPerMm: number;
  /** Where the boxes are, in the order of the layout. */
  readonly areas: readonly PixelArea[];
  /** Where the players' names are written, on pads that have a place for them. */
  readonly names: readonly NameCell[];
}

/** A sheet that was read; its players have no names yet. */
export interface SheetOnPhoto extends Omit<ViewedSheet, "boxes" | "code"> {
  /** What its small code says; null on a bought pad. */
  readonly code: SheetCode | null;
  /** The bought pad that it is a sheet of; null for a sheet with a code. */
  readonly pad: PadOnPhoto | null;
  readonly game: Game;
  /** Where everything was printed; null for a bought pad. */
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
  const marked = known.isPadTold ? null : await viewSheets(photo, known, tools, options);
  if (marked !== null && !isWithoutMarks(marked)) return marked;
  const sheets = await viewTables(photo, await known.pads(), tools, { file, keepPicture });
  if (sheets.length > 0) return { file, sheets };
  return marked ?? { file, sheets: [noTable(file)] };
}

function isWithoutMarks({ sheets }: Scan<ViewedSheet>): boolean {
  return sheets.every((one) => !one.ok && one.problems.every(({ code }) => code === "no-marks"));
}

/** The sheets of a photo that are found by their marks: decode, find, read code, straighten. @internal */
export async function viewSheets(
  image: Uint8Array | Photo,
  known: KnownSheets,
  tools: PhotoTools,
  options: ScanOptions = {},
): Promise<Scan<ViewedSheet>> {
  const { file = "the photo", code: typed = null } = options;
  const decoded = image instanceof Uint8Array ? await decodePhoto(image, file) : success(image);
  if (!decoded.ok) return { file, sheets: [decoded] };
  const photo = decoded.value;
  const found = findSheets(photo, tools);
  const noCode = msg(
    "scan.small-code-sheet",
  )`the small code of a sheet on ${file} can’t be read, neither at its top right nor at its bottom left`;
  const noMarks = msg("scan.there-no-sheet")`there is no sheet on ${file} that can be found by its marks`;
  const mirrored = found.length === 0 ? mirroredPhoto(photo) : null;
  if (mirrored !== null && hasMirroredMarks(mirrored, tools) && findSheets(mirrored, tools).length > 0) {
    const turned = await viewSheets(mirrored, known, tools, options);
    return {
      file,
      sheets: turned.sheets.map((one) => (one.ok ? success(asMirrored(one.value, file)) : one)),
    };
  }
  if (found.length === 0) {
    const isEmpty = isEmptyPage(photo.grey);
    const why = isEmpty ? emptyPage(file) : refusal("no-marks", noMarks, NO_MARKS_HINT);
    return { file, sheets: [why] };
  }
  const read: (SheetCode | null)[] = [];
  for (const one of found) read.push(await readCode(photo, one, tools));
  const told = [...read, typed].filter((code) => code !== null);
  const sightings: Sighting<ViewedSheet>[] = [];
  for (const [at, one] of found.entries()) {
    const code = read[at] ?? recogniseCode(photo, one, tools, known.symbols(one.group, told)) ?? typed;
    sightings.push(
      code === null
        ? { found: one, ...unread(refusal("unreadable-code", noCode, NO_CODE_HINT), one, tools) }
        : { found: one, ...(await viewSheet(photo, one, code, known, tools, options)) },
    );
  }
  const isWhole = (one: FoundSheet) => isInside(one, photo.grey, tools.cv);
  return { file, sheets: withoutNeighbours(distinctSheets(tools.cv, sightings), isWhole, file) };
}

/** A sheet of a photo that was mirrored back. */
function asMirrored(sheet: ViewedSheet, file: string): ViewedSheet {
  const message = msg("scan.mirrored-turned-back")`${file} is mirrored; it was turned back to be read`;
  const hint = msg(
    "scan.let-camera-save",
  )`let the camera save photos as they are, not as a mirror shows them`;
  const warning = problem("mirrored-photo", message, { severity: "warning", hint });
  return { ...sheet, warnings: [...sheet.warnings, warning] };
}

function emptyPage(file: string): Result<never> {
  const hint = msg("scan.photograph-scan-side")`photograph or scan the side that was written on`;
  return refusal(
    "empty-page",
    msg("scan.nothing-shows-empty")`nothing is on ${file}: it shows an empty page`,
    hint,
  );
}

const NO_MARKS_HINT = msg(
  "scan.print-pad-marks",
)`print the pad with marks (the default) and photograph the whole sheet, sharp and from above; the numbers of an old pad can be typed in with \`augenblock sheet\``;
const NO_CODE_HINT = msg(
  "scan.photograph-closer-sharper",
)`photograph it closer and sharper, without thumb or glare on one of the two, or give the letters at the top right with \`--code\`; if they can’t be seen, those of any sheet of the block will do without the number`;

/** Fine enough that ink stays crisp when a box is enlarged. */
const QUALITY = 88;

type View = Omit<Sighting<ViewedSheet>, "found">;

async function viewSheet(
  photo: Photo,
  found: FoundSheet,
  code: SheetCode,
  known: KnownSheets,
  tools: PhotoTools,
  { file = "the photo", keepPicture = false }: ScanOptions,
): Promise<View> {
  const printed = known.ofCode(code);
  if (!printed.ok) return unread(printed, found, tools);
  const { layout } = printed.value;
  const straight = await straighten(photo, found, layout, known.printOf(layout, tools), tools);
  if (!straight.ok) return unread(straight, found, tools);
  const { rgb, grey, pxPerMm, outline, agreement, ...read } = straight.value;
  const { widthPx, heightPx } = grey;
  const image = { pixels: rgb, width: widthPx, height: heightPx, channels: 3 } as const;
  const jpeg = keepPicture ? await platform.images.encodeJpeg(image, QUALITY) : null;
  const areas = read.boxes.map(({ area }) => area);
  const names = keepPicture ? nameCells(layout, grey, pxPerMm) : [];
  const picture = jpeg && { jpeg, widthPx, heightPx, pxPerMm, areas, names };
  // A photo that cuts off nothing but margins is a good photo.
  const isAnyHidden = read.boxes.some(({ visible }) => visible < MIN_VISIBLE);
  const missing = isAnyHidden ? missingEdges(outline, photo.grey, file) : [];
  const warnings = [...missing, ...read.warnings];
  const sheet = success({ code, ...read, warnings, middle: middleOf(outline), picture });
  return { identity: writeSheetCode(code), outline, agreement, sheet };
}

/** A sheet that can't be read; it may be one that was read already. */
function unread(sheet: Result<ViewedSheet>, found: FoundSheet, { cv }: PhotoTools): View {
  return { identity: null, outline: outlineOf(found, cv), agreement: 0, sheet };
}

/** An unreadable sheet that only reaches into the photo of another one is no failure: the other one gets a warning instead. */
function withoutNeighbours(
  sightings: readonly Sighting<ViewedSheet>[],
  isWhole: (found: FoundSheet) => boolean,
  file: string,
): Result<ViewedSheet>[] {
  const kept = sightings.filter(({ sheet, found }) => sheet.ok || isWhole(found)).map(({ sheet }) => sheet);
  const first = kept.findIndex(({ ok }) => ok);
  const meant = kept[first];
  if (kept.length === sightings.length || meant === undefined || !meant.ok)
    return sightings.map(({ sheet }) => sheet);
  const message = msg("scan.another-sheet-reaches")`another sheet reaches into ${file}; it is left out`;
  const hint = msg("scan.photograph-itself-if")`photograph it by itself if it is to be checked, too`;
  const reachingIn = problem("sheet-reaches-in", message, { severity: "warning", hint });
  return kept.with(first, success({ ...meant.value, warnings: [...meant.value.warnings, reachingIn] }));
}

/** The second half of {@link scan}, up to the reading: read digits, infer. @internal */
export async function readViews(
  { sheets, ...rest }: Scan<Viewed>,
  known: KnownSheets,
  digits: DigitReader,
): Promise<Scan<SheetOnPhoto>> {
  const readBought = async (view: ViewedTables): Promise<Result<SheetOnPhoto>> => {
    const pads = { pads: await known.pads(), isTold: known.isPadTold };
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
      await lookedAgain(game, atFirstSight, (at) => elementAt(boxes, at), digits),
    );
    return success({ ...view, pad: null, game, layout, seen, reading: inferReading(game, seen) });
  };
  const read: Result<SheetOnPhoto>[] = [];
  for (const one of sheets)
    read.push(!one.ok ? one : "turns" in one.value ? await readBought(one.value) : await readView(one.value));
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
    const { isBlank, isFaint, visible } = elementAt(pictures, at);
    const seen = isBlank ? NO_INK : (read.next().value ?? null);
    return { player, column, category, line, ...asFarAsSeen(seen && inkIn(seen, isFaint), visible) };
  });
}
