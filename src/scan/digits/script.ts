import { alignment, type StepProbabilities, TextProbabilities } from "./ctc.ts";
import type { LikelyText, Script, TextEvidence } from "./evidence.ts";
import { type Hand, meantShares } from "./hand.ts";

const DIGITS = 10;

/** @param steps what the network says of a picture @param alphabet the symbols of its classes */
export function readScript(steps: StepProbabilities, alphabet: string): Script {
  const classOf = Array.from({ length: DIGITS }, (_, digit) => alphabet.indexOf(String(digit)));
  return {
    digitsOf: (text) => {
      const symbols = encodeText(text, alphabet);
      return alignment(steps, symbols).flatMap((weights, at) => {
        const seen = weighedDigits(steps, classOf, weights);
        const whole = sumValues(seen);
        const digit = classOf.indexOf(symbols[at] ?? -1);
        return digit < 0 || whole === 0 ? [] : [{ digit, shares: divideValues(whole, seen) }];
      });
    },
    inHand: (hand) => textEvidence(stepsInHand(steps, classOf, hand), alphabet),
  };
}

/** What the network saw of the ten digits over all steps. @param weights the share of each step */
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

/** What the network would say if it knew the hand: at each step, the share of all digits together stays. */
function stepsInHand(steps: StepProbabilities, classOf: readonly number[], hand: Hand): StepProbabilities {
  const { count, classes, blank } = steps;
  const probabilities = steps.probabilities.slice();
  const digits = new Float64Array(DIGITS);
  for (let step = 0; step < count; step++) {
    const from = step * classes;
    for (let digit = 0; digit < DIGITS; digit++)
      digits[digit] = probabilities[from + (classOf[digit] ?? -1)] ?? 0;
    const whole = sumValues(digits);
    if (whole === 0) continue;
    const meant = meantShares(divideValues(whole, digits), hand);
    for (let digit = 0; digit < DIGITS; digit++)
      probabilities[from + (classOf[digit] ?? -1)] = whole * (meant[digit] ?? 0);
  }
  // Written out, so that the engine takes it for the same kind of object as the steps of a picture.
  return { count, classes, blank, probabilities };
}

function sumValues(values: Float64Array): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum;
}

function divideValues(whole: number, values: Float64Array): Float64Array {
  const shares = new Float64Array(values.length);
  for (let at = 0; at < values.length; at++) shares[at] = (values[at] ?? 0) / whole;
  return shares;
}

/** The classes of the symbols of a text; -1 for one that the network does not know. */
function encodeText(text: string, alphabet: string): number[] {
  const symbols: number[] = [];
  for (const symbol of text) symbols.push(alphabet.indexOf(symbol));
  return symbols;
}

/** The length of the list of likely texts, and how probable a text on it is at least. */
const MAX_LIKELY = 8;
const MIN_LIKELY = 1e-4;

/** The probabilities of texts. */
export function textEvidence(steps: StepProbabilities, alphabet: string): TextEvidence {
  const texts = new TextProbabilities(steps);
  let found: readonly LikelyText[] | null = null;
  return {
    probability: (text) => computeProbability(text, texts, alphabet),
    // Searched for on first use.
    get likely() {
      found ??= likelyNumbers(texts, alphabet);
      return found;
    },
  };
}

function computeProbability(text: string, texts: TextProbabilities, alphabet: string): number {
  const symbols = encodeText(text, alphabet);
  return symbols.includes(-1) ? 0 : texts.of(symbols);
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
