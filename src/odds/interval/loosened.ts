import type { Game } from "../../rules/game/game.ts";

/** Throws beyond those that a turn has of itself, bought with chips or saved in turns before. */
export interface ExtraThrows {
  /** From this throw of a turn on, each counts as one. */
  readonly from: number;
  /** How many throws one turn can have at most. */
  readonly most: number;
  /** How many can be made beyond `from` in a whole game: with saved throws also those that turns have of themselves. */
  readonly supply: number;
  readonly kind: "chips" | "saved";
}

/** A game with some of its rules left out, so that whoever plays by the rules could play it in the same way, for the same total. */
export interface Loosened {
  readonly game: Game;
  /** What was left out, by the keys of the rules. */
  readonly without: readonly LeftOut[];
  readonly extraThrows: ExtraThrows | null;
  /** How many boxes a turn fills, each with a set of dice that is held apart in the loosened game. */
  readonly entries: number;
}

export type LeftOut = "constraints" | "announced" | "layers" | "chips" | "saved" | "requires";

/** Leaves out what can't be solved: every entry that was allowed still is. Chips and saved throws are to be paid for instead. */
export function loosened(game: Game): Loosened {
  const { constraints, columns, layers, turn } = game;
  const without: LeftOut[] = [];
  if (constraints.length > 0) without.push("constraints");
  if (columns.some(({ entry }) => entry.kind === "announced")) without.push("announced");
  if (game.sections.some(({ categories }) => categories.some(({ requires }) => requires.length > 0)))
    without.push("requires");
  if (layers.length > 0) without.push("layers");
  if (turn.chips !== null) without.push("chips");
  if (turn.banksRolls) without.push("saved");
  return {
    game: {
      ...game,
      constraints: [],
      columns: columns.map((column) =>
        column.entry.kind === "announced" ? { ...column, entry: { kind: "any" } } : column,
      ),
      sections: game.sections.map((section) => ({
        ...section,
        categories: section.categories.map((category) => ({ ...category, requires: [] })),
      })),
      layers: [],
      turn: { ...turn, chips: null, banksRolls: false, entries: layers.length > 0 ? 1 : turn.entries },
      strike: { ...game.strike, voluntary: true },
    },
    without,
    extraThrows: extraThrowsOf(game),
    entries: Math.max(1, layers.length),
  };
}

function extraThrowsOf({ turn, sections, columns }: Game): ExtraThrows | null {
  const { rolls, chips, banksRolls } = turn;
  if (chips !== null) {
    const most = rolls + Math.min(chips.count, chips.perTurn ?? chips.count);
    return { from: rolls + 1, most, supply: chips.count, kind: "chips" };
  }
  if (!banksRolls) return null;
  const boxes = sections.reduce((sum, { categories }) => sum + categories.length, 0) * columns.length;
  const turns = Math.ceil(boxes / turn.entries);
  // The first throw of each turn has to be made.
  return { from: 2, most: turns * (rolls - 1) + 1, supply: turns * (rolls - 1), kind: "saved" };
}
