import type { Area } from "../geometry.ts";
import { diceWidth } from "./columns.ts";
import type { PadRow } from "./pad-text.ts";
import {
  type SheetDraft,
  fittingSize,
  GREY,
  middleBaseline,
  placeText,
  quietStyle,
  type TextStyle,
  textStyle,
} from "./parts.ts";
import { columnX, labelCell, type PlacedRow, type TableDraft } from "./table.ts";

type BoxRow = Extract<PadRow, { kind: "box" }>;
type LineRow = Extract<PadRow, { kind: "line" }>;
type TicksRow = Extract<PadRow, { kind: "ticks" }>;

/** Places all rows below the head. @param spanning ids of lines that have one box across all columns of a player */
export function placeRows(table: TableDraft, spanning: ReadonlySet<string>): void {
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
        for (const box of boxesIn(table, cell))
          table.parts.boxes.push({ ...box, category: row.category, line: null });
        break;
      case "ticks":
        placeTicksRow(table, row, cell);
        break;
      case "line":
        placeLineRow(table, row, cell, spanning.has(row.line));
        break;
      default:
        row satisfies never;
    }
  }
}

function placeHeading({ parts, sizes, family, area, division }: TableDraft, text: string, label: Area): void {
  const cell = { ...label, widthMm: area.widthMm - division.gutterMm };
  parts.tints.push({ ...cell, xMm: area.xMm, widthMm: area.widthMm, grey: GREY.head });
  const widthMm = cell.widthMm - 2 * sizes.insetMm;
  const sizePt = fittingSize(family.bold, text, sizes.headingPt, widthMm) ?? sizes.headingPt.least;
  const style = textStyle(family, "bold", sizePt, { grey: 0.75, isAccented: true });
  parts.texts.push(placeText(text, style, cell, sizes.insetMm, middleBaseline(style, cell)));
}

function placeBoxLabel(table: TableDraft, row: BoxRow, cell: Area): void {
  const { parts, sizes, family, division } = table;
  const label = textStyle(family, "bold", division.labelPt);
  const hint = quietStyle(table, division.hintPt);
  const isCrowded = sizes.dropsHints && twoLinesMm(label, hint) > cell.heightMm;
  const shown = division.showsHints && (division.hintsBeside || !isCrowded) ? row.hint : null;
  if (shown !== null && !division.hintsBeside) {
    // A little of what hangs below the small print counts as its height.
    const lowMm = family.regular.height(hint.sizePt).xMm * 0.2;
    placeTwoLines(table, cell, [row.label, label], [shown, hint], lowMm);
    return;
  }
  const baseline = middleBaseline(label, cell);
  parts.texts.push(placeText(row.label, label, cell, sizes.insetMm, baseline));
  if (shown !== null) parts.texts.push(placeText(shown, hint, cell, division.hintsFromMm, baseline));
}

/** Above and below two lines in a row. */
const AIR_MM = 2;

/** What a label with small print below it takes of a row, with a little air. */
function twoLinesMm(label: TextStyle, hint: TextStyle): number {
  const { capMm } = label.face.height(label.sizePt);
  const small = hint.face.height(hint.sizePt);
  return capMm * 1.45 + small.capMm + small.xMm * 0.5 + AIR_MM;
}

type StyledLine = readonly [words: string, style: TextStyle];

/** A label with its hint below, in the middle of the row. @param lowMm what counts as height below the hint's baseline */
function placeTwoLines(
  { parts, sizes }: SheetDraft,
  cell: Area,
  label: StyledLine,
  hint: StyledLine,
  lowMm = 0,
): void {
  const [, { face, sizePt }] = label;
  const { capMm } = face.height(sizePt);
  const step = capMm * 0.45 + hint[1].face.height(hint[1].sizePt).capMm;
  const first = cell.yMm + (cell.heightMm - capMm - step - lowMm) / 2 + capMm;
  parts.texts.push(placeText(...label, cell, sizes.insetMm, first));
  parts.texts.push(placeText(...hint, cell, sizes.insetMm, first + step));
}

/** Dice stand flush right, next to the boxes, so that they line up down the page. */
function placeDice({ parts, sizes, division }: TableDraft, row: BoxRow, cell: Area): void {
  if (row.dice.length > division.maxDice) return;
  const { dieMm: sideMm, dieGapMm } = division;
  const right = cell.xMm + cell.widthMm - sizes.insetMm;
  const from = right - diceWidth(row.dice.length, sideMm);
  const yMm = cell.yMm + (cell.heightMm - sideMm) / 2;
  row.dice.forEach((face, at) => {
    parts.dice.push({ face, xMm: from + at * (sideMm + dieGapMm), yMm, sideMm });
  });
}

