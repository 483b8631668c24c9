import { type Growth, TextProbabilities } from "./ctc.ts";
import type { ModelDescription } from "./description.ts";
import type { BoxKind, Evidence, LikelyText } from "./evidence.ts";

/** How many likely texts are told, and how probable they must be. */
const MAX_LIKELY = 8;
const MIN_LIKELY = 1e-4;

/**
 * What the network's output for one picture says, as probabilities: the softmax of the logits under their temperatures, over the
 * kinds and over the classes at each step.
 *
 * @param logits of one picture, in the order that the description gives
 */
export function evidenceFrom(logits: Float32Array, description: ModelDescription): Evidence {
  const { alphabet, blank, output, temperature } = description;
  const classes = alphabet.length + 1;
  const probabilities = stepProbabilities(logits, classes, output.steps, temperature.text);
  return new Outcome(
    kindProbabilities(logits.subarray(classes * output.steps), description),
    new TextProbabilities({ count: output.steps, classes, blank, probabilities }),
    alphabet,
  );
}

/** Evidence whose texts are spelt with the signs of an alphabet; the likely ones are searched for when first asked for. */
class Outcome implements Evidence {
  readonly kinds: Evidence["kinds"];
  readonly #texts: TextProbabilities;
  readonly #alphabet: string;
  #likely: readonly LikelyText[] | null = null;

  constructor(kinds: Evidence["kinds"], texts: TextProbabilities, alphabet: string) {
    this.kinds = kinds;
    this.#texts = texts;
    this.#alphabet = alphabet;
  }

  probability(text: string): number {
    const signs: number[] = [];
    for (const sign of text) signs.push(this.#alphabet.indexOf(sign));
    return signs.includes(-1) ? 0 : this.#texts.of(signs);
  }

  get likely(): readonly LikelyText[] {
    this.#likely ??= this.#found();
    return this.#likely;
  }

  #found(): LikelyText[] {
    const found: LikelyText[] = [];
    const numbers = new NumberGrowth(this.#alphabet);
    for (const { text, probability } of this.#texts.best(numbers, MAX_LIKELY, MIN_LIKELY)) {
      let spelt = "";
      for (const sign of text) spelt += this.#alphabet.charAt(sign);
      found.push({ text: spelt, probability });
    }
    return found;
  }
}

/** Numbers are digits, perhaps with a minus before them. */
class NumberGrowth implements Growth {
  readonly #minus: number;

  constructor(alphabet: string) {
    this.#minus = alphabet.indexOf("-");
  }

  mayFollow(last: number, sign: number): boolean {
    return sign !== this.#minus || last < 0;
  }

  mayEnd(last: number): boolean {
    return last >= 0 && last !== this.#minus;
  }
}

/** The network gives class by class; what comes is step by step, each step's probabilities together. */
function stepProbabilities(
  logits: Float32Array,
  classes: number,
  steps: number,
  temperature: number,
): Float64Array {
  const probabilities = new Float64Array(classes * steps);
  for (let step = 0; step < steps; step++) {
    const ofStep = probabilities.subarray(step * classes, (step + 1) * classes);
    for (let one = 0; one < classes; one++) ofStep[one] = logits[one * steps + step] ?? 0;
    softmax(ofStep, temperature);
  }
  return probabilities;
}

function kindProbabilities(logits: Float32Array, { kinds, temperature }: ModelDescription) {
  const probabilities = Float64Array.from(logits);
  softmax(probabilities, temperature.kind);
  const of: Record<BoxKind, number> = { empty: 0, number: 0, struck: 0, corrected: 0, scribble: 0 };
  for (const [at, kind] of kinds.entries()) of[kind] = probabilities[at] ?? 0;
  return of;
}

/** Turns logits into probabilities, in place. */
function softmax(values: Float64Array, temperature: number): void {
  let most = Number.NEGATIVE_INFINITY;
  for (let at = 0; at < values.length; at++) most = Math.max(most, values[at] ?? 0);
  let total = 0;
  for (let at = 0; at < values.length; at++) {
    const weight = Math.exp(((values[at] ?? 0) - most) / temperature);
    values[at] = weight;
    total += weight;
  }
  for (let at = 0; at < values.length; at++) values[at] = (values[at] ?? 0) / total;
}
