import { mean } from "../../rules/arrays.ts";
/** Kinds of boxes by their content. A scribble is ink of no other kind; a corrected box holds a crossed-out number and a new one. */
export const BOX_KINDS = ["empty", "number", "struck", "corrected", "scribble"] as const;
export type BoxKind = (typeof BOX_KINDS)[number];

export interface LikelyText {
  /** Digits, perhaps with a leading `-`. */
  readonly text: string;
  readonly probability: number;
}

/** A written digit with the network's output for it. */
export interface SeenDigit {
  readonly digit: number;
  /** The network's share of each of the ten digits; they add up to 1. */
  readonly shares: ArrayLike<number>;
}

/**
 * A person's handwriting, relative to the digits that the network learned. The value at `10 × c + k` is the log ratio by which a digit that
 * looks like k is more likely than usual to be a c: if someone writes every 9 like an S, the value for c = 9 and k = 5 is high.
 */
export type Hand = Float64Array;

/** The texts that a picture may show. */
export interface TextEvidence {
  /** The probability of digits, perhaps after a `-`, given a number (in a corrected box: the new one). Over all texts it adds up to 1. */
  probability(text: string): number;
  /** The most probable texts, given the same, best first. */
  readonly likely: readonly LikelyText[];
}

/** The network's output for a number, so that it can be weighed again for the writer's handwriting. */
export interface Script {
  /** The network's output for each digit of the text. */
  digitsOf(text: string): SeenDigit[];
  /** The evidence for this handwriting. */
  inHand(hand: Hand): TextEvidence;
}

/** The evidence of one box's picture about its content, without the rules of a game. */
export interface Evidence extends TextEvidence {
  /** The probability of each kind; they add up to 1. */
  readonly kinds: Readonly<Record<BoxKind, number>>;
  /** The network's output behind the texts; null if there is none, or there are several. */
  readonly script: Script | null;
}

/** The evidence of a picture that certainly shows no ink and needn't be read. */
export const NO_INK: Evidence = {
  kinds: { empty: 1, number: 0, struck: 0, corrected: 0, scribble: 0 },
  probability: () => 0,
  likely: [],
  script: null,
};

/** The mean over several views of a picture of the probabilities of the kinds of box. @param views at least one */
export function meanKinds(views: readonly Evidence[]): Evidence["kinds"] {
  const kinds = BOX_KINDS.map((kind) => [kind, mean(views.map((view) => view.kinds[kind]))] as const);
  return Object.fromEntries(kinds) as Evidence["kinds"];
}

/**
 * Combines the text probabilities of several views of one picture: the mean of their square roots, squared. A view that is off the mark is
 * outvoted, and where views disagree the outcome is unsure, so it is far more rarely sure of a wrong text than a single view. The mean of
 * the probabilities is too unsure: a single view that can't distinguish two texts outweighs many that can.
 *
 * @param views at least one
 */
export function meanTexts(views: readonly Evidence[]): TextEvidence & Pick<Evidence, "script"> {
  const scripts = views.flatMap(({ script }) => script ?? []);
  return { ...meanText(views), script: scripts.length === views.length ? meanScript(scripts) : null };
}

function meanText(views: readonly TextEvidence[]): TextEvidence {
  const texts = new Set(views.flatMap(({ likely }) => likely.map(({ text }) => text)));
  const weights = new Map([...texts].map((text) => [text, computeTextWeight(views, text)]));
  // Where views disagree, the weights of all texts add up to less than 1.
  const whole = [...weights.values()].reduce((sum, one) => sum + one, 0);
  const share = (one: number) => (whole === 0 ? 0 : Math.min(1, one / whole));
  const probability = (text: string) => share(weights.get(text) ?? computeTextWeight(views, text));
  const likely = [...weights].map(([text, one]) => ({ text, probability: share(one) }));
  return { probability, likely: likely.sort((a, b) => b.probability - a.probability) };
}

/** The square of the mean of the square roots of a text's probabilities. */
function computeTextWeight(views: readonly TextEvidence[], text: string): number {
  return mean(views.map((view) => Math.sqrt(view.probability(text)))) ** 2;
}

function meanScript(scripts: readonly Script[]): Script {
  return {
    digitsOf: (text) => {
      const views = scripts.map((script) => script.digitsOf(text));
      const [first = []] = views.filter(({ length }) => length > 0);
      return first.map(({ digit, shares }, at) => {
        const seen = views.map((view) => view[at]?.shares ?? shares);
        return { digit, shares: Array.from(shares, (_, k) => mean(seen.map((one) => one[k] ?? 0))) };
      });
    },
    inHand: (hand) => meanText(scripts.map((script) => script.inHand(hand))),
  };
}
