import { capitalize, formatNumber, joinWords, percentText, quoteName } from "../../../i18n/format.ts";
import { faceWord, rowName } from "../../../i18n/game-words.ts";
import type { Language } from "../../../i18n/language.ts";
import {
  isPatternBox,
  type SampleGame,
  type SampleRepeat,
  sampleGames,
  sampleTurn,
} from "../../../odds/casual-play.ts";
import { handsOf, type Roll } from "../../../rules/dice/dice.ts";
import { scoresOfHand } from "../../../rules/dice/scores.ts";
import { bestScore, type WorkedTurn, workedTurn } from "../../../rules/game/examples.ts";
import type { Category, Game } from "../../../rules/game/game.ts";
import { constraintHolds, findCategory, listCategories, possibleValues } from "../../../rules/game/rows.ts";
import { memoize } from "../../../rules/memoize.ts";
import { applyRule, listSheetLines, nodeId, type SumNode, sumGraph } from "../../../rules/sums/sum-graph.ts";

/**
 * A worked example: a roll, or one of each layer or hand, and its score in each box. Null if no roll shows much.
 * @param look how the kept dice are shown: `bold`, `underlined` or `dark`
 */
export function workedTurnView(game: Game, language: Language, look: string) {
  const turn = workedTurn(game);
  if (turn === null) return null;
  const { rolls, boxes } = turn;
  const formatScores = (scores: readonly number[]) =>
    scores.map((score) => formatNumber(language, score)).join("\u00a0/\u00a0");
  const several = boxes.filter(({ scores }) => scores.some((one) => one.length > 1));
  return {
    rolls: rolls.map((roll, at) => ({
      name: rollName(game, language, at),
      roll: roll.map((face) => faceWord(language, game.symbols, face)),
    })),
    story: storyView(game, language, turn, look),
    // What leaves a choice of boxes: several rolls, which must go into different ones, or the order of columns or of the only column.
    order: chooseOrder(game, rolls.length),
    bound: boundNames(game, language),
    heads:
      rolls.length > 1
        ? rolls.map((_, at) => capitalize(language, rollName(game, language, at)))
        : [language.translate("rules.box.points")],
    // Whether a score also depends on which roll of the turn made it, and whether only served dice score differently.
    severalScores: several.length > 0,
    servedScores: several.length > 0 && several.every(({ category }) => category.score.kind !== "by_roll"),
    // What goes into a box of columns that count several times is what the dice are worth; sums are multiplied at the end.
    boxes: boxes.map(({ category, scores }) => ({
      name: language.text(category.label),
      worth: scores.map(formatScores),
    })),
    droppedDice: rolls.flatMap((roll, at) =>
      droppedPhrase(game, language, roll, rolls.length > 1 ? rollName(game, language, at) : "none"),
    ),
  };
}

/** The rolls before the last one, for the rarest box that the dice make in the end; none where the dice come in several sets. */
function storyView(
  game: Game,
  language: Language,
  { rolls: [last, ...others], boxes }: WorkedTurn,
  look: string,
) {
  if (last === undefined || others.length > 0) return [];
  const made = boxes.filter(({ category }) => isPatternBox(category));
  const stories = made.flatMap(({ category }) => {
    const rolls = sampleTurn(game, category, last);
    return rolls === null ? [] : [{ category, rolls }];
  });
  const [best] = stories.toSorted((a, b) => (a.rolls[0]?.chance ?? 1) - (b.rolls[0]?.chance ?? 1));
  if (best === undefined) return [];
  const box = quoteName(language, language.text(best.category.label));
  const words = (roll: Roll) => roll.map((face) => faceWord(language, game.symbols, face));
  return best.rolls.map(({ roll, kept, chance }, at) => ({
    n: at + 1,
    roll: words(roll),
    kept: words(kept),
    // Figures are followed by a full stop, drawn dice by a wider space.
    stop: look === "bold" ? "." : "\u00a0\u00a0",
    words: language.translate("rules.worked.keep", {
      first: String(at === 0),
      box,
      look,
      share: percentText(language, chance, 0),
    }),
  }));
}

/** How the boxes for the example's rolls are chosen, for the sentence above the table. */
function chooseOrder(game: Game, rolls: number): "layers" | "hands" | "next" | "column" | "part" | "other" {
  if (rolls > 1) return game.layers.length > 0 ? "layers" : "hands";
  const orders = game.columns.map(({ order, after }) => (after === null ? order.kind : "after"));
  const [first] = orders;
  if (orders.length === 1 && (first === "down" || first === "up")) return "next";
  if (orders.every((kind) => kind === "free")) return "other";
  return orders.length > 1 ? "column" : "part";
}

