import { type Markup, htmlPage, markup } from "../../i18n/html.ts";
import type { Language } from "../../i18n/language.ts";
import { type Brand, NO_BRAND } from "../../print/brand.ts";
import { contentPolicy } from "../../print/page-policy.ts";
import { accentStyle, brandSources } from "../../print/rulebook/rules-html.ts";
import { base64 } from "../../rules/bytes.ts";
import {
  CURVES,
  type Chart,
  type ChartMark,
  type ChartPoint,
  NAME_SIZE,
  QUIET_SIZE,
  WEIGHTS,
  curvesChart,
  meansChart,
  sparkline,
} from "./charts.ts";
import {
  bestPlayMeaning,
  bestPlaySentences,
  eveningWords,
  leagueName,
  leagueSubtitle,
  leagueTable,
  playerSentences,
  recordSentences,
} from "./league-words.ts";
import type { LeagueReport } from "./report.ts";

/** More rows make the page too long. */
const MAX_ROWS = 1000;
/** Columns that are hidden on phones. */
const WIDE = new Set(["games", "evenings", "spread", "best", "worst", "bonus", "strikes", "best-play"]);

/**
 * Renders the standings with charts, players and records as one self-contained page.
 * @param baseStyle the text of `templates/league.css` with its fonts. @param brand its logo is at the head, its colour on headings
 */
export function leaguePage(
  report: LeagueReport,
  language: Language,
  baseStyle: string,
  { look }: Brand = NO_BRAND,
): string {
  const style = chartStyle() + baseStyle + accentStyle(look);
  const name = leagueName(report, language);
  const logo =
    look.logo && markup`<img class="logo" src="data:image/png;base64,${base64(look.logo)}" alt="">\n`;
  const body = markup`<main>
${logo}<h1>${name}</h1>
<p>${leagueSubtitle(report, language)}</p>
${tableHtml(report, language)}
${part("curves", figure(curvesChart(report, language)), language)}
${part("means", figure(meansChart(report, language)), language)}
${part("records", recordsHtml(report, language), language)}
${part("players", cardsHtml(report, language), language)}
${part("evenings", eveningsHtml(report, language), language)}
</main>`;
  return htmlPage({
    language: language.code,
    title: name,
    policy: contentPolicy(style, "font-src data:", ...brandSources(look)),
    style,
    body: body.html,
  });
}

function part(key: string, content: Markup | null, language: Language): Markup | null {
  return (
    content &&
    markup`<section><h2>${language.translate(`league.${key}`)}</h2>
${content}</section>`
  );
}

function figure(chart: Chart | null): Markup | null {
  return chart && markup`<figure>${chartSvg(chart)}</figure>`;
}

/** The standings as a table, with notes. Columns of the class `wide` are left out where there is little room. */
export function tableHtml(report: LeagueReport, language: Language): Markup {
  if (report.standings.length === 0) return markup`<p>${language.translate("league.nothing")}</p>`;
  const { columns, head, rows } = leagueTable(report, language, MAX_ROWS, true);
  const getColumnClass = (at: number) => {
    const column = columns[at] ?? "";
    return WIDE.has(column) ? `${column} wide` : column;
  };
  const heads = head.map((word, at) => markup`<th scope="col" class="${getColumnClass(at)}">${word}</th>`);
  const body = rows.map(
    (cells) =>
      markup`<tr>${cells.map((cell, at) => markup`<td class="${getColumnClass(at)}">${cell}</td>`)}</tr>`,
  );
  const left = report.standings.length - rows.length;
  const more = left > 0 ? markup`<p>${language.translate("league.more", { n: left })}</p>` : null;
  // Hidden on phones together with its column.
  const meaning = bestPlayMeaning(report, language);
  const notes = [
    ...(meaning === null ? [] : [markup`<p class="note wide">${meaning}</p>`]),
    ...bestPlaySentences(report, language).map((sentence) => markup`<p class="note">${sentence}</p>`),
  ];
  return markup`<div class="scroll" tabindex="0"><table><thead><tr>${heads}</tr></thead><tbody>${body}</tbody></table></div>${more}${notes}`;
}

