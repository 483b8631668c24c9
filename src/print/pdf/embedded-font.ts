import { stripSoftHyphens } from "../fonts/hyphenation.ts";
import { getTypeface, type Weight } from "../fonts/typeface.ts";
import type { Kit } from "./kit.ts";

/** An embedded font, with members that pdfkit's types lack. */
interface EmbeddedFont {
  readonly id: string;
  readonly subset: {
    /** The glyphs of the font by their places in the subset. */
    readonly glyphs: (number | string)[];
    readonly mapping: Record<string | number, number>;
  };
  /** The characters of each place in the subset, which become the table `ToUnicode`. */
  readonly unicode: (readonly number[])[];
  /** Thousandths of the type size for a unit of the font. */
  readonly scale: number;
  /** The glyphs of a line with their places, in thousandths of the type size. */
  layoutRun: (text: string) => {
    readonly glyphs: readonly ReadGlyph[];
    readonly positions: readonly Readonly<
      Record<"xAdvance" | "xOffset" | "yOffset" | "advanceWidth", number>
    >[];
    readonly advanceWidth: number;
  };
  encode(text: string, features: unknown): [codes: string[], positions: unknown];
}

/** A glyph with the characters that it represents. */
interface ReadGlyph {
  /** Its number in the font; for a glyph with a second meaning, a name that the subset knows. */
  readonly id: number | string;
  readonly advanceWidth: number;
  readonly codePoints: readonly number[];
}

/** U+FFFD: Unicode's sign for an unknown character. */
const NO_CHARACTER = 0xfffd;

const extended = new WeakSet<EmbeddedFont>();

/** Selects a font, and patches it to draw the glyphs that text was measured with and to keep their characters. */
export function openFont(kit: Kit, weight: Weight): EmbeddedFont {
  kit.font(weight);
  const font = kit._font as EmbeddedFont;
  if (extended.has(font)) return font;
  extended.add(font);
  // PDF/A and PDF/UA forbid the character 0, which pdfkit gives to the place of missing glyphs.
  font.unicode[0] = [NO_CHARACTER];
  const { scale } = font;
  const firstMeanings = new Map<number | string, string>();
  const runs = new Map<string, ReturnType<EmbeddedFont["layoutRun"]>>();
  const shapeRun: EmbeddedFont["layoutRun"] = (text) => {
    const line = getTypeface(kit.family, weight).shape(text);
    const glyphs = line.map(({ id, codePoints, width }) => ({ id, codePoints, advanceWidth: width }));
    const positions = line.map(({ width, xAdvance, xOffset, yOffset }) => ({
      xAdvance: xAdvance * scale,
      xOffset: xOffset * scale,
      yOffset: yOffset * scale,
      advanceWidth: width * scale,
    }));
    return {
      glyphs: withMeanings(glyphs, stripSoftHyphens(text)).map((glyph) =>
        assignSubsetGlyph(glyph, font, firstMeanings),
      ),
      positions,
      advanceWidth: positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0),
    };
  };
  font.layoutRun = (text) => {
    const run = runs.get(text) ?? shapeRun(text);
    runs.set(text, run);
    return run;
  };
  return font;
}

/** The glyphs of a text with the characters that they represent in it. */
function withMeanings(glyphs: readonly ReadGlyph[], text: string): ReadGlyph[] {
  const points = [...text].map((character) => character.codePointAt(0) ?? NO_CHARACTER);
  const count = glyphs.reduce((sum, { codePoints }) => sum + codePoints.length, 0);
  // Where accents were separated from their letters, only the font knows which glyph represents what.
  const isAligned = count === points.length;
  return glyphs.map(({ id, advanceWidth, codePoints }) => {
    return { id, advanceWidth, codePoints: isAligned ? points.splice(0, codePoints.length) : codePoints };
  });
}

/**
 * Lets each character be read as what it is. A font draws several with one glyph (space and no-break space, hyphen and soft hyphen),
 * and the file maps each glyph to one meaning; so a glyph gets a place in the subset for each meaning (ISO 32000-1, 9.10.3).
 */
function assignSubsetGlyph(
  glyph: ReadGlyph,
  font: EmbeddedFont,
  firstMeanings: Map<number | string, string>,
): ReadGlyph {
  const { id, codePoints } = glyph;
  const meaning = codePoints.join(" ");
  const first = firstMeanings.get(id) ?? meaning;
  firstMeanings.set(id, first);
  if (first === meaning) return glyph;
  const name = `${id} as ${meaning}`;
  font.subset.mapping[name] ??= font.subset.glyphs.push(id) - 1;
  return { ...glyph, id: name };
}

/** Characters of one font that can be written on page after page without shaping. They are set side by side, without kerning. */
export interface Letters {
  /** The name of the font in the file. */
  readonly fontName: string;
  /** The text as a string of the file, with its delimiters. @throws RangeError for a character that was not prepared */
  encode(text: string): string;
}

/** Puts characters into the subset of a font. */
export function prepareLetters(kit: Kit, weight: Weight, characters: string): Letters {
  const font = openFont(kit, weight);
  const codes = new Map(
    [...characters].map((character) => [character, font.encode(character, [])[0].map(stringBytes).join("")]),
  );
  const lookUpCode = (character: string) => {
    const code = codes.get(character);
    if (code === undefined) throw new RangeError(`\`${character}\` was not prepared`);
    return code;
  };
  return { fontName: font.id, encode: (text) => `(${Array.from(text, lookUpCode).join("")})` };
}

/** Four hexadecimal digits as the two characters of a string in the file, with a backslash before those that would end it. */
function stringBytes(code: string): string {
  const bytes = [code.slice(0, 2), code.slice(2)].map((hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  return bytes.map((byte) => byte.replace(/[()\\]/, "\\$&").replace("\r", "\\r")).join("");
}
