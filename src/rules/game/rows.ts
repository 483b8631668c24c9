import { legalScores } from "../dice/scores.ts";
import { memoize } from "../memoize.ts";
import type { Bonus, Category, Column, Constraint, Game, Option, PadSum, Section, Text } from "./game.ts";

/** A game as its pads show it now and, if it has former names, as they did before. */
export function listEditions(game: Game): Game[] {
  const { formerNames, lineLabels } = game;
  if (formerNames.size === 0) return [game];
  const former = new Map(formerNames);
  const rename = <T extends { readonly label: Text }>(key: string, part: T): T => {
    const label = { ...part.label, ...former.get(key) };
    former.delete(key);
    return { ...part, label };
  };
  const sections = game.sections.map((section) => {
    const categories = section.categories.map((one) => rename(one.id, one));
    return rename(`sections.${section.id}`, { ...section, categories });
  });
  const columns = game.columns.map((column) => rename(`columns.${column.id}`, column));
  const options = game.options.map((option) => {
    const key = `options.${option.id}`;
    const choices = option.choices.map((choice) => rename(`${key}.${choice.id}`, choice));
    return rename(key, { ...option, choices });
  });
  // All other names are those of lines.
  const lines = [...former].map(([id, label]) => [id, { ...lineLabels.get(id), ...label }] as const);
  return [game, { ...game, sections, columns, options, lineLabels: new Map([...lineLabels, ...lines]) }];
}

/** The sum of these boxes and lines. */
export function toPadSum(of: readonly string[]): PadSum {
  return { id: `sum.${of.join("+")}`, of };
}

/** A game with the sums that its pads print: of each row, if bonuses are for rows. `padSums` is kept if it is given. */
export const withRowSums = memoize((game: Game): Game => {
  const { columns, bonuses, padSums } = game;
  const isByRow = columns.length > 1 && bonuses.some(({ scope, of }) => scope === "row" && of === "total");
  if (padSums !== undefined || !isByRow) return game;
  return { ...game, padSums: listCategories(game).map(({ id }) => toPadSum([id])) };
});

/** The game itself, without the sums that its pads print. */
export function withoutRowSums(game: Game): Game {
  const { padSums, ...plain } = game;
  const own = withRowSums(plain).padSums ?? [];
  return padSums?.every(({ id }, at) => own[at]?.id === id) === true ? plain : game;
}

/** What of a game does not affect play. */
const WORDS = "name label lineLabels formerNames notes examples symbols currency options".split(" ");

/** Everything about a game that affects play, as text. */
export const rulesText = memoize((game: Game): string =>
  JSON.stringify(game, (key, value) =>
    WORDS.includes(key) ? undefined : value instanceof Map ? [...value] : value,
  ),
);

/** The categories of a game from top to bottom: the boxes of one column. */
export function listCategories(game: Pick<Game, "sections">): Category[] {
  return game.sections.flatMap((section) => section.categories);
}

/** A category by its id; undefined if there is none. */
export function findCategory(game: Pick<Game, "sections">, id: string): Category | undefined {
  return listCategories(game).find((category) => category.id === id);
}

/**
 * The house rules that matter under the chosen ones, in the order in which a rule sheet tells of what they change: first the dice and the
 * turn, then boxes from top to bottom, last the end of the game.
 */
export function houseRulesInForce(game: Pick<Game, "options" | "sections" | "constraints">): Option[] {
  const boxes = game.sections.flatMap(({ id: section, categories }) => [
    ...categories.flatMap(({ id }) => [
      `categories.${id}`,
      ...game.constraints.flatMap((one) => (one.left === id ? `constraints.${one.id}` : [])),
    ]),
    `sections.${section}`,
  ]);
  const order = [...PARTS_BEFORE_BOXES, ...boxes, "categories", ...PARTS_AFTER_BOXES];
  const findPlace = (path: string) => {
    const place = order.findIndex((one) => path === one || path.startsWith(`${one}.`));
    return place === -1 ? order.length : place;
  };
  const place = ({ changes }: Option) => Math.min(order.length, ...changes.map(findPlace));
  return game.options.filter(({ isIdle }) => !isIdle).toSorted((a, b) => place(a) - place(b));
}

/** Parts of a game in the order in which a rule sheet tells of them, before and after the boxes. */
const PARTS_BEFORE_BOXES = ["dice", "players", "start", "direction", "turn", "columns"] as const;
const PARTS_AFTER_BOXES = ["strike", "repeats", "bonuses", "notes", "ranking", "settlement"] as const;

