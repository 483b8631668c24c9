import { sum } from "../../rules/arrays.ts";
import type { Hand, SeenDigit, LikelyText, Script, TextEvidence } from "./evidence.ts";
import { alignment, type StepProbabilities, TextProbabilities } from "./ctc.ts";

const DIGITS = 10;
/** The handwriting that the network learned. */
export const USUAL_HAND: Hand = new Float64Array(DIGITS * DIGITS);

/** The prior standard deviation of the values of a person's handwriting. */
const DEVIATION = 2;
const STEPS = 40;
/** With a start from a similar handwriting. */
const FEW_STEPS = 8;
/** Shares below this count as none. */
const LEAST_SHARE = 1e-6;

/**
 * The most probable handwriting for these digits: a logistic regression on the network's output, regularised towards `usual`.
 *
 * @param usual the prior mean
 * @param near a handwriting learned from nearly the same digits, as a start that saves time
 */
export function learnHand(
  digits: readonly SeenDigit[],
  usual: Hand = USUAL_HAND,
  near: Hand | null = null,
): Hand {
  const hand = (near ?? usual).slice();
  const prior = 1 / DEVIATION ** 2;
  const curvature = Array.from({ length: DIGITS }, (_, k) =>
    digits.reduce((sum, { shares }) => sum + (shares[k] ?? 0) / 4, prior + 1),
  );
  for (let step = near === null ? STEPS : FEW_STEPS; step > 0; step--) {
    const slope = new Float64Array(hand.length);
    for (let at = 0; at < slope.length; at++) slope[at] = ((usual[at] ?? 0) - (hand[at] ?? 0)) * prior;
    for (const { digit, shares } of digits) {
      const meant = meantShares(shares, hand);
      for (let at = 0; at < slope.length; at++) {
        const c = Math.floor(at / DIGITS);
        slope[at] = (slope[at] ?? 0) + (Number(c === digit) - (meant[c] ?? 0)) * (shares[at % DIGITS] ?? 0);
      }
    }
    for (let at = 0; at < hand.length; at++)
      hand[at] = (hand[at] ?? 0) + (slope[at] ?? 0) / (curvature[at % DIGITS] ?? 1);
  }
  return hand;
}

/** The probabilities of the meant digits, given the network's output and the handwriting. @param shares of the ten digits, which add up to 1 */
export function meantShares(shares: ArrayLike<number>, hand: Hand): Float64Array {
  const weights = new Float64Array(DIGITS);
  let whole = 0;
  for (let c = 0; c < DIGITS; c++) {
    let shift = 0;
    for (let k = 0; k < DIGITS; k++) shift += (hand[DIGITS * c + k] ?? 0) * (shares[k] ?? 0);
    const weight = Math.max(shares[c] ?? 0, LEAST_SHARE) * Math.exp(shift);
    weights[c] = weight;
    whole += weight;
  }
  for (let c = 0; c < DIGITS; c++) weights[c] = (weights[c] ?? 0) / whole;
  return weights;
}

/** @param steps the network's output for a picture @param alphabet the symbols of its classes */
export function readScript(steps: StepProbabilities, alphabet: string): Script {
  const classOf = Array.from({ length: DIGITS }, (_, digit) => alphabet.indexOf(String(digit)));
  return {
    digitsOf: (text) => {
      const symbols = encodeText(text, alphabet);
      return alignment(steps, symbols).flatMap((weights, at) => {
        const seen = weighedDigits(steps, classOf, weights);
        const whole = sum(seen);
        const digit = classOf.indexOf(symbols[at] ?? -1);
        return digit < 0 || whole === 0 ? [] : [{ digit, shares: divideValues(whole, seen) }];
      });
    },
    inHand: (hand) => textEvidence(stepsInHand(steps, classOf, hand), alphabet),
  };
}

/** The weighted mean of the network's shares of the ten digits over all steps. @param weights the share of each step */
function weighedDigits(
  { classes, probabilities }: StepProbabilities,
  classOf: readonly number[],
  weights: Float64Array,
): Float64Array {
  const seen = new Float64Array(DIGITS);
  for (let step = 0; step < weights.length; step++)
    for (let digit = 0; digit < DIGITS; digit++)
      seen[digit] =
        (seen[digit] ?? 0) +
        (weights[step] ?? 0) * (probabilities[step * classes + (classOf[digit] ?? -1)] ?? 0);
  return seen;
}

/** The network's output corrected for the handwriting. At each step, the total share of digits is kept. */
function stepsInHand(steps: StepProbabilities, classOf: readonly number[], hand: Hand): StepProbabilities {
  const { count, classes, blank } = steps;
  const probabilities = steps.probabilities.slice();
  const digits = new Float64Array(DIGITS);
  for (let step = 0; step < count; step++) {
    const from = step * classes;
    for (let digit = 0; digit < DIGITS; digit++)
      digits[digit] = probabilities[from + (classOf[digit] ?? -1)] ?? 0;
    const whole = sum(digits);
    if (whole === 0) continue;
    const meant = meantShares(divideValues(whole, digits), hand);
    for (let digit = 0; digit < DIGITS; digit++)
      probabilities[from + (classOf[digit] ?? -1)] = whole * (meant[digit] ?? 0);
  }
  // Written out in the usual order, so that the engine sees one object shape.
  return { count, classes, blank, probabilities };
}

function divideValues(whole: number, values: Float64Array): Float64Array {
  return values.map((value) => value / whole);
}

/** The classes of the symbols of a text; -1 for one that the network does not know. */
function encodeText(text: string, alphabet: string): number[] {
  const symbols: number[] = [];
  for (const symbol of text) symbols.push(alphabet.indexOf(symbol));
  return symbols;
}

/** The most likely texts that are listed, and their least probability. */
const MAX_LIKELY = 8;
const MIN_LIKELY = 1e-4;

export function textEvidence(steps: StepProbabilities, alphabet: string): TextEvidence {
  const texts = new TextProbabilities(steps);
  let found: readonly LikelyText[] | null = null;
  return {
    probability: (text) => {
      const symbols = encodeText(text, alphabet);
      return symbols.includes(-1) ? 0 : texts.of(symbols);
    },
    // Searched for on first use.
    get likely() {
      found ??= likelyNumbers(texts, alphabet);
      return found;
    },
  };
}

/** Numbers are digits, perhaps with a leading minus. */
function likelyNumbers(texts: TextProbabilities, alphabet: string): LikelyText[] {
  const minus = alphabet.indexOf("-");
  const grammar = {
    mayFollow: (last: number, symbol: number) => symbol !== minus || last < 0,
    mayEnd: (last: number) => last >= 0 && last !== minus,
  };
  return texts.best(grammar, MAX_LIKELY, MIN_LIKELY).map(({ text, probability }) => ({
    text: text.map((symbol) => alphabet.charAt(symbol)).join(""),
    probability,
  }));
}
