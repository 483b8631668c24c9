import { evaluate, namesIn } from "../dice/formula.ts";
import type { Constraint, Requirement, Section } from "../game/game.ts";
import { constraintHolds } from "../game/rows.ts";
import { type Range, rangeOfBox, rangeOfFormula, sumOfRanges } from "./ranges.ts";
import { boxesCountedIn, measured } from "./sum-graph.ts";
import type { Countable, CountableBox, Outlet, Tallies } from "./tallies.ts";

/** Boxes of one column that have to be filled together, because constraints or formulas tie them to each other. */
export interface TiedBoxes {
  /** The position of the column. */
  readonly column: number;
  readonly boxes: readonly CountableBox[];
}

/** How a box can be filled: its score, 0 for a strike, and the extra points for a further roll that it brought. */
export interface Filling {
  readonly score: number;
  readonly extra: number;
}

/** What some boxes add, filled in one way. */
export interface Gain {
  /** What each running sum grows by, in the order of the running sums. */
  readonly sums: readonly number[];
  /** What is added at once to what is worked out. */
  readonly value: number;
}

/** All boxes of the game, those that are tied together in one group; column by column, from top to bottom. */
export function tiedBoxesOf(game: Countable): TiedBoxes[] {
  const boxes = game.sections.flatMap(({ categories }) => categories);
  const formulas = game.sections
    .filter(({ total }) => total !== null)
    .map((section) => boxesCountedIn(section));
  const groups = connected(boxes, (a, b) => {
    const isTied = (ids: readonly string[]) => ids.includes(a.id) && ids.includes(b.id);
    return (
      waits(a, b) ||
      waits(b, a) ||
      game.constraints.some(({ left, right }) => isTied([left, right])) ||
      formulas.some(isTied)
    );
  });
  return game.columns.flatMap((_, column) => groups.map((group) => ({ column, boxes: group })));
}

function waits({ requires }: CountableBox, { id }: CountableBox): boolean {
  return requires.some(({ category }) => category === id);
}

/**
 * What tied boxes can add, for every way to fill them in which the constraints among them hold.
 *
 * @param fillings the ways to fill each of the boxes alone
 */
export function gainsOf(
  game: Countable,
  tied: TiedBoxes,
  tallies: Tallies,
  fillings: readonly (readonly Filling[])[],
): Gain[] {
  const gains: Gain[] = [];
  const ways = waysIn(game, tied, tallies);
  const fill = (at: number, scores: ReadonlyMap<string, number>, extra: number) => {
    if (tied.boxes[at] === undefined) {
      gains.push(gainOf(scores, extra, ways, tallies));
      return;
    }
    for (const filling of fillings[at] ?? []) {
      const filled = new Map(scores).set(tied.boxes[at].id, filling.score);
      if (game.constraints.every((c) => fits(c, filled)) && tied.boxes.every((box) => mayHold(box, filled)))
        fill(at + 1, filled, extra + filling.extra);
    }
  };
  fill(0, new Map(), 0);
  return gains;
}

function fits(constraint: Omit<Constraint, "id">, scores: ReadonlyMap<string, number>): boolean {
  return constraintHolds(
    constraint,
    scores.get(constraint.left) ?? null,
    scores.get(constraint.right) ?? null,
  );
}

/** Whether a box holds no points, or those that it waits for do; on a full sheet all of them are filled. */
function mayHold({ id, requires }: CountableBox, scores: ReadonlyMap<string, number>): boolean {
  if ((scores.get(id) ?? 0) === 0) return true;
  return requires.every(({ category, is }: Requirement) => is === "filled" || scores.get(category) !== 0);
}

/** A way from boxes to running sums: what they come to, and where that goes. */
interface Way {
  /** The boxes that have a say in it. */
  readonly boxes: readonly CountableBox[];
  readonly amount: (scores: ReadonlyMap<string, number>) => number;
  readonly range: Range;
  readonly outlet: Outlet;
}

