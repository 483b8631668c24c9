import { groupByKey } from "../../rules/arrays.ts";
import type { AnyFamily } from "../fonts/typeface.ts";
import { type Area, grown, MM_PER_PT, overlaps, segmentArea } from "../geometry.ts";
import type {
  DecorationShape,
  PadLayout,
  PadRule,
  PlacedText,
  RuleRank,
  Tint,
} from "../layout/pad-layout.ts";
import { fittingSize, placeText } from "../layout/parts.ts";
import { BETWEEN_MM } from "../layout/plan-sheet.ts";
import { HEADING_CAP } from "../layout/table.ts";
import { MIN_PT, TINTS } from "../layout/sizes.ts";
import { drawLine, dressTitle } from "./dress-title.ts";
import { diamond, flower, listSides, pathBounds, plainArea, type Radii, roundedArea } from "./shapes.ts";
import { BARE_STYLE, type PadStyle } from "./style.ts";

/**
 * A sheet in a style. Boxes, ticks, blanks, fiducials and codes stay as they are, nothing is drawn into boxes or into the clear space of
 * fiducials and codes, and ornaments without room are left out.
 *
 * @param family with the style's face for titles
 * @param reserved areas in the title's row that stay free
 */
export function dressSheet(
  layout: PadLayout,
  style: PadStyle,
  family: AnyFamily,
  reserved: readonly Area[] = [],
): PadLayout {
  if (JSON.stringify(style) === JSON.stringify(BARE_STYLE)) return layout;
  const title = dressTitle(layout, style, family, reserved);
  const headings = dressHeadings(layout, style, family);
  const frame = dressFrame(layout, style);
  const others = layout.texts.filter(({ role }) => role === null);
  const dressed: PadLayout = {
    ...layout,
    texts: [...title.texts, ...headings.texts, ...others],
    rules: frame.rules,
    tints: frame.tints,
    decoration: { dice: style.dice, shapes: [...title.shapes, ...headings.shapes, ...frame.shapes] },
  };
  return { ...dressed, dice: enlargeDice(dressed, style.diceSize) };
}

/** Ink that a style must keep away from: fiducials and codes with white around them, and all words. */
function takenAreas({ marks, code, texts }: PadLayout): Area[] {
  const codes = code === null ? [] : [...code.areas, ...code.letters.map(({ cell }) => cell)];
  return [
    ...marks.map((mark) => grown(mark, (QUIET_MODULES * mark.widthMm) / MODULES)),
    ...codes.map((area) => grown(area, area.heightMm / CODE_ROWS)),
    ...texts.map(({ ink }) => grown(ink, TEXT_CLEAR_MM)),
  ];
}

const MODULES = 8;
/** White around fiducials that is enough to find them. */
const QUIET_MODULES = 0.6;
const CODE_ROWS = 12;
const TEXT_CLEAR_MM = 0.5;

/** Lines of the table, by what they divide, as factors of the plain weights. */
const WEIGHTS: Partial<Record<PadStyle["frame"], Partial<Record<RuleRank, number>>>> = {
  fine: { frame: 0.5, grand: 0.5, section: 0.6, sums: 0.6, column: 0.7 },
};

/** The outer line of a double frame, from the table, and its weight; the first with room on all sides. Nearer, it would be read as ink of boxes. */
const OUTER_LINES = [
  { offMm: 1.35, weightPt: 1.2 },
  { offMm: 1.15, weightPt: 0.5 },
];
/** The white that frames leave between two tables. */
const FREE_BETWEEN_MM = 2.5;
/** The radius of a rounded frame's corners: small, as boxes reach into them. */
const ROUND_MM = 2.2;
const ROUND_SHARE = 0.015;
const ROUND_PT = 1.2;

function dressFrame(layout: PadLayout, style: PadStyle) {
  const { tables, panels } = layout;
  const tints = layout.tints.flatMap((tint) => dressTint(tint, style));
  const taken = takenAreas(layout);
  const outer = style.frame === "double" ? drawOuterLines(tables, taken) : [];
  const rules = layout.rules.map((rule) => weighRule(rule, WEIGHTS[style.frame]?.[rule.rank] ?? 1));
  const corners = drawCorners(tables, style, taken);
  if (style.frame !== "rounded") return { rules, tints, shapes: [...outer, ...corners] };
  const radius = Math.min(ROUND_MM, ROUND_SHARE * layout.page.widthMm);
  const frames = panels.map((panel): DecorationShape => {
    const steps = roundedArea(panel, radius);
    return { steps, fill: null, strokePt: ROUND_PT, isAccented: false };
  });
  // Tints at a rounded corner are rounded, too.
  const withRadii = tints.map((tint) => ({ tint, radii: cornerRadii(tint, panels, radius) }));
  const isCornered = ({ radii }: (typeof withRadii)[number]) => radii.some((one) => one > 0);
  const rounded = withRadii.filter(isCornered).map(({ tint, radii }): DecorationShape => {
    return { steps: roundedArea(tint, radii), fill: tint.grey, strokePt: null, isAccented: false };
  });
  return {
    rules: rules.filter(({ rank }) => rank !== "frame"),
    tints: withRadii.filter((one) => !isCornered(one)).map(({ tint }) => tint),
    shapes: [...rounded, ...frames, ...corners],
  };
}

