import { BOX_KINDS, type BoxKind, type Evidence, type LikelyText } from "../../src/scan/digits/evidence.ts";
import type { Random } from "./sheets.ts";

/**
 * A made-up reader of numbers, as sure of itself as it may be: what it gives a probability of 0.9 is right nine times out of ten.
 * Its mistakes are those of a network that reads Swiss hands: a 4 like a 9, a 9 like a 5 or 3, a 0 like a 6, a 1 like a 7.
 */

/** For each digit that a sign looks like, which others it may be instead, with shares. */
const TAKEN_FOR: readonly Readonly<Record<number, number>>[] = [
  { 6: 0.6, 9: 0.2, 8: 0.2 },
  { 7: 0.6, 9: 0.3, 4: 0.1 },
  { 7: 0.5, 3: 0.3, 1: 0.2 },
  { 9: 0.6, 8: 0.2, 5: 0.2 },
  { 9: 0.7, 7: 0.2, 6: 0.1 },
  { 9: 0.6, 3: 0.2, 6: 0.2 },
  { 0: 0.6, 8: 0.2, 5: 0.2 },
  { 4: 0.5, 1: 0.3, 2: 0.2 },
  { 9: 0.4, 3: 0.4, 6: 0.2 },
  { 4: 0.6, 5: 0.2, 7: 0.2 },
];

/** The probability of each digit. */
type Sign = readonly number[];

/** How a hand writes: the share of signs that are not clear, and up to which probability they may be something else. */
interface Hand {
  readonly unclear: number;
  readonly most: number;
}
const PLAIN: Hand = { unclear: 0.18, most: 0.36 };
/** What is written next to a correction is small. */
const SQUEEZED: Hand = { unclear: 0.5, most: 0.6 };

/** A sign that looks like some digit: nearly sure, or torn between a few. */
function someSign(random: Random, hand: Hand): Sign {
  const looksLike = Math.floor(random() * 10);
  const doubt = random() < hand.unclear ? random() * hand.most : 10 ** (-4 + 2 * random());
  const sign = new Array<number>(10).fill((doubt * 0.05) / 9);
  sign[looksLike] = 1 - doubt;
  for (const [other, share] of Object.entries(TAKEN_FOR[looksLike] ?? {}))
    sign[Number(other)] = (sign[Number(other)] ?? 0) + doubt * 0.95 * share;
  const whole = sign.reduce((sum, share) => sum + share, 0);
  return sign.map((share) => share / whole);
}

/** A sign as this digit may look: of all signs each as often as it is this digit, so that its probabilities hold. */
function signOf(digit: number, random: Random, hand: Hand): Sign {
  for (;;) {
    const sign = someSign(random, hand);
    if (random() < (sign[digit] ?? 0)) return sign;
  }
}

/** Signs one after the other, perhaps behind a minus. */
interface Line {
  readonly share: number;
  readonly isNegative: boolean;
  readonly signs: readonly Sign[];
}

/** How a number may be cut into signs: nearly always in one way only. */
function linesOf(text: string, random: Random, hand: Hand): Line[] {
  const isNegative = text.startsWith("-");
  const signs = [...text.replace("-", "")].map((digit) => signOf(Number(digit), random, hand));
  const doubt = random() < 0.03 ? random() * 0.5 : 10 ** (-5 + 2 * random());
  const isOther = random() < doubt;
  const other = cutOtherwise({ share: 0, isNegative, signs }, random, hand);
  return [
    { share: isOther ? doubt : 1 - doubt, isNegative, signs },
    { ...other, share: isOther ? 1 - doubt : doubt },
  ];
}

/** A number with one sign more or less, or with the other sign before it. */
function cutOtherwise(line: Line, random: Random, hand: Hand): Line {
  const { isNegative, signs } = line;
  if (random() < (isNegative ? 0.6 : 0.1)) return { ...line, isNegative: !isNegative };
  if (signs.length > 1 && random() < 0.6) return { ...line, signs: signs.slice(1) };
  return { ...line, signs: [...signs, someSign(random, hand)] };
}

function textProbability(lines: readonly Line[], text: string): number {
  const isNegative = text.startsWith("-");
  const digits = text.replace("-", "");
  return lines.reduce((sum, line) => {
    if (line.isNegative !== isNegative || line.signs.length !== digits.length) return sum;
    return (
      sum + line.signs.reduce((product, sign, at) => product * (sign[Number(digits[at])] ?? 0), line.share)
    );
  }, 0);
}

const MAX_LIKELY = 12;
const MIN_LIKELY = 1e-5;

function likelyTexts(lines: readonly Line[]): LikelyText[] {
  const texts = lines.flatMap(({ isNegative, signs }) => {
    let begun = [isNegative ? "-" : ""];
    for (const sign of signs) {
      const digits = sign.flatMap((share, digit) => (share > 1e-4 ? [digit] : []));
      begun = begun.flatMap((text) => digits.map((digit) => `${text}${digit}`));
    }
    return begun;
  });
  return [...new Set(texts)]
    .map((text) => ({ text, probability: textProbability(lines, text) }))
    .filter(({ probability }) => probability > MIN_LIKELY)
    .sort((a, b) => b.probability - a.probability)
    .slice(0, MAX_LIKELY);
}

/** What else a kind of box is taken for. */
const KIND_TAKEN_FOR: Readonly<Record<BoxKind, BoxKind>> = {
  empty: "number",
  number: "corrected",
  struck: "number",
  corrected: "number",
  scribble: "struck",
};

function kindsOf(kind: BoxKind, random: Random): Record<BoxKind, number> {
  const draw = random();
  const doubt = draw < 0.97 ? 0.0003 : draw < 0.99 ? random() * 0.1 : random() * 0.5;
  const other = KIND_TAKEN_FOR[kind];
  const [first, second] = random() < doubt ? [other, kind] : [kind, other];
  const kinds = Object.fromEntries(BOX_KINDS.map((name) => [name, doubt * 0.01])) as Record<BoxKind, number>;
  kinds[second] += doubt * 0.95;
  kinds[first] += 1 - doubt;
  const whole = Object.values(kinds).reduce((sum, share) => sum + share, 0);
  for (const name of BOX_KINDS) kinds[name] /= whole;
  return kinds;
}

/**
 * What the made-up reader says of a box.
 *
 * @param text the number that is there; any where there is none
 */
export function madeUpEvidence(kind: BoxKind, text: string | null, random: Random): Evidence {
  const hand = kind === "corrected" ? SQUEEZED : PLAIN;
  const shown = text ?? String(Math.floor(random() * 100));
  const lines = linesOf(shown, random, hand);
  return {
    kinds: kindsOf(kind, random),
    probability: (asked) => textProbability(lines, asked),
    likely: likelyTexts(lines),
    script: null,
  };
}
