import type { TypeFamily } from "../fonts/typeface.ts";
import { type Area, overlaps, segmentArea } from "../geometry.ts";
import { type CodedMarks, markCorner, placeFiducials } from "./marks.ts";
import type { PadLayout, PlacedCode, PlacedText } from "./pad-layout.ts";
import type { Paper } from "./paper.ts";
import { placeText, textStyle } from "./parts.ts";
import { codeGroups, type SheetCode, writeSheetCode } from "./sheet-code.ts";
import { isRoomy, MIN_LARGE_PT } from "./sizes.ts";

/** The strips at the top and the foot of a sheet, between its marks. */
export type Frame = ReturnType<typeof layOutFrame>;

const MAX_PT = 6;
/** Height of capitals next to the code, as a share of the pitch of their lines. */
const CODE_CAP = 0.78;
/** The widest letters that a group of a code can have. */
const WIDEST = "0M0MM";

export function layOutFrame(paper: Paper, kind: CodedMarks, { regular }: TypeFamily) {
  const fiducials = placeFiducials(paper, kind);
  const { clearMm, code, footCode, marks } = fiducials;
  const strip = kind === "quiet" ? fiducials.foot : fiducials.head;
  const pitchMm = strip.heightMm / codeGroups("").length;
  const lettersPt = Math.min(MAX_PT, (pitchMm * CODE_CAP) / regular.height(1).capMm);
  const lettersMm = regular.width(WIDEST, lettersPt);
  const letters = { ...strip, xMm: code.xMm - 1.25 * clearMm - lettersMm, widthMm: lettersMm };
  // Title, code and small print are flush left.
  const xMm = fiducials.head.xMm + (marks[0] === undefined ? 0 : marks[0].widthMm + 1.25 * clearMm);
  const endMm = paper.widthMm - xMm;
  const lettersEndMm = letters.xMm - 1.5 * clearMm;
  const foot = { ...fiducials.foot, xMm, widthMm: (kind === "quiet" ? lettersEndMm : endMm) - xMm };
  const codeEnd = xMm + (footCode?.widthMm ?? 0) + 1.25 * clearMm;
  return {
    kind,
    fiducials,
    /** Between the top left mark and the letters of the code, as high as the strip. */
    title: { ...fiducials.head, xMm, widthMm: (kind === "quiet" ? endMm : lettersEndMm) - xMm },
    /** Between the marks at the foot, or left of a code there. */
    foot,
    /** The same to the right of a second code at the foot; null if there is none. */
    footBesideCode: footCode && { ...foot, xMm: codeEnd, widthMm: xMm + foot.widthMm - codeEnd },
    /** The letters of the code, one line for each group. */
    letters,
    lettersPt,
  };
}

/**
 * Places the code of a sheet, a second time at the foot if wanted, with its letters: those of small marks in the foot unless words need the
 * room, others in lines next to the code.
 */
export function placeCode(
  frame: Frame,
  isAtFoot: boolean,
  code: SheetCode,
  family: TypeFamily,
  texts: readonly PlacedText[],
): PlacedCode {
  const { fiducials, letters, lettersPt } = frame;
  const style = textStyle(family, "regular", lettersPt);
  const groups = codeGroups(writeSheetCode(code));
  const { capMm } = family.regular.height(lettersPt);
  const pitch = (letters.heightMm - capMm) / (groups.length - 1);
  const row = lettersInFoot(frame);
  const isFree = texts.every(({ ink }) => row.every((cell) => !overlaps(cell, ink, CLEAR_MM)));
  // Level with the last line of small print.
  const [level] = texts
    .flatMap(({ ink, baselineMm }) => (overlaps(ink, frame.foot) ? baselineMm : []))
    .sort((one, other) => other - one);
  const place = (group: string, cell: Area, baselineMm?: number) => {
    const { text: _text, ink: _ink, ...placed } = placeText(group, style, cell, 0, baselineMm);
    return placed;
  };
  return {
    areas: isAtFoot && fiducials.footCode ? [fiducials.code, fiducials.footCode] : [fiducials.code],
    code,
    letters: groups.map((group, at) => {
      const cell = row[at];
      if (isFree && cell !== undefined) return place(group, cell, level);
      return place(group, letters, letters.yMm + capMm + at * pitch);
    }),
  };
}

