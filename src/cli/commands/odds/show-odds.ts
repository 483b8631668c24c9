import { decimalNumber, formatNumber, percentText } from "../../../i18n/format.ts";
import { rowName } from "../../../i18n/game-words.ts";
import { htmlPage, type Markup, markup } from "../../../i18n/html.ts";
import type { Language } from "../../../i18n/language.ts";
import type { OddsInterval } from "../../../odds/find.ts";
import type { Odds } from "../../../odds/odds.ts";
import { contentPolicy } from "../../../print/page-policy.ts";
import { sum } from "../../../rules/arrays.ts";
import type { Game } from "../../../rules/game/game.ts";
import { findCategory, houseRulesInForce, listServedWins } from "../../../rules/game/rows.ts";
import { t } from "../../console/language.ts";
import { PAINT } from "../../console/output.ts";
import { table } from "../../console/table.ts";
import type { TimedOdds } from "./need-odds.ts";

export interface WorthOfRule {
  readonly rule: "bonus" | "further" | "joker";
  readonly worth: number;
}

/** Odds with what is needed to show them. */
export interface OddsView {
  readonly game: Game;
  readonly language: Language;
  readonly odds: Odds;
  /** Null where the odds are exact. */
  readonly interval: OddsInterval | null;
  readonly rules: readonly WorthOfRule[];
}

type Rows = readonly (readonly string[])[];

/** Notes on rules that odds leave out: served rolls that win at once. */
export function omissionNotes(game: Game, language: Language): readonly string[] {
  return listServedWins(game).map(
    ({ label }) =>
      t`cli.served-win-left-out: Not included: a served ${language.text(label)} wins the game at once. The figures are for totals alone.`,
  );
}

/** JSON keys of the rules that odds leave out. */
export function omittedRules(game: Game): readonly string[] {
  return listServedWins(game).length > 0 ? ["wins"] : [];
}

/** Odds as tables for a terminal. */
export function oddsText(view: OddsView): string {
  const heading = [
    PAINT.strong(view.language.text(view.game.name)),
    ...omissionNotes(view.game, view.language).map(PAINT.quiet),
  ].join("\n");
  const parts = [summaryRows(view), tierRows(view), ruleRows(view)].filter((rows) => rows.length > 0);
  return [heading, ...parts.map((rows) => table(rows, [1])), table(boxRows(view), [1, 2, 3]), barChart(view)]
    .map((part) => `${part}\n`)
    .join("\n")
    .trimEnd();
}

/** The stable JSON shape of odds. */
export function oddsJson(game: Game, { odds, interval, seconds }: TimedOdds): object {
  const { mean, deviation, percentiles, states, tiers, boxes } = odds;
  return {
    variant: game.id,
    options: Object.fromEntries(game.options.map(({ id, chosen }) => [id, chosen])),
    method: interval === null ? "exact" : "interval",
    mean,
    low: interval?.low ?? mean,
    high: interval?.high ?? mean,
    deviation,
    percentiles,
    states,
    seconds,
    leaves_out: omittedRules(game),
    tiers: tiers.map(({ section, column, from, probability }) => ({ section, column, from, probability })),
    boxes: boxes.map(({ column, category, mean, zero }) => ({ column, category, mean, zero })),
  };
}

/** A line for each box. */
export function oddsCsv({ odds }: OddsView): string {
  const rows = odds.boxes.map(({ column, category, mean, zero, turns }) =>
    [column, category, mean, zero, ...turns].join(","),
  );
  const turns = odds.boxes[0]?.turns.map((_, at) => `turn ${at + 1}`) ?? [];
  return `${[["column", "category", "mean", "zero", ...turns].join(","), ...rows].join("\n")}\n`;
}

/** The best expected total, or its bounds. */
function bestRows({ odds, interval, language }: OddsView): Rows {
  if (interval === null)
    return [
      [t`cli.best-expected-total: Optimal play earns on average`, decimalNumber(language, odds.mean, 1)],
    ];
  const { low, high, confidence, games } = interval;
  return [
    [
      t`cli.best-expected-total-at-least: Optimal play earns on average at least`,
      decimalNumber(language, low, 1),
    ],
    [
      t`cli.best-expected-total-at-most: Optimal play earns on average at most`,
      decimalNumber(language, high, 1),
    ],
    [t`cli.bounds-gap: Gap`, percentText(language, (high - low) / high)],
    [t`cli.lower-bound-confidence: Confidence of the lower bound`, percentText(language, confidence)],
    [
      t`cli.simulated-games: Simulated games (basis of this and all that follows)`,
      formatNumber(language, games),
    ],
    [t`cli.simulated-total: Expected total of the simulated player`, decimalNumber(language, odds.mean, 1)],
  ];
}

/** A note that figures come from simulated games. */
export function simulatedNote(language: Language, { games }: OddsInterval): string {
  return t`cli.simulated-figures: Optimal play is known only within bounds: these figures come from ${formatNumber(language, games)} games of a simulated player.`;
}

