import type { Game } from "../../rules/game/game.ts";
import type { TypeFamily } from "../fonts/typeface.ts";
import { type Area, MM_PER_PT } from "../geometry.ts";
import { type Division, divideHeight, divideWidth, type PlacedRow } from "./division.ts";
import { type Feet, planFeet } from "./foot.ts";
import { type Frame, layOutFrame } from "./frame.ts";
import { fieldsCornerMm, fieldsHeadMm, type HeadPlan, planHead } from "./head.ts";
import type { PadText } from "./pad-form.ts";
import type { Paper } from "./paper.ts";
import type { Typesetting } from "./parts.ts";
import { type SizeRange, chooseSizes } from "./sizes.ts";
import { type Addition, findAddition, headHeight } from "./table.ts";

/** What a sheet is laid out for. */
export interface PadSize {
  readonly paper: Paper;
  /** Players who share the sheet. */
  readonly players: number;
  /** Whether the sheet carries marks and a code, so that it can be read from a photo; it does if this is left out. */
  readonly marks?: boolean;
}

/** Every decision about a sheet, before anything is placed. On large print, small print gives way where it has no room. */
export interface SheetPlan extends Typesetting, Pick<PadSize, "paper" | "players"> {
  readonly game: Game;
  /** The strips with the marks; null on a sheet without. */
  readonly frame: Frame | null;
  readonly head: HeadPlan;
  /** From the top of the title to the tables, as wide as the sheet. */
  readonly titleRow: Area;
  readonly addition: Addition | null;
  readonly division: Division;
  /** One below the title or, where a game has too many rows for that, two side by side. */
  readonly tables: readonly PlannedTable[];
  /** Whether names stand above the first of two tables alone, so that the head of the second one is free for other things. */
  readonly isNamedOnce: boolean;
  /** The foot of each head then has the players' numbers: how high they stand; 0 for none. */
  readonly numbersMm: number;
  readonly feet: Feet;
}

interface PlannedTable {
  readonly area: Area;
  readonly headMm: number;
  readonly rows: PlacedRow[];
}

/** How a sheet may be divided. */
interface Way {
  readonly tables: 1 | 2;
  /** How many times as large as usual type and dice are. */
  readonly growth: number;
  /** Lines to write on in the table's corner: so many of those that the pad has. */
  readonly fields: number;
  /** Whether what sums say may take two lines; no if left out. */
  readonly breaksHints?: boolean;
}

/**
 * Decides every size of a sheet: how the width is divided, what stands at the head and at the foot, and how the rows share the height
 * that is left. Null if something does not fit.
 */
export function planSheet(game: Game, text: PadText, size: PadSize, family: TypeFamily): SheetPlan | null {
  const plan = choosePlan(game, text, size, family);
  if (plan !== null || size.paper.isLargePrint !== true || text.foot.length === 0) return plan;
  // Small print that is large takes the room of boxes. It only repeats the rules.
  return planSheet(game, { ...text, foot: [] }, size, family);
}

/** Type grows by these where the rows have room for it. */
const GROWTHS = [1.4, 1.3, 1.2, 1.1];

/** One table is tried first, with larger type where it has room, then two side by side, then fewer lines to write on at the head, then bonuses in two lines. */
function choosePlan(game: Game, text: PadText, size: PadSize, family: TypeFamily): SheetPlan | null {
  const plan = (way: Way) => planTables(game, text, size, family, way);
  const usual: Way = { tables: 1, growth: 1, fields: text.fields.length };
  const found = plan(usual);
  if (found !== null && size.paper.isLargePrint === true) return found;
  if (found !== null) {
    for (const growth of GROWTHS) {
      const grown = plan({ ...usual, growth });
      if (grown !== null && isRoomy(grown)) return grown;
    }
    return found;
  }
  // The heads of several columns want more room than their bonuses.
  const mayBreak = size.paper.isLargePrint !== true && game.columns.length === 1;
  for (const breaksHints of mayBreak ? [false, true] : [false])
    for (let fields = usual.fields; fields >= 0; fields--)
      for (const tables of [1, 2] as const) {
        const other = plan({ ...usual, tables, fields, breaksHints });
        if (other !== null) return other;
      }
  return null;
}

/** Rows with large type are at least so many times as high as a letter of their labels is large. */
const ROOM_FOR_TYPE = 2.3;
/** With large type, boxes are at least so many times as wide as they have to be. */
const ROOM_IN_BOXES = 1.3;

function isRoomy({ division, sizes, tables }: SheetPlan): boolean {
  const leastMm = ROOM_FOR_TYPE * division.labelPt * MM_PER_PT;
  const isWide = division.boxMm >= ROOM_IN_BOXES * sizes.boxMm.width;
  return division.isUsual && isWide && tables.every(({ rows }) => lowest(rows) >= leastMm);
}

