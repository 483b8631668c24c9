import { formatNumber, percentText } from "../../../i18n/format.ts";
import { htmlPage, type Markup, markup } from "../../../i18n/html.ts";
import { contentPolicy } from "../../../print/page-policy.ts";
import { houseRulesInForce } from "../../../rules/game/rows.ts";
import { t } from "../../console/language.ts";
import {
  buildHistogram,
  leftOut,
  boxCells,
  boxHead,
  type Rows,
  ruleRows,
  summaryRows,
  tierRows,
  toldBoxes,
  type ToldOdds,
} from "./tell-odds.ts";

const STYLE = `
:root { --bar: #1f9d55; --line: #d0d0d0; --soft: #666; color-scheme: light dark }
@media (prefers-color-scheme: dark) { :root { --bar: #3fbf77; --line: #444; --soft: #aaa } }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 46rem; margin: 2rem auto; padding: 0 1rem }
h1 { line-height: 1.2; margin-bottom: .2rem }
h2 { font-size: 1.2rem; margin: 2rem 0 .4rem }
p { color: var(--soft); margin: .2rem 0 }
table { border-collapse: collapse; margin: .6rem 0 }
th, td { padding: .2rem .8rem .2rem 0; border-bottom: 1px solid var(--line); text-align: left; font-weight: normal }
th[scope="rowgroup"] { padding-top: 1.2rem; font-weight: bold }
thead th { color: var(--soft); font-size: .9rem; vertical-align: bottom }
th + th, td { text-align: right; font-variant-numeric: tabular-nums }
figure { margin: 1.4rem 0 }
svg { display: block; width: 100%; height: auto }
svg rect { fill: var(--bar) }
svg text { fill: currentcolor; font-size: 15px; text-anchor: middle }
svg line { stroke: var(--line) }
td svg { width: 5rem; height: 1.2rem; margin-left: auto }
@media (max-width: 34rem) { svg text { font-size: 30px } th, td { padding-right: .5rem } td svg { width: 3rem } }
`;

/** One page with charts, without scripts. */
export function oddsHtml(told: ToldOdds): string {
  const { game, language } = told;
  const title = language.text(game.name);
  const { html: body } = markup`<h1>${title}</h1>
<p>${t("cli.best-play-wants-highest")`Optimal play maximises the average total and ignores opponents.`}</p>
${houseRules(told)}
${leftOut(game, language).map((sentence) => markup`<p>${sentence}</p>`)}
<h2>${t("cli.total")`Total`}</h2>
${table(summaryRows(told))}
${totalsChart(told)}
${part(t("cli.bonus-steps")`Bonus steps`, tierRows(told))}
${part(t("cli.what-rules-worth")`What rules are worth`, ruleRows(told))}
<h2>${t("cli.boxes")`Boxes`}</h2>
<table>
<thead><tr>${[...boxHead(), t("cli.filled-which-turn")`filled in which turn`].map((cell) => markup`<th scope="col">${cell}</th>`)}</tr></thead>
${boxGroups(told)}
</table>`;
  return htmlPage({ language: language.code, title, policy: contentPolicy(STYLE), style: STYLE, body });
}

/** The boxes, below the names of columns where those differ. */
function boxGroups(told: ToldOdds): Markup[] {
  const boxes = toldBoxes(told);
  const places = [...new Set(boxes.map(({ place }) => place))];
  return places.map((wanted) => {
    const mine = boxes.filter(({ place }) => place === wanted);
    const rows = mine.map((one) =>
      bodyRow([one.name, ...boxCells(one, told.language)], turnsChart(one.box.turns)),
    );
    const heading =
      wanted === null ? null : markup`<tr><th scope="rowgroup" colspan="5">${wanted}</th></tr>\n`;
    return markup`<tbody>\n${heading}${rows}\n</tbody>`;
  });
}

