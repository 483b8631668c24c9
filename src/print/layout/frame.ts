import type { TypeFamily } from "../fonts/typeface.ts";
import { placeText, type TextStyle } from "./fit.ts";
import { marksOn, type SheetMarks } from "./marks.ts";
import type { Area } from "../geometry.ts";
import type { PlacedCode } from "./pad-layout.ts";
import type { Paper } from "./paper.ts";
import { codeGroups, type SheetCode, writeSheetCode } from "./sheet-code.ts";
import { GREY } from "./sheet-parts.ts";

/** What the marks leave of the strips at the top and the foot of a sheet. */
export interface Frame {
  readonly marks: SheetMarks;
  /** Between the top left mark and the letters of the code, as high as the marks. */
  readonly title: Area;
  /** Between the marks at the foot. */
  readonly foot: Area;
  /** The same, where the code stands at the foot, too. */
  readonly footBesideCode: Area;
  /** Where the letters of the code stand; one line for each group. */
  readonly letters: Area;
  readonly lettersPt: number;
}

const MAX_PT = 6;
/** Capitals may take this much of the pitch of their lines. */
const CAP_SHARE = 0.62;
/** The widest letters that a group of a code can have. */
const WIDEST = "0M0MM";

/** The strips that hold title, small print and marks. */
export function frameOf(paper: Paper, family: TypeFamily): Frame {
  const marks = marksOn(paper);
  const { clearMm, code, footCode } = marks;
  const [corner] = marks.marks;
  const edgeMm = corner?.yMm ?? 0;
  const sideMm = corner?.widthMm ?? 0;
  const groups = codeGroups("").length;
  const { regular } = family;
  const lettersPt = Math.min(MAX_PT, ((sideMm / groups) * CAP_SHARE) / regular.height(1).capMm);
  const lettersMm = regular.width(WIDEST, lettersPt);
  const letters = { ...code, xMm: code.xMm - 1.25 * clearMm - lettersMm, widthMm: lettersMm };
  // Title, code and small print begin alike.
  const { xMm } = footCode;
  const strip = { xMm, heightMm: sideMm };
  const title = { ...strip, yMm: edgeMm, widthMm: letters.xMm - 1.5 * clearMm - xMm };
  const foot = { ...strip, yMm: paper.heightMm - edgeMm - sideMm, widthMm: paper.widthMm - 2 * xMm };
  const codeEnd = xMm + footCode.widthMm + 1.25 * clearMm;
  const footBesideCode = { ...foot, xMm: codeEnd, widthMm: foot.xMm + foot.widthMm - codeEnd };
  return { marks, title, foot, footBesideCode, letters, lettersPt };
}

/**
 * The code of a sheet in its place, with the letters beside it.
 *
 * @param isAtFoot whether it stands at the foot, too
 */
export function placeCode(frame: Frame, isAtFoot: boolean, code: SheetCode, family: TypeFamily): PlacedCode {
  const { letters, lettersPt } = frame;
  const style: TextStyle = {
    face: family.regular,
    weight: "regular",
    sizePt: lettersPt,
    grey: GREY.quiet,
    align: "left",
  };
  const groups = codeGroups(writeSheetCode(code));
  const capMm = family.regular.height(lettersPt).capMm;
  const pitch = (letters.heightMm - capMm) / (groups.length - 1);
  return {
    areas: isAtFoot ? [frame.marks.code, frame.marks.footCode] : [frame.marks.code],
    code,
    letters: groups.map((group, at) => {
      const baseline = letters.yMm + capMm + at * pitch;
      const { text: _text, ink: _ink, ...place } = placeText(group, style, letters, 0, baseline);
      return place;
    }),
  };
}
