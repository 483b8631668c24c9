import { getElement } from "../arrays.ts";
import { LruCache } from "../memoize.ts";
import { type Dice, diceKey, type Face, handsInRoll, handsOf, type Roll } from "./dice.ts";
import { evaluate, type Formula, type Score } from "./formula.ts";
import { type PatternMatch, findMatches, matchesByHand, type Pattern, sumPips } from "./pattern.ts";

export const STRIKE_RULES = ["allowed", "never", "always"] as const;

/** What the dice must show for a category, and what that is worth. */
export interface ScoringRule {
  readonly pattern: Pattern;
  readonly score: Score;
  /** What served dice (all scored dice in one roll) are worth; null where that makes no difference. */
  readonly served: Formula | null;
  /** The score of a miss, where it replaces a strike; null where such a box is struck. */
  readonly miss: number | null;
  /** When the box may be struck; never if a miss has a score. */
  readonly strike: (typeof STRIKE_RULES)[number];
}

/** A score together with the dice that earn it. */
export interface Claim {
  readonly hand: Roll;
  readonly hit: Roll;
  readonly score: number;
  /** Whether no wild die replaces another face. */
  readonly isLiteral: boolean;
}

/** Shared by games with equal dice and rules: options and variants leave most categories of a game as they are. */
const SCORES = new LruCache<string, readonly number[]>(1_000);

/** Every score that the rule can give, ascending, including that of a miss, excluding the 0 of a strike; empty if no roll scores. */
export function legalScores(
  dice: Dice,
  { pattern, score, served, miss, strike }: ScoringRule,
): readonly number[] {
  const rule = { pattern, score, served, miss, strike };
  return SCORES.get(scoringKey(dice, rule), () => {
    const scores = collectScores(rule, claimsOfHands(dice, rule));
    const isEarned = scores.some((one) => one !== 0);
    if (miss === null) return isEarned ? scores : [];
    return isEarned ? [...new Set([...scores, miss])].sort((a, b) => a - b) : scores;
  });
}

/** A cache key for dice and a rule: equal for rules with equal scores. */
export function scoringKey(dice: Dice, { pattern, score, served, miss, strike }: ScoringRule): string {
  return diceKey(dice) + JSON.stringify([pattern, score, served, miss, isZeroScore({ strike })]);
}

export function claimsOfHands(dice: Dice, rule: ScoringRule): Claim[] {
  const ways = waysToScore(rule).map((way) => ({ way, matches: matchesByHand(dice)(way.pattern) }));
  return handsOf(dice).flatMap((hand, at) =>
    ways.flatMap(({ way, matches }) => listClaims(dice, way, hand, getElement(matches, at))),
  );
}

/** Every score that may be claimed for a roll of all dice, ascending, without the 0 of a strike: for each way to drop dice and each hit. */
export function scoresOfRoll(dice: Dice, rule: ScoringRule, roll: Roll): number[] {
  return collectScores(rule, claimsOfRoll(dice, rule, roll));
}

/** The scores of a hand, after other dice have been dropped. */
export function scoresOfHand(dice: Dice, rule: ScoringRule, hand: Roll): number[] {
  return collectScores(rule, claimsOfHand(dice, rule, hand));
}

/**
 * Every claim that a roll allows: the dice that are scored, those that make the pattern, and what they earn.
 *
 * @param roll a face for each die, in any order
 * @returns none if the roll doesn't make the pattern, or isn't a roll of these dice
 */
export function claimsOfRoll(dice: Dice, rule: ScoringRule, roll: Roll): Claim[] {
  return handsInRoll(dice, roll).flatMap((hand) => claimsOfHand(dice, rule, hand));
}

export function claimsOfHand(dice: Dice, rule: ScoringRule, hand: Roll): Claim[] {
  return waysToScore(rule).flatMap((way) =>
    listClaims(dice, way, hand, findMatches(way.pattern, hand, dice)),
  );
}

/** Splits a rule into one rule for each pattern that has a score of its own. */
export function waysToScore(rule: ScoringRule): readonly ScoringRule[] {
  const { pattern, score } = rule;
  if (score.kind !== "by_pattern") return [rule];
  return score.formulas.map((formula, at) => ({
    ...rule,
    // A joker makes any of them.
    pattern: pattern.kind === "one_of" ? getElement(pattern.of, at) : pattern,
    score: { kind: "formula", formula },
  }));
}

function listClaims(
  { wild }: Dice,
  rule: ScoringRule,
  hand: Roll,
  matches: readonly PatternMatch[],
): Claim[] {
  return matches.flatMap(({ read, hit, isLiteral }) => {
    const rolled = isLiteral ? hit : diceBehind(hand, hit, wild?.faces ?? []);
    return scoresOfHit(rule, read, hit).map((score) => ({ hand, hit: rolled, score, isLiteral }));
  });
}

/** The dice of a hand that make a hit: those that show it, and wild ones for the others. */
function diceBehind(hand: Roll, hit: Roll, wild: readonly Face[]): Roll {
  const left = [...hand];
  const take = (at: number) => (at === -1 ? [] : left.splice(at, 1));
  const shown = hit.map((face) => take(left.indexOf(face)));
  const all = shown.flatMap((found) =>
    found.length > 0 ? found : take(left.findIndex((face) => wild.includes(face))),
  );
  return all.sort((a, b) => a - b);
}

/** The possible scores of a hit: by formula, or one for each roll of the turn; plus the score of served dice. */
function scoresOfHit(rule: ScoringRule, hand: Roll, hit: Roll): number[] {
  const values = {
    sum: sumPips(hand),
    hit: sumPips(hit),
    count: hit.length,
    high: Math.max(...hand),
    low: Math.min(...hand),
  };
  const { score, served } = rule;
  const usual =
    score.kind === "by_roll" ? score.values : listFormulas(score).map((one) => evaluate(one, values));
  return served === null ? [...usual] : [...usual, evaluate(served, values)];
}

function listFormulas(score: Exclude<Score, { kind: "by_roll" }>): readonly Formula[] {
  return score.kind === "formula" ? [score.formula] : score.formulas;
}

/** Whether a rolled 0 is a score; elsewhere it can't be distinguished from a strike. */
function isZeroScore({ strike }: Pick<ScoringRule, "strike">): boolean {
  return strike === "never";
}

function collectScores(rule: ScoringRule, claims: readonly Claim[]): number[] {
  const scores = new Set(claims.map((claim) => claim.score));
  if (!isZeroScore(rule)) scores.delete(0);
  return [...scores].sort((a, b) => a - b);
}