/** Every way that leads away from these boxes. */
export function waysIn(game: Countable, { column, boxes }: TiedBoxes, { all, ofSection }: Tallies): Way[] {
  const isHere = (id: string) => boxes.some((box) => box.id === id);
  const sections = game.sections.flatMap((section, at): Way[] => {
    const own = boxes.filter(({ id }) => boxesCountedIn(section).includes(id));
    if (own.length === 0) return [];
    // A floor is for the whole sum, of which these boxes are but a part.
    const part = {
      total: section.total,
      floor: null,
      categories: section.categories.filter(({ id }) => isHere(id)),
    };
    const amount = (scores: ReadonlyMap<string, number>) => sectionSum(part, (id) => scores.get(id) ?? null);
    return [{ boxes: own, amount, range: rangeIn(section, own), outlet: ofSection(column, at) }];
  });
  const watched = all.flatMap(({ watch }, at): Way[] => {
    if (watch === null || (watch.column !== null && watch.column !== column)) return [];
    const seen = boxes.filter(({ id }) => watch.row === null || watch.row === id);
    if (seen.length === 0) return [];
    const amount = (scores: ReadonlyMap<string, number>) =>
      seen.reduce((sum, { id }) => sum + measured(watch, scores.get(id) ?? null), 0);
    const range: Range = watch.of === "total" ? sumOfRanges(seen.map(rangeOfBox)) : [0, seen.length];
    return [{ boxes: seen, amount, range, outlet: { sums: [at], counts: false, factor: 1 } }];
  });
  return [...sections, ...watched];
}

/** What a section's own boxes can come to. */
function rangeIn({ total }: Countable["sections"][number], own: readonly CountableBox[]): Range {
  if (total === null) return sumOfRanges(own.map(rangeOfBox));
  return rangeOfFormula(total, (name) => rangeOfBox(own.find(({ id }) => id === name) ?? { legal: [] }));
}

function gainOf(
  scores: ReadonlyMap<string, number>,
  extra: number,
  ways: readonly Way[],
  { all, extras }: Tallies,
): Gain {
  const sums = all.map(() => 0);
  let value = 0;
  const add = (amount: number, { sums: into, counts, factor }: Outlet) => {
    for (const at of into) sums[at] = (sums[at] ?? 0) + amount * factor;
    if (counts) value += amount * factor;
  };
  for (const { amount, outlet } of ways) add(amount(scores), outlet);
  add(extra, extras);
  return { sums, value };
}

/** The running sums that grow by these boxes, directly. */
export function sumsFrom(game: Countable, tied: TiedBoxes, tallies: Tallies): Set<number> {
  const direct = waysIn(game, tied, tallies).flatMap(({ outlet }) => outlet.sums);
  return new Set([...direct, ...tallies.extras.sums]);
}

/** Connected components, in the order of their first member. */
export function connected<T>(members: readonly T[], linked: (a: T, b: T) => boolean): T[][] {
  const groups: T[][] = [];
  for (const member of members) {
    const near = groups.filter((group) => group.some((other) => linked(member, other)));
    const merged = [...near.flat(), member];
    const first = near[0] === undefined ? groups.length : groups.indexOf(near[0]);
    const rest = groups.filter((group) => !near.includes(group));
    groups.length = 0;
    groups.push(...rest.slice(0, first), merged, ...rest.slice(first));
  }
  return groups;
}

/**
 * What a section comes to before its bonus, from the boxes of its column. A formula counts nothing as long as one of its boxes is
 * empty.
 */
function sectionSum(
  {
    categories,
    total,
    floor,
  }: Pick<Section, "total" | "floor"> & { readonly categories: readonly { readonly id: string }[] },
  scoreOf: (category: string) => number | null,
): number {
  const rows = total === null ? categories.map(({ id }) => id) : namesIn(total);
  const scores = rows.map((id) => [id, scoreOf(id)] as const);
  const values = Object.fromEntries(scores.map(([id, score]) => [id, score ?? 0]));
  const isOpen = total !== null && scores.some(([, score]) => score === null);
  const sum = total === null ? Object.values(values).reduce((a, b) => a + b, 0) : evaluate(total, values);
  return Math.max(isOpen ? 0 : sum, floor ?? Number.NEGATIVE_INFINITY);
}
