import { FurtherRolls } from "../further-rolls.ts";
import type { LaneStakes, TurnTables } from "./turn-tables.ts";

/**
 * What a roll of the top category earns at most, where it is not known how all boxes stand: the best over all that they may.
 *
 * @param open how many of a box are open; for boxes that are not tracked the given number
 */
export function bestFurther(
  { further, game, boxes }: TurnTables,
  stakes: LaneStakes,
  lane: number,
  roll: number,
  open: (box: number, untracked: number) => number,
): number | null {
  const { repeats } = game;
  if (further === null || repeats === null) return null;
  const looks = FurtherRolls.looksAt(repeats);
  const isTop = (box: number) => boxes[box]?.category.id === repeats.of;
  const fillable = stakes.open(lane);
  let most = Number.NEGATIVE_INFINITY;
  for (const [tops, others] of STANDS)
    for (const isTopScored of looks.top ? [true, false] : [true])
      for (const isThrownBefore of looks.before ? [true, false] : [true]) {
        const openNow = (box: number) => open(box, isTop(box) ? tops : others);
        for (const mayFill of [(box: number) => openNow(box) > 0, (box: number) => fillable.includes(box)]) {
          const entriesOf = further.entries(roll, { open: openNow, mayFill, isTopScored, isThrownBefore });
          for (const box of fillable)
            for (const { value, bonus } of entriesOf(box))
              most = Math.max(most, stakes.worth(lane, box, value) + bonus);
        }
      }
  return most;
}

/** Whether untracked boxes of the top category and all others are taken to be open. */
const STANDS = [
  [0, 0],
  [0, 1],
  [1, 0],
  [1, 1],
] as const;
