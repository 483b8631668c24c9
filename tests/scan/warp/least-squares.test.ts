import { describe, expect, it } from "vitest";
import { SparseEquations } from "../../../src/scan/warp/bend.ts";
import { randomFrom } from "../../support/sheets.ts";

interface Equation {
  readonly first: number;
  readonly offsets: readonly number[];
  readonly factors: readonly number[];
  readonly goal: number;
  readonly weight: number;
}

/** What the squared errors of all equations add up to. */
function squaredError(equations: readonly Equation[], values: Float64Array): number {
  return equations.reduce((sum, { first, offsets, factors, goal, weight }) => {
    const found = offsets.reduce((all, offset, term) => {
      return all + (factors[term] as number) * (values[first + offset] as number);
    }, 0);
    return sum + weight * (found - goal) ** 2;
  }, 0);
}

describe("equations are solved by least squares", () => {
  const number = randomFrom(1);
  const OFFSETS = [[0], [0, 1], [0, 1, 2], [0, 1, 5, 6]];
  const randomly = (unknowns: number): Equation[] =>
    OFFSETS.filter((offsets) => Math.max(...offsets) < unknowns).flatMap((offsets) =>
      Array.from({ length: unknowns - Math.max(...offsets) }, (_, first) => {
        const factors = offsets.map(() => number() + 0.5);
        return { first, offsets, factors, goal: 10 * number(), weight: number() + 0.1 };
      }),
    );

  it.each([1, 2, 3, 7, 8, 40, 101])("%i unknowns", (unknowns) => {
    const equations = randomly(unknowns);
    const sparse = new SparseEquations(unknowns);
    for (const { first, offsets, factors, goal, weight } of equations)
      sparse.add(first, offsets, factors, goal, weight);
    const start = Float64Array.from({ length: unknowns }, () => number());
    const solved = sparse.solve(start);
    const least = squaredError(equations, solved);
    expect(least).toBeLessThanOrEqual(squaredError(equations, start));
    // To move any of the unknowns makes it worse.
    for (let at = 0; at < unknowns; at++)
      for (const step of [0.1, -0.1]) {
        const moved = solved.slice();
        moved[at] = (moved[at] as number) + step;
        expect(squaredError(equations, moved)).toBeGreaterThan(least);
      }
    // And who begins there stays there.
    const again = sparse.solve(solved);
    expect(Math.max(...again.map((value, at) => Math.abs(value - (solved[at] as number))))).toBeLessThan(
      0.01,
    );
  });

  it("alike, whatever was solved in between", () => {
    const steps = (goals: readonly number[]) => {
      const sparse = new SparseEquations(goals.length);
      const offsets = [0, 1];
      sparse.add(0, [0], [1], goals[0] as number, 1);
      for (const [at, goal] of goals.slice(1).entries()) sparse.add(at, offsets, [-1, 1], goal, 1);
      return sparse.solve(new Float64Array(goals.length));
    };
    const short = steps([1, 2, 3]);
    expect([...short].map((value) => Math.round(100 * value) / 100)).toEqual([1, 3, 6]);
    steps(Array.from({ length: 60 }, (_, at) => 1000 + at));
    expect(steps([1, 2, 3])).toEqual(short);
  });
});
