import type { Size } from "../geometry.ts";
import {
  CLEAR_MM,
  DIE_GAP,
  type DicePlace,
  type Division,
  extent,
  FEW,
  HINT_STEP,
  LABEL_STEP,
  SECOND_LINE,
} from "./division.ts";
import type { PadRow } from "./pad-form.ts";
import { fitLines, quietStyle, ROUNDING_MM, type TextStyle, textStyle, type Typesetting } from "./parts.ts";

type BoxRow = Extract<PadRow, { kind: "box" }>;

/** A line of text in a label's cell, in mm from its top left corner. */
interface Line {
  readonly words: string;
  readonly style: TextStyle;
  /** From the edge of the cell that the line is flush with. */
  readonly insetMm: number;
  readonly baselineMm: number;
}

/** The content of the cell next to a row's boxes, in mm from its top left corner. */
export interface BoxLabel {
  readonly lines: readonly Line[];
  /** The first die; null where the row shows none. */
  readonly dice: Readonly<Record<"xMm" | "yMm" | "sideMm", number>> | null;
  /** Where its dice are; `line` if label, hint and dice share one. */
  readonly place: DicePlace | "line";
}

/** Least space between dice and text. */
const GAP_MM = 0.76;
/** Above and below dice: between two rows there is more space than within one. */
const AIR_MM = 0.6;
/** The same above and below three lines with the whole hint. */
const WIDE_AIR_MM = 1;
/** Above and below two lines in a row of large print. */
const LARGE_AIR_MM = 2;
/** What the parts of a row are set in. */
interface Setting extends Typesetting {
  readonly division: Division;
  readonly room: Size;
}

/** The words of a row in lines. */
interface Words {
  readonly label: readonly string[];
  readonly hint: readonly string[];
}

/**
 * Sets label, hint and dice of a row into its cell: the words in as few lines, and the dice in the best place, that leave room. Null if
 * nothing fits; a row may lose its dice, and its hint but for what the box is always worth, where the division allows that.
 */
export function composeBox(setting: Setting, row: BoxRow): BoxLabel | null {
  const { division, sizes } = setting;
  const { hint, shortHint: short, worth } = row;
  const dice = row.dice.length <= division.maxDice ? row.dice.length : 0;
  const counts = dice > 1 && division.diceless > 0 ? [dice, 0] : [dice];
  const mayDrop = sizes.dropsHints || division.hints === "some";
  const listHints = (count: number) => {
    if (hint === null || !short || (division.hints === "whole" && !mayDrop)) return [hint];
    if (count > 0 && !mayDrop) return division.hints === "worth" && worth ? [short, worth] : [short];
    return division.diceless > FEW ? [hint] : [hint, short];
  };
  const stages = mayDrop ? [listHints, () => (worth ? [null, worth] : [null])] : [listHints];
  for (const listWords of stages)
    for (const count of counts)
      for (const words of listWords(count)) {
        const set = tryLabel(setting, row, words, count);
        if (set !== null) return set;
      }
  return null;
}

function tryLabel(setting: Setting, row: BoxRow, hint: string | null, dice: number): BoxLabel | null {
  const { division, room } = setting;
  const styles = textStyles(setting);
  const besideLine = hint === null ? null : composeBeside(setting, row, hint, dice);
  if (besideLine !== null) return besideLine;
  // A die of its own stays next to the boxes.
  const others = division.places.includes("side") ? division.places : (["level", "low"] as const);
  const single = new Set<DicePlace>(["side", ...others.filter((place) => place !== "stacked")]);
  const places = dice > 1 ? division.places : single;
  for (const labelLines of division.labelLines === 1 ? [1] : [1, 2])
    for (const hintLines of hint === null ? [0] : [1, 2])
      for (const place of dice === 0 ? (["side"] as const) : places) {
        const textMm = room.widthMm - 2 * setting.sizes.insetMm;
        const besideMm = textMm - diceExtent(setting, dice);
        const isBelow = place === "stacked" || place === "low";
        const isAlone = place === "stacked" || place === "level";
        const label = fitLines(styles.label, row.label, isBelow ? textMm : besideMm, labelLines);
        const small =
          hint === null ? [] : fitLines(styles.hint, hint, isAlone ? textMm : besideMm, hintLines);
        if (label === null || small === null) continue;
        const set = compose(setting, { label, hint: small }, place, dice);
        if (set === null) continue;
        const whole = hint === null ? withWorth(setting, row, set, isBelow ? 0 : dice) : set;
        if (whole !== null) return whole;
      }
  return null;
}

/** A die of its own is larger than those in a row. */
function dieSide({ dieMm, singleDieMm }: Division, dice: number): number {
  return dice === 1 ? singleDieMm : dieMm;
}

