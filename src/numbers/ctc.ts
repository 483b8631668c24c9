import type { LikelyText } from "./evidence.ts";

/** What may be read at each step: `classes` probabilities a step, step after step; those of a step come to 1. */
export interface Steps {
  readonly count: number;
  readonly classes: number;
  readonly probabilities: Float64Array;
  /** The class that stands for no sign. */
  readonly blank: number;
}

/**
 * A beginning of a text: the probabilities of all paths whose first steps 0 … t spell exactly it, split by whether step t is
 * blank (`inBlank[t]`) or shows its last sign (`inSign[t]`), as in the forward pass of connectionist temporal classification
 * (Graves et al. 2006, section 4.1).
 */
interface Beginning {
  /** The class of the last sign; -1 for the empty beginning. */
  readonly last: number;
  readonly inBlank: Float64Array;
  readonly inSign: Float64Array;
  /** P(the text begins so): no longer text that begins so is more probable than this. */
  readonly bound: number;
  /** By class; made when first asked for. */
  readonly longer: (Beginning | undefined)[];
}

/** The probabilities of texts under the network's steps. Texts are lists of classes. */
export interface TextProbabilities {
  /** Over all texts, the empty one included, it comes to 1. */
  of(text: readonly number[]): number;
  /** The most probable texts that can be grown sign by sign, best first; see {@link Growth}. */
  best(growth: Growth, most: number, least: number): FoundText[];
}

/** Which texts to look for. */
export interface Growth {
  /** Whether `sign` may follow the sign `last` (-1 at the start). */
  mayFollow(last: number, sign: number): boolean;
  /** Whether a text may end in `last` (-1: the empty text). */
  mayEnd(last: number): boolean;
}

interface FoundText {
  readonly text: readonly number[];
  readonly probability: LikelyText["probability"];
}

/** How many beginnings a search looks at before it takes what it has; clear writing needs about ten. */
const LONGEST_SEARCH = 120;

/**
 * Opens the probabilities of all texts under given steps. Beginnings are kept, so texts that begin alike share their work.
 *
 * Sums and products of positive numbers lose nothing but what is smaller than 1e-308, so no logarithms are needed: a text takes
 * one improbable factor for each of its signs only.
 */
export function textProbabilities(steps: Steps): TextProbabilities {
  const root = remade(() => emptyBeginning(steps));
  return {
    of(text) {
      let at = root();
      for (const sign of text) {
        if (at.bound === 0) return 0;
        at = longerBy(at, sign, steps);
      }
      return wholeOf(at);
    },
    best: (growth, most, least) => search(root(), steps, growth, most, least),
  };
}

/** What a maker makes: kept as long as memory is not wanted for something else, and made anew after that. */
function remade<T extends object>(make: () => T): () => T {
  let kept: WeakRef<T> | null = null;
  return () => {
    const known = kept?.deref();
    if (known !== undefined) return known;
    const made = make();
    kept = new WeakRef(made);
    return made;
  };
}

/** Nothing but blanks so far. */
function emptyBeginning({ count, classes, probabilities, blank }: Steps): Beginning {
  const inBlank = new Float64Array(count);
  let product = 1;
  for (let step = 0; step < count; step++) {
    product *= probabilities[step * classes + blank] ?? 0;
    inBlank[step] = product;
  }
  return { last: -1, inBlank, inSign: new Float64Array(count), bound: 1, longer: [] };
}

function longerBy(before: Beginning, sign: number, steps: Steps): Beginning {
  const known = before.longer[sign];
  if (known) return known;
  const grown = grow(before, sign, steps);
  before.longer[sign] = grown;
  return grown;
}

/** The forward pass for one more sign. Two equal signs need a blank between them. */
function grow(before: Beginning, sign: number, { count, classes, probabilities, blank }: Steps): Beginning {
  const inBlank = new Float64Array(count);
  const inSign = new Float64Array(count);
  const twice = before.last === sign;
  let earlierBlank = before.last < 0 ? 1 : 0;
  let earlierSign = 0;
  let nowBlank = 0;
  let nowSign = 0;
  let bound = 0;
  for (let step = 0; step < count; step++) {
    const shown = probabilities[step * classes + sign] ?? 0;
    const none = probabilities[step * classes + blank] ?? 0;
    const entered = (twice ? earlierBlank : earlierBlank + earlierSign) * shown;
    bound += entered;
    nowBlank = (nowBlank + nowSign) * none;
    // nowSign still holds the step before; the blank above took its old value as well.
    nowSign = nowSign * shown + entered;
    inBlank[step] = nowBlank;
    inSign[step] = nowSign;
    earlierBlank = before.inBlank[step] ?? 0;
    earlierSign = before.inSign[step] ?? 0;
  }
  return { last: sign, inBlank, inSign, bound, longer: [] };
}

/** P(the text is this beginning and nothing more). */
function wholeOf({ inBlank, inSign }: Beginning): number {
  const end = inBlank.length - 1;
  return (inBlank[end] ?? 0) + (inSign[end] ?? 0);
}

interface Candidate extends FoundText {
  /** Null once the text is complete; `probability` is then its own, otherwise the bound of all that begin so. */
  readonly open: Beginning | null;
}

/**
 * Prefix search, most promising first. As the bound of a beginning is never below the probability of a text that begins so, a
 * complete text that comes first in the queue is the most probable of those left, so nothing is missed within the limits.
 */
function search(root: Beginning, steps: Steps, growth: Growth, most: number, least: number): FoundText[] {
  const found: FoundText[] = [];
  const queue: Candidate[] = [{ text: [], probability: root.bound, open: root }];
  for (let looked = 0; found.length < most; ) {
    const next = queue.pop();
    if (!next) break;
    if (!next.open) found.push({ text: next.text, probability: next.probability });
    else if (looked++ < LONGEST_SEARCH)
      for (const candidate of after(next, next.open, steps, growth)) enqueue(queue, candidate, least);
  }
  return found;
}

/** What can become of a beginning: to end here, or one more sign. */
function after(from: Candidate, open: Beginning, steps: Steps, growth: Growth): Candidate[] {
  const grown: Candidate[] = [];
  if (growth.mayEnd(open.last)) grown.push({ text: from.text, probability: wholeOf(open), open: null });
  for (let sign = 0; sign < steps.classes; sign++) {
    if (sign === steps.blank || !growth.mayFollow(open.last, sign)) continue;
    // Not kept: of what a search looks at little is asked for again.
    const longer = grow(open, sign, steps);
    grown.push({ text: [...from.text, sign], probability: longer.bound, open: longer });
  }
  return grown;
}

/** Puts a candidate into the queue, the most probable last; what is impossible or below `least` is left out. */
function enqueue(queue: Candidate[], candidate: Candidate, least: number): void {
  if (candidate.probability === 0 || candidate.probability < least) return;
  let at = queue.length;
  while (at > 0 && (queue[at - 1]?.probability ?? 0) > candidate.probability) at--;
  queue.splice(at, 0, candidate);
}
