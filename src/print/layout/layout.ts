import type { Game } from "../../rules/game/game.ts";
import { linesOf } from "../../rules/sums/lines.ts";
import { failure, type Result, success } from "../../rules/problem/problem.ts";
import type { TypeFamily } from "../fonts/typeface.ts";
import { placeBracket } from "./bracket.ts";
import { footWithFooter } from "./brand-foot.ts";
import { type Branding, showableBranding, UNBRANDED, wordsOf } from "./branding.ts";
import type { CornerPlan } from "./corner.ts";
import { fillBlanks } from "./fill-blanks.ts";
import { placeCode } from "./frame.ts";
import type { PadLayout } from "./pad-layout.ts";
import type { PadText } from "./pad-text.ts";
import { placeTableHead } from "./place-head.ts";
import { placeRows } from "./place-rows.ts";
import { placeRules } from "./place-rules.ts";
import { placeTop } from "./place-top.ts";
import { type PadSize, planSheet, type SheetPlan } from "./plan-sheet.ts";
import { doesNotFit, lackingCharacters, noRoom, tooLong } from "./refusals.ts";
import { sheetCodeOf } from "./sheet-code.ts";
import { emptyParts, type Grid, type SheetParts } from "./sheet-parts.ts";
import { showableText } from "./showable-text.ts";
import { placeFoot } from "./small-print.ts";

export type { PadSize } from "./plan-sheet.ts";

/**
 * Lays out one sheet: title, table and small print fill the paper inside its margins.
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
  const shown = showableText(text, family);
  const brand = showableBranding(branding, family);
  const lacking = lackingCharacters(shown, wordsOf(brand), family);
  if (lacking.length > 0) return failure(lacking);
  const plan = planSheet(game, shown, size, family);
  if (plan === null) return failure([doesNotFit(game, shown, size, family)]);
  return compose(game, shown, size, family, plan, brand);
}

function compose(
  game: Game,
  text: PadText,
  size: PadSize,
  family: TypeFamily,
  plan: SheetPlan,
  brand: Branding,
): Result<PadLayout> {
  const { paper, players } = size;
  const { sizes, frame } = plan;
  const parts = emptyParts();
  const top = placeTop(parts, family, plan, brand);
  placeTables(parts, game, players, family, plan, top.corner);
  const foot = placeFootOf(parts, family, plan, brand.footer);
  const filled = fillBlanks(parts, brand, game.columns.length === 1, sizes, family);
  const code = sheetCodeOf(game, text, paper, players);
  const sheet: PadLayout = {
    variant: game.id,
    page: { widthMm: paper.widthMm, heightMm: paper.heightMm },
    marginMm: sizes.marginMm,
    ...parts,
    logo: top.logo,
    owners: filled.owners,
    marks: frame?.marks.marks ?? [],
    code: frame === null ? null : placeCode(frame, foot.hasCode, code, family),
  };
  const cramped = [...top.tooLong, ...foot.tooLong].map((words) => noRoom(words, paper));
  const problems = [...cramped, ...filled.problems, ...tooLong(sheet, size)];
  return problems.length > 0 ? failure(problems) : success(sheet);
}

function placeTables(
  parts: SheetParts,
  game: Game,
  players: number,
  family: TypeFamily,
  plan: SheetPlan,
  corner: CornerPlan | null,
): void {
  const { text, sizes, addition, division, tables } = plan;
  const { labelsMm, boxMm, gutterMm } = division;
  const columns = game.columns.map(({ id }) => id);
  const lines = linesOf(game).filter(({ scope }) => scope === "sheet");
  const sheetWide = new Set(lines.map(({ id }) => id));
  tables.forEach(({ area, heights }, at) => {
    const grid: Grid = { table: area, labelsMm, boxMm, players, columns };
    const setting = { sizes, family, grid };
    placeTableHead(parts, setting, text, heights.headMm, gutterMm, at === 0 ? corner : null);
    placeRows(parts, setting, heights, division, (line) => sheetWide.has(line));
    placeRules(parts, setting, heights);
    if (addition !== null && gutterMm > 0) placeBracket(parts, setting, heights, addition, gutterMm);
  });
}

/** The small print, and a footer of somebody's own. */
function placeFootOf(
  parts: SheetParts,
  family: TypeFamily,
  { text, sizes, feet }: SheetPlan,
  footer: string | null,
): { readonly hasCode: boolean; readonly tooLong: readonly string[] } {
  const [best] = feet;
  if (footer !== null)
    for (const { room, hasCode } of feet) {
      const placed = footWithFooter(text, footer, room, sizes, family);
      if (placed === null) continue;
      parts.texts.push(...placed);
      return { hasCode, tooLong: [] };
    }
  placeFoot(parts, sizes, family, text, best.area);
  return { hasCode: best.hasCode, tooLong: footer === null ? [] : [footer] };
}
