import { describe, expect, it } from "vitest";
import { divideHeight } from "../../../src/print/layout/division.ts";
import { layOutPad, layOutSheet } from "../../../src/print/layout/layout.ts";
import { findPaper, parsePaper } from "../../../src/print/layout/paper.ts";
import type { PadRow } from "../../../src/print/layout/pad-form.ts";
import { chooseSizes, MIN_PT } from "../../../src/print/layout/sizes.ts";
import { SHIPPED, shippedGame } from "../../support/games.ts";
import { FAMILY, good, laidOut, shippedText } from "../../support/pads.ts";

const A5 = chooseSizes({ widthMm: 148, heightMm: 210 });
const HEAD = { usual: 27, least: 25, tight: 22 };
const maxi = shippedGame("maxi-yatzy");
const text = shippedText(maxi, "de");

const named = (row: PadRow): string =>
  row.kind === "heading" ? `# ${row.text}` : row.kind === "line" ? row.line : row.label;

describe("two tables side by side", () => {
  const halves = divideHeight(text, 175, HEAD, A5, 2);
  const [left, right] = halves ?? [];

  it("hold every row once, in order, and the heading of a section again where it goes on", () => {
    const rows = [...(left?.rows ?? []), ...(right?.rows ?? [])].map(({ row }) => named(row));
    const again = "# Untere Hälfte";
    expect(rows.filter((row) => row === again)).toHaveLength(2);
    expect(right?.rows.map(({ row }) => named(row))[0]).toBe(again);
    const once = rows.filter((row, at) => row !== again || rows.indexOf(row) === at);
    expect(once).toEqual(text.rows.map(named));
  });

  it("end level: each has rows of one height, and they differ little", () => {
    const plain = (of: typeof left) =>
      of?.rows.flatMap(({ row, heightMm }) => (row.kind === "box" ? heightMm : [])) ?? [];
    const [low, high] = [left, right].map((half) => plain(half)[0] ?? 0).sort((one, other) => one - other);
    expect(new Set([...plain(left), ...plain(right)].map((mm) => mm.toFixed(6))).size).toBeLessThanOrEqual(2);
    expect((high ?? 0) / (low ?? 1)).toBeLessThan(1.15);
    for (const half of [left, right])
      expect(half?.rows.reduce((sum, { heightMm }) => sum + heightMm, HEAD.usual)).toBeCloseTo(175, 6);
  });

  it("never start with a sum line, and never end with a heading", () => {
    for (let heightMm = 100; heightMm < 260; heightMm += 10) {
      const [first, second] = divideHeight(text, heightMm, HEAD, A5, 2) ?? [];
      if (first === undefined || second === undefined) continue;
      expect(first.rows.at(-1)?.row.kind).not.toBe("heading");
      expect(second.rows[0]?.row.kind).not.toBe("line");
    }
  });

  it("give up where rows would be too low to write in", () => {
    expect(divideHeight(text, 90, HEAD, A5, 2)).toBeNull();
  });
});

/** Rows by a letter each: `#` a heading, `a` a box, `s` a sum, `g` the grand total, `t` one small box, `T` four of them. */
function rowsOf(letters: string): PadRow[] {
  const hint = null;
  return [...letters].map((label, at): PadRow => {
    if (label === "#") return { kind: "heading", text: `#${at}` };
    if (label === "t" || label === "T")
      return { kind: "ticks", ticks: "chips", label, hint, count: label === "t" ? 3 : 4 };
    if (label === "s" || label === "g")
      return { kind: "line", line: label, label, hint, rank: label === "g" ? "grand" : "sum" };
    return { kind: "box", category: label, label, hint, dice: [] };
  });
}

