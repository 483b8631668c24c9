import type { Hand, SeenDigit } from "./hand.ts";

/** What a box can hold. A scribble is ink that is none of the others; a corrected box holds a crossed-out number and a new one. */
export const BOX_KINDS = ["empty", "number", "struck", "corrected", "scribble"] as const;
export type BoxKind = (typeof BOX_KINDS)[number];

export interface LikelyText {
  /** Digits, perhaps with a leading `-`. */
  readonly text: string;
  readonly probability: number;
}

/** Which texts a picture may show. */
export interface TextEvidence {
  /** The probability of digits, perhaps after a `-`, given a number (in a corrected box: the new one). Over all texts it adds up to 1. */
  probability(text: string): number;
  /** The most probable texts, given the same, best first. */
  readonly likely: readonly LikelyText[];
}

/** What the network saw of a number, from left to right, so that it can be weighed anew for the hand that wrote it. */
export interface Script {
  /** For each digit of a text that stands there: what the network took it for. */
  digitsOf(text: string): SeenDigit[];
  /** What the picture says if this hand wrote it. */
  inHand(hand: Hand): TextEvidence;
}

/** What the picture of one box says about its content, without any rule of a game. */
export interface Evidence extends TextEvidence {
  /** The probability of each kind; they add up to 1. */
  readonly kinds: Readonly<Record<BoxKind, number>>;
  /** What the texts rest on; null where that is more than one picture, or none. */
  readonly script: Script | null;
}

/** The evidence of a picture that certainly shows no ink and need not be read. */
export const NO_INK: Evidence = {
  kinds: { empty: 1, number: 0, struck: 0, corrected: 0, scribble: 0 },
  probability: () => 0,
  likely: [],
  script: null,
};
