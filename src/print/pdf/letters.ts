import type { TypeFamily } from "../fonts/typeface.ts";
import { openFont } from "./fonts.ts";
import type { Kit } from "./kit.ts";
import { PT_PER_MM } from "../geometry.ts";

/** Characters of one font that can be written on page after page with no shaping. They are set side by side, without kerning. */
export interface Letters {
  /** What the font is called in the file. */
  readonly fontName: string;
  /** @throws RangeError for a character that was not prepared */
  widthMm(text: string, sizePt: number): number;
  /** The text as a string of the file, with its delimiters. @throws RangeError for a character that was not prepared */
  encode(text: string): string;
}

/** As much of pdfkit's fonts as letters need; its types do not tell. */
interface EncodingFont {
  readonly id: string;
  encode(text: string, features: unknown): [codes: string[], positions: { advanceWidth: number }[]];
}

interface Letter {
  readonly code: string;
  /** In thousandths of the type size. */
  readonly advance: number;
}

/** Puts characters into the subset of a font. */
export function prepareLetters(kit: Kit, weight: keyof TypeFamily, characters: string): Letters {
  openFont(kit, weight);
  const { _font: font } = kit as unknown as { _font: EncodingFont };
  const known = new Map(
    [...characters].map((character) => {
      const [codes, positions] = font.encode(character, []);
      const advance = positions.reduce((sum, position) => sum + position.advanceWidth, 0);
      return [character, { code: codes.map(asBytes).join(""), advance }] as const;
    }),
  );
  const letter = (character: string): Letter => {
    const found = known.get(character);
    if (found === undefined) throw new RangeError(`\`${character}\` was not prepared`);
    return found;
  };
  return {
    fontName: font.id,
    widthMm: (text, sizePt) => {
      const advance = [...text].reduce((sum, character) => sum + letter(character).advance, 0);
      return ((advance / 1000) * sizePt) / PT_PER_MM;
    },
    encode: (text) => `(${[...text].map((character) => letter(character).code).join("")})`,
  };
}

/** Four hexadecimal digits as the two characters of a string in the file, with a backslash before those that would end it. */
function asBytes(code: string): string {
  const bytes = [code.slice(0, 2), code.slice(2)].map((hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  return bytes.map((byte) => byte.replace(/[()\\]/, "\\$&").replace("\r", "\\r")).join("");
}
