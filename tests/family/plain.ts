import { expect } from "vitest";
import type { Example } from "../../src/rules/game/game.ts";

/**
 * The games of the family worked out a second time, with nothing but loops over dice: no pattern, formula or total of the
 * program is used here.
 */

/** A roll as it lies on the table, ascending. */
export type Roll = readonly number[];

/** What a box pays for a roll: every score that may be claimed; none if the roll does not fit. */
export type Pay = (roll: Roll) => readonly number[];

/** Every roll of dice that show these ranges, each combination once. */
export function rollsOf(...dice: readonly (readonly [low: number, high: number])[]): Roll[] {
  let rolls: number[][] = [[]];
  for (const [low, high] of dice) {
    const next = new Map<string, number[]>();
    for (const roll of rolls) {
      for (let face = low; face <= high; face++) {
        const longer = [...roll, face].sort((a, b) => a - b);
        next.set(longer.join(), longer);
      }
    }
    rolls = [...next.values()];
  }
  return rolls;
}

export const D6 = [1, 6] as const;
export const FACES = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];

export const sum = (roll: Roll) => roll.reduce((all, face) => all + face, 0);
export const count = (roll: Roll, face: number) => roll.filter((other) => other === face).length;
const most = (roll: Roll) => Math.max(...FACES.map((face) => count(roll, face)));

export const number =
  (face: number): Pay =>
  (roll) =>
    count(roll, face) > 0 ? [face * count(roll, face)] : [];

/** All pips, if the roll fits. */
export const pips =
  (fits: (roll: Roll) => boolean, more = 0): Pay =>
  (roll) =>
    fits(roll) ? [more + sum(roll)] : [];

/** Fixed points, if the roll fits. */
export const flat =
  (points: number, fits: (roll: Roll) => boolean): Pay =>
  (roll) =>
    fits(roll) ? [points] : [];

export const any = () => true;
export const alike = (n: number) => (roll: Roll) => most(roll) >= n;
export const holds =
  (...faces: readonly number[]) =>
  (roll: Roll) =>
    faces.every((face) => roll.includes(face));
export const inARow = (n: number) => (roll: Roll) =>
  FACES.some((from) => Array.from({ length: n }, (_, i) => from + i).every((face) => roll.includes(face)));

/** Groups of different faces: for each group, in order, a face of its own. */
function groupings(roll: Roll, sizes: readonly number[], used: readonly number[] = []): number[][] {
  const [size, ...rest] = sizes;
  if (size === undefined) return [[...used]];
  return FACES.filter((face) => !used.includes(face) && count(roll, face) >= size).flatMap((face) =>
    groupings(roll, rest, [...used, face]),
  );
}

export const groups =
  (...sizes: readonly number[]) =>
  (roll: Roll) =>
    groupings(roll, sizes).length > 0;

/** The pips of the groups alone. */
export const groupPips =
  (...sizes: readonly number[]): Pay =>
  (roll) =>
    groupings(roll, sizes).map((faces) => faces.reduce((all, face, at) => all + face * (sizes[at] ?? 0), 0));

/** Every score that a box can have, ascending, 0 left out. */
export function legalOf(rolls: readonly Roll[], pay: Pay): number[] {
  return [...new Set(rolls.flatMap((roll) => pay(roll)))]
    .filter((score) => score !== 0)
    .sort((a, b) => a - b);
}

/** A way to fill a box: its score, and extra points that do not count towards the bonus. */
export interface Way {
  readonly score: number;
  readonly extra: number;
}

/** The best total: every way to fill every box above, with the bonus for their sum, and the best way for each box below. */
export function best(
  above: readonly (readonly Way[])[],
  below: readonly (readonly Way[])[],
  bonus: (sum: number) => number,
): number {
  let sums = new Map([[0, 0]]);
  for (const ways of above) {
    const next = new Map<number, number>();
    for (const [before, extra] of sums) {
      for (const way of ways) {
        const at = before + way.score;
        next.set(at, Math.max(next.get(at) ?? 0, extra + way.extra));
      }
    }
    sums = next;
  }
  const top = Math.max(...[...sums].map(([at, extra]) => at + bonus(at) + extra));
  return below.reduce(
    (all, ways) => all + Math.max(...ways.map(({ score, extra }) => score + extra), 0),
    top,
  );
}

/** Holds the worked examples of a game to what its boxes pay in plain code; a roll that may not be entered pays nothing. */
export function expectEarned(examples: readonly Example[], boxes: Readonly<Record<string, Pay>>): void {
  for (const { category, roll, drop, score } of examples) {
    const left = drop === null ? roll : roll.toSpliced(roll.indexOf(drop), 1);
    const paid = boxes[category]?.(left.toSorted((a, b) => a - b));
    if (score === null) expect(paid, `${category} ${roll}`).toEqual([]);
    else expect(paid, `${category} ${roll}`).toContain(score);
  }
}
