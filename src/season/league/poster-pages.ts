import type { Language } from "../../i18n/language.ts";
import { loadHyphenation } from "../../print/fonts/hyphenation.ts";
import type { TypeFamily } from "../../print/fonts/typeface.ts";
import { A4, type Area, type Size } from "../../print/geometry.ts";
import type { StructureElement, TaggedContent } from "../../print/pdf/document.ts";
import type { Runs } from "../../print/rulebook/pdf/blocks.ts";
import { computePageFrame, layOutFoot, setHead, type Strip } from "../../print/rulebook/pdf/frame.ts";
import { breakLines } from "../../print/rulebook/pdf/lines.ts";
import { createWordRules } from "../../print/rulebook/pdf/words.ts";
import {
  BLACK,
  type FigureMark,
  type FigureSetting,
  computeTypeMetrics,
  moveMarks,
  resizeType,
} from "../../print/rulebook/pdf/marks.ts";
import { type Chart, NAME_SIZE, curvesChart, hasCurves, meansChart } from "./charts.ts";
import { leagueName, leagueSubtitle, leagueTable, recordSentences } from "./league-words.ts";
import { layOutPosterTable, type PosterTable } from "./poster-table.ts";
import type { LeagueReport } from "./report.ts";

/** A laid-out page of the poster. */
interface PosterPage {
  readonly marks: readonly FigureMark[];
  readonly charts: readonly PlacedChart[];
}

/** A placed chart; `unitMm` is the length of its unit. */
export interface PlacedChart {
  readonly chart: Chart;
  readonly area: Area;
  readonly unitMm: number;
  readonly content: TaggedContent;
}

/** All pages, and their contents in reading order. */
export interface PosterPages {
  readonly pages: readonly PosterPage[];
  readonly structure: StructureElement;
}

/** More rows do not fit a poster. */
const MAX_ROWS = 300;
/** More lines are too thin to be seen from afar. */
const MAX_MEANS = 16;
/** Type size on A4; other papers scale it. */
const TEXT_PT = 17;
/** Words in charts are about as large as text. */
const CHART_WORDS = 0.95;
/** Height of a player's row among the means, in units of the chart. */
const MEANS_ROW = { least: 22, most: 36 } as const;
/** Type of the words below charts, as a share of the usual. */
const LEGEND_SIZE = 0.7;
const HEADING_SIZE = 1.25;
/** The gap between two records, as a share of the leading. */
const RECORD_GAP = 0.3;
/** Height of the chart of curves, as shares of its width. */
const CURVES_HIGH = { least: 0.42, most: 0.72 } as const;

/** The most players that go on one page. */
const MAX_ON_A_PAGE = 20;
/** Which charts there are, type sizes, and whether all parts must fit one page. */
interface LayoutPlan {
  readonly means: boolean;
  readonly curves: boolean;
  /** Of the text, as a share of the usual. */
  readonly size: number;
  /** The least type size of the table, on A4. */
  readonly tablePt: number;
  readonly isOnePage: boolean;
}

const SEVERAL_PAGES: LayoutPlan = { means: true, curves: true, size: 1, tablePt: 0, isOnePage: false };
/** What is tried in turn for one page: charts go before the table gets small. */
const ONE_PAGE_PLANS: readonly LayoutPlan[] = [
  { means: true, curves: true, size: 1, tablePt: 18 },
  { means: true, curves: true, size: 0.85, tablePt: 17 },
  { means: false, curves: true, size: 1, tablePt: 17 },
  { means: false, curves: true, size: 0.85, tablePt: 14 },
  { means: false, curves: true, size: 1, tablePt: 14 },
  { means: false, curves: false, size: 1, tablePt: 14 },
  { means: false, curves: false, size: 0.85, tablePt: 0 },
  { means: false, curves: false, size: 0.72, tablePt: 0 },
].map((plan) => ({ ...plan, isOnePage: true }));

/**
 * Lays out the standings for reading across a room: table, curves, means with their spread, and records. Up to 20 players go on one page,
 * with the charts that fit.
 */
export async function posterPages(
  report: LeagueReport,
  language: Language,
  paper: Size,
  family: TypeFamily,
  strip: Strip | null = null,
  accent: FigureSetting["accent"] = BLACK,
): Promise<PosterPages> {
  const usual = Math.min(paper.widthMm / A4.widthMm, paper.heightMm / A4.heightMm);
  const words = createWordRules(await loadHyphenation(language.code));
  const layOut = (plan: LayoutPlan) => {
    const scale = usual * plan.size;
    const setting = computeTypeMetrics({ family, words, accent }, TEXT_PT * scale);
    const poster = new Poster(report, language, paper, setting, scale, strip, plan);
    const pages = poster.pages();
    return { pages, isGood: pages.pages.length === 1 && poster.tablePt >= plan.tablePt * usual };
  };
  if (report.standings.length <= MAX_ON_A_PAGE)
    for (const plan of ONE_PAGE_PLANS) {
      const { pages, isGood } = layOut(plan);
      if (isGood) return pages;
    }
  return layOut(SEVERAL_PAGES).pages;
}