/** A line in another weight; one of a frame, which ends at the outside of the next one, gets shorter with it. */
function weighRule(rule: PadRule, factor: number): PadRule {
  const weightPt = rule.weightPt * factor;
  if (rule.rank !== "frame" || rule.fromYMm !== rule.toYMm) return { ...rule, weightPt };
  const lessMm = ((rule.weightPt - weightPt) * MM_PER_PT) / 2;
  return { ...rule, weightPt, fromXMm: rule.fromXMm + lessMm, toXMm: rule.toXMm - lessMm };
}

/** A tint as dark as the style has it; none at all for white. Headings between lines and on pills have none of their own. */
function dressTint(tint: Tint, { tints, sections }: PadStyle): Tint[] {
  if (tint.rank === "heading" && sections !== "tint") return [];
  const key = ({ head: "heads", heading: "heads", sum: "sums", grand: "total" } as const)[tint.rank];
  const grey = tints[key] ?? tint.grey;
  return grey === 0 ? [] : [{ ...tint, grey }];
}

/** The radius of each corner of a tint: that of a frame's corner in the same place, or 0. */
function cornerRadii(tint: Area, panels: readonly Area[], radius: number): Radii {
  const corners = panels.flatMap(listCorners);
  const radii = listCorners(tint).map(([x, y]) => {
    const isRounded = corners.some(([panelX, panelY]) => Math.hypot(x - panelX, y - panelY) < 0.01);
    return isRounded ? radius : 0;
  });
  return radii as unknown as Radii;
}

/** The corners of an area, clockwise from top left. */
function listCorners({ xMm, yMm, widthMm, heightMm }: Area): (readonly [x: number, y: number])[] {
  const [right, bottom] = [xMm + widthMm, yMm + heightMm];
  return [
    [xMm, yMm],
    [right, yMm],
    [right, bottom],
    [xMm, bottom],
  ];
}

/** The outer lines of double frames; none if they have no room around every table. */
function drawOuterLines(tables: readonly Area[], taken: readonly Area[]): DecorationShape[] {
  for (const { offMm, weightPt } of OUTER_LINES) {
    const weightMm = weightPt * MM_PER_PT;
    if (tables.length > 1 && BETWEEN_MM - 2 * (offMm + weightMm / 2) < FREE_BETWEEN_MM) continue;
    const sides = tables.flatMap((table) => listSides(grown(table, offMm + weightMm / 2), weightMm));
    if (sides.some((side) => taken.some((area) => overlaps(area, side)))) continue;
    return sides.map((side) => ({ steps: plainArea(side), fill: 1, strokePt: null, isAccented: false }));
  }
  return [];
}

/** The reach of an ornament from the corner of its frame. */
const CORNER_MM = 0.9;
/** From the corner of the table to the middle of its ornament, to the side and up: boxes begin at the table's edge. */
const CORNER_OUTSIDE_MM = 0.55;

/** An ornament at each corner of the table, or of two side by side; none if one of them has no room. */
function drawCorners(
  tables: readonly Area[],
  { corners, frame }: PadStyle,
  taken: readonly Area[],
): DecorationShape[] {
  const [left, right] = [tables[0], tables.at(-1)];
  if (corners === "none" || frame === "rounded" || left === undefined || right === undefined) return [];
  const both = { ...left, widthMm: right.xMm + right.widthMm - left.xMm };
  const places = listCorners(grown(both, CORNER_OUTSIDE_MM));
  const draw = corners === "diamonds" ? diamond : flower;
  const shapes = places.map(([x, y]): DecorationShape => {
    return { steps: draw(x, y, CORNER_MM), fill: 1, strokePt: null, isAccented: true };
  });
  const hasRoom = shapes.every(({ steps }) => !taken.some((area) => overlaps(area, pathBounds(steps))));
  return hasRoom ? shapes : [];
}

/** Between the edges of a heading's row and its pill. */
const PILL_MM = 0.5;
/** Between the label of the total and its hint. */
const INK_GAP_MM = 0.4;
const LINE_GAP_MM = 2;
const LINE_DIAMOND_MM = 0.6;

