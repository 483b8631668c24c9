import type { Bonus, Column, Game, Note, Option, Section, Start } from "../../rules/game/game.ts";
import { boxesOf, turnsOf } from "../../rules/game/rows.ts";
import { highestPoints, highestTotal, lowestTotal } from "../../rules/sums/totals.ts";
import { compareBoxes } from "./compare-boxes.ts";
import { compareOthers } from "./compare-others.ts";
import { type Clause, CLAUSES, type Difference, type Facts } from "./difference.ts";
import { differing, isEqual, matched } from "./match.ts";

/** What a game comes to: boxes and turns of one player, and the highest and lowest totals of a full sheet. */
export interface Outcome {
  readonly boxes: number;
  readonly turns: number;
  readonly highest: number;
  readonly lowest: number;
  /** The most victory points; 0 in a game that has none. */
  readonly points: number;
}

/** Two games side by side. */
export interface GameComparison {
  readonly before: Game;
  readonly after: Game;
  /** Every clause in which they differ, in the order of a rule sheet; examples and ids of the games are left out. */
  readonly differences: readonly Difference[];
  readonly outcomes: { readonly before: Outcome; readonly after: Outcome };
}

/** Compares two games clause by clause, each under the house rules that were chosen for it. */
export function compareGames(before: Game, after: Game): GameComparison {
  return {
    before,
    after,
    differences: differencesBetween(before, after),
    outcomes: { before: outcomeOf(before), after: outcomeOf(after) },
  };
}

/** Every clause in which two games differ, in the order of a rule sheet. */
export function differencesBetween(before: Game, after: Game): Difference[] {
  const differences = [
    ...comparePlain(before, after),
    ...compareBoxes(before, after),
    ...compareColumns(before, after),
    ...compareRepeats(before, after),
    ...compareStakes(before, after),
    ...compareOptions(before, after),
    ...compareTexts(before, after),
    ...compareOthers(before, after),
  ];
  const headings = Object.values(CLAUSES);
  // By heading alone, so that what is said of one box stays together.
  return differences.toSorted(
    (a, b) => headings.indexOf(CLAUSES[a.clause]) - headings.indexOf(CLAUSES[b.clause]),
  );
}

function outcomeOf(game: Game): Outcome {
  return {
    boxes: boxesOf(game),
    turns: turnsOf(game),
    highest: highestTotal(game),
    lowest: lowestTotal(game),
    points: highestPoints(game),
  };
}

/** Scores that a box can have in the second game and not in the first, ascending, and the other way round. */
export function changedScores({ clause, before, after }: Difference): { gained: number[]; lost: number[] } {
  if (clause !== "box" && clause !== "box-rule" && clause !== "box-scores") return { gained: [], lost: [] };
  const was = before?.legal ?? [];
  const is = after?.legal ?? [];
  return {
    gained: is.filter((score) => !was.includes(score)),
    lost: was.filter((score) => !is.includes(score)),
  };
}

const ANYBODY: Start = { method: "free", dice: 0, tie: null };

/** What a game says once; null where it says nothing. */
const PLAIN_FACTS = {
  name: ({ name }: Game) => name,
  players: ({ players }: Game) => ({ min: players.min, max: players.max }),
  sheet: ({ players }: Game) => players.sheet,
  scorekeeper: ({ players }: Game) => players.scorekeeper,
  dice: ({ dice }: Game) => ({ dice: dice.dice, scored: dice.scored }),
  colours: ({ dice }: Game) => (dice.colours === null ? null : [...dice.colours]),
  layers: ({ layers }: Game) => (layers.length === 0 ? null : layers),
  hands: ({ hands }: Game) => hands,
  symbols: ({ symbols }: Game) => (symbols.size === 0 ? null : [...symbols]),
  rolls: ({ turn }: Game) => turn.rolls,
  "stop-early": ({ turn }: Game) => turn.stopEarly,
  "set-aside": ({ turn }: Game) => turn.setAside,
  "bank-rolls": ({ turn }: Game) => turn.banksRolls,
  chips: ({ turn }: Game) => turn.chips,
  "served-on": ({ turn }: Game) => turn.servedOn,
  entries: ({ turn }: Game) => turn.entries,
  // A game that says nothing about the start leaves it to the players.
  start: ({ start }: Game) => start ?? ANYBODY,
  direction: ({ direction }: Game) => direction ?? "in_turn",
  "strike-marks": ({ strike }: Game) => strike.marks,
  "strike-voluntary": ({ strike }: Game) => strike.voluntary,
  "ranking-by": ({ ranking }: Game) => ranking.by,
  "ranking-order": ({ ranking }: Game) => ranking.order,
  "ranking-tie": ({ ranking }: Game) => ranking.tie,
} satisfies { readonly [C in Clause]?: (game: Game) => Facts[C] | null };

/** Differences in what a game says once: material, turn, start, strikes, ranking. */
function comparePlain(before: Game, after: Game): Difference[] {
  const clauses = Object.keys(PLAIN_FACTS) as (keyof typeof PLAIN_FACTS)[];
  return clauses.flatMap((clause) =>
    differing(clause, null, PLAIN_FACTS[clause](before), PLAIN_FACTS[clause](after)),
  );
}

/** Differences in bonuses and columns. */
function compareColumns(before: Game, after: Game): Difference[] {
  const sections = matched<Section>(before.sections, after.sections, [
    (a, b) => a.id === b.id,
    (a, b) => isEqual(a.label, b.label),
  ]);
  return [
    ...sections.flatMap(([old, one]) => differing("bonus", one ?? old, bonusOf(old), bonusOf(one))),
    ...bonusPairs(before, after).flatMap(([old, one]) => differing("own-bonus", one ?? old, old, one)),
    ...columnPairs(before, after).flatMap(([old, one]) => compareColumn(old, one)),
    ...differing("prizes", null, before.prizes, after.prizes),
  ];
}

/** Null where a section has no bonus; how steps are taken together matters from two steps on. */
function bonusOf(section: Section | null): Pick<Section, "tiers" | "tierMode"> | null {
  if (section === null || section.tiers.length === 0) return null;
  const { tiers, tierMode } = section;
  return { tiers, tierMode: tiers.length === 1 ? "highest" : tierMode };
}

/** Bonuses that belong to no section. */
function bonusPairs(before: Game, after: Game): [Bonus | null, Bonus | null][] {
  return matched<Bonus>(before.bonuses, after.bonuses, [
    (a, b) => a.id === b.id,
    (a, b) => isEqual(a.label, b.label),
  ]);
}

/** The only columns of two games are the same one, whatever they are called. */
function columnPairs(before: Game, after: Game): [Column | null, Column | null][] {
  const areAlone = before.columns.length === 1 && after.columns.length === 1;
  return matched<Column>(before.columns, after.columns, [(a, b) => a.id === b.id, () => areAlone]);
}

function compareColumn(old: Column | null, one: Column | null): Difference[] {
  const subject = one ?? old;
  if (old === null || one === null) return differing("column", subject, old, one);
  return [
    ...differing("column-label", subject, old.label, one.label),
    ...differing("column-order", subject, old.order, one.order),
    ...differing("column-factor", subject, old.multiplier, one.multiplier),
    ...differing("column-entry", subject, old.entry, one.entry),
  ];
}

/** Differences in further rolls of the top category and in what they are worth. */
function compareRepeats({ repeats: before }: Game, { repeats: after }: Game): Difference[] {
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
function compareStakes({ settlement: before }: Game, { settlement: after }: Game): Difference[] {
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
function compareOptions(before: Game, after: Game): Difference[] {
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
function compareTexts(before: Game, after: Game): Difference[] {
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
