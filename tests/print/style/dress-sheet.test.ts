import { beforeAll, describe, expect, it } from "vitest";
import { USUAL_MARKS } from "../../../src/print/layout/marks.ts";
import { withTitleFace } from "../../../src/files/package/fonts.ts";
import { loadStyle, styleIds } from "../../../src/files/package/templates.ts";
import { type Branding, UNBRANDED } from "../../../src/print/brand.ts";
import type { AnyFamily } from "../../../src/print/fonts/typeface.ts";
import { type Area, grown, MM_PER_PT, overlaps, segmentArea, within } from "../../../src/print/geometry.ts";
import { layOutSheet } from "../../../src/print/layout/layout.ts";
import type { DecorationShape, PadLayout } from "../../../src/print/layout/pad-layout.ts";
import { parsePaper } from "../../../src/print/layout/paper.ts";
import { dressSheet } from "../../../src/print/style/dress-sheet.ts";
import { pathBounds } from "../../../src/print/style/shapes.ts";
import {
  CORNERS,
  DIE_STYLES,
  FRAMES,
  HEADS,
  BARE_STYLE,
  type PadStyle,
  SECTIONS,
} from "../../../src/print/style/style.ts";
import { TRIED, shippedGame } from "../../support/games.ts";
import { FAMILY, good, laidOut, shippedText } from "../../support/pads.ts";

interface Case {
  readonly name: string;
  readonly layout: PadLayout;
}

const BRANDED: Branding = {
  ...UNBRANDED,
  title: "Zum Goldenen Löwen",
  subtitle: "Stammtisch, jeden Donnerstag",
  footer: "Marktplatz 3",
};
const LONG: Branding = {
  ...UNBRANDED,
  title: "Meisterschaft des Kegelclubs Frohsinn",
  subtitle: "Endrunde im Gasthaus zum Löwen",
};
const PAPERS = ["a4", "a5", "a6", "95x200mm"];

/** Every game on every paper on which it fits, some without marks and some of a pub. */
function sheets(): Case[] {
  return TRIED.flatMap((id, at) => {
    const game = shippedGame(id);
    return PAPERS.flatMap((paper, place) => {
      const marks = (at + place) % 4 === 0 ? "none" : USUAL_MARKS;
      const branding = [BRANDED, UNBRANDED, at % 2 === 0 ? LONG : UNBRANDED][(at + place) % 3];
      const laidOut = layOutSheet(
        good(parsePaper(paper)),
        game,
        shippedText(game, "de"),
        { marks },
        FAMILY,
        branding,
      );
      return laidOut.ok ? [{ name: `${id} ${paper}`, layout: laidOut.value }] : [];
    });
  });
}

interface Dress {
  readonly name: string;
  readonly style: PadStyle;
  readonly family: AnyFamily;
}

/** The shipped styles, and every value of every choice together with each other at least once. */
async function dresses(): Promise<Dress[]> {
  const shipped = await Promise.all(
    styleIds().map(async (name) => {
      const style = good(await loadStyle(name));
      return { name, style, family: await withTitleFace(FAMILY, style.face) };
    }),
  );
  const family = await withTitleFace(FAMILY, "capitals");
  const mixed = Array.from({ length: HEADS.length }, (_, at): Dress => {
    const pick = <T>(values: readonly T[], from = 0) => values[(at + from) % values.length] as T;
    const style: PadStyle = {
      ...BARE_STYLE,
      ...{ face: "capitals", titleSize: 1.5, align: pick(["left", "centre"]), head: pick(HEADS) },
      ...{
        frame: pick(FRAMES, 1),
        corners: pick(CORNERS, 2),
        sections: pick(SECTIONS),
        headingFace: "title",
      },
      ...{ dice: pick(DIE_STYLES), diceSize: 1.3, tints: { heads: 0, sums: 0.05, total: 0.12 } },
    };
    return { name: `mixed ${at}`, style, family };
  });
  return [...shipped, ...mixed];
}

/** Lines of a frame reach this far into boxes, where scans expect lines. */
const LINE_MM = 0.75;
/** White that fiducials and codes keep. */
const QUIET_MM = 0.38;

