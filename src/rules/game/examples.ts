import { handsOf, type Roll } from "../dice/dice.ts";
import { matchesByHand, sumPips } from "../dice/pattern.ts";
import {
  type Claim,
  claimsOfHand,
  claimsOfHands,
  claimsOfRoll,
  type ScoringRule,
  scoringKey,
  scoresOfHand,
  scoresOfRoll,
} from "../dice/scores.ts";
import { LruCache, memoize } from "../memoize.ts";
import type { Category, Example, Game } from "./game.ts";
import { listCategories, findCategory, isNumberRow } from "./rows.ts";

/** A roll that illustrates a category. */
export interface ShownExample extends Omit<Claim, "hand"> {
  readonly roll: Roll;
  /** The dropped face; null where all dice are scored or the roll has only scored dice. */
  readonly dropped: number | null;
}

/** The example to print: one from the variant, else a typical hand; null if no dice make the pattern. */
export function chooseExample(game: Game, category: Category): ShownExample | null {
  return chooseAllExamples(game).get(category.id) ?? null;
}

/** Shared by games with equal examples: a photo's code is compared with many combinations of house rules. */
const EXAMPLES = new LruCache<string, ReadonlyMap<string, ShownExample>>(64);

const chooseAllExamples = memoize((game: Game) => EXAMPLES.get(exampleKey(game), () => buildExamples(game)));

/** A cache key: equal for games with the same examples. */
function exampleKey(game: Game): string {
  const rules = listCategories(game).map((category) => {
    const { id, legal } = category;
    return [id, scoringKey(game.dice, category), legal];
  });
  return JSON.stringify([rules, game.constraints, game.examples, game.ranking.order]);
}

/**
 * The examples of all boxes, by category. Prefers rolls that no other box shows, number boxes that use about half of the dice, and for a
 * box that must be lower than another a low roll.
 */
function buildExamples(game: Game): ReadonlyMap<string, ShownExample> {
  const shown = new Map<string, ShownExample>();
  const used = new Set<string>();
  for (const category of listCategories(game)) {
    const given = game.examples.filter((e) => e.category === category.id && e.score !== null);
    const shownAs = (e: Example) => ownExample(game, category, e) ?? [];
    const best = given.filter((e) => isBest(game, category, e)).flatMap(shownAs);
    const own = given.flatMap(shownAs);
    const good = best.filter((example) => isInstructive(game, category, example));
    const all = [...good, ...typicalExamples(game, category), ...own];
    const example = all.find(({ roll }) => !used.has(toDiceKey(roll))) ?? all[0];
    if (example === undefined) continue;
    used.add(toDiceKey(example.roll));
    shown.set(category.id, example);
  }
  return shown;
}

function toDiceKey(roll: Roll): string {
  return roll.toSorted((a, b) => a - b).join();
}

/** The score that a player would choose. */
export function bestScore({ ranking }: Pick<Game, "ranking">, scores: readonly number[]): number {
  return ranking.order === "lowest" ? Math.min(...scores) : Math.max(...scores);
}

/** Whether the roll can't score better in the box, apart from served dice. */
function isBest(game: Game, category: Category, example: Example): boolean {
  const scores = listExampleClaims(game, { ...category, served: null }, example).map(({ score }) => score);
  return example.score === bestScore(game, scores);
}

/** The claims of an example, without the die that it drops. */
function listExampleClaims({ dice }: Game, rule: ScoringRule, { roll, drop }: Example): Claim[] {
  const isWhole = roll.length === dice.dice.length;
  const claims = isWhole ? claimsOfRoll(dice, rule, roll) : claimsOfHand(dice, rule, roll);
  return claims.filter(({ hand }) => drop === null || findDropped(roll, hand) === drop);
}

/** Whether a player would enter the roll in this box. */
function isInstructive(game: Game, category: Category, { roll, hit }: ShownExample): boolean {
  if (category.pattern.kind === "face") return hit.length === wantedHit(game, category, hit.length);
  const side = findComparisonSide(game, category);
  return (
    side === null ||
    (side === "low" ? sumPips(roll) < computeMeanPips(game) : sumPips(roll) > computeMeanPips(game))
  );
}

