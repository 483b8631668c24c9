import type { Area } from "../geometry.ts";
import { CLEAR_MM, DIE_GAP, extent, isStacked, SECOND_LINE, STACK_GAP_MM } from "./division.ts";
import type { PadRow } from "./pad-form.ts";
import {
  fittingSize,
  hintLines,
  placeText,
  quietStyle,
  type SheetDraft,
  type TextStyle,
  textStyle,
} from "./parts.ts";
import { type SizeRange, TINTS } from "./sizes.ts";
import { listStripCells, labelCell, type TableDraft } from "./table.ts";

type Row<Kind extends PadRow["kind"]> = Extract<PadRow, { kind: Kind }>;

/** Places all rows below the head. */
export function placeRows(table: TableDraft): void {
  const { parts, sizes } = table;
  for (const placed of table.rows) {
    const { row } = placed;
    const cell = labelCell(table.area, table.division, placed);
    switch (row.kind) {
      case "heading":
        placeHeading(table, row.text, cell);
        break;
      case "box":
        placeBoxLabel(table, row, cell);
        placeDice(table, row, cell);
        for (const box of listStripCells(table, placed))
          parts.boxes.push({ ...box, category: row.category, line: null });
        break;
      case "ticks":
        placeSumLabel(table, row, cell);
        for (const { player, column: _, ...area } of listStripCells(table, placed, true))
          for (const tick of layOutTicks(area, row.count, sizes.tickMm))
            parts.ticks.push({ ...tick, player, ticks: row.ticks });
        break;
      case "blank":
        placeSumLabel(table, row, cell);
        for (const { player: _, column: __, ...area } of listStripCells(table, placed))
          parts.blanks.push({ ...area, player: null, label: row.label, purpose: null, upwards: false });
        break;
      case "line":
        placeLineTint(table, row, cell);
        placeSumLabel(table, row, cell);
        for (const box of listStripCells(table, placed, table.spanning.has(row.line)))
          parts.boxes.push({ ...box, category: null, line: row.line });
        break;
      default:
        row satisfies never;
    }
  }
}

function placeHeading({ parts, sizes, family, area, division }: TableDraft, text: string, label: Area): void {
  const cell = { ...label, widthMm: area.widthMm - division.gutterMm };
  parts.tints.push({ ...cell, xMm: area.xMm, widthMm: area.widthMm, grey: TINTS.head });
  const widthMm = cell.widthMm - 2 * sizes.insetMm;
  const sizePt = fittingSize(family.bold, text, sizes.headingPt, widthMm) ?? sizes.headingPt.least;
  const style = textStyle(family, "bold", sizePt, { isAccented: true });
  parts.texts.push(placeText(text, style, cell, sizes.insetMm));
}

/** The hint of a row: behind its label or below it. */
interface Hint {
  readonly words: string;
  readonly more?: string;
  readonly style: TextStyle;
  readonly isBelow: boolean;
  /** From the edges of the cell. */
  readonly insetMm: number;
  /** Extra height below a hint on a line of its own, for descenders. */
  readonly lowMm: number;
}

/** Places a label with its hint in the middle of the row; smaller where the two would touch the rules above and below. */
function placeLabel(
  { parts, sizes }: SheetDraft,
  label: string,
  style: TextStyle,
  cell: Area,
  hint: Hint | null,
): void {
  const isBelow = hint?.isBelow === true;
  const linesMm = isBelow ? style.face.height(style.sizePt).capMm * 1.45 + smallMm(hint) + moreMm(hint) : 0;
  const share = isBelow ? Math.min(1, (cell.heightMm - 2 * CLEAR_MM) / linesMm) : 1;
  const smaller = (given: TextStyle, { least }: SizeRange): TextStyle => ({
    ...given,
    sizePt: Math.max(given.sizePt * share, Math.min(given.sizePt, least)),
  });
  const labelled = smaller(style, sizes.labelPt);
  const { capMm } = labelled.face.height(labelled.sizePt);
  const small = hint && { ...hint, lowMm: hint.lowMm * share, style: smaller(hint.style, sizes.hintPt) };
  const stepMm = isBelow && small ? capMm * 0.45 + smallMm(small) - small.lowMm : 0;
  const nextMm = small ? moreMm(small) : 0;
  const first = cell.yMm + (cell.heightMm + capMm - stepMm - nextMm - (small?.lowMm ?? 0)) / 2;
  parts.texts.push(placeText(label, labelled, cell, sizes.insetMm, first));
  if (!small) return;
  const lines = small.more === undefined ? [small.words] : [small.words, small.more];
  const computeBaseline = (line: number) => first + stepMm + line * nextMm;
  parts.texts.push(
    ...lines.map((words, line) => placeText(words, small.style, cell, small.insetMm, computeBaseline(line))),
  );
}