/** The headings of sections with what is around them, and the label of the total in their face. */
function dressHeadings({ texts, tints, tables }: PadLayout, style: PadStyle, family: AnyFamily) {
  const dressed: PlacedText[] = [];
  const shapes: DecorationShape[] = [];
  const title = style.headingFace === "title" ? family.title : undefined;
  for (const text of texts) {
    const { role, cell, grey, isAccented } = text;
    if (role !== "heading" && role !== "total") continue;
    const isTotal = role === "total";
    const tint = tints.find(({ rank, yMm, ...place }) => {
      return rank === "heading" && yMm === cell.yMm && overlaps({ ...place, yMm }, text.ink);
    });
    const row = isTotal ? cell : tint;
    const isTitled = title !== undefined && title.listMissingCharacters(text.text).length === 0;
    const [weight, face] = isTitled ? (["title", title] as const) : (["bold", family.bold] as const);
    if (row === undefined || (isTotal && !isTitled) || !tables.some((area) => overlaps(area, text.ink))) {
      dressed.push(text);
      continue;
    }
    const plainMm = family.bold.height(text.sizePt).capMm;
    const usual =
      Math.min(plainMm * (isTitled ? 1.15 : 1), HEADING_CAP * row.heightMm) / face.height(1).capMm;
    const isCentred = !isTotal && style.sections === "lines";
    const room = isCentred ? row : cell;
    const inset = text.xMm - cell.xMm;
    const mostMm = room.widthMm - (isTotal ? 2 : 4) * inset;
    const least = Math.max(usual / 2, MIN_PT);
    const sizePt = fittingSize(face, text.text, { usual, least }, mostMm) ?? least;
    const align = isCentred ? "centre" : "left";
    const look = { face, weight, sizePt, grey, isAccented, role, align } as const;
    const placed = placeText(text.text, look, room, inset, isTotal ? text.baselineMm : undefined);
    const isFree =
      placed.ink.widthMm <= mostMm &&
      !texts.some((one) => one !== text && overlaps(one.ink, placed.ink, INK_GAP_MM));
    dressed.push(isFree || !isTotal ? placed : text);
    if (isTotal) continue;
    if (style.sections === "lines") shapes.push(...drawHeadingLines(placed, row));
    if (style.sections === "pill") {
      const inner = grown(row, -PILL_MM);
      const steps = roundedArea(inner, inner.heightMm / 2);
      shapes.push({ steps, fill: style.tints.heads ?? TINTS.head, strokePt: null, isAccented: false });
    }
  }
  return { texts: dressed, shapes };
}

/** A line with a diamond at its inner end on each side of a heading. */
function drawHeadingLines({ ink }: PlacedText, row: Area): DecorationShape[] {
  const middle = row.yMm + row.heightMm / 2;
  const reach = 0.3 * row.widthMm;
  const left = ink.xMm - LINE_GAP_MM;
  const right = ink.xMm + ink.widthMm + LINE_GAP_MM;
  const ends = [
    [Math.max(row.xMm + 3, left - reach), left],
    [Math.min(row.xMm + row.widthMm - 3, right + reach), right],
  ] as const;
  return ends.flatMap(([outer, inner]): DecorationShape[] => {
    const steps = diamond(inner, middle, LINE_DIAMOND_MM);
    return [drawLine(outer, inner, middle), { steps, fill: 1, strokePt: null, isAccented: true }];
  });
}

/** Between enlarged dice and words, and between them and lines. */
const WORDS_CLEAR_MM = 1.3;
const LINE_CLEAR_MM = 0.6;
const DICE_STEP = 0.05;

type Dice = PadLayout["dice"];

/** The dice at the largest size up to a factor at which none of them touches anything: those alone in their rows alike, and all others. */
function enlargeDice(layout: PadLayout, factor: number): Dice {
  const findTable = (xMm: number) => layout.tables.findIndex((table) => xMm < table.xMm + table.widthMm);
  const rows = [...groupByKey(layout.dice, ({ xMm, yMm }) => `${findTable(xMm)} ${yMm}`).values()];
  const enlarge = (some: readonly Dice[]): Dice => {
    for (let size = factor; size > 1 + DICE_STEP / 2; size -= DICE_STEP) {
      const dice = some.flatMap((row) => scaleRow(row, rows, size));
      if (haveRoom(dice, layout)) return dice;
    }
    return some.flat();
  };
  return [true, false].flatMap((isAlone) => enlarge(rows.filter(({ length }) => (length === 1) === isAlone)));
}

/** Scales the dice of a row about the end at which rows are aligned, and about their middle. */
function scaleRow(row: Dice, rows: readonly Dice[], factor: number): Dice {
  const rightEnd = (one: Dice) => Math.max(...one.map(({ xMm, sideMm }) => xMm + sideMm));
  const end = rightEnd(row);
  const others = rows.filter(({ length }) => length !== row.length);
  const isFlushRight = others.length === 0 || others.some((one) => Math.abs(rightEnd(one) - end) < 0.01);
  const anchor = isFlushRight ? end : Math.min(...row.map(({ xMm }) => xMm));
  return row.map((die) => {
    const sideMm = die.sideMm * factor;
    const yMm = die.yMm - (sideMm - die.sideMm) / 2;
    return { ...die, sideMm, xMm: anchor + (die.xMm - anchor) * factor, yMm };
  });
}

function haveRoom(dice: Dice, { texts, rules, boxes }: PadLayout): boolean {
  const lines = rules.map(segmentArea);
  const taken = [
    ...texts.map(({ ink }) => grown(ink, WORDS_CLEAR_MM)),
    ...[...lines, ...boxes].map((area) => grown(area, LINE_CLEAR_MM)),
  ];
  return dice.every(({ xMm, yMm, sideMm }) => {
    const area = { xMm, yMm, widthMm: sideMm, heightMm: sideMm };
    return !taken.some((other) => overlaps(area, other));
  });
}