function textStyles(setting: Setting) {
  const { labelPt, hintPt } = setting.division;
  return { label: textStyle(setting.family, "bold", labelPt), hint: quietStyle(setting, hintPt) };
}

/** The width that dice take from the words next to them. */
function diceExtent({ division, sizes }: Setting, dice: number): number {
  return dice === 0 ? 0 : extent(dice, DIE_GAP) * dieSide(division, dice) + Math.max(GAP_MM, sizes.insetMm);
}

/** A hint in its own column to the right of the label; null where the sheet has no such column. */
function composeBeside(setting: Setting, row: BoxRow, hint: string, dice: number): BoxLabel | null {
  const { division, sizes, room } = setting;
  const { hintsFromMm } = division;
  if (hintsFromMm === null) return null;
  const { label, hint: small } = textStyles(setting);
  const endMm = hintsFromMm + small.face.width(hint, small.sizePt) + diceExtent(setting, dice);
  if (endMm > room.widthMm - sizes.insetMm + ROUNDING_MM) return null;
  const baselineMm = (room.heightMm + label.face.height(label.sizePt).capMm) / 2;
  return {
    lines: [
      { words: row.label, style: label, insetMm: sizes.insetMm, baselineMm },
      { words: hint, style: small, insetMm: hintsFromMm, baselineMm },
    ],
    dice: placeAtRight(setting, dice, room.heightMm / 2),
    place: "line",
  };
}

function placeAtRight({ division, sizes, room }: Setting, dice: number, middleMm: number) {
  if (dice === 0) return null;
  const dieMm = dieSide(division, dice);
  const xMm = room.widthMm - sizes.insetMm - extent(dice, DIE_GAP) * dieMm;
  return { xMm, yMm: middleMm - dieMm / 2, sideMm: dieMm };
}

/** The heights of the words of a row. */
function measureWords(setting: Setting, { label, hint }: Words) {
  const styles = textStyles(setting);
  const capMm = styles.label.face.height(styles.label.sizePt).capMm;
  const small = styles.hint.face.height(styles.hint.sizePt);
  const labelMm = capMm * (1 + (label.length - 1) * LABEL_STEP);
  const moreMm = Math.max(0, hint.length - 1) * SECOND_LINE * small.capMm;
  // A part of the descenders counts as height.
  const lowMm = hint.length === 0 ? 0 : small.xMm * 0.2;
  return { capMm, labelMm, hintCapMm: small.capMm, moreMm, lowMm };
}

/** Places words and dice, in the middle of the row's height; null if it has too little. */
function compose(setting: Setting, words: Words, place: DicePlace, dice: number): BoxLabel | null {
  switch (place) {
    case "side":
      return composeSide(setting, words, dice);
    case "level":
      return words.hint.length === 0 || words.label.length > 1 ? null : composeLevel(setting, words, dice);
    case "stacked":
      return composeBelow(setting, words, place, dice);
    case "low":
      return words.hint.length === 1 ? composeBelow(setting, words, place, dice) : null;
    default:
      return place satisfies never;
  }
}

function composeSide(setting: Setting, words: Words, dice: number): BoxLabel | null {
  const { room, division, sizes } = setting;
  const { capMm, labelMm, hintCapMm, moreMm, lowMm } = measureWords(setting, words);
  const hintMm = words.hint.length === 0 ? 0 : HINT_STEP * capMm + hintCapMm + moreMm;
  const heightMm = labelMm + hintMm + lowMm;
  const airMm = sizes.dropsHints && words.hint.length > 0 ? LARGE_AIR_MM / 2 : CLEAR_MM;
  if (
    heightMm + 2 * airMm > room.heightMm ||
    (dice > 0 && dieSide(division, dice) + 2 * AIR_MM > room.heightMm)
  )
    return null;
  const topMm = (room.heightMm - heightMm) / 2;
  const lines = setLines(setting, words, topMm + capMm, topMm + labelMm + HINT_STEP * capMm + hintCapMm);
  return lines.every((line) => isInside(line, room))
    ? { lines, dice: placeAtRight(setting, dice, room.heightMm / 2), place: "side" }
    : null;
}

/** Whether accents and descenders keep to the row. */
function isInside({ words, style: { face, sizePt }, baselineMm }: Line, { heightMm }: Size): boolean {
  const { aboveMm, belowMm } = face.ink(words, sizePt);
  return aboveMm <= baselineMm && baselineMm + belowMm <= heightMm;
}