/** The boxes that constraints compare; "none" without any. */
function boundNames(game: Game, language: Language): string {
  const ids = new Set(game.constraints.flatMap(({ left, right }) => [left, right]));
  const names = [...ids].map((id) => quoteName(language, rowName(game, language, id)));
  return names.length === 0 ? "none" : joinWords(language, names, "and");
}

/** Which die of a roll is left out for the box that the game's own example shows; empty where the example shows none. */
function droppedPhrase(game: Game, language: Language, roll: Roll, layer: string): string[] {
  const shown = game.examples.find(
    ({ roll: own, drop, score, category }) =>
      drop !== null &&
      score !== null &&
      own.join() === roll.join() &&
      findCategory(game, category)?.pattern.kind !== "any",
  );
  const category = shown === undefined ? undefined : findCategory(game, shown.category);
  if (shown?.drop == null || category === undefined) return [];
  const args = {
    box: quoteName(language, language.text(category.label)),
    face: faceWord(language, game.symbols, shown.drop),
    several: String(roll.filter((face) => face === shown.drop).length > 1),
    layer,
  };
  return [language.translate("rules.worked.dropped", args)];
}

/** The name of a roll among several: its layer, or the number of its hand. */
function rollName({ layers }: Game, language: Language, at: number): string {
  const layer = layers[at];
  return layer === undefined
    ? language.translate("rules.worked.hand", { n: at + 1 })
    : language.text(layer.label);
}

/** A filled-in sheet with every box and sum, by the ids of columns, categories and lines. */
export interface FinishedSheet {
  /** The score of a box, 0 for a strike, or the value of a line. */
  readonly inColumn: (column: string, row: string) => number;
  /** The value of a line that spans the columns. */
  readonly across: (line: string) => number;
  readonly repeats: readonly SampleRepeat[];
}

/** The number of sample games to choose from, and where a repeat of the best roll should be among them, which is rare. */
const GAMES = 60;
const GAMES_FOR_REPEATS = 800;

/** A sheet of sensible players that obeys all rules and shows a strike, every bonus and, if the game has them, a repeat of the best roll and a joker. */
export const finishedSheet = memoize((game: Game): FinishedSheet => {
  const isRewarding = (game.repeats?.bonus ?? 0) > 0 && game.columns.length === 1;
  const games = sampleGames(game, isRewarding ? GAMES_FOR_REPEATS : GAMES);
  const lucky = isRewarding ? games.filter(({ repeats }) => repeats.some(({ bonus }) => bonus > 0)) : [];
  const played = (lucky.length > 0 ? lucky : games).map((one) => bestArranged(game, one));
  const allowed = (played.length > 0 ? played : [typicalGame(game)]).filter((one) => isAllowed(game, one));
  const [best] = allowed.map((one) => ({ one, odd: oddness(game, one) })).toSorted((a, b) => a.odd - b.odd);
  return addedUp(game, best?.one ?? typicalGame(game));
});

/**
 * The game of players who know the formula of a section: where two of its boxes take the same rolls, as a maximum and a minimum do, their scores
 * are swapped if that makes the total better.
 */
function bestArranged(game: Game, played: SampleGame): SampleGame {
  return game.columns.reduce(
    (best, { id }) => alikeInFormulas(game).reduce((so, pair) => betterSwapped(game, so, id, pair), best),
    played,
  );
}

function betterSwapped(game: Game, played: SampleGame, column: string, [one, other]: BoxPair): SampleGame {
  const scores = played.scores.get(column);
  if (scores === undefined) return played;
  const crossed = new Map([...scores, [one, scores.get(other) ?? 0], [other, scores.get(one) ?? 0]]);
  const swapped = { ...played, scores: new Map([...played.scores, [column, crossed]]) };
  const [before, after] = [played, swapped].map((of) => addedUp(game, of).across("grand.total"));
  return isBetter(game, after ?? 0, before ?? 0) ? swapped : played;
}

function isBetter(game: Game, points: number, other: number): boolean {
  return points !== other && bestScore(game, [points, other]) === points;
}

type BoxPair = readonly [one: string, other: string];

/** Pairs of boxes, by id, in sections with a formula, that score the same rolls alike. */
function alikeInFormulas(game: Game): BoxPair[] {
  const rolls = ({ pattern, score }: Category) => JSON.stringify([pattern, score]);
  return game.sections
    .filter(({ total }) => total !== null)
    .flatMap(({ categories }) =>
      categories.flatMap((one, at) =>
        categories
          .slice(at + 1)
          .filter((other) => rolls(other) === rolls(one))
          .map((other): BoxPair => [one.id, other.id]),
      ),
    );
}