/** From the first line of a hint to its second; 0 for a single line. */
function moreMm({ style, more }: Hint): number {
  return more === undefined ? 0 : SECOND_LINE * style.face.height(style.sizePt).capMm;
}

/** The height of a hint, with its share of descenders. */
function smallMm({ style, lowMm }: Hint): number {
  return style.face.height(style.sizePt).capMm + lowMm;
}

function placeBoxLabel(table: TableDraft, { label, hint: words, dice, worth }: Row<"box">, cell: Area): void {
  const { sizes, family, division } = table;
  const style = textStyle(family, "bold", division.labelPt);
  const small = quietStyle(table, division.hintPt);
  const isBelow = !division.hintsBeside;
  const isShown = division.showsHints && !(isBelow && isCrowded(table, cell, style, small));
  const insetMm = isBelow ? sizes.insetMm : division.hintsFromMm;
  // A part of the descenders counts as height.
  const lowMm = isBelow ? family.regular.height(small.sizePt).xMm * 0.2 : 0;
  const hint = isShown && words !== null ? { words, style: small, isBelow, insetMm, lowMm } : null;
  if (hint === null) placeWorth(table, worth ?? null, style, cell, label, dice.length);
  if (division.dicePlace === "column" || dice.length === 0) placeLabel(table, label, style, cell, hint);
  else placeByDice(table, [label, style], cell, dice.length, hint);
}

/** Places the fixed score of a box behind its label, where the hint has no room. */
function placeWorth(
  table: TableDraft,
  worth: string | null,
  label: TextStyle,
  cell: Area,
  words: string,
  dice: number,
): void {
  if (worth === null) return;
  const { family, sizes, division, parts } = table;
  const { dieMm, maxDice } = division;
  const style = textStyle(family, "regular", division.labelPt, { align: "right" });
  const diceMm = dice === 0 || dice > maxDice ? 0 : extent(dice, DIE_GAP) * dieMm + 1.8 * sizes.insetMm;
  const room = { ...cell, widthMm: cell.widthMm - diceMm };
  const neededMm = label.face.width(words, label.sizePt) + family.regular.width(worth, style.sizePt);
  if (neededMm + 3 * sizes.insetMm <= room.widthMm)
    parts.texts.push(placeText(worth, style, room, sizes.insetMm));
}

/** Places a label level with its dice or above them, and the hint below them. */
function placeByDice(
  { parts, sizes, family, division }: TableDraft,
  [label, style]: readonly [label: string, style: TextStyle],
  cell: Area,
  dice: number,
  hint: Hint | null,
): void {
  const middle = diceMiddle({ family, division }, cell, dice, hint !== null);
  const { capMm } = style.face.height(style.sizePt);
  const above = middle - division.dieMm / 2 - STACK_GAP_MM;
  const baseline = isStacked(division.dicePlace, dice) ? above : middle + capMm / 2;
  parts.texts.push(placeText(label, style, cell, sizes.insetMm, baseline));
  if (hint === null) return;
  const { words, style: small } = hint;
  const below = middle + division.dieMm / 2 + LEVEL_GAP_MM + small.face.height(small.sizePt).capMm;
  parts.texts.push(placeText(words, small, cell, sizes.insetMm, below));
}

/** Between dice and the hint below them. */
const LEVEL_GAP_MM = 0.7;

/** The middle of a row's dice: that of the row, moved by a hint below or a label above. */
function diceMiddle(
  { family, division }: Pick<TableDraft, "family" | "division">,
  cell: Area,
  dice: number,
  hasHint: boolean,
): number {
  const { dicePlace, labelPt, hintPt } = division;
  const { capMm, xMm } = family.regular.height(hintPt);
  const hintMm = hasHint && dicePlace !== "column" ? LEVEL_GAP_MM + capMm + 0.3 * xMm : 0;
  const labelMm = isStacked(dicePlace, dice) ? family.bold.height(labelPt).capMm + STACK_GAP_MM : 0;
  return cell.yMm + (cell.heightMm + labelMm - hintMm) / 2;
}

/** Above and below two lines in a row. */
const AIR_MM = 2;

/** Whether a label with a hint below it leaves too little air in a row of large print. */
function isCrowded({ sizes }: TableDraft, { heightMm }: Area, label: TextStyle, hint: TextStyle): boolean {
  const { capMm } = label.face.height(label.sizePt);
  const small = hint.face.height(hint.sizePt);
  return sizes.dropsHints && capMm * 1.45 + small.capMm + small.xMm * 0.5 + AIR_MM > heightMm;
}

