import { readInk, strikeMarks } from "../../../check/read/ink.ts";
import type { Written } from "../../../scan/inference/sheet-reading.ts";
import {
  percentWords,
  readingsOf,
  tellQuestion,
  tellTitle,
  writtenWords,
} from "../../../scan/report/photo-words.ts";
import { corrected, openQuestions, type PhotoSheet } from "../../../scan/photo-sheet.ts";
import type { Language } from "../../../i18n/language.ts";

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
  for (let at = firstOf(confirmed, asked); at !== null; at = firstOf(confirmed, asked)) {
    asked.add(at);
    const written = await ask(confirmed, at, prompter, language);
    if (written !== null) confirmed = corrected(confirmed, at, written);
  }
  return confirmed;
}

function firstOf(photo: PhotoSheet, asked: ReadonlySet<number>): number | null {
  return openQuestions(photo).find((at) => !asked.has(at)) ?? null;
}

/** @returns null if the question was skipped */
async function ask(
  photo: PhotoSheet,
  at: number,
  prompter: Prompter,
  language: Language,
): Promise<Written | null> {
  const box = photo.reading.boxes[at];
  if (box === undefined) return null;
  const known = [{ written: box.written, probability: box.confidence }, ...box.alternatives];
  const choices = readingsOf(at, photo).map((written) => {
    const value = writtenWords(written, language);
    const same = known.find((one) => writtenWords(one.written, language) === value);
    if (same === undefined) return { words: value, value: written };
    const percent = percentWords(same.probability, language);
    return { words: language.translate("photo.confirm.choice", { value, percent }), value: written };
  });
  const answer = await prompter.choose<Written | "other" | null>(tellQuestion(at, photo, language), [
    ...choices,
    { words: language.translate("photo.confirm.other"), value: "other" },
    { words: language.translate("photo.confirm.skip"), value: null },
  ]);
  if (answer !== "other") return answer;
  const marks = strikeMarks(photo.game.strike.marks);
  const read = (typed: string): Written | null => {
    const ink = readInk({ kind: "scalar", value: typed, source: typed, from: 0, to: typed.length }, marks);
    if ("code" in ink) return null;
    if (ink.kind !== "strike") return ink;
    // Sums are never struck.
    return box.line === null ? { kind: "strike" } : null;
  };
  const fault = (typed: string) =>
    read(typed) === null ? language.translate("photo.confirm.not-a-value") : null;
  return read(await prompter.type(language.translate("photo.confirm.number"), fault));
}
