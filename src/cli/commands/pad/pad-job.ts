import type { Game } from "../../../rules/game/game.ts";
import { type Branding, UNBRANDED } from "../../../print/layout/branding.ts";
import { layOutPad } from "../../../print/layout/layout.ts";
import type { PadLayout } from "../../../print/layout/pad-layout.ts";
import type { PadText } from "../../../print/layout/pad-text.ts";
import { type Paper, parsePaper } from "../../../print/layout/paper.ts";
import { padText } from "../../../print/pad/pad-text.ts";
import { PROFILES, type Settings } from "../../../print/imposition/profile.ts";
import type { Result } from "../../../rules/problem/problem.ts";
import type { TypeFamily } from "../../../print/fonts/typeface.ts";
import type { Language } from "../../../i18n/language.ts";
import { fail, need } from "../../console/failure.ts";
import { typeFamily } from "../../files/fonts.ts";
import { languageOf } from "../../files/languages.ts";
import { paperBesideGlue } from "./press-flags.ts";
import { type Templates, type TemplatesFlag, templatesFrom } from "../../files/templates.ts";
import { gameOf } from "../../files/variants.ts";

/** What `pad` and `layout` are told in common. */
export interface PadFlags extends TemplatesFlag {
  readonly lang: string;
  readonly set: Readonly<Record<string, string>>;
  readonly paper: string;
  readonly players?: number;
  readonly marks: boolean;
}

/** A sheet that is laid out and ready to be printed. */
export interface PadJob {
  readonly game: Game;
  readonly language: Language;
  /** Of a whole sheet, glue included. */
  readonly paper: Paper;
  readonly text: PadText;
  readonly layout: PadLayout;
  readonly family: TypeFamily;
  /** Pages for each sheet: where every player has a sheet of their own, one for each. */
  readonly pagesPerSheet: number;
}

/** What stands on the pad of a game. */
export function padTextOf(game: Game, language: Language, templates: Templates): Result<PadText> {
  return padText(game, language, templates(language.code, "pad"));
}

/** Columns on a sheet that players share, if nobody says otherwise. */
const USUAL_PLAYERS = { plain: 4, large: 2 };

/** A sheet for as many players as usual, or for as many as there is room for. */
function usualSheet(most: number, layOut: (players: number) => Result<PadLayout>): Result<PadLayout> {
  const usual = layOut(most);
  for (let players = most - 1; players > 0 && !usual.ok; players--) {
    const smaller = layOut(players);
    if (smaller.ok) return smaller;
  }
  return usual;
}

/** Reads variant, words and templates and lays the sheet out. Ends the command if anything stands in the way. */
export function padJob(
  variant: string,
  flags: PadFlags,
  settings: Settings = PROFILES.home,
  branding: Branding = UNBRANDED,
): PadJob {
  const paper = need(parsePaper(flags.paper));
  const language = languageOf(flags.lang);
  const game = gameOf(variant, flags.set);
  const text = need(padTextOf(game, language, templatesFrom(flags.templates)));
  const seated = { ...flags, ...seatsFor(game, flags, branding) };
  const layout = need(sheetOn(paperBesideGlue(paper, settings), game, text, seated, branding));
  const pagesPerSheet = pagesFor(game, seated);
  return { game, language, paper, text, layout, family: typeFamily(), pagesPerSheet };
}

/** As many players as are named, where nobody says how many there are. Ends the command if more are named than there are. */
function seatsFor(game: Game, { players }: PadFlags, { names }: Branding): { readonly players?: number } {
  if (names.length === 0) return {};
  if (players === undefined) return { players: names.length };
  if (players < names.length || (!isShared(game) && players > names.length)) {
    const hint = "leave out `--players`: there are as many players as names";
    fail("flags-collide", `\`--players ${players}\` and ${names.length} names don't go together`, hint);
  }
  return { players };
}

/** Pages for each sheet: where every player has a sheet of their own, one for each. */
export function pagesFor(game: Game, { players = 1 }: Pick<PadFlags, "players">): number {
  return isShared(game) ? 1 : players;
}

/** A sheet of a game on paper: for as many players as the flags say, else for as many as usual or as there is room for. */
export function sheetOn(
  paper: Paper,
  game: Game,
  text: PadText,
  { players, marks }: Pick<PadFlags, "players" | "marks">,
  branding: Branding = UNBRANDED,
): Result<PadLayout> {
  const layOut = (count: number) =>
    layOutPad(game, text, { paper, players: count, marks }, typeFamily(), branding);
  if (!isShared(game)) return layOut(1);
  const most = paper.isLargePrint === true ? USUAL_PLAYERS.large : USUAL_PLAYERS.plain;
  return players === undefined ? usualSheet(most, layOut) : layOut(players);
}

/** Whether players share a sheet, one column each. */
function isShared({ columns }: Game): boolean {
  return columns.length === 1;
}
