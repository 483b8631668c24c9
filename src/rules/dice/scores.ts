import { elementAt } from "../arrays.ts";
import { LruCache } from "../lru-cache.ts";
import { type Dice, handsInRoll, handsOf, type Roll } from "./dice.ts";
import { evaluate, type Formula, type Score } from "./formula.ts";
import { hitsOf, hitsOfHands, type Pattern, pipsOf } from "./pattern.ts";

/** What the dice must show for a category, and what that is worth. */
export interface ScoringRule {
  readonly pattern: Pattern;
  readonly score: Score;
  /** Worth when all scored dice fell in one throw; null where that makes no difference. */
  readonly served: Formula | null;
}

/** A score together with the dice that earn it. */
export interface Claim {
  readonly hand: Roll;
  readonly hit: Roll;
  readonly score: number;
}

/** Rules of equal dice that were asked for last: options and variants of a game leave most of its categories as they are. */
const known = new LruCache<string, readonly number[]>(1_000);

/** Every score that the rule can earn, ascending, without the 0 of a struck box; empty if no roll makes the pattern. */
export function legalScores(dice: Dice, { pattern, score, served }: ScoringRule): readonly number[] {
  const rule = { pattern, score, served };
  return known.get(scoringKey(dice, rule), () => scoresIn(claimsOfHands(dice, rule)));
}

/** A text for dice and a rule that is the same for all that score alike. */
export function scoringKey({ dice, scored, colours }: Dice, { pattern, score, served }: ScoringRule): string {
  return JSON.stringify([dice, scored, [...(colours ?? [])], pattern, score, served]);
}

/** Every claim that some hand of the dice allows. */
export function claimsOfHands(dice: Dice, rule: ScoringRule): Claim[] {
  const ways = waysToScore(rule).map((way) => ({ way, hits: hitsOfHands(dice)(way.pattern) }));
  return handsOf(dice).flatMap((hand, at) =>
    ways.flatMap(({ way, hits }) => claimsFor(way, hand, elementAt(hits, at))),
  );
}

/** Every score that may be claimed for a roll of all dice, ascending, 0 left out: for each way of leaving out dice and each hit. */
export function scoresOfRoll(dice: Dice, rule: ScoringRule, roll: Roll): number[] {
  return scoresIn(claimsOfRoll(dice, rule, roll));
}

/** The scores of scored dice alone, when it is settled which dice are left out. */
export function scoresOfHand(dice: Dice, rule: ScoringRule, hand: Roll): number[] {
  return scoresIn(claimsOfHand(dice, rule, hand));
}

/** Every claim that a roll allows: the dice that are scored, those that make the pattern, and what they earn. */
export function claimsOfRoll(dice: Dice, rule: ScoringRule, roll: Roll): Claim[] {
  return handsInRoll(dice, roll).flatMap((hand) => claimsOfHand(dice, rule, hand));
}

export function claimsOfHand(dice: Dice, rule: ScoringRule, hand: Roll): Claim[] {
  return waysToScore(rule).flatMap((way) => claimsFor(way, hand, hitsOf(way.pattern, hand, dice)));
}

/** A rule as patterns that are worth something each; one where all that it takes is worth the same. */
export function waysToScore(rule: ScoringRule): readonly ScoringRule[] {
  const { pattern, score } = rule;
  if (score.kind !== "by_pattern") return [rule];
  return score.formulas.map((formula, at) => ({
    ...rule,
    // A joker stands for any of them, whatever it shows.
    pattern: pattern.kind === "one_of" ? elementAt(pattern.of, at) : pattern,
    score: { kind: "formula", formula },
  }));
}

function claimsFor(rule: ScoringRule, hand: Roll, hits: readonly Roll[]): Claim[] {
  return hits.flatMap((hit) => worths(rule, hand, hit).map((score) => ({ hand, hit, score })));
}

/** What a hit is worth: by formula, or one value for each throw it may have been made in; served dice on top. */
function worths(rule: ScoringRule, hand: Roll, hit: Roll): number[] {
  const values = {
    sum: pipsOf(hand),
    hit: pipsOf(hit),
    count: hit.length,
    high: Math.max(...hand),
    low: Math.min(...hand),
  };
  const { score, served } = rule;
  const usual =
    score.kind === "by_roll" ? score.values : formulasOf(score).map((one) => evaluate(one, values));
  return served === null ? [...usual] : [...usual, evaluate(served, values)];
}

function formulasOf(score: Exclude<Score, { kind: "by_roll" }>): readonly Formula[] {
  return score.kind === "formula" ? [score.formula] : score.formulas;
}

function scoresIn(claims: readonly Claim[]): number[] {
  const scores = new Set(claims.map((claim) => claim.score));
  scores.delete(0);
  return [...scores].sort((a, b) => a - b);
}