/** Small areas along the outline of a shape that is not filled, else its bounds. */
function inkOf({ steps, fill }: DecorationShape): Area[] {
  if (fill !== null) return [pathBounds(steps)];
  const inks: Area[] = [];
  let [x, y] = [0, 0];
  for (const step of steps) {
    if (step[0] === "Z") continue;
    const [toX, toY] = step.slice(-2) as [number, number];
    if (step[0] === "L")
      inks.push({
        xMm: Math.min(x, toX),
        yMm: Math.min(y, toY),
        widthMm: Math.abs(toX - x),
        heightMm: Math.abs(toY - y),
      });
    if (step[0] === "C") {
      const [, x1, y1, x2, y2] = step;
      inks.push({
        xMm: (x + 3 * x1 + 3 * x2 + toX) / 8,
        yMm: (y + 3 * y1 + 3 * y2 + toY) / 8,
        widthMm: 0,
        heightMm: 0,
      });
    }
    [x, y] = [toX, toY];
  }
  return inks;
}

/** Between title and subtitle: one behind the other, or one below the other. */
const TITLE_GAP_MM = { across: 2.3, down: 0.69 };
/** The white between two tables side by side. */
const TABLES_GAP_MM = 2.5;

/** The white between two tables side by side, with what frames and ornaments leave of it; infinite for one table. */
function gapBetweenTables({ tables, rules, decoration }: PadLayout): number {
  const [left, right] = tables;
  if (left === undefined || right === undefined) return Number.POSITIVE_INFINITY;
  const inks = [
    ...rules.map((rule) => grown(segmentArea(rule), (rule.weightPt * MM_PER_PT) / 2)),
    ...(decoration?.shapes ?? []).flatMap((shape) =>
      inkOf(shape).map((ink) => grown(ink, ((shape.strokePt ?? 0) * MM_PER_PT) / 2)),
    ),
  ].filter((ink) => ink.yMm + ink.heightMm > left.yMm && ink.widthMm < left.widthMm / 2);
  const middle = (left.xMm + left.widthMm + right.xMm) / 2;
  const near = inks.filter(({ xMm, widthMm }) => Math.abs(xMm + widthMm / 2 - middle) < 4);
  const isLeft = ({ xMm, widthMm }: Area) => xMm + widthMm / 2 < middle;
  const ends = near.filter(isLeft).map(({ xMm, widthMm }) => xMm + widthMm);
  const starts = near.filter((ink) => !isLeft(ink)).map(({ xMm }) => xMm);
  return Math.min(right.xMm, ...starts) - Math.max(left.xMm + left.widthMm, ...ends);
}

/** What is wrong with a dressed sheet. */
function faults(plain: PadLayout, dressed: PadLayout): string[] {
  const found: string[] = [];
  const expectSame = (part: keyof PadLayout) => {
    if (JSON.stringify(plain[part]) !== JSON.stringify(dressed[part])) found.push(`${part} differ`);
  };
  for (const part of [
    "variant",
    "page",
    "marginMm",
    "boxes",
    "ticks",
    "blanks",
    "marks",
    "code",
    "logo",
    "link",
    "owners",
    "arrows",
    "tables",
  ] as const)
    expectSame(part);
  const words = ({ texts }: PadLayout) =>
    texts
      .map(({ text }) => text)
      .sort()
      .join("|");
  if (words(plain) !== words(dressed)) found.push("words differ");
  const codes = [
    ...plain.marks,
    ...(plain.code?.areas ?? []),
    ...(plain.code?.letters.map(({ cell }) => cell) ?? []),
  ];
  const inks = (dressed.decoration?.shapes ?? []).flatMap(inkOf);
  if (inks.some((ink) => dressed.boxes.some((box) => overlaps(ink, grown(box, -LINE_MM)))))
    found.push("ink in a box");
  if (inks.some((ink) => codes.some((code) => overlaps(ink, code, QUIET_MM)))) found.push("ink at a code");
  const page = { xMm: 4.5, yMm: 4, widthMm: plain.page.widthMm - 9, heightMm: plain.page.heightMm - 8 };
  if (!inks.every((ink) => within(ink, page))) found.push("ink at the edge of the page");
  const titles = dressed.texts.filter(({ role }) => role === "title" || role === "subtitle");
  for (const title of titles) {
    if (!within(title.ink, title.cell)) found.push(`${title.text} leaves its cell`);
    if (codes.some((code) => overlaps(title.ink, code))) found.push(`${title.text} is on a code`);
    const others = dressed.texts.filter((other) => other !== title);
    if (others.some(({ ink }) => overlaps(ink, title.ink))) found.push(`${title.text} touches other words`);
  }
  const [title, subtitle] = ["title", "subtitle"].map(
    (role) => titles.find((text) => text.role === role)?.ink,
  );
  if (
    title !== undefined &&
    subtitle !== undefined &&
    subtitle.xMm - title.xMm - title.widthMm < TITLE_GAP_MM.across &&
    subtitle.yMm - title.yMm - title.heightMm < TITLE_GAP_MM.down
  )
    found.push("the subtitle is near the title");
  if (gapBetweenTables(dressed) < TABLES_GAP_MM) found.push("the tables are near each other");
  for (const heading of dressed.texts.filter(({ role }) => role === "heading"))
    if (!within(heading.ink, heading.cell)) found.push(`${heading.text} leaves its row`);
  const areas = dressed.dice.map(({ xMm, yMm, sideMm }) => ({ xMm, yMm, widthMm: sideMm, heightMm: sideMm }));
  const kept = new Set(plain.dice.map(({ xMm, yMm }) => `${xMm} ${yMm}`));
  const enlarged = areas.filter(({ xMm, yMm }) => !kept.has(`${xMm} ${yMm}`));
  if (enlarged.some((die) => dressed.texts.some(({ ink }) => overlaps(ink, die, 0.8))))
    found.push("dice touch words");
  if (areas.some((die) => dressed.boxes.some((box) => overlaps(box, die))))
    found.push("dice reach into boxes");
  return found;
}

