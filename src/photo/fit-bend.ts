import { type Bend, nodesAround, type Sighting } from "./bend.ts";

/**
 * The smoothest bend that agrees with what was seen, by least squares: paper may curve, but not fold.
 *
 * @param start a bend near it, from which the search begins
 * @param stiffness how much smoothness weighs against sightings
 */
export function fitBend(start: Bend, sightings: readonly Sighting[], stiffness: number): Bend {
  const count = start.across.length;
  const { pull, goal } = pullOf(start, sightings);
  const apply = (values: Float64Array, result: Float64Array) => {
    applyPull(values, result, pull, start.columns, count);
    addStiffness(values.subarray(0, count), result.subarray(0, count), start, stiffness);
    addStiffness(values.subarray(count), result.subarray(count), start, stiffness);
  };
  const first = new Float64Array(2 * count);
  first.set(start.across);
  first.set(start.down, count);
  const solved = solve(apply, weightsOf(pull, count, stiffness), goal, first);
  return { ...start, across: solved.slice(0, count), down: solved.slice(count) };
}

/** How nodes are pulled by sightings: for each pair of neighbours, by the way from one to the other, across, down and both together. */
interface Pull {
  readonly across: readonly Float64Array[];
  readonly down: readonly Float64Array[];
  readonly both: readonly Float64Array[];
}

/** The ways from a node to itself and its neighbours: (row + 1) * 3 + column + 1. */
const WAYS = Array.from({ length: 9 }, (_, at) => ({ column: (at % 3) - 1, row: Math.floor(at / 3) - 1 }));

function pullOf(bend: Bend, sightings: readonly Sighting[]): { pull: Pull; goal: Float64Array } {
  const count = bend.across.length;
  const none = () => WAYS.map(() => new Float64Array(count));
  const pull = { across: none(), down: none(), both: none() };
  const goal = new Float64Array(2 * count);
  for (const sighting of sightings) {
    const { acrossMm, downMm, sureAcross, sureDown, sureBoth } = sighting;
    const { nodes, shares } = nodesAround(bend, sighting.xMm, sighting.yMm);
    nodes.forEach((node, at) => {
      const share = shares[at] ?? 0;
      add(goal, node, share * (sureAcross * acrossMm + sureBoth * downMm));
      add(goal, count + node, share * (sureBoth * acrossMm + sureDown * downMm));
      shares.forEach((otherShare, to) => {
        const weight = share * otherShare;
        // The four nodes stand in two rows of two.
        const way = ((to >> 1) - (at >> 1) + 1) * 3 + (to & 1) - (at & 1) + 1;
        add(pull.across[way], node, weight * sureAcross);
        add(pull.down[way], node, weight * sureDown);
        add(pull.both[way], node, weight * sureBoth);
      });
    });
  }
  return { pull, goal };
}

/** About how firmly each shift is held. */
function weightsOf({ across, down }: Pull, count: number, stiffness: number): Float64Array {
  // A node in the middle takes part in six second differences along, with squares 1, 4 and 1, and in four across.
  const held = 20 * stiffness;
  const [own, ownDown] = [across[4], down[4]];
  return Float64Array.from({ length: 2 * count }, (_, at) =>
    at < count ? held + (own?.[at] ?? 0) : held + (ownDown?.[at - count] ?? 0),
  );
}

function add(values: Float64Array | undefined, at: number, value: number): void {
  if (values !== undefined) values[at] = (values[at] ?? 0) + value;
}

/** Sets the result to what the pull makes of shifts across (first half) and down (second half). */
function applyPull(values: Float64Array, result: Float64Array, pull: Pull, columns: number, count: number) {
  result.fill(0);
  WAYS.forEach(({ column, row }, way) => {
    const [across, down, both] = [pull.across[way], pull.down[way], pull.both[way]];
    if (across === undefined || down === undefined || both === undefined) return;
    const offset = row * columns + column;
    const last = Math.min(count, count - offset);
    for (let node = Math.max(0, -offset); node < last; node++) {
      const x = values[node + offset] ?? 0;
      const y = values[count + node + offset] ?? 0;
      const shared = both[node] ?? 0;
      result[node] = (result[node] ?? 0) + (across[node] ?? 0) * x + shared * y;
      result[count + node] = (result[count + node] ?? 0) + shared * x + (down[node] ?? 0) * y;
    }
  });
}

/** Adds what stiffness makes of shifts: it resists second differences along rows, along columns and across both. */
function addStiffness(
  values: Float64Array,
  result: Float64Array,
  { columns, rows }: Bend,
  stiffness: number,
) {
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      const at = row * columns + column;
      if (column > 0 && column < columns - 1) resist(values, result, at, 1, stiffness);
      if (row > 0 && row < rows - 1) resist(values, result, at, columns, stiffness);
      if (column === columns - 1 || row === rows - 1) continue;
      const twist =
        2 *
        stiffness *
        ((values[at] ?? 0) -
          (values[at + 1] ?? 0) -
          (values[at + columns] ?? 0) +
          (values[at + columns + 1] ?? 0));
      result[at] = (result[at] ?? 0) + twist;
      result[at + 1] = (result[at + 1] ?? 0) - twist;
      result[at + columns] = (result[at + columns] ?? 0) - twist;
      result[at + columns + 1] = (result[at + columns + 1] ?? 0) + twist;
    }
}

function resist(values: Float64Array, result: Float64Array, at: number, step: number, stiffness: number) {
  const curve = stiffness * ((values[at - step] ?? 0) - 2 * (values[at] ?? 0) + (values[at + step] ?? 0));
  result[at - step] = (result[at - step] ?? 0) + curve;
  result[at] = (result[at] ?? 0) - 2 * curve;
  result[at + step] = (result[at + step] ?? 0) + curve;
}

const MOST_STEPS = 200;
/** Squared share of the first error that may remain: far below what can be seen. */
const ENOUGH = 1e-7;

/**
 * Solves a symmetric positive system by conjugate gradients (Hestenes and Stiefel 1952), beginning near the solution.
 *
 * @param weights about how much each value counts for its own equation
 */
function solve(
  apply: (values: Float64Array, result: Float64Array) => void,
  weights: Float64Array,
  goal: Float64Array,
  first: Float64Array,
): Float64Array {
  const solution = first.slice();
  const applied = new Float64Array(goal.length);
  apply(solution, applied);
  const rest = goal.map((value, at) => value - (applied[at] ?? 0));
  const eased = rest.map((value, at) => value / (weights[at] ?? 1));
  const way = eased.slice();
  let left = dot(rest, eased);
  const enough = ENOUGH * goal.reduce((sum, value, at) => sum + (value * value) / (weights[at] ?? 1), 0);
  for (let step = 0; step < MOST_STEPS && left > enough; step++) {
    apply(way, applied);
    const length = left / dot(way, applied);
    if (!Number.isFinite(length)) break;
    for (let at = 0; at < goal.length; at++) {
      solution[at] = (solution[at] ?? 0) + length * (way[at] ?? 0);
      rest[at] = (rest[at] ?? 0) - length * (applied[at] ?? 0);
      eased[at] = (rest[at] ?? 0) / (weights[at] ?? 1);
    }
    const next = dot(rest, eased);
    for (let at = 0; at < goal.length; at++) way[at] = (eased[at] ?? 0) + (next / left) * (way[at] ?? 0);
    left = next;
  }
  return solution;
}

function dot(one: Float64Array, other: Float64Array): number {
  let sum = 0;
  for (let at = 0; at < one.length; at++) sum += (one[at] ?? 0) * (other[at] ?? 0);
  return sum;
}
