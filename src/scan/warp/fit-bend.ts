import { type Bend, type Cell, cellAt, type Sighting, shiftAt } from "./bend.ts";

/**
 * The smoothest bend that agrees with what was seen, by least squares: paper may curve, but not fold.
 *
 * @param start a bend near it, from which the search begins
 * @param stiffness how much smoothness weighs against sightings
 */
function fitBend(start: Bend, sightings: readonly Sighting[], stiffness: number): Bend {
  const count = start.across.length;
  const { pull, goal } = pullOf(start, sightings);
  const first = new Float64Array(2 * count);
  first.set(start.across);
  first.set(start.down, count);
  const solved = solve({ grid: start, pull, stiffness }, goal, first);
  return { ...start, across: solved.slice(0, count), down: solved.slice(count) };
}

/** What holds the nodes of a grid: linear in their shifts, across (first half) and down (second half). */
interface Hold {
  readonly grid: Bend;
  readonly pull: Pull;
  readonly stiffness: number;
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
    const cell = cellAt(bend, sighting.xMm, sighting.yMm);
    for (let at = 0; at < CORNERS; at++) {
      const node = cell.node + (at >> 1) * bend.columns + (at & 1);
      const share = shareOf(cell, at);
      add(goal, node, share * (sureAcross * acrossMm + sureBoth * downMm));
      add(goal, count + node, share * (sureBoth * acrossMm + sureDown * downMm));
      for (let to = 0; to < CORNERS; to++) {
        const weight = share * shareOf(cell, to);
        const way = ((to >> 1) - (at >> 1) + 1) * 3 + (to & 1) - (at & 1) + 1;
        add(pull.across[way], node, weight * sureAcross);
        add(pull.down[way], node, weight * sureDown);
        add(pull.both[way], node, weight * sureBoth);
      }
    }
  }
  return { pull, goal };
}

/** The corners of a cell stand in two rows of two. */
const CORNERS = 4;

/** How much a corner of a cell counts at a point in it. */
function shareOf({ right, lower }: Cell, corner: number): number {
  return ((corner & 1) === 1 ? right : 1 - right) * (corner >> 1 === 1 ? lower : 1 - lower);
}

/** About how firmly each shift is held. */
function weightsOf({ grid, pull, stiffness }: Hold): Float64Array {
  // A node in the middle takes part in six second differences along, with squares 1, 4 and 1, and in four across.
  const weights = new Float64Array(2 * grid.across.length).fill(20 * stiffness);
  const [across, down] = [pull.across[4], pull.down[4]];
  if (across !== undefined) addTimes(weights.subarray(0, across.length), 1, across);
  if (down !== undefined) addTimes(weights.subarray(down.length), 1, down);
  return weights;
}

function add(values: Float64Array | undefined, at: number, value: number): void {
  if (values !== undefined) values[at] = (values[at] ?? 0) + value;
}

/** Sets the result to how shifts are held. */
function apply({ grid, pull, stiffness }: Hold, values: Float64Array, result: Float64Array): void {
  const count = grid.across.length;
  result.fill(0);
  for (let way = 0; way < WAYS.length; way++) addPull(values, result, pull, way, grid.columns, count);
  addStiffness(values, result, 0, grid, stiffness);
  addStiffness(values, result, count, grid, stiffness);
}

/** Adds what the pull between neighbours in one direction makes of shifts. */
function addPull(
  values: Float64Array,
  result: Float64Array,
  pull: Pull,
  way: number,
  columns: number,
  count: number,
): void {
  const [across, down, both] = [pull.across[way], pull.down[way], pull.both[way]];
  const { column = 0, row = 0 } = WAYS[way] ?? {};
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
}

/**
 * Adds what stiffness makes of shifts in one direction: it resists second differences along rows, along columns and across both.
 *
 * @param first where those shifts begin
 */
function addStiffness(
  values: Float64Array,
  result: Float64Array,
  first: number,
  { columns, rows }: Bend,
  stiffness: number,
): void {
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      const at = first + row * columns + column;
      if (column > 0 && column < columns - 1) resist(values, result, at, 1, stiffness);
      if (row > 0 && row < rows - 1) resist(values, result, at, columns, stiffness);
      if (column < columns - 1 && row < rows - 1) resistTwist(values, result, at, columns, stiffness);
    }
}