it("dice that are alone in their rows are enlarged even where rows of several have no room", () => {
  const factors = ["a6", "a5"].map((paper) => {
    const layout = good(laidOut(shippedGame("kniffel"), "de", paper, 4));
    const dressed = dressSheet(layout, { ...BARE_STYLE, diceSize: 1.3 }, FAMILY, []);
    const largest = (dice: PadLayout["dice"]) => Math.max(...dice.map(({ sideMm }) => sideMm));
    expect(dressed.dice).toHaveLength(layout.dice.length);
    return largest(dressed.dice) / largest(layout.dice);
  });
  expect(Math.min(...factors)).toBeGreaterThan(1.05);
});

describe("dressed sheets", () => {
  let cases: Case[] = [];
  let styles: Dress[] = [];
  beforeAll(async () => {
    cases = sheets();
    styles = await dresses();
  });

  it("keep boxes, fiducials and codes, and stay clear of them", () => {
    expect(cases.length).toBeGreaterThan(3 * TRIED.length);
    expect(styles.length).toBe(10);
    expect(cases.filter(({ layout }) => layout.tables.length > 1).length).toBeGreaterThan(1);
    expect(cases.flatMap(({ layout }) => faults(layout, layout))).toEqual([]);
    const found = cases.flatMap(({ name, layout }) =>
      styles.flatMap((one) =>
        faults(layout, dressSheet(layout, one.style, one.family)).map(
          (fault) => `${name}, ${one.name}: ${fault}`,
        ),
      ),
    );
    expect(found).toEqual([]);
  });

  it("have the label of the total in the face of headings, off its hint and inside its cell", async () => {
    const family = await withTitleFace(FAMILY, "slab");
    const style: PadStyle = { ...BARE_STYLE, headingFace: "title" };
    const totals = cases.flatMap(({ name, layout }) => {
      const { texts } = dressSheet(layout, style, family);
      return texts.flatMap((text) => (text.role === "total" ? [{ name, texts, text }] : []));
    });
    expect(totals.filter(({ text }) => text.weight === "title").length).toBeGreaterThan(2.5 * TRIED.length);
    for (const { name, texts, text } of totals) {
      expect(within(text.ink, text.cell), name).toBe(true);
      expect(
        texts.filter((one) => one !== text && overlaps(one.ink, text.ink)),
        name,
      ).toEqual([]);
    }
  });

  it("are as laid out in a style that sets nothing", () => {
    for (const { layout } of cases) expect(dressSheet(layout, BARE_STYLE, FAMILY)).toBe(layout);
    expect(cases).not.toEqual([]);
  });

  it("have no tint that a copier turns black", () => {
    for (const { name, layout } of cases)
      for (const { style, family, name: dress } of styles) {
        const { tints, decoration } = dressSheet(layout, style, family);
        const greys = [
          ...tints.map(({ grey }) => grey),
          ...(decoration?.shapes ?? []).map(({ fill }) => fill ?? 0),
        ];
        const dark = greys.filter((grey) => grey > 0.12 && grey < 1);
        expect(dark, `${name}, ${dress}`).toEqual([]);
      }
  });

  it("have two dice behind a title, unless it leaves no room", () => {
    const game = shippedGame("yatzy");
    const layout = good(layOutSheet(good(parsePaper("a5")), game, shippedText(game, "de"), {}, FAMILY));
    const { ink, cell } = layout.texts.find(({ role }) => role === "title") ?? { ink: null, cell: null };
    if (ink === null) throw new Error("no title");
    const dress = (reserved: Area[]) => {
      const { decoration } = dressSheet(layout, { ...BARE_STYLE, head: "dice" }, FAMILY, reserved);
      return decoration?.shapes
        .filter(({ strokePt }) => strokePt !== null)
        .map(({ steps }) => pathBounds(steps));
    };
    const titleEnd = ink.xMm + ink.widthMm;
    const dice = dress([]) ?? [];
    expect(dice.length).toBe(2);
    for (const { xMm, yMm, widthMm, heightMm } of dice) {
      expect(xMm).toBeGreaterThan(titleEnd);
      expect(widthMm).toBeCloseTo(heightMm, 5);
      expect(yMm + heightMm / 2).toBeCloseTo(cell.yMm + cell.heightMm / 2, 0);
    }
    expect(dress([{ ...cell, xMm: titleEnd + 12, widthMm: 20 }])).toEqual([]);
  });

  it("keep the place of the sheet's number free", () => {
    const { layout } = cases.find(({ layout: { marks } }) => marks.length > 0) ?? { layout: null };
    const title = layout?.texts.find(({ role }) => role === "title");
    if (layout === null || title === undefined) throw new Error("no sheet with marks and a title");
    const { cell } = title;
    const number = { xMm: cell.xMm + cell.widthMm - 20, yMm: cell.yMm, widthMm: 20, heightMm: cell.heightMm };
    for (const { style, family, name } of styles) {
      const inks = (dressSheet(layout, style, family, [number]).decoration?.shapes ?? []).flatMap(inkOf);
      expect(
        inks.filter((ink) => overlaps(ink, number)),
        name,
      ).toEqual([]);
    }
  });

  it.each(["pub", "kids"])(
    "keep the band of %s behind title and subtitle, also on small paper",
    async (name) => {
      const style = good(await loadStyle(name));
      const family = await withTitleFace(FAMILY, style.face);
      const yatzy = shippedGame("yatzy");
      for (const paper of ["a5", "a6"]) {
        const text = shippedText(yatzy, "de");
        const plain = good(layOutSheet(good(parsePaper(paper)), yatzy, text, {}, FAMILY, BRANDED));
        const { texts, decoration } = dressSheet(plain, style, family);
        const words = texts.filter(({ role }) => role === "title" || role === "subtitle");
        expect(words.map(({ grey }) => grey)).toEqual([0, 0]);
        const bands = decoration?.shapes.filter(({ fill, isAccented }) => fill === 1 && isAccented) ?? [];
        for (const { ink } of words)
          expect(bands.some(({ steps }) => within(ink, pathBounds(steps)))).toBe(true);
      }
    },
  );

  it("set a title in the plain face if the style's own lacks a character", async () => {
    const game = shippedGame("yatzy");
    const branding = { ...UNBRANDED, title: "Яцы" };
    const paper = good(parsePaper("a5"));
    const layout = good(layOutSheet(paper, game, shippedText(game, "de"), {}, FAMILY, branding));
    const faces = styles.map(({ style, family }) =>
      dressSheet(layout, style, family).texts.find(({ role }) => role === "title"),
    );
    const slab = styles.findIndex(({ name }) => name === "classic");
    expect(faces[slab]?.weight).toBe("bold");
  });
});
