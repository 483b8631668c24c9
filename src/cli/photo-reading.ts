import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { Game } from "../rules/game/game.ts";
import type { PadLayout } from "../print/layout/pad-layout.ts";
import type { SheetCode } from "../print/layout/sheet-code.ts";
import { NO_INK } from "../scan/digits/evidence.ts";
import { type DigitReader, openReader } from "../scan/digits/reader.ts";
import type { BoxPicture } from "../scan/warp/straight-sheet.ts";
import type { PhotoTools } from "../scan/image/tools.ts";
import { type Problem, type Result, success } from "../rules/problem/problem.ts";
import { type Judgement, judge } from "../scan/inference/judge.ts";
import { type SeenBox, sheetFrom, type SheetReading } from "../scan/inference/sheet-reading.ts";
import { discountFaintMark } from "../scan/inference/picture-reading.ts";
import { inferReading } from "../scan/inference/infer.ts";
import type { SheetPicture } from "../scan/report/photo-sheet.ts";
import type { Sheet } from "../check/sheet.ts";
import { need } from "./console/failure.ts";
import { PACKAGE_ROOT } from "./files/package.ts";
import { openTools, type SeenPhoto, type SeenSheet, seePhoto } from "./photo-seeing.ts";

/** A sheet on a photo that was read; its players have no names yet. */
export interface SheetOnPhoto {
  readonly code: SheetCode;
  readonly game: Game;
  readonly layout: PadLayout;
  readonly seen: readonly SeenBox[];
  readonly reading: SheetReading;
  readonly warnings: readonly Problem[];
  /** Null where the job asks for none. */
  readonly picture: SheetPicture | null;
}

/** The same with names, judged. */
export interface JudgedOnPhoto extends SheetOnPhoto {
  readonly sheet: Sheet;
  readonly judgement: Judgement;
}

/** What came of a photo. */
export interface PhotoResult<T = JudgedOnPhoto> {
  readonly file: string;
  /** Every sheet that was found on it, or why it can't be read. */
  readonly sheets: readonly Result<T>[];
  /** What keeps the whole photo from being read. */
  readonly problems: readonly Problem[];
}

/** What photos are read with: opened once for all of them. */
export interface Workshop {
  readonly tools: PhotoTools;
  readonly reader: DigitReader;
}

const require = createRequire(import.meta.url);
const MODELS = new URL("models/", PACKAGE_ROOT);

/** Opens the network that reads numbers. Ends the command if its files are missing or broken. */
export async function openNumbers(): Promise<DigitReader> {
  const runtime = await readFile(require.resolve("onnxruntime-web/ort-wasm-simd-threaded.wasm"));
  const weights = await readFile(new URL("numbers.onnx", MODELS));
  const description = await readFile(new URL("numbers.json", MODELS), "utf8");
  return need(await openReader({ weights, description, runtime }));
}

/** Opens everything that photos are read with. */
export async function openWorkshop(): Promise<Workshop> {
  const [tools, reader] = await Promise.all([openTools(), openNumbers()]);
  return { tools, reader };
}

/** From the file of a photo to what stands on its sheets and what is wrong there. */
export async function readPhoto(job: PhotoJob, workshop: Workshop): Promise<PhotoResult> {
  const read = await readSeen(await seePhoto(job, workshop.tools), job, workshop.reader);
  const names = [...job.names];
  const sheets = read.sheets.map((one): Result<JudgedOnPhoto> => {
    if (!one.ok) return one;
    const { game, reading, seen } = one.value;
    const sheet = sheetFrom(reading, game, job.file, names);
    return success({ ...one.value, sheet, judgement: judge(game, reading, sheet, seen) });
  });
  return { ...read, sheets };
}

/** The second half of `readPhoto`: from boxes to readings. The first half may have been done in another thread. */
export async function readSeen(
  seen: SeenPhoto,
  job: PhotoRequest,
  reader: DigitReader,
): Promise<PhotoResult<SheetOnPhoto>> {
  const sheets: Result<SheetOnPhoto>[] = [];
  for (const one of seen.sheets) sheets.push(one.ok ? await readOne(one.value, job, reader) : one);
  return { file: seen.file, sheets, problems: seen.problems };
}

async function readOne(
  { code, boxes, warnings, picture }: SeenSheet,
  job: PhotoRequest,
  reader: DigitReader,
): Promise<Result<SheetOnPhoto>> {
  const known = gameOfCode(code, job);
  if (!known.ok) return known;
  const { game, layout } = known.value;
  const seen = await seenBoxes(layout, boxes, reader);
  return success({ code, game, layout, seen, reading: inferReading(game, seen), warnings, picture });
}

/** Below this share of a box in sight, nothing is said about what stands in it: what covers the rest may look like ink. */
const MIN_VISIBLE = 0.65;

async function seenBoxes(
  layout: PadLayout,
  pictures: readonly BoxPicture[],
  reader: DigitReader,
): Promise<SeenBox[]> {
  const inked = pictures.flatMap(({ picture, isBlank }) => (isBlank ? [] : [picture]));
  const read = (await reader.read(inked)).values();
  const evidence = pictures.map(({ isBlank, isFaint, visible }) => {
    const seen = isBlank ? NO_INK : (read.next().value ?? null);
    if (seen === null || visible < MIN_VISIBLE) return null;
    return isFaint ? discountFaintMark(seen) : seen;
  });
  return layout.boxes.map(({ player, column, category, line }, at) => ({
    player,
    column,
    category,
    line,
    evidence: evidence[at] ?? null,
  }));
}
