import { plainNumber } from "../../i18n/format.ts";
import type { Language } from "../../i18n/language.ts";
import type { WeighedFinding } from "../inference/judge.ts";
import type { Written } from "../inference/sheet-reading.ts";
import { openQuestions, type PhotoSheet } from "../sheet/photo-sheet.ts";
import { findingsToTell, boxReadings, writtenWords } from "./photo-words.ts";

/** How a box is marked: `asked` if there is an open question, or a suspicion. */
export type MarkKind = "right" | "wrong" | "asked";

export interface BoxMark {
  /** The box's index in the reading. */
  readonly at: number;
  readonly kind: MarkKind;
  /** What would be right or what it may say; empty if there is nothing to add. */
  readonly note: string;
}

/** The marks of all boxes that are filled, that a finding is about, or that have an open question. */
export function boxMarks(photo: PhotoSheet, language: Language): BoxMark[] {
  const { mistakes, suspects } = findingsToTell(photo);
  const asked = new Set(openQuestions(photo));
  const wrong = collectBoxNotes(mistakes, photo);
  const suspected = collectBoxNotes(suspects, photo);
  return photo.reading.boxes.flatMap(({ written }, at): BoxMark[] => {
    const mark = (kind: MarkKind, note = "") => [{ at, kind, note }];
    if (asked.has(at)) {
      const words = (one: Written) => (one.kind === "strike" ? "/" : writtenWords(one, language));
      return mark("asked", boxReadings(at, photo).map(words).join(" · "));
    }
    if (wrong.has(at)) return mark("wrong", wrong.get(at));
    if (suspected.has(at)) return mark("asked", suspected.get(at));
    return written.kind === "empty" ? [] : mark("right");
  });
}

/** The boxes that findings are about, each with what would be right there. */
function collectBoxNotes(
  findings: readonly WeighedFinding[],
  { reading, names }: PhotoSheet,
): Map<number, string> {
  const notes = new Map<number, string>();
  for (const { finding } of findings) {
    const { player, column, category, line, facts, expected } = finding;
    const findBoxIndex = (row: unknown) =>
      reading.boxes.findIndex(
        (box) =>
          row === (box.category ?? box.line) && column === box.column && player === names[box.player - 1],
      );
    const [own, other] = [findBoxIndex(category ?? line), findBoxIndex(facts.other)];
    if (!notes.has(other)) notes.set(other, "");
    notes.set(own, [expected ?? []].flat().map(plainNumber).join(" · "));
  }
  notes.delete(-1);
  return notes;
}

/** The findings to report that are about no box, such as one about a player's turns. */
export function findingsWithoutBox(photo: PhotoSheet) {
  const { mistakes, suspects } = findingsToTell(photo);
  const unseen = (some: readonly WeighedFinding[]) =>
    some.filter((one) => collectBoxNotes([one], photo).size === 0).map(({ finding }) => finding);
  return { mistakes: unseen(mistakes), suspects: unseen(suspects) };
}
