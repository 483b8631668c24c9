/** A glyph with its place in a line, in units of the font, to the right and upwards from the start of the line. */
interface PlacedGlyph {
  /** The glyph's number in the font. */
  readonly id: number;
  readonly x: number;
  readonly y: number;
  /** Its outlines as an SVG path; empty for blanks. */
  readonly path: string;
}

/** One font, ready to measure text. */
export interface Typeface {
  /** The font file's bytes, for embedding. */
  readonly bytes: Uint8Array;
  /** Advance width of a line of text with kerning, in mm, at a size in pt. */
  width(text: string, sizePt: number): number;
  /** How far letters and digits can reach above and below the baseline, in mm, at a size in pt. */
  height(sizePt: number): { ascentMm: number; descentMm: number; capMm: number; xMm: number };
  /** How far this text reaches above and below the baseline, in mm, at a size in pt. */
  ink(text: string, sizePt: number): { aboveMm: number; belowMm: number };
  /** The outlines of a line of text as an SVG path in mm, at a size in pt; its baseline begins at 0, 0. */
  outline(text: string, sizePt: number): string;
  /** The glyphs of a line of text, in units of the font; see `PlacedGlyph`. */
  glyphs(text: string): readonly PlacedGlyph[];
  /** How many units of the font make up its size. */
  readonly unitsPerEm: number;
  /** The characters of the text that the font has no glyph for, each once. */
  missing(text: string): string[];
}

/** The two weights in which everything is set. */
export interface TypeFamily {
  readonly regular: Typeface;
  readonly bold: Typeface;
}

/**
 * Text as a family of fonts can show it: a character that it lacks is replaced by its compatibility form in Unicode (`ℂ` by `C`), if
 * that can be shown. Everything else stays, for `missing` to find.
 */
export function showable(text: string, family: TypeFamily): string {
  if (!lacks(text, family)) return text;
  const shown = [...text].map((char) => {
    const plain = char.normalize("NFKC");
    return lacks(char, family) && !lacks(plain, family) ? plain : char;
  });
  return shown.join("");
}

function lacks(text: string, { regular, bold }: TypeFamily): boolean {
  return regular.missing(text).length > 0 || bold.missing(text).length > 0;
}
