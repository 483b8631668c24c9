import type { Language } from "../../../i18n/language.ts";
import type { Written } from "../../../scan/inference/sheet-reading.ts";
import { corrected, openQuestions, type PhotoSheet } from "../../../scan/photo-sheet.ts";
import { answersTo, tellQuestion, tellTitle, typedContent } from "../../../scan/report/photo-words.ts";

/** Puts questions to a person. */
export interface Prompter {
  /** Shows something that is no question. */
  tell(words: string): void;
  /** Lets the person pick one of several answers. */
  choose<T>(question: string, choices: readonly { readonly words: string; readonly value: T }[]): Promise<T>;
  /** Lets the person type; `fault` says what is wrong with a text, null if it is fine. */
  type(question: string, fault: (typed: string) => string | null): Promise<string>;
}

/**
 * Asks about every box of a sheet with an open question, one after the other. An answer changes its own box only, but it may change findings,
 * and so open or close further questions. A skipped question is not asked again.
 */
export async function confirmSheet(
  photo: PhotoSheet,
  prompter: Prompter,
  language: Language,
): Promise<PhotoSheet> {
  const open = openQuestions(photo);
  if (open.length === 0) return photo;
  const title = tellTitle(photo, language);
  prompter.tell(language.translate("photo.confirm.sheet", { title, n: open.length }));
  const asked = new Set<number>();
  let confirmed = photo;
  for (;;) {
    const at = openQuestions(confirmed).find((one) => !asked.has(one));
    if (at === undefined) return confirmed;
    asked.add(at);
    const written = await ask(confirmed, at, prompter, language);
    if (written !== null) confirmed = corrected(confirmed, at, written);
  }
}

/** @returns null if the question was skipped */
async function ask(
  photo: PhotoSheet,
  at: number,
  prompter: Prompter,
  language: Language,
): Promise<Written | null> {
  const answer = await prompter.choose<Written | "other" | null>(tellQuestion(at, photo, language), [
    ...answersTo(at, photo, language),
    { words: language.translate("photo.confirm.other"), value: "other" },
    { words: language.translate("photo.confirm.skip"), value: null },
  ]);
  if (answer !== "other") return answer;
  const fault = (typed: string) =>
    typedContent(typed, at, photo) === null ? language.translate("photo.confirm.not-a-value") : null;
  return typedContent(await prompter.type(language.translate("photo.confirm.number"), fault), at, photo);
}
