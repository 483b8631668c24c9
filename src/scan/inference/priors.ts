/**
 * How often people write what, as shares: orders of magnitude from looking at filled sheets, not measurements. Results depend little on
 * them, because a clear picture outweighs them all. `docs/reading.md` explains each.
 */
export const PRIORS = {
  /** Of filled boxes: struck, where that is allowed. */
  struck: 0.12,
  /** Of filled boxes: by people who don't play as `scoreShares` assumes, so that all scores are equally probable. */
  otherPlay: 0.5,
  /** Of filled boxes: struck where strikes are forbidden; a score where only strikes are allowed. */
  forbidden: 0.002,
  /** Of filled boxes: a number that dice can't earn there. */
  impossible: 0.008,
  /** Of impossible numbers and forbidden strikes: the sum uses what should have been written instead. */
  mended: 0.2,
  /** Of empty boxes in columns with an order: counted in the sum all the same. */
  leftOut: 0.002,
  brokenConstraint: 0.02,
  /** The factor for filled boxes that break a column's order, an unfinished turn, or players who are turns apart. */
  brokenFilling: 0.05,
  /** Of strikes: written as a 0, where that is one of the game's marks, and where it is not. */
  zeroMark: 0.4,
  strangeZeroMark: 0.08,
  /** Of numbers: crossed out and written again; not readable. */
  corrected: 0.03,
  scribbled: 0.001,
  /** Of strikes: something crossed out, with no new number next to it. */
  crossedOut: 0.04,
  /** Of empty boxes: ink that means nothing. */
  stray: 0.004,
  /** Of filled lines: a wrong number. */
  slip: 0.015,
  /** Of such slips: the lines below use the wrong number. */
  carriedOn: 0.7,
  /** Of wrong bonuses: another bonus of the section, rather than any number. */
  otherBonus: 0.7,
  /** Of extra points: blank; no whole number of rolls; any number of rolls, however many. */
  noRepeats: 0.6,
  oddRepeats: 0.02,
  manyRepeats: 0.0005,
} as const;

/** How often the digit reader is wrong, however sure it is. */
export const READER_ERRORS = {
  /** There is a number, but one of its digits is wrong, missing or too many; or it is another number altogether. */
  wrongText: 0.0003,
  otherText: 0.00001,
  /** Not even the kind of ink is right: the wrong place was cut out. */
  wrongPlace: 0.0005,
} as const;
