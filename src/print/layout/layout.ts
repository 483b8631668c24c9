import type { Game } from "../../rules/game/game.ts";
import { isSheetShared } from "../../rules/game/rows.ts";
import { type Problem, problem, failure, type Result, success } from "../../rules/problem/problem.ts";
import { showable, type TypeFamily } from "../fonts/typeface.ts";
import { linesOf } from "../../rules/sums/sum-graph.ts";
import { within } from "../geometry.ts";
import { fillBlanks } from "./blanks.ts";
import { type Branding, mapBranding, mapPadText, type PadText, UNBRANDED } from "./pad-text.ts";
import { placeFoot } from "./foot.ts";
import { placeCode } from "./frame.ts";
import { type CornerPlan, placeCorner } from "./head.ts";
import type { PadLayout } from "./pad-layout.ts";
import { inLargePrint, PAPERS, type Paper } from "./paper.ts";
import type { SheetDraft } from "./parts.ts";
import { placeHead } from "./place-head.ts";
import { type PadSize, planSheet, type SheetPlan } from "./plan-sheet.ts";
import { placeRows } from "./rows.ts";
import { sheetCodeOf } from "./sheet-code.ts";
import { labelCell, placeTableHead, type TableDraft } from "./table.ts";
import { placeBracket, placeRules } from "./table-rules.ts";

export type { PadSize } from "./plan-sheet.ts";

/**
 * Lays out one sheet: title, table and small print fill the paper inside its margins. First every size is decided (`planSheet`), then
 * everything is placed: head, tables, foot, names and date, code.
 *
 * @param text what stands on the sheet, in this order
 * @param branding whose pad it is. It has the room that the text has; boxes, marks and code are those of the text alone
 * @returns the geometry in mm; or a problem if the game does not fit the paper, which names the smallest paper that does, or if there
 *   are words that do not fit
 */
export function layOutPad(
  game: Game,
  text: PadText,
  size: PadSize,
  family: TypeFamily,
  branding: Branding = UNBRANDED,
): Result<PadLayout> {
  const show = (words: string) => showable(words, family);
  const shown = mapPadText(text, show);
  const brand = mapBranding(branding, show);
  const lacking = lackingCharacters(shown, brand, family);
  if (lacking.length > 0) return failure(lacking);
  const plan = planSheet(game, shown, size, family);
  if (plan === null) return failure([doesNotFit(game, shown, size, family)]);
  return compose(game, shown, size, plan, brand);
}

function compose(
  game: Game,
  text: PadText,
  { paper, players }: PadSize,
  plan: SheetPlan,
  brand: Branding,
): Result<PadLayout> {
  const { sizes, family, frame, feet } = plan;
  const parts = { boxes: [], ticks: [], blanks: [], texts: [], rules: [], tints: [], dice: [], arrows: [] };
  const draft: SheetDraft = { sizes, family, parts };
  const head = placeHead(draft, plan, brand);
  placeTables(draft, game, players, plan, head.corner);
  const foot = placeFoot(draft, plan.text, feet, brand.footer);
  const filled = fillBlanks(draft, brand, isSheetShared(game));
  const code = sheetCodeOf(game, text, paper, players);
  const layout: PadLayout = {
    variant: game.id,
    page: { widthMm: paper.widthMm, heightMm: paper.heightMm },
    marginMm: sizes.marginMm,
    ...draft.parts,
    logo: head.logo,
    owners: filled.owners,
    marks: frame?.marks.marks ?? [],
    code: frame === null ? null : placeCode(frame, foot.hasCode, code, family),
  };
  // A template or variant may make words too long for their place, too, such as a foot without spaces.
  const outside = [...layout.texts, ...layout.owners].filter(({ ink, cell }) => !within(ink, cell));
  const problems = [
    ...[...head.tooLong, ...foot.tooLong].map((words) => noRoom(words, paper)),
    ...filled.problems,
    ...outside.map(({ text }) => noRoom(text, paper)),
  ];
  return problems.length > 0 ? failure(problems) : success(layout);
}

function placeTables(
  draft: SheetDraft,
  game: Game,
  players: number,
  plan: SheetPlan,
  corner: CornerPlan | null,
): void {
  const { text, addition, division, tables } = plan;
  const columns = game.columns.map(({ id }) => id);
  const sheetLines = linesOf(game).filter(({ scope }) => scope === "sheet");
  const spanning = new Set(sheetLines.map(({ id }) => id));
  // The cells beside the corner are for the game's columns where it has several, and not for names.
  const cornerText = columns.length > 1 ? { ...text, name: "" } : text;
  tables.forEach(({ area, heights }, at) => {
    const { headMm } = heights;
    let yMm = area.yMm + headMm;
    const rows = heights.rows.map(({ row, heightMm }) => {
      const placed = { row, yMm, heightMm };
      yMm += heightMm;
      return placed;
    });
    const table: TableDraft = { ...draft, area, division, headMm, rows, players, columns };
    const hasCorner = at === 0 && corner !== null;
    const cell = labelCell(area, division, { yMm: area.yMm, heightMm: headMm });
    if (hasCorner) placeCorner(draft, cornerText, corner, cell);
    placeTableHead(table, text, hasCorner);
    placeRows(table, spanning);
    placeRules(table);
    if (addition !== null && division.gutterMm > 0) placeBracket(table, addition);
  });
}

/** A game that has no room: names the ways out, the smallest paper that has, or fewer players. */
function doesNotFit(game: Game, text: PadText, size: PadSize, family: TypeFamily): Problem {
  const fits = (paper: Paper, players: number) =>
    planSheet(game, text, { ...size, paper, players }, family) !== null;
  const isLarge = size.paper.isLargePrint === true;
  const papers = isLarge ? [...PAPERS, A3].map(inLargePrint) : PAPERS;
  const paper = papers.find((candidate) => fits(candidate, size.players));
  const players = Array.from({ length: size.players - 1 }, (_, at) => size.players - 1 - at);
  const fewer = players.find((count) => fits(size.paper, count));
  const ways = [
    paper === undefined ? null : `the smallest paper that does is ${paper.name}: --paper ${paper.name}`,
    fewer === undefined ? null : `on ${size.paper.name} there is room for ${fewer}: --players ${fewer}`,
  ].filter((way) => way !== null);
  const whom = size.players === 1 ? "" : ` with ${size.players} players`;
  const none = isLarge ? "no paper is large enough for large print" : "no paper is large enough";
  return problem(
    "does-not-fit",
    `\`${game.id}\`${whom} does not fit on ${size.paper.name} with boxes that one can write in`,
    { hint: ways.length > 0 ? ways.join("; ") : none },
  );
}

/** What a copy shop has beyond the papers with a name. */
const A3: Paper = { name: "297x420mm", widthMm: 297, heightMm: 420 };

function noRoom(words: string, { name }: Paper): Problem {
  return problem("text-too-long", `“${words}” is too long for its place on ${name}`, {
    hint: "say it in fewer words, or take larger paper",
  });
}

/** Characters that the font cannot show, each with the text that wants them. */
function lackingCharacters(text: PadText, branding: Branding, { regular, bold }: TypeFamily): Problem[] {
  const problems: Problem[] = [];
  const check = (words: string) => {
    const missing = new Set([...regular.missing(words), ...bold.missing(words)]);
    if (missing.size === 0) return words;
    const missed = [...missing].map((char) => `\`${char}\``).join(", ");
    const message = `the font has no ${missed}, which stands in “${words}”`;
    problems.push(problem("missing-glyph", message, { hint: "say it with other characters" }));
    return words;
  };
  mapPadText(text, check);
  mapBranding(branding, check);
  return problems;
}
