import type { Game, Note, Option } from "../../rules/game/game.ts";
import type { Difference } from "./difference.ts";
import { differing } from "./differing.ts";
import { isEqual, matched } from "./match.ts";

/** Differences in further rolls of the top category and in what they are worth. */
export function compareRepeats({ repeats: before }: Game, { repeats: after }: Game): Difference[] {
  if (before === null || after === null) return differing("repeats", null, before, after);
  return [
    ...differing("repeats-of", null, before.of, after.of),
    ...differing("repeats-bonus", null, before.bonus, after.bonus),
    ...differing("repeats-gate", null, before.gate, after.gate),
    ...differing("joker", null, before.joker, after.joker),
    ...differing("repeats-note", null, before.noteOn, after.noteOn),
    ...differing("repeats-factor", null, before.multiplied, after.multiplied),
  ];
}

/** Differences in stakes and payout. */
export function compareStakes({ settlement: before }: Game, { settlement: after }: Game): Difference[] {
  // Amounts in another currency are other amounts.
  const isOther = before === null || after === null || !isEqual(before.currency, after.currency);
  if (isOther) return differing("settlement", null, before, after);
  return [
    ...differing("stakes", null, before.stakes, after.stakes),
    ...differing("stake", null, before.stake, after.stake),
    ...differing("prize", null, prizeOf(before), prizeOf(after)),
    ...differing("rest", null, before.rest, after.rest),
    ...differing("leaver", null, before.leaver, after.leaver),
  ];
}

function prizeOf({ share, base }: NonNullable<Game["settlement"]>) {
  return { share, base };
}

/** Differences in the house rules on offer and in those that were chosen. What a choice changes is told where it changes. */
export function compareOptions(before: Game, after: Game): Difference[] {
  const pairs = matched<Option>(before.options, after.options, [(a, b) => a.id === b.id]);
  return pairs.flatMap(([old, one]) => {
    const subject = one ?? old;
    if (old === null || one === null) return differing("option", subject, old, one);
    return [
      ...differing("option-label", subject, old.label, one.label),
      ...differing("option-choices", subject, old.choices, one.choices),
      ...(old.chosen === one.chosen ? [] : differing("option-chosen", subject, old, one)),
    ];
  });
}

/**
 * Differences in the variants' own names for sum lines, and in their notes. A line that only one of them names has the
 * language's usual word in the other, which may well be the same.
 */
export function compareTexts(before: Game, after: Game): Difference[] {
  const notes = matched<Note>(before.notes, after.notes, [
    (a, b) => a.id === b.id,
    (a, b) => isEqual(a.text, b.text),
  ]);
  return [
    ...[...after.lineLabels].flatMap(([id, label]) => {
      const old = before.lineLabels.get(id);
      return old === undefined ? [] : differing("line", { id, label: old }, old, label);
    }),
    ...notes.flatMap(([old, one]) => (isSameNote(old, one) ? [] : differing("note", null, old, one))),
  ];
}

/** Under whatever id. */
function isSameNote(a: Note | null, b: Note | null): boolean {
  return a !== null && b !== null && a.at === b.at && isEqual(a.text, b.text);
}
