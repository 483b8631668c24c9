import { type Problem, problem } from "../../rules/problem/problem.ts";
import type { Area } from "../geometry.ts";
import type { Branding, PadField } from "./pad-text.ts";
import type { PadBlank, PlacedText } from "./pad-layout.ts";
import {
  type SheetDraft,
  fittingSize,
  middleBaseline,
  placeText,
  placeUpwards,
  type Typesetting,
  textStyle,
} from "./parts.ts";

/** The height of a line of handwriting. */
const LINE_MM = 5;

/** The place above a line to write on. @param roomMm how much height there is */
export function blankAbove(
  line: Omit<Area, "heightMm">,
  { label, purpose }: Pick<PadField, "label" | "purpose">,
  roomMm: number,
): PadBlank {
  const heightMm = Math.min(LINE_MM, roomMm);
  return { ...line, yMm: line.yMm - heightMm, heightMm, player: null, label, purpose, upwards: false };
}

/** Prints names and date where one would write them. Where players do not share a sheet, each name is for one of its own. */
export function fillBlanks(
  draft: SheetDraft,
  { names, date }: Branding,
  isShared: boolean,
): { owners: PlacedText[]; problems: Problem[] } {
  const { blanks, texts } = draft.parts;
  const problems: Problem[] = [];
  const written = (blank: PadBlank | undefined, words: string, purpose: string): PlacedText[] => {
    if (blank !== undefined) return [writtenInto(blank, words, draft)];
    const hint = `docs/pads.md tells how a field says what it is for: {label: …, kind: ${purpose}}`;
    problems.push(problem("no-field", `this pad has no field for “${words}”`, { hint }));
    return [];
  };
  const dated = blanks.find(({ purpose }) => purpose === "date");
  if (date !== null) texts.push(...written(dated, date, "date"));
  if (isShared) {
    names.forEach((name, at) => {
      const blank = blanks.find(({ player }) => player === at + 1);
      texts.push(...written(blank, name, "name"));
    });
    return { owners: [], problems };
  }
  const named = blanks.find(({ purpose }) => purpose === "name");
  // Without a field, one problem is enough.
  const shown = named === undefined ? names.slice(0, 1) : names;
  return { owners: shown.flatMap((name) => written(named, name, "name")), problems };
}

/** From the ends of a blank to what is printed in it. */
const INSET_MM = 0.8;
/** What hangs below the letters may lie on the line, as it does in handwriting. */
const ABOVE_LINE_MM = 1;
/** Capitals may take this much of the height of a blank. */
const CAP_SHARE = 0.62;

/** As large as it fits; too long a word is found with all others that leave their place. */
function writtenInto(blank: PadBlank, words: string, { sizes, family }: Typesetting): PlacedText {
  const { regular } = family;
  const { yMm, heightMm } = blank;
  const isCell = blank.player !== null;
  const inset = isCell ? sizes.insetMm : INSET_MM;
  const [long, high] = blank.upwards ? [heightMm, blank.widthMm] : [blank.widthMm, heightMm];
  const { least } = sizes.hintPt;
  const highest = (high * CAP_SHARE) / regular.height(1).capMm;
  const usual = Math.max(least, Math.min(sizes.labelPt.usual, highest));
  const sizePt = fittingSize(regular, words, { usual, least }, long - 2 * inset) ?? least;
  const style = textStyle(family, "regular", sizePt, { align: isCell ? "centre" : "left" });
  if (blank.upwards) return placeUpwards(words, style, blank, inset);
  if (isCell) return placeText(words, style, blank, inset, middleBaseline(style, blank));
  const { belowMm } = regular.ink(words, sizePt);
  const cell = { ...blank, yMm: yMm - heightMm, heightMm: 2 * heightMm + belowMm };
  return placeText(words, style, cell, inset, yMm + heightMm - ABOVE_LINE_MM);
}
