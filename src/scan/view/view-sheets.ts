import { platform } from "../../platform/node.ts";
import type { PadLayout } from "../../print/layout/pad-layout.ts";
import { type SheetCode, writeSheetCode } from "../../print/layout/sheet-code.ts";
import { getElement } from "../../rules/arrays.ts";
import { type Message, msg } from "../../rules/problem/message.ts";
import { type Problem, problem, refusal, type Result, success } from "../../rules/problem/problem.ts";
import { readCode, recogniseCode } from "../code/read-code.ts";
import { decodePhoto } from "../image/decode.ts";
import {
  type Grey,
  outlineCenter,
  mirrorPhoto,
  type Photo,
  type PixelArea,
  type Point,
  quantile,
} from "../image/picture.ts";
import { disposeAfterUse, type OpenCv, type PhotoTools } from "../image/tools.ts";
import {
  findSheets,
  type FoundSheet,
  hasMirroredMarks,
  isInside,
  sheetOutline,
} from "../marks/find-sheets.ts";
import type { KnownSheets } from "../sheet/known-sheets.ts";
import { type BoxPicture, MIN_VISIBLE } from "../warp/cut-boxes.ts";
import { isolatePapers } from "../tables/papers.ts";
import { findTables, type PlacedRuledSheet } from "../tables/find-tables.ts";
import { refusePrint, straighten, straightenPlaced, type StraightSheet } from "../warp/straighten.ts";
import { type NameCell, nameCells } from "./name-cells.ts";
import { placeByLines, readQuietCode, uprightWays } from "./quiet-sheets.ts";

/** Options for scanning a photo. */
export interface ScanOptions {
  /** The name of the photo, for messages. */
  readonly file?: string;
  /** The code to assume for sheets whose code can't be read. */
  readonly code?: SheetCode | null;
  /** Whether to return a picture of each sheet for display. */
  readonly keepPicture?: boolean;
  /** The players' names from left to right; a player without one gets a number. */
  readonly names?: readonly string[];
}

/** The outcome of a photo. */
export interface Scan<T> {
  readonly file: string;
  /** A result for every sheet; a single failure if the photo itself can't be read. */
  readonly sheets: readonly Result<T>[];
}

/** A straightened sheet, before anything is read. */
export interface ViewedSheet {
  readonly code: SheetCode;
  /** In the order of the layout's boxes. */
  readonly boxes: readonly BoxPicture[];
  /** Problems that make reading harder but not impossible. */
  readonly warnings: readonly Problem[];
  /** The middle of the sheet in the photo, in px. */
  readonly middle: Point;
  /** Null if none is wanted. */
  readonly picture: SheetPicture | null;
}

/** The straightened sheet as a picture for display. */
export interface SheetPicture {
  readonly jpeg: Uint8Array;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly pxPerMm: number;
  /** The areas of the boxes, in the order of the layout. */
  readonly areas: readonly PixelArea[];
  /** The cells for the players' names, if the pad has any. */
  readonly names: readonly NameCell[];
}

/** Finds the sheets of a photo by their fiducials, else quiet ones by their lines: decode, find, read code, straighten. @internal */
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
  const noCode = msg`scan.code-unreadable: the small code of a sheet on ${file} can’t be read`;
  const noMarks = msg`scan.no-marks: no score sheet was found on ${file}, neither by corner marks nor by the lines of a table`;
  if (found.length === 0) {
    const quiet = await viewQuietSheets(photo, findTables(photo, tools), known, tools, options);
    if (quiet.length > 0) return { file, sheets: quiet };
  }
  const mirrored = found.length === 0 ? mirrorPhoto(photo) : null;
  if (mirrored !== null && hasMirroredMarks(mirrored, tools) && findSheets(mirrored, tools).length > 0) {
    const turned = await viewSheets(mirrored, known, tools, options);
    return {
      file,
      sheets: turned.sheets.map((one) => (one.ok ? success(addMirroredWarning(one.value, file)) : one)),
    };
  }
  if (found.length === 0) {
    const isEmpty = isEmptyPage(photo.grey);
    const why = isEmpty ? emptyPage(file) : refusal("no-marks", noMarks, NO_MARKS_HINT);
    return { file, sheets: [why] };
  }
  const read: (SheetCode | null)[] = [];
  for (const one of found) read.push(await readCode(photo, one, tools));
  const codes = [...read, typed].filter((code) => code !== null);
  const sightings: Sighting<ViewedSheet>[] = [];
  for (const [at, one] of found.entries()) {
    const code = read[at] ?? recogniseCode(photo, one, tools, known.symbols(one, codes)) ?? typed;
    sightings.push(
      code === null
        ? { found: one, ...unread(refusal("unreadable-code", noCode, NO_CODE_HINT), one, tools) }
        : { found: one, ...(await viewSheet(photo, one, code, known, tools, options)) },
    );
  }
  const isWhole = (one: FoundSheet) => isInside(one, photo.grey, tools.cv);
  return { file, sheets: dropNeighbours(removeDuplicateSightings(tools.cv, sightings), isWhole, file) };
}

