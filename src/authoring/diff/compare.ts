import type { Column, Game, Note, Option, Section } from "../../rules/game/game.ts";
import { boxesOf, turnsOf } from "../../rules/game/rows.ts";
import { highestPoints, highestTotal, lowestTotal } from "../../rules/sums/totals.ts";
import { type Difference, HEADINGS, headingOf } from "./clauses.ts";
import { compareBoxes, matchedSections, sameId, sameLabel } from "./compare-boxes.ts";
import { compareOthers } from "./compare-others.ts";
import { differing, differingIn, isEqual, matched } from "./match.ts";

/** Two games side by side. */
export interface GameComparison {
  readonly before: Game;
  readonly after: Game;
  /** Every clause in which they differ, in the order of a rule sheet; examples and ids of the games are left out. */
  readonly differences: readonly Difference[];
  readonly outcomes: { readonly before: GameOutcome; readonly after: GameOutcome };
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
  const at = ({ clause }: Difference) => HEADINGS.indexOf(headingOf(clause));
  // By heading alone, so that what is said of one box stays together.
  return differences.toSorted((a, b) => at(a) - at(b));
}

/** What a game comes to: boxes and turns of one player, and the highest and lowest totals of a full sheet. */
export type GameOutcome = Readonly<ReturnType<typeof outcomeOf>>;

function outcomeOf(game: Game) {
  return {
    boxes: boxesOf(game),
    turns: turnsOf(game),
    highest: highestTotal(game),
    lowest: lowestTotal(game),
    /** The most victory points; 0 in a game that has none. */
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

/** Differences in what a game says once: material, turn, start, strikes, ranking. */
function comparePlain(before: Game, after: Game): Difference[] {
  return differingIn(null, before, after, {
    name: ({ name }) => name,
    players: ({ players }) => ({ min: players.min, max: players.max }),
    sheet: ({ players }) => players.sheet,
    scorekeeper: ({ players }) => players.scorekeeper,
    dice: ({ dice }) => ({ dice: dice.dice, scored: dice.scored }),
    colours: ({ dice }) => (dice.colours === null ? null : [...dice.colours]),
    layers: ({ layers }) => (layers.length === 0 ? null : layers),
    hands: ({ hands }) => hands,
    symbols: ({ symbols }) => (symbols.size === 0 ? null : [...symbols]),
    rolls: ({ turn }) => turn.rolls,
    "stop-early": ({ turn }) => turn.stopEarly,
    "set-aside": ({ turn }) => turn.setAside,
    "bank-rolls": ({ turn }) => turn.banksRolls,
    chips: ({ turn }) => turn.chips,
    "served-on": ({ turn }) => turn.servedOn,
    entries: ({ turn }) => turn.entries,
    // A game that says nothing about the start leaves it to the players.
    start: ({ start }) => start ?? { method: "free", dice: 0, tie: null },
    direction: ({ direction }) => direction ?? "in_turn",
    "strike-marks": ({ strike }) => strike.marks,
    "strike-voluntary": ({ strike }) => strike.voluntary,
    "ranking-by": ({ ranking }) => ranking.by,
    "ranking-order": ({ ranking }) => ranking.order,
    "ranking-tie": ({ ranking }) => ranking.tie,
  });
}

/** Differences in bonuses and columns. */
function compareColumns(before: Game, after: Game): Difference[] {
  const bonuses = matched(before.bonuses, after.bonuses, [sameId, sameLabel]);
  // The only columns of two games are the same one, whatever they are called.
  const areAlone = before.columns.length === 1 && after.columns.length === 1;
  const columns = matched(before.columns, after.columns, [sameId, () => areAlone]);
  return [
    ...matchedSections(before, after).flatMap(([old, one]) =>
      differing("bonus", one ?? old, bonusOf(old), bonusOf(one)),
    ),
    ...bonuses.flatMap(([old, one]) => differing("own-bonus", one ?? old, old, one)),
    ...columns.flatMap(([old, one]) => compareColumn(old, one)),
    ...differing("prizes", null, before.prizes, after.prizes),
  ];
}

/** Null where a section has no bonus; how steps are taken together matters from two steps on. */
function bonusOf(section: Section | null): Pick<Section, "tiers" | "tierMode"> | null {
  if (section === null || section.tiers.length === 0) return null;
  const { tiers, tierMode } = section;
  return { tiers, tierMode: tiers.length === 1 ? "highest" : tierMode };
}

function compareColumn(old: Column | null, one: Column | null): Difference[] {
  if (old === null || one === null) return differing("column", one ?? old, old, one);
  return differingIn(one, old, one, {
    "column-label": ({ label }) => label,
    "column-order": ({ order }) => order,
    "column-factor": ({ multiplier }) => multiplier,
    "column-entry": ({ entry }) => entry,
  });
}

/** Differences in further rolls of the top category and in what they are worth. */
function compareRepeats({ repeats: before }: Game, { repeats: after }: Game): Difference[] {
  if (before === null || after === null) return differing("repeats", null, before, after);
  return differingIn(null, before, after, {
    "repeats-of": ({ of }) => of,
    "repeats-bonus": ({ bonus }) => bonus,
    "repeats-gate": ({ gate }) => gate,
    joker: ({ joker }) => joker,
    "repeats-note": ({ noteOn }) => noteOn,
    "repeats-factor": ({ multiplied }) => multiplied,
  });
}

/** Differences in stakes and payout. */
function compareStakes({ settlement: before }: Game, { settlement: after }: Game): Difference[] {
  // Amounts in another currency are other amounts.
  if (before === null || after === null || !isEqual(before.currency, after.currency))
    return differing("settlement", null, before, after);
  return differingIn(null, before, after, {
    stakes: ({ stakes }) => stakes,
    stake: ({ stake }) => stake,
    prize: ({ share, base }) => ({ share, base }),
    rest: ({ rest }) => rest,
    leaver: ({ leaver }) => leaver,
  });
}

/** Differences in the house rules on offer and in those that were chosen. What a choice changes is told where it changes. */
function compareOptions(before: Game, after: Game): Difference[] {
  return matched<Option>(before.options, after.options, [sameId]).flatMap(([old, one]) => {
    if (old === null || one === null) return differing("option", one ?? old, old, one);
    return [
      ...differing("option-label", one, old.label, one.label),
      ...differing("option-choices", one, old.choices, one.choices),
      ...(old.chosen === one.chosen ? [] : differing("option-chosen", one, old, one)),
    ];
  });
}

/**
 * Differences in the variants' own names for sum lines, and in their notes. A line that only one of them names has the
 * language's usual word in the other, which may well be the same.
 */
function compareTexts(before: Game, after: Game): Difference[] {
  const notes = matched<Note>(before.notes, after.notes, [sameId, (a, b) => isEqual(a.text, b.text)]);
  return [
    ...[...after.lineLabels].flatMap(([id, label]) => {
      const old = before.lineLabels.get(id);
      return old === undefined ? [] : differing("line", { id, label: old }, old, label);
    }),
    // Under whatever id.
    ...notes.flatMap(([old, one]) =>
      old?.at === one?.at && isEqual(old?.text, one?.text) ? [] : differing("note", null, old, one),
    ),
  ];
}
