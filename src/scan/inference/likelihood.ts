import { memoize } from "../../rules/memoize.ts";
import type { BoxKind, Evidence } from "../digits/evidence.ts";
import { PRIORS, READER_ERRORS } from "./priors.ts";
import type { SeenBox, Written } from "./sheet-reading.ts";

/** How well the picture of one box fits each possible content: P(picture | written) / P(picture); 1 is neutral. */
export interface Likelihood {
  readonly empty: number;
  /** A strike mark. */
  readonly strike: number;
  number(value: number): number;
  /** Numbers that the picture looks like, or the one that a person confirmed. */
  readonly candidates: readonly number[];
}

/**
 * How often each kind of box and each text occurred in training: the prior that is part of the reader's output. `trained` in
 * models/numbers.json says the same.
 */
export const TRAINED = {
  kinds: { empty: 0.08, number: 0.68, struck: 0.09, corrected: 0.1, scribble: 0.05 } satisfies Record<
    BoxKind,
    number
  >,
  /** Of numbers: with one to four digits. */
  lengths: [0.22, 0.42, 0.28, 0.08],
  /** Of numbers with several digits: the first is a 1 or a 0; the other digits share the rest. */
  leadingOne: 0.2,
  leadingZero: 0.01,
  /** Of numbers: with a minus. */
  minus: 0.03,
} as const;
/** Longer numbers did not occur in training and are assumed to be rare. */
const UNTRAINED_LENGTH = 0.001;

/** The reader wasn't trained on larger numbers, so they are considered only where the rules allow them or a sum gives them. */
const LARGEST = 9_999;

/** The likelihood from a box's picture; from its visible part if it is partly hidden, and neutral if it can't be seen. */
export function boxLikelihood(box: Pick<SeenBox, "evidence" | "partialEvidence">): Likelihood {
  const { evidence, partialEvidence = null } = box;
  if (evidence !== null) return pictureLikelihood(evidence);
  return partialEvidence === null ? UNSEEN : partialLikelihood(partialEvidence);
}

const UNSEEN: Likelihood = { empty: 1, strike: 1, number: () => 1, candidates: [] };

/** The likelihood of a box whose content a person confirmed: that content is certain. */
export function certainLikelihood(written: Written): Likelihood {
  const said = written.kind === "score" ? written.value : null;
  if (written.kind === "unknown" || (said !== null && Math.abs(said) > LARGEST)) return UNSEEN;
  return {
    empty: written.kind === "empty" ? 1 : 0,
    strike: written.kind === "strike" ? 1 : 0,
    number: (value) => (value === said ? 1 : 0),
    candidates: said === null ? [] : [said],
  };
}

/** Numbers are weighed on first use. */
const pictureLikelihood = memoize((evidence: Evidence): Likelihood => {
  const { scribbled, crossedOut, stray, corrected } = PRIORS;
  const scribble = kindWeight(evidence, "scribble");
  // How well the picture fits a readable number, and an unreadable one.
  const asNumber = (1 - corrected - scribbled) * kindWeight(evidence, "number");
  const asCorrected = corrected * kindWeight(evidence, "corrected");
  const asScribble = scribbled * scribble;
  const { wrongText, otherText } = READER_ERRORS;
  const weights = new Map<number, number>();
  return {
    empty: (1 - stray) * kindWeight(evidence, "empty") + stray * scribble,
    strike: (1 - crossedOut) * kindWeight(evidence, "struck") + crossedOut * scribble,
    // People do not write `007` and the like.
    candidates: evidence.likely.flatMap(({ text }) => {
      const value = Number(text);
      return String(value) === text && Math.abs(value) <= LARGEST ? value : [];
    }),
    number(value) {
      const before = weights.get(value);
      if (before !== undefined) return before;
      const text = String(value);
      const fit = ((1 - wrongText) * evidence.probability(text)) / trainedShare(text);
      let unlike = 0;
      for (const one of evidence.likely) if (!isNear(one.text, text)) unlike += one.probability;
      const misread = wrongText + (otherText - wrongText) * unlike;
      const weight = asNumber * (misread + fit) + asCorrected * (wrongText + fit) + asScribble;
      weights.set(value, weight);
      return weight;
    },
  };
});

/** Whether one text can be taken for the other by a single fault: a digit was misread, left out or added. */
function isNear(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  const more = long.length - short.length;
  let same = 0;
  while (same < short.length && short[same] === long[same]) same++;
  return more < 2 && short.slice(same + 1 - more) === long.slice(same + 1);
}

/** Likelihoods from partial pictures are raised to this power, because half a number may look like another one. */
const PARTIAL_WEIGHT = 0.3;

/** The likelihood from the visible part of a hidden box. It proposes no number that the rules don't expect. */
function partialLikelihood(partialEvidence: Evidence): Likelihood {
  const { empty, strike, number } = pictureLikelihood(partialEvidence);
  return {
    empty: empty ** PARTIAL_WEIGHT,
    strike: strike ** PARTIAL_WEIGHT,
    number: (value) => Math.max(READER_ERRORS.wrongText, number(value)) ** PARTIAL_WEIGHT,
    candidates: [],
  };
}

/** What a filled cell holds in a table of an unknown game; the shares add up to 1. */
const IN_ANY_CELL = { number: 0.8, struck: 0.08, scribble: 0.12 } as const;
/** Of those numbers: with one to four digits; numbers of equal length are equally likely. */
const ANY_LENGTHS = [0.3, 0.45, 0.22, 0.03] as const;

/** How well the picture of a cell fits a table of an unknown game: the same ratio as in {@link Likelihood}. */
export function anyCellWeight(evidence: Evidence | null, emptyShare: number): number {
  if (evidence === null) return 1;
  const numbers = evidence.likely.reduce<number>((sum, { text, probability }) => {
    const share = ANY_LENGTHS[text.length - 1] ?? 0;
    return sum + (share * 10 ** -text.length * probability) / trainedShare(text);
  }, READER_ERRORS.wrongText);
  const written =
    IN_ANY_CELL.number * kindWeight(evidence, "number") * numbers +
    IN_ANY_CELL.struck * kindWeight(evidence, "struck") +
    IN_ANY_CELL.scribble * kindWeight(evidence, "scribble");
  return emptyShare * kindWeight(evidence, "empty") + (1 - emptyShare) * written;
}

/** How well a picture fits a kind of box. */
function kindWeight({ kinds }: Evidence, kind: BoxKind): number {
  const { wrongPlace } = READER_ERRORS;
  return wrongPlace + ((1 - wrongPlace) * kinds[kind]) / TRAINED.kinds[kind];
}

/** The share of a text among the numbers in the training data. */
function trainedShare(text: string): number {
  const isNegative = text.startsWith("-");
  const length = text.length - Number(isNegative);
  const { lengths, leadingOne, leadingZero, minus } = TRAINED;
  const share = lengths[length - 1] ?? UNTRAINED_LENGTH;
  const isOne = text.startsWith("1", Number(isNegative));
  const leading = isOne ? leadingOne : (1 - leadingOne - leadingZero) / 8;
  const first = length === 1 ? 1 / 10 : leading;
  return share * first * 10 ** (1 - length) * (isNegative ? minus : 1 - minus);
}