/** Lays out the parts below each other, page by page. */
class Poster {
  readonly #report: LeagueReport;
  readonly #language: Language;
  readonly #setting: FigureSetting;
  readonly #scale: number;
  readonly #frame: ReturnType<typeof computePageFrame>;
  readonly #foot: ReturnType<typeof layOutFoot>;
  readonly #pages: { marks: FigureMark[]; charts: PlacedChart[] }[] = [{ marks: [], charts: [] }];
  readonly #elements: StructureElement[] = [];
  readonly #strip: Strip | null;
  readonly #plan: LayoutPlan;
  /** The type size of the table. */
  tablePt = 0;
  #y = 0;

  constructor(
    report: LeagueReport,
    language: Language,
    paper: Size,
    setting: FigureSetting,
    scale: number,
    strip: Strip | null,
    plan: LayoutPlan,
  ) {
    this.#strip = strip;
    this.#plan = plan;
    this.#report = report;
    this.#language = language;
    this.#setting = setting;
    this.#scale = scale;
    this.#frame = computePageFrame(paper);
    const around = { title: leagueName(report, language), language, strip: null, footer: null, loose: [] };
    this.#foot = layOutFoot(around, this.#frame, resizeType(setting, 0.7));
  }

  pages(): PosterPages {
    this.#head();
    this.#standings();
    this.#curves();
    this.#means();
    this.#records();
    const count = this.#pages.length;
    const pages = this.#pages.map(({ marks, charts }, at) => ({
      marks: [...marks, ...this.#foot.listMarks({ page: at + 1, pages: count })],
      charts,
    }));
    return { pages, structure: { role: "Document", children: this.#elements } };
  }

  get #page() {
    const page = this.#pages.at(-1);
    if (page === undefined) throw new Error("there is always a page");
    return page;
  }

  get #bottomMm() {
    return this.#frame.heightMm - this.#foot.heightMm;
  }

  #turnPage(): void {
    this.#pages.push({ marks: [], charts: [] });
    this.#y = this.#frame.marginMm;
  }

  /** Begins a page if there is less room. */
  #need(heightMm: number): void {
    if (this.#y + heightMm > this.#bottomMm && this.#y > this.#frame.marginMm) this.#turnPage();
  }

  #head(): void {
    const [title, lead] = [Symbol("title"), Symbol("lead")];
    const runs = (text: string, content: TaggedContent): Runs => [
      { kind: "text", text, weight: "regular", content },
    ];
    const blocks = [
      { kind: "heading", level: 1, runs: runs(leagueName(this.#report, this.#language), title) },
      { kind: "paragraph", runs: runs(leagueSubtitle(this.#report, this.#language), lead) },
    ] as const;
    const { head, bottomMm } = setHead(blocks, this.#frame, this.#strip, this.#setting);
    this.#page.marks.push(...head);
    this.#elements.push({ role: "H1", children: [title] }, { role: "P", children: [lead] });
    this.#y = bottomMm;
  }

  #standings(): void {
    const { acrossMm } = this.#frame;
    const table = leagueTable(this.#report, this.#language, MAX_ROWS, true);
    const room = (heightMm: number) => ({ widthMm: acrossMm, heightMm, scale: this.#scale });
    const heightMm = this.#bottomMm - this.#y;
    const { family } = this.#setting;
    // If the charts don't fit below the table, the table may be larger.
    const belowMm = this.#curvesMm + (this.#plan.isOnePage ? this.#meansMm + this.#recordsMm + 1 : 0);
    const withCharts = belowMm > 0 ? layOutPosterTable(table, family, room(heightMm - belowMm)) : null;
    const set = withCharts?.isWhole === true ? withCharts : layOutPosterTable(table, family, room(heightMm));
    this.tablePt = set.sizePt;
    const cells = set.rows.map((row) => row.map((text) => ({ text, content: Symbol("cell") })));
    const heads = set.columns.map(({ head }) => ({ text: head, content: Symbol("head") }));
    this.#tableHead(set, heads);
    for (const row of cells) {
      if (this.#y + set.rowMm > this.#bottomMm) {
        this.#turnPage();
        this.#tableHead(
          set,
          heads.map(({ text }) => ({ text, content: null })),
        );
      }
      const { xMm, widthMm } = { xMm: this.#frame.marginMm, widthMm: acrossMm };
      this.#page.marks.push({ kind: "rule", xMm, yMm: this.#y, widthMm, weightPt: 0.5, ink: 0.4 });
      this.#row(set, row, set.sizePt, set.rowMm, BLACK);
    }
    const rows = cells.map(
      (row): StructureElement => ({
        role: "TR",
        children: row.map(({ content }, at) =>
          set.columns[at]?.isName === true
            ? { role: "TH", scope: "Row", children: [content] }
            : { role: "TD", children: [content] },
        ),
      }),
    );
    const head = heads.map(
      ({ content }): StructureElement => ({ role: "TH", scope: "Column", children: [content] }),
    );
    this.#elements.push({ role: "Table", children: [{ role: "TR", children: head }, ...rows] });
    const left = this.#report.standings.length - set.rows.length;
    if (left > 0) this.#paragraph(this.#language.translate("league.more", { n: left }));
  }

  #tableHead(set: PosterTable, heads: readonly PosterCell[]): void {
    this.#row(set, heads, set.headPt, set.headMm, QUIET);
  }

  #row(set: PosterTable, cells: readonly PosterCell[], sizePt: number, heightMm: number, ink: number): void {
    const { family } = this.#setting;
    const baselineMm = this.#y + (heightMm + family.regular.height(sizePt).capMm) / 2;
    let xMm = this.#frame.marginMm;
    for (const [at, { isBold, isName, widthMm }] of set.columns.entries()) {
      const { text, content } = cells[at] ?? { text: "", content: null };
      const weight = isBold && ink === BLACK ? "bold" : "regular";
      const textMm = family[weight].width(text, sizePt);
      // The first column is at the edge of the page.
      const from = isName || at === 0 ? xMm : xMm + widthMm - textMm;
      if (text !== "")
        this.#page.marks.push({
          ...{ kind: "text", text, xMm: from, baselineMm, sizePt, widthMm: textMm, weight, ink },
          ...{ content, after: "" },
        });
      xMm += widthMm + set.gapMm;
    }
    this.#y += heightMm;
  }

  #wrapText(text: string, content: TaggedContent | null = null) {
    const runs: Runs = [{ kind: "text", text, weight: "regular", content }];
    return breakLines(runs, this.#frame.acrossMm, this.#setting);
  }

  #paragraph(text: string, role: "P" | "LBody" = "P"): StructureElement {
    const content = Symbol("text");
    const lines = this.#wrapText(text, content);
    this.#need(lines.length * this.#setting.leadingMm);
    this.#write(lines, this.#setting);
    const element: StructureElement = { role, children: [content] };
    if (role === "P") this.#elements.push(element);
    return element;
  }

  #write(lines: ReturnType<typeof breakLines>, { leadingMm }: { readonly leadingMm: number }): void {
    for (const { marks } of lines) {
      this.#page.marks.push(...moveMarks(marks, this.#frame.marginMm, this.#y));
      this.#y += leadingMm;
    }
  }

  /** A heading that stays with what follows it. */
  #drawHeading(key: string, followingMm: number): void {
    const setting = resizeType(this.#setting, HEADING_SIZE);
    const above = this.#y > this.#frame.marginMm ? this.#setting.leadingMm : 0;
    this.#need(above + setting.leadingMm + followingMm);
    if (this.#y > this.#frame.marginMm) this.#y += above;
    const content = Symbol("heading");
    const runs: Runs = [
      { kind: "text", text: this.#language.translate(`league.${key}`), weight: "bold", content },
    ];
    this.#write(breakLines(runs, this.#frame.acrossMm, setting), setting);
    this.#y += 0.2 * this.#setting.leadingMm;
    this.#elements.push({ role: "H2", children: [content] });
  }

  /** The length of a chart's unit, so that its words are as large as others, and the chart's width in that unit. */
  get #unit() {
    const unitMm = (CHART_WORDS * this.#setting.emMm) / NAME_SIZE;
    return { unitMm, width: this.#frame.acrossMm / unitMm };
  }

  #curves(): void {
    if (this.#curvesMm === 0) return;
    const { unitMm, width } = this.#unit;
    const legendMm = this.#legendMm("curves");
    this.#drawHeading("curves", this.#leastCurvesMm);
    const afterMm = this.#plan.isOnePage ? this.#meansMm + this.#recordsMm + 0.5 : 0;
    const heightMm = Math.min(
      CURVES_HIGH.most * this.#frame.acrossMm,
      Math.max(this.#leastCurvesMm, this.#bottomMm - this.#y - afterMm),
    );
    const height = (heightMm - legendMm) / unitMm;
    this.#chart(curvesChart(this.#report, this.#language, { width, height, words: 1 }));
    this.#legend("curves");
  }

  get #leastCurvesMm() {
    return CURVES_HIGH.least * this.#frame.acrossMm;
  }

  /** The least height of each part with its heading; 0 if it is left out. */
  get #curvesMm() {
    return this.#plan.curves && hasCurves(this.#report) ? this.#headingMm + this.#leastCurvesMm : 0;
  }

  get #meansMm() {
    const { unitMm } = this.#unit;
    const least = this.#meansChart(MEANS_ROW.least);
    return least === null ? 0 : this.#headingMm + least.height * unitMm + this.#legendMm("means");
  }

  get #recordsMm() {
    const lines = recordSentences(this.#report, this.#language).map((one) => this.#wrapText(one).length);
    const high = lines.reduce((sum, count) => sum + count + RECORD_GAP, 0) * this.#setting.leadingMm;
    return lines.length === 0 ? 0 : this.#headingMm + high;
  }

  /** A heading with the space above and below it. */
  get #headingMm() {
    return 1.2 * this.#setting.leadingMm + resizeType(this.#setting, HEADING_SIZE).leadingMm;
  }

  #meansChart(row: number): Chart | null {
    if (!this.#plan.means) return null;
    const most = Math.min(MAX_MEANS, this.#report.details.length);
    return meansChart(this.#report, this.#language, { width: this.#unit.width, words: 1, row, most });
  }

  #legendMm(key: "curves" | "means"): number {
    return this.#legendLines(key).length * this.#legendType.leadingMm;
  }

  /** How a chart is to be read, in small type below it. */
  #legend(key: "curves" | "means"): void {
    const content = Symbol("legend");
    this.#write(this.#legendLines(key, content), this.#legendType);
    this.#elements.push({ role: "P", children: [content] });
  }

  get #legendType() {
    return resizeType(this.#setting, LEGEND_SIZE);
  }

  #legendLines(key: "curves" | "means", content: TaggedContent | null = null) {
    const text = this.#language.translate(`league.legend.${key}`);
    const runs: Runs = [{ kind: "text", text, weight: "regular", content }];
    return breakLines(runs, this.#frame.acrossMm, this.#legendType);
  }

  #means(): void {
    const { unitMm } = this.#unit;
    const least = this.#meansChart(MEANS_ROW.least);
    if (least === null) return;
    const most = Math.min(MAX_MEANS, this.#report.details.length);
    const legendMm = this.#legendMm("means");
    this.#drawHeading("means", least.height * unitMm + legendMm);
    // Records that fit below it stay below it.
    const spareMm = this.#bottomMm - this.#y - this.#recordsMm - legendMm;
    const row = Math.min(
      MEANS_ROW.most,
      MEANS_ROW.least + Math.max(0, spareMm / unitMm - least.height) / most,
    );
    this.#chart(this.#meansChart(row));
    this.#legend("means");
  }

  #chart(chart: Chart | null): void {
    if (chart === null) return;
    const { unitMm } = this.#unit;
    const content = Symbol("chart");
    const [widthMm, heightMm] = [chart.width * unitMm, chart.height * unitMm];
    const area = { xMm: this.#frame.marginMm, yMm: this.#y, widthMm, heightMm };
    this.#page.charts.push({ chart, area, unitMm, content });
    const parts = chart.parts.flatMap(({ alternative }) => alternative ?? []);
    this.#elements.push({
      role: "Figure",
      alternative: [chart.title, ...parts].join("; "),
      children: [content],
    });
    this.#y += heightMm;
  }

  #records(): void {
    const sentences = recordSentences(this.#report, this.#language);
    if (sentences.length === 0) return;
    // Rounding must not turn a page that was reserved.
    const followingMm = this.#recordsMm - this.#headingMm;
    this.#drawHeading("records", Math.min(2 * this.#setting.leadingMm, followingMm) - 0.1);
    const items = sentences.map((sentence): StructureElement => {
      const body = this.#paragraph(sentence, "LBody");
      this.#y += RECORD_GAP * this.#setting.leadingMm;
      return { role: "LI", children: [body] };
    });
    this.#elements.push({ role: "L", children: items });
  }
}

/** A grey that is dark enough from afar. */
export const QUIET = 0.68;

interface PosterCell {
  readonly text: string;
  readonly content: TaggedContent | null;
}