/** Adds the warning that the photo was mirrored. */
function addMirroredWarning(sheet: ViewedSheet, file: string): ViewedSheet {
  const message = msg`scan.mirrored: ${file} is mirrored; it was flipped before reading`;
  const hint = msg`scan.mirrored-hint: turn off mirrored photos in the settings of the camera`;
  const warning = problem("mirrored-photo", message, { severity: "warning", hint });
  return { ...sheet, warnings: [...sheet.warnings, warning] };
}

function emptyPage(file: string): Result<never> {
  const hint = msg`scan.written-side-hint: photograph or scan the side that was written on`;
  return refusal("empty-page", msg`scan.empty-page: ${file} shows an empty page`, hint);
}

const NO_MARKS_HINT = msg`scan.no-marks-hint: photograph the whole sheet with all its lines, in focus and from above, on a table of another colour; or type the numbers in with \`augenblock sheet\``;
const NO_CODE_HINT = msg`scan.code-unreadable-hint: take a closer, sharper photo with the code free of thumbs and glare, or give the letters at the foot of the sheet or next to the code with \`--code\`; if you can’t read them, use those of another sheet of the block, without its number`;

/** Fine enough that ink stays crisp when a box is enlarged. */
const QUALITY = 88;

/** Views the quiet sheets among ruled ones: those with a code below their tables, each once, however often its lines are found. @internal */
export async function viewQuietSheets(
  photo: Photo,
  ruled: readonly PlacedRuledSheet[],
  known: KnownSheets,
  tools: PhotoTools,
  options: ScanOptions,
): Promise<Result<ViewedSheet>[]> {
  const viewed: Sighting<ViewedSheet>[] = [];
  const symbols = known.symbols({ group: 0, kind: "quiet" }, options.code ? [options.code] : []);
  for (const sheet of ruled) {
    const read = await readQuietCode(photo, uprightWays(sheet), tools, symbols);
    if (read === null) continue;
    const printed = known.ofCode(read.code);
    if (!printed.ok) {
      viewed.push({ found: null, identity: null, outline: null, agreement: 0, sheet: printed });
      continue;
    }
    const { layout } = printed.value;
    const toPhoto = placeByLines(tools.cv, read.way, layout);
    const straight: Result<StraightSheet> =
      toPhoto === null
        ? refusePrint()
        : await straightenPlaced(
            photo,
            { toPhoto, blursPx: [] },
            layout,
            known.sheetPrint(layout, tools),
            tools,
          );
    const { outline, agreement } = straight.ok ? straight.value : { outline: null, agreement: 0 };
    const view = straight.ok
      ? success(await describeView(straight.value, photo, read.code, layout, options))
      : straight;
    viewed.push({ found: null, identity: writeSheetCode(read.code), outline, agreement, sheet: view });
  }
  return removeDuplicateSightings(tools.cv, viewed).map(({ sheet }) => sheet);
}

/** Whether no sheet of ours was found. @internal */
export function isWithoutMarks({ sheets }: Scan<ViewedSheet>): boolean {
  return sheets.every((one) => !one.ok && one.problems.every(({ code }) => code === "no-marks"));
}

/** Views the quiet sheets on each paper by itself, where the surroundings hide their lines. @internal */
export async function viewQuietPapers(
  photo: Photo,
  known: KnownSheets,
  tools: PhotoTools,
  options: ScanOptions,
): Promise<Result<ViewedSheet>[]> {
  const ruled = Array.from(isolatePapers(photo, tools.cv), (paper) => findTables(paper, tools, photo)).flat();
  return viewQuietSheets(photo, ruled, known, tools, options);
}

type View = Omit<Sighting<ViewedSheet>, "found">;

