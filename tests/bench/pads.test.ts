import { describe, expect, it } from "vitest";
import { medianOf } from "../../bench/pads/measure/run.ts";
import { table } from "../../bench/pads/measure/table.ts";
import { recordSheet } from "../../bench/pads/recorded-sheet.ts";
import { writeSheetCode } from "../../src/print/layout/sheet-code.ts";
import { codeSymbol } from "../../src/print/pad/symbols.ts";
import { shippedGame } from "../support/games.ts";
import { good, laidOut } from "../support/pads.ts";

const layout = good(laidOut(shippedGame("yazzo"), "de", "a5", 1));
const sheet = recordSheet(200);

describe("what other programs are given to draw", () => {
  it("is all that stands on our sheet", () => {
    const marks = Object.values(sheet.stamps).flat();
    const of = (kind: string) => marks.filter((mark) => mark.kind === kind).length;
    expect(of("line")).toBe(layout.rules.length);
    expect(of("fill")).toBe(layout.tints.length);
    // Of the letters next to the code, those of the number are on each page.
    expect(of("text")).toBe(layout.texts.length + (layout.code?.letters.length ?? 0) - 1);
    expect(of("rounded")).toBe(layout.dice.length);
    // The sheet itself and its marks, in 31 groups.
    expect(Object.keys(sheet.stamps).length).toBe(1 + 31);
  });

  it("is on each page its number, in words and in the code", () => {
    const { stamps, bits, texts } = sheet.pageOf(7);
    expect(stamps.length).toBe(2);
    expect(texts.length).toBe(sheet.texts.length);
    expect(texts.map((text) => text.replace(/\D/g, "")).sort()).toEqual(["00007", "007"]);
    if (layout.code === null) throw new Error("no code");
    const modules = codeSymbol(writeSheetCode({ ...layout.code.code, number: 7 }));
    const { columns, places } = sheet.symbol;
    expect(places).toEqual(layout.code.areas.map(({ xMm, yMm }) => ({ xMm, yMm })));
    const drawn = modules.map((row, at) =>
      row.map((_, column) => {
        const byte = bits[at * Math.ceil(columns / 8) + (column >> 3)] ?? 0;
        return (byte & (0x80 >> (column & 7))) === 0;
      }),
    );
    expect(drawn).toEqual(modules);
  });
});

describe("figures", () => {
  const run = (wallSeconds: number) => ({
    wallSeconds,
    userSeconds: 1,
    peakMegabytes: 99.6,
    fileBytes: 2_980_000,
  });

  it("are the middle ones of several runs", () => {
    expect(medianOf([run(3), run(1), run(2)]).wallSeconds).toBe(2);
  });

  it("stand side by side, with what is missing below", () => {
    const row = { name: "augenblock", version: "1.0", pages: 10_000, measured: run(1.234) };
    const text = table([row], ["Typst is left out: it takes `npm install`."]);
    expect(text).toContain("| augenblock | 1.0     | 10 000 | 1.23 s |");
    expect(text).toContain("100 MB | 2.98 MB |     298 bytes |");
    expect(text.trim().endsWith("`npm install`.")).toBe(true);
  });
});
