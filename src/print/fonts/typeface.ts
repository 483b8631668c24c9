import { memoizeByText } from "../../rules/memoize.ts";
import { MM_PER_PT } from "../geometry.ts";
import { showFinalHyphen } from "./hyphenation.ts";

/** A font that measures text. */
export type Typeface = Awaited<ReturnType<typeof openTypeface>>;

/** The two weights of all text. */
export interface TypeFamily {
  readonly regular: Typeface;
  readonly bold: Typeface;
}

/** A family with handwriting, for sheets that show entries. */
export interface WritingFamily extends TypeFamily {
  readonly hand: Typeface;
}

/** A family with or without handwriting and a face for titles. */
export type AnyFamily = TypeFamily & { readonly hand?: Typeface; readonly title?: Typeface };

/** The fonts that a family can have. */
export type Weight = keyof AnyFamily;

/** The font of a family for a weight. @throws for one that the family lacks: no other font replaces it */
export function getTypeface(family: AnyFamily, weight: Weight): Typeface {
  const cut = family[weight];
  if (cut === undefined) throw new Error(`a family without ${weight}`);
  return cut;
}

/** A glyph of a line of text; widths and places are in units of the font. */
interface ShapedGlyph {
  /** Its number in the font. */
  readonly id: number;
  /** Its characters. */
  readonly codePoints: readonly number[];
  /** Its own width, and with kerning. */
  readonly width: number;
  readonly xAdvance: number;
  readonly xOffset: number;
  readonly yOffset: number;
}

/**
 * Opens a font file (TTF or OTF) to measure and draw text, shaped by HarfBuzz with the font's kerning and ligatures. All drawing uses
 * its glyphs, so that text is as wide as measured.
 *
 * @throws if the bytes are not a font: fonts come from a package, not from users
 */
