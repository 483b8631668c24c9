import { create } from "fontkit";
import { describe, expect, it } from "vitest";
import { codedFont } from "../../../src/print/fonts/coded-font.ts";
import { FAMILY } from "../../support/pads.ts";

const font = codedFont(FAMILY.regular.bytes);
const FIRST_CODE = 32;

/** As much of a fontkit font as is looked at here. */
interface OpenFont {
  readonly unitsPerEm: number;
  glyphForCodePoint(point: number): { readonly id: number; readonly advanceWidth: number };
}

describe("a font for forms", () => {
  it("shows the letters, figures and strike marks of western Europe by their codes", () => {
    const codeOf = (character: string) => font.characters.indexOf(character) + FIRST_CODE;
    for (const [character, code] of Object.entries({
      " ": 32,
      A: 65,
      "–": 0x96,
      "€": 0x80,
      ß: 0xdf,
      ÿ: 0xff,
    }))
      expect(codeOf(character), character).toBe(code);
    for (const character of "0123456789/xX×-–—äöüÄÖÜßåÅéñç")
      expect(font.characters, character).toContain(character);
    expect(font.widths.length).toBe(256 - FIRST_CODE);
  });

  it("leads from each character to its glyph, as wide as it says", () => {
    const opened = create(Buffer.from(font.bytes)) as unknown as OpenFont;
    const shown = font.characters.flatMap((character, at) => (character === null ? [] : [{ character, at }]));
    expect(shown.length).toBeGreaterThan(200);
    for (const { character, at } of shown) {
      const { id, advanceWidth } = opened.glyphForCodePoint(character.codePointAt(0) ?? 0);
      expect(id, character).toBeGreaterThan(0);
      expect(Math.round((advanceWidth * 1000) / opened.unitsPerEm), character).toBe(font.widths[at]);
    }
  });

  it("is much smaller than the font it is made of", () => {
    expect(font.bytes.length).toBeLessThan(FAMILY.regular.bytes.length / 10);
  });
});