/** Whether a constraint wants this box to be the lower or the higher of two; null for neither. */
function findComparisonSide(game: Game, { id, pattern }: Category): "low" | "high" | null {
  const constraint = game.constraints.find(({ left, right }) => left === id || right === id);
  if (constraint === undefined || pattern.kind !== "any") return null;
  return constraint.comparison.startsWith("<") === (constraint.left === id) ? "low" : "high";
}

function computeMeanPips({ dice }: Game): number {
  const hands = handsOf(dice);
  return hands.reduce((sum, hand) => sum + sumPips(hand), 0) / hands.length;
}

/** How many dice should make the pattern: half of them in number boxes. */
function wantedHit({ dice }: Game, { pattern }: Category, length: number): number {
  return pattern.kind === "face" ? Math.ceil(dice.scored / 2) : length;
}

function ownExample(game: Game, category: Category, example: Example): ShownExample | null {
  const { roll, score } = example;
  const fitting = listExampleClaims(game, category, example).filter((claim) => claim.score === score);
  const claim = fitting.find(({ isLiteral }) => isLiteral) ?? fitting[0];
  if (claim === undefined) return null;
  const { hand, ...shown } = claim;
  return { roll, dropped: findDropped(roll, hand), ...shown };
}

/** The face of the die that the hand drops from the roll. */
function findDropped(roll: Roll, hand: Roll): number | null {
  const rest = [...roll];
  for (const face of hand) rest.splice(rest.indexOf(face), 1);
  return rest[0] ?? null;
}

/** How many hands to try before showing one twice. */
const TYPICAL_HANDS = 40;

/** The hands that illustrate a category best: few other boxes fit, number boxes use half of the dice, the pips are near the mean. */
function typicalExamples(game: Game, category: Category): ShownExample[] {
  const others = [...earningHands(game)].flatMap(([{ pattern }, hands]) =>
    pattern.kind === "face" ? [] : [hands],
  );
  const claims = bestClaims(game, category);
  const mean = claims.reduce((sum, claim) => sum + sumPips(claim.hand), 0) / Math.max(1, claims.length);
  const side = findComparisonSide(game, category);
  const middle = side === null ? mean : mean * (side === "low" ? 0.6 : 1.4);
  const oddness = (claim: Claim): number => {
    const fitting = others.filter((hands) => hands.has(claim.hand)).length;
    const wanted = wantedHit(game, category, claim.hit.length);
    const offCentre = Math.abs(sumPips(claim.hand) - middle);
    const equal = category.pattern.kind === "any" ? claim.hand.length - new Set(claim.hand).size : 0;
    const strange = claim.isLiteral ? 0 : 1_000;
    return strange + 100 * Math.abs(claim.hit.length - wanted) + 10 * fitting + offCentre / 10 + equal / 10;
  };
  return claims
    .map((claim) => ({ ...claim, odd: oddness(claim) }))
    .sort((a, b) => a.odd - b.odd)
    .slice(0, TYPICAL_HANDS)
    .map(({ hand, hit, score, isLiteral }) => ({ roll: hand, dropped: null, hit, score, isLiteral }));
}

/** The best claims of each hand that makes the pattern; served dice are not typical. */
function bestClaims(game: Game, category: Category): Claim[] {
  const all = claimsOfHands(game.dice, { ...category, served: null });
  const written = all.filter(({ score }) => category.legal.includes(score));
  const claims = written.length > 0 ? written : all;
  const best = new Map<Roll, number>();
  for (const { hand, score } of claims) best.set(hand, bestScore(game, [score, best.get(hand) ?? score]));
  return claims.filter(({ hand, score }) => score === best.get(hand));
}

/** The hands that can be claimed for each category. */
const earningHands = memoize((game: Game) => {
  const listHands = (category: Category) => claimsOfHands(game.dice, category).map(({ hand }) => hand);
  return new Map(listCategories(game).map((category) => [category, new Set(listHands(category))]));
});

/**
 * Which categories are made whenever another one is: six of a kind are also five of a kind, a run of five has a run of four. Number boxes
 * and boxes that take any dice are left out, since everything counts there.
 *
 * @returns for each category that implies others, their ids in print order
 */