async function viewSheet(
  photo: Photo,
  found: FoundSheet,
  code: SheetCode,
  known: KnownSheets,
  tools: PhotoTools,
  options: ScanOptions,
): Promise<View> {
  const printed = known.ofCode(code);
  if (!printed.ok) return unread(printed, found, tools);
  const { layout } = printed.value;
  const straight = await straighten(photo, found, layout, known.sheetPrint(layout, tools), tools);
  if (!straight.ok) return unread(straight, found, tools);
  const { outline, agreement } = straight.value;
  const sheet = success(await describeView(straight.value, photo, code, layout, options));
  return { identity: writeSheetCode(code), outline, agreement, sheet };
}

/** A straightened sheet with its picture, if one is wanted, and with warnings about edges that are not in the photo. */
async function describeView(
  straight: StraightSheet,
  photo: Photo,
  code: SheetCode,
  layout: PadLayout,
  { file = "the photo", keepPicture = false }: ScanOptions,
): Promise<ViewedSheet> {
  const { rgb, grey, pxPerMm, outline, agreement: _agreement, ...read } = straight;
  const { widthPx, heightPx } = grey;
  const image = { pixels: rgb, width: widthPx, height: heightPx, channels: 3 } as const;
  const jpeg = keepPicture ? await platform.images.encodeJpeg(image, QUALITY) : null;
  const areas = read.boxes.map(({ area }) => area);
  const names = keepPicture ? nameCells(layout, grey, pxPerMm) : [];
  const picture = jpeg && { jpeg, widthPx, heightPx, pxPerMm, areas, names };
  // Cutting off only margins is fine.
  const isAnyHidden = read.boxes.some(({ visible }) => visible < MIN_VISIBLE);
  const missing = isAnyHidden ? missingEdges(outline, photo.grey, file) : [];
  const warnings = [...missing, ...read.warnings];
  return { code, ...read, warnings, middle: outlineCenter(outline), picture };
}

/** A sheet that can't be read; it may be a duplicate of one that was read. */
function unread(sheet: Result<ViewedSheet>, found: FoundSheet, { cv }: PhotoTools): View {
  return { identity: null, outline: sheetOutline(found, cv), agreement: 0, sheet };
}

/** Drops unreadable sheets that only reach into the photo of another one, which gets a warning instead. */
function dropNeighbours(
  sightings: readonly Sighting<ViewedSheet>[],
  isWhole: (found: FoundSheet) => boolean,
  file: string,
): Result<ViewedSheet>[] {
  const kept = sightings
    .filter(({ sheet, found }) => sheet.ok || found === null || isWhole(found))
    .map(({ sheet }) => sheet);
  const first = kept.findIndex(({ ok }) => ok);
  const meant = kept[first];
  if (kept.length === sightings.length || meant === undefined || !meant.ok)
    return sightings.map(({ sheet }) => sheet);
  const message = msg`scan.sheet-reaches-in: part of another sheet is visible on ${file}; it is ignored`;
  const hint = msg`scan.sheet-reaches-in-hint: to check it as well, photograph it separately`;
  const reachingIn = problem("sheet-reaches-in", message, { severity: "warning", hint });
  return kept.with(first, success({ ...meant.value, warnings: [...meant.value.warnings, reachingIn] }));
}

/** A sheet with its assumed place in a photo. @internal */
export interface Sighting<T> {
  /** Its fiducials; null for a quiet sheet. */
  readonly found: FoundSheet | null;
  /** The content of its printed code; null if that can't be read. */
  readonly identity: string | null;
  /** Its four corners in px, clockwise; null if its fiducials fit no page. */
  readonly outline: readonly Point[] | null;
  /** The share of its print that is found in its place, 0 to 1; 0 for a sheet that can't be read. */
  readonly agreement: number;
  readonly sheet: Result<T>;
}

/** A sheet that another one covers by a larger share can't be read, because too little of its print is visible. */
const MAX_COVERED = 0.4;

/**
 * Removes duplicate sightings. The fiducials of one sheet may be mistaken for two sheets if paper is bent, or if those of the next sheet of
 * a block peek out. Of overlapping sightings of the same sheet, the one whose print is seen best is kept.
 *
 * @internal
 */
export function removeDuplicateSightings<T>(cv: OpenCv, sightings: readonly Sighting<T>[]): Sighting<T>[] {
  const best = sightings.toSorted((a, b) => b.agreement - a.agreement);
  const kept: Sighting<T>[] = [];
  for (const one of best) if (!kept.some((other) => isSameSheet(cv, one, other))) kept.push(one);
  return sightings.filter((one) => kept.includes(one));
}

