import type { BoxPlace } from "../../../src/check/sheet.ts";
import { type PhotoScore, score } from "../../photos/measure/compare.ts";
import type { PhotoTruth, SheetTruth } from "../../photos/sheets/truth.ts";
import type { StoreBoughtPhoto, StoreBoughtSheet } from "./subject.ts";

/** What became of the sheets of a photo, as far as store-bought pads are concerned. */
export interface StoreBoughtScore extends PhotoScore {
  /** Whether the pad is one of those that come with the program. */
  readonly isShipped: boolean;
  /** Sheets whose rows are those of the pad; sheets whose rows are others, told as sure; sheets of which it is asked which pad it is. */
  readonly assigned: number;
  readonly wronglySure: number;
  readonly padsAsked: number;
}

/** The share of the entries that must be read in their places or asked about, for the rows to be the right ones. */
const SAME_ROWS = 0.6;

/** Compares the reading of a photo of a store-bought pad with the truth. */
export function scoreStoreBought(
  truth: PhotoTruth,
  photo: StoreBoughtPhoto,
  isShipped: boolean,
  ms: number | null,
): StoreBoughtScore {
  const sheets = truth.sheets.map((sheet, number) => ({ ...sheet, number }));
  const right = matched(sheets, photo.sheets);
  const others = photo.sheets.filter((_, at) => right[at] === null);
  // What is right for a neighbour must not be taken for the subject that was not found, nor one subject for the other.
  const read = photo.sheets.flatMap((sheet, at) => {
    const match = right[at];
    return match?.isSubject ? [{ ...sheet, code: { ...sheet.code, number: match.number } }] : [];
  });
  return {
    ...score({ ...truth, sheets }, { sheets: read, refusals: photo.refusals }, ms),
    isShipped,
    assigned: read.length,
    wronglySure: others.filter(({ isSure }) => isSure).length,
    padsAsked: photo.sheets.filter(({ isSure }) => !isSure).length,
  };
}

/** Which sheet each of those is that were read, the ones that agree most first; null where the rows are those of none. */
function matched(truths: readonly SheetTruth[], read: readonly StoreBoughtSheet[]): (SheetTruth | null)[] {
  const pairs = read
    .flatMap((sheet, at) => truths.map((truth) => ({ at, truth, agreeing: agreeingBoxes(truth, sheet) })))
    .filter((pair) => pair.agreeing !== null)
    .sort((a, b) => (b.agreeing ?? 0) - (a.agreeing ?? 0));
  const matches: (SheetTruth | null)[] = read.map(() => null);
  for (const { at, truth } of pairs)
    if (matches[at] === null && !matches.includes(truth)) matches[at] = truth;
  return matches;
}

/**
 * How many of the boxes that were written in agree with what is read there; null if the rows are others. A sheet that only reaches into the
 * photo shows some of its columns, and nobody can see which.
 */
function agreeingBoxes(truth: SheetTruth, sheet: StoreBoughtSheet): number | null {
  const isWhole = sheet.reading.boxes.length === truth.boxes.length;
  if (truth.variant !== sheet.variant || (truth.isSubject && !isWhole)) return null;
  const most = Math.max(0, ...truth.boxes.map(({ player }) => player));
  const before = isWhole ? [0] : Array.from({ length: most }, (_, at) => at);
  const agreeing = before.flatMap((players) => agreeingFrom(truth, sheet, players, isWhole) ?? []);
  return agreeing.length === 0 ? null : Math.max(...agreeing);
}

/** The same, if the sheet shows no column of the first players. */
function agreeingFrom(
  { boxes }: SheetTruth,
  { reading }: StoreBoughtSheet,
  before: number,
  isWhole: boolean,
) {
  const read = new Map(reading.boxes.map((box) => [placeKey({ ...box, player: box.player + before }), box]));
  let [agreeing, inked] = [0, 0];
  for (const { ink, hidden, ...place } of boxes) {
    const box = read.get(placeKey(place));
    if (box === undefined && isWhole) return null;
    if (box === undefined || hidden || ink.kind !== "score") continue;
    inked++;
    const { written, doubt } = box;
    if (doubt !== null || (written.kind === "score" && written.value === ink.value)) agreeing++;
  }
  return agreeing >= SAME_ROWS * inked && (isWhole || inked > 0) ? agreeing : null;
}

/** The same line may be on a pad twice; then both hold the same. */
function placeKey({ player, column, category, line }: BoxPlace): string {
  return `${player} ${column} ${category} ${line}`;
}
