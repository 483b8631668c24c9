import type { Game } from "../game/game.ts";
import { linesOf } from "../game/lines.ts";
import { failure, type Problem, problem, type Result, success } from "../problem/problem.ts";
import type { TypeFamily } from "../type/typeface.ts";
import { type Addition, additionOf, placeBracket } from "./bracket.ts";
import { type Division, divideWidth, linesFit } from "./columns.ts";
import { type CornerPlan, planCorner, planFieldsInCorner } from "./corner.ts";
import { type Frame, frameOf, placeCode } from "./frame.ts";
import { BETWEEN_MM, divideHalves } from "./halves.ts";
import { divideHeight, type Heights } from "./heights.ts";
import { type Area, type PadLayout, within } from "./pad-layout.ts";
import type { PadText } from "./pad-text.ts";
import { PAPERS, type Paper } from "./paper.ts";
import {
  footHeight,
  headHeight,
  placeFoot,
  placeTableHead,
  placeTitle,
  planTitle,
  planTitleBetweenMarks,
  type TitlePlan,
} from "./place-head.ts";
import { placeRows } from "./place-rows.ts";
import { placeRules } from "./place-rules.ts";
import { sheetCodeOf } from "./sheet-code.ts";
import { emptyParts, type Grid } from "./sheet-parts.ts";
import { showableText } from "./showable-text.ts";
import { type Sizes, sizesFor } from "./sizes.ts";

export interface PadSize {
  readonly paper: Paper;
  /** Players who share the sheet. */
  readonly players: number;
  /** Whether the sheet carries marks and a code, so that it can be read from a photo; it does if this is left out. */
  readonly marks?: boolean;
}

/**
 * Lays out one sheet: title, table and small print fill the paper inside its margins.
 *
 * @param text what stands on the sheet, in this order
 * @returns the geometry in mm; or a problem if the game does not fit the paper, which names the smallest paper that does
 */
export function layOutPad(game: Game, text: PadText, size: PadSize, family: TypeFamily): Result<PadLayout> {
  const shown = showableText(text, family);
  const lacking = lackingCharacters(shown, family);
  if (lacking.length > 0) return failure(lacking);
  const plan = planSheet(game, shown, size, family);
  if (plan === null) return failure([doesNotFit(game, shown, size, family)]);
  const layout = compose(game, shown, size, family, plan);
  const problems = tooLong(layout, size);
  return problems.length > 0 ? failure(problems) : success(layout);
}

interface SheetPlan {
  readonly sizes: Sizes;
  /** The strips with the marks; null on a sheet without. */
  readonly frame: Frame | null;
  /** Above the table; null where title and fields stand in the table's corner. */
  readonly title: TitlePlan | null;
  readonly corner: CornerPlan | null;
  readonly addition: Addition | null;
  readonly division: Division;
  /** One below the title or, where a game has too many rows for that, two side by side. */
  readonly tables: readonly TablePlan[];
  readonly foot: Area;
}

interface TablePlan {
  readonly area: Area;
  readonly heights: Heights;
}

/** Decides every size; null if something does not fit. */
function planSheet(game: Game, text: PadText, size: PadSize, family: TypeFamily): SheetPlan | null {
  return planTables(game, text, size, family, 1) ?? planTables(game, text, size, family, 2);
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
  const foot = planFoot(text, paper, frame, sizes, family);
  const yMm = (frame === null ? marginMm : frame.title.yMm) + (tops.title?.heightMm ?? 0);
  const room = { xMm: marginMm, yMm, widthMm: tableMm, heightMm: foot.tableEndMm - yMm };
  const placed = tables === 1 ? oneTable(text, room, head, sizes) : twoTables(text, room, head, sizes);
  if (placed === null) return null;
  return { sizes, frame, ...tops, addition, division, tables: placed, foot: foot.area };
}

type Range = ReturnType<typeof headHeight>;

function oneTable(text: PadText, area: Area, head: Range, sizes: Sizes): TablePlan[] | null {
  const heights = divideHeight(text, area.heightMm, head, sizes);
  return heights === null ? null : [{ area, heights }];
}

