import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { platform } from "../platform/node.ts";
import { readSheetCode, type SheetCode } from "../print/layout/sheet-code.ts";
import { failure, type Problem, type Result, success } from "../rules/problem/problem.ts";
import { readCode, recogniseCode } from "../scan/code/read-code.ts";
import { decodePhoto } from "../scan/image/decode.ts";
import type { Photo } from "../scan/image/picture.ts";
import { openPhotoTools, type PhotoTools } from "../scan/image/tools.ts";
import { type FoundSheet, findSheets, isInside } from "../scan/marks/find-sheets.ts";
import type { SheetPicture } from "../scan/report/photo-sheet.ts";
import { type Print, printOf } from "../scan/warp/print.ts";
import { noMarks, reachingIn, unreadableCode } from "../scan/warp/refusals.ts";
import type { BoxPicture, StraightSheet } from "../scan/warp/straight-sheet.ts";
import { straighten } from "../scan/warp/straighten.ts";
import { typeFamily } from "./files/fonts.ts";
import { knownSymbols } from "./known-codes.ts";

/** A sheet that was found on a photo and straightened, not yet read. Plain values only: it comes from other threads. */
export interface SeenSheet {
  readonly code: SheetCode;
  readonly boxes: readonly BoxPicture[];
  readonly warnings: readonly Problem[];
  readonly picture: SheetPicture | null;
}

/** What there is to see on a photo. */
export interface SeenPhoto {
  readonly file: string;
  readonly sheets: readonly Result<SeenSheet>[];
  /** What keeps the whole photo from being read. */
  readonly problems: readonly Problem[];
}

const require = createRequire(import.meta.url);

/** Opens OpenCV and the reader of symbols. */
export async function openTools(): Promise<PhotoTools> {
  return openPhotoTools(await readFile(require.resolve("zxing-wasm/reader/zxing_reader.wasm")));
}

/** A photo to look at. */
type PhotoToSee = Omit<PhotoJob, "names">;

/** From the file of a photo to the boxes of all sheets on it: decode, find, read the code, straighten. */
export async function seePhoto(job: PhotoToSee, tools: PhotoTools): Promise<SeenPhoto> {
  const { file } = job;
  const photo = await decodePhoto(job.bytes, file);
  if (!photo.ok) return { file, sheets: [], problems: photo.problems };
  const found = findSheets(photo.value, tools);
  if (found.length === 0) return { file, sheets: [], problems: [noMarks(file)] };
  const sheets: Result<SeenSheet>[] = [];
  const codes = await codesOf(photo.value, found, job, tools);
  for (const [at, one] of found.entries())
    sheets.push(await seeSheet(photo.value, one, codes[at] ?? null, job, tools));
  const isWhole = found.map((one) => isInside(one, photo.value.grey, tools.cv));
  return { file, sheets: withoutNeighbours(sheets, isWhole, file), problems: [] };
}

/**
 * Beside a sheet that can be read, one that can't because it only reaches into the photo is no failure: nobody meant it. A word about it
 * goes with the first sheet.
 */
function withoutNeighbours(
  sheets: readonly Result<SeenSheet>[],
  isWhole: readonly boolean[],
  file: string,
): Result<SeenSheet>[] {
  const kept = sheets.filter((one, at) => one.ok || isWhole[at]);
  const first = kept.findIndex(({ ok }) => ok);
  const meant = kept[first];
  if (kept.length === sheets.length || meant === undefined || !meant.ok) return [...sheets];
  const warnings = [...meant.value.warnings, reachingIn(file)];
  return kept.with(first, success({ ...meant.value, warnings }));
}

/**
 * The codes of all sheets on a photo: those that can be read first, then those that can be recognised, knowing what lies beside them;
 * for the rest, the one that was typed.
 */
async function codesOf(
  photo: Photo,
  found: readonly FoundSheet[],
  job: PhotoToSee,
  tools: PhotoTools,
): Promise<(SheetCode | null)[]> {
  const read: (SheetCode | null)[] = [];
  for (const one of found) read.push(await readCode(photo, one, tools));
  const typed = job.code === null ? null : readSheetCode(job.code);
  const told = [...read, typed].filter((code) => code !== null);
  return read.map((code, at) => {
    const one = found[at];
    if (code !== null || one === undefined) return code;
    return recogniseCode(photo, one, tools, knownSymbols(job, one.group, told)) ?? typed;
  });
}

async function seeSheet(
  photo: Photo,
  found: FoundSheet,
  code: SheetCode | null,
  job: PhotoToSee,
  tools: PhotoTools,
): Promise<Result<SeenSheet>> {
  if (code === null) return failure([unreadableCode(job.file)]);
  const game = gameOfCode(code, job);
  if (!game.ok) return game;
  const straight = await straighten(photo, found, game.value.layout, await printFor(game.value), tools);
  if (!straight.ok) return straight;
  const { boxes, warnings } = straight.value;
  const picture = job.keepPicture ? await pictureOf(straight.value) : null;
  return success({ code, boxes, warnings, picture });
}

/** Sheets of one evening are of a block or two; a print takes several MB. */
const prints = new Recent<SheetGame["layout"], Promise<Print>>(3);

/** The print of a layout, made once for the sheets of a block. */
function printFor({ layout }: SheetGame): Promise<Print> {
  return prints.get(layout, () => printOf(layout, typeFamily()));
}

/** Fine enough that ink stays crisp when a box is enlarged. */
const QUALITY = 88;

async function pictureOf({ rgb, grey, pxPerMm, boxes }: StraightSheet): Promise<SheetPicture> {
  const { widthPx, heightPx } = grey;
  const image = { pixels: rgb, width: widthPx, height: heightPx, channels: 3 } as const;
  const jpeg = await platform.images.encodeJpeg(image, QUALITY);
  return { jpeg, widthPx, heightPx, pxPerMm, areas: boxes.map(({ area }) => area) };
}
