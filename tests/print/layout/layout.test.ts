import { describe, expect, it } from "vitest";
import { layOutPad } from "../../../src/print/layout/layout.ts";
import type { Area } from "../../../src/print/geometry.ts";
import { placeFiducials } from "../../../src/print/layout/marks.ts";
import type { PadLayout } from "../../../src/print/layout/pad-layout.ts";
import { parsePaper } from "../../../src/print/layout/paper.ts";
import { LOWEST_BOX_MM, MIN_PT, sideRatio } from "../../../src/print/layout/sizes.ts";
import { dieShapes } from "../../../src/print/shapes/figures.ts";
import { listCategories, withRowSums } from "../../../src/rules/game/rows.ts";
import { listSheetLines } from "../../../src/rules/sums/sum-graph.ts";
import { rareTest, someOf, TRIES_ALL } from "../../support/cases.ts";
import { SHIPPED, shippedGame } from "../../support/games.ts";
import { bad, FAMILY, good, laidOut, shippedText } from "../../support/pads.ts";

const LANGUAGES = ["de", "en"] as const;
const PAPERS = ["a6", "a5", "a4", "letter", "120x200mm", "210x210mm"];
/** Far below what an eye or a printer can tell. */
const HAIR = 0.01;

function right(area: Area): number {
  return area.xMm + area.widthMm;
}
function bottom(area: Area): number {
  return area.yMm + area.heightMm;
}
function inside(inner: Area, outer: Area): boolean {
  return (
    inner.xMm >= outer.xMm - HAIR &&
    inner.yMm >= outer.yMm - HAIR &&
    right(inner) <= right(outer) + HAIR &&
    bottom(inner) <= bottom(outer) + HAIR
  );
}
function apart(a: Area, b: Area): boolean {
  return (
    right(a) <= b.xMm + HAIR ||
    right(b) <= a.xMm + HAIR ||
    bottom(a) <= b.yMm + HAIR ||
    bottom(b) <= a.yMm + HAIR
  );
}

/** Ways to ask for a sheet that fits, with the sheet. */
const SHEETS: [string, PadLayout][] = SHIPPED.map((id) => [id, shippedGame(id)] as const).flatMap(
  ([id, game], at) =>
    LANGUAGES.flatMap((code, which) =>
      someOf(PAPERS, 2, (at + which) % 2).flatMap((paper) => {
        const most = game.columns.length === 1 ? someOf([1, 2, 3, 4, 5, 6, 8], 3) : [1];
        const fitting: [string, PadLayout][] = [];
        for (const players of most) {
          const result = laidOut(game, code, paper, players);
          // If this number has no room, more have none either; finding the way out takes long.
          if (!result.ok) break;
          fitting.push([`${id} ${code} ${paper} for ${players}`, result.value]);
        }
        return fitting;
      }),
    ),
);

