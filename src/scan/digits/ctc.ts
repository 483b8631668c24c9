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
const MAX_SEARCH = 120;

/**
 * The probabilities of all texts under given steps. Texts are lists of classes. Beginnings are kept as long as memory is not
 * wanted for something else, so texts that begin alike share their work.
 *
 * Sums and products of positive numbers lose nothing but what is smaller than 1e-308, so no logarithms are needed: a text takes
 * one improbable factor for each of its signs only.
 */
export class TextProbabilities {
  readonly #steps: Steps;
  #root: WeakRef<Beginning> | null = null;

  constructor(steps: Steps) {
    this.#steps = steps;
  }

  /** Over all texts, the empty one included, it comes to 1. */
  of(text: readonly number[]): number {
    let before = this.#beginning();
    const last = text.length - 1;
    if (last < 0) return wholeOf(before);
    for (let at = 0; at < last; at++) {
      if (before.bound === 0) return 0;
      before = longerBy(before, text[at] ?? 0, this.#steps);
    }
    return wholeWith(before, text[last] ?? 0, this.#steps);
  }

  /** The most probable texts that can be grown sign by sign, best first; see {@link Growth}. */
  best(growth: Growth, most: number, least: number): FoundText[] {
    return search(this.#beginning(), this.#steps, growth, most, least);
  }

  /** The empty beginning, with the longer ones that were worked out already. */
  #beginning(): Beginning {
    const known = this.#root?.deref();
    if (known !== undefined) return known;
    const made = emptyBeginning(this.#steps);
    this.#root = new WeakRef(made);
    return made;
  }
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

/** The forward pass for one more sign. */
function grow(before: Beginning, sign: number, steps: Steps): Beginning {
  const { count, classes, probabilities, blank } = steps;
  const inBlank = new Float64Array(count);
  const inSign = new Float64Array(count);
  let nowBlank = 0;
  let nowSign = 0;
  let bound = 0;
  for (let step = 0; step < count; step++) {
    const entered = entering(before, sign, step, steps);
    bound += entered;
    nowBlank = (nowBlank + nowSign) * (probabilities[step * classes + blank] ?? 0);
    // nowSign still holds the step before; the blank above took its old value as well.
    nowSign = nowSign * (probabilities[step * classes + sign] ?? 0) + entered;
    inBlank[step] = nowBlank;
    inSign[step] = nowSign;
  }
  return { last: sign, inBlank, inSign, bound, longer: [] };
}

/** The paths that spell a beginning up to the step before, and show one more sign at this one. */
function entering(before: Beginning, sign: number, step: number, { classes, probabilities }: Steps): number {
  const shown = probabilities[step * classes + sign] ?? 0;
  if (step === 0) return before.last < 0 ? shown : 0;
  const earlierBlank = before.inBlank[step - 1] ?? 0;
  // Two equal signs need a blank between them.
  if (before.last === sign) return earlierBlank * shown;
  return (earlierBlank + (before.inSign[step - 1] ?? 0)) * shown;
}

/** The bound of what {@link grow} makes of a beginning. */
function boundWith(before: Beginning, sign: number, steps: Steps): number {
  let bound = 0;
  for (let step = 0; step < steps.count; step++) bound += entering(before, sign, step, steps);
  return bound;
}

/** P(the text is this beginning with one more sign): the end of the forward pass, of which nothing is kept. */
function wholeWith(before: Beginning, sign: number, steps: Steps): number {
  const { count, classes, probabilities, blank } = steps;
  let nowBlank = 0;
  let nowSign = 0;
  for (let step = 0; step < count; step++) {
    nowBlank = (nowBlank + nowSign) * (probabilities[step * classes + blank] ?? 0);
    nowSign = nowSign * (probabilities[step * classes + sign] ?? 0) + entering(before, sign, step, steps);
  }
  return nowBlank + nowSign;
}

/** P(the text is this beginning and nothing more). */
function wholeOf({ inBlank, inSign }: Beginning): number {
  const end = inBlank.length - 1;
  return (inBlank[end] ?? 0) + (inSign[end] ?? 0);
}

interface Candidate extends FoundText {
  /**
   * What all but the last sign make, as far as it may still grow; `probability` is then the bound of all texts that begin with
   * `text`. Null once the text is complete; `probability` is then its own.
   */
  readonly open: Beginning | null;
}

/**
 * Prefix search, most promising first. As the bound of a beginning is never below the probability of a text that begins so, a
 * complete text that comes first in the queue is the most probable of those left, so nothing is missed within the limits.
 */
function search(root: Beginning, steps: Steps, growth: Growth, most: number, least: number): FoundText[] {
  const found: FoundText[] = [];
  const queue: Candidate[] = [];
  lookAhead(queue, [], root, steps, growth, least);
  for (let looked = 1; found.length < most; ) {
    const next = queue.pop();
    if (!next) break;
    const { text, probability, open } = next;
    if (!open) found.push({ text, probability });
    else if (looked++ < MAX_SEARCH)
      // Not kept: of what a search looks at little is asked for again.
      lookAhead(queue, text, grow(open, text.at(-1) ?? 0, steps), steps, growth, least);
  }
  return found;
}

/** Puts into the queue what can become of a beginning: to end here, or one more sign. */
function lookAhead(
  queue: Candidate[],
  text: readonly number[],
  open: Beginning,
  steps: Steps,
  growth: Growth,
  least: number,
): void {
  const whole = growth.mayEnd(open.last) ? wholeOf(open) : 0;
  if (isWanted(whole, least)) enqueue(queue, { text, probability: whole, open: null });
  for (let sign = 0; sign < steps.classes; sign++) {
    if (sign === steps.blank || !growth.mayFollow(open.last, sign)) continue;
    const probability = boundWith(open, sign, steps);
    if (isWanted(probability, least)) enqueue(queue, { text: [...text, sign], probability, open });
  }
}

/** Whether a text is neither impossible nor below `least`. */
function isWanted(probability: number, least: number): boolean {
  return probability > 0 && probability >= least;
}

/** Puts a candidate into the queue, the most probable last. */
function enqueue(queue: Candidate[], candidate: Candidate): void {
  let at = queue.length;
  while (at > 0 && (queue[at - 1]?.probability ?? 0) > candidate.probability) at--;
  queue.splice(at, 0, candidate);
}
