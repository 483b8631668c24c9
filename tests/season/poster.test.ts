import { describe, expect, it } from "vitest";
import { pageStyle } from "../../src/files/package/templates.ts";
import { leagueTable } from "../../src/season/league/league-words.ts";
import { PLAIN_LOOK, UNBRANDED } from "../../src/print/brand.ts";
import { readLogo } from "../../src/print/pad/logo.ts";
import { playedLeague, USUAL_LEAGUE } from "../../src/season/league/league-file.ts";
import { leaguePage } from "../../src/season/league/league-page.ts";
import type { LeagueReport } from "../../src/season/league/report.ts";
import { posterPdf } from "../../src/season/league/poster-pdf.ts";
import { grammarReport } from "../support/arlington.ts";
import { rareTest } from "../support/cases.ts";
import { language } from "../support/languages.ts";
import { bad, FAMILY, good } from "../support/pads.ts";
import { textsOf } from "../support/pdfs.ts";
import { hasChromium, launchChromium } from "../support/viewer.ts";
import { elementsOf, type ReadElement, readOut, spoken } from "../support/read-out.ts";

const said = (element: ReadElement) => spoken(element).trim();
const A4 = { widthMm: 210, heightMm: 297 };
const EVENINGS = 6;
const LOGO = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 10"><rect width="20" height="10"/></svg>`;

/** A season of this number of players, the first of whom may have another name. */
function season(players: number, first = "Anna"): LeagueReport {
  const all = Array.from({ length: players }, (_, at) => {
    const figures = {
      games: EVENINGS,
      evenings: EVENINGS,
      wins: 0,
      strikes: at,
      bonusRate: null,
      payout: null,
    };
    const mean = 250 - at / 2;
    return {
      ...{ player: at + 1, name: at === 0 ? first : `Player ${at + 1}`, rank: at + 1, ...figures },
      ...{
        total: mean * EVENINGS,
        mean,
        spread: 12.5,
        best: mean + 40,
        worst: mean - 30,
        points: 2 * (players - at),
      },
    };
  });
  const evenings = Array.from({ length: EVENINGS }, (_, at) => {
    return { id: at + 1, date: `2026-01-0${at + 1}`, place: "Lion", name: "", games: 1 };
  });
  const details = all.slice(0, 40).map(({ player, mean, points }) => ({
    player,
    curve: evenings.map(({ id }) => ({ evening: id, games: 1, mean, points: points / EVENINGS })),
    ...{ bestBox: null, worstBox: null, rivals: [] },
  }));
  const record = { kind: "highest", game: { en: "Yatzy" }, name: first, value: 290, date: null } as const;
  return {
    league: playedLeague({ ...USUAL_LEAGUE, name: "Winter" }, false),
    ...{ season: "winter", waiting: 0, standings: all, evenings, details },
    records: [{ ...record, rules: null, place: "Lion" }],
    bestPlay: null,
  };
}

const en = language("en");
const poster = async (report: LeagueReport, paper = A4) => good(await posterPdf(report, en, paper, FAMILY));

