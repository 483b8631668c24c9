import { getElement } from "../arrays.ts";
import { LruCache, memoize } from "../memoize.ts";
import { type Dice, diceKey, type Face, facesOf, handsOf, listWildReadings, type Roll } from "./dice.ts";

/**
 * What the dice must show for a category. Points are separate; see `formula.ts`.
 *
 * `groups` needs at least that many equal dice per group; `distinct` groups need different faces, otherwise one face may fill several
 * groups (four of a kind as two pairs). `run` needs consecutive faces, from a given face or anywhere. `faces` needs each listed face on a
 * separate die; `only` needs one of them on every scored die. `sum` and `colour` apply to all scored dice.
 */
export type Pattern = Readonly<
  | { kind: "any" }
  | { kind: "none" }
  | { kind: "colour" }
  /** `min` is 1 or more. */
  | { kind: "face"; face: Face; min: number }
  | { kind: "groups"; sizes: readonly number[]; distinct: boolean; sameColour: boolean }
  | { kind: "run"; length: number; from: Face | null; wrap: boolean }
  | { kind: "faces"; faces: readonly Face[] }
  | { kind: "only"; faces: readonly Face[] }
  | { kind: "sum"; eq: number | null; min: number | null; max: number | null }
  | { kind: "all"; of: readonly Pattern[] }
  | { kind: "one_of"; of: readonly Pattern[] }
>;

/**
 * Every way in which a hand makes a pattern, wild dice aside: the dice that make it (the hit), faces ascending. Two pairs in a hand are
 * two hits of "pair", since the player chooses; a hand that doesn't make the pattern has none.
 *
 * The hit of `all` is the hit of its first part; patterns about the whole hand (`any`, `sum`, `colour`) hit all of it.
 *
 * @param rolled the hand as rolled, if wild dice of `hand` are replaced; sums and colours use it
 */
export function findHits(pattern: Pattern, hand: Roll, dice: Dice, rolled: Roll = hand): Roll[] {
  switch (pattern.kind) {
    case "none":
      return [];
    case "any":
      return [hand];
    case "face": {
      // All dice of the face: the player can't leave out pips.
      const hit = hand.filter((face) => face === pattern.face);
      return hit.length >= pattern.min ? [hit] : [];
    }
    case "groups":
      return groupHits(hand, pattern.sizes, pattern.distinct).filter(
        (hit) => !pattern.sameColour || oneColour(hit, dice),
      );
    case "run":
      return runHits(hand, pattern, facesOf(dice));
    case "faces": {
      const have = countFaces(hand);
      const hasAll = [...countFaces(pattern.faces)].every(([face, n]) => (have.get(face) ?? 0) >= n);
      return hasAll ? [pattern.faces.toSorted(compareFaces)] : [];
    }
    case "only":
      return hand.every((face) => pattern.faces.includes(face)) ? [hand] : [];
    case "sum": {
      const sum = sumPips(rolled);
      const { eq, min, max } = pattern;
      return sum === (eq ?? sum) && sum >= (min ?? sum) && sum <= (max ?? sum) ? [hand] : [];
    }
    case "colour":
      return oneColour(rolled, dice) ? [hand] : [];
    case "all": {
      const parts = pattern.of.map((part) => findHits(part, hand, dice, rolled));
      return parts.every((hits) => hits.length > 0) ? parts.slice(0, 1).flat() : [];
    }
    case "one_of":
      return pattern.of.flatMap((part) => findHits(part, hand, dice, rolled));
    default:
      return pattern satisfies never;
  }
}

/** A way in which a hand makes a pattern: what its dice count as, also for the score, and the dice that make it. */
export interface PatternMatch {
  readonly read: Roll;
  readonly hit: Roll;
  /** Whether the hand is read as rolled, without replacing a wild die. */
  readonly isLiteral: boolean;
}

