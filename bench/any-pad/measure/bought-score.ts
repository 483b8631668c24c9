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
  return {
    ...score(truth, { sheets: right, refusals: photo.refusals }, ms),
    isShipped,
    assigned: Math.min(right.length, subjects.length),
    wronglySure: others.filter(({ isSure }) => isSure).length,
    padsAsked: photo.sheets.filter(({ isSure }) => !isSure).length,
  };
}

/** Whether the boxes of a sheet are in the cells in which they were read: what stands there agrees with what was written. */
function hasSameRows(truth: SheetTruth, { reading, variant }: BoughtSheet): boolean {
  if (variant !== truth.variant || reading.boxes.length !== truth.boxes.length) return false;
  let [agreeing, inked] = [0, 0];
  for (const [at, { ink, hidden, player, category, line }] of truth.boxes.entries()) {
    const box = reading.boxes[at];
    if (box === undefined || box.player !== player) return false;
    if (box.category !== category || box.line !== line) return false;
    if (hidden || ink.kind !== "score") continue;
    inked++;
    const { written, doubt } = box;
    if (doubt !== null || (written.kind === "score" && written.value === ink.value)) agreeing++;
  }
  return agreeing >= SAME_ROWS * inked;
}
