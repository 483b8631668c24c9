import { PROFILES, type PrintSettings } from "../../../print/imposition/imposition.ts";
import { type Branding, UNBRANDED } from "../../../print/layout/pad-text.ts";
import { layOutSheet, pagesPerSheet } from "../../../print/layout/layout.ts";
import { besideGlue, parsePaper } from "../../../print/layout/paper.ts";
import type { Game } from "../../../rules/game/game.ts";
import { isSheetShared } from "../../../rules/game/rows.ts";
import { fail } from "../../console/failure.ts";
import { need } from "../../../rules/problem/problem.ts";
import { typeFamily } from "../../../files/fonts.ts";
import { loadLanguage } from "../../../files/languages.ts";
import { loadTemplates } from "../../../files/templates.ts";
import { loadPadText } from "../../../files/pad-text.ts";
import { loadGame, namesFile } from "../../../files/variants.ts";
import type { PaperFlags } from "../../flags.ts";

/** A sheet that is laid out and ready to be printed. The paper is that of a whole sheet, glue included. */
export type PadJob = Awaited<ReturnType<typeof padJob>>;

/** Reads variant, words and templates and lays the sheet out. Ends the command if anything stands in the way. */
export async function padJob(
  variant: string,
  flags: PaperFlags,
  settings: PrintSettings = PROFILES.home,
  branding: Branding = UNBRANDED,
) {
  const paper = need(parsePaper(flags.paper));
  const language = need(loadLanguage(flags.lang));
  const game = need(await loadGame(variant, flags.set));
  const shipped = namesFile(variant) || Object.keys(flags.set).length > 0 ? null : variant;
  const text = need(await loadPadText(shipped, game, language, need(loadTemplates(flags.templates))));
  const options = { ...flags, ...playersFor(game, flags, branding) };
  const family = await typeFamily();
  const layout = need(layOutSheet(besideGlue(paper, settings), game, text, options, family, branding));
  return { game, language, paper, text, layout, family, pagesPerSheet: pagesPerSheet(game, options) };
}

/** As many players as are named, unless their number is given. Ends the command if the two don't go together. */
function playersFor(game: Game, { players }: PaperFlags, { names }: Branding): Pick<PaperFlags, "players"> {
  if (names.length === 0) return {};
  if (players === undefined) return { players: names.length };
  if (players < names.length || (!isSheetShared(game) && players > names.length)) {
    const hint = "leave out `--players`: there are as many players as names";
    fail("flags-collide", `\`--players ${players}\` and ${names.length} names don't go together`, hint);
  }
  return { players };
}