/** Boxes that one player fills, over all columns. */
export function countBoxes(game: Game): number {
  return listCategories(game).length * game.columns.length;
}

/** Whether players share a sheet, one column each; in games with several columns, each player has a sheet. */
export function isSheetShared({ columns }: Pick<Game, "columns">): boolean {
  return columns.length === 1;
}

/** Whether a game is for one player only. */
export function isSolo({ players }: Pick<Game, "players">): boolean {
  return players.max === 1;
}

/** The number of turns of one player. */
export function countGameTurns(game: Game): number {
  return Math.ceil(countBoxes(game) / game.turn.entries);
}

/** Whether two values satisfy a constraint: scores, 0 for a strike, null for an empty box. */
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
    default:
      return constraint.comparison satisfies never;
  }
}

/** Every possible value of a box: its scores, and 0 if it may be struck. */
export function possibleValues({ legal, strike }: Pick<Category, "legal" | "strike">): readonly number[] {
  return strike === "never" ? legal : [0, ...legal];
}

/** Whether a score shows that the roll won the game at once; served dice only if they have another score. */
export function isInstantWin(game: Game, category: Category, score: number | null): boolean {
  const { wins, legal, miss } = category;
  if (wins === null || score === null || score === 0 || score === miss || !legal.includes(score))
    return false;
  return wins === "scored" || !legalScores(game.dice, { ...category, served: null }).includes(score);
}

/** The boxes in which a served roll wins the game at once. Odds are about totals alone and ignore that. */
export function listServedWins(game: Pick<Game, "sections">): readonly Category[] {
  return listCategories(game).filter(({ wins }) => wins === "served");
}

/** How many dice of each number give a section's first bonus; null without one, or where a die of the highest could be missing. */
export function goalInDice({ dice }: Pick<Game, "dice">, { categories, tiers }: Section): number | null {
  const faces = categories.flatMap(({ pattern, score }) =>
    pattern.kind === "face" && isNumberRow({ pattern, score }) ? [pattern.face] : [],
  );
  if (faces.length < categories.length || tiers.length === 0) return null;
  const threshold = Math.min(...tiers.map(({ from }) => from));
  const each = faces.reduce((sum, face) => sum + face, 0);
  const goal = Math.ceil(threshold / each);
  return goal * each - threshold < Math.max(...faces) && goal > 0 && goal <= dice.scored ? goal : null;
}

/** Whether a box adds up the dice of one number. */
export function isNumberRow({ pattern, score }: Pick<Category, "pattern" | "score">): boolean {
  return pattern.kind === "face" && pattern.min <= 1 && isHitOnly(score);
}

function isHitOnly(score: Category["score"]): boolean {
  return score.kind === "formula" && score.formula.kind === "name" && score.formula.name === "hit";
}

/** The categories of a column from top to bottom, without scores that its entry rule excludes. */
export function listColumnCategories(game: Game, column: Pick<Column, "entry">): readonly Category[] {
  return categoriesByColumn(game)(column);
}

const categoriesByColumn = memoize((game: Game) =>
  memoize((column: Pick<Column, "entry">): readonly Category[] =>
    listCategories(game).map((category) => {
      const rule = restrictCategory(game, column, category);
      return rule === category ? category : { ...rule, legal: legalScores(game.dice, rule) };
    }),
  ),
);

/** A category without the scores that the column's entry rule excludes. */
function restrictCategory({ turn }: Game, { entry }: Pick<Column, "entry">, category: Category): Category {
  const { score, served, wins } = category;
  const isFirst = entry.kind === "max_roll" && entry.throws === 1;
  const isServed = isFirst || (entry.kind === "single_throw" && turn.servedOn === "any_throw");
  // Every score there is of served dice.
  const quick = isServed && wins === "served" ? { ...category, wins: "scored" as const } : category;
  if (isServed && served !== null) return { ...quick, score: { kind: "formula", formula: served } };
  if (entry.kind !== "max_roll" || score.kind !== "by_roll") return quick;
  return { ...quick, score: { kind: "by_roll", values: score.values.slice(0, entry.throws) } };
}

/** Whether each column has this bonus separately. */
export function isBonusPerColumn({ scope }: Pick<Bonus, "scope">): boolean {
  switch (scope) {
    case "column":
      return true;
    case "row":
    case "sheet":
      return false;
    default:
      return scope satisfies never;
  }
}
