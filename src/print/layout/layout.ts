import type { Game } from "../../rules/game/game.ts";
import { isSheetShared } from "../../rules/game/rows.ts";
import { type Problem, problem, failure, type Result, success } from "../../rules/problem/problem.ts";
import { linesOf } from "../../rules/sums/sum-graph.ts";
import { showable, type TypeFamily } from "../fonts/typeface.ts";
import { within } from "../geometry.ts";
import { fillBlanks } from "./blanks.ts";
import { placeFoot } from "./foot.ts";
import { placeCode } from "./frame.ts";
import { type CornerPlan, placeCorner } from "./head.ts";
import type { PadLayout } from "./pad-layout.ts";
import { type Branding, mapWords, type PadText, UNBRANDED } from "./pad-text.ts";
import { inLargePrint, PAPERS, type Paper } from "./paper.ts";
import type { SheetDraft } from "./parts.ts";
import { placeHead } from "./place-head.ts";
import { type PadSize, planSheet, type SheetPlan } from "./plan-sheet.ts";
import { placeRows } from "./rows.ts";
import { sheetCodeOf } from "./sheet-code.ts";
import { labelCell, placeBracket, placeRules, placeTableHead, type TableDraft } from "./table.ts";

/** Columns on a sheet that players share, unless their number is given. */
const USUAL_PLAYERS = { plain: 4, large: 2 };

export interface SheetOptions {
  readonly players?: number;
  readonly marks: boolean;
}

/** The pages for each sheet of a pad: where every player has a sheet of their own, one for each. */
export function pagesPerSheet(game: Game, { players = 1 }: Pick<SheetOptions, "players">): number {
  return isSheetShared(game) ? 1 : players;
}

/** A sheet for the given number of players, else for as many as usual or as many as there is room for. */
export function layOutSheet(
  paper: Paper,
  game: Game,
  text: PadText,
  { players, marks }: SheetOptions,
  family: TypeFamily,
  branding: Branding = UNBRANDED,
): Result<PadLayout> {
  const layOut = (count: number) => layOutPad(game, text, { paper, players: count, marks }, family, branding);
  if (!isSheetShared(game)) return layOut(1);
  if (players !== undefined) return layOut(players);
  const most = paper.isLargePrint === true ? USUAL_PLAYERS.large : USUAL_PLAYERS.plain;
  const usual = layOut(most);
  for (let fewer = most - 1; fewer > 0 && !usual.ok; fewer--) {
    const smaller = layOut(fewer);
    if (smaller.ok) return smaller;
  }
  return usual;
}

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
  const shown = mapWords(text, show);
  const brand = mapWords(branding, show);
  const lacking = [...lackingCharacters(shown, family), ...lackingCharacters(brand, family)];
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
  const draft: SheetDraft = { text: plan.text, sizes, family, parts };
  const head = placeHead(draft, plan, brand);
  placeTables(draft, game, players, plan, head.corner);
  const foot = placeFoot(draft, feet, brand.footer);
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
  const noRoom = (words: string) => {
    const hint = "say it in fewer words, or take larger paper";
    return problem("text-too-long", `“${words}” is too long for its place on ${paper.name}`, { hint });
  };
  const tooLong = [...head.tooLong, ...foot.tooLong].map(noRoom);
  const problems = [...tooLong, ...filled.problems, ...outside.map((placed) => noRoom(placed.text))];
  return problems.length > 0 ? failure(problems) : success(layout);
}

function placeTables(
  draft: SheetDraft,
  game: Game,
  players: number,
  plan: SheetPlan,
  corner: CornerPlan | null,
): void {
  const { addition, division } = plan;
  const columns = game.columns.map(({ id }) => id);
  const sheetLines = linesOf(game).filter(({ scope }) => scope === "sheet");
  const spanning = new Set(sheetLines.map(({ id }) => id));
  plan.tables.forEach((placed, at) => {
    const table: TableDraft = { ...draft, ...placed, division, players, columns, spanning };
    const { area, headMm } = placed;
    const cell = labelCell(area, division, { yMm: area.yMm, heightMm: headMm });
    const own = at === 0 ? corner : null;
    if (own !== null) {
      // The cells beside the corner are for the game's columns where it has several, and not for names.
      const text = columns.length > 1 ? { ...draft.text, name: "" } : draft.text;
      placeCorner({ ...draft, text }, own, cell);
    }
    placeTableHead(table, own !== null);
    placeRows(table);
    placeRules(table);
    if (addition !== null && division.gutterMm > 0) placeBracket(table, addition);
  });
}

/** What a copy shop has beyond the papers with a name. */
const A3: Paper = { name: "297x420mm", widthMm: 297, heightMm: 420 };

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
    paper && `the smallest paper that does is ${paper.name}: --paper ${paper.name}`,
    fewer && `on ${size.paper.name} there is room for ${fewer}: --players ${fewer}`,
  ].filter(Boolean);
  const whom = size.players === 1 ? "" : ` with ${size.players} players`;
  const none = isLarge ? "no paper is large enough for large print" : "no paper is large enough";
  return problem(
    "does-not-fit",
    `\`${game.id}\`${whom} does not fit on ${size.paper.name} with boxes that one can write in`,
    { hint: ways.join("; ") || none },
  );
}

/** Characters that the font cannot show, each with the text that wants them. */
function lackingCharacters(text: PadText | Branding, { regular, bold }: TypeFamily): Problem[] {
  const problems: Problem[] = [];
  mapWords(text, (words) => {
    const missing = new Set([...regular.missing(words), ...bold.missing(words)]);
    const missed = [...missing].map((char) => `\`${char}\``).join(", ");
    const message = `the font has no ${missed}, which stands in “${words}”`;
    if (missing.size > 0)
      problems.push(problem("missing-glyph", message, { hint: "say it with other characters" }));
    return words;
  });
  return problems;
}
