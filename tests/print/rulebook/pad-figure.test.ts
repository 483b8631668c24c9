import { describe, expect, it } from "vitest";
import { parsePaper } from "../../../src/print/layout/paper.ts";
import { LEADING, computeTypeMetrics, type FigureMark } from "../../../src/print/rulebook/pdf/marks.ts";
import { readBlocks, type TableBlock } from "../../../src/print/rulebook/pdf/blocks.ts";
import { PAD_SHAPES, padPieces } from "../../../src/print/rulebook/pdf/pad-figure.ts";
import { createWordRules } from "../../../src/print/rulebook/pdf/words.ts";
import { rulesMarkup } from "../../../src/print/rulebook/markup.ts";
import { rulesPages } from "../../../src/print/rulebook/rules-pdf.ts";
import { finishedView } from "../../../src/print/rulebook/view/finished.ts";
import { loadHyphenation } from "../../../src/print/fonts/hyphenation.ts";
import { memoizeByText } from "../../../src/rules/memoize.ts";
import { SHIPPED, shippedGame } from "../../support/games.ts";
import { language } from "../../support/languages.ts";
import { FAMILY, good } from "../../support/pads.ts";
import { shippedTemplates } from "../../support/templates.ts";

const EN = language("en");

/** The filled-in sheet of a game's rules. */
const padTable = memoizeByText((id): TableBlock => {
  const markup = good(rulesMarkup(shippedGame(id), EN, shippedTemplates("en", "rules")));
  const pads = readBlocks(markup).filter((block): block is TableBlock => block.kind === "pad");
  expect(pads).toHaveLength(1);
  return pads[0] as TableBlock;
});

const type = {
  family: FAMILY,
  words: createWordRules(await loadHyphenation("en"), []),
  accent: 1,
  leading: LEADING.usual,
};
const SETTING = computeTypeMetrics(type, 9);

const texts = (marks: readonly FigureMark[]) => marks.flatMap((mark) => (mark.kind === "text" ? [mark] : []));

/** What is written by hand, from top to bottom. */
const written = (marks: readonly FigureMark[]) =>
  texts(marks).flatMap(({ weight, text }) => (weight === "hand" ? [text] : []));

describe.each(SHIPPED)("the filled-in pad of %s", (id) => {
  const table = padTable(id);
  // The handwriting has a dash for a minus sign.
  const numbers = finishedView(shippedGame(id), EN)
    .rows.flatMap(({ cells }) => cells.filter(Boolean))
    .map((number) => number.replace("−", "–"));

  it.each(PAD_SHAPES)("shows every number and note inside its area, however high it is: %s", (shape) => {
    for (const widthMm of shape === "halved" ? [57, 62, 70, 85, 120] : [85, 120]) {
      const [pad, ...others] = padPieces(table, { widthMm, highestMm: 400 }, SETTING, shape);
      expect(others).toEqual([]);
      const mostMm = pad?.growth?.mostMm ?? 0;
      expect(mostMm).toBeGreaterThan(20);
      for (const extraMm of [0, mostMm / 3, mostMm]) {
        const marks = pad?.growth?.draw(extraMm) ?? [];
        expect(written(marks).toSorted()).toEqual(numbers.toSorted());
        const heightMm = (pad?.heightMm ?? 0) + extraMm;
        for (const { xMm, widthMm: wide, baselineMm } of texts(marks)) {
          expect(xMm).toBeGreaterThanOrEqual(0);
          expect(xMm + wide).toBeLessThanOrEqual(widthMm + 0.01);
          expect(baselineMm).toBeLessThanOrEqual(heightMm);
        }
        for (const mark of marks)
          if (mark.kind === "rule") {
            expect(mark.xMm + mark.widthMm).toBeLessThanOrEqual(widthMm + 0.01);
            expect(mark.yMm + (mark.fallMm ?? 0)).toBeLessThanOrEqual(heightMm + 0.01);
          }
      }
    }
  });

  it("is drawn in parts where a column is lower, each row once", () => {
    const parts = padPieces(table, { widthMm: 85, highestMm: 60 }, SETTING, "whole");
    expect(parts.length).toBeGreaterThan(1);
    for (const part of parts) expect(part.heightMm + (part.growth?.mostMm ?? 0)).toBeLessThanOrEqual(60);
    expect(parts.flatMap(({ marks }) => written(marks)).toSorted()).toEqual(numbers.toSorted());
  });
});

