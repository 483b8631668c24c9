import type { Game } from "../../rules/game/game.ts";
import type { TypeFamily } from "../fonts/typeface.ts";
import { type Addition, additionOf } from "./bracket.ts";
import { type Division, divideWidth, linesFit } from "./columns.ts";
import { type CornerPlan, planCorner, planFieldsInCorner } from "./corner.ts";
import { type Frame, frameOf } from "./frame.ts";
import { BETWEEN_MM, divideHalves } from "./halves.ts";
import { divideHeight, type Heights } from "./heights.ts";
import type { Area } from "../geometry.ts";
import type { PadText } from "./pad-text.ts";
import type { Paper } from "./paper.ts";
import { headHeight, planTitle, planTitleBetweenMarks, type TitlePlan } from "./place-head.ts";
import { type Range, type Sizes, sizesFor } from "./sizes.ts";
import { footFits, footHeight } from "./small-print.ts";

export interface PadSize {
  readonly paper: Paper;
  /** Players who share the sheet. */
  readonly players: number;
  /** Whether the sheet carries marks and a code, so that it can be read from a photo; it does if this is left out. */
  readonly marks?: boolean;
}

/** Printers hardly reach closer to the edge of the paper than this. */
const EDGE_MM = 5;

/** Every decision about a sheet, before anything is placed. */
export interface SheetPlan {
  /** What is shown: on a sheet in large print, small print gives way where there is no room for it. */
  readonly text: PadText;
  readonly sizes: Sizes;
  /** The strips with the marks; null on a sheet without. */
  readonly frame: Frame | null;
  /** Above the table; null where title and fields stand in the table's corner. */
  readonly title: TitlePlan | null;
  readonly corner: CornerPlan | null;
  readonly addition: Addition | null;
  readonly division: Division;
  /** One below the title or, where a game has too many rows for that, two side by side. */
  readonly tables: readonly [TablePlan, ...TablePlan[]];
  /** Inside the margins. */
  readonly widthMm: number;
  /** What may stand below the tables, the best first. */
  readonly feet: readonly [FootPlan, ...FootPlan[]];
}

/** The foot of a sheet. */
interface FootPlan {
  /** Where the small print stands. */
  readonly area: Area;
  /** From the tables down to where nothing may be printed any more, as wide as the small print. */
  readonly room: Area;
  /** Whether the code stands there, too. */
  readonly hasCode: boolean;
}

interface TablePlan {
  readonly area: Area;
  readonly heights: Heights;
}

/**
 * Decides every size.
 *
 * @returns null if something does not fit
 */
export function planSheet(game: Game, text: PadText, size: PadSize, family: TypeFamily): SheetPlan | null {
  const plan = planTables(game, text, size, family, 1) ?? planTables(game, text, size, family, 2);
  if (plan !== null || size.paper.isLargePrint !== true || text.foot.length === 0) return plan;
  // Small print that is large takes the room of boxes. It only repeats the rules.
  return planSheet(game, { ...text, foot: [] }, size, family);
}

function planTables(
  game: Game,
  text: PadText,
  { paper, players, marks = true }: PadSize,
  family: TypeFamily,
  tables: 1 | 2,
): SheetPlan | null {
  const addition = tables === 1 ? additionOf(game, text) : null;
  const paperSizes = sizesFor(paper);
  const sizes = addition === null ? { ...paperSizes, gutterMm: 0 } : paperSizes;
  const { marginMm } = sizes;
  const widthMm = paper.widthMm - 2 * marginMm;
  const columns = game.columns.length;
  const tableMm = (widthMm - (tables - 1) * BETWEEN_MM) / tables;
  const division = divideWidth(text, tableMm, players * columns, sizes, family);
  if (division === null || !linesFit(text, division, sizes, family)) return null;
  const head = headHeight(division.boxMm, columns, sizes);
  const corner = { widthMm: division.labelsMm - division.gutterMm, heightMm: head.least };
  const frame = marks ? frameOf(paper, family) : null;
  const isTurned = columns === 1 && head.least >= sizes.nameMm;
  const tops =
    frame === null
      ? planTop(text, widthMm, isTurned ? corner : null, sizes, family)
      : planTopBetweenMarks(text, frame, corner, sizes, family);
  if (tops === null) return null;
  const feet = planFeet(text, paper, frame, sizes, family);
  const yMm = (frame === null ? marginMm : frame.title.yMm) + (tops.title?.heightMm ?? 0);
  const room = { xMm: marginMm, yMm, widthMm: tableMm, heightMm: feet[0].room.yMm - yMm };
  const placed = tables === 1 ? oneTable(text, room, head, sizes) : twoTables(text, room, head, sizes);
  if (placed === null) return null;
  return { text, sizes, frame, ...tops, addition, division, widthMm, tables: placed, feet };
}