/** Places dice flush right, next to the boxes, so that they line up down the page; between label and hint, flush left. */
function placeDice(table: TableDraft, { dice, hint }: Row<"box">, cell: Area): void {
  const { parts, sizes, division } = table;
  const { dieMm: sideMm, maxDice, dicePlace, showsHints } = division;
  if (dice.length > maxDice) return;
  const right = cell.xMm + cell.widthMm - sizes.insetMm - extent(dice.length, DIE_GAP) * sideMm;
  const from = isStacked(dicePlace, dice.length) ? cell.xMm + sizes.insetMm : right;
  const yMm = diceMiddle(table, cell, dice.length, showsHints && hint !== null) - sideMm / 2;
  parts.dice.push(
    ...dice.map((face, at) => ({ face, xMm: from + at * sideMm * (1 + DIE_GAP), yMm, sideMm })),
  );
}

function placeLineTint({ parts, area, division }: TableDraft, { rank }: Row<"line">, cell: Area): void {
  const grey = rank === "grand" ? TINTS.grand : TINTS.sum;
  parts.tints.push({ ...cell, xMm: area.xMm, widthMm: division.labelsMm, grey });
}

/** Places the label of a line, ticks or blank: larger for the grand total, smaller if it is long. */
function placeSumLabel(table: TableDraft, row: Row<"line" | "ticks" | "blank">, cell: Area): void {
  const { sizes, family } = table;
  const { usual, least } = sizes.labelPt;
  const range = { usual: usual * (row.kind === "line" && row.rank === "grand" ? 1.15 : 1), least };
  const sizePt = fittingSize(family.bold, row.label, range, cell.widthMm - 2 * sizes.insetMm) ?? least;
  const style = textStyle(family, "bold", sizePt);
  placeLabel(table, row.label, style, cell, sumHint(table, row, cell, style));
}

/** The hint of such a row: at the right end of the label's line, or below if both do not fit on a line. */
function sumHint(
  table: TableDraft,
  row: Row<"line" | "ticks" | "blank">,
  cell: Area,
  label: TextStyle,
): Hint | null {
  const { insetMm, hintPt } = table.sizes;
  const { regular, bold } = table.family;
  const { label: labelled, hint: words } = row;
  if (words === null) return null;
  const buildHint = (sizePt: number, isBelow: boolean): Hint => {
    const align = isBelow ? "left" : "right";
    const style = textStyle(table.family, "regular", sizePt, { align });
    return { words, style, isBelow, insetMm, lowMm: 0 };
  };
  const room = cell.widthMm - 2 * insetMm;
  const belowPt = fittingSize(regular, words, hintPt, room);
  // Boxes to tick need no hint.
  if (belowPt === null && row.kind === "ticks") return null;
  const restMm = room - bold.width(labelled, label.sizePt) - 2 * insetMm;
  const besidePt = fittingSize(regular, words, { ...hintPt, usual: hintPt.usual * 1.12 }, restMm);
  if (besidePt !== null) return buildHint(besidePt, false);
  const lines = belowPt === null && table.sizes.breaksHints ? hintLines(regular, words) : null;
  if (lines !== null) return { ...buildHint(hintPt.least, true), words: lines[0], more: lines[1] };
  const below = buildHint(belowPt ?? hintPt.least, true);
  const isLeftOut = belowPt === null ? table.sizes.dropsHints : isCrowded(table, cell, label, below.style);
  return isLeftOut ? null : below;
}

/** Between two small boxes, as a share of their side. */
const TICK_GAP = 0.35;
/** Between the small boxes and the edge of their cell. */
const TICK_INSET_MM = 0.8;

/** Boxes to tick in the middle of a cell: as large as fits, at most `maxMm`, in equally long lines. */
export function layOutTicks(cell: Area, count: number, maxMm: number): Area[] {
  const { widthMm, heightMm } = cell;
  const extents = (inLine: number) =>
    [extent(inLine, TICK_GAP), extent(Math.ceil(count / inLine), TICK_GAP)] as const;
  const side = (inLine: number) => {
    const [across, down] = extents(inLine);
    return Math.min((widthMm - 2 * TICK_INSET_MM) / across, (heightMm - 2 * TICK_INSET_MM) / down, maxMm);
  };
  // Among equally large ways, the one with fewer lines.
  const fullest = Array.from({ length: count }, (_, at) => count - at).reduce((best, ways) =>
    side(ways) > side(best) ? ways : best,
  );
  const inLine = Math.ceil(count / Math.ceil(count / fullest));
  const sideMm = side(inLine);
  const [across, down] = extents(inLine);
  return Array.from({ length: count }, (_, at) => ({
    xMm: cell.xMm + (widthMm - across * sideMm) / 2 + (at % inLine) * sideMm * (1 + TICK_GAP),
    yMm: cell.yMm + (heightMm - down * sideMm) / 2 + Math.floor(at / inLine) * sideMm * (1 + TICK_GAP),
    widthMm: sideMm,
    heightMm: sideMm,
  }));
}