it("a total of all columns is in the middle of its wide box, as on the pad", () => {
  const wide = SHIPPED.flatMap((id) => {
    const rows = finishedView(shippedGame(id), EN).rows;
    const last = rows.at(-1)?.cells ?? [];
    if (last.length < 2 || last.slice(0, -1).some(Boolean)) return [];
    const [pad] = padPieces(padTable(id), { widthMm: 120, highestMm: 400 }, SETTING, "whole");
    const marks = pad?.marks ?? [];
    const edges = marks.flatMap((mark) => (mark.kind === "rule" && mark.widthMm === 0 ? [mark.xMm] : []));
    const [, left = 0, ...others] = [...new Set(edges)].toSorted((a, b) => a - b);
    const total = texts(marks).findLast(({ weight }) => weight === "hand");
    const middle = (total?.xMm ?? 0) + (total?.widthMm ?? 0) / 2;
    expect(middle, id).toBeCloseTo((left + (others.at(-1) ?? 0)) / 2, 1);
    return [id];
  });
  expect(wide).toContain("yazzo");
});

describe("notes on a filled-in pad", () => {
  /** The words of notes by row, in English. */
  const notes = (id: string) =>
    new Map(finishedView(shippedGame(id), EN).rows.flatMap(({ name, note }) => (note ? [[name, note]] : [])));

  it("say what sets a game apart", () => {
    const extra = [...notes("yahtzee-block")].map(([, note]) => note);
    expect(extra).toContain("another Yahtzee as a joker; 50 extra below");
    expect(extra).toContain("35 for reaching 63");
    expect([...notes("yazzo")].map(([, note]) => note)).toContain("lower than “Maximum”");
    expect([...notes("triple-yahtzee")].map(([, note]) => note).join()).toMatch(/×\s1, ×\s2, ×\s3/);
  });

  it.each(SHIPPED)("of %s are about numbers that are there", (id) => {
    const game = shippedGame(id);
    const { rows } = finishedView(game, EN);
    const noted = rows.filter(({ note }) => note !== "");
    expect(noted.length).toBeGreaterThan(0);
    for (const { cells, note } of noted) {
      expect(cells.filter(Boolean).length).toBeGreaterThan(0);
      const bonus = / or more: (\S+) extra$/.exec(note)?.[1];
      if (bonus !== undefined) expect(cells).toContain(bonus);
      if (note.includes("struck")) expect(cells.some((cell) => game.strike.marks.includes(cell))).toBe(true);
    }
  });
});

describe("notes next to a pad", () => {
  it("each have an arrow that ends at their row, however high it is", () => {
    let games = 0;
    for (const table of SHIPPED.map(padTable)) {
      const noted = table.rows.flatMap((row, at) => ((row.at(-1) ?? []).length > 0 ? [at] : []));
      const [pad] = padPieces(table, { widthMm: 140, highestMm: 400 }, SETTING, "whole");
      for (const extraMm of [0, pad?.growth?.mostMm ?? 0]) {
        const rules = (pad?.growth?.draw(extraMm) ?? []).filter((mark) => mark.kind === "rule");
        const arrows = rules.filter(({ fallMm, widthMm }) => fallMm !== undefined && widthMm > 0);
        if (arrows.length === 0) continue;
        games++;
        const lines = rules.filter(({ fallMm }) => fallMm === undefined);
        const topsMm = lines.map(({ yMm }) => yMm).toSorted((a, b) => a - b);
        expect(topsMm).toHaveLength(table.rows.length + 1);
        const rightMm = Math.max(...lines.map(({ xMm, widthMm }) => xMm + widthMm));
        // A shaft and two barbs, which begin at the tip.
        expect(arrows).toHaveLength(3 * noted.length);
        expect(arrows.map(({ yMm }) => topsMm.findLastIndex((topMm) => topMm < yMm))).toEqual(
          noted.flatMap((row) => [row, row, row]),
        );
        for (const { xMm } of arrows) expect(Math.abs(xMm - rightMm)).toBeLessThan(2);
      }
    }
    expect(games).toBeGreaterThan(SHIPPED.length);
  });
});

