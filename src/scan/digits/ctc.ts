/** The output of the network: for each time step the probabilities of `classes` symbols, which add up to 1. */
export interface StepProbabilities {
  readonly count: number;
  readonly classes: number;
  readonly probabilities: Float64Array;
  /** The class of no symbol. */
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
  readonly inBlank: readonly number[];
  readonly inSymbol: readonly number[];
  /** P(the text starts with this prefix), an upper bound for every text that does. */
  readonly bound: number;
  /** P(the text is exactly this prefix). */
  readonly probability: number;
  /** Prefixes that are one symbol longer, by class; computed on first use. */
  readonly longer: (Prefix | undefined)[];
}

/** The texts that a search may return. */
export interface Grammar {
  /** Whether `symbol` may follow the symbol `last` (-1 at the start). */
  mayFollow(last: number, symbol: number): boolean;
  /** Whether a text may end in `last` (-1: the empty text). */
  mayEnd(last: number): boolean;
}

/** A text as a list of classes; while it may still grow, `probability` is the bound of all texts that start with it. */
interface Candidate {
  readonly text: readonly number[];
  readonly probability: number;
  /** Computes its prefix, once the candidate comes first; null once the text is complete. */
  readonly open: (() => Prefix) | null;
}

/** The greatest number of prefixes that a search expands; clear handwriting needs about ten. */
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
    const end = text.length - 1;
    for (let at = 0; at < end && prefix.bound > 0; at++) {
      const symbol = text[at] as number;
      const longer = prefix.longer[symbol] ?? extendPrefix(prefix, symbol, this.#steps);
      prefix.longer[symbol] = longer;
      prefix = longer;
    }
    if (end < 0 || prefix.bound === 0) return prefix.probability;
    const last = text[end] as number;
    const known = prefix.longer[last];
    if (known !== undefined) return known.probability;
    // Complete texts are not cached, because there are many, and few are prefixes of others.
    passForward(prefix, last, this.#steps);
    return pass.probability;
  }

  /**
   * The `most` most probable texts of a grammar, best first; none with a probability below `least`.
   *
   * No text is more probable than the bound of its prefix, so a complete text that comes first in the queue of a best-first prefix search
   * is the most probable of those left.
   */
  best(grammar: Grammar, most: number, least: number): Candidate[] {
    const found: Candidate[] = [];
    /** Sorted, with the most probable last. */
    const queue: Candidate[] = [{ text: [], probability: 1, open: () => this.#emptyPrefix() }];
    const isTooRare = (probability: number) => probability === 0 || probability < least;
    const enqueue = (candidate: Candidate) => {
      const before = queue.findLastIndex(({ probability }) => probability <= candidate.probability);
      queue.splice(before + 1, 0, candidate);
    };
    for (let looked = 0; found.length < most; ) {
      const next = queue.pop();
      if (next === undefined) break;
      if (next.open === null) found.push(next);
      else if (looked++ < MAX_SEARCH) {
        const { text } = next;
        const prefix = next.open();
        const { last, probability } = prefix;
        if (grammar.mayEnd(last) && !isTooRare(probability)) enqueue({ text, probability, open: null });
        for (let symbol = 0; symbol < this.#steps.classes; symbol++) {
          if (symbol === this.#steps.blank || !grammar.mayFollow(last, symbol)) continue;
          passForward(prefix, symbol, this.#steps);
          if (isTooRare(pass.bound)) continue;
          // Not cached: few of the prefixes that a search visits are needed again.
          const open = () => extendPrefix(prefix, symbol, this.#steps);
          enqueue({ text: [...text, symbol], probability: pass.bound, open });
        }
      }
    }
    return found;
  }

  #emptyPrefix(): Prefix {
    const known = this.#root?.deref();
    if (known !== undefined) return known;
    const { count, classes, probabilities, blank } = this.#steps;
    const inBlank: number[] = [];
    let product = 1;
    for (let step = 0; step < count; step++) {
      product *= probabilities[step * classes + blank] ?? 0;
      inBlank.push(product);
    }
    const inSymbol = inBlank.map(() => 0);
    const made = { last: -1, inBlank, inSymbol, bound: 1, probability: product, longer: [] };
    this.#root = new WeakRef(made);
    return made;
  }
}

function extendPrefix(prefix: Prefix, symbol: number, steps: StepProbabilities): Prefix {
  passForward(prefix, symbol, steps);
  const { inBlank, inSymbol, bound, probability } = pass;
  const { count } = steps;
  return {
    ...{ last: symbol, bound, probability, longer: [] },
    inBlank: inBlank.slice(0, count),
    inSymbol: inSymbol.slice(0, count),
  };
}

/** The result of the last forward pass; reused, because usually only one number is needed. */
const pass = { inBlank: [0.5], inSymbol: [0.5], bound: 0, probability: 0 };

function passForward(prefix: Prefix, symbol: number, steps: StepProbabilities): void {
  const { count, classes, probabilities, blank } = steps;
  const { inBlank, inSymbol } = pass;
  let [nowBlank, nowSymbol, bound] = [0, 0, 0];
  for (let step = 0; step < count; step++) {
    const shown = probabilities[step * classes + symbol] ?? 0;
    const blankBefore = step === 0 ? Number(prefix.last < 0) : (prefix.inBlank[step - 1] ?? 0);
    // Two equal symbols need a blank between them.
    const symbolBefore = step === 0 || prefix.last === symbol ? 0 : (prefix.inSymbol[step - 1] ?? 0);
    const entered = (blankBefore + symbolBefore) * shown;
    bound += entered;
    nowBlank = (nowBlank + nowSymbol) * (probabilities[step * classes + blank] ?? 0);
    // nowSymbol still holds the previous step, which the line above needs as well.
    nowSymbol = nowSymbol * shown + entered;
    inBlank[step] = nowBlank;
    inSymbol[step] = nowSymbol;
  }
  pass.bound = bound;
  pass.probability = nowBlank + nowSymbol;
}

/**
 * Aligns the symbols of a text with the steps: for each symbol its share of each step, over all paths that spell the text (forward-backward
 * algorithm). All shares are 0 if no path spells it.
 */
export function alignment(steps: StepProbabilities, text: readonly number[]): Float64Array[] {
  const { count, classes, probabilities, blank } = steps;
  // Between all symbols, and before and after them, a path may show the blank.
  const states = text.flatMap((symbol) => [blank, symbol]).concat(blank);
  const getStateProbability = (step: number, state: number) =>
    probabilities[step * classes + (states[state] ?? blank)] ?? 0;
  const mayLeap = (state: number) => states[state] !== blank && states[state] !== states[state - 2];
  const table = () => Array.from({ length: count }, () => new Float64Array(states.length));
  const [forward, backward] = [table(), table()];
  const at = (rows: readonly Float64Array[], step: number, state: number) => rows[step]?.[state] ?? 0;
  for (let step = 0; step < count; step++) {
    for (let state = 0; state < states.length; state++) {
      const before =
        step === 0
          ? Number(state < 2)
          : at(forward, step - 1, state) +
            at(forward, step - 1, state - 1) +
            (mayLeap(state) ? at(forward, step - 1, state - 2) : 0);
      (forward[step] as Float64Array)[state] = before * getStateProbability(step, state);
    }
  }
  for (let step = count - 1; step >= 0; step--) {
    for (let state = 0; state < states.length; state++) {
      const next = (to: number) => at(backward, step + 1, to) * getStateProbability(step + 1, to);
      const after =
        step === count - 1
          ? Number(state > states.length - 3)
          : next(state) + next(state + 1) + (mayLeap(state + 2) ? next(state + 2) : 0);
      (backward[step] as Float64Array)[state] = after;
    }
  }
  const whole = at(forward, count - 1, states.length - 1) + at(forward, count - 1, states.length - 2);
  return text.map((_, place) =>
    Float64Array.from({ length: count }, (_, step) => {
      const state = 2 * place + 1;
      return whole === 0 ? 0 : (at(forward, step, state) * at(backward, step, state)) / whole;
    }),
  );
}