/**
 * Every way in which a hand makes a pattern, with each reading of its wild dice, as rolled first. In patterns of faces, a wild die counts
 * as the face that it replaces, in points too; in `any`, sums and colours, as rolled.
 */
export function findMatches(pattern: Pattern, hand: Roll, dice: Dice): PatternMatch[] {
  if (pattern.kind === "one_of") return pattern.of.flatMap((part) => findMatches(part, hand, dice));
  const readings = asksForFaces(pattern) ? listWildReadings(dice, hand) : [hand];
  return readings.flatMap((read) =>
    findHits(pattern, read, dice, hand).map((hit) => ({ read, hit, isLiteral: read === hand })),
  );
}

function asksForFaces(pattern: Pattern): boolean {
  switch (pattern.kind) {
    case "any":
    case "none":
    case "sum":
    case "colour":
      return false;
    case "face":
    case "groups":
    case "run":
    case "faces":
    case "only":
      return true;
    case "all":
    case "one_of":
      return pattern.of.some(asksForFaces);
    default:
      return pattern satisfies never;
  }
}

/** Matches by dice and pattern; the rules of one evening have a few dozen patterns. */
const MATCHES = new LruCache<string, readonly (readonly PatternMatch[])[]>(128);

/** `findMakings` for each hand, in the order of `handsOf`. */
export const matchesByHand = memoize((dice: Dice) => {
  const key = diceKey(dice);
  return memoize((pattern: Pattern) =>
    MATCHES.get(key + JSON.stringify(pattern), () =>
      handsOf(dice).map((hand) => findMatches(pattern, hand, dice)),
    ),
  );
});

function groupHits(hand: Roll, sizes: readonly number[], distinct: boolean): Roll[] {
  const counts = [...countFaces(hand)];
  const groups = sizes.toSorted(compareFaces);
  const hits = new Map<string, Roll>();
  const place = (at: number, from: number, used: readonly number[]): void => {
    const size = groups[at];
    if (size === undefined) {
      const hit = counts
        .flatMap(([face], i) => Array<Face>(getElement(used, i)).fill(face))
        .sort(compareFaces);
      hits.set(hit.join(), hit);
      return;
    }
    counts.forEach(([, count], i) => {
      const taken = getElement(used, i);
      if (i < from || (distinct && taken > 0) || taken + size > count) return;
      // Groups of equal size take their faces in order, so that no combination is tried twice.
      place(at + 1, groups[at + 1] === size ? i : 0, used.with(i, taken + size));
    });
  };
  const unused = counts.map(() => 0);
  place(0, 0, unused);
  return [...hits.values()];
}

function runHits(hand: Roll, run: Extract<Pattern, { kind: "run" }>, faces: readonly Face[]): Roll[] {
  // A run has each face once, even where it wraps around.
  if (run.length > hand.length || run.length > faces.length) return [];
  const starts = run.from === null ? faces : [run.from];
  return starts
    .filter((start) => hand.includes(start))
    .map((start) => buildRun(start, run, faces))
    .filter((wanted) => wanted.every((face) => hand.includes(face)));
}

function buildRun(start: Face, run: Extract<Pattern, { kind: "run" }>, faces: readonly Face[]): Roll {
  const from = faces.indexOf(start);
  return Array.from({ length: run.length }, (_, at) =>
    run.wrap ? getElement(faces, (from + at) % faces.length) : start + at,
  );
}

function oneColour(dice: Roll, { colours }: Dice): boolean {
  const shown = new Set(dice.map((face) => colours?.get(face)));
  return shown.size === 1 && !shown.has(undefined);
}

export function countFaces(hand: Roll): Map<Face, number> {
  const counts = new Map<Face, number>();
  for (const face of hand) counts.set(face, (counts.get(face) ?? 0) + 1);
  return counts;
}

export function sumPips(dice: Roll): number {
  return dice.reduce((sum, face) => sum + face, 0);
}

function compareFaces(a: number, b: number): number {
  return a - b;
}