function resistTwist(
  values: Float64Array,
  result: Float64Array,
  at: number,
  columns: number,
  stiffness: number,
): void {
  const below = at + columns;
  const bent = (values[at] ?? 0) - (values[at + 1] ?? 0) - (values[below] ?? 0) + (values[below + 1] ?? 0);
  const twist = 2 * stiffness * bent;
  result[at] = (result[at] ?? 0) + twist;
  result[at + 1] = (result[at + 1] ?? 0) - twist;
  result[below] = (result[below] ?? 0) - twist;
  result[below + 1] = (result[below + 1] ?? 0) + twist;
}

function resist(values: Float64Array, result: Float64Array, at: number, step: number, stiffness: number) {
  const curve = stiffness * ((values[at - step] ?? 0) - 2 * (values[at] ?? 0) + (values[at + step] ?? 0));
  result[at - step] = (result[at - step] ?? 0) + curve;
  result[at] = (result[at] ?? 0) - 2 * curve;
  result[at + step] = (result[at + step] ?? 0) + curve;
}

const MAX_STEPS = 200;
/** Squared share of the first error that may remain: far below what can be seen. */
const ENOUGH = 1e-7;

/**
 * Solves a symmetric positive system by conjugate gradients (Hestenes and Stiefel 1952), beginning near the solution.
 */
function solve(hold: Hold, goal: Float64Array, first: Float64Array): Float64Array {
  const weights = weightsOf(hold);
  const solution = first.slice();
  const applied = new Float64Array(goal.length);
  apply(hold, solution, applied);
  const rest = goal.slice();
  addTimes(rest, -1, applied);
  const eased = eachDivided(rest, weights);
  const way = eased.slice();
  let left = dot(rest, eased);
  const enough = ENOUGH * dot(goal, eachDivided(goal, weights));
  for (let step = 0; step < MAX_STEPS && left > enough; step++) {
    apply(hold, way, applied);
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

function addTimes(values: Float64Array, factor: number, others: Float64Array): void {
  for (let at = 0; at < values.length; at++) values[at] = (values[at] ?? 0) + factor * (others[at] ?? 0);
}

function eachDivided(values: Float64Array, by: Float64Array): Float64Array {
  const divided = new Float64Array(values.length);
  for (let at = 0; at < values.length; at++) divided[at] = (values[at] ?? 0) / (by[at] ?? 1);
  return divided;
}

function dot(one: Float64Array, other: Float64Array): number {
  let sum = 0;
  for (let at = 0; at < one.length; at++) sum += (one[at] ?? 0) * (other[at] ?? 0);
  return sum;
}

const PASSES = 3;
/** At first, with outliers still among the sightings, paper is taken to be this many times as stiff. */
const FIRST_STIFFNESS = 8;

/** The bend that most sightings agree on; those far off, such as where somebody wrote over a line, count less and less. */
export function fitFaithful(
  start: Bend,
  sightings: readonly Sighting[],
  stiffness: number,
  outlierMm: number,
): Bend {
  let bend = fitBend(start, sightings, FIRST_STIFFNESS * stiffness);
  for (let pass = PASSES; pass > 0; pass--)
    bend = fitBend(bend, faithful(sightings, bend, outlierMm * pass), stiffness);
  return bend;
}

/** The sightings that agree with a bend, each weighing less the farther off it is (Tukey's biweight). */
function faithful(sightings: readonly Sighting[], bend: Bend, outlierMm: number): Sighting[] {
  const agreeing: Sighting[] = [];
  for (const sighting of sightings) {
    const off = disagreement(sighting, bend) / outlierMm;
    if (off >= 1) continue;
    const weight = (1 - off * off) ** 2;
    const { sureAcross, sureDown, sureBoth } = sighting;
    agreeing.push({
      ...sighting,
      sureAcross: sureAcross * weight,
      sureDown: sureDown * weight,
      sureBoth: sureBoth * weight,
    });
  }
  return agreeing;
}

/** How far a bend is from a sighting in the directions of which that is sure, in mm. */
export function disagreement(sighting: Sighting, bend: Bend): number {
  const [across, down] = shiftAt(bend, sighting.xMm, sighting.yMm);
  const [x, y] = [across - sighting.acrossMm, down - sighting.downMm];
  const { sureAcross, sureDown, sureBoth } = sighting;
  const square = sureAcross * x * x + 2 * sureBoth * x * y + sureDown * y * y;
  return Math.sqrt(Math.max(0, square) / (Math.max(sureAcross, sureDown) + 1e-9));
}
