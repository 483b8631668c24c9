import { type Markup, markup } from "../../i18n/html.ts";
import type { Language } from "../../i18n/language.ts";
import type { PlayerDetails } from "./details.ts";
import type { League } from "./league-file.ts";
import { oneDecimal, points } from "./league-words.ts";
import type { LeagueReport } from "./report.ts";
import type { Standing } from "./standings.ts";

// Charts of a league's page as SVG; colours and sizes of type stand in its style. Lengths are in the units of each drawing.

const WIDTH = 640;
/** More lines than there are colours can't be told apart. */
const MAX_CURVES = 8;

/** What a player has after each evening, by the rules of the league. */
function running(
  { best, score }: League,
  evenings: readonly (number | null)[],
  games: readonly number[],
): number[] {
  const so: number[] = [];
  let played = 0;
  return evenings.map((value, at) => {
    if (value !== null) so.push(value);
    played += games[at] ?? 0;
    const counted = best === null ? so : so.toSorted((a, b) => b - a).slice(0, best);
    const sum = counted.reduce((all, one) => all + one, 0);
    if (score === "sum") return sum;
    return counted.length === 0 ? 0 : sum / (played === 0 ? counted.length : played);
  });
}

/** Whether evenings alone tell how the points grew: of the best games, an evening may have several, or none. */
function isKnownByEvening({ of, best }: League): boolean {
  return of === "evenings" || best === null;
}

/** How the points of the first players grew from evening to evening; null where there is nothing to see. */
export function curvesChart(
  { league, standings, evenings, details }: LeagueReport,
  language: Language,
): Markup | null {
  if (evenings.length < 2 || !isKnownByEvening(league)) return null;
  const byPlayer = new Map(details.map((one) => [one.player, one]));
  const lines = standings.slice(0, MAX_CURVES).map((one) => {
    const curve = byPlayer.get(one.player)?.curve ?? [];
    const at = evenings.map(({ id }) => curve.find(({ evening }) => evening === id));
    const isMeanOfGames = league.of === "games" && league.score === "mean";
    const values = running(
      league,
      at.map((point) => point?.points ?? null),
      isMeanOfGames ? at.map((point) => point?.games ?? 0) : [],
    );
    return { one, values };
  });
  const all = lines.flatMap(({ values }) => values);
  const [low, high] = [Math.min(0, ...all), Math.max(0, ...all)];
  const [left, right, top, bottom] = [44, WIDTH - 130, 14, 300];
  const x = (at: number) => left + ((right - left) * at) / (evenings.length - 1);
  const y = (value: number) => bottom - ((bottom - top) * (value - low)) / (high - low || 1);
  const labels = apart(
    lines.map(({ values }) => y(values.at(-1) ?? 0)),
    17,
    top,
    bottom,
  );
  const drawn = lines.map(({ one, values }, at) => {
    const path = values
      .map((value, evening) => `${evening === 0 ? "M" : "L"}${fixed(x(evening))} ${fixed(y(value))}`)
      .join("");
    return markup`<path class="curve c${at}" d="${path}"><title>${language.translate("league.curves-alt", { name: one.name, points: points(one.points, language), n: one.evenings })}</title></path>
<text class="f${at}" x="${right + 8}" y="${fixed((labels[at] ?? 0) + 4)}">${short(one.name)}</text>`;
  });
  const grid = ticks(low, high).map(
    (value) =>
      markup`<path class="grid" d="M${left} ${fixed(y(value))}H${right}"/><text class="quiet" text-anchor="end" x="${left - 6}" y="${fixed(y(value) + 4)}">${points(value, language)}</text>`,
  );
  const feet = evenings.map((_, at) =>
    evenings.length > 20 && (at + 1) % 5 !== 0
      ? markup``
      : markup`<text class="quiet" text-anchor="middle" x="${fixed(x(at))}" y="${bottom + 20}">${at + 1}</text>`,
  );
  return figure(bottom + 26, language.translate("league.curves"), [...grid, ...feet, ...drawn]);
}

