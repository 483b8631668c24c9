import { MM_PER_PT } from "../geometry.ts";
import { create } from "fontkit";
import { asSeen } from "./hyphenation.ts";
import type { Typeface } from "./typeface.ts";

/** Basic Latin to Latin Extended-A: every letter, digit and sign of labels. */
const USUAL_POINTS = Array.from({ length: 0x17f - 0x20 }, (_, at) => 0x21 + at);

interface Outline {
  /** Turns each point x, y into a·x + c·y + e, b·x + d·y + f. */
  transform(a: number, b: number, c: number, d: number, e: number, f: number): Outline;
  toSVG(): string;
}

interface Glyph {
  readonly id: number;
  readonly bbox: { readonly minY: number; readonly maxY: number };
  readonly path: Outline;
}

/** A line of text with its glyphs, and a position for each. */
interface Shaped {
  readonly advanceWidth: number;
  readonly glyphs: readonly Glyph[];
  readonly positions: readonly Readonly<Record<"xAdvance" | "xOffset" | "yOffset", number>>[];
}

/** What we use of a fontkit font; fontkit's own type includes collections of fonts. */
interface OpenFont {
  readonly unitsPerEm: number;
  readonly capHeight: number;
  readonly xHeight: number;
  hasGlyphForCodePoint(codePoint: number): boolean;
  glyphForCodePoint(codePoint: number): Glyph;
  layout(text: string, features: Features): Shaped;
}

/**
 * Opens a font file (TTF, OTF, WOFF or WOFF2) to measure text, shaped with the font's kerning and ligatures exactly as `pdf/` shapes it.
 *
 * @throws if the bytes are not a single font: fonts come from a package, not from users
 */
export function openTypeface(bytes: Uint8Array): Typeface {
  const opened = create(bytes as Parameters<typeof create>[0]);
  if (!("unitsPerEm" in opened)) throw new Error("the file is a collection of fonts, not one font");
  const font = opened as OpenFont;
  const mmPerUnit = MM_PER_PT / font.unitsPerEm;
  // Looking at every glyph takes longer than setting a page, and few callers need it.
  let usual: ReturnType<typeof inkOf> | null = null;
  const usualInk = () => {
    usual ??= inkOf(
      USUAL_POINTS.filter((point) => font.hasGlyphForCodePoint(point)).map((point) =>
        font.glyphForCodePoint(point),
      ),
    );
    return usual;
  };
  const shaped = new Map<string, Shaped>();
  const shape = (text: string): Shaped => {
    const known = shaped.get(text) ?? font.layout(asSeen(text), featuresFor(text));
    shaped.set(text, known);
    return known;
  };
  return {
    bytes,
    width: (text, sizePt) => shape(text).advanceWidth * mmPerUnit * sizePt,
    height(sizePt) {
      const mm = mmPerUnit * sizePt;
      return {
        get ascentMm() {
          return usualInk().above * mm;
        },
        get descentMm() {
          return usualInk().below * mm;
        },
        capMm: font.capHeight * mm,
        xMm: font.xHeight * mm,
      };
    },
    ink(text, sizePt) {
      const { above, below } = inkOf(shape(text).glyphs);
      const mm = mmPerUnit * sizePt;
      return { aboveMm: above * mm, belowMm: below * mm };
    },
    outline: (text, sizePt) => {
      // From font units, with y upwards, to mm, with y downwards.
      const mm = mmPerUnit * sizePt;
      const placed = glyphsOf(shape(text));
      return placed
        .map(({ path, x, y }) => path.transform(mm, 0, 0, -mm, x * mm, -(y * mm)).toSVG())
        .join("");
    },
    unitsPerEm: font.unitsPerEm,
    glyphs: (text) => glyphsOf(shape(text)).map((glyph) => ({ ...glyph, path: glyph.path.toSVG() })),
    missing: (text) => {
      const lacking = [...text].filter((char) => !font.hasGlyphForCodePoint(char.codePointAt(0) ?? 0));
      return [...new Set(lacking)];
    },
  };
}

/** The glyphs of a line with their places. */
function glyphsOf({ glyphs, positions }: Shaped) {
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
  let above = 0;
  let below = 0;
  for (const { bbox } of glyphs) {
    if (Number.isFinite(bbox.maxY)) above = Math.max(above, bbox.maxY);
    if (Number.isFinite(bbox.minY)) below = Math.max(below, -bbox.minY);
  }
  return { above, below };
}

/** OpenType features by their tags, as fontkit takes them: a list switches on, `false` switches off. */
export type Features = readonly string[] | Readonly<Record<string, boolean>>;

const AS_USUAL: Features = [];

/** What Latin letters without combining accents don't need; looking it up takes as long as kerning and ligatures. */
const NOT_FOR_PLAIN_TEXT: Features = Object.fromEntries(
  ["ccmp", "locl", "rlig", "rclt", "calt", "clig", "mark", "mkmk"].map((tag) => [tag, false]),
);

/**
 * The features to shape a text with, the same for measuring and for drawing. Kerning and ligatures are always on; combining accents
 * need all the rest, too.
 */
export function featuresFor(text: string): Features {
  return /\p{M}/u.test(text) ? AS_USUAL : NOT_FOR_PLAIN_TEXT;
}