/** The records as a list; null without any. */
export function recordsHtml(report: LeagueReport, language: Language): Markup | null {
  const sentences = recordSentences(report, language);
  return sentences.length === 0 ? null : markup`<ul>${sentences.map((one) => markup`<li>${one}</li>`)}</ul>`;
}

function cardsHtml(report: LeagueReport, language: Language): Markup | null {
  const { details, standings } = report;
  if (details.length === 0) return null;
  const byPlayer = new Map(details.map((one) => [one.player, one]));
  const cards = standings.slice(0, details.length).map((one) => {
    const own = byPlayer.get(one.player);
    const sentences = playerSentences(one, own, report, language).map(
      (sentence) => markup`<li>${sentence}</li>`,
    );
    const rank = one.rank === null ? null : markup` <small>${one.rank}.</small>`;
    const line = own === undefined ? null : sparkline(one, own, language);
    return markup`<article class="card"><h3>${one.name}${rank}</h3>${line && chartSvg(line)}<ul>${sentences}</ul></article>`;
  });
  return markup`<div class="cards" tabindex="0">${cards}</div>`;
}

function eveningsHtml({ evenings }: LeagueReport, language: Language): Markup | null {
  if (evenings.length === 0) return null;
  const items = evenings.map((one) => {
    const words = [eveningWords(one, language), language.translate("league.games-of", { n: one.games })];
    return markup`<li>${words.filter(Boolean).join(" · ")}</li>`;
  });
  return markup`<ol>${items}</ol>`;
}

/** A chart as SVG; the style of the page holds its colours. */
function chartSvg({ width, height, title, parts }: Chart): Markup {
  const drawn = parts.map(({ alternative, marks }) => {
    const name = alternative === null ? null : markup`<title>${alternative}</title>`;
    return markup`<g>${name}${marks.map(markSvg)}</g>
`;
  });
  return markup`<svg viewBox="0 0 ${width} ${formatLength(height)}" role="img" aria-label="${title}">${drawn}</svg>`;
}

function markSvg(mark: ChartMark): Markup {
  switch (mark.kind) {
    case "grid":
    case "range":
    case "spread":
      return markup`<path class="${mark.kind}" d="${path([mark.from, mark.to])}"/>`;
    case "curve":
      return markup`<path class="curve c${mark.colour}" d="${path(mark.points)}"/>`;
    case "dot": {
      const look = mark.colour === null ? "mean" : `f${mark.colour}`;
      return markup`<circle class="${look}" cx="${formatLength(mark.at[0])}" cy="${formatLength(mark.at[1])}" r="${mark.radius}"/>`;
    }
    case "text": {
      const look = mark.isQuiet ? "quiet" : mark.colour === null ? "name" : `f${mark.colour}`;
      return markup`<text class="${look}" text-anchor="${mark.anchor}" x="${formatLength(mark.at[0])}" y="${formatLength(mark.at[1])}">${mark.text}</text>`;
    }
    default:
      return mark satisfies never;
  }
}

function path(points: readonly ChartPoint[]): string {
  return points.map(([x, y], at) => `${at === 0 ? "M" : "L"}${formatLength(x)} ${formatLength(y)}`).join("");
}

function formatLength(length: number): string {
  return length.toFixed(1);
}

/** The style of charts: sizes, and the colours and dashes of curves. */
function chartStyle(): string {
  const colours = (side: "light" | "dark") => CURVES.map((curve, at) => `--c${at}:${curve[side]}`).join(";");
  const curves = CURVES.map(({ dash }, at) => {
    const dashes = dash === null ? "" : `;stroke-dasharray:${dash.join(" ")}`;
    return `.c${at}{stroke:var(--c${at})${dashes}}.f${at}{fill:var(--c${at})}`;
  });
  const weights = Object.entries(WEIGHTS).map(([kind, weight]) => `svg .${kind}{stroke-width:${weight}}`);
  return [
    `:root{${colours("light")}}`,
    `@media screen and (prefers-color-scheme:dark){:root{${colours("dark")}}}`,
    `svg text{font-size:${NAME_SIZE}px}svg .quiet{font-size:${QUIET_SIZE}px}`,
    ...weights,
    ...curves,
    "",
  ].join("\n");
}
