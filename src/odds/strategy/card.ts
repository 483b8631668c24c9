/**
 * Rules of thumb for one player, as data that a program plays and a page prints. Both lists are read from the top: the first line that
 * applies is followed.
 */
export interface StrategyCard {
  /** What to hold, by how often dice may still be thrown. */
  readonly holds: readonly HoldList[];
  /** What to write once the dice lie as they are to count. */
  readonly writes: readonly WriteLine[];
  /** Which box is filled, if need be with a zero, where no line applies: the first open one. All boxes of a column are named. */
  readonly others: readonly string[];
}

/** What to hold before certain throws. If no line applies, all dice are thrown. */
export interface HoldList {
  /** Before the last throw of a turn, or before all others. */
  readonly before: "last" | "others";
  readonly lines: readonly HoldLine[];
}

/** Applies where one of these boxes is open and at least so many dice fit it: those are held. */
export interface HoldLine {
  /** Categories; of several, that one counts which most dice fit, the one of the highest number if as many. */
  readonly boxes: readonly string[];
  readonly dice: number;
}

/** Applies where one of these boxes is open and the dice bring it at least so much. */
export interface WriteLine {
  /** Categories; of several, the one with most dice, that of the highest number if as many. */
  readonly boxes: readonly string[];
  /** Points; 0 for whatever the box brings, null where dice are counted. */
  readonly points: number | null;
  /** Dice that score, for boxes that count the dice of one number; null where points are. */
  readonly dice: number | null;
}