describe("rows", () => {
  const divided = (letters: string, heightMm: number, tables: 1 | 2) =>
    divideHeight({ ...text, rows: rowsOf(letters) }, heightMm, HEAD, A5, tables);

  it.each<[rows: string, left: string, right: string]>([
    ["#aaa#aaa", "#0 a a a", "#4 a a a"],
    ["#aaaaaa", "#0 a a a", "#0 a a a"],
    ["#a#tt", "#0 a", "#2 t t"],
    ["#aatt", "#0 a a", "t t"],
    ["#aaattt", "#0 a a a", "t t t"],
    ["aasa", "a", "a s a"],
    ["aaT", "a a", "T"],
    ["aat", "a", "a t"],
    ["aaaasg", "a a a", "a s g"],
  ])("%s stand side by side as %s and %s", (letters, left, right) => {
    const halves = divided(letters, 100, 2)?.map(({ rows }) =>
      rows.map(({ row }) => (row.kind === "heading" ? row.text : row.label)).join(" "),
    );
    expect(halves).toEqual([left, right]);
  });

  it("of one kind have no way to stand side by side", () => {
    expect(divided("a", 300, 2)).toBeNull();
    expect(divided("sss", 300, 2)).toBeNull();
  });

  // Boxes have 7 mm at least, headings 4.6 mm or 3.4 mm at least, names 27 mm or 25 mm at least; before headings go, 3.1 mm and 22 mm.
  it.each<[heightMm: number, head: number, rows: string]>([
    [120, 27, "# 4.60, a 7.86, g 9.82"],
    [115.1, 27, "# 4.60, a 7.42, g 9.28"],
    [115, 27, "# 3.40, a 7.52, g 9.40"],
    [108, 25.85, "# 3.40, a 7.00, g 8.75"],
    [106, 24.15, "# 3.10, a 7.00, g 8.75"],
    [103.9, 22.05, "# 3.10, a 7.00, g 8.75"],
    [103.8, 23, "# 3.10, a 7.00, g 7.70"],
    [102.8, 22, "# 3.10, a 7.00, g 7.70"],
  ])(
    "fill %f mm: headings shrink, then room for names, then both, with the grand total",
    (heightMm, head, rows) => {
      const [table, ...others] = divided("#aaaaaaaaaag", heightMm, 1) ?? [];
      expect(table?.headMm).toBeCloseTo(head, 6);
      expect(others).toEqual([]);
      const heights = table?.rows.map(({ row, heightMm: high }) => {
        const name = row.kind === "heading" ? "#" : row.label;
        return `${name} ${high.toFixed(2)}`;
      });
      expect([...new Set(heights)].join(", ")).toBe(rows);
      const sum = table?.rows.reduce((so, row) => so + row.heightMm, table.headMm);
      expect(sum).toBeCloseTo(heightMm, 6);
    },
  );

  it("lose their headings last", () => {
    const kinds = (heightMm: number) =>
      divided("#aaaaa#aaaaag", heightMm, 1)?.flatMap(({ rows }) => rows.map(({ row }) => row.kind));
    expect(kinds(105.9)?.filter((kind) => kind === "heading")).toHaveLength(2);
    expect(kinds(105.8)).not.toContain("heading");
    expect(kinds(103.75)).not.toContain("heading");
  });

  it("of less height than one can write in are none", () => {
    expect(divided("#aaaaaaaaaag", 102.7, 1)).toBeNull();
  });

  it("side by side do with less room for names and without headings, too", () => {
    // Three rows in each table, of at least 7 mm.
    const heads = (heightMm: number) => divided("#aaaaaa", heightMm, 2)?.map(({ headMm }) => headMm);
    expect([heads(51.4), heads(49.4), heads(49.1), heads(48), heads(46), heads(45.9)]).toEqual([
      [27, 27],
      [25, 25],
      [25, 25],
      [27, 27],
      [25, 25],
      undefined,
    ]);
    expect(divided("#aaaaaa", 49.1, 2)?.[0]?.rows).toHaveLength(4);
    expect(divided("#aaaaaa", 49, 2)?.[0]?.rows).toHaveLength(3);
  });
});

