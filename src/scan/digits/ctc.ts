import type { LikelyText } from "./evidence.ts";

/** The output of the network: for each time step the probabilities of `classes` symbols, which add up to 1. */
export interface StepProbabilities {
  readonly count: number;
  readonly classes: number;
  readonly probabilities: Float64Array;
  /** The class that stands for no symbol. */
  readonly blank: number;
}

/**
 * The prefix of a text, with the probability of all paths whose first steps 0 … t spell exactly it, split by whether step t is
 * blank (`inBlank[t]`) or shows the last symbol (`inSymbol[t]`): the forward pass of connectionist temporal classification
 * (Graves et al. 2006, section 4.1).
 */
interface Prefix {
  /** The class of the last symbol; -1 for the empty prefix. */
  readonly last: number;
  readonly inBlank: Float64Array;
  readonly inSymbol: Float64Array;
  /** P(the text starts with this prefix), an upper bound for every text that does. */
  readonly bound: number;
  /** Prefixes that are one symbol longer, by class; computed on first use. */
  readonly longer: (Prefix | undefined)[];
}

/** Which texts a search may return. */
export interface Grammar {
  /** Whether `symbol` may follow the symbol `last` (-1 at the start). */
  mayFollow(last: number, symbol: number): boolean;
  /** Whether a text may end in `last` (-1: the empty text). */
  mayEnd(last: number): boolean;
}

type LikelyLabels = Pick<LikelyText, "probability"> & { readonly text: readonly number[] };

/** How many prefixes a search expands before it settles for what it has; clear handwriting needs about ten. */
const MAX_SEARCH = 120;

/**
 * The probabilities of all texts, given the output of the network. A text is a list of classes. Texts with a common prefix share its
 * forward pass, which is cached until the garbage collector needs the memory. Products of these few factors stay far above 1e-308, so no
 * logarithms are needed.
 */
export class TextProbabilities {
  readonly #steps: StepProbabilities;
  #root: WeakRef<Prefix> | null = null;

  constructor(steps: StepProbabilities) {
    this.#steps = steps;
  }

