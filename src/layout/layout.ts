import type { Game } from "../game/game.ts";
import { linesOf } from "../game/lines.ts";
import { failure, type Problem, problem, type Result, success } from "../problem/problem.ts";
import type { TypeFamily } from "../type/typeface.ts";
import { type Addition, additionOf, placeBracket } from "./bracket.ts";
import { type Division, divideWidth, linesFit } from "./columns.ts";
import { type CornerPlan, planCorner } from "./corner.ts";
import { divideHeight, type Heights } from "./heights.ts";
import { type PadLayout, within } from "./pad-layout.ts";
import type { PadText } from "./pad-text.ts";
import { PAPERS, type Paper } from "./paper.ts";
import {
  footHeight,
  headHeight,
  placeFoot,
  placeTableHead,
  placeTitle,
  planTitle,
  type TitlePlan,
} from "./place-head.ts";
import { placeRows } from "./place-rows.ts";
import { placeRules } from "./place-rules.ts";
import { emptyParts, type Grid } from "./sheet-parts.ts";
import { showableText } from "./showable-text.ts";
import { type Sizes, sizesFor } from "./sizes.ts";

export interface PadSize {
  readonly paper: Paper;
  /** Players who share the sheet. */
  readonly players: number;
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
  /** Above the table; null where title and fields stand in the table's corner. */
  readonly title: TitlePlan | null;
  readonly corner: CornerPlan | null;
  readonly addition: Addition | null;
  readonly division: Division;
  readonly heights: Heights;
  readonly footMm: number;
}

/** Decides every size; null if something does not fit. */
function planSheet(
  game: Game,
  text: PadText,
  { paper, players }: PadSize,
  family: TypeFamily,
): SheetPlan | null {
  const addition = additionOf(game, text);
  const paperSizes = sizesFor(paper);
  const sizes = addition === null ? { ...paperSizes, gutterMm: 0 } : paperSizes;
  const widthMm = paper.widthMm - 2 * sizes.marginMm;
  const columns = game.columns.length;
  const division = divideWidth(text, widthMm, players * columns, sizes, family);
  if (division === null || !linesFit(text, division, sizes, family)) return null;
  const head = headHeight(division.boxMm, columns, sizes);
  const isTurned = columns === 1 && head.least >= sizes.nameMm;
  const room = { widthMm: division.labelsMm - division.gutterMm, heightMm: head.least };
  const corner = isTurned ? planCorner(text, room, sizes, family) : null;
  const title = corner === null ? planTitle(text, widthMm, sizes, family) : null;
  if (corner === null && title === null) return null;
  const footMm = footHeight(text, widthMm, sizes, family);
  const tableMm = paper.heightMm - 2 * sizes.marginMm - (title?.heightMm ?? 0) - footMm;
  const heights = divideHeight(text, tableMm, head, sizes);
  return heights === null ? null : { sizes, title, corner, addition, division, heights, footMm };
}

function compose(
  game: Game,
  text: PadText,
  { paper, players }: PadSize,
  family: TypeFamily,
  plan: SheetPlan,
): PadLayout {
  const { sizes, title, corner, addition, division, heights, footMm } = plan;
  const titleMm = title?.heightMm ?? 0;
  const { marginMm } = sizes;
  const widthMm = paper.widthMm - 2 * marginMm;
  const top = { xMm: marginMm, yMm: marginMm, widthMm, heightMm: titleMm };
  const heightMm = paper.heightMm - 2 * marginMm - titleMm - footMm;
  const table = { xMm: marginMm, yMm: marginMm + titleMm, widthMm, heightMm };
  const columns = game.columns.map(({ id }) => id);
  const grid: Grid = { table, labelsMm: division.labelsMm, boxMm: division.boxMm, players, columns };
  const setting = { sizes, family, grid };
  const parts = emptyParts();
  const sheetWide = new Set(
    linesOf(game)
      .filter((line) => line.scope === "sheet")
      .map((line) => line.id),
  );
  if (title !== null) placeTitle(parts, setting, text, title, top);
  placeTableHead(parts, setting, text, heights.headMm, division.gutterMm, corner);
  placeRows(parts, setting, heights, division, (line) => columns.length > 1 && sheetWide.has(line));
  placeRules(parts, setting, heights);
  if (addition !== null && division.gutterMm > 0)
    placeBracket(parts, setting, heights, addition, division.gutterMm);
  placeFoot(parts, setting, text, { ...table, yMm: table.yMm + heightMm, heightMm: footMm });
  const page = { widthMm: paper.widthMm, heightMm: paper.heightMm };
  return { variant: game.id, page, marginMm, ...parts };
}

/** Says what does not fit and names the way out: the smallest paper that does, or fewer players. */
function doesNotFit(game: Game, text: PadText, size: PadSize, family: TypeFamily): Problem {
  const fits = (paper: Paper, players: number) => planSheet(game, text, { paper, players }, family) !== null;
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
