import { handsOf, type Roll } from "../dice/dice.ts";
import { makingsOfHands, sumPips } from "../dice/pattern.ts";
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

/** A roll to show for a category: how it fell, which die was left out, which dice make the pattern, what it earns. */
export interface ShownExample {
  readonly roll: Roll;
  /** The face left out; null where all dice are scored or the roll has only scored dice. */
  readonly dropped: number | null;
  readonly hit: Roll;
  readonly score: number;
  /** Whether no die stands for another face. */
  readonly isLiteral: boolean;
}

/** The example to print: one that the variant gives, else a typical hand; null where no dice make the pattern. */
export function chooseExample(game: Game, category: Category): ShownExample | null {
  return chooseAllExamples(game).get(category.id) ?? null;
}

/** The examples of games asked for last: of many combinations of house rules that a photo's code is compared with, most show the same. */
const EXAMPLES = new LruCache<string, ReadonlyMap<string, ShownExample>>(64);

const chooseAllExamples = memoize((game: Game) => EXAMPLES.get(exampleKey(game), () => chosenExamples(game)));

/** A text that is the same for all games that show the same examples. */
function exampleKey(game: Game): string {
  const rules = listCategories(game).map((category) => {
    const { id, legal } = category;
    return [id, scoringKey(game.dice, category), legal];
  });
  return JSON.stringify([rules, game.constraints, game.examples, game.ranking.order]);
}

/**
 * The examples of all boxes, by category. No roll is shown twice where another would do, number boxes show about half of the dice, and
 * of two boxes of which one has to be lower the lower shows a low roll.
 */
