import type { Area } from "../geometry.ts";
import { toPadSum } from "../../rules/game/rows.ts";
import { composeBox } from "./box-label.ts";
import {
  CLEAR_MM,
  computeRowWeight,
  DIE_GAP,
  extent,
  HINT_STEP,
  LABEL_STEP,
  type PlacedRow,
  SECOND_LINE,
  TALLY,
  TICKS_IN_A_ROW,
} from "./division.ts";
import type { PadRow } from "./pad-form.ts";
import {
  addRule,
  fittingSize,
  fitLines,
  placeText,
  type SheetDraft,
  type TextStyle,
  textStyle,
} from "./parts.ts";
import { type SizeRange, TINTS } from "./sizes.ts";
import { listStripCells, listTotalCells, labelCell, placeHeading, type TableDraft } from "./table.ts";

type Row<Kind extends PadRow["kind"]> = Extract<PadRow, { kind: Kind }>;

/** Places all rows below the head. */
export function placeRows(table: TableDraft): void {
  const { parts, sizes, area, division } = table;
  for (const placed of table.rows) {
    const { row } = placed;
    const cell = labelCell(area, division, placed);
    switch (row.kind) {
      case "heading":
        parts.tints.push({
          ...cell,
          xMm: area.xMm,
          widthMm: area.widthMm,
          grey: TINTS.head,
          rank: "heading",
        });
        placeHeading(table, row.text, { ...cell, widthMm: area.widthMm - division.gutterMm });
        break;
      case "box":
        placeBoxLabel(table, row, cell);
        for (const box of listStripCells(table, placed))
          parts.boxes.push({ ...box, category: row.category, line: null });
        for (const box of listTotalCells(table, placed))
          parts.boxes.push({ ...box, category: null, line: toPadSum([row.category]).id });
        break;
      case "ticks":
        placeSumLabel(table, row, cell);
        for (const { player, column: _, ...room } of listStripCells(table, placed, true))
          for (const tick of layOutTicks(room, row.count, sizes.tickMm))
            parts.ticks.push({ ...tick, player, ticks: row.ticks });
        break;
      case "blank":
        placeSumLabel(table, row, cell);
        for (const { player: _, column: __, ...room } of listStripCells(table, placed))
          parts.blanks.push({ ...room, player: null, label: row.label, purpose: null, upwards: false });
        closeTotalCells(table, placed);
        break;
      case "line": {
        const rank = row.rank === "grand" ? "grand" : "sum";
        parts.tints.push({ ...cell, xMm: area.xMm, widthMm: division.labelsMm, grey: TINTS[rank], rank });
        placeSumLabel(table, row, cell);
        for (const box of listStripCells(table, placeTally(table, placed), table.spanning.has(row.line)))
          parts.boxes.push({ ...box, category: null, line: row.line });
        if (!table.spanning.has(row.line)) closeTotalCells(table, placed);
        break;
      }
      default:
        row satisfies never;
    }
  }
}

/** Tints the cells below the totals of rows, where nothing is written. */
function closeTotalCells(table: TableDraft, placed: PlacedRow): void {
  for (const { player: _, column: __, ...cell } of listTotalCells(table, placed))
    table.parts.tints.push({ ...cell, grey: TINTS.sum, rank: "sum" });
}

/** The hint of a row that is no box: in lines below its label, or at the right end of the label's line. */
interface Hint {
  readonly lines: readonly string[];
  readonly style: TextStyle;
  readonly isBelow: boolean;
}