  /** The probability of one text; over all texts, the empty one included, they add up to 1. */
  of(text: readonly number[]): number {
    let prefix = this.#emptyPrefix();
    const last = text.length - 1;
    if (last < 0) return probabilityOf(prefix);
    for (let at = 0; at < last; at++) {
      if (prefix.bound === 0) return 0;
      prefix = prefix.longer[text[at] ?? 0] ??= extend(prefix, text[at] ?? 0, this.#steps);
    }
    return probabilityWith(prefix, text[last] ?? 0, this.#steps);
  }

  /** The `most` most probable texts of a grammar, best first; none with a probability below `least`. */
  best(grammar: Grammar, most: number, least: number): LikelyLabels[] {
    return search(this.#emptyPrefix(), this.#steps, grammar, most, least);
  }

  #emptyPrefix(): Prefix {
    const known = this.#root?.deref();
    if (known !== undefined) return known;
    const { count, classes, probabilities, blank } = this.#steps;
    const inBlank = new Float64Array(count);
    let product = 1;
    for (let step = 0; step < count; step++) {
      product *= probabilities[step * classes + blank] ?? 0;
      inBlank[step] = product;
    }
    const made = { last: -1, inBlank, inSymbol: new Float64Array(count), bound: 1, longer: [] };
    this.#root = new WeakRef(made);
    return made;
  }
}

/** The forward pass for one more symbol. */
function extend(prefix: Prefix, symbol: number, steps: StepProbabilities): Prefix {
  const { count, classes, probabilities, blank } = steps;
  const inBlank = new Float64Array(count);
  const inSymbol = new Float64Array(count);
  let nowBlank = 0;
  let nowSymbol = 0;
  let bound = 0;
  for (let step = 0; step < count; step++) {
    const entered = entering(prefix, symbol, step, steps);
    bound += entered;
    nowBlank = (nowBlank + nowSymbol) * (probabilities[step * classes + blank] ?? 0);
    // nowSymbol still holds the previous step, which the line above needs as well.
    nowSymbol = nowSymbol * (probabilities[step * classes + symbol] ?? 0) + entered;
    inBlank[step] = nowBlank;
    inSymbol[step] = nowSymbol;
  }
  return { last: symbol, inBlank, inSymbol, bound, longer: [] };
}

/** The paths that spell a prefix up to the previous step and show one more symbol at this step. */
function entering(
  prefix: Prefix,
  symbol: number,
  step: number,
  { classes, probabilities }: StepProbabilities,
): number {
  const shown = probabilities[step * classes + symbol] ?? 0;
  if (step === 0) return prefix.last < 0 ? shown : 0;
  const inBlank = prefix.inBlank[step - 1] ?? 0;
  // Two equal symbols need a blank between them.
  if (prefix.last === symbol) return inBlank * shown;
  return (inBlank + (prefix.inSymbol[step - 1] ?? 0)) * shown;
}

/** The `bound` that {@link extend} gives. */
function boundWith(prefix: Prefix, symbol: number, steps: StepProbabilities): number {
  let bound = 0;
  for (let step = 0; step < steps.count; step++) bound += entering(prefix, symbol, step, steps);
  return bound;
}

/** P(the text is this prefix and one more symbol): the end of the forward pass, without storing it. */
function probabilityWith(prefix: Prefix, symbol: number, steps: StepProbabilities): number {
  const { count, classes, probabilities, blank } = steps;
  let nowBlank = 0;
  let nowSymbol = 0;
  for (let step = 0; step < count; step++) {
    nowBlank = (nowBlank + nowSymbol) * (probabilities[step * classes + blank] ?? 0);
    nowSymbol =
      nowSymbol * (probabilities[step * classes + symbol] ?? 0) + entering(prefix, symbol, step, steps);
  }
  return nowBlank + nowSymbol;
}

/** P(the text is exactly this prefix). */
function probabilityOf({ inBlank, inSymbol }: Prefix): number {
  return (inBlank.at(-1) ?? 0) + (inSymbol.at(-1) ?? 0);
}

interface Candidate extends LikelyLabels {
  /**
   * While the text may still grow: its prefix without the last symbol, and `probability` is the bound of all texts that start with
   * `text`. Null once the text is complete, and `probability` is its own.
   */
  readonly open: Prefix | null;
}

/**
 * Best-first prefix search. No text is more probable than the bound of its prefix, so a complete text that comes first in the queue is
 * the most probable of those left.
 */
function search(
  root: Prefix,
  steps: StepProbabilities,
  grammar: Grammar,
  most: number,
  least: number,
): LikelyLabels[] {
  const found: LikelyLabels[] = [];
  const queue: Candidate[] = [];
  expand(queue, [], root, steps, grammar, least);
  for (let looked = 1; found.length < most; ) {
    const next = queue.pop();
    if (!next) break;
    const { text, probability, open } = next;
    if (!open) found.push({ text, probability });
    else if (looked++ < MAX_SEARCH)
      // Not cached: few of the prefixes that a search visits are needed again.
      expand(queue, text, extend(open, text.at(-1) ?? 0, steps), steps, grammar, least);
  }
  return found;
}

/** Adds to the queue how a prefix may go on: it ends here, or one more symbol follows. */
function expand(
  queue: Candidate[],
  text: readonly number[],
  open: Prefix,
  steps: StepProbabilities,
  grammar: Grammar,
  least: number,
): void {
  const whole = grammar.mayEnd(open.last) ? probabilityOf(open) : 0;
  if (isWanted(whole, least)) enqueue(queue, { text, probability: whole, open: null });
  for (let symbol = 0; symbol < steps.classes; symbol++) {
    if (symbol === steps.blank || !grammar.mayFollow(open.last, symbol)) continue;
    const probability = boundWith(open, symbol, steps);
    if (isWanted(probability, least)) enqueue(queue, { text: [...text, symbol], probability, open });
  }
}

function isWanted(probability: number, least: number): boolean {
  return probability > 0 && probability >= least;
}

/** Adds a candidate to the queue, which is sorted with the most probable last. */
function enqueue(queue: Candidate[], candidate: Candidate): void {
  const before = queue.findLastIndex(({ probability }) => probability <= candidate.probability);
  queue.splice(before + 1, 0, candidate);
}
