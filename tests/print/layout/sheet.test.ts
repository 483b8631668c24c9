import { describe, expect, it } from "vitest";
import { findAddition } from "../../../src/print/layout/table.ts";
import { UNBRANDED } from "../../../src/print/brand.ts";
import { layOutPad } from "../../../src/print/layout/layout.ts";
import { within } from "../../../src/print/geometry.ts";
import type { PadLayout } from "../../../src/print/layout/pad-layout.ts";
import type { ColumnHead, PadText } from "../../../src/print/layout/pad-form.ts";
import { parsePaper } from "../../../src/print/layout/paper.ts";
import { shippedGame } from "../../support/games.ts";
import { bad, FAMILY, good, laidOut, shippedText } from "../../support/pads.ts";

const yazzo = shippedGame("yazzo");
const block = shippedGame("yahtzee-block");

function textAt({ texts }: PadLayout, words: string) {
  const found = texts.find(({ text }) => text === words);
  if (found === undefined) throw new Error(`no text ${words}`);
  return found;
}

function lineBox({ boxes }: PadLayout, line: string) {
  const found = boxes.find((box) => box.line === line);
  if (found === undefined) throw new Error(`no box ${line}`);
  return found;
}

describe("the bracket", () => {
  it("joins the end of each section, and extra points, to the total of a column", () => {
    expect(findAddition(block, shippedText(block, "de"))).toEqual({
      of: ["upper.total", "lower.sum", "repeats"],
      to: "grand.total",
    });
    expect(findAddition(yazzo, shippedText(yazzo, "de"))).toEqual({
      of: ["upper.total", "lower.sum"],
      to: "column.total",
    });
  });

  it("follows the form: lines that it leaves out are not joined, and without a total there is none", () => {
    const text = shippedText(block, "de");
    const without = (...lines: string[]): PadText => ({
      ...text,
      rows: text.rows.filter((row) => row.kind !== "line" || !lines.includes(row.line)),
    });
    expect(findAddition(block, without("upper.total"))?.of).toEqual(["upper.sum", "lower.sum", "repeats"]);
    expect(findAddition(block, without("grand.total"))).toBeNull();
    expect(findAddition(block, without("upper.sum", "upper.total", "repeats"))).toBeNull();
  });

  it("starts and ends in the middle of its lines and keeps clear of the labels", () => {
    const sheet = good(laidOut(block, "de", "a5", 4));
    const middle = (line: string) => lineBox(sheet, line).yMm + lineBox(sheet, line).heightMm / 2;
    const left = Math.min(...sheet.rules.map((rule) => rule.fromXMm));
    const upright = sheet.rules.find(
      (rule) =>
        rule.fromXMm === rule.toXMm &&
        rule.fromXMm > left + 0.5 &&
        rule.toXMm < textAt(sheet, "Endsumme").ink.xMm,
    );
    expect(upright?.fromYMm).toBeCloseTo(middle("upper.total"), 6);
    expect(upright?.toYMm).toBeCloseTo(middle("grand.total"), 6);
  });
});