/** Between two tables that stand side by side. */
const BETWEEN_MM = 4;
/** The strip with the players' numbers. */
const NUMBERS_MM = 4.4;

/** What a way to divide a sheet starts from, before its width is divided. */
interface Start
  extends Typesetting,
    Pick<SheetPlan, "game" | "paper" | "players" | "frame" | "feet" | "addition" | "isNamedOnce"> {
  readonly tables: 1 | 2;
  readonly widthMm: number;
  readonly tableMm: number;
}

function planTables(
  game: Game,
  wholeText: PadText,
  { paper, players, marks = true }: PadSize,
  family: TypeFamily,
  { tables, growth, fields, breaksHints = false }: Way,
): SheetPlan | null {
  const text = { ...wholeText, fields: wholeText.fields.slice(0, fields) };
  const addition = tables === 1 ? findAddition(game, text) : null;
  const paperSizes = chooseSizes(paper, growth);
  const gutterMm = addition === null ? 0 : paperSizes.gutterMm;
  const sizes = { ...paperSizes, gutterMm, breaksHints };
  const setting: Typesetting = { text, sizes, family };
  const widthMm = paper.widthMm - 2 * sizes.marginMm;
  const tableMm = (widthMm - (tables - 1) * BETWEEN_MM) / tables;
  const frame = marks ? layOutFrame(paper, family) : null;
  const feet = planFeet(paper, frame, setting);
  const isNamedOnce = tables === 2 && game.columns.length === 1;
  const start = {
    ...setting,
    game,
    paper,
    players,
    frame,
    feet,
    addition,
    tables,
    isNamedOnce,
    widthMm,
    tableMm,
  };
  // Fields stand in the corner of the table or, beside a table with the names, in the whole head of the second one.
  const cornerMm = isNamedOnce ? 0 : fieldsCornerMm(setting);
  for (const division of divideWidth(setting, tableMm, players * game.columns.length, cornerMm)) {
    const plan = planRows(start, division);
    if (plan !== null) return plan;
  }
  return null;
}

/** Plans head and rows of a sheet whose width is divided; null if they do not fit the height. */
function planRows(start: Start, division: Division): SheetPlan | null {
  const { widthMm, tableMm, ...kept } = start;
  const { game, text, sizes, frame, feet, players, family, isNamedOnce } = kept;
  const columns = game.columns.length;
  const namesMm = headHeight(division.boxMm, columns, sizes);
  const numbersMm = isNamedOnce && players > 1 ? NUMBERS_MM : 0;
  const labelsMm = division.labelsMm - division.gutterMm;
  const setting = { text, sizes, family };
  const head = planHead(setting, frame, widthMm, isNamedOnce ? tableMm : labelsMm);
  if (head === null) return null;
  const headMm = withRoom(namesMm, fieldsHeadMm(setting), numbersMm);
  const xMm = sizes.marginMm;
  const titleRow = { xMm, yMm: frame?.title.yMm ?? xMm, widthMm, heightMm: head.heightMm };
  const top = titleRow.yMm + titleRow.heightMm;
  const heights = divideHeight(text, feet[0].room.yMm - top, headMm, sizes, start.tables, division.rowMm);
  if (heights === null || heights.some(({ rows }) => lowest(rows) < division.rowMm)) return null;
  const tables = heights.map(({ headMm, rows }, at) => {
    const left = xMm + at * (tableMm + BETWEEN_MM);
    return placedTable({ xMm: left, yMm: top, widthMm: tableMm }, headMm, rows);
  });
  return { ...kept, division, head, titleRow, tables, numbersMm };
}

/** The height of the lowest row with a box. */
function lowest(rows: readonly Pick<PlacedRow, "row" | "heightMm">[]): number {
  return Math.min(...rows.flatMap(({ row, heightMm }) => (row.kind === "box" ? heightMm : [])));
}

function placedTable(
  place: Omit<Area, "heightMm">,
  headMm: number,
  rows: readonly Omit<PlacedRow, "yMm">[],
): PlannedTable {
  let end = place.yMm + headMm;
  const placedRows = rows.map((row) => {
    const yMm = end;
    end += row.heightMm;
    return { ...row, yMm };
  });
  return { area: { ...place, heightMm: end - place.yMm }, headMm, rows: placedRows };
}

/** The height of the table's head with room for fields, and for the players' numbers below them. */
function withRoom({ usual, least }: SizeRange, fieldsMm: number, numbersMm: number): SizeRange {
  return { usual: Math.max(usual, fieldsMm) + numbersMm, least: Math.max(least, fieldsMm) + numbersMm };
}
