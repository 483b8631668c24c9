import type { Hyphenate } from "../../fonts/hyphenation.ts";
import type { TypeFamily } from "../../fonts/typeface.ts";
import { MM_PER_PT } from "../../geometry.ts";
import type { PdfCanvas } from "../../pdf/canvas.ts";
import type { Content } from "../../pdf/tagging.ts";
import { dieShapes } from "../../shapes/figures.ts";
import type { ShownDie } from "../dice.ts";
import type { Weight } from "./blocks.ts";

/** Something to draw; places are measured from the top left corner of what holds it. */
export type Mark =
  | {
      readonly kind: "text";
      readonly xMm: number;
      readonly baselineMm: number;
      readonly text: string;
      readonly sizePt: number;
      readonly weight: Weight;
      readonly ink: number;
      readonly widthMm: number;
      /** What it is part of; null for what only adorns the page. */
      readonly content: Content | null;
      /** What is read behind it and not seen: the blank between two lines. */
      readonly after: "" | " ";
    }
  | {
      readonly kind: "die";
      readonly xMm: number;
      readonly yMm: number;
      readonly sideMm: number;
      readonly die: ShownDie;
      readonly content: Content;
    }
  | {
      readonly kind: "rule";
      readonly xMm: number;
      readonly yMm: number;
      readonly widthMm: number;
      readonly weightPt: number;
      readonly ink: number;
    };

/** A stretch of a column that is never torn: a line, or a row of a table. */
export interface Piece {
  readonly heightMm: number;
  /** Left out at the top of a column. */
  readonly spaceBeforeMm: number;
  /** Must not be the last in its column. */
  readonly keepWithNext: boolean;
  readonly marks: readonly Mark[];
}

export const BLACK = 1;
export const QUIET = 0.68;
/** Line to line, as a share of the type size. */
const LEADING = 1.36;
/** Dice are nearly as high as a line. */
const DIE_HEIGHT = 0.82;
const DIE_GAP = 0.12;
/** Somewhat over 70 characters; longer lines are hard to come back from. */
const MAX_LINE_EM = 32;

/** What type is set with: the fonts, a size, and what follows from it. */
export interface Setting {
  readonly family: TypeFamily;
  readonly hyphenate: Hyphenate;
  readonly sizePt: number;
  readonly leadingMm: number;
  readonly dieMm: number;
  readonly dieGapMm: number;
  readonly longestLineMm: number;
}

export function settingAt(family: TypeFamily, hyphenate: Hyphenate, sizePt: number): Setting {
  const leadingMm = sizePt * MM_PER_PT * LEADING;
  const dieMm = leadingMm * DIE_HEIGHT;
  return {
    family,
    hyphenate,
    sizePt,
    leadingMm,
    dieMm,
    dieGapMm: dieMm * DIE_GAP,
    longestLineMm: sizePt * MM_PER_PT * MAX_LINE_EM,
  };
}

/** A setting of another size with the same fonts. */
export function resized(setting: Setting, factor: number): Setting {
  return settingAt(setting.family, setting.hyphenate, setting.sizePt * factor);
}

/** How wide dice stand side by side. */
export function diceWidth(setting: Setting, count: number): number {
  return count * setting.dieMm + Math.max(0, count - 1) * setting.dieGapMm;
}

/** The baseline in a line of the setting's leading: capitals stand in the middle of it. */
export function baselineOf({ family, sizePt, leadingMm }: Setting): number {
  return (leadingMm + family.regular.height(sizePt).capMm) / 2;
}

/** The same marks, somewhere else. */
export function moved(marks: readonly Mark[], byX: number, byY: number): Mark[] {
  return marks.map((mark) =>
    mark.kind === "text"
      ? { ...mark, xMm: mark.xMm + byX, baselineMm: mark.baselineMm + byY }
      : { ...mark, xMm: mark.xMm + byX, yMm: mark.yMm + byY },
  );
}

/** Draws something of a rule sheet where it stands. */
export function drawMark(mark: Mark, on: PdfCanvas): void {
  switch (mark.kind) {
    case "text":
      on.text({ ...mark, text: mark.text + mark.after });
      return;
    case "die":
      on.shapes(dieShapes(mark.die.face, mark.die.state), mark);
      return;
    case "rule": {
      const { xMm, yMm, widthMm, weightPt, ink } = mark;
      on.line({ fromXMm: xMm, fromYMm: yMm, toXMm: xMm + widthMm, toYMm: yMm, weightPt, ink });
    }
  }
}