function isAllowed(game: Game, played: SampleGame): boolean {
  return game.columns.every(({ id }) => {
    const scores = played.scores.get(id);
    const at = (category: string) => scores?.get(category) ?? 0;
    const holds = game.constraints.every((one) => constraintHolds(one, at(one.left), at(one.right)));
    const isStruckRightly = listCategories(game).every((one) => possibleValues(one).includes(at(one.id)));
    const isBased = listCategories(game).every(
      ({ id, requires }) => at(id) === 0 || requires.every(({ category }) => at(category) !== 0),
    );
    return holds && isStruckRightly && isBased;
  });
}

/** The distance from an ideal example: one strike in each column, every bonus and extra points earned, formulas that pay. */
function oddness(game: Game, played: SampleGame): number {
  const entries = [...played.scores.values()].flatMap((scores) => [...scores.values()]);
  const struck = entries.filter((n) => n === 0).length;
  const sheet = addedUp(game, played);
  const bonuses = listSheetLines(game).filter(({ kind }) => kind === "bonus");
  const earned = bonuses.filter(({ id }) =>
    game.columns.some((column) => isBetter(game, sheet.inColumn(column.id, id), 0)),
  );
  const formulas = game.sections.filter(({ total }) => total !== null);
  const idle = formulas.flatMap(({ id }) =>
    game.columns.filter((column) => !isBetter(game, sheet.inColumn(column.id, `${id}.sum`), 0)),
  );
  const missing = bonuses.length - earned.length;
  const unlikeStrikes = struck === 0 ? 4 : Math.abs(struck - game.columns.length);
  return unlikeStrikes + 4 * missing + 2 * idle.length + repeatOddness(game, sheet);
}

/** No more repeats than are needed to show extra points, after a best roll that scored, and a joker. */
function repeatOddness({ repeats, columns }: Game, sheet: FinishedSheet): number {
  if (repeats === null) return 0;
  const isTopScored = columns.every(({ id }) => sheet.inColumn(id, repeats.of) !== 0);
  const lacksExtra = repeats.bonus > 0 && !(isTopScored && sheet.repeats.some(({ bonus }) => bonus > 0));
  const lacksJoker = repeats.joker !== null && !sheet.repeats.some(({ isJoker }) => isJoker);
  return 4 * Number(lacksExtra) + 3 * Number(lacksJoker) + Math.max(0, sheet.repeats.length - 1);
}

/** The share of struck boxes, and the quantile of the other scores, from the worst to the best. */
const STRUCK_SHARE = 0.2;
const GOOD = 0.8;

/** For dice that no sample players have: good scores, and the hardest boxes struck. */
function typicalGame(game: Game): SampleGame {
  const hands = handsOf(game.dice);
  const pickBest = (scores: readonly number[]) => (scores.length === 0 ? [] : [bestScore(game, scores)]);
  const categoryScores = (category: Category) =>
    hands
      .flatMap((hand) => pickBest(scoresOfHand(game.dice, category, hand)))
      .sort((a, b) => (isBetter(game, a, b) ? 1 : isBetter(game, b, a) ? -1 : 0));
  const all = listCategories(game).map((category) => ({ category, scores: categoryScores(category) }));
  const byChance = all.map(({ scores }) => scores.length).sort((a, b) => a - b);
  const hard = byChance[Math.floor(STRUCK_SHARE * all.length)] ?? 0;
  const column = new Map(
    all.map(({ category, scores }) => {
      const isStruck = scores.length < hard && category.strike !== "never";
      return [category.id, isStruck ? 0 : (scores[Math.floor(GOOD * scores.length)] ?? 0)] as const;
    }),
  );
  return { scores: new Map(game.columns.map(({ id }) => [id, column])), repeats: [] };
}

function addedUp(game: Game, played: SampleGame): FinishedSheet {
  const { scores, repeats } = played;
  const values = new Map<string, number>();
  const nodeValue = (node: SumNode): number => {
    if (node.kind === "box") return scores.get(node.column ?? "")?.get(node.row) ?? 0;
    if (node.kind === "repeats") return repeats.reduce((sum, { bonus }) => sum + bonus, 0);
    return applyRule(
      node,
      node.inputs.map(({ id }) => values.get(id) ?? 0),
    );
  };
  for (const node of sumGraph(game).nodes) values.set(node.id, nodeValue(node));
  return {
    inColumn: (column, row) => values.get(nodeId({ column, row })) ?? 0,
    across: (line) => values.get(nodeId({ column: null, row: line })) ?? 0,
    repeats,
  };
}