function summaryRows(view: OddsView): Rows {
  const { odds, language } = view;
  const { percentiles } = odds;
  const number = (value: number) => formatNumber(language, value);
  return [
    ...bestRows(view),
    [t`cli.half-reach: Half of the games reach`, number(percentiles.p50)],
    [t`cli.quarter-reach: One in four reaches`, number(percentiles.p75)],
    [t`cli.twentieth-reach: One in twenty reaches`, number(percentiles.p95)],
    [t`cli.twentieth-stays: One in twenty stays at or below`, number(percentiles.p5)],
  ];
}

function tierRows({ odds, language, game }: OddsView): Rows {
  return odds.tiers.map(({ section, column, from, probability }) => [
    t`cli.bonus-step: ${bonusName(game, language, section, column)} from ${from}`,
    percentText(language, probability),
  ]);
}

/** The name of a bonus, with its column if there are several. */
export function bonusName(game: Game, language: Language, section: string, column: string | null): string {
  const named = [...game.sections, ...game.bonuses].find(({ id }) => id === section);
  return prefixColumn(game, language, named === undefined ? section : language.text(named.label), column);
}

/** The name of a box, with its column if there are several. */
export function boxName(game: Game, language: Language, category: string, column: string): string {
  const box = findCategory(game, category);
  return prefixColumn(game, language, box === undefined ? category : language.text(box.label), column);
}

function prefixColumn(game: Game, language: Language, name: string, column: string | null): string {
  const place = game.columns.find(({ id }) => id === column);
  return game.columns.length > 1 && place !== undefined ? `${language.text(place.label)}, ${name}` : name;
}

function ruleRows({ rules, language }: OddsView): Rows {
  const names = {
    bonus: t`cli.bonus-worth: The bonus is worth`,
    further: t`cli.bonus-rolls-worth: Extra points for bonus rolls are worth`,
    joker: t`cli.joker-worth: The joker is worth`,
  };
  return rules.map(({ rule, worth }) => [names[rule], decimalNumber(language, worth, 1)]);
}

/** A box as shown; boxes with equal figures in all columns become one. */
interface ShownBox {
  readonly name: string;
  /** The name of its column; null for all columns, or if there is only one. */
  readonly place: string | null;
  readonly box: Odds["boxes"][number];
}

/** The boxes in the order of the sheet, one for all columns where their figures are equal. */
function listShownBoxes({ odds, language, game }: OddsView): ShownBox[] {
  return odds.boxes.flatMap((box, at): ShownBox[] => {
    const { column, category, mean, zero } = box;
    const same = odds.boxes.filter((one) => one.category === category);
    const isShared = same.length > 1 && same.every((one) => one.mean === mean && one.zero === zero);
    const isFirst = odds.boxes.findIndex((one) => one.category === category) === at;
    if (isShared && !isFirst) return [];
    const place =
      isShared || game.columns.length === 1 ? undefined : game.columns.find(({ id }) => id === column);
    const name = rowName(game, language, category);
    return [{ name, place: place === undefined ? null : language.text(place.label), box }];
  });
}

/** A table of the boxes, headings first. */
function boxRows(view: OddsView): Rows {
  const rows = listShownBoxes(view).map((one) => {
    const { name, place } = one;
    return [place === null ? name : `${place}, ${name}`, ...boxCells(one, view.language)];
  });
  return [boxHead(), ...rows];
}

function boxHead(): readonly string[] {
  return [
    t`cli.box: Box`,
    t`cli.mean: points on average`,
    t`cli.zero: without points`,
    t`cli.mean-turn: turn on average`,
  ];
}

function boxCells({ box: { mean, zero, turns } }: ShownBox, language: Language): readonly string[] {
  const turn = turns.reduce((sum, chance, at) => sum + (at + 1) * chance, 0);
  return [decimalNumber(language, mean, 1), percentText(language, zero), decimalNumber(language, turn, 1)];
}

/** Groups the distribution of totals into at most this number of bars. */
function buildHistogram({ totals }: Odds, bars: number) {
  let reached = 0;
  const cumulated = totals.chances.map((chance) => {
    reached += chance;
    return reached;
  });
  const low = cumulated.findIndex((share) => share > 0.001);
  const high = cumulated.findIndex((share) => share > 0.999 * (cumulated.at(-1) ?? 1));
  const width = Math.max(1, Math.ceil((high - low + 1) / bars));
  return Array.from({ length: Math.ceil((high - low + 1) / width) }, (_, at) => {
    const start = low + at * width;
    return { from: totals.from + start, chance: sum(totals.chances.slice(start, start + width)) };
  });
}

const TEXT_BARS = 20;
const TEXT_WIDTH = 50;

function barChart({ odds, language }: OddsView): string {
  const bars = buildHistogram(odds, TEXT_BARS);
  const most = Math.max(...bars.map(({ chance }) => chance));
  const rows = bars.map(({ from, chance }) => [
    String(from),
    percentText(language, chance),
    "▇".repeat(Math.round((chance / most) * TEXT_WIDTH)),
  ]);
  return table([[t`cli.total-from-heading: Total from`, "", ""], ...rows], [0, 1]);
}