function isSameSheet<T>(cv: OpenCv, one: Sighting<T>, other: Sighting<T>): boolean {
  if (one.found?.group !== other.found?.group || one.outline === null || other.outline === null) return false;
  const haveCodes = one.identity !== null && other.identity !== null;
  if (haveCodes && one.identity !== other.identity) return false;
  return overlap(cv, one.outline, other.outline) > MAX_COVERED;
}

/** The intersection of two convex outlines, as a share of the smaller one. */
function overlap(cv: OpenCv, one: readonly Point[], other: readonly Point[]): number {
  return disposeAfterUse((keep) => {
    const polygons = [one, other].map((outline) => {
      const values = outline.flatMap(({ x, y }) => [x, y]);
      return keep(cv.matFromArray(outline.length, 1, cv.CV_32FC2, values));
    });
    const [a, b] = [getElement(polygons, 0), getElement(polygons, 1)];
    const common = cv.intersectConvexConvex(a, b, keep(new cv.Mat()), true);
    return common / Math.max(1, Math.min(cv.contourArea(a, false), cv.contourArea(b, false)));
  });
}

/** An edge is missing if a larger share of it lies outside the photo. */
const MAX_OUTSIDE = 0.3;
/** Sampled places along an edge. */
const PLACES = 41;

/** The messages for missing edges, in the order of the outline from the top left corner. */
const MISSING: readonly ((file: string) => Message)[] = [
  (file) => msg`scan.top-edge-missing: the top edge of the sheet is missing on ${file}`,
  (file) => msg`scan.right-edge-missing: the right edge of the sheet is missing on ${file}`,
  (file) => msg`scan.bottom-edge-missing: the bottom edge of the sheet is missing on ${file}`,
  (file) => msg`scan.left-edge-missing: the left edge of the sheet is missing on ${file}`,
];

/**
 * A warning for each edge of a sheet that the photo cuts off, because another photo is less work than many questions.
 *
 * @param outline the corners of the sheet in the photo, clockwise from its top left one
 * @internal
 */
export function missingEdges(
  outline: readonly Point[],
  { widthPx, heightPx }: { readonly widthPx: number; readonly heightPx: number },
  file: string,
): Problem[] {
  const isOutside = ({ x, y }: Point) => x < 0 || y < 0 || x > widthPx || y > heightPx;
  const hint = msg`scan.missing-edge-hint: take another photo of the whole sheet; otherwise you will be asked about the boxes that can’t be seen`;
  return MISSING.flatMap((message, edge) => {
    const [from, to] = [getElement(outline, edge), getElement(outline, (edge + 1) % outline.length)];
    const places = Array.from({ length: PLACES }, (_, at) => between(from, to, at / (PLACES - 1)));
    const share = places.filter(isOutside).length / PLACES;
    return share > MAX_OUTSIDE ? [problem("missing-edge", message(file), { severity: "warning", hint })] : [];
  });
}

function between(from: Point, to: Point, share: number): Point {
  return { x: from.x + share * (to.x - from.x), y: from.y + share * (to.y - from.y) };
}

/** The ignored margin, as a share of the page, where there may be a shadow, a crease or the lid of a scanner. */
const EDGE = 0.06;
/** Print and ink are darker than paper by at least this many levels; show-through from the other side is lighter. */
const MIN_INK = 60;
/** The greatest share of dark pixels on an empty page: specks, holes and staples. */
const MAX_INK = 0.001;
/** The step between sampled pixels, in both directions. */
const STEP = 3;

/** Whether a picture shows only an empty page, such as the back of a scanned sheet. @internal */
export function isEmptyPage({ widthPx, heightPx, pixels }: Grey): boolean {
  const [left, top] = [Math.round(EDGE * widthPx), Math.round(EDGE * heightPx)];
  const levels: number[] = [];
  for (let y = top; y < heightPx - top; y += STEP)
    for (let x = left; x < widthPx - left; x += STEP) levels.push(pixels[y * widthPx + x] as number);
  if (levels.length === 0) return false;
  const paper = quantile(Float32Array.from(levels), 0.5);
  const inked = levels.filter((level) => level < paper - MIN_INK).length;
  return paper > 2 * MIN_INK && inked <= MAX_INK * levels.length;
}