/** Two tables of equal width, the first where the area is; each as high as its rows. */
function twoTables(text: PadText, area: Area, head: Range, sizes: Sizes): TablePlan[] | null {
  const halves = divideHalves(text, area.heightMm, head, sizes);
  if (halves === null) return null;
  return halves.map((heights, at) => {
    const heightMm = heights.headMm + heights.rowsMm.reduce((sum, row) => sum + row, 0);
    return { area: { ...area, xMm: area.xMm + at * (area.widthMm + BETWEEN_MM), heightMm }, heights };
  });
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

/** The small print below the table: between the marks, where there are any, as long as it fits there. */
function planFoot(text: PadText, paper: Paper, frame: Frame | null, sizes: Sizes, family: TypeFamily) {
  const { marginMm } = sizes;
  const end = paper.heightMm - marginMm;
  const widthMm = frame?.foot.widthMm ?? paper.widthMm - 2 * marginMm;
  const heightMm = footHeight(text, widthMm, sizes, family);
  const area = { xMm: frame?.foot.xMm ?? marginMm, yMm: end - heightMm, widthMm, heightMm };
  if (frame === null) return { area, tableEndMm: end - heightMm };
  const { foot, marks } = frame;
  const yMm = Math.min(foot.yMm + (foot.heightMm - heightMm) / 2, foot.yMm + foot.heightMm - heightMm);
  return { area: { ...area, yMm }, tableEndMm: Math.min(foot.yMm - marks.clearMm, yMm) };
}

function compose(game: Game, text: PadText, size: PadSize, family: TypeFamily, plan: SheetPlan): PadLayout {
  const { paper, players } = size;
  const { sizes, frame, title, corner, addition, division, tables, foot } = plan;
  const columns = game.columns.map(({ id }) => id);
  const gridOf = (table: Area): Grid => {
    return { table, labelsMm: division.labelsMm, boxMm: division.boxMm, players, columns };
  };
  const parts = emptyParts();
  const sheetWide = new Set(
    linesOf(game)
      .filter((line) => line.scope === "sheet")
      .map((line) => line.id),
  );
  tables.forEach(({ area, heights }, at) => {
    const setting = { sizes, family, grid: gridOf(area) };
    if (title !== null && at === 0) {
      const widthMm = paper.widthMm - 2 * sizes.marginMm;
      const top = { ...area, widthMm, yMm: area.yMm - title.heightMm, heightMm: title.heightMm };
      placeTitle(parts, setting, text, title, frame?.title ?? top, top);
    }
    placeTableHead(parts, setting, text, heights.headMm, division.gutterMm, at === 0 ? corner : null);
    placeRows(parts, setting, heights, division, (line) => columns.length > 1 && sheetWide.has(line));
    placeRules(parts, setting, heights);
    if (addition !== null && division.gutterMm > 0)
      placeBracket(parts, setting, heights, addition, division.gutterMm);
  });
  placeFoot(parts, { sizes, family, grid: gridOf(foot) }, text, foot);
  const page = { widthMm: paper.widthMm, heightMm: paper.heightMm };
  const marks = frame?.marks.marks ?? [];
  const code = frame === null ? null : placeCode(frame, sheetCodeOf(game, text, paper, players), family);
  return { variant: game.id, page, marginMm: sizes.marginMm, ...parts, marks, code };
}

/** Says what does not fit and names the way out: the smallest paper that does, or fewer players. */
function doesNotFit(game: Game, text: PadText, size: PadSize, family: TypeFamily): Problem {
  const fits = (paper: Paper, players: number) =>
    planSheet(game, text, { ...size, paper, players }, family) !== null;
  const paper = PAPERS.find((candidate) => fits(candidate, size.players));
  const players = Array.from({ length: size.players - 1 }, (_, at) => size.players - 1 - at);
  const fewer = players.find((count) => fits(size.paper, count));
  const ways = [
    paper === undefined ? null : `the smallest paper that does is ${paper.name}: --paper ${paper.name}`,
    fewer === undefined ? null : `on ${size.paper.name} there is room for ${fewer}: --players ${fewer}`,
  ].filter((way) => way !== null);
  const whom = size.players === 1 ? "" : ` with ${size.players} players`;
  return problem(
    "does-not-fit",
    `\`${game.id}\`${whom} does not fit on ${size.paper.name} with boxes that one can write in`,
    {
      hint: ways.length > 0 ? ways.join("; ") : "no paper is large enough",
    },
  );
}

/** Words that a template or variant made too long for the place they have, such as a foot without spaces. */
function tooLong({ texts }: PadLayout, { paper }: PadSize): Problem[] {
  return texts
    .filter(({ ink, cell }) => !within(ink, cell))
    .map(({ text }) =>
      problem("text-too-long", `“${text}” is too long for its place on ${paper.name}`, {
        hint: "say it in fewer words, or take larger paper",
      }),
    );
}

/** Characters that the font cannot show, each with the text that wants them. */
function lackingCharacters(text: PadText, family: TypeFamily): Problem[] {
  const rows = text.rows.flatMap((row) =>
    row.kind === "heading" ? [row.text] : [row.label, row.hint ?? ""],
  );
  const heads = [...text.columns.values()].flatMap(({ label, factor }) => [label, factor ?? ""]);
  const fields = text.fields.map(({ label }) => label);
  const all = [text.title, text.subtitle ?? "", text.name, ...fields, ...heads, ...rows, ...text.foot];
  return all.flatMap((words) => {
    const missing = [...new Set([...family.regular.missing(words), ...family.bold.missing(words)])];
    if (missing.length === 0) return [];
    const message = `the font has no ${missing.map((char) => `\`${char}\``).join(", ")}, which stands in “${words}”`;
    return [problem("missing-glyph", message, { hint: "say it with other characters" })];
  });
}
