import type { Bonus, Category, Column, Constraint, Example, Game, Note, Section } from "../game/game.ts";
import type { Draft, LegalScores } from "./draft.ts";
import { exampleHolds } from "./examples.ts";
import { type Choices, type OptionPart, optionsInForce } from "./options.ts";
import { type Parts, usable } from "./part-reader.ts";

/**
 * Makes the game out of a draft that has been found without problems.
 *
 * @returns null if a part that every game needs is missing, which the checks do not let happen
 */
export function build(
  draft: Draft,
  options: Parts<OptionPart>,
  choices: Choices,
  legal: LegalScores,
): Game | null {
  const { id, name, dice, layers, hands, turn, strike, ranking, settlement } = draft;
  if (id === null || name === null || dice === null || turn === null || strike === null || ranking === null) {
    return null;
  }
  return {
    id,
    name,
    dice,
    layers,
    hands,
    symbols: new Map(usable(draft.symbols).map(([face, symbol]) => [Number(face), symbol])),
    turn: { ...turn, entries: Math.max(1, layers.length) * hands },
    start: draft.start,
    direction: draft.direction,
    players: draft.players ?? { min: 1, max: null, sheet: "shared", scorekeeper: false },
    sections: sectionsOf(draft, legal),
    columns: named(draft.columns) satisfies Column[],
    constraints: constraintsOf(draft),
    bonuses: named(draft.bonuses) satisfies Bonus[],
    repeats: draft.repeats,
    strike,
    ranking,
    settlement: settlement?.kind === "pot" ? settlement.pot : null,
    prizes: settlement?.kind === "columns" ? settlement.prizes : null,
    lineLabels: new Map(usable(draft.lines)),
    options: optionsInForce(options, choices),
    examples: draft.examples.flatMap((example) => (example === null ? [] : exampleOf(example, draft))),
    notes: named(draft.notes) satisfies Note[],
  };
}

function named<T>(parts: Parts<T>): (T & { readonly id: string })[] {
  return usable(parts).map(([id, part]) => ({ id, ...part }));
}

function sectionsOf(draft: Draft, legal: LegalScores): Section[] {
  return usable(draft.sections).map(([id, { rows, ...section }]) => ({
    id,
    ...section,
    categories: rows.flatMap((row) => categoryOf(draft, row, legal) ?? []),
  }));
}

function categoryOf(draft: Draft, id: string, legal: LegalScores): Category | null {
  const part = draft.categories.get(id) ?? null;
  if (part === null || draft.dice === null) return null;
  return { id, ...part, legal: legal.of(draft.dice, part) };
}

function constraintsOf(draft: Draft): Constraint[] {
  return usable(draft.constraints).map(([id, { left, comparison, right, between }]) => ({
    id,
    left,
    comparison,
    right,
    between,
  }));
}

function exampleOf(example: NonNullable<Draft["examples"][number]>, draft: Draft): Example[] {
  if (!exampleHolds(example, draft)) return [];
  return [{ category: example.row, roll: example.faces, drop: example.drop, score: example.score }];
}