describe("title and fields", () => {
  it("stand above the table and in its corner", () => {
    const sheet = good(laidOut(block, "de", "a5", 4, "none"));
    const rows = Math.min(...sheet.boxes.map((box) => box.yMm));
    const boxes = Math.min(...sheet.boxes.map((box) => box.xMm));
    for (const words of ["Yahtzee-Block", "Datum", "Ort", "Sieger", "Namen"]) {
      const { ink } = textAt(sheet, words);
      expect(ink.yMm + ink.heightMm).toBeLessThan(rows);
      expect(ink.xMm + ink.widthMm).toBeLessThan(boxes);
    }
    const top = Math.min(...sheet.rules.map((rule) => rule.fromYMm));
    const title = textAt(sheet, "Yahtzee-Block").ink;
    expect(title.yMm).toBeGreaterThan(sheet.marginMm - 0.01);
    expect(title.yMm + title.heightMm).toBeLessThan(top - 1.5);
    expect(textAt(sheet, "Datum").ink.yMm).toBeGreaterThan(top);
  });

  it("share the work between the marks: the title there, the fields in the corner", () => {
    const sheet = good(laidOut(block, "de", "a5", 4));
    const [first] = sheet.marks;
    const title = textAt(sheet, "Yahtzee-Block").ink;
    expect(within(title, { ...sheet.page, xMm: 0, yMm: 0, heightMm: (first?.yMm ?? 0) * 2 + 7 })).toBe(true);
    expect(title.xMm).toBeGreaterThan((first?.xMm ?? 0) + (first?.widthMm ?? 0));
    const rows = Math.min(...sheet.boxes.map((box) => box.yMm));
    for (const words of ["Datum", "Ort", "Namen"]) {
      const { ink } = textAt(sheet, words);
      expect(ink.yMm).toBeGreaterThan(title.yMm + title.heightMm);
      expect(ink.yMm + ink.heightMm).toBeLessThan(rows);
    }
  });

  it("stand above the table where names lie flat, and where a column is too narrow for the corner", () => {
    for (const players of [1, 2, 8]) {
      const sheet = good(laidOut(block, "de", "a5", players));
      const { ink } = textAt(sheet, "Yahtzee-Block");
      const top = sheet.rules.filter((rule) => rule.weightPt === 1.2).map((rule) => rule.fromYMm);
      expect(ink.yMm + ink.heightMm).toBeLessThan(Math.min(...top));
    }
  });

  it("give a subtitle of the pad the place that one of its owner has", () => {
    const [text, subtitle] = [shippedText(block, "de"), "für den Stammtisch"];
    const size = { paper: good(parsePaper("a5")), players: 4 };
    const own = good(layOutPad(block, { ...text, subtitle }, size, FAMILY));
    const branded = good(layOutPad(block, text, size, FAMILY, { ...UNBRANDED, subtitle }));
    expect(own.texts).toEqual(branded.texts);
  });
});

describe("a column's head", () => {
  function sheetWith(head: Partial<ColumnHead>, paper = "a5") {
    const text = shippedText(yazzo, "de");
    const columns = new Map([...text.columns].map(([id, usual]) => [id, { ...usual, ...head }]));
    return layOutPad(yazzo, { ...text, columns }, { paper: good(parsePaper(paper)), players: 1 }, FAMILY);
  }

  it("shows how often the column counts, larger than its name and beside the arrow", () => {
    const sheet = good(sheetWith({ factor: "×2", label: "Doppelt", arrow: "down" }));
    const [factor, label] = [textAt(sheet, "×2"), textAt(sheet, "Doppelt")];
    expect(factor.sizePt).toBeGreaterThan(label.sizePt * 1.4);
    const [arrow] = sheet.arrows;
    expect((arrow?.xMm ?? 0) + (arrow?.sideMm ?? 0)).toBeLessThanOrEqual(factor.ink.xMm + 0.01);
    expect(within(factor.ink, factor.cell)).toBe(true);
  });

  it("breaks a long name into two lines and sets it smaller if need be, without losing a word", () => {
    const sheet = good(sheetWith({ label: "Von der Mitte nach außen" }, "a6"));
    const words = sheet.texts.map(({ text }) => text).join(" ");
    expect(words.match(/Von der Mitte nach außen/g)?.length).toBe(3);
  });

  it("that is too long for any of that is a problem, not a mess", () => {
    const problems = bad(sheetWith({ label: "Donaudampfschifffahrtsgesellschaftskapitän" }));
    expect(problems[0]).toMatchObject({
      code: "text-too-long",
      hint: expect.stringContaining("fewer words"),
    });
    expect(problems[0]?.message).toContain("Donaudampf");
  });
});

describe("small print", () => {
  it("is broken at its spaces; a word that is wider than the paper is a problem", () => {
    const text = shippedText(yazzo, "de");
    const size = { paper: good(parsePaper("a5")), players: 1 };
    const foot = [Array.from({ length: 30 }, () => "Hausregel").join(" ")];
    const lines = good(layOutPad(yazzo, { ...text, foot }, size, FAMILY)).texts.filter(({ text: words }) =>
      words.startsWith("Hausregel"),
    );
    expect(lines.length).toBeGreaterThan(1);
    expect(lines.map((line) => line.text).join(" ")).toBe(foot[0]);
    const [p] = bad(layOutPad(yazzo, { ...text, foot: ["x".repeat(200)] }, size, FAMILY));
    expect(p?.code).toBe("text-too-long");
  });
});

describe("a sheet with stakes", () => {
  it("is drawn though the font lacks the sign of the currency", () => {
    const game = shippedGame("edencity-yatzy", { stake: "5.00" });
    const sheet = good(laidOut(game, "de", "a5", 4));
    expect(sheet.texts.map(({ text }) => text).join(" ")).toContain("5,00 C");
  });
});
