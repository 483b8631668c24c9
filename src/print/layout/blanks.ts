import { type Problem, problem } from "../../rules/problem/problem.ts";
import type { PadBlank, PlacedText } from "./pad-layout.ts";
import type { Branding } from "./pad-text.ts";
import {
  type SheetDraft,
  fittingSize,
  placeText,
  placeUpwards,
  type Typesetting,
  textStyle,
} from "./parts.ts";

/** Prints names and date where one would write them. Where players do not share a sheet, each name is for one of its own. */
export function fillBlanks(
  draft: SheetDraft,
  { names, date }: Branding,
  isShared: boolean,
): { owners: PlacedText[]; problems: Problem[] } {
  const { blanks, texts } = draft.parts;
  const owners: PlacedText[] = [];
  const problems: Problem[] = [];
  const write = (into: PlacedText[], blank: PadBlank | undefined, words: string, purpose: string) => {
    const hint = `docs/pads.md tells how a field says what it is for: {label: …, kind: ${purpose}}`;
    if (blank !== undefined) into.push(writtenInto(blank, words, draft));
    else problems.push(problem("no-field", `this pad has no field for “${words}”`, { hint }));
  };
  const blankFor = (wanted: string) => blanks.find(({ purpose }) => purpose === wanted);
  if (date !== null) write(texts, blankFor("date"), date, "date");
  const own = isShared ? undefined : blankFor("name");
  // Without a field, one problem is enough.
  for (const [at, name] of (isShared || own !== undefined ? names : names.slice(0, 1)).entries()) {
    if (!isShared) write(owners, own, name, "name");
    else
      write(
        texts,
        blanks.find(({ player }) => player === at + 1),
        name,
        "name",
      );
  }
  return { owners, problems };
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
  if (isCell) return placeText(words, style, blank, inset);
  const { belowMm } = regular.ink(words, sizePt);
  const cell = { ...blank, yMm: yMm - heightMm, heightMm: 2 * heightMm + belowMm };
  return placeText(words, style, cell, inset, yMm + heightMm - ABOVE_LINE_MM);
}