export async function openTypeface(bytes: Uint8Array) {
  // Takes a moment to load; most commands print nothing.
  const { Blob, Buffer, Face, Font, MetricsTag, shape: shapeIn } = await import("harfbuzzjs");
  const font = new Font(new Face(new Blob(bytes), 0));
  const findGlyph = (char: string) => font.nominalGlyph(char.codePointAt(0) ?? 0);
  if (findGlyph(" ") === undefined) throw new Error("the file is not a font with letters");
  const { upem: unitsPerEm } = font.face;
  const capHeight = font.getMetricPositionWithFallback(MetricsTag.CAP_HEIGHT);
  const xHeight = font.getMetricPositionWithFallback(MetricsTag.X_HEIGHT);
  const computeMmPerUnit = (sizePt: number) => (MM_PER_PT / unitsPerEm) * sizePt;
  const shapeAnew = (text: string): ShapedGlyph[] => {
    const buffer = new Buffer();
    buffer.addText(text);
    buffer.guessSegmentProperties();
    shapeIn(font, buffer);
    const glyphs = buffer.getGlyphInfosAndPositions();
    // A glyph has the characters from its cluster up to the next one.
    const starts = [...new Set(glyphs.map(({ cluster }) => cluster)), text.length].sort((a, b) => a - b);
    return glyphs.map(({ codepoint: id, cluster, xAdvance = 0, xOffset = 0, yOffset = 0 }) => {
      const characters = text.slice(cluster, starts[starts.indexOf(cluster) + 1]);
      const codePoints = Array.from(characters, (char) => char.codePointAt(0) ?? 0);
      return { id, codePoints, width: font.glyphHAdvance(id), xAdvance, xOffset, yOffset };
    });
  };
  const shape = memoizeByText((text): readonly ShapedGlyph[] => shapeAnew(showFinalHyphen(text)));
  /** The advance width of a text, in units of the font. Breaking lines measures the same texts repeatedly. */
  const measureAdvance = memoizeByText((text) =>
    shape(text).reduce((sum, { xAdvance }) => sum + xAdvance, 0),
  );
  /** The ink of a text above and below the baseline, in units of the font. */
  const measureInk = memoizeByText((text) => {
    const extents = shape(text).map(({ id }) => font.glyphExtents(id) ?? { yBearing: 0, height: 0 });
    return {
      above: Math.max(0, ...extents.map(({ yBearing }) => yBearing)),
      below: Math.max(0, ...extents.map(({ yBearing, height }) => -(yBearing + height))),
    };
  });
  /** Whether the font has a glyph for a character. */
  const isDrawn = memoizeByText((char) => findGlyph(char) !== undefined);
  return {
    /** The font file's bytes, for embedding. */
    bytes,
    /** Units of the font per em. */
    unitsPerEm,
    /** The glyphs of a line of text, from left to right. */
    shape,
    /** Advance width of a line of text with kerning, in mm, at a size in pt. */
    width: (text: string, sizePt: number): number => measureAdvance(text) * computeMmPerUnit(sizePt),
    /** Cap height and x-height, in mm, at a size in pt. */
    height: (sizePt: number) => ({
      capMm: capHeight * computeMmPerUnit(sizePt),
      xMm: xHeight * computeMmPerUnit(sizePt),
    }),
    /** The ink of a text above and below the baseline, in mm, at a size in pt. */
    ink(text: string, sizePt: number): { aboveMm: number; belowMm: number } {
      const { above, below } = measureInk(text);
      return { aboveMm: above * computeMmPerUnit(sizePt), belowMm: below * computeMmPerUnit(sizePt) };
    },
    /** The outlines of a line of text as an SVG path in mm, at a size in pt, from its baseline at 0, 0. */
    outline(text: string, sizePt: number): string {
      // From font units with y up to mm with y down.
      const mm = (units: number) => Math.round(units * computeMmPerUnit(sizePt) * 100) / 100;
      return positionGlyphs(shape(text))
        .map(({ id, x, y }) =>
          font
            .glyphToPath(id)
            .replace(/(-?[\d.]+),(-?[\d.]+)/g, (_, right, up) => `${mm(x + +right)} ${mm(-y - +up)}`),
        )
        .join("");
    },
    /**
     * The glyphs of a line of text by their ids, with their places in units of the font, to the right and up from the start of the line,
     * and their outlines as SVG paths, which are empty for blanks.
     */
    glyphs: (text: string) =>
      positionGlyphs(shape(text)).map((glyph) => ({ ...glyph, path: font.glyphToPath(glyph.id) })),
    /** The characters of the text without a glyph, each once. */
    listMissingCharacters(text: string): string[] {
      const lacking = new Set<string>();
      for (const char of text) if (!isDrawn(char)) lacking.add(char);
      return [...lacking];
    },
  };
}

/** The glyphs of a line with their places. */
function positionGlyphs(line: readonly ShapedGlyph[]) {
  let pen = 0;
  return line.map(({ id, xAdvance, xOffset, yOffset }) => {
    const x = pen + xOffset;
    pen += xAdvance;
    return { id, x, y: yOffset };
  });
}

/**
 * Text as a family of fonts can show it: characters without a glyph are replaced by their compatibility form in Unicode (`ℂ` by `C`), if
 * that can be shown. All others stay, for `listMissingCharacters` to report.
 */
export function showable(text: string, { regular, bold }: TypeFamily): string {
  const lacks = (some: string) =>
    regular.listMissingCharacters(some).length > 0 || bold.listMissingCharacters(some).length > 0;
  if (!lacks(text)) return text;
  const shown = [...text].map((char) => {
    const plain = char.normalize("NFKC");
    return lacks(char) && !lacks(plain) ? plain : char;
  });
  return shown.join("");
}

/** Words in lines of a width; a word that is too wide gets a line of its own. */
export function wrapWords(words: string, roomMm: number, typeface: Typeface, sizePt: number): string[] {
  const lines: string[] = [];
  for (const word of words.split(" ")) {
    const longer = lines.length === 0 ? word : `${lines.at(-1)} ${word}`;
    if (lines.length > 0 && typeface.width(longer, sizePt) <= roomMm) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}
