import { describe, expect, it } from "vitest";
import { getTypeface } from "../../../src/print/fonts/typeface.ts";
import type { Size } from "../../../src/print/geometry.ts";
import type { FigureMark, Piece } from "../../../src/print/rulebook/pdf/marks.ts";
import { measureChunk } from "../../support/pieces.ts";
import { rulesMarkdown } from "../../../src/print/rulebook/markup.ts";
import type { SetPages } from "../../../src/print/rulebook/pdf/pages.ts";
import { rulesPages, rulesPdf } from "../../../src/print/rulebook/rules-pdf.ts";
import { dieShapes } from "../../../src/print/shapes/figures.ts";
import { getElement } from "../../../src/rules/arrays.ts";
import type { Game } from "../../../src/rules/game/game.ts";
import { need } from "../../../src/rules/problem/problem.ts";
import { someOf, TRIES_ALL } from "../../support/cases.ts";
import { DOCUMENTED, gameFrom, TRIED, shippedGame } from "../../support/games.ts";
import { calledSo } from "../../support/labels.ts";
import { LANGUAGES, language } from "../../support/languages.ts";
import { fontsOf, pagesOf, textsOf } from "../../support/pdfs.ts";
import { FAMILY } from "../../support/pads.ts";
import { shippedTemplates } from "../../support/templates.ts";

const PAPERS: Readonly<Record<string, Size>> = {
  a4: { widthMm: 210, heightMm: 297 },
  a5: { widthMm: 148, heightMm: 210 },
  a6: { widthMm: 105, heightMm: 148 },
  letter: { widthMm: 215.9, heightMm: 279.4 },
};
const A4: Size = { widthMm: 210, heightMm: 297 };
/** Every game on every second paper, in one language after the other, so that each meets each paper. */
const CASES = someOf(
  TRIED.flatMap((id, at) =>
    LANGUAGES.flatMap((code, language) =>
      Object.keys(PAPERS)
        .filter((_, place) => TRIES_ALL || (at + place) % LANGUAGES.length === language)
        .filter((paper) => paper !== "letter" || DOCUMENTED.includes(id))
        .map((paper) => [id, code, paper] as const),
    ),
  ),
  2,
);

/** The languages in which a game is set on the paper of this place in the list. */
const languagesOf = (id: string, place = 0) =>
  someOf(LANGUAGES, LANGUAGES.length, (TRIED.indexOf(id) + place) % LANGUAGES.length);

/** Sheets of which whole paragraphs or tables just don't fit. */
const TIGHT = [
  ["double-cameroon", "de", "a5"],
  ["double-cameroon", "sv", "a5"],
  ["escalero", "sv", "a5"],
  ["forced-yatzy", "de", "a5"],
  ["kismet", "de", "a5"],
  ["kismet", "en", "a5"],
  ["kismet", "de", "a6"],
  ["kniffel-extreme", "de", "a5"],
  ["kniffel-extreme", "en", "a6"],
  ["maxi-yatzy", "de", "a5"],
  ["yatzy", "sv", "a5"],
] as const;

const known = new Map<string, Promise<SetPages>>();

/** The pages of a shipped game, set once. */
function shippedPages(id: string, code: string, paper: string): Promise<SetPages> {
  const key = [id, code, paper].join();
  const set = known.get(key) ?? pages(shippedGame(id), code, PAPERS[paper] ?? A4);
  known.set(key, set);
  return set;
}

async function pages(game: Game, code: string, paper: Size): Promise<SetPages> {
  const set = await rulesPages(game, language(code), shippedTemplates(code, "rules"), paper, FAMILY);
  if (!set.ok) throw new Error(set.problems.map(({ message }) => message).join("\n"));
  return set.value;
}

async function pdf(game: Game, code = "de", paper = A4): Promise<Uint8Array> {
  const made = await rulesPdf(game, language(code), shippedTemplates(code, "rules"), { paper }, FAMILY);
  if (!made.ok) throw new Error(made.problems.map(({ message }) => message).join("\n"));
  return made.value;
}

/** Rounding of the last digit, in mm. */
const HAIR = 0.02;

function isPoint(piece: Piece | undefined): boolean {
  return piece?.marks.some((mark) => mark.kind === "text" && mark.text === "•") ?? false;
}

function expectInColumns({ columns }: SetPages): void {
  expect(columns.length).toBeGreaterThan(0);
  for (const { place, widthMm, pieces } of columns) {
    const spaces = pieces.map((piece, at) => (at === 0 ? 0 : piece.spaceBeforeMm) + piece.heightMm);
    expect(spaces.reduce((sum, height) => sum + height, 0)).toBeLessThanOrEqual(place.heightMm + HAIR);
    // One question about all marks: there are tens of thousands.
    expect(pieces.flatMap((piece) => piece.marks.filter((mark) => !isInside(mark, piece, widthMm)))).toEqual(
      [],
    );
  }
}

