import { alignment, type StepProbabilities, TextProbabilities } from "./ctc.ts";
import type { LikelyText, Script, TextEvidence } from "./evidence.ts";
import { meantShares } from "./hand.ts";

const DIGITS = 10;

/** @param steps what the network says of a picture @param alphabet the symbols of its classes */
export function scriptOf(steps: StepProbabilities, alphabet: string): Script {
  const classOf = Array.from({ length: DIGITS }, (_, digit) => alphabet.indexOf(String(digit)));
  const digitsAt = (step: number) =>
    classOf.map((one) => steps.probabilities[step * steps.classes + one] ?? 0);
  return {
    digitsOf: (text) => {
      const symbols = Array.from(text, (symbol) => alphabet.indexOf(symbol));
      return alignment(steps, symbols).flatMap((weights, at) => {
        const seen = new Float64Array(DIGITS);
        for (const [step, weight] of weights.entries())
          for (const [digit, share] of digitsAt(step).entries())
            seen[digit] = (seen[digit] ?? 0) + weight * share;
        const whole = seen.reduce((sum, share) => sum + share, 0);
        const digit = classOf.indexOf(symbols[at] ?? -1);
        return digit < 0 || whole === 0 ? [] : [{ digit, shares: seen.map((share) => share / whole) }];
      });
    },
    inHand: (hand) => {
      const probabilities = steps.probabilities.slice();
      for (let step = 0; step < steps.count; step++) {
        const digits = digitsAt(step);
        const whole = digits.reduce((sum, share) => sum + share, 0);
        if (whole === 0) continue;
        const meant = meantShares(
          digits.map((share) => share / whole),
          hand,
        );
        for (const [digit, one] of classOf.entries())
          probabilities[step * steps.classes + one] = whole * (meant[digit] ?? 0);
      }
      return textsIn({ ...steps, probabilities }, alphabet);
    },
  };
}

/** The length of the list of likely texts, and how probable a text on it is at least. */
const MAX_LIKELY = 8;
const MIN_LIKELY = 1e-4;

/** The probabilities of texts. */
export function textsIn(steps: StepProbabilities, alphabet: string): TextEvidence {
  const texts = new TextProbabilities(steps);
  let found: readonly LikelyText[] | null = null;
  return {
    probability(text) {
      const symbols = Array.from(text, (symbol) => alphabet.indexOf(symbol));
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