function composeLevel(setting: Setting, words: Words, dice: number): BoxLabel | null {
  const { room, division } = setting;
  const { capMm, moreMm } = measureWords(setting, words);
  const dieMm = dieSide(division, dice);
  const lineMm = Math.max(capMm, dieMm);
  const { aboveMm, belowMm: lowMm } = hintInk(setting, words);
  // Labels with and without descenders are as far from their hints, so that rows look alike.
  const hintFromMm = lineMm / 2 + Math.max(dieMm / 2 + GAP_MM, capMm / 2 + HINT_STEP * capMm);
  const heightMm = hintFromMm + aboveMm + moreMm + lowMm;
  if (heightMm + 2 * AIR_MM > room.heightMm) return null;
  const topMm = (room.heightMm - heightMm) / 2;
  return {
    lines: setLines(setting, words, topMm + (lineMm + capMm) / 2, topMm + hintFromMm + aboveMm),
    dice: placeAtRight(setting, dice, topMm + lineMm / 2),
    place: "level",
  };
}

/** Places dice below the label: at its left with the hint below them, or at the right end of the hint's line. */
function composeBelow(setting: Setting, words: Words, place: "stacked" | "low", dice: number) {
  const { room, division, sizes } = setting;
  const isLow = place === "low";
  const dieMm = dieSide(division, dice);
  if (extent(dice, DIE_GAP) * dieMm > room.widthMm - 2 * sizes.insetMm) return null;
  const { capMm, labelMm, hintCapMm, moreMm } = measureWords(setting, words);
  const diceFromMm = labelMm + labelDepth(setting, words) + GAP_MM;
  const { aboveMm, belowMm } = isLow ? { aboveMm: 0, belowMm: 0 } : hintInk(setting, words);
  const endMm = diceFromMm + dieMm + (aboveMm === 0 ? 0 : GAP_MM + aboveMm);
  const heightMm = endMm + (isLow ? 0 : moreMm + belowMm);
  const isTight = isLow || words.hint.length === 0 || division.hints !== "whole";
  if (heightMm + 2 * (isTight ? AIR_MM : WIDE_AIR_MM) > room.heightMm) return null;
  const topMm = (room.heightMm - heightMm) / 2;
  const middleMm = topMm + diceFromMm + dieMm / 2;
  const hintMm = isLow ? middleMm + hintCapMm / 2 : topMm + endMm;
  const lines = setLines(setting, words, topMm + capMm, hintMm);
  if (!lines.every((line) => isInside(line, room))) return null;
  return {
    lines,
    dice: isLow
      ? placeAtRight(setting, dice, middleMm)
      : { xMm: sizes.insetMm, yMm: topMm + diceFromMm, sideMm: dieMm },
    place,
  };
}

/** The ink of a label below its last baseline; the deepest of all labels where all rows look alike. */
function labelDepth(setting: Setting, { label }: Words): number {
  const { face, sizePt } = textStyles(setting).label;
  const alike = setting.division.places.length > 1 ? [] : setting.text.rows;
  const all = alike.flatMap((row) => (row.kind === "box" && row.dice.length > 1 ? row.label : []));
  return Math.max(...[label.at(-1) ?? "", ...all].map((words) => face.ink(words, sizePt).belowMm));
}

/** The ink of a hint above its first baseline and below its last; 0 without a hint. */
function hintInk(setting: Setting, { hint }: Words) {
  const { face, sizePt } = textStyles(setting).hint;
  const [first, last] = [hint[0], hint.at(-1)];
  if (first === undefined || last === undefined) return { aboveMm: 0, belowMm: 0 };
  return { aboveMm: face.ink(first, sizePt).aboveMm, belowMm: face.ink(last, sizePt).belowMm };
}

function setLines(setting: Setting, { label, hint }: Words, labelMm: number, hintMm: number): Line[] {
  const { insetMm } = setting.sizes;
  const { label: bold, hint: small } = textStyles(setting);
  const { capMm } = bold.face.height(bold.sizePt);
  const stepMm = SECOND_LINE * small.face.height(small.sizePt).capMm;
  return [
    ...label.map((words, at) => {
      return { words, style: bold, insetMm, baselineMm: labelMm + at * LABEL_STEP * capMm };
    }),
    ...hint.map((words, at) => ({ words, style: small, insetMm, baselineMm: hintMm + at * stepMm })),
  ];
}

/** Adds the fixed score of a box behind its label, where the hint has no room. Null if the score has none either, unless the division drops it. */
function withWorth(setting: Setting, { worth }: BoxRow, set: BoxLabel, dice: number): BoxLabel | null {
  const { family, division, sizes, room } = setting;
  const last = set.lines.at(-1);
  if (!worth || last === undefined) return set;
  const style = textStyle(family, "regular", division.labelPt, { align: "right" });
  const takenMm =
    last.style.face.width(last.words, division.labelPt) + family.regular.width(worth, division.labelPt);
  const diceMm = diceExtent(setting, dice);
  if (takenMm + diceMm + 3 * sizes.insetMm > room.widthMm + ROUNDING_MM)
    return division.keepsWorth ? null : set;
  const line = { words: worth, style, insetMm: sizes.insetMm + diceMm, baselineMm: last.baselineMm };
  return { ...set, lines: [...set.lines, line] };
}