describe("a sheet", () => {
  it("stands in one table where that has room, in two where it has not", () => {
    const edges = (paper: string, players: number) =>
      new Set(good(laidOut(maxi, "de", paper, players)).boxes.map(({ xMm }) => xMm.toFixed(3))).size;
    expect(edges("a4", 4)).toBe(4);
    expect(edges("a5", 2)).toBe(4);
    expect(edges("a6", 1)).toBe(2);
  });
});

describe("two tables of a small sheet", () => {
  it("part between sections where rows stay nearly as high, and only there", () => {
    const secondOf = (id: string, paper: string, players: number) => {
      const { texts, page } = good(laidOut(shippedGame(id), "de", paper, players));
      const isRight = ({ xMm }: { xMm: number }) => xMm > page.widthMm / 2;
      return texts.filter((text) => isRight(text)).map((placed) => placed.text);
    };
    const yatzy = secondOf("yatzy", "a6", 2);
    expect(yatzy.indexOf("Paar")).toBeGreaterThan(yatzy.indexOf("Untere Hälfte"));
    const maxi = secondOf("maxi-yatzy", "a6", 2);
    expect(maxi).toContain("Vierling");
    expect(maxi).not.toContain("Drilling");
  });
});

describe("dice of patterns on tight sheets", () => {
  it.each([
    ["doppel-yatzy", "a6", 2, 6],
    ["yatzy", "a6", 2, 8],
    ["kniffel-extreme", "95x200mm", 3, 7],
  ])("stay small on %s, %s, %i players, where at least %i rows have room", (id, paper, players, least) => {
    const { texts, dice, tables } = good(laidOut(shippedGame(id), "de", paper, players));
    const rows = dice.map(
      ({ xMm, yMm }) => `${tables.findIndex((one) => xMm < one.xMm + one.widthMm)} ${yMm}`,
    );
    const several = new Set(rows.filter((row, at) => rows.indexOf(row) !== at));
    expect(several.size).toBeGreaterThanOrEqual(least);
    expect(Math.min(...dice.map(({ sideMm }) => sideMm))).toBeGreaterThanOrEqual(2);
    if (id !== "kniffel-extreme") return;
    // Most rows lack dice there, so that their hints say what these would.
    expect(texts.map(({ text }) => text.replace(/\s/g, " "))).toContain("4 + 2 Gleiche, 45 Punkte");
  });
});

describe("the width of a sheet", () => {
  it("has room for the fields in the corner, so that dice and hints need not go", () => {
    const { texts, dice } = good(laidOut(shippedGame("double-cameroon"), "de", "a5", 8));
    const words = texts.map(({ text: said }) => said);
    expect(words).toEqual(expect.arrayContaining(["Datum", "Ort", "Sieger", "3 + 2 Gleiche, alle Augen"]));
    expect(dice.length).toBeGreaterThan(6);
  });

  it("has room for the longest word above a column", () => {
    const text = shippedText(shippedGame("yam"), "de");
    const word = "Durcheinander";
    const columns = new Map([...text.columns].map(([id, head]) => [id, { ...head, label: word }]));
    const { boxes } = good(
      layOutPad(
        shippedGame("yam"),
        { ...text, columns },
        { paper: good(parsePaper("a6")), players: 1 },
        FAMILY,
      ),
    );
    expect(Math.min(...boxes.map(({ widthMm }) => widthMm))).toBeGreaterThan(
      FAMILY.bold.width(word, MIN_PT) + 0.8,
    );
  });
});

it("shows the bands of all sections in every game on A5 with an edge for glue", () => {
  const counts = SHIPPED.map((id) => {
    const text = shippedText(shippedGame(id), "de");
    const { tints } = good(layOutSheet(good(findPaper("a5-top10")), shippedGame(id), text, {}, FAMILY));
    const bands = tints.filter(({ rank }) => rank === "heading").length;
    return { id, bands, headings: text.rows.filter(({ kind }) => kind === "heading").length };
  });
  expect(counts.length).toBeGreaterThan(15);
  expect(counts.filter(({ bands, headings }) => bands < headings)).toEqual([]);
});