export function findImplications(game: Game): ReadonlyMap<string, readonly string[]> {
  const made = new Map(
    listCategories(game)
      .filter(({ pattern: { kind } }) => kind !== "any" && kind !== "face")
      .map((c) => [c.id, matchesByHand(game.dice)(c.pattern).map((ways) => ways.length > 0)]),
  );
  const implied = new Map<string, string[]>();
  for (const [id, mine] of made) {
    const others = [...made]
      .filter(
        ([other, theirs]) =>
          other !== id && !isTied(game, id, other) && mine.every((made, hand) => !made || theirs[hand]),
      )
      .map(([other]) => other);
    if (mine.includes(true) && others.length > 0) implied.set(id, others);
  }
  return implied;
}

/** Whether one of two boxes requires the other, so that each is for a separate roll. */
function isTied(game: Game, ...ids: readonly [string, string]): boolean {
  return ids.some((id) => findCategory(game, id)?.requires.some(({ category }) => ids.includes(category)));
}

/** An example turn: the final dice, and the boxes that they could go into. */
export interface WorkedTurn {
  /** One roll, or one for each layer of double dice or hand that is scored separately. */
  readonly rolls: readonly Roll[];
  readonly boxes: readonly {
    readonly category: Category;
    /** The possible scores of each roll there, ascending; empty if it doesn't score. */
    readonly scores: readonly (readonly number[])[];
  }[];
}

/** The turn that shows the most boxes of a game, from the rolls of its examples; null for a game without any. */
export function workedTurn(game: Game): WorkedTurn | null {
  const sets = Math.max(1, game.layers.length, game.hands);
  const ranked = candidateRolls(game)
    .map((roll) => ({ roll, interest: rateRoll(game, roll) }))
    .sort((a, b) => b.interest - a.interest);
  // The roll that shows most comes last, at the end of its columns.
  const best = ranked.slice(0, sets).map(({ roll }) => roll);
  const shown = best.reverse();
  if (shown.length < sets) return null;
  // Each layer keeps its dice in any order of layers, since notes refer to them.
  const layers = game.layers.map(({ id }) => id);
  const rolls = shown.map((roll, at) => shown[layers.toSorted().indexOf(layers[at] ?? "")] ?? roll);
  const boxes = listCategories(game)
    .filter(({ requires }) => requires.length === 0)
    .map((category) => ({ category, scores: rolls.map((roll) => listPossibleScores(game, category, roll)) }))
    .filter(({ scores }) => scores.some((one) => one.length > 0));
  return { rolls, boxes };
}

/** Rolls of examples, preferably the author's, with at least two faces; whole rolls where dice are dropped. */
function candidateRolls(game: Game): Roll[] {
  const own = game.examples.filter(({ score }) => score !== null).map(({ roll }) => roll);
  const typical = listCategories(game).flatMap((category) => {
    const example = chooseExample(game, category);
    return example === null ? [] : [example.roll];
  });
  const all = own.length > 0 ? own : typical;
  const isWhole = (roll: Roll) => roll.length === game.dice.dice.length;
  const wanted = all.some(isWhole) ? all.filter(isWhole) : all;
  const byDice = new Map(wanted.map((roll) => [toDiceKey(roll), roll]));
  return [...byDice.values()].filter((roll) => new Set(roll).size > 1);
}

/** How instructive a roll is: the patterns that it makes, how often the author used it, and how few faces it shows. */
function rateRoll(game: Game, roll: Roll): number {
  const dice = toDiceKey(roll);
  const used = game.examples.filter((e) => toDiceKey(e.roll) === dice).length;
  const made = listCategories(game).filter((category) => listPossibleScores(game, category, roll).length > 0);
  const patterns = made.filter((category) => category.pattern.kind !== "any" && !isNumberRow(category));
  return 4 * patterns.length + used - new Set(roll).size / 2;
}

/** The possible scores of a roll in a box: only the best if the player decides, all if the number of rolls decides. */
function listPossibleScores(game: Game, category: Category, roll: Roll): readonly number[] {
  const { dice } = game;
  const isWhole = roll.length === dice.dice.length;
  const scores = isWhole ? scoresOfRoll(dice, category, roll) : scoresOfHand(dice, category, roll);
  const isChance = category.score.kind === "by_roll" || category.served !== null;
  return isChance || scores.length === 0 ? scores : [bestScore(game, scores)];
}
