import { type Markup, markup } from "../../i18n/html.ts";
import {
  type Chart,
  type ChartMark,
  CURVES,
  type ChartPoint,
  WEIGHTS,
  NAME_SIZE,
  QUIET_SIZE,
} from "./chart.ts";

/** A chart as SVG; its colours stand in the style of the page. */
export function chartSvg({ width, height, title, parts }: Chart): Markup {
  const drawn = parts.map(({ told, marks }) => {
    const name = told === null ? null : markup`<title>${told}</title>`;
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

/** What the page's style says about charts: sizes, and how curves are told apart. */
export function chartStyle(): string {
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