describe("notes on a pad in two halves", () => {
  it("fill the gap below the shorter half if they have room there", () => {
    const cell = (text: string, weight: "regular" | "hand" = "regular") =>
      [{ kind: "text", text, weight, content: null }] as const;
    const row = (at: number, note: string) => [
      cell(`Box ${at}`),
      cell("5", "hand"),
      note === "" ? [] : cell(note),
    ];
    const setRows = (count: number, note: string) => {
      const rows = Array.from({ length: count }, (_, at) => row(at, at === 0 ? note : ""));
      // The first half ends below a sum.
      const sums = rows.map((one, at) =>
        at === 3
          ? [[{ kind: "text", text: "Sum", weight: "bold", content: null }] as const, ...one.slice(1)]
          : one,
      );
      const table: TableBlock = {
        kind: "pad",
        head: [cell("Box"), cell("Points"), cell("Notes")],
        rows: sums,
      };
      const [pad] = padPieces(table, { widthMm: 89, highestMm: 400 }, SETTING, "halved");
      if (pad?.growth === undefined) throw new Error("no pad");
      return [0, pad.growth.mostMm].map((extraMm) => {
        const marks = pad.growth?.draw(extraMm) ?? [];
        const noteMm = texts(marks).find(({ text }) => text.startsWith("Notes"))?.baselineMm ?? 0;
        const shortMm = Math.max(
          ...texts(marks).flatMap(({ text, baselineMm }) =>
            /^(Box [0-2]|Sum)$/.test(text) ? [baselineMm] : [],
          ),
        );
        return { heightMm: (pad.heightMm ?? 0) + extraMm, noteMm, shortMm };
      });
    };
    const gridsMm = setRows(14, "").map(({ heightMm }) => heightMm);
    for (const [at, { heightMm, noteMm, shortMm }] of setRows(14, "nothing fitted").entries()) {
      expect(heightMm).toBe(gridsMm[at]);
      expect(noteMm).toBeGreaterThan(shortMm + 2);
      expect(noteMm).toBeLessThan(heightMm - 3);
    }
    // Long notes need the whole width, below both halves.
    for (const [at, { heightMm, noteMm }] of setRows(14, "nothing fitted, so ".repeat(30)).entries()) {
      expect(noteMm).toBeGreaterThan(gridsMm[at] ?? 0);
      expect(heightMm).toBeGreaterThan(noteMm);
    }
  });
});

describe("a filled-in pad on its page", () => {
  it("is as high as levels the columns", async () => {
    const game = shippedGame("yahtzee");
    const templates = shippedTemplates("en", "rules");
    const set = good(await rulesPages(game, EN, templates, good(parsePaper("a4")), FAMILY));
    const pad = set.columns.flatMap(({ pieces }) => pieces).find(({ of }) => of.kind === "pad");
    const [least] = padPieces(
      padTable("yahtzee"),
      { widthMm: set.columns[0]?.widthMm ?? 0, highestMm: 400 },
      computeTypeMetrics(type, set.sizePt),
      "whole",
    );
    expect(pad?.heightMm).toBeGreaterThan((least?.heightMm ?? 0) + 5);
  });
});