function placeLineRow(table: TableDraft, row: LineRow, cell: Area, spans: boolean): void {
  const { parts, sizes, family, area, division } = table;
  const { labelsMm } = division;
  const isGrand = row.rank === "grand";
  const grey = isGrand ? GREY.grand : GREY.sum;
  parts.tints.push({ ...cell, xMm: area.xMm, widthMm: labelsMm, grey });
  if (!isGrand) {
    const boxes = { ...cell, xMm: area.xMm + labelsMm, widthMm: area.widthMm - labelsMm };
    parts.tints.push({ ...boxes, grey: GREY.sumBox });
  }
  const { usual, least } = sizes.labelPt;
  const range = { usual: usual * (isGrand ? 1.15 : 1), least };
  const sizePt = fittingSize(family.bold, row.label, range, cell.widthMm - 2 * sizes.insetMm) ?? least;
  placeWithHint(table, row, cell, textStyle(family, "bold", sizePt));
  for (const box of boxesIn(table, cell, spans)) parts.boxes.push({ ...box, category: null, line: row.line });
}

function placeTicksRow(table: TableDraft, row: TicksRow, cell: Area): void {
  const { parts, sizes, family } = table;
  const room = cell.widthMm - 2 * sizes.insetMm;
  const sizePt = fittingSize(family.bold, row.label, sizes.labelPt, room) ?? sizes.labelPt.least;
  // Where small print has no room, the boxes speak for themselves.
  const fits = row.hint !== null && fittingSize(family.regular, row.hint, sizes.hintPt, room) !== null;
  const hint = fits ? row.hint : null;
  placeWithHint(table, { label: row.label, hint }, cell, textStyle(family, "bold", sizePt));
  for (const { player, column: _, ...area } of boxesIn(table, cell, true)) {
    for (const tick of ticksIn(area, row.count, sizes.tickMm))
      parts.ticks.push({ ...tick, player, ticks: row.ticks });
  }
}

/** A hint of a sum row stands at the right end of the label's line, or below it where both do not fit on a line. */
function placeWithHint(
  draft: SheetDraft,
  { label, hint }: Pick<LineRow, "label" | "hint">,
  cell: Area,
  style: TextStyle,
): void {
  const { parts, sizes, family } = draft;
  const middle = middleBaseline(style, cell);
  const placeAlone = () => parts.texts.push(placeText(label, style, cell, sizes.insetMm, middle));
  if (hint === null) {
    placeAlone();
    return;
  }
  const hintStyle = (sizePt: number, align: TextStyle["align"]) =>
    textStyle(family, "regular", sizePt, { grey: 0.8, align });
  const { usual, least } = sizes.hintPt;
  const room = cell.widthMm - 2 * sizes.insetMm;
  const restMm = room - family.bold.width(label, style.sizePt) - 2 * sizes.insetMm;
  const besidePt = fittingSize(family.regular, hint, { usual: usual * 1.12, least }, restMm);
  if (besidePt !== null) {
    placeAlone();
    parts.texts.push(placeText(hint, hintStyle(besidePt, "right"), cell, sizes.insetMm, middle));
    return;
  }
  const belowPt = fittingSize(family.regular, hint, sizes.hintPt, room);
  const small = hintStyle(belowPt ?? least, "left");
  const isLeftOut = sizes.dropsHints && (belowPt === null || twoLinesMm(style, small) > cell.heightMm);
  if (isLeftOut) placeAlone();
  else placeTwoLines(draft, cell, [label, style], [hint, small]);
}

/** The boxes of a row, player by player: one for each column, or one that spans them. */
function boxesIn(table: TableDraft, { yMm, heightMm }: Pick<PlacedRow, "yMm" | "heightMm">, spans = false) {
  const columns = spans ? [null] : table.columns;
  const widthMm = table.division.boxMm * (spans ? table.columns.length : 1);
  return Array.from({ length: table.players }, (_, player) =>
    columns.map((column, at) => {
      const xMm = columnX(table, player, at);
      return { player: player + 1, column, xMm, yMm, widthMm, heightMm };
    }),
  ).flat();
}

/** Between two small boxes, as a share of their side. */
const TICK_GAP = 0.35;
/** Between the small boxes and the edge of their cell. */
const TICK_INSET_MM = 0.8;

/** Small boxes to tick, in the middle of a cell: as large as fits, `maxMm` at most, in as many lines as that takes. */
export function ticksIn(cell: Area, count: number, maxMm: number): Area[] {
  const width = cell.widthMm - 2 * TICK_INSET_MM;
  const height = cell.heightMm - 2 * TICK_INSET_MM;
  const side = (inLine: number) =>
    Math.min(width / extent(inLine), height / extent(Math.ceil(count / inLine)), maxMm);
  // Of ways that are equally large, the one with fewer lines.
  const inLine = Array.from({ length: count }, (_, at) => count - at).reduce((best, ways) =>
    side(ways) > side(best) ? ways : best,
  );
  const sideMm = side(inLine);
  const leftMm = cell.xMm + (cell.widthMm - extent(inLine) * sideMm) / 2;
  const topMm = cell.yMm + (cell.heightMm - extent(Math.ceil(count / inLine)) * sideMm) / 2;
  return Array.from({ length: count }, (_, at) => ({
    xMm: leftMm + (at % inLine) * sideMm * (1 + TICK_GAP),
    yMm: topMm + Math.floor(at / inLine) * sideMm * (1 + TICK_GAP),
    widthMm: sideMm,
    heightMm: sideMm,
  }));
}

/** How long some boxes in a row are, in sides of one. */
function extent(boxes: number): number {
  return boxes + (boxes - 1) * TICK_GAP;
}
