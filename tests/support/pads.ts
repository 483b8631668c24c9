import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { openTypeface, type WritingFamily } from "../../src/print/fonts/typeface.ts";
import { layOutPad } from "../../src/print/layout/layout.ts";
import type { PadLayout } from "../../src/print/layout/pad-layout.ts";
import { type PadMarks, USUAL_MARKS } from "../../src/print/layout/marks.ts";
import type { PadText } from "../../src/print/layout/pad-form.ts";
import { parsePaper } from "../../src/print/layout/paper.ts";
import { padText } from "../../src/print/pad/pad-text.ts";
import type { PageTemplates } from "../../src/i18n/template.ts";
import type { Game } from "../../src/rules/game/game.ts";
import type { Result } from "../../src/rules/problem/problem.ts";
import { language } from "./languages.ts";
import { good } from "./results.ts";
import { shippedTemplates } from "./templates.ts";

export { bad, good } from "./results.ts";

const texts = new Map<Game, Map<string, PadText>>();

const require = createRequire(import.meta.url);
const cut = (path: string) => openTypeface(readFileSync(require.resolve(`@expo-google-fonts/${path}`)));

/** The fonts that pads and rules are set in. */
export const FAMILY: WritingFamily = {
  regular: await cut("source-sans-3/400Regular/SourceSans3_400Regular.ttf"),
  bold: await cut("source-sans-3/700Bold/SourceSans3_700Bold.ttf"),
  hand: await cut("gochi-hand/400Regular/GochiHand_400Regular.ttf"),
};

/** The shipped pad templates of a language. */
export function padTemplates(code: string): PageTemplates {
  return shippedTemplates(code, "pad");
}

/** What is on the shipped pad of a game; rendered once for each game and language. */
export function shippedText(game: Game, code: string): PadText {
  const known = texts.get(game) ?? new Map<string, PadText>();
  texts.set(game, known);
  const text = known.get(code) ?? good(padText(game, language(code), padTemplates(code)));
  known.set(code, text);
  return text;
}

const layouts = new Map<Game, Map<string, Result<PadLayout>>>();

/** A sheet laid out, or why it can't be; worked out once for all tests of a process. */
export function laidOut(
  game: Game,
  code: string,
  paper: string,
  players: number,
  marks: PadMarks = USUAL_MARKS,
  columnsAreGames = false,
): Result<PadLayout> {
  const known = layouts.get(game) ?? new Map<string, Result<PadLayout>>();
  layouts.set(game, known);
  const key = JSON.stringify([code, paper, players, marks, columnsAreGames]);
  const size = { paper: good(parsePaper(paper)), players, marks, columnsAreGames };
  const found = known.get(key) ?? layOutPad(game, shippedText(game, code), size, FAMILY);
  known.set(key, found);
  return found;
}
