import { possibleValues } from "../../check/sheet/values.ts";
import type { Category, Game } from "../../rules/game/game.ts";
import { HABITS } from "./habits.ts";
import type { Ink } from "./ink.ts";
import type { Written } from "./sheet-reading.ts";
import { worthwhile } from "./worthwhile.ts";

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
  const fillings = counted(EMPTY, emptyShare * ink.empty, isOrdered ? HABITS.leftOut : 0, category);
  for (const { written, share, isFault } of expectedIn(game, category, ink)) {
    const weight = (1 - emptyShare) * share * inkWeight(ink, written);
    fillings.push(...counted(written, weight, isFault ? HABITS.mended : 0, category));
  }
  return worthwhile(fillings, NEGLIGIBLE);
}

/** Ways with less weight than this share of the greatest are left out. */
const NEGLIGIBLE = 1e-10;

/** How well a box's picture goes with what is written there. */
function inkWeight(ink: Ink, written: Written): number {
  if (written.kind === "score") return ink.number(written.value);
  return written.kind === "strike" ? ink.strike : ink.empty;
}

/** The sum goes on with what is written, or, with this share, with anything that may stand there. */
function counted(written: Written, weight: number, mended: number, category: Category): Filling[] {
  const value = written.kind === "score" ? written.value : 0;
  const fillings = [{ written, counts: value, weight: weight * (1 - mended) }];
  if (mended === 0) return fillings;
  const possible = possibleValues(category);
  for (const counts of possible)
    fillings.push({ written, counts, weight: (weight * mended) / possible.length });
  return fillings;
}

/** What people write into a box once they fill it; the shares come to 1 at most. */
function expectedIn(game: Game, category: Category, ink: Ink): Expected[] {
  const struck = strikeShare(category);
  const scored = 1 - struck - HABITS.impossible;
  const expected: Expected[] = [];
  for (const value of category.legal)
    expected.push({ written: score(value), share: scored / category.legal.length, isFault: false });
  expected.push(...strikes(game, category, struck));
  for (const { value, share } of impossibleNumbers(category, ink))
    expected.push({ written: score(value), share: HABITS.impossible * share, isFault: true });
  return expected;
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
  const impossible: { value: number; share: number }[] = [];
  for (const value of ink.candidates) {
    if (value === 0 || legal.includes(value) || Math.abs(value) > Math.max(ANYWHERE, high)) continue;
    const isNear = value >= low && value <= high;
    impossible.push({ value, share: (1 - NEAR) / ANYWHERE + (isNear ? NEAR / near : 0) });
  }
  return impossible;
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
  for (const value of ink.candidates) {
    if (value % bonus === 0 && value >= 0 && value <= most * bonus) continue;
    const weight = (oddRepeats / ANYWHERE) * ink.number(value);
    fillings.push({ written: score(value), counts: value, weight });
  }
  return worthwhile(fillings, NEGLIGIBLE);
}
