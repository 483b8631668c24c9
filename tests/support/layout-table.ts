import type { Area, Segment } from "../../src/print/geometry.ts";
import type { PadLayout, PlacedText } from "../../src/print/layout/pad-layout.ts";

const mm = (value: number) => String(Number(value.toFixed(2)) + 0);
const point = ({ xMm, yMm }: Pick<Area, "xMm" | "yMm">) => `${mm(xMm)},${mm(yMm)}`;
const from = (area: Area) => `${point(area)} ${mm(area.widthMm)}×${mm(area.heightMm)}`;
const percent = (grey: number) => `${Math.round(grey * 100)} %`;

/** Equal things share a line: what they are, then where. */
function lines<T>(items: readonly T[], kind: (item: T) => string, place: (item: T) => string): string[] {
  const alike = new Map<string, string[]>();
  for (const item of items) alike.set(kind(item), [...(alike.get(kind(item)) ?? []), place(item)]);
  return [...alike].map(([what, places]) => `  ${what}: ${places.join("  ")}`);
}

const isLevel = ({ fromYMm, toYMm }: Segment) => fromYMm === toYMm;

/** A level line counts as one with all others of its length and weight; so does an upright one. */
function spanOf(rule: Segment): string {
  const { fromXMm, toXMm, fromYMm, toYMm } = rule;
  if (isLevel(rule)) return `level ${mm(fromXMm)}–${mm(toXMm)}`;
  return fromXMm === toXMm ? `upright ${mm(fromYMm)}–${mm(toYMm)}` : `wing to ${mm(toXMm)},${mm(toYMm)}`;
}

function textLines(name: string, texts: readonly Omit<PlacedText, "ink">[]): string[] {
  return lines(
    texts,
    ({ sizePt, weight, grey, isAccented, upwards }) =>
      [name, weight, `${mm(sizePt)} pt`, percent(grey), isAccented ? "accent" : "", upwards ? "upwards" : ""]
        .filter(Boolean)
        .join(" "),
    ({ text, xMm, baselineMm }) => `${mm(xMm)},${mm(baselineMm)} “${text}”`,
  );
}

/** Everything on a sheet but its boxes and marks, as a table for people: what is alike in a line, with its places in mm from the top left corner. */
export function layoutTable(layout: PadLayout): string {
  const { texts, owners, rules, tints, dice, arrows, blanks, ticks, logo, link, code } = layout;
  const letters = (code?.letters ?? []).map((letter, at) => ({ ...letter, text: `group ${at + 1}` }));
  return [
    ...textLines("text", texts),
    ...textLines("owner", owners),
    ...textLines("code", letters),
    ...lines(
      blanks,
      (blank) =>
        `blank${blank.player === null ? "" : " of a player"} “${blank.label}” ${blank.purpose ?? ""}${blank.upwards ? " upwards" : ""}`,
      from,
    ),
    ...lines(ticks, ({ ticks: what, player, widthMm }) => `tick ${what} of ${player} ${mm(widthMm)}`, point),
    ...lines(
      dice,
      ({ sideMm }) => `die ${mm(sideMm)}`,
      (die) => `${point(die)} ${die.face}`,
    ),
    ...lines(
      arrows,
      ({ sideMm }) => `arrow ${mm(sideMm)}`,
      (arrow) => `${point(arrow)} ${arrow.arrow}`,
    ),
    ...lines(tints, ({ grey }) => `tint ${percent(grey)}`, from),
    ...lines(
      rules,
      (rule) => `${spanOf(rule)} ${rule.weightPt} pt ${percent(rule.grey)}`,
      (rule) => mm(isLevel(rule) ? rule.fromYMm : rule.fromXMm),
    ),
    ...(logo === null ? [] : [`  logo: ${from(logo)}`]),
    ...(link === null ? [] : [`  link: ${from(link)}`]),
    ...(code === null ? [] : [`  codes: ${code.areas.map(from).join("  ")}`]),
  ].join("\n");
}