/** Places the lines of a label with its hint in the middle of the row; smaller where they would touch the rules above and below. */
function placeLabel(
  { parts, sizes }: SheetDraft,
  label: readonly string[],
  style: TextStyle,
  cell: Area,
  hint: Hint | null,
): void {
  const below = hint?.isBelow === true ? hint : null;
  const share = Math.min(1, (cell.heightMm - 2 * CLEAR_MM) / linesHeight(label, style, below));
  const isShrunk = label.length > 1 || below !== null;
  const smaller = (given: TextStyle, { least }: SizeRange): TextStyle =>
    isShrunk ? { ...given, sizePt: Math.max(given.sizePt * share, Math.min(given.sizePt, least)) } : given;
  const labelled = smaller(style, sizes.sumPt);
  const small = hint && { ...hint, style: smaller(hint.style, sizes.hintPt) };
  const { capMm } = labelled.face.height(labelled.sizePt);
  const heightMm = linesHeight(label, labelled, below === null ? null : small);
  const first = cell.yMm + (cell.heightMm - heightMm) / 2 + capMm;
  const last = first + (label.length - 1) * LABEL_STEP * capMm;
  const place = (line: string, of: TextStyle, baselineMm: number) =>
    parts.texts.push(placeText(line, of, cell, sizes.insetMm, baselineMm));
  for (const [at, line] of label.entries()) place(line, labelled, first + at * LABEL_STEP * capMm);
  if (small === null) return;
  const hintMm = small.style.face.height(small.style.sizePt).capMm;
  const from = small.isBelow ? last + HINT_STEP * capMm + hintMm : first;
  for (const [at, line] of small.lines.entries()) place(line, small.style, from + at * SECOND_LINE * hintMm);
}

/** From the top of a label's capitals to the last baseline. */
function linesHeight(label: readonly string[], style: TextStyle, hint: Hint | null): number {
  const { capMm } = style.face.height(style.sizePt);
  const labelMm = capMm * (1 + (label.length - 1) * LABEL_STEP);
  if (hint === null) return labelMm;
  const small = hint.style.face.height(hint.style.sizePt).capMm;
  return labelMm + HINT_STEP * capMm + small * (1 + (hint.lines.length - 1) * SECOND_LINE);
}

/** Places label, hint and dice of a box. */
function placeBoxLabel(table: TableDraft, row: Row<"box">, cell: Area): void {
  const { parts } = table;
  const set = composeBox({ ...table, room: cell }, row);
  if (set === null) return;
  for (const { words, style, insetMm, baselineMm } of set.lines)
    parts.texts.push(placeText(words, style, cell, insetMm, cell.yMm + baselineMm));
  if (set.dice === null) return;
  const { xMm, yMm, sideMm } = set.dice;
  const stepMm = sideMm * (1 + DIE_GAP);
  for (const [at, face] of row.dice.entries()) {
    const tint = typeof face === "number" ? (table.tints.get(face) ?? null) : null;
    const place = { xMm: cell.xMm + xMm + at * stepMm, yMm: cell.yMm + yMm, sideMm };
    parts.dice.push({ face, tint, ...(table.isDouble && { isDouble: true as const }), ...place });
  }
}

/** Places the label of a line, ticks or blank: larger for the grand total, smaller if it is long. */
function placeSumLabel(table: TableDraft, row: Row<"line" | "ticks" | "blank">, cell: Area): void {
  const { sizes, family } = table;
  const { usual, least } = sizes.sumPt;
  const role = row.kind === "line" && row.rank === "grand" ? "total" : null;
  const range = { usual: usual * (role === null ? 1 : 1.15), least };
  const widthMm = cell.widthMm - 2 * sizes.insetMm;
  const sizePt = fittingSize(family.bold, row.label, range, widthMm);
  const style = textStyle(family, "bold", sizePt ?? least, { role });
  const lines = sizePt === null ? fitLines(style, row.label, widthMm, 2) : null;
  const label = lines ?? [row.label];
  placeLabel(table, label, style, cell, sumHint(table, row, cell, label, style));
}

/** The hint of such a row: at the right end of the label's line, or below where it is larger. */
function sumHint(
  table: TableDraft,
  row: Row<"line" | "ticks" | "blank">,
  cell: Area,
  label: readonly string[],
  labelStyle: TextStyle,
): Hint | null {
  const { insetMm, hintPt, sumPt, dropsHints } = table.sizes;
  const { regular, bold } = table.family;
  const { hint: words } = row;
  if (words === null) return null;
  const buildHint = (sizePt: number, isBelow: boolean): Hint => {
    const style = textStyle(table.family, "regular", sizePt, { align: isBelow ? "left" : "right" });
    return { lines: [words], style, isBelow };
  };
  const room = cell.widthMm - 2 * insetMm;
  const belowPt = fittingSize(regular, words, hintPt, room);
  // Boxes to tick need no hint.
  if (belowPt === null && row.kind === "ticks") return null;
  const restMm = room - bold.width(label.join(" "), labelStyle.sizePt) - 2 * insetMm;
  const besidePt = fittingSize(regular, words, { ...hintPt, usual: hintPt.usual * 1.12 }, restMm);
  const below = buildHint(belowPt ?? hintPt.least, true);
  const isLow = linesHeight(label, labelStyle, below) + 2 * CLEAR_MM > cell.heightMm;
  if (besidePt !== null && (isLow || besidePt >= (belowPt ?? 0))) return buildHint(besidePt, false);
  // Large print leaves out what has no room below the smallest label.
  const leastMm = linesHeight(label, { ...labelStyle, sizePt: sumPt.least }, below) + 2 * CLEAR_MM;
  if (dropsHints && (belowPt === null || leastMm > cell.heightMm)) return null;
  return belowPt === null ? { ...below, lines: fitLines(below.style, words, room, 2) ?? below.lines } : below;
}