/** The house rules that are played, where there is a choice. */
function houseRules({ game, language }: ToldOdds): Markup | null {
  const played = houseRulesInForce(game).flatMap(({ label, choices, chosen }) => {
    const choice = choices.find(({ id }) => id === chosen);
    return choice === undefined ? [] : [`${language.text(label)}: ${language.text(choice.label)}`];
  });
  return played.length === 0 ? null : markup`<p>${played.join("\u00a0· ")}</p>`;
}

function part(heading: string, rows: Rows): Markup | null {
  return rows.length === 0 ? null : markup`<h2>${heading}</h2>\n${table(rows)}`;
}

function table(rows: Rows): Markup {
  return markup`<table>\n${rows.map((row) => bodyRow(row))}\n</table>`;
}

function bodyRow([name = "", ...cells]: readonly string[], chart: Markup | null = null): Markup {
  const last = chart === null ? null : markup`<td>${chart}</td>`;
  return markup`<tr><th scope="row">${name}</th>${cells.map((cell) => markup`<td>${cell}</td>`)}${last}</tr>`;
}

const BARS = 80;
const [WIDTH, HEIGHT, FOOT] = [800, 220, 34];

/** The distribution of totals, with round numbers below. */
function totalsChart({ odds, language }: ToldOdds): Markup {
  const bars = buildHistogram(odds, BARS);
  const most = Math.max(...bars.map(({ chance }) => chance));
  const [first, second] = bars;
  const [from, step] = [first?.from ?? 0, (second?.from ?? 1) - (first?.from ?? 0)];
  const to = from + bars.length * step;
  const scaleX = (total: number) => ((total - from) / (to - from)) * WIDTH;
  const drawn = bars.map(({ from: total, chance }) => {
    const height = (chance / most) * HEIGHT;
    const label = step === 1 ? String(total) : `${total}–${total + step - 1}`;
    return markup`<rect x="${scaleX(total).toFixed(1)}" y="${(HEIGHT - height).toFixed(1)}" width="${(WIDTH / bars.length - 1).toFixed(1)}" height="${height.toFixed(1)}"><title>${label}: ${percentText(language, chance)}</title></rect>`;
  });
  const labels = roundNumbers(from, to).map(
    (total) =>
      markup`<text x="${scaleX(total).toFixed(1)}" y="${HEIGHT + FOOT - 6}">${formatNumber(language, total)}</text>`,
  );
  return markup`<figure><svg viewBox="0 0 ${WIDTH} ${HEIGHT + FOOT}" role="img" aria-label="${t("cli.distribution-totals")`Distribution of totals`}">
<line x1="0" x2="${WIDTH}" y1="${HEIGHT}" y2="${HEIGHT}"/>
${drawn}
${labels}
</svg></figure>`;
}

/** Round numbers so far apart that six or fewer lie between, none of them at the very edge. */
function roundNumbers(from: number, to: number): number[] {
  const steps = [1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000];
  const step = steps.find((one) => (to - from) / one <= 6) ?? 2000;
  const edge = (to - from) / 25;
  const first = Math.ceil((from + edge) / step) * step;
  return Array.from(
    { length: Math.max(0, Math.floor((to - edge - first) / step) + 1) },
    (_, at) => first + at * step,
  );
}

/** In which turn a box is filled: a bar for each turn, the most frequent one as high as the chart. */
function turnsChart(turns: readonly number[]): Markup | null {
  const most = Math.max(...turns);
  if (turns.length === 0 || !(most > 0)) return null;
  const bars = turns.map((share, at) => {
    const height = (share / most) * 24;
    return markup`<rect x="${at * 8}" y="${(24 - height).toFixed(1)}" width="7" height="${height.toFixed(1)}"/>`;
  });
  return markup`<svg viewBox="0 0 ${turns.length * 8} 24" preserveAspectRatio="none" aria-hidden="true"><line x1="0" x2="${turns.length * 8}" y1="24" y2="24"/>${bars}</svg>`;
}
