import { type Problem, problem } from "../../rules/problem/problem.ts";
import type { TypeFamily } from "../fonts/typeface.ts";
import type { Branding } from "./branding.ts";
import { fittingSize, middleBaseline, placeText, placeUpwards, type TextStyle } from "./fit.ts";
import type { PadBlank, PlacedText } from "./pad-layout.ts";
import { GREY, type SheetParts } from "./sheet-parts.ts";
import type { Sizes } from "./sizes.ts";

/** From the ends of a blank to what is printed in it. */
const INSET_MM = 0.8;
/** What hangs below the letters may lie on the line, as it does in handwriting. */
const ABOVE_LINE_MM = 1;

/** Capitals may take this much of the height of a blank. */
const CAP_SHARE = 0.62;

interface Filled {
  /** See `PadLayout`. */
  readonly owners: readonly PlacedText[];
  readonly problems: readonly Problem[];
}

/**
 * Prints names and date where one would write them.
 *
 * @param isShared whether the players share a sheet; else each name is for a sheet of its own
 */
export function fillBlanks(
  parts: SheetParts,
  { names, date }: Branding,
  isShared: boolean,
  sizes: Sizes,
  family: TypeFamily,
): Filled {
  const problems: Problem[] = [];
  const written = (blank: PadBlank | undefined, words: string, purpose: string): PlacedText[] => {
    if (blank !== undefined) return [writtenInto(blank, words, sizes, family)];
    problems.push(noField(words, purpose));
    return [];
  };
  const dated = parts.blanks.find(({ purpose }) => purpose === "date");
  if (date !== null) parts.texts.push(...written(dated, date, "date"));
  if (isShared) {
    names.forEach((name, at) => {
      const blank = parts.blanks.find(({ player }) => player === at + 1);
      parts.texts.push(...written(blank, name, "name"));
    });
    return { owners: [], problems };
  }
  const named = parts.blanks.find(({ purpose }) => purpose === "name");
  return {
    owners: names
      .slice(0, named === undefined ? 1 : undefined)
      .flatMap((name) => written(named, name, "name")),
    problems,
  };
}

/** As large as it fits; too long a word is found with all others that leave their place. */
function writtenInto(blank: PadBlank, words: string, sizes: Sizes, family: TypeFamily): PlacedText {
  const isCell = blank.player !== null;
  const inset = isCell ? sizes.insetMm : INSET_MM;
  const [long, high] = blank.upwards ? [blank.heightMm, blank.widthMm] : [blank.widthMm, blank.heightMm];
  const room = long - 2 * inset;
  const { least } = sizes.hintPt;
  const highest = (high * CAP_SHARE) / family.regular.height(1).capMm;
  const usual = Math.max(least, Math.min(sizes.labelPt.usual, highest));
  const sizePt = fittingSize(family.regular, words, { usual, least }, room) ?? least;
  const style: TextStyle = {
    face: family.regular,
    weight: "regular",
    sizePt,
    grey: GREY.ink,
    align: isCell ? "centre" : "left",
  };
  if (blank.upwards) return placeUpwards(words, style, blank, inset);
  const { yMm, heightMm } = blank;
  if (isCell) return placeText(words, style, blank, inset, middleBaseline(style, yMm, heightMm));
  const { belowMm } = family.regular.ink(words, sizePt);
  const cell = { ...blank, yMm: yMm - heightMm, heightMm: 2 * heightMm + belowMm };
  return placeText(words, style, cell, inset, yMm + heightMm - ABOVE_LINE_MM);
}

function noField(words: string, purpose: string): Problem {
  const hint = `docs/pads.md tells how a field says what it is for: {label: …, kind: ${purpose}}`;
  return problem("no-field", `this pad has no field for “${words}”`, { hint });
}
