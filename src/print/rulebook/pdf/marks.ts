import type { AnyFamily, WritingFamily } from "../../fonts/typeface.ts";
import { type Area, MM_PER_PT } from "../../geometry.ts";
import type { Ink, Outlines, PdfCanvas } from "../../pdf/canvas.ts";
import type { TaggedContent } from "../../pdf/document.ts";
import { dieShapes } from "../../shapes/figures.ts";
import type { ShownDie } from "../dice.ts";
import type { Block } from "./blocks.ts";
import type { WordRules } from "./words.ts";

/** Something to draw, measured from the top left corner of what contains it. */
export type FigureMark =
  | (Omit<Parameters<PdfCanvas["text"]>[0], "upwards" | "weight"> & {
      readonly kind: "text";
      readonly weight: keyof WritingFamily;
      readonly widthMm: number;
      /** Its content element; null for decoration. */
      readonly content: TaggedContent | null;
      /** Read out after it and not seen: the space between two lines. */
      readonly after: "" | " ";
    })
  | (Parameters<PdfCanvas["shapes"]>[1] & {
      readonly kind: "die";
      readonly die: ShownDie;
      readonly content: TaggedContent;
    })
  | (Omit<Area, "heightMm"> & {
      readonly kind: "rule";
      readonly weightPt: number;
      readonly ink: Ink;
      /** How much lower its right end is, or how far it goes down if it has no width; level if left out. */
      readonly fallMm?: number;
    })
  | (Area & { readonly kind: "picture"; readonly png: Uint8Array })
  | (Area & { readonly kind: "outlines"; readonly outlines: Outlines });

/** An unbreakable stretch of a column: a line, or a row of a table. */
export interface Piece {
  readonly heightMm: number;
  /** Dropped at the top of a column. */
  readonly spaceBeforeMm: number;
  /** The part of that space that may be left out to make columns end level; none if left out. */
  readonly spareMm?: number;
  /** How much higher it may be, for what is drawn rather than set; rigid if left out. */
  readonly growth?: Growth;
  /** Must not be the last in its column. */
  readonly keepWithNext: boolean;
  /** The same if the pieces kept together fit a column; no if left out. */
  readonly keepIfRoom?: boolean;
  /** The repeated heading above it if it opens a column in the middle of its table; none if left out. */
  readonly again?: Piece;
  /** The block of this line or row. */
  readonly of: Block;
  readonly marks: readonly FigureMark[];
}

/** What may be higher, to fill its column. */
export interface Growth {
  readonly mostMm: number;
  /** Its marks if it is higher by so much. */
  draw(extraMm: number): readonly FigureMark[];
}

/** Handwriting has small figures. */
const HAND_SIZE = 1.45;

/** The type size of a weight where the text around it has another. */
export function computeTypeSize(weight: keyof WritingFamily, sizePt: number): number {
  return weight === "hand" ? sizePt * HAND_SIZE : sizePt;
}

export const BLACK = 1;
const QUIET = 0.68;
/** As large as grey letters must be, in the smallest size that is made of them. */
const MIN_QUIET_PT = 10;
/** Line to line, as a share of the type size: the usual, and others that avoid torn tables and uneven pages. */
export const LEADING = { usual: 1.36, close: 1.27, middle: 1.31, wide: 1.4 } as const;
/** Dice are nearly as high as a line. */
const DIE_HEIGHT = 0.82;
const DIE_GAP = 0.12;

/** How text is set at any size. */
export interface TypeSetting {
  readonly family: AnyFamily;
  readonly words: WordRules;
  /** The ink of headings. */
  readonly accent: Ink;
  /** Dice are at least this large, to keep their faces readable; any size if left out. */
  readonly minDieMm?: number;
  /** Line to line, as a share of the type size; the usual if left out. */
  readonly leading?: number;
}

/** How text is set: the fonts, a size, and what follows from it. */
export type FigureSetting = ReturnType<typeof computeTypeMetrics>;

export function computeTypeMetrics(
  { family, words, accent, minDieMm = 0, leading = LEADING.usual }: TypeSetting,
  sizePt: number,
  ink: Ink = BLACK,
) {
  const emMm = sizePt * MM_PER_PT;
  const leadingMm = emMm * leading;
  const dieMm = Math.min(leadingMm, Math.max(leadingMm * DIE_HEIGHT, minDieMm));
  // From the top of a line; centres capitals.
  const baselineMm = (leadingMm + family.regular.height(sizePt).capMm) / 2;
  const sizes = { sizePt, emMm, leadingMm, baselineMm };
  return { family, words, accent, minDieMm, leading, ink, ...sizes, dieMm, dieGapMm: dieMm * DIE_GAP };
}

/** The same setting in another size. */
export function resizeType(setting: FigureSetting, factor: number): FigureSetting {
  return computeTypeMetrics(setting, setting.sizePt * factor, setting.ink);
}

/** The same setting in grey, if it is large enough: the dots of a printed grey fray small type. */
export function toGrey(setting: FigureSetting): FigureSetting {
  return setting.sizePt < MIN_QUIET_PT ? setting : { ...setting, ink: QUIET };
}

/** The same setting in the ink of headings. */
export function toAccent(setting: FigureSetting): FigureSetting {
  return { ...setting, ink: setting.accent };
}

/** The same marks, somewhere else. */
export function moveMarks(marks: readonly FigureMark[], byX: number, byY: number): FigureMark[] {
  return marks.map((mark) =>
    mark.kind === "text"
      ? { ...mark, xMm: mark.xMm + byX, baselineMm: mark.baselineMm + byY }
      : { ...mark, xMm: mark.xMm + byX, yMm: mark.yMm + byY },
  );
}

/** The same marks, larger or smaller, seen from the corner that they are measured from. */
export function scaleMarks(marks: readonly FigureMark[], factor: number): FigureMark[] {
  return marks.map((mark): FigureMark => {
    const [xMm, widthMm] = [mark.xMm * factor, "widthMm" in mark ? mark.widthMm * factor : 0];
    switch (mark.kind) {
      case "text":
        return { ...mark, xMm, widthMm, baselineMm: mark.baselineMm * factor, sizePt: mark.sizePt * factor };
      case "die":
        return { ...mark, xMm, yMm: mark.yMm * factor, sideMm: mark.sideMm * factor };
      case "rule":
        return {
          ...{ ...mark, xMm, widthMm, yMm: mark.yMm * factor, weightPt: mark.weightPt * factor },
          ...(mark.fallMm !== undefined && { fallMm: mark.fallMm * factor }),
        };
      case "picture":
      case "outlines":
        return { ...mark, xMm, widthMm, yMm: mark.yMm * factor, heightMm: mark.heightMm * factor };
      default:
        return mark satisfies never;
    }
  });
}

/** Draws marks at their positions. */
export function drawFigureMarks(marks: readonly FigureMark[], on: PdfCanvas): void {
  for (const mark of marks) {
    switch (mark.kind) {
      case "text":
        on.text({ ...mark, text: mark.text + mark.after });
        break;
      case "die":
        on.shapes(dieShapes(mark.die.face, mark.die.state, mark.die.tint), mark);
        break;
      case "rule": {
        const { xMm, yMm, widthMm, fallMm = 0, ...line } = mark;
        on.line({ ...line, fromXMm: xMm, fromYMm: yMm, toXMm: xMm + widthMm, toYMm: yMm + fallMm });
        break;
      }
      case "picture":
        on.picture(mark);
        break;
      case "outlines":
        on.outlines(mark);
        break;
      default:
        mark satisfies never;
    }
  }
}