/** Mean, standard deviation and range of the totals of each player. */
export function meansChart({ standings, details }: LeagueReport, language: Language): Markup | null {
  const shown = standings.slice(0, details.length);
  if (shown.length === 0) return null;
  const [low, high] = [
    Math.min(...shown.map(({ worst }) => worst)),
    Math.max(...shown.map(({ best }) => best)),
  ];
  const [left, right, row, top] = [150, WIDTH - 16, 24, 8];
  const x = (value: number) => left + ((right - left) * (value - low)) / (high - low || 1);
  const bottom = top + row * shown.length;
  const rows = shown.map((one, at) => {
    const y = top + row * at + row / 2;
    const sd = one.spread ?? 0;
    const inside = (value: number) => Math.min(one.best, Math.max(one.worst, value));
    const told = {
      name: one.name,
      mean: oneDecimal(one.mean, language),
      spread: oneDecimal(sd, language),
      worst: one.worst,
      best: one.best,
    };
    return markup`<g><title>${language.translate("league.means-alt", told)}</title><text text-anchor="end" x="${left - 12}" y="${fixed(y + 4)}">${short(one.name)}</text>
<path class="range" d="M${fixed(x(one.worst))} ${y}H${fixed(x(one.best))}"/>${sd === 0 ? null : markup`<path class="spread" d="M${fixed(x(inside(one.mean - sd)))} ${y}H${fixed(x(inside(one.mean + sd)))}"/>`}
<circle class="mean" cx="${fixed(x(one.mean))}" cy="${y}" r="4.5"/></g>`;
  });
  const grid = ticks(low, high).map(
    (value) =>
      markup`<path class="grid" d="M${fixed(x(value))} ${top}V${bottom}"/><text class="quiet" text-anchor="middle" x="${fixed(x(value))}" y="${bottom + 18}">${points(value, language)}</text>`,
  );
  return figure(bottom + 26, language.translate("league.means"), [...grid, ...rows]);
}

/** The means of a player's evenings as a small line; null for a single evening. */
export function sparkline(one: Standing, { curve }: PlayerDetails, language: Language): Markup | null {
  if (curve.length < 2) return null;
  const [width, height, margin] = [240, 46, 6];
  const means = curve.map(({ mean }) => mean);
  const [low, high] = [Math.min(...means), Math.max(...means)];
  const x = (at: number) => margin + ((width - 2 * margin) * at) / (means.length - 1);
  const y = (value: number) => height - margin - ((height - 2 * margin) * (value - low)) / (high - low || 1);
  const path = means.map((mean, at) => `${at === 0 ? "M" : "L"}${fixed(x(at))} ${fixed(y(mean))}`).join("");
  const title = `${one.name}: ${language.translate("league.by-evening")}`;
  return markup`<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${title}"><path class="curve c0" d="${path}"/><circle class="dot f0" cx="${fixed(x(means.length - 1))}" cy="${fixed(y(means.at(-1) ?? 0))}" r="4"/></svg>`;
}

function figure(height: number, title: string, content: readonly Markup[]): Markup {
  return markup`<figure><svg viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${title}">${content}</svg></figure>`;
}

function fixed(length: number): string {
  return length.toFixed(1);
}

/** A name as long as there is room for. */
function short(name: string): string {
  const letters = [...name];
  return letters.length > 16 ? `${letters.slice(0, 15).join("")}…` : name;
}

/** Round numbers between two values, about five of them. */
function ticks(low: number, high: number): number[] {
  const rough = (high - low || 1) / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 5].find((one) => one * power >= rough) ?? 10);
  const first = Math.ceil(low / step - 1e-9);
  const count = Math.floor(high / step + 1e-9) - first + 1;
  return Array.from({ length: Math.max(0, count) }, (_, at) => (first + at) * step);
}

/** Places along a line, moved as little as needed so that none is nearer to the next than a distance; in the order given. */
function apart(places: readonly number[], distance: number, low: number, high: number): number[] {
  const order = places.map((_, at) => at).sort((a, b) => (places[a] ?? 0) - (places[b] ?? 0));
  const moved = [...places];
  let least = low;
  for (const at of order) {
    moved[at] = Math.max(moved[at] ?? 0, least);
    least = (moved[at] ?? 0) + distance;
  }
  let most = high;
  for (const at of order.toReversed()) {
    moved[at] = Math.min(moved[at] ?? 0, most);
    most = (moved[at] ?? 0) - distance;
  }
  return moved;
}
