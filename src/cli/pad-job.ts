import type { Game } from "../game/game.ts";
import { layOutPad } from "../layout/layout.ts";
import type { PadLayout } from "../layout/pad-layout.ts";
import type { PadText } from "../layout/pad-text.ts";
import { type Paper, parsePaper } from "../layout/paper.ts";
import { padText } from "../pad/pad-text.ts";
import type { Result } from "../problem/problem.ts";
import type { TypeFamily } from "../type/typeface.ts";
import type { Language } from "../words/language.ts";
import { need } from "./failure.ts";
import { typeFamily } from "./fonts.ts";
import { languageOf, partialsOf, templateOf } from "./languages.ts";
import { gameOf } from "./variants.ts";

/** What `pad` and `layout` are told in common. */
export interface PadFlags {
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
  readonly paper: Paper;
  readonly layout: PadLayout;
  readonly family: TypeFamily;
  /** Pages for each sheet: where every player has a sheet of their own, one for each. */
  readonly pagesPerSheet: number;
}

/** What stands on the pad of a game. */
export function padTextOf(game: Game, language: Language): Result<PadText> {
  const { code } = language;
  return padText(game, language, { main: templateOf(code, "pad"), partials: partialsOf(code, "pad") });
}

/** Columns on a sheet that players share, if nobody says otherwise. */
const USUAL_PLAYERS = 4;

/** A sheet for as many players as usual, or for as many as there is room for. */
function usualSheet(layOut: (players: number) => Result<PadLayout>): Result<PadLayout> {
  const usual = layOut(USUAL_PLAYERS);
  for (let players = USUAL_PLAYERS - 1; players > 0 && !usual.ok; players--) {
    const smaller = layOut(players);
    if (smaller.ok) return smaller;
  }
  return usual;
}

/** Reads variant, words and templates and lays the sheet out. Ends the command if anything stands in the way. */
export function padJob(variant: string, flags: PadFlags): PadJob {
  const paper = need(parsePaper(flags.paper));
  const language = languageOf(flags.lang);
  const game = gameOf(variant, flags.set);
  const isShared = game.columns.length === 1;
  const text = need(padTextOf(game, language));
  const family = typeFamily();
  const layOut = (players: number) => layOutPad(game, text, { paper, players, marks: flags.marks }, family);
  const told = isShared ? flags.players : 1;
  const layout = need(told === undefined ? usualSheet(layOut) : layOut(told));
  return { game, language, paper, layout, family, pagesPerSheet: isShared ? 1 : (flags.players ?? 1) };
}