describe("the poster", () => {
  it("has table, charts and records, each of them read out, with the words of the page", async () => {
    const report = season(4);
    const pdf = await poster(report);
    const { pages, unmarked } = await readOut(pdf);
    expect(unmarked).toEqual([]);
    const all = (role: string) => pages.flatMap((page) => elementsOf(page, role));
    expect(all("TH").map(said).slice(0, 4)).toEqual(["#", "Player", "Points", "Games"]);
    expect(all("TR")).toHaveLength(5);
    expect(all("LBody").map(said)).toEqual(["Highest total: Anna, 290 (Lion)"]);
    const page = leaguePage(report, en, "");
    const told = all("Figure").map(({ alternative }) => alternative.split("; "));
    expect(told.map(({ length }) => length)).toEqual([5, 5]);
    for (const one of told.flat()) expect(page).toContain(one);
  });

  it("draws the curves of the page: the same points in another size", async () => {
    const report = season(3);
    const svg = leaguePage(report, en, "");
    const labels = (svg.match(/<text class="f\d"[^>]*y="([\d.]+)"/g) ?? []).map((one) =>
      Number(/y="([\d.]+)"/.exec(one)?.[1]),
    );
    const lines = (svg.match(/<text class="quiet" text-anchor="end"[^>]*y="([\d.]+)"/g) ?? []).map((one) =>
      Number(/y="([\d.]+)"/.exec(one)?.[1]),
    );
    const texts = await textsOf(await poster(report), 1);
    const heading = (words: string) => texts.find(({ text }) => text.startsWith(words))?.yMm ?? 0;
    const isBetween = (yMm: number, from: number, to: number) => (yMm - from) * (yMm - to) < 0;
    const below = texts.filter(({ yMm }) => isBetween(yMm, heading("Points,"), heading("Average of")));
    const ys = (wanted: (text: string) => boolean) =>
      below.filter(({ text }) => wanted(text)).map(({ yMm }) => yMm);
    const names = ys((text) => /^(?:Anna|Player)/.test(text));
    // The numbers of evenings are in one line, below those of points.
    const feetMm = Math.max(...ys((text) => /^\d$/.test(text)));
    const numbers = below.filter(({ text, yMm }) => /^\d+$/.test(text) && yMm < feetMm).map(({ yMm }) => yMm);
    const share = (all: readonly number[], y: number) =>
      (y - (all[0] ?? 0)) / ((all.at(-1) ?? 0) - (all[0] ?? 0));
    expect(labels).toHaveLength(3);
    expect(lines.length).toBeGreaterThan(3);
    expect(numbers).toHaveLength(lines.length);
    for (const [at, y] of names.entries())
      expect(share(numbers, y)).toBeCloseTo(share(lines, labels[at] ?? 0), 1);
  });

  it("is as large as the players leave room for, and never small", async () => {
    const sizeOf = async (players: number, paper = A4) => {
      const texts = await textsOf(await poster(season(players), paper), 1);
      return texts.find(({ text }) => text === "Anna")?.sizePt ?? 0;
    };
    expect(await sizeOf(4)).toBeGreaterThan(20);
    expect(await sizeOf(20)).toBeGreaterThanOrEqual(14);
    expect(await sizeOf(200)).toBeGreaterThanOrEqual(14);
    const a3 = { widthMm: 297, heightMm: 420 };
    expect(await sizeOf(8, a3)).toBeGreaterThan(1.3 * (await sizeOf(8)));
  });

  it("is one page for up to 20 players, with title, logo, and words that explain its charts", async () => {
    const logo = good(await readLogo("logo.svg", new TextEncoder().encode(LOGO), false));
    const brand = {
      branding: { ...UNBRANDED, logoRatio: logo.ratio },
      look: { ...PLAIN_LOOK, logo: logo.png, outlines: logo.outlines },
    };
    for (const players of [1, 5, 8, 12, 16, 20]) {
      const pdf = good(await posterPdf(season(players), en, A4, FAMILY, brand));
      const { pages } = await readOut(pdf);
      expect(pages, `${players} players`).toHaveLength(1);
      const told = pages.flatMap((page) => elementsOf(page, "P")).map(said);
      const charts = pages.flatMap((page) => elementsOf(page, "Figure"));
      expect(told.filter((one) => /Game nights from left|Dot: average/.test(one))).toHaveLength(
        charts.length,
      );
      expect(pages.flatMap((page) => elementsOf(page, "TR"))).toHaveLength(players + 1);
    }
    const charts = async (players: number) => {
      const { pages } = await readOut(await poster(season(players)));
      return pages.flatMap((page) => elementsOf(page, "Figure")).length;
    };
    expect([await charts(3), await charts(8)]).toEqual([2, 1]);
  });

  it("leaves out a payout that nobody gets", async () => {
    const paid = (payout: number): LeagueReport => {
      const report = season(3);
      const league = playedLeague({ ...USUAL_LEAGUE, payout: { currency: "EUR" } as never }, false);
      return { ...report, league, standings: report.standings.map((one) => ({ ...one, payout })) };
    };
    const heads = (report: LeagueReport) => leagueTable(report, en).columns;
    expect(heads(paid(0))).not.toContain("payout");
    expect(heads(paid(2.5))).toContain("payout");
  });

  rareTest("goes on overleaf with the head of its table, each player once", async () => {
    const { pages, decoration } = await readOut(await poster(season(120)));
    const names = pages.flatMap((page) => elementsOf(page, "TH")).map(said);
    expect(names.filter((name) => name.startsWith("Player ")).length).toBe(119);
    expect(decoration.filter((text) => text.trim() === "Player").length).toBeGreaterThan(1);
  });

  it("is refused if the font lacks letters of a name, with a way out", async () => {
    const [problem, ...more] = bad(await posterPdf(season(3, "李小龍"), en, A4, FAMILY));
    expect(more).toEqual([]);
    expect(problem).toMatchObject({ code: "missing-glyph", message: "the font has no `李`, `小`, `龍`" });
    expect(problem?.hint).toContain("--html");
  });

  it("keeps to the grammar of PDF, and is the same file each time", async () => {
    const pdf = await poster(season(5));
    expect((await grammarReport(pdf)).faults).toEqual([]);
    expect(await poster(season(5))).toEqual(pdf);
  });

  it("is not made if nothing counts yet", async () => {
    const empty = { ...season(0), evenings: [], details: [], records: [] };
    expect(bad(await posterPdf(empty, en, A4, FAMILY)).map(({ code }) => code)).toEqual(["nothing-counts"]);
  });

  it("has a dash in place of a payout of nothing, as the page does, and the table for CSV has the amount", async () => {
    const paid = season(3);
    const payout = { stake: 2, shares: [100], currency: "€" };
    const standings = paid.standings.map((one, at) => ({ ...one, payout: at === 0 ? 6 : 0 }));
    const report = { ...paid, league: { ...paid.league, payout }, standings };
    const amounts = (rows: readonly (readonly string[])[]) => rows.map((cells) => cells.at(-1));
    expect(amounts(leagueTable(report, en).rows)).toEqual(["6.00\u00a0€", "0.00\u00a0€", "0.00\u00a0€"]);
    const texts = (await textsOf(await poster(report), 1)).map(({ text }) => text);
    expect(texts.filter((text) => text.includes("€")).map((text) => text.replace(/\s/, " "))).toEqual([
      "6.00 €",
    ]);
    expect(texts.filter((text) => text === "–")).toHaveLength(2);
    expect(leaguePage(report, en, "")).not.toContain("0.00\u00a0€");
  });

  it("says how many sheets do not count yet, as the page does", async () => {
    const report = { ...season(3), waiting: 2 };
    const texts = await textsOf(await poster(report), 1);
    expect(texts.map(({ text }) => text).join(" ")).toContain("2 sheets do not count yet");
    expect(leaguePage(report, en, "")).toContain("2 sheets do not count yet");
    expect(leaguePage(season(3), en, "")).not.toContain("not count");
  });
});

describe.runIf(hasChromium)("the page on a phone", () => {
  it("has the cards of players side by side, which 20 players make no longer than 3", async () => {
    const browser = await launchChromium();
    try {
      const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
      const measure = async (players: number) => {
        await page.setContent(leaguePage(season(players), en, pageStyle("league.css")));
        const tops = await page.evaluate<number[]>(
          "Array.from(document.querySelectorAll('.card'), ({ offsetTop }) => offsetTop)",
        );
        const cards = await page.evaluate<number>("document.querySelector('.cards').clientHeight");
        const widthPx = await page.evaluate<number>("document.documentElement.scrollWidth");
        return { tops, cards, widthPx };
      };
      const [few, many] = [await measure(3), await measure(20)];
      expect(many.tops).toHaveLength(20);
      expect(new Set(many.tops).size).toBe(1);
      expect(many.cards).toBeLessThan(1.5 * few.cards);
      expect(many.widthPx).toBe(390);
    } finally {
      await browser.close();
    }
  });
});
