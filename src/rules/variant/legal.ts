import type { Dice } from "../dice/dice.ts";
import { legalScores, type Rule } from "../dice/scores.ts";

/**
 * The legal scores of rules, each worked out once. The choices of a variant's options mostly leave its categories as they
 * are, and every hand is looked at for every category.
 */
export class Legal {
  private readonly dice = new Map<string, Dice>();
  private readonly known = new Map<string, readonly number[]>();

  /** Every score that the rule can earn with the dice, ascending, 0 left out. */
  of(dice: Dice, rule: Rule): readonly number[] {
    const diceKey = JSON.stringify([dice.dice, dice.scored, [...(dice.colours ?? [])]]);
    const key = `${diceKey} ${JSON.stringify([rule.pattern, rule.score, rule.served])}`;
    const known = this.known.get(key);
    if (known !== undefined) return known;
    // One object for equal dice: the hands of dice are remembered by object.
    const same = this.dice.get(diceKey) ?? dice;
    this.dice.set(diceKey, same);
    const scores = legalScores(same, rule);
    this.known.set(key, scores);
    return scores;
  }
}
