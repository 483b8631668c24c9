/** The obstacle to a good picture; `ready` if there is none. */
export type FrameState = "dark" | "moving" | "far" | "ready";

/** A small greyscale picture, row by row. */
export interface GreyFrame {
  readonly width: number;
  readonly height: number;
  /** 0 is black, 255 white. */
  readonly grey: Uint8Array;
}

/** Paper that is darker than this is hard to read. */
const MIN_PAPER = 90;
/** The highest mean difference of two consecutive pictures without motion, in grey levels. */
const MAX_CHANGE = 6;
/** The paper must fill this share of the picture, or digits become too small. */
const MIN_SHARE = 0.3;
/** Paper must be this much brighter than the rest, in grey levels, to be found. */
const MIN_CONTRAST = 40;

/**
 * Judges a picture of a sheet. Paper is the brighter part of it; on a table as bright as the sheet, its size isn't judged.
 *
 * @param before the previous picture; null for the first
 */
export function judgeFrame(frame: GreyFrame, before: GreyFrame | null): FrameState {
  const { grey } = frame;
  const { share, paper, around } = splitByBrightness(grey);
  if (paper < MIN_PAPER) return "dark";
  if (before !== null && before.grey.length === grey.length && change(grey, before.grey) > MAX_CHANGE)
    return "moving";
  if (paper - around > MIN_CONTRAST && share < MIN_SHARE) return "far";
  return "ready";
}

/** The bright part of a picture and the rest, by the threshold that parts them best (Otsu 1979). */
function splitByBrightness(grey: Uint8Array): { share: number; paper: number; around: number } {
  const counts = new Float64Array(256);
  for (const level of grey) counts[level] = (counts[level] ?? 0) + 1;
  const total = grey.reduce((sum, level) => sum + level, 0);
  let best = { between: -1, share: 1, paper: total / Math.max(1, grey.length), around: 0 };
  let [dark, darkSum] = [0, 0];
  for (let level = 0; level < counts.length - 1; level++) {
    dark += counts[level] ?? 0;
    darkSum += level * (counts[level] ?? 0);
    const bright = grey.length - dark;
    if (dark === 0 || bright === 0) continue;
    const [around, paper] = [darkSum / dark, (total - darkSum) / bright];
    const between = dark * bright * (paper - around) ** 2;
    if (between > best.between) best = { between, share: bright / grey.length, paper, around };
  }
  return best;
}

function change(a: Uint8Array, b: Uint8Array): number {
  return a.reduce((sum, level, at) => sum + Math.abs(level - (b[at] ?? 0)), 0) / Math.max(1, a.length);
}