/** The least side of boxes to tick above what is written; where fewer of them have room, there are fewer. */
const MIN_TICK_MM = 2.2;
/** Where rows are too low for such a side, there are none. */
const LOWEST_TICK_MM = 2.1;

/** The height of the boxes to tick above a line's boxes; 0 without any, or where they would be too small. */
export function tallyHeight({ row, heightMm }: Pick<PlacedRow, "row" | "heightMm">): number {
  if (row.kind !== "line" || row.tally === undefined) return 0;
  const tallyMm = heightMm * (TALLY / computeRowWeight(row));
  return tallyMm - 2 * TICK_INSET_MM < LOWEST_TICK_MM ? 0 : tallyMm;
}

/** Places the boxes to tick of a line above its boxes to write in. @returns the strip of the latter, or the whole row without any or where they would be too small */
function placeTally(table: TableDraft, { row, yMm, heightMm }: PlacedRow): Pick<Area, "yMm" | "heightMm"> {
  const { parts, sizes } = table;
  const tallyMm = tallyHeight({ row, heightMm });
  if (row.kind !== "line" || row.tally === undefined || tallyMm === 0) return { yMm, heightMm };
  const endMm = yMm + tallyMm;
  const cells = listStripCells(table, { yMm, heightMm: tallyMm }, row.tally.per === "player");
  for (const { player, column: _, ...cell } of cells) {
    const room = Math.floor(
      (cell.widthMm - 2 * TICK_INSET_MM + TICK_GAP * MIN_TICK_MM) / ((1 + TICK_GAP) * MIN_TICK_MM),
    );
    const count = Math.max(1, Math.min(row.tally.count, room));
    const ticks = layOutTicks(cell, count, sizes.tickMm);
    parts.ticks.push(...ticks.map((tick) => ({ ...tick, player, ticks: row.line })));
    const fromMm = cell.xMm + TALLY_LINE_INSET_MM;
    const lineMm = cell.widthMm - 2 * TALLY_LINE_INSET_MM;
    addRule(table, [fromMm, endMm, fromMm + lineMm, endMm], "hairline");
  }
  return { yMm: endMm, heightMm: heightMm - tallyMm };
}

/** The line below the boxes to tick ends this far from the edges of its cell, so that it does not look like a row to write in. */
const TALLY_LINE_INSET_MM = 2;
/** Between two small boxes, as a share of their side. */
const TICK_GAP = 0.35;
/** Between the small boxes and the edge of their cell. */
const TICK_INSET_MM = 0.5;

/** Boxes to tick in the middle of a cell: as large as fits, at most `maxMm`, in equally long lines; a few in one line even if smaller. */
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
  const fitsOneLine = count <= TICKS_IN_A_ROW && side(count) >= 0.75 * maxMm;
  const inLine = fitsOneLine ? count : Math.ceil(count / Math.ceil(count / fullest));
  const sideMm = side(inLine);
  const [across, down] = extents(inLine);
  return Array.from({ length: count }, (_, at) => ({
    xMm: cell.xMm + (widthMm - across * sideMm) / 2 + (at % inLine) * sideMm * (1 + TICK_GAP),
    yMm: cell.yMm + (heightMm - down * sideMm) / 2 + Math.floor(at / inLine) * sideMm * (1 + TICK_GAP),
    widthMm: sideMm,
    heightMm: sideMm,
  }));
}
