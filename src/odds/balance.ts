import { lastIndexWhere } from "../rules/arrays.ts";
import type { Odds } from "./odds.ts";

/** A possible flaw of a game. */
export type BalanceRemark =
  /** A box that holds a zero in more than half of the games. */
  | { readonly kind: "often-zero"; readonly column: string; readonly category: string; readonly zero: number }
  /** A box whose mean is below a fifth of the mean of a turn, though its best score is above that mean. */
  | { readonly kind: "too-little"; readonly column: string; readonly category: string; readonly mean: number }
  | {
      readonly kind: "rarely-reached" | "nearly-sure";
      readonly section: string;
      readonly column: string | null;
      readonly from: number;
      readonly probability: number;
    };

const OFTEN_ZERO = 0.5;
const TOO_LITTLE = 0.2;
const RARELY = 0.05;
const NEARLY_SURE = 0.95;

/**
 * Possible flaws of a game under optimal play: boxes that are nearly always struck or bring too little, bonus tiers that almost nobody or
 * almost everybody reaches.
 *
 * @param most the highest score of a category
 */
export function balanceRemarks(
  { mean, boxes, tiers }: Odds,
  most: (category: string) => number,
): BalanceRemark[] {
  const perBox = mean / boxes.length;
  const ofBoxes = boxes.flatMap(({ column, category, zero, mean }): BalanceRemark[] => {
    if (zero > OFTEN_ZERO) return [{ kind: "often-zero", column, category, zero }];
    const isLittle = mean < TOO_LITTLE * perBox && most(category) >= perBox;
    return isLittle ? [{ kind: "too-little", column, category, mean }] : [];
  });
  const ofTiers = tiers.flatMap(({ section, column, from, probability }): BalanceRemark[] => {
    if (probability < RARELY) return [{ kind: "rarely-reached", section, column, from, probability }];
    return probability > NEARLY_SURE ? [{ kind: "nearly-sure", section, column, from, probability }] : [];
  });
  return [...ofBoxes, ...ofTiers];
}

/** The threshold reached in a share of games nearest to `share`, by bisection. @param reached the share for a threshold, a falling function */
export function nearestThreshold(
  share: number,
  low: number,
  high: number,
  reached: (from: number) => number,
): number {
  const first = low + 1;
  const last = first + lastIndexWhere(high - first, (at) => reached(first + at) > share);
  return last >= first && reached(last) - share < share - reached(last + 1) ? last : last + 1;
}
