/** One cut of a font, ready to measure. */
export interface Typeface {
  /** The font file's bytes, for embedding. */
  readonly bytes: Uint8Array;
  /** Advance width of a line of text with kerning, in mm, at a size in pt. */
  width(text: string, sizePt: number): number;
  /** Heights above and below the baseline that ink of letters and figures can reach, in mm, at a size in pt. */
  height(sizePt: number): { ascentMm: number; descentMm: number; capMm: number; xMm: number };
  /** How far the ink of this very text goes above and below the baseline, in mm, at a size in pt. */
  ink(text: string, sizePt: number): { aboveMm: number; belowMm: number };
  /** The outlines of a line of text as an SVG path in mm, at a size in pt; its baseline begins at 0, 0. */
  outline(text: string, sizePt: number): string;
  /** The characters of the text that the font has no glyph for, each once. */
  missing(text: string): string[];
}

/** The two weights that everything is set in. */
export interface TypeFamily {
  readonly regular: Typeface;
  readonly bold: Typeface;
}