/** Between two groups of letters in a row. */
const GROUP_GAP_MM = 1;

/** The cells of the groups of letters in the foot, left of the mark there; none for other marks than small ones. */
function lettersInFoot({ kind, foot, letters }: Frame): Area[] {
  if (kind !== "standard") return [];
  const { widthMm } = letters;
  const count = codeGroups("").length;
  const left = foot.xMm + foot.widthMm - count * widthMm - (count - 1) * GROUP_GAP_MM;
  return Array.from({ length: count }, (_, at) => {
    return { ...foot, xMm: left + at * (widthMm + GROUP_GAP_MM), widthMm };
  });
}

/** From the largest to the least size that is easy to read. */
const SERIAL_PT = [12, 11, 10, 9, 8, 7];
const LARGE_SERIAL_PT = [18, 16, MIN_LARGE_PT];
/** Below A5, the title is small, too. */
const SMALL_SERIAL_PT = [8, 7];
/** Clear space around a sheet's number, and around the letters of the code in the foot. */
const CLEAR_MM = 1.2;
/** The strip for the number on pads without marks: its distance from the paper's edge, and its height. */
const EDGE_MM = 5;
const STRIP_MM = 6;

/**
 * Finds a place in bold, flush right, for the number of a sheet, in its foot or its head, where it can be largest; null if there is
 * none. @param text the widest number, such as `No. 0888`
 */
export function placeSerial(
  layout: PadLayout,
  text: string,
  family: TypeFamily,
  isLargePrint = false,
): PlacedText | null {
  const taken = takenAreas(layout);
  const sizes = isRoomy(layout.page) ? SERIAL_PT : SMALL_SERIAL_PT;
  for (const sizePt of isLargePrint ? LARGE_SERIAL_PT : sizes) {
    const style = textStyle(family, "bold", sizePt, { align: "right" });
    for (const strip of serialStrips(layout)) {
      const placed = placeText(text, style, strip, 0);
      if (!taken.some((area) => overlaps(area, placed.ink, CLEAR_MM))) return placed;
    }
  }
  return null;
}

/** The foot and the head of a sheet, between marks and code. */
function serialStrips({ page, marginMm, marks, code }: PadLayout): Area[] {
  const mark = marks.find(({ place }) => markCorner(place) === 2);
  const letters = code?.letters[0];
  if (mark === undefined || code === null || letters === undefined) {
    const strip = { xMm: marginMm, widthMm: page.widthMm - 2 * marginMm, heightMm: STRIP_MM };
    return [page.heightMm - EDGE_MM - STRIP_MM, marginMm].map((yMm) => ({ ...strip, yMm }));
  }
  const { heightMm } = letters.cell;
  const buildStrip = (endMm: number, neighbour: Area) => {
    const yMm = neighbour.yMm + (neighbour.heightMm - heightMm) / 2;
    return { xMm: marginMm, yMm, widthMm: endMm - 2 * CLEAR_MM - marginMm, heightMm };
  };
  const isInFoot = letters.cell.yMm > page.heightMm / 2;
  const [symbol] = code.areas;
  const foot = buildStrip(isInFoot ? letters.xMm : mark.xMm, mark);
  return [foot, isInFoot ? buildStrip(symbol.xMm, symbol) : buildStrip(letters.xMm, letters.cell)];
}

function takenAreas({ texts, rules, tints, boxes, marks, code, logo }: PadLayout): Area[] {
  const lines = rules.map(segmentArea);
  const inks = texts.map(({ ink }) => ink);
  const coded = code === null ? [] : [...code.areas, ...code.letters.map(({ cell }) => cell)];
  return [...inks, ...lines, ...tints, ...boxes, ...marks, ...coded, ...(logo === null ? [] : [logo])];
}