function isInside(mark: FigureMark, piece: Piece, widthMm: number): boolean {
  const right = mark.xMm + (mark.kind === "die" ? mark.sideMm : mark.widthMm);
  if (mark.xMm < -HAIR || right > widthMm + HAIR) return false;
  if (mark.kind !== "text") return true;
  const isAsWide =
    Math.abs(getTypeface(FAMILY, mark.weight).width(mark.text, mark.sizePt) - mark.widthMm) < 0.0005;
  return isAsWide && mark.baselineMm < piece.heightMm;
}

/** Columns of a page that differ by more are not level. */
const UNEVEN_MM = 25;

const wordsIn = (text: string): string[] => text.match(/\p{L}+/gu) ?? [];

describe("rules on paper", () => {
  it.each(CASES)(
    "%s in %s on %s stay inside their columns, and no heading stands last",
    async (id, code, paper) => {
      const set = await shippedPages(id, code, paper);
      expectInColumns(set);
      for (const { pieces } of set.columns) expect(pieces.at(-1)?.keepWithNext ?? false).toBe(false);
    },
  );

  it.each([...CASES, ["balut", "de", "a5"] as const])(
    "%s in %s on %s break no word of a table of figures",
    async (id, code, paper) => {
      const { columns } = await shippedPages(id, code, paper);
      const rules = need(rulesMarkdown(shippedGame(id), language(code), shippedTemplates(code, "rules")));
      const words = new Set(wordsIn(rules));
      const tables = columns.flatMap(({ pieces }) => pieces.filter(({ of }) => of.kind === "figures"));
      const shown = tables.flatMap(({ marks }) =>
        marks.flatMap((mark) => (mark.kind === "text" ? wordsIn(mark.text) : [])),
      );
      expect(shown.filter((word) => !words.has(word))).toEqual([]);
    },
  );

  it.each(CASES)("%s in %s on %s never print one text over another", async (id, code, paper) => {
    const set = await shippedPages(id, code, paper);
    for (const { marks } of set.pages) {
      const texts = marks.filter((mark) => mark.kind === "text").filter(({ text }) => text.trim() !== "");
      const over = texts.flatMap((a, at) =>
        texts.slice(at + 1).filter((b) => {
          const sameLine = Math.abs(a.baselineMm - b.baselineMm) < 1;
          const overlap = Math.min(a.xMm + a.widthMm, b.xMm + b.widthMm) - Math.max(a.xMm, b.xMm);
          return sameLine && overlap >= HAIR;
        }),
      );
      expect(over.map(({ text }) => text)).toEqual([]);
    }
  });

  it.each(TRIED)("%s fit both sides of one leaf of A4 in a size that can be read", async (id) => {
    for (const code of languagesOf(id)) {
      const set = await shippedPages(id, code, "a4");
      expect(set.pages.length).toBeLessThanOrEqual(2);
      expect(set.sizePt).toBeGreaterThanOrEqual(9);
      expect(set.columns.length).toBe(2 * set.pages.length);
    }
  });

  it.each(TRIED)("%s leave no point of a list alone on A4", async (id) => {
    for (const code of languagesOf(id)) {
      const { columns } = await shippedPages(id, code, "a4");
      for (const [at, { pieces }] of columns.entries()) {
        const starts = pieces.filter((piece, line) => pieces[line - 1]?.of !== piece.of).map(isPoint);
        const goesOn = isPoint(columns[at + 1]?.pieces[0]);
        // A heading and one point below it, with the other points in the next column.
        expect(goesOn && starts.at(-1) === true && starts.at(-2) === false).toBe(false);
      }
    }
  });

  it.each([...CASES, ...TIGHT])(
    "%s in %s on %s carry no paragraph alone to a column",
    async (id, code, paper) => {
      const { columns } = await shippedPages(id, code, paper);
      for (const [at, { pieces }] of columns.slice(1).entries()) {
        const before = columns[at];
        const alone = pieces.filter(({ of }) => of === pieces[0]?.of);
        const following = pieces[alone.length];
        const isAlone = pieces[0]?.of.kind === "paragraph" && following?.of.kind === "heading";
        const roomMm = (before?.place.heightMm ?? 0) - measureChunk(before?.pieces ?? []);
        const neededMm = measureChunk(alone) + (pieces[0]?.spaceBeforeMm ?? 0);
        // Columns that would end far from each other otherwise are level instead.
        const unevenMm = measureChunk(before?.pieces ?? []) + 2 * neededMm - measureChunk(pieces);
        if (isAlone && unevenMm < UNEVEN_MM) expect(neededMm).toBeGreaterThan(roomMm);
      }
    },
  );

  it.each([...CASES, ...TIGHT])("%s in %s on %s keep a table below its heading", async (id, code, paper) => {
    const { columns } = await shippedPages(id, code, paper);
    for (const [at, { pieces }] of columns.entries()) {
      const next = columns[at + 1];
      const first = next?.pieces[0]?.of;
      const heading = pieces.findLastIndex(({ of }) => of.kind === "heading" && of.level === 2);
      const intro = pieces.slice(heading);
      const isIntro = intro.every(({ of }) => of.kind === "heading" || of.kind === "paragraph");
      const isTable = first?.kind === "boxes" || (first?.kind === "heading" && first.level === 3);
      const roomMm = (next?.place.heightMm ?? 0) - measureChunk(next?.pieces ?? []);
      const neededMm = measureChunk(intro) + (next?.pieces[0]?.spaceBeforeMm ?? 0);
      if (isIntro && isTable) expect(neededMm).toBeGreaterThan(roomMm);
    }
  });

  it.each([...CASES, ...TIGHT])("%s in %s on %s tear no finished sheet", async (id, code, paper) => {
    const { columns } = await shippedPages(id, code, paper);
    for (const { pieces } of columns) {
      const last = pieces.at(-1);
      expect(last?.of.kind === "figures" && last.keepIfRoom === true).toBe(false);
    }
    const pads = columns.flatMap(({ pieces }) => pieces).filter(({ of }) => of.kind === "pad");
    expect(pads).toHaveLength(1);
  });

  it.each([...CASES, ["yazzo", "de", "a6"] as const])(
    "%s in %s on %s break no word overleaf",
    async (id, code, paper) => {
      const { columns, pages } = await shippedPages(id, code, paper);
      const across = columns.length / pages.length;
      for (const { pieces } of columns.filter((_, at) => at % across === across - 1)) {
        const last = pieces.at(-1)?.marks.findLast((mark) => mark.kind === "text");
        expect(last?.text.endsWith("\u00ad") ?? false).toBe(false);
      }
    },
  );

  it.each(TRIED)("%s fit four pages of A5", async (id) => {
    for (const code of languagesOf(id, 1)) {
      const { pages } = await shippedPages(id, code, "a5");
      expect(pages.length).toBeLessThanOrEqual(4);
    }
  });

  it.each([...CASES, ...TIGHT])(
    "%s in %s on %s head the rest of a torn list of boxes again, and leave no row of it alone",
    async (id, code, paper) => {
      const { columns } = await shippedPages(id, code, paper);
      for (const [at, { pieces }] of columns.entries()) {
        const last = pieces.at(-1);
        const [first, ...rest] = columns[at + 1]?.pieces ?? [];
        if (last?.of.kind !== "boxes" || rest[0]?.of !== last.of) continue;
        expect(pieces.filter(({ of }) => of === last.of).length).toBeGreaterThan(1);
        expect(rest.filter(({ of }) => of === last.of).length).toBeGreaterThan(1);
        expect(first?.of.kind).toBe("heading");
        const said = first?.marks.flatMap((mark) => (mark.kind === "text" ? [mark] : [])) ?? [];
        expect(said.map(({ text }) => text).join("")).toMatch(/\((Fortsetzung|continued|forts\.)\)$/u);
        // It is read out once, above the whole table.
        expect(said.every(({ content }) => content === null)).toBe(true);
      }
    },
  );

  it.each(["yam", "yamb", "balut"])("%s keep the numbers of neighbouring columns apart", async (id) => {
    for (const code of LANGUAGES) {
      const { pages } = await shippedPages(id, code, "a4");
      for (const { marks } of pages) {
        const numbers = marks
          .filter((mark) => mark.kind === "text")
          .filter(({ text }) => /^\d{2,}$/u.test(text));
        for (const a of numbers)
          for (const b of numbers)
            if (Math.abs(a.baselineMm - b.baselineMm) < HAIR && b.xMm > a.xMm)
              expect(b.xMm - a.xMm - a.widthMm).toBeGreaterThan(0.8);
      }
    }
  });

  it.each(TRIED)("%s have the type size of their paper, and text and tables share both edges", async (id) => {
    const sizes = { a4: 9.5, a5: 9, a6: 8.5 };
    for (const [paper, sizePt] of Object.entries(sizes)) {
      const set = await shippedPages(id, "de", paper);
      expect(set.sizePt).toBe(sizePt);
      // All games are one series: their columns begin and end at the same places.
      const placesOf = ({ columns }: SetPages) =>
        new Set(columns.map(({ place, widthMm }) => [place.xMm, widthMm].map((mm) => mm.toFixed(2)).join()));
      expect(placesOf(set)).toEqual(placesOf(await shippedPages(getElement(TRIED, 0), "de", paper)));
      const rights = (kind: string) =>
        set.columns.flatMap(({ widthMm, pieces }) =>
          pieces
            .filter(({ of }) => of.kind === kind)
            .map(
              ({ marks }) =>
                Math.max(
                  ...marks.map((mark) => mark.xMm + (mark.kind === "die" ? mark.sideMm : mark.widthMm)),
                ) / widthMm,
            ),
        );
      expect(Math.max(...rights("boxes"))).toBeCloseTo(1, 2);
      expect(Math.max(...rights("paragraph"))).toBeGreaterThan(0.93);
    }
  });

  it("keep lines to a length that the eye comes back from", async () => {
    const set = await pages(shippedGame("yazzo"), "de", { widthMm: 170, heightMm: 240 });
    const lengths = set.columns.flatMap(({ pieces }) =>
      pieces.flatMap(({ marks }) =>
        marks.filter((mark) => mark.kind === "text").map(({ text }) => text.length),
      ),
    );
    expect(Math.max(...lengths)).toBeLessThan(90);
  });

  it("show letters on dice that can be read, on small paper, too", async () => {
    for (const code of LANGUAGES) {
      const { pages } = await shippedPages("escalero", code, "a6");
      const pairs = pages
        .flatMap(({ marks }) => marks)
        .flatMap((mark) => (mark.kind === "die" && String(mark.die.face).length > 1 ? [mark] : []));
      expect(pairs.length).toBeGreaterThan(3);
      for (const { die, sideMm } of pairs)
        for (const shape of dieShapes(die.face, die.state))
          if (shape.kind === "numeral") {
            const capsMm = FAMILY.bold.height(6).capMm;
            expect(shape.height * sideMm).toBeGreaterThanOrEqual(capsMm);
          }
    }
  });

  it("hyphenate German as German", async () => {
    const set = await pages(shippedGame("edencity-yatzy"), "de", { widthMm: 60, heightMm: 105 });
    expectInColumns(set);
    const texts = set.columns.flatMap(({ pieces }) =>
      pieces.flatMap(({ marks }) => marks.filter((mark) => mark.kind === "text").map(({ text }) => text)),
    );
    expect(texts.filter((text) => /\p{L}{3}\u00ad$/u.test(text)).length).toBeGreaterThan(3);
  });

  it("break a label that is longer than a line", async () => {
    const long = `${"Donaudampfschifffahrt".repeat(2)} ${"9".repeat(37)}`;
    const game = calledSo(shippedGame("yazzo"), long);
    for (const paper of Object.values(PAPERS)) expectInColumns(await pages(game, "de", paper));
  });
});

