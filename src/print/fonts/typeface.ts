import { create, type Font, type Glyph, type GlyphRun } from "fontkit";
import { MM_PER_PT } from "../geometry.ts";
import { asSeen } from "./hyphenation.ts";

/** One font, ready to measure text. */
export type Typeface = ReturnType<typeof openTypeface>;

/** The two weights in which everything is set. */
export interface TypeFamily {
  readonly regular: Typeface;
  readonly bold: Typeface;
}

/** Opens a font file with fontkit, whose types ask for Node's `Buffer`. @throws if the bytes are not a single font */
export function openFont(bytes: Uint8Array): Font {
  const font = create(bytes as Parameters<typeof create>[0]);
  if (!("unitsPerEm" in font)) throw new Error("the file is a collection of fonts, not one font");
  return font;
}

/**
 * Opens a font file (TTF, OTF, WOFF or WOFF2) to measure text, shaped with the font's kerning and ligatures exactly as `pdf/` shapes it.
 *
 * @throws if the bytes are not a single font: fonts come from a package, not from users
 */
export function openTypeface(bytes: Uint8Array) {
  const font = openFont(bytes);
  const mmAt = (sizePt: number) => (MM_PER_PT / font.unitsPerEm) * sizePt;
  const shaped = new Map<string, GlyphRun>();
  const shape = (text: string): GlyphRun => {
    const known = shaped.get(text) ?? font.layout(asSeen(text), featuresFor(text));
    shaped.set(text, known);
    return known;
  };
  return {
    /** The font file's bytes, for embedding. */
    bytes,
    /** How many units of the font make up its size. */
    unitsPerEm: font.unitsPerEm,
    /** Advance width of a line of text with kerning, in mm, at a size in pt. */
    width: (text: string, sizePt: number): number => shape(text).advanceWidth * mmAt(sizePt),
    /** How high capitals and small letters are, in mm, at a size in pt. */
    height: (sizePt: number) => ({
      capMm: font.capHeight * mmAt(sizePt),
      xMm: font.xHeight * mmAt(sizePt),
    }),
    /** How far this text reaches above and below the baseline, in mm, at a size in pt. */
    ink(text: string, sizePt: number): { aboveMm: number; belowMm: number } {
      const { above, below } = inkOf(shape(text).glyphs);
      return { aboveMm: above * mmAt(sizePt), belowMm: below * mmAt(sizePt) };
    },
    /** The outlines of a line of text as an SVG path in mm, at a size in pt; its baseline begins at 0, 0. */
    outline(text: string, sizePt: number): string {
      // From font units, with y upwards, to mm, with y downwards.
      const mm = mmAt(sizePt);
      const placed = placedGlyphs(shape(text));
      return placed
        .map(({ path, x, y }) => path.transform(mm, 0, 0, -mm, x * mm, -(y * mm)).toSVG())
        .join("");
    },
    /**
     * The glyphs of a line of text by their numbers in the font, with their places in units of the font, to the right and upwards from
     * the start of the line, and their outlines as SVG paths, which are empty for blanks.
     */
    glyphs: (text: string) =>
      placedGlyphs(shape(text)).map((glyph) => ({ ...glyph, path: glyph.path.toSVG() })),
    /** The characters of the text that the font has no glyph for, each once. */
    missing(text: string): string[] {
      const lacking = [...text].filter((char) => !font.hasGlyphForCodePoint(char.codePointAt(0) ?? 0));
      return [...new Set(lacking)];
    },
  };
}

/** The glyphs of a line with their places. */
function placedGlyphs({ glyphs, positions }: GlyphRun) {
  let pen = 0;
  return glyphs.map(({ id, path }, at) => {
    const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[at] ?? {};
    const x = pen + xOffset;
    pen += xAdvance;
    return { id, x, y: yOffset, path };
  });
}

/** How far glyphs reach above and below the baseline, in font units; spaces do not. */
function inkOf(glyphs: readonly Glyph[]): { above: number; below: number } {
  const inked = glyphs.map(({ bbox }) => bbox).filter(({ maxY }) => Number.isFinite(maxY));
  const above = Math.max(0, ...inked.map(({ maxY }) => maxY));
  return { above, below: Math.max(0, ...inked.map(({ minY }) => -minY)) };
}

/** OpenType features by their tags, as fontkit takes them: a list switches on, `false` switches off. */
type Features = string[] | Record<string, boolean>;

/** What Latin letters without combining accents don't need; looking it up takes as long as kerning and ligatures. */
const NOT_FOR_PLAIN_TEXT: Features = Object.fromEntries(
  ["ccmp", "locl", "rlig", "rclt", "calt", "clig", "mark", "mkmk"].map((tag) => [tag, false]),
);

/**
 * The features to shape a text with, the same for measuring and for drawing. Kerning and ligatures are always on; combining accents
 * need all the rest, too.
 */
export function featuresFor(text: string): Features {
  return /\p{M}/u.test(text) ? [] : NOT_FOR_PLAIN_TEXT;
}

/**
 * Text as a family of fonts can show it: a character that it lacks is replaced by its compatibility form in Unicode (`ℂ` by `C`), if
 * that can be shown. Everything else stays, for `missing` to find.
 */
export function showable(text: string, { regular, bold }: TypeFamily): string {
  const lacks = (some: string) => regular.missing(some).length > 0 || bold.missing(some).length > 0;
  if (!lacks(text)) return text;
  const shown = [...text].map((char) => {
    const plain = char.normalize("NFKC");
    return lacks(char) && !lacks(plain) ? plain : char;
  });
  return shown.join("");
}