function chosenExamples(game: Game): ReadonlyMap<string, ShownExample> {
  const shown = new Map<string, ShownExample>();
  const used = new Set<string>();
  for (const category of listCategories(game)) {
    const given = game.examples.filter((e) => e.category === category.id && e.score !== null);
    const shownAs = (e: Example) => ownExample(game, category, e) ?? [];
    const best = given.filter((e) => isBest(game, category, e)).flatMap(shownAs);
    const own = given.flatMap(shownAs);
    const good = best.filter((example) => isTelling(game, category, example));
    const all = [...good, ...typical(game, category), ...own];
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

/** Of several scores the one that a player wants. */
export function bestScore({ ranking }: Pick<Game, "ranking">, scores: readonly number[]): number {
  return ranking.order === "lowest" ? Math.min(...scores) : Math.max(...scores);
}

/** Whether its roll earns nothing better in the box, served dice apart; an author may say which die is left out. */
function isBest(game: Game, category: Category, example: Example): boolean {
  const scores = listExampleClaims(game, { ...category, served: null }, example).map(({ score }) => score);
  return example.score === bestScore(game, scores);
}

/** What may be claimed for an example, with the die left out that it names. */
function listExampleClaims({ dice }: Game, rule: ScoringRule, { roll, drop }: Example): Claim[] {
  const isWhole = roll.length === dice.dice.length;
  const claims = isWhole ? claimsOfRoll(dice, rule, roll) : claimsOfHand(dice, rule, roll);
  return claims.filter(({ hand }) => drop === null || leftOut(roll, hand) === drop);
}

/** Whether a player would enter it there. */
function isTelling(game: Game, category: Category, { roll, hit }: ShownExample): boolean {
  if (category.pattern.kind === "face") return hit.length === wantedHit(game, category, hit.length);
  const side = findComparisonSide(game, category);
  return (
    side === null ||
    (side === "low" ? sumPips(roll) < computeMeanPips(game) : sumPips(roll) > computeMeanPips(game))
  );
}

/** Which of two boxes that are compared it is: the one that has to be lower or the other; null for neither. */
function findComparisonSide(game: Game, { id, pattern }: Category): "low" | "high" | null {
  const constraint = game.constraints.find(({ left, right }) => left === id || right === id);
  if (constraint === undefined || pattern.kind !== "any") return null;
  return constraint.comparison.startsWith("<") === (constraint.left === id) ? "low" : "high";
}

/** The pips of an average hand. */
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
  return {
    roll,
    dropped: leftOut(roll, claim.hand),
    hit: claim.hit,
    score: claim.score,
    isLiteral: claim.isLiteral,
  };
}

/** The face of the die that is in the roll but not in the hand. */
function leftOut(roll: Roll, hand: Roll): number | null {
  const rest = [...roll];
  for (const face of hand) rest.splice(rest.indexOf(face), 1);
  return rest[0] ?? null;
}

/** So many hands are tried before one is shown twice. */
const TYPICAL_HANDS = 40;

/** The hands that explain a category best: few others fit them, number rows show half of the dice, their pips are near the middle. */
function typical(game: Game, category: Category): ShownExample[] {
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

/** For each hand that makes the pattern, the claims for the best that it earns there; served dice are no typical ones. */
function bestClaims(game: Game, category: Category): Claim[] {
  const all = claimsOfHands(game.dice, { ...category, served: null });
  const written = all.filter(({ score }) => category.legal.includes(score));
  const claims = written.length > 0 ? written : all;
  const best = new Map<Roll, number>();
  for (const { hand, score } of claims) best.set(hand, bestScore(game, [score, best.get(hand) ?? score]));
  return claims.filter(({ hand, score }) => score === best.get(hand));
}

/** For each category the hands that it can be claimed for. */
const earningHands = memoize(
  (game: Game): ReadonlyMap<Category, ReadonlySet<Roll>> =>
    new Map(
      listCategories(game).map((category) => [
        category,
        new Set(claimsOfHands(game.dice, category).map(({ hand }) => hand)),
      ]),
    ),
);

/**
 * Which categories are also made whenever another one is: six alike also count as five alike, a run of five also holds a run
 * of four. Number rows and boxes that take any dice are left out, for everything counts there.
 *
 * @returns for each category that implies others, the ids of those others in print order
 */
export function findImplications(game: Game): ReadonlyMap<string, readonly string[]> {
  const made = new Map(
    listCategories(game)
      .filter(({ pattern: { kind } }) => kind !== "any" && kind !== "face")
      .map((c) => [c.id, makingsOfHands(game.dice)(c.pattern).map((ways) => ways.length > 0)]),
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

/** Whether one of two boxes waits for the other, as that for a second one of the same: then each is for a roll of its own. */
function isTied(game: Game, ...ids: readonly [string, string]): boolean {
  return ids.some((id) => findCategory(game, id)?.requires.some(({ category }) => ids.includes(category)));
}

/** A turn to learn from: what lies on the table in the end, and the boxes that it could go into. */
export interface WorkedTurn {
  /** The dice as they lie: one roll, or one for each layer of double dice or hand that is scored by itself. */
  readonly rolls: readonly Roll[];
  readonly boxes: readonly {
    readonly category: Category;
    /** What each roll could earn there, ascending; empty where it makes nothing. */
    readonly scores: readonly (readonly number[])[];
  }[];
}

/** The turn that shows most of a game's boxes, from the rolls that its examples show; null for a game without any. */
export function workedTurn(game: Game): WorkedTurn | null {
  const sets = Math.max(1, game.layers.length, game.hands);
  const ranked = candidates(game)
    .map((roll) => ({ roll, interest: rateRoll(game, roll) }))
    .sort((a, b) => b.interest - a.interest);
  // Of several the one that shows most comes last, where its columns end.
  const shown = ranked
    .slice(0, sets)
    .map(({ roll }) => roll)
    .reverse();
  if (shown.length < sets) return null;
  // Each layer shows the same dice, whichever is scored first: notes speak of them.
  const layers = game.layers.map(({ id }) => id);
  const rolls = shown.map((roll, at) => shown[layers.toSorted().indexOf(layers[at] ?? "")] ?? roll);
  const boxes = listCategories(game)
    .filter(({ requires }) => requires.length === 0)
    .map((category) => ({ category, scores: rolls.map((roll) => listPossibleScores(game, category, roll)) }))
    .filter(({ scores }) => scores.some((one) => one.length > 0));
  return { rolls, boxes };
}

/** Rolls of examples, as authors chose them, in which not all dice are equal; whole ones where dice are left out. */
function candidates(game: Game): Roll[] {
  const own = game.examples.filter(({ score }) => score !== null).map(({ roll }) => roll);
  const typical = listCategories(game).flatMap((category) => {
    const example = chooseExample(game, category);
    return example === null ? [] : [example.roll];
  });
  const all = own.length > 0 ? own : typical;
  const isWhole = (roll: Roll) => roll.length === game.dice.dice.length;
  const wanted = all.some(isWhole) ? all.filter(isWhole) : all;
  const byDice = new Map(wanted.map((roll) => [roll.toSorted((a, b) => a - b).join(), roll]));
  return [...byDice.values()].filter((roll) => new Set(roll).size > 1);
}

/** How much a roll teaches: the patterns that it makes, whether its author used it more than once, and how few faces it shows. */
function rateRoll(game: Game, roll: Roll): number {
  const dice = roll.toSorted((a, b) => a - b).join();
  const used = game.examples.filter((e) => e.roll.toSorted((a, b) => a - b).join() === dice).length;
  const made = listCategories(game).filter((category) => listPossibleScores(game, category, roll).length > 0);
  const patterns = made.filter((category) => category.pattern.kind !== "any" && !isNumberRow(category));
  return 4 * patterns.length + used - new Set(roll).size / 2;
}

/** What a roll may earn in a box: the best, where players only choose among their dice; all that throws or served dice decide. */
function listPossibleScores(game: Game, category: Category, roll: Roll): readonly number[] {
  const { dice } = game;
  const isWhole = roll.length === dice.dice.length;
  const scores = isWhole ? scoresOfRoll(dice, category, roll) : scoresOfHand(dice, category, roll);
  const isChance = category.score.kind === "by_roll" || category.served !== null;
  return isChance || scores.length === 0 ? scores : [bestScore(game, scores)];
}
