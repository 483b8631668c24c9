import { randomInt } from "node:crypto";
import { BestTurn } from "../../src/odds/best-play.ts";
import type { Model } from "../../src/odds/model.ts";
import { Solver } from "../../src/odds/solve.ts";
import { kindsOf } from "../../src/rules/dice/dice.ts";
import { applyRule, type SumNode, sumGraph } from "../../src/rules/sums/sum-graph.ts";

/** What games came to that were played with dice. */
export interface SimulatedGames {
  readonly games: number;
  readonly mean: number;
  /** The standard error of the mean. */
  readonly error: number;
  /** By box of the model. */
  readonly boxes: readonly { readonly mean: number; readonly zero: number }[];
  /** By the id of a bonus: the share of games that reached its first tier. */
  readonly bonuses: ReadonlyMap<string, number>;
}

/** Where a game stands. */
interface Played {
  position: number;
  lane: number;
  /** By box of the model. */
  readonly written: number[];
}

/**
 * Plays games by the solved best play, all of them a turn at a time, those in one state together. Dice are thrown one by one, and the
 * sheet is added up as the check of sheets does, so that neither chances nor totals come from the solver. For games of one column.
 */
export function simulatedGames(model: Model, count: number): SimulatedGames {
  const solver = new Solver(model);
  const values = new Float64Array(model.layout.states);
  solver.solve(values);
  const best = new BestTurn(solver, values);
  const games = Array.from({ length: count }, (): Played => ({ position: 0, lane: 0, written: [] }));
  for (let turn = 0; turn < model.boxes.length; turn++) {
    const byState = new Map<number, Played[]>();
    for (const game of games) {
      const state = (model.layout.starts[game.position] ?? 0) + game.lane;
      const there = byState.get(state) ?? [];
      there.push(game);
      byState.set(state, there);
    }
    for (const [first, ...others] of byState.values()) {
      if (first === undefined) continue;
      const { position, lane } = first;
      const shape = model.shapeAt(position);
      best.look({ position, shape, open: solver.movesAt(position, shape), lane, lanes: 1 });
      const holds = Array.from({ length: model.game.turn.rolls }, (_, left) =>
        left === 0 ? null : best.choices(left, 0).slice(),
      );
      for (const game of [first, ...others]) playTurn(model, solver, best, holds, game);
    }
  }
  return sumUp(model, games);
}

function playTurn(
  model: Model,
  solver: Solver,
  best: BestTurn,
  holds: readonly (Int32Array | null)[],
  game: Played,
): void {
  const { ways } = model;
  const { rolls } = model.game.turn;
  let held: readonly number[] = [];
  for (let thrown = 1; ; thrown++) {
    const way = throwDice(model, held);
    const choice = holds[rolls - thrown]?.[way] ?? way;
    if (choice < ways.firstRoll) {
      held = ways.faces[choice] ?? [];
      continue;
    }
    const timing = solver.timingOf({ thrown, isServed: held.length === 0 });
    const [entry] = best.entries(way, timing, 0);
    if (entry === undefined) throw new RangeError("nothing can be written");
    const { open, value, lane } = entry;
    open.move.boxes.forEach((box, at) => {
      game.written[box] = open.move.written[value]?.[at] ?? 0;
    });
    game.position = open.next;
    game.lane = lane;
    return;
  }
}

const wayOf = new WeakMap<Model, Map<string, number>>();

/** Throws the dice that are not held, one by one. */
function throwDice(model: Model, held: readonly number[]): number {
  const known =
    wayOf.get(model) ?? new Map(model.ways.faces.map((faces, way) => [faces.join(), way] as const));
  wayOf.set(model, known);
  const [kind, ...others] = kindsOf(model.game.dice.dice);
  if (kind === undefined || others.length > 0) throw new RangeError("all dice have to be alike");
  const roll = [...held];
  while (roll.length < kind.count) roll.push(randomInt(kind.die.low, kind.die.high + 1));
  return known.get(roll.sort((a, b) => a - b).join()) ?? -1;
}

function sumUp(model: Model, games: readonly Played[]): SimulatedGames {
  const { total, nodes } = sumGraph(model.game);
  const boxOf = new Map(model.boxes.flatMap(({ at, nodes }) => nodes.map((node) => [node.at, at] as const)));
  const bonuses = nodes.filter(({ rule }) => rule.kind === "tiers");
  const reached = new Map(bonuses.map(({ of, row }) => [of ?? row, 0]));
  const sums = model.boxes.map(() => ({ sum: 0, zeros: 0 }));
  let [sum, squares] = [0, 0];
  for (const { written } of games) {
    const known: number[] = [];
    for (const node of nodes) {
      const box = boxOf.get(node.at);
      known[node.at] = box === undefined ? worthOfNode(node, known) : (written[box] ?? 0);
    }
    for (const { at, of, row } of bonuses)
      if ((known[at] ?? 0) > 0) reached.set(of ?? row, (reached.get(of ?? row) ?? 0) + 1);
    written.forEach((value, box) => {
      const mine = sums[box];
      if (mine === undefined) return;
      mine.sum += value;
      if (value === 0) mine.zeros++;
    });
    const points = known[total.at] ?? 0;
    sum += points;
    squares += points * points;
  }
  const { length } = games;
  const mean = sum / length;
  return {
    games: length,
    mean,
    error: Math.sqrt((squares / length - mean * mean) / (length - 1)),
    boxes: sums.map((box) => ({ mean: box.sum / length, zero: box.zeros / length })),
    bonuses: new Map([...reached].map(([id, times]) => [id, times / length])),
  };
}

function worthOfNode(node: SumNode, known: readonly number[]): number {
  if (node.rule.kind === "written") throw new RangeError("extra points for further rolls are not simulated");
  return applyRule(
    node,
    node.inputs.map(({ at }) => known[at] ?? 0),
  );
}
