import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { describe, expect, it } from "vitest";
import { rulesWebFonts } from "../../../src/files/package/fonts.ts";
import { subsetFont } from "../../../src/print/fonts/subset.ts";
import { openTypeface } from "../../../src/print/fonts/typeface.ts";
import { fontFaces } from "../../../src/print/rulebook/page-style.ts";

const require = createRequire(import.meta.url);
const bytesOf = (path: string) => readFileSync(require.resolve(path));
const program = new WebAssembly.Module(bytesOf("harfbuzzjs/dist/harfbuzz-subset.wasm"));
const hand = bytesOf("@expo-google-fonts/gochi-hand/400Regular/GochiHand_400Regular.ttf");

describe("a part of a font", () => {
  it("shows the characters that were asked for, as wide as before, and no others", async () => {
    const [whole, part] = [await openTypeface(hand), await openTypeface(subsetFont(program, hand, " 0123–"))];
    expect(part.listMissingCharacters("0123–")).toEqual([]);
    expect(part.listMissingCharacters("012a")).toEqual(["a"]);
    expect(part.width("3021–", 12)).toBeCloseTo(whole.width("3021–", 12), 6);
  });

  it("is refused of what is no font", () => {
    expect(() => subsetFont(program, new Uint8Array(40), "0")).toThrow("not a font");
  });
});

describe("the fonts of rule sheets on the web", () => {
  it("have the handwriting in them, as far as sheets need it", async () => {
    const fonts = rulesWebFonts();
    const written = await openTypeface(fonts.handTtf ?? new Uint8Array());
    expect(written.listMissingCharacters("0123456789–/X")).toEqual([]);
    expect(fonts.handTtf?.length).toBeLessThan(hand.length / 4);
    expect(fontFaces(fonts)).toContain('font-family: "Hand"');
    expect(fontFaces({ ...fonts, handTtf: new Uint8Array(3) })).toContain("data:font/ttf;base64,AAAA");
  });
});
