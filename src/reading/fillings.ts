import type { Category, Game } from "../game/game.ts";
import { possibleValues } from "../sheet/values.ts";
import { HABITS } from "./habits.ts";
import type { Ink } from "./ink.ts";
import type { Written } from "./sheet-reading.ts";

/** One way in which a box may have been filled. */
export interface Filling {
  readonly written: Written;
  /** What the sum below goes on with. */
  readonly counts: number;
  /** How probable it is for a person to write this, times how well it goes with the picture. */
  readonly weight: number;
}

/** A share of what people write, before anybody looked at the picture. */
interface Expected {
  readonly written: Written;
  readonly share: number;
  /** Whether it can't be right, so that the sum may go on with something else. */
  readonly isFault: boolean;
}

const EMPTY: Written = { kind: "empty" };
const STRIKE: Written = { kind: "strike" };
const score = (value: number): Written => ({ kind: "score", value });

export interface Occasion {
  /** The share of empty boxes among those of this player. */
  readonly emptyShare: number;
  /** Whether the column has an order, so that an empty box may have been left out by mistake. */
  readonly isOrdered: boolean;
}

/** Every way in which the box of a category may have been filled that the picture does not rule out. */
export function fillingsOf(game: Game, category: Category, ink: Ink, occasion: Occasion): Filling[] {
  const { emptyShare, isOrdered } = occasion;
  const filled = expectedIn(game, category, ink).flatMap((expected) => {
    const weight = (1 - emptyShare) * expected.share * inkWeight(ink, expected.written);
    return counted(expected.written, weight, expected.isFault ? HABITS.mended : 0, category);
  });
  const empty = counted(EMPTY, emptyShare * ink.empty, isOrdered ? HABITS.leftOut : 0, category);
  return worthwhile([...empty, ...filled]);
}

/** Ways with less weight than this share of the greatest are left out. */
const NEGLIGIBLE = 1e-10;

function worthwhile(fillings: readonly Filling[]): Filling[] {
  const greatest = fillings.reduce((most, { weight }) => Math.max(most, weight), 0);
  return fillings.filter(({ weight }) => weight > greatest * NEGLIGIBLE);
}

/** How well a box's picture goes with what is written there. */
function inkWeight(ink: Ink, written: Written): number {
  if (written.kind === "score") return ink.number(written.value);
  return written.kind === "strike" ? ink.strike : ink.empty;
}

/** The sum goes on with what is written, or, with this share, with anything that may stand there. */
function counted(written: Written, weight: number, mended: number, category: Category): Filling[] {
  const value = written.kind === "score" ? written.value : 0;
  const asWritten = { written, counts: value, weight: weight * (1 - mended) };
  if (mended === 0) return [asWritten];
  const possible = possibleValues(category);
  const others = possible.map((counts) => ({ written, counts, weight: (weight * mended) / possible.length }));
  return [asWritten, ...others];
}

/** What people write into a box once they fill it; the shares come to 1 at most. */
function expectedIn(game: Game, category: Category, ink: Ink): Expected[] {
  const struck = strikeShare(category);
  const scored = 1 - struck - HABITS.impossible;
  const legal = category.legal.map((value) => ({
    written: score(value),
    share: scored / category.legal.length,
    isFault: false,
  }));
  const faults = impossibleNumbers(category, ink).map(({ value, share }) => ({
    written: score(value),
    share: HABITS.impossible * share,
    isFault: true,
  }));
  return [...legal, ...strikes(game, category, struck), ...faults];
}

function strikeShare({ strike, legal }: Category): number {
  if (strike === "always" || legal.length === 0) return 1 - HABITS.forbidden - HABITS.impossible;
  return strike === "never" ? HABITS.forbidden : HABITS.struck;
}

/** A strike is a mark or a 0; where dice can earn a 0, that is a score. */
function strikes(game: Game, { strike, legal }: Category, share: number): Expected[] {
  const isFault = strike === "never";
  if (legal.includes(0)) return [{ written: STRIKE, share, isFault }];
  const zero = game.strike.marks.includes("0") ? HABITS.zeroMark : HABITS.strangeZeroMark;
  return [
    { written: STRIKE, share: share * (1 - zero), isFault },
    { written: score(0), share: share * zero, isFault },
  ];
}

/** Of impossible numbers: in the range of the possible ones, or a little above it; the others lie anywhere, but nobody writes thousands. */
const NEAR = 0.7;
const A_LITTLE = 10;
const ANYWHERE = 500;

/** The impossible numbers that the picture looks like, each with its share of all impossible ones. */
function impossibleNumbers({ legal }: Category, ink: Ink): { value: number; share: number }[] {
  const low = Math.min(0, legal[0] ?? 0);
  const high = Math.max(0, legal.at(-1) ?? 0) + A_LITTLE;
  const near = Math.max(1, high - low - legal.length);
  return ink.candidates
    .filter((value) => value !== 0 && !legal.includes(value) && Math.abs(value) <= Math.max(ANYWHERE, high))
    .map((value) => {
      const isNear = value >= low && value <= high;
      return { value, share: (1 - NEAR) / ANYWHERE + (isNear ? NEAR / near : 0) };
    });
}

/**
 * Every way in which the line for extra points may have been filled: blank, some whole number of further rolls (each half as
 * frequent as one less), or any number that the picture looks like.
 */
export function repeatFillings(bonus: number, most: number, ink: Ink): Filling[] {
  const { noRepeats, oddRepeats } = HABITS;
  const fillings: Filling[] = [{ written: EMPTY, counts: 0, weight: noRepeats * ink.empty }];
  const written = 1 - noRepeats - oddRepeats;
  for (let rolls = 0; rolls <= most; rolls++) {
    const share = written * 0.5 ** (rolls + 1);
    if (rolls === 0) fillings.push({ written: STRIKE, counts: 0, weight: (share / 2) * ink.strike });
    const value = rolls * bonus;
    const weight = (rolls === 0 ? share / 2 : share) * ink.number(value);
    fillings.push({ written: score(value), counts: value, weight });
  }
  const odd = ink.candidates.filter((value) => value % bonus !== 0 || value < 0 || value > most * bonus);
  for (const value of odd)
    fillings.push({
      written: score(value),
      counts: value,
      weight: (oddRepeats / ANYWHERE) * ink.number(value),
    });
  return worthwhile(fillings);
}
