import type { Category, Constraint, Game } from "./game.ts";

/** The categories of a game from top to bottom: the boxes of one column. */
export function categoriesOf(game: Pick<Game, "sections">): Category[] {
  return game.sections.flatMap((section) => section.categories);
}

/** A category by its id; undefined where the game has none. */
export function categoryOf(game: Pick<Game, "sections">, id: string): Category | undefined {
  return categoriesOf(game).find((category) => category.id === id);
}

/** Boxes that one player fills, over all columns. */
export function boxesOf(game: Game): number {
  return categoriesOf(game).length * game.columns.length;
}

/** Turns of one player: each fills as many boxes as the game has entries per turn. */
export function turnsOf(game: Game): number {
  return Math.ceil(boxesOf(game) / game.turn.entries);
}

/**
 * Whether two values of one column stand in the relation that the constraint asks for.
 *
 * @param left the score in the constraint's left box; 0 if it is struck, null if it is still empty
 * @param right the same for the right box
 */
export function constraintHolds(
  constraint: Pick<Constraint, "comparison" | "between">,
  left: number | null,
  right: number | null,
): boolean {
  if (left === null || right === null) return true;
  if (constraint.between === "scored" && (left === 0 || right === 0)) return true;
  switch (constraint.comparison) {
    case "<":
      return left < right;
    case "<=":
      return left <= right;
    case ">":
      return left > right;
    case ">=":
      return left >= right;
  }
}

/** Whether a box counts the dice of one number and nothing else. */
export function isNumberRow({ pattern, score }: Pick<Category, "pattern" | "score">): boolean {
  return (
    pattern.kind === "face" &&
    pattern.min <= 1 &&
    score.kind === "formula" &&
    score.formula.kind === "name" &&
    score.formula.name === "hit"
  );
}
