import type { BoxPlace } from "../../../src/scan/inference/sheet-reading.ts";
import { type PhotoScore, score } from "../../photos/measure/compare.ts";
import type { PhotoTruth, SheetTruth } from "../../photos/sheets/truth.ts";
import type { BoughtPhoto, BoughtSheet } from "./bought-subject.ts";

/** What became of the sheets of a photo, as far as bought pads are concerned. */
export interface BoughtScore extends PhotoScore {
  /** Whether the pad is one of those that come with the program. */
  readonly isShipped: boolean;
  /** Sheets whose rows are those of the pad; sheets whose rows are others, told as sure; sheets of which it is asked which pad it is. */
  readonly assigned: number;
  readonly wronglySure: number;
  readonly padsAsked: number;
}

/** So much of what is written must be read where it stands, or be asked about, for the rows to be the right ones. */
const SAME_ROWS = 0.6;

/** Compares what was read on a photo of a bought pad with what stands there. */
export function scoreBought(
  truth: PhotoTruth,
  photo: BoughtPhoto,
  isShipped: boolean,
  ms: number | null,
): BoughtScore {
  const subjects = truth.sheets.filter(({ isSubject }) => isSubject);
  const right = photo.sheets.filter((sheet) => truth.sheets.some((one) => hasSameRows(one, sheet)));
  const others = photo.sheets.filter((sheet) => !right.includes(sheet));
  // What is right for a neighbour must not be taken for the subject that was not found.
  const read = right.filter((sheet) => subjects.some((one) => hasSameRows(one, sheet)));
  return {
    ...score(truth, { sheets: read, refusals: photo.refusals }, ms),
    isShipped,
    assigned: subjects.filter((one) => right.some((sheet) => hasSameRows(one, sheet))).length,
    wronglySure: others.filter(({ isSure }) => isSure).length,
    padsAsked: photo.sheets.filter(({ isSure }) => !isSure).length,
  };
}

/** Whether the boxes of a sheet are in the cells in which they were read: what stands there agrees with what was written. */
function hasSameRows({ boxes, variant, isSubject }: SheetTruth, sheet: BoughtSheet): boolean {
  const { reading } = sheet;
  // A sheet that only reaches into the photo shows some of its columns.
  const isWhole = reading.boxes.length === boxes.length;
  if (variant !== sheet.variant || (isSubject && !isWhole)) return false;
  const read = new Map(reading.boxes.map((box) => [placeKey(box), box]));
  let [agreeing, inked] = [0, 0];
  for (const { ink, hidden, ...place } of boxes) {
    const box = read.get(placeKey(place));
    if (box === undefined && isWhole) return false;
    if (box === undefined || hidden || ink.kind !== "score") continue;
    inked++;
    const { written, doubt } = box;
    if (doubt !== null || (written.kind === "score" && written.value === ink.value)) agreeing++;
  }
  return agreeing >= SAME_ROWS * inked && (isWhole || inked > 0);
}

/** The same line may stand on a pad twice; then both hold the same. */
function placeKey({ player, column, category, line }: BoxPlace): string {
  return `${player} ${column} ${category} ${line}`;
}
