import { legalScores } from "../dice/scores.ts";
import type { Category, Column, Game, Turn } from "./game.ts";
import { categoriesOf } from "./rows.ts";

/** What a column takes depends on the game alone, and every check of a sheet asks for it. */
const known = new WeakMap<Game, Map<string, readonly Category[]>>();

/**
 * The categories of a game as they are in one column, from top to bottom: how a result must have come about there can leave
 * fewer scores than the dice can earn elsewhere. A category to which that makes no difference is the game's own.
 */
export function categoriesIn(game: Game, column: Pick<Column, "id" | "entry">): readonly Category[] {
  const ofGame = known.get(game) ?? new Map<string, readonly Category[]>();
  known.set(game, ofGame);
  const before = ofGame.get(column.id);
  if (before !== undefined) return before;
  const categories = categoriesOf(game).map((category) => asEntered(game, column, category));
  ofGame.set(column.id, categories);
  return categories;
}

function asEntered({ dice, turn }: Game, column: Pick<Column, "entry">, category: Category): Category {
  const rule = ruleIn(turn, column, category);
  return rule === category ? category : { ...rule, legal: legalScores(dice, rule) };
}

/** The category's rule without the scores that can't come about as the column asks. */
function ruleIn(
  turn: Pick<Turn, "servedOn">,
  { entry }: Pick<Column, "entry">,
  category: Category,
): Category {
  const { score, served } = category;
  if (entry.kind === "max_roll" && score.kind === "by_roll" && entry.throws < score.values.length)
    return { ...category, score: { kind: "by_roll", values: score.values.slice(0, entry.throws) } };
  const isFirst = entry.kind === "max_roll" && entry.throws === 1;
  const isServed = isFirst || (entry.kind === "single_throw" && turn.servedOn === "any_throw");
  return isServed && served !== null
    ? { ...category, score: { kind: "formula", formula: served } }
    : category;
}