describe("rules as PDF", () => {
  it("embed both cuts of the font, the handwriting and nothing else", async () => {
    const fonts = fontsOf(await pdf(shippedGame("yazzo")));
    expect(fonts.map((name) => name.replace(/^[A-Z]{6}\+/, "")).sort()).toEqual([
      "GochiHand-Regular",
      "SourceSans3-Bold",
      "SourceSans3-Regular",
    ]);
    expect(fonts.every((name) => /^[A-Z]{6}\+/.test(name))).toBe(true);
  });

  it("are the same bytes each time", async () => {
    const [first, second] = [await pdf(shippedGame("yatzy")), await pdf(shippedGame("yatzy"))];
    expect(first.length).toBe(second.length);
    expect(first.every((byte, at) => byte === second[at])).toBe(true);
  });

  it("can be read by another program, page by page", async () => {
    const file = await pdf(shippedGame("edencity-yatzy"), "en", PAPERS.a5);
    const count = await pagesOf(file);
    expect(count).toBeGreaterThan(1);
    const words: string[] = [];
    for (let page = 1; page <= count; page++)
      words.push(...(await textsOf(file, page)).map(({ text }) => text));
    const text = words.join(" ");
    expect(text).toContain("EdenCity Yatzy");
    expect(text).toContain("+22.00");
    expect(text).toContain(`page 1 of ${count}`);
  });

  it("put a plain sign for one that the font lacks, and name one that has none", async () => {
    const named = (name: string) =>
      gameFrom(`id: test\nextends: numbers5\nname: {de: '${name}', en: '${name}'}\n`);
    const texts = await textsOf(await pdf(named("Spiel ℂ")), 1);
    expect(texts.some(({ text }) => text.includes("Spiel C"))).toBe(true);
    const made = await rulesPdf(
      named("Spiel 骰"),
      language("de"),
      shippedTemplates("de", "rules"),
      { paper: A4 },
      FAMILY,
    );
    expect(made.ok ? [] : made.problems.map(({ code }) => code)).toEqual(["missing-glyph"]);
  });
});
