import { type Growth, textProbabilities } from "./ctc.ts";
import type { ModelDescription } from "./description.ts";
import type { BoxKind, Evidence, LikelyText } from "./evidence.ts";

/** How many likely texts are told, and how probable they must be. */
const MOST_LIKELY = 8;
const LEAST_LIKELY = 1e-4;

/**
 * What the network's output for one picture says, as probabilities: the softmax of the logits under their temperatures, over the
 * kinds and over the classes at each step.
 *
 * @param logits of one picture, in the order that the description gives
 */
export function evidenceFrom(logits: Float32Array, description: ModelDescription): Evidence {
  const { alphabet, blank, output, temperature } = description;
  const classes = alphabet.length + 1;
  const texts = textProbabilities({
    count: output.steps,
    classes,
    blank,
    probabilities: stepProbabilities(logits, classes, output.steps, temperature.text),
  });
  let likely: LikelyText[] | null = null;
  return {
    kinds: kindProbabilities(logits.subarray(classes * output.steps), description),
    probability(text) {
      const signs = [...text].map((sign) => alphabet.indexOf(sign));
      return signs.includes(-1) ? 0 : texts.of(signs);
    },
    get likely() {
      likely ??= texts
        .best(numberGrowth(alphabet), MOST_LIKELY, LEAST_LIKELY)
        .map(({ text, probability }) => ({
          text: text.map((sign) => alphabet.charAt(sign)).join(""),
          probability,
        }));
      return likely;
    },
  };
}

/** Numbers are digits, perhaps with a minus before them. */
function numberGrowth(alphabet: string): Growth {
  const minus = alphabet.indexOf("-");
  return {
    mayFollow: (last, sign) => sign !== minus || last < 0,
    mayEnd: (last) => last >= 0 && last !== minus,
  };
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
  kinds.forEach((kind, at) => {
    of[kind] = probabilities[at] ?? 0;
  });
  return of;
}

/** Turns logits into probabilities, in place. */
function softmax(values: Float64Array, temperature: number): void {
  const most = values.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
  let total = 0;
  for (let at = 0; at < values.length; at++) {
    const weight = Math.exp(((values[at] ?? 0) - most) / temperature);
    values[at] = weight;
    total += weight;
  }
  for (let at = 0; at < values.length; at++) values[at] = (values[at] ?? 0) / total;
}
