import type { Category, Constraint, Game } from "./game.ts";
import { bonusFor } from "./lines.ts";
import { repeatValues } from "./repeats.ts";
import { constraintHolds } from "./rows.ts";

/**
 * The highest and lowest total of a full sheet under all constraints.
 *
 * Columns do not touch each other, so one column is worked out and multiplied. In a column, the boxes that constraints tie
 * together are filled jointly, all others alone; what is carried from group to group is the set of section sums that can be
 * reached, because a bonus depends on a section's sum.
 */
export function highestTotal(game: Game): number {
  return extreme(game, Math.max);
}

/** The lowest total of a full sheet, with every box struck that may be struck if that is lower. */
export function lowestTotal(game: Game): number {
  return extreme(game, Math.min);
}

/** How a box can be filled: its score, and the extra points for a further roll of the top category that it brought. */
interface Filling {
  readonly score: number;
  readonly extra: number;
}

/** Section sums that can be reached together, keyed by themselves, with the best extra points for each. */
type Reached = Map<string, { readonly sums: readonly number[]; readonly extra: number }>;
type Better = (a: number, b: number) => number;

function extreme(game: Game, better: Better): number {
  return game.columns.reduce((total, column) => total + columnExtreme(game, better, column.multiplier), 0);
}

/** The best column, with the extra points that go with it; the multiplier does not touch those. */
function columnExtreme(game: Game, better: Better, multiplier: number): number {
  const groups = linkedSections(game).map((linked) => groupExtreme(game, linked, better, multiplier));
  return groups.reduce((total, best) => total + best, 0);
}

/** The best filling of sections that constraints tie together (usually a single one). */
function groupExtreme(game: Game, sections: readonly number[], better: Better, multiplier: number): number {
  let reached: Reached = new Map([["", { sums: game.sections.map(() => 0), extra: 0 }]]);
  for (const boxes of tiedBoxes(game, sections))
    reached = extend(reached, jointFillings(game, boxes, better), better);
  const totals = [...reached.values()].map(
    ({ sums, extra }) => multiplier * withBonus(game, sections, sums) + extra,
  );
  return totals.length === 0 ? 0 : totals.reduce((best, total) => better(best, total));
}

/** The sums of these sections with their bonuses. */
function withBonus(game: Game, sections: readonly number[], sums: readonly number[]): number {
  return sections.reduce((total, at) => {
    const section = game.sections[at];
    const sum = sums[at] ?? 0;
    return total + sum + (section === undefined ? 0 : bonusFor(section, sum));
  }, 0);
}

/** Adds every joint filling of some boxes to every state reached so far. */
function extend(reached: Reached, fillings: readonly JointFilling[], better: Better): Reached {
  const next: Reached = new Map();
  for (const state of reached.values()) {
    for (const filling of fillings) {
      const sums = state.sums.map((sum, at) => sum + (filling.sums[at] ?? 0));
      const key = sums.join();
      const extra = state.extra + filling.extra;
      const known = next.get(key);
      if (known === undefined || better(extra, known.extra) !== known.extra) next.set(key, { sums, extra });
    }
  }
  return next;
}

interface JointFilling {
  /** What the boxes add to each section. */
  readonly sums: readonly number[];
  readonly extra: number;
}

/** Every way to fill tied boxes so that the constraints among them hold; of those with equal sums only the best. */
function jointFillings(game: Game, boxes: readonly Category[], better: Better): JointFilling[] {
  const found: JointFilling[] = [];
  const fill = (at: number, values: ReadonlyMap<string, number>, sums: readonly number[], extra: number) => {
    const box = boxes[at];
    if (box === undefined) {
      found.push({ sums, extra });
      return;
    }
    const section = game.sections.findIndex((s) => s.categories.includes(box));
    for (const filling of fillingsOf(game, box)) {
      const filled = new Map(values).set(box.id, filling.score);
      if (!game.constraints.every((c) => fits(c, filled))) continue;
      fill(at + 1, filled, sums.with(section, (sums[section] ?? 0) + filling.score), extra + filling.extra);
    }
  };
  fill(
    0,
    new Map(),
    game.sections.map(() => 0),
    0,
  );
  const nothing: Reached = new Map([["", { sums: game.sections.map(() => 0), extra: 0 }]]);
  return [...extend(nothing, found, better).values()];
}

function fits(constraint: Constraint, values: ReadonlyMap<string, number>): boolean {
  return constraintHolds(
    constraint,
    values.get(constraint.left) ?? null,
    values.get(constraint.right) ?? null,
  );
}

/** Every way to fill one box alone. */
function fillingsOf(game: Game, category: Category): Filling[] {
  const scores = category.strike === "never" ? category.legal : [0, ...category.legal];
  const plain = scores.map((score) => ({ score, extra: 0 }));
  const { repeats } = game;
  if (repeats === null || category.id === repeats.of) return plain;
  const extras = [...repeatValues(game, category)].map((score) => ({ score, extra: repeats.bonus }));
  return [...plain, ...extras];
}

/** Boxes of these sections in groups: those that constraints tie together, directly or through others, share one. */
function tiedBoxes<C extends Pick<Category, "id">>(
  game: {
    readonly sections: readonly { readonly categories: readonly C[] }[];
    readonly constraints: Countable["constraints"];
  },
  sections: readonly number[],
): C[][] {
  const boxes = sections.flatMap((at) => game.sections[at]?.categories ?? []);
  return connected(boxes, (a, b) => game.constraints.some((c) => ties(c, a.id, b.id)));
}

function ties({ left, right }: Pick<Constraint, "left" | "right">, a: string, b: string): boolean {
  return (left === a && right === b) || (left === b && right === a);
}

/** Sections (as positions) in groups: those that a constraint ties together must be worked out together. */
function linkedSections(game: Countable): number[][] {
  const sectionOf = (id: string) => game.sections.findIndex((s) => s.categories.some((c) => c.id === id));
  const positions = game.sections.map((_, at) => at);
  return connected(positions, (a, b) =>
    game.constraints.some((c) => {
      const left = sectionOf(c.left);
      const right = sectionOf(c.right);
      return (left === a && right === b) || (left === b && right === a);
    }),
  );
}

/** Connected components, in the order of their first member. */
function connected<T>(members: readonly T[], linked: (a: T, b: T) => boolean): T[][] {
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

/** As much of a game as tells how long its totals take to work out. */
export interface Countable {
  readonly sections: readonly { readonly categories: readonly Pick<Category, "id" | "legal">[] }[];
  readonly constraints: readonly Pick<Constraint, "left" | "right">[];
}

/**
 * An upper bound for how many fillings and section sums `highestTotal` and `lowestTotal` must look at. The games that people
 * play stay in the thousands; a file that ties many boxes together, or pays enormous scores, could keep us busy for ever.
 */
export function effortOfTotals(game: Countable): number {
  const fillings = tiedBoxes(game, [...game.sections.keys()]).map((boxes) =>
    boxes.reduce((count, { legal }) => count * (legal.length + 1), 1),
  );
  const most = Math.max(1, ...fillings);
  const states = linkedSections(game).map((linked) =>
    linked.reduce((count, at) => count * (1 + reachOf(game.sections[at]?.categories ?? [])), 1),
  );
  return Math.max(most, ...states.map((count) => count * Math.min(count, most)));
}

/** From the lowest to the highest sum that some boxes can add up to. */
function reachOf(boxes: readonly Pick<Category, "legal">[]): number {
  return boxes.reduce((reach, { legal }) => reach + Math.max(0, ...legal) - Math.min(0, ...legal), 0);
}