const STYLE = `
:root { --bar: #1f9d55; --line: #d0d0d0; --soft: #666; color-scheme: light dark }
@media (prefers-color-scheme: dark) { :root { --bar: #3fbf77; --line: #444; --soft: #aaa } }
body { font: 16px/1.5 Rules, system-ui, sans-serif; max-width: 46rem; margin: 2rem auto; padding: 0 1rem }
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

/** One page with charts, without scripts. @param faces the fonts of our pages, as style */
export function oddsHtml(view: OddsView, faces: string): string {
  const { game, language } = view;
  const title = language.text(game.name);
  const style = `\n${faces}${STYLE}`;
  const { html: body } = markup`<main>
<h1>${title}</h1>
<p>${t`cli.optimal-play-meaning: Optimal play maximises the average total and ignores opponents.`}</p>
${houseRules(view)}
${omissionNotes(game, language).map((sentence) => markup`<p>${sentence}</p>`)}
<h2>${t`cli.total: Total`}</h2>
${htmlTable(summaryRows(view))}
${totalsChart(view)}
${part(t`cli.bonus-steps: Bonus steps`, tierRows(view))}
${part(t`cli.rules-worth-heading: What the rules are worth`, ruleRows(view))}
<h2>${t`cli.boxes: Boxes`}</h2>
<table>
<thead><tr>${[...boxHead(), t`cli.turn-filled-heading: turn in which it is filled`].map((cell) => markup`<th scope="col">${cell}</th>`)}</tr></thead>
${boxGroups(view)}
</table>
</main>`;
  const policy = contentPolicy(style, "font-src data:");
  return htmlPage({ language: language.code, title, policy, style, body });
}

/** The boxes, grouped by column where columns differ. */
function boxGroups(view: OddsView): Markup[] {
  const boxes = listShownBoxes(view);
  const places = [...new Set(boxes.map(({ place }) => place))];
  return places.map((wanted) => {
    const mine = boxes.filter(({ place }) => place === wanted);
    const rows = mine.map((one) =>
      bodyRow([one.name, ...boxCells(one, view.language)], turnsChart(one.box.turns)),
    );
    const heading =
      wanted === null ? null : markup`<tr><th scope="rowgroup" colspan="5">${wanted}</th></tr>\n`;
    return markup`<tbody>\n${heading}${rows}\n</tbody>`;
  });
}

function houseRules({ game, language }: OddsView): Markup | null {
  const played = houseRulesInForce(game).flatMap(({ label, choices, chosen }) => {
    const choice = choices.find(({ id }) => id === chosen);
    return choice === undefined ? [] : [`${language.text(label)}: ${language.text(choice.label)}`];
  });
  return played.length === 0 ? null : markup`<p>${played.join("\u00a0· ")}</p>`;
}

function part(heading: string, rows: Rows): Markup | null {
  return rows.length === 0 ? null : markup`<h2>${heading}</h2>\n${htmlTable(rows)}`;
}

function htmlTable(rows: Rows): Markup {
  return markup`<table>\n${rows.map((row) => bodyRow(row))}\n</table>`;
}

function bodyRow([name = "", ...cells]: readonly string[], chart: Markup | null = null): Markup {
  const last = chart === null ? null : markup`<td>${chart}</td>`;
  return markup`<tr><th scope="row">${name}</th>${cells.map((cell) => markup`<td>${cell}</td>`)}${last}</tr>`;
}

const BARS = 80;
const [WIDTH, HEIGHT, FOOT] = [800, 220, 34];

/** The distribution of totals, with round numbers below. */
function totalsChart({ odds, language }: OddsView): Markup {
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
  return markup`<figure><svg viewBox="0 0 ${WIDTH} ${HEIGHT + FOOT}" role="img" aria-label="${t`cli.totals-chart: Distribution of totals`}">
<line x1="0" x2="${WIDTH}" y1="${HEIGHT}" y2="${HEIGHT}"/>
${drawn}
${labels}
</svg></figure>`;
}

/** Round numbers for an axis: about six, none at its very edge. */
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

/** The share of each turn in which a box is filled, scaled to the most frequent one. */
function turnsChart(turns: readonly number[]): Markup | null {
  const most = Math.max(...turns);
  if (turns.length === 0 || !(most > 0)) return null;
  const bars = turns.map((share, at) => {
    const height = (share / most) * 24;
    return markup`<rect x="${at * 8}" y="${(24 - height).toFixed(1)}" width="7" height="${height.toFixed(1)}"/>`;
  });
  return markup`<svg viewBox="0 0 ${turns.length * 8} 24" preserveAspectRatio="none" aria-hidden="true"><line x1="0" x2="${turns.length * 8}" y1="24" y2="24"/>${bars}</svg>`;
}
