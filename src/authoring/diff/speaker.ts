import type { Game, Text } from "../../rules/game/game.ts";
import { categoryOf } from "../../rules/game/rows.ts";
import type { Language } from "../../i18n/language.ts";
import type { Clause, Facts } from "./difference.ts";

/** Who tells what a game says: the game that it is said in, and the language. */
export interface Speaker {
  readonly game: Game;
  readonly language: Language;
}

/** How the clauses of some headings are told: each fact in a few words. */
export type FactWords<C extends Clause> = {
  readonly [K in C]: (fact: Facts[K], speaker: Speaker) => string;
};

/** A word of the word list for one of a few values: `diff.value.tie.shared`. */
export function wordFor({ language }: Speaker, kind: string, value: string): string {
  return language.say(`diff.value.${kind}.${value}`);
}

/** A word of the word list for what is so or not so: `diff.value.allowed.if-not`. */
export function wordIf({ language }: Speaker, kind: string, isSo: boolean): string {
  return language.say(`diff.value.${kind}.${isSo ? "if-so" : "if-not"}`);
}

/** Facts beside each other. */
export function together(facts: readonly (string | null)[], between = "; "): string {
  return facts.filter((fact) => fact !== null && fact !== "").join(between);
}

/** The name of a box in quotation marks. */
export function quotedBox({ game, language }: Speaker, id: string): string {
  const box = categoryOf(game, id);
  return language.say("diff.quoted", { name: box === undefined ? id : language.text(box.label) });
}

/** A variant's own words. */
export function ownWords(text: Text, { language }: Speaker): string {
  return language.text(text);
}
