/**
 * What people do with a pen, as shares. None of them was measured: they are orders of magnitude from looking at filled sheets.
 * Results depend on them little, because a clear picture outweighs them all. `docs/reading.md` explains each.
 */
export const PRIORS = {
  /** Of filled boxes: struck, where that is allowed. */
  struck: 0.12,
  /** Of filled boxes: by people who play otherwise than `scoreShares` says, so that each score is as probable as the other. */
  otherPlay: 0.5,
  /** Of filled boxes: struck although that is not allowed; a score although the box is for striking only. */
  forbidden: 0.002,
  /** Of filled boxes: a number that dice can't earn there. */
  impossible: 0.008,
  /** Of impossible numbers and forbidden strikes: the sum uses what should have been written instead. */
  mended: 0.2,
  /** Of the boxes that their column's order left out: counted in the sum all the same. */
  leftOut: 0.002,
  /** How much rarer two boxes are that break a constraint. */
  brokenConstraint: 0.02,
  /** How much rarer filled boxes are that break a column's order, leave a turn half written down or players turns apart. */
  brokenFilling: 0.05,
  /** Of strikes: written as a 0, where that is one of the game's marks, and where it is not. */
  zeroMark: 0.4,
  strangeZeroMark: 0.08,
  /** Of numbers: crossed out and written again; not readable. */
  corrected: 0.03,
  scribbled: 0.001,
  /** Of strikes: something crossed out, with nothing new beside it. */
  crossedOut: 0.04,
  /** Of empty boxes: ink that means nothing. */
  stray: 0.004,
  /** Of written lines: not what should stand there. */
  slip: 0.015,
  /** Of such slips: the lines below use the wrong number. */
  carriedOn: 0.7,
  /** Of wrong bonuses: another bonus of the section, rather than any number. */
  otherBonus: 0.7,
  /** Of extra points: blank; no whole number of rolls. */
  noRepeats: 0.6,
  oddRepeats: 0.02,
} as const;

/** How often the digit reader is wrong however sure it is. */
export const READER_ERRORS = {
  /** There is a number, but the text is meaningless. */
  wrongText: 0.0003,
  /** Not even the kind of ink is right: the wrong place was cut out. */
  wrongPlace: 0.0005,
} as const;
