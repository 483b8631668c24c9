import type { Language } from "../../i18n/language.ts";
import { showable, type TypeFamily } from "../../print/fonts/typeface.ts";
import { type Brand, NO_BRAND } from "../../print/brand.ts";
import { MM_PER_PT, type Size } from "../../print/geometry.ts";
import type { Colour } from "../../print/pdf/colour.ts";
import { PdfDocument } from "../../print/pdf/document.ts";
import { drawTagged } from "../../print/rulebook/rules-pdf.ts";
import type { Shape } from "../../print/shapes/figures.ts";
import { msg } from "../../rules/problem/message.ts";
import { refusal, type Result, success } from "../../rules/problem/problem.ts";
import { type ChartMark, CURVES, NAME_SIZE, QUIET_SIZE, WEIGHTS } from "./charts.ts";
import { leagueName } from "./league-words.ts";
import type { LeagueReport } from "./report.ts";
import { type PlacedChart, QUIET, posterPages } from "./poster-pages.ts";

/**
 * Renders the standings as a PDF of a poster: table, charts and records, readable across a room.
 *
 * @param brand its logo is at the head, its colour on headings
 * @returns the file, or a problem if there are no results or the font lacks letters of names
 */
export async function posterPdf(
  written: LeagueReport,
  language: Language,
  paper: Size,
  family: TypeFamily,
  { branding, look }: Brand = NO_BRAND,
): Promise<Result<Uint8Array>> {
  if (written.standings.length === 0)
    return refusal(
      "nothing-counts",
      msg`season.nothing-counts: no sheet counts in this season yet, so there is nothing to put on a poster`,
      msg`season.open-and-more-sheets-hint: \`augenblock season open\` lists the open sheets, and \`augenblock check … --into\` adds more`,
    );
  const report = makeNamesPrintable(written, family);
  const lacking = findMissingLetters(report, language, family);
  if (lacking.length > 0)
    return refusal(
      "missing-glyph",
      msg`print.missing-characters: the font has no ${lacking.map((char) => `\`${char}\``).join(", ")}`,
      msg`season.missing-letters-hint: the page of \`--html\` shows every script; \`season players --rename\` shows a player under another name`,
    );
  const { logo: png, outlines = null } = look;
  const { logoRatio: ratio } = branding;
  const strip = png === null || ratio === null ? null : { logo: { png, ratio, outlines }, hasWords: false };
  const { pages, structure } = await posterPages(
    report,
    language,
    paper,
    family,
    strip,
    look.accent ?? undefined,
  );
  const title = leagueName(report, language);
  const document = new PdfDocument({ title, language: language.code, fonts: family, structure });
  for (const { marks, charts } of pages) {
    document.addPage(paper);
    drawTagged(marks, document);
    for (const placed of charts)
      document.content(placed.content, () => drawChart(placed, document, family), placed.area);
  }
  return success(await document.finish());
}

/** Replaces letters of names that the fonts lack by compatible ones, as far as Unicode has them. */
function makeNamesPrintable(report: LeagueReport, family: TypeFamily): LeagueReport {
  const makeNamePrintable = <Named extends { readonly name: string }>(one: Named): Named => ({
    ...one,
    name: showable(one.name, family),
  });
  return {
    ...report,
    league: { ...report.league, name: report.league.name && showable(report.league.name, family) },
    season: showable(report.season, family),
    standings: report.standings.map(makeNamePrintable),
    records: report.records.map((one) => ({ ...makeNamePrintable(one), place: showable(one.place, family) })),
  };
}

/** The letters on the sheet that the fonts lack. */
function findMissingLetters(
  report: LeagueReport,
  language: Language,
  { regular, bold }: TypeFamily,
): string[] {
  const { standings, records, league } = report;
  const games = records.flatMap(({ game }) => (game === null ? [] : [language.text(game)]));
  const words = [
    leagueName(report, language),
    league.payout?.currency ?? "",
    ...[...standings, ...records].map(({ name }) => name),
    ...records.map(({ place }) => place),
    ...games,
  ].join("");
  return [...new Set([...regular.listMissingCharacters(words), ...bold.listMissingCharacters(words)])];
}

const GREYS = { grid: 0.25, range: 0.4 } as const;

function drawChart({ chart, area, unitMm }: PlacedChart, on: PdfDocument, family: TypeFamily): void {
  const place = { xMm: area.xMm, yMm: area.yMm, sideMm: unitMm };
  for (const mark of chart.parts.flatMap(({ marks }) => marks)) {
    switch (mark.kind) {
      case "grid":
      case "range":
        on.shapes([stroke([mark.from, mark.to], WEIGHTS[mark.kind], GREYS[mark.kind], null)], place);
        break;
      case "spread":
        on.shapes([stroke([mark.from, mark.to], WEIGHTS.spread, 1, null)], {
          ...place,
          colour: lighten(getCurveColour(0)),
        });
        break;
      case "curve":
        on.shapes([stroke(mark.points, WEIGHTS.curve, 1, CURVES[mark.colour]?.dash ?? null)], {
          ...place,
          colour: getCurveColour(mark.colour),
        });
        break;
      case "dot": {
        const [centerX, centerY] = mark.at;
        const dot: Shape = { kind: "circle", centerX, centerY, radius: mark.radius, fill: 1, line: null };
        on.shapes([dot], { ...place, colour: mark.colour === null ? null : getCurveColour(mark.colour) });
        break;
      }
      case "text":
        drawText(mark, { xMm: area.xMm, yMm: area.yMm, unitMm }, on, family);
        break;
      default:
        mark satisfies never;
    }
  }
}

/** The share of a text that is left of its anchor. */
const ANCHOR_SHARES = { start: 0, middle: 0.5, end: 1 } as const;

function drawText(
  { text, at, anchor, colour, isQuiet }: Extract<ChartMark, { kind: "text" }>,
  { xMm, yMm, unitMm }: Readonly<Record<"xMm" | "yMm" | "unitMm", number>>,
  on: PdfDocument,
  family: TypeFamily,
): void {
  const sizePt = ((isQuiet ? QUIET_SIZE : NAME_SIZE) * unitMm) / MM_PER_PT;
  const weight = colour === null ? "regular" : "bold";
  const widthMm = family[weight].width(text, sizePt);
  const before = ANCHOR_SHARES[anchor] * widthMm;
  on.text({
    text,
    xMm: xMm + at[0] * unitMm - before,
    baselineMm: yMm + at[1] * unitMm,
    sizePt,
    weight,
    ink: colour === null ? (isQuiet ? QUIET : 1) : getCurveColour(colour),
  });
}

function stroke(
  points: readonly (readonly [number, number])[],
  weight: number,
  ink: number,
  dash: readonly [number, number] | null,
): Shape {
  return {
    kind: "path",
    points: points.map(([x, y]) => ({ x, y })),
    fill: null,
    line: { weight, ink, dash },
  };
}

function getCurveColour(at: number): Colour {
  const share = (from: number) =>
    Number.parseInt((CURVES[at]?.light ?? "#000000").slice(from, from + 2), 16) / 255;
  return { red: share(1), green: share(3), blue: share(5) };
}

/** A lighter colour instead of transparency, which archival PDF doesn't allow. */
function lighten({ red, green, blue }: Colour): Colour {
  const blendWhite = (share: number) => 0.45 + 0.55 * share;
  return { red: blendWhite(red), green: blendWhite(green), blue: blendWhite(blue) };
}
