import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { readSheetCode, type SheetCode } from "../layout/sheet-code.ts";
import { readCodes } from "../photo/code.ts";
import { decodePhoto } from "../photo/decode.ts";
import { encodeJpeg } from "../photo/encode.ts";
import { findSheets } from "../photo/find.ts";
import type { FoundSheet } from "../photo/found-sheet.ts";
import type { Photo } from "../photo/picture.ts";
import { type Print, printOf } from "../photo/print.ts";
import { noMarks, unreadableCode } from "../photo/refusal.ts";
import type { BoxPicture, StraightSheet } from "../photo/straight-sheet.ts";
import { straighten } from "../photo/straighten.ts";
import { openPhotoTools, type PhotoTools } from "../photo/tools.ts";
import { failure, type Problem, type Result, success } from "../problem/problem.ts";
import type { SheetPicture } from "../report/photo-sheet.ts";
import { typeFamily } from "./fonts.ts";
import type { PhotoJob } from "./photo-job.ts";
import { gameOfCode, type SheetGame } from "./sheet-games.ts";

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
  for (const one of found) sheets.push(await seeSheet(photo.value, one, job, tools));
  return { file, sheets, problems: [] };
}

async function seeSheet(
  photo: Photo,
  found: FoundSheet,
  job: PhotoToSee,
  tools: PhotoTools,
): Promise<Result<SeenSheet>> {
  const typed = job.code === null ? null : readSheetCode(job.code);
  const code = (await readCodes(photo, found, tools)) ?? typed;
  if (code === null) return failure([unreadableCode(job.file)]);
  const game = gameOfCode(code, job);
  if (!game.ok) return game;
  const straight = await straighten(photo, found, game.value.layout, await printFor(game.value), tools);
  if (!straight.ok) return straight;
  const { boxes, warnings } = straight.value;
  const picture = job.keepPicture ? await pictureOf(straight.value) : null;
  return success({ code, boxes, warnings, picture });
}

const prints = new WeakMap<SheetGame["layout"], Promise<Print>>();

/** The print of a layout, made once for all of its sheets. */
function printFor({ layout }: SheetGame): Promise<Print> {
  const print = prints.get(layout) ?? printOf(layout, typeFamily());
  prints.set(layout, print);
  return print;
}

/** Fine enough that ink stays crisp when a box is enlarged. */
const QUALITY = 88;

async function pictureOf({ rgb, grey, pxPerMm, boxes }: StraightSheet): Promise<SheetPicture> {
  const { widthPx, heightPx } = grey;
  const jpeg = await encodeJpeg(rgb, widthPx, heightPx, QUALITY);
  return { jpeg, widthPx, heightPx, pxPerMm, areas: boxes.map(({ area }) => area) };
}
