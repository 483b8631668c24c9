import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { need } from "../../../src/rules/problem/problem.ts";
import { decodeText, createPlaceLocator, plainMap, plainValue } from "../../../src/rules/source/text.ts";
import { readYaml } from "../../../src/rules/source/yaml.ts";

describe("a text that was read", () => {
  it("is a plain value: maps without a prototype, lists, and what stands in them", () => {
    const { root } = need(readYaml("f", "a: [1, x, {b: true}]\nc: {}\n__proto__: {d: 2}\n"));
    const value = plainValue(root) as Record<string, unknown>;
    expect(Object.getPrototypeOf(value)).toBeNull();
    expect(Object.keys(value)).toEqual(["a", "c", "__proto__"]);
    expect(JSON.stringify(value)).toBe('{"a":[1,"x",{"b":true}],"c":{},"__proto__":{"d":2}}');
    expect(root.kind === "map" && JSON.stringify(plainMap(root))).toBe(JSON.stringify(value));
  });

  it("has places: lines and columns from 1, with the line and at least one character", () => {
    const place = createPlaceLocator("f.yaml", "ab\r\ncd\n");
    expect(place(1)).toEqual({ file: "f.yaml", line: 1, col: 2, length: 1, text: "ab" });
    expect(place(5, 0)).toEqual({ file: "f.yaml", line: 2, col: 2, length: 1, text: "cd" });
    expect(place(4, 2)).toEqual({ file: "f.yaml", line: 2, col: 1, length: 2, text: "cd" });
    expect(place(99)).toEqual({ file: "f.yaml", line: 3, col: 1, length: 1, text: "" });
    expect(place(-3)).toMatchObject({ line: 1, col: 1 });
  });
});

describe("the bytes of a text file", () => {
  /** What people write in files: it begins with a plain letter. */
  const western = fc
    .string({ unit: fc.constantFrom(..."abc :;\nÄÖÜäöüßéå€„“–") })
    .map((text) => `id: ${text}`);
  const utf16 = (text: string, isLittle: boolean) => {
    const bytes = new Uint8Array(text.length * 2);
    const view = new DataView(bytes.buffer);
    for (let at = 0; at < text.length; at++) view.setUint16(at * 2, text.charCodeAt(at), isLittle);
    return bytes;
  };

  it("are read in UTF-8 and UTF-16, with a byte order mark or without", () => {
    fc.assert(
      fc.property(western, fc.boolean(), (text, hasMark) => {
        const bytes = hasMark ? `\ufeff${text}` : text;
        expect(decodeText(new TextEncoder().encode(bytes))).toBe(text);
        expect(decodeText(utf16(bytes, true))).toBe(text);
        expect(decodeText(utf16(bytes, false))).toBe(text);
      }),
    );
  });

  it("are read in Windows-1252 where they are no UTF-8", () => {
    const codes: Readonly<Record<string, number>> = { "€": 0x80, "„": 0x84, "“": 0x93, "–": 0x96 };
    fc.assert(
      fc.property(western, (text) => {
        const bytes = Uint8Array.from([...text, "ü", " "], (letter) => codes[letter] ?? letter.charCodeAt(0));
        expect(decodeText(bytes)).toBe(`${text}ü `);
      }),
    );
  });

  it("are no text where they hold what no text has", () => {
    for (const bytes of [
      [0xff, 0xfe, 0x00, 0xd8],
      [0xff, 0xd8, 0xff, 0xe0, 0x00, 0x10],
      [0x61, 0x81, 0x62],
      [0x61, 0xff, 0x00],
      [0x25, 0x50, 0x44, 0x46, 0x01, 0xe4],
    ])
      expect(decodeText(Uint8Array.from(bytes))).toBeNull();
  });
});