function oneTable(text: PadText, area: Area, head: Range, sizes: Sizes): [TablePlan] | null {
  const heights = divideHeight(text, area.heightMm, head, sizes);
  return heights === null ? null : [{ area, heights }];
}

/** Two tables of equal width, the first where the area is; each as high as its rows. */
function twoTables(text: PadText, area: Area, head: Range, sizes: Sizes): [TablePlan, TablePlan] | null {
  const halves = divideHalves(text, area.heightMm, head, sizes);
  if (halves === null) return null;
  const planned = (heights: Heights, xMm: number): TablePlan => {
    const heightMm = heights.headMm + heights.rowsMm.reduce((sum, row) => sum + row, 0);
    return { area: { ...area, xMm, heightMm }, heights };
  };
  const [left, right] = halves;
  return [planned(left, area.xMm), planned(right, area.xMm + area.widthMm + BETWEEN_MM)];
}

type Tops = Pick<SheetPlan, "title" | "corner">;

/** Title and fields on a sheet without marks: in the table's corner where names are turned, else above the table. */
function planTop(
  text: PadText,
  widthMm: number,
  room: Pick<Area, "widthMm" | "heightMm"> | null,
  sizes: Sizes,
  family: TypeFamily,
): Tops | null {
  const corner = room === null ? null : planCorner(text, room, sizes, family);
  if (corner !== null) return { corner, title: null };
  const title = planTitle(text, widthMm, sizes, family);
  return title === null ? null : { corner, title };
}

/** The title between the marks; the fields beside it, in the table's corner or on a line of their own. */
function planTopBetweenMarks(
  text: PadText,
  { title: area, marks }: Frame,
  room: Pick<Area, "widthMm" | "heightMm">,
  sizes: Sizes,
  family: TypeFamily,
): Tops | null {
  const corner = planFieldsInCorner(text, room, sizes, family);
  const title = planTitleBetweenMarks(text, area, marks.clearMm, corner !== null, sizes, family);
  if (title === null) return null;
  return { title, corner: title.fields === "elsewhere" ? corner : null };
}

/**
 * The small print below the table: between the marks, where there are any, as long as it fits there. The code stands beside it unless
 * that would take room from the table.
 */
function planFeet(
  text: PadText,
  paper: Paper,
  frame: Frame | null,
  sizes: Sizes,
  family: TypeFamily,
): [FootPlan, ...FootPlan[]] {
  const { marginMm } = sizes;
  if (frame === null) {
    const strip = { xMm: marginMm, yMm: marginMm, widthMm: paper.widthMm - 2 * marginMm };
    const heightMm = footHeight(text, strip.widthMm, sizes, family);
    const area = { ...strip, yMm: paper.heightMm - marginMm - heightMm, heightMm };
    return [footFrom(area.yMm, paper.heightMm - EDGE_MM, area, false)];
  }
  const between = (strip: Area, hasCode: boolean): FootPlan => {
    const heightMm = footHeight(text, strip.widthMm, sizes, family);
    const rest = strip.heightMm - heightMm;
    const area = { ...strip, yMm: strip.yMm + Math.min(rest / 2, rest), heightMm };
    const tableEndMm = Math.min(strip.yMm - frame.marks.clearMm, area.yMm);
    return footFrom(tableEndMm, strip.yMm + strip.heightMm, area, hasCode);
  };
  const plain = between(frame.foot, false);
  const coded = between(frame.footBesideCode, true);
  const hasRoom =
    footFits(text, frame.footBesideCode.widthMm, sizes, family) && coded.room.yMm >= plain.room.yMm;
  return hasRoom ? [coded, plain] : [plain];
}

function footFrom(tableEndMm: number, endMm: number, area: Area, hasCode: boolean): FootPlan {
  return { area, room: { ...area, yMm: tableEndMm, heightMm: endMm - tableEndMm }, hasCode };
}