describe("a sheet", () => {
  it("was laid out in many ways, each game in both languages and on every named paper", () => {
    expect(SHEETS.length).toBeGreaterThan(TRIES_ALL ? 250 : 125);
    for (const id of SHIPPED) {
      const ways = new Set(
        SHEETS.flatMap(([name]) => (name.startsWith(`${id} `) ? name.split(" ").slice(1, 3) : [])),
      );
      expect([...ways], id).toEqual(expect.arrayContaining([...LANGUAGES, "a5", "a4", "letter"]));
    }
  });

  it("is refused on A6 where boxes would be too low, with the paper that does", () => {
    const refused = SHIPPED.filter((id) => !laidOut(shippedGame(id), "de", "a6", 1).ok);
    expect(refused).toEqual(["triple-yahtzee", "yamb"]);
    for (const id of refused)
      expect(bad(laidOut(shippedGame(id), "de", "a6", 1))).toMatchObject([
        { code: "does-not-fit", hint: "the smallest paper that fits is a5: --paper a5" },
      ]);
  });

  it("has nothing smaller than 6 pt", () => {
    for (const [name, { texts, code, dice }] of SHEETS) {
      const sizes = [...texts, ...(code?.letters ?? [])].map(({ sizePt }) => sizePt);
      const figures = dice.flatMap(({ face, sideMm }) =>
        dieShapes(face).flatMap((shape) => (shape.kind === "numeral" ? shape.height * sideMm : [])),
      );
      const figurePts = figures.map((heightMm) => 10 * (heightMm / FAMILY.bold.height(10).capMm));
      expect(Math.min(...sizes, ...figurePts), name).toBeGreaterThanOrEqual(MIN_PT);
    }
  });

  it("has solid black lines and words", () => {
    const pale = SHEETS.filter(([, { texts, rules, code }]) =>
      [...texts, ...rules, ...(code?.letters ?? [])].some(({ grey }) => grey !== 1),
    );
    expect(pale.map(([name]) => name)).toEqual([]);
  });

  it("has no text that leaves its cell", () => {
    const outside = SHEETS.flatMap(([name, { texts }]) =>
      texts.filter(({ ink, cell }) => !inside(ink, cell)).map(({ text }) => `${name}: ${text}`),
    );
    expect(outside).toEqual([]);
  });

  it("has no two texts, or text and die, on top of each other", () => {
    const clashes = SHEETS.flatMap(([name, { texts, dice }]) => {
      const squares = dice.map((die) => ({ ...die, widthMm: die.sideMm, heightMm: die.sideMm }));
      return texts.flatMap((a, at) => [
        ...texts
          .slice(at + 1)
          .flatMap((b) => (apart(a.ink, b.ink) ? [] : [`${name}: ${a.text} / ${b.text}`])),
        ...squares.flatMap((die) => (apart(a.ink, die) ? [] : [`${name}: ${a.text} / die ${die.face}`])),
      ]);
    });
    expect(clashes).toEqual([]);
  });

  it("has boxes that one can write in, and that do not overlap", () => {
    const bad = SHEETS.flatMap(([name, { boxes, page }]) => {
      const least = sideRatio(page) > 0.9 ? { height: 7, width: 11 } : { height: LOWEST_BOX_MM, width: 8 };
      const small = boxes.filter((b) => b.heightMm < least.height - HAIR || b.widthMm < least.width - HAIR);
      const shared = boxes.filter((box, at) => boxes.slice(at + 1).some((other) => !apart(box, other)));
      return [...small, ...shared].map(({ category, line }) => `${name}: ${category ?? line}`);
    });
    expect(bad).toEqual([]);
  });

  it("stands within its margins", () => {
    const frame = 0.25;
    const outside = SHEETS.flatMap(([name, { boxes, texts, tints, dice, page, marginMm, marks }]) => {
      const edge = marginMm - frame;
      // Title and small print are in strips between the marks, which are nearer to the edge.
      const top = marks.length === 0 ? edge : Math.min(edge, placeFiducials(page, "standard").head.yMm);
      const printable = {
        xMm: edge,
        yMm: top,
        widthMm: page.widthMm - 2 * edge,
        heightMm: page.heightMm - 2 * top,
      };
      const squares = dice.map((die) => ({ ...die, widthMm: die.sideMm, heightMm: die.sideMm }));
      const areas = [...boxes, ...tints, ...texts.map(({ ink }) => ink), ...squares];
      return areas.every((area) => inside(area, printable)) && marginMm >= 6 ? [] : [name];
    });
    expect(outside).toEqual([]);
  });

  it("fills the paper to its margins", () => {
    for (const [name, { boxes, texts, rules, page, marginMm }] of SHEETS) {
      const reach =
        Math.max(...rules.map((rule) => rule.toYMm)) - Math.min(...texts.map(({ ink }) => ink.yMm));
      expect(reach / (page.heightMm - 2 * marginMm), name).toBeGreaterThan(0.9);
      expect(Math.max(...boxes.map(right)), name).toBeCloseTo(page.widthMm - marginMm, 1);
    }
  });

  it("has a box for every category and line of every player and column", () => {
    for (const id of SHIPPED) {
      const game = shippedGame(id);
      const most = game.columns.length === 1 ? [3, 2] : [1];
      const players = most.find((count) => laidOut(game, "de", "a5", count).ok) ?? 1;
      const { boxes } = good(laidOut(game, "de", "a5", players));
      const printed = withRowSums(game);
      // Totals of rows are added up instead of those of columns.
      const lines = listSheetLines(printed).filter(({ kind }) => printed === game || kind !== "column-total");
      const perColumn = lines.filter(({ scope }) => scope === "column").length + listCategories(game).length;
      const perSheet = lines.filter(({ scope }) => scope === "sheet").length;
      expect(boxes.length, id).toBe(players * (perColumn * game.columns.length + perSheet));
    }
  });

  it("has lines that a cheap printer can hold, the frame the strongest", () => {
    for (const [name, { rules }] of SHEETS) {
      const weights = rules.map(({ weightPt }) => weightPt);
      expect(Math.min(...weights), name).toBeGreaterThanOrEqual(0.25);
      expect(Math.max(...weights), name).toBe(1.2);
    }
  });

  it("shows number rows as a die and patterns as a row of dice", () => {
    const { dice } = good(laidOut(shippedGame("yazzo"), "en", "a5", 1));
    expect(dice.map(({ face }) => face).slice(0, 6)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(dice.length).toBe(6 + 3 * 5);
    for (const { sideMm } of dice) expect(sideMm).toBeGreaterThanOrEqual(4);
  });

  it("names the thresholds of the bonus as a goal", () => {
    const texts = good(laidOut(shippedGame("yazzo"), "de", "a5", 1)).texts.map(({ text }) => text);
    expect(texts).toContain("60–69: +60 · ab\u00a070: +70");
  });
});

describe("what does not fit", () => {
  it("is told with the smallest paper that does and with how many players there is room for", () => {
    const [p] = bad(laidOut(shippedGame("yahtzee-block"), "de", "a6", 11));
    expect(p?.code).toBe("does-not-fit");
    expect(p?.hint).toMatch(/smallest paper that fits is a[45]/);
    expect(p?.hint).toMatch(/room for \d: --players/);
  });

  it("is told when no paper is large enough", () => {
    const [p] = bad(laidOut(shippedGame("yahtzee-block"), "de", "a6", 100));
    expect(p?.hint).toMatch(/room for/);
    expect(p?.hint).not.toMatch(/smallest paper/);
  });

  rareTest("fits on exactly the papers that its problem names", () => {
    const game = shippedGame("doppel-yatzy");
    for (const players of [4, 6, 8, 9]) {
      const result = laidOut(game, "de", "60x90mm", players);
      const named = /paper that does is (\w+)/.exec(bad(result)[0]?.hint ?? "")?.[1];
      if (named === undefined) continue;
      expect(laidOut(game, "de", named, players).ok).toBe(true);
    }
  });
});

describe("characters that the font lacks", () => {
  it("are a problem that names them and the words they stand in", () => {
    const game = shippedGame("yazzo");
    const text = { ...shippedText(game, "de"), title: "Yazzo ⚀ 漢" };
    const [p] = bad(layOutPad(game, text, { paper: good(parsePaper("a5")), players: 1 }, FAMILY));
    expect(p).toMatchObject({ code: "missing-glyph" });
    expect(p?.message).toContain("`⚀`, `漢`");
  });
});

describe("papers", () => {
  it.each([
    ["A5", 148, 210],
    ["letter", 215.9, 279.4],
    ["120x200mm", 120, 200],
    ["105,5 x 148.25 mm", 105.5, 148.25],
  ])("%s is %f by %f mm", (text, widthMm, heightMm) => {
    expect(good(parsePaper(text))).toMatchObject({ widthMm, heightMm });
  });

  it.each(["a55", "10x10mm", "5000x5000mm", "120x200", "-5x9mm", "", "NaNxNaNmm", "1e3x100mm"])(
    "%j is none",
    (text) => {
      expect(bad(parsePaper(text)).length).toBe(1);
    },
  );
});
