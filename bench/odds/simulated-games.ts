import { randomInt } from "node:crypto";
import { BestTurn } from "../../src/odds/best-play.ts";
import type { Model } from "../../src/odds/model.ts";
import { Solver } from "../../src/odds/solve.ts";
import { groupDice } from "../../src/rules/dice/dice.ts";
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

/** The state of a game. */
interface Played {
  position: number;
  lane: number;
  /** By box of the model. */
  readonly written: number[];
}

/** As many games are played together. */
const TOGETHER = 500_000;

/**
 * Plays games by the solved optimal play, many of them a turn at a time, those in one state together. Dice are thrown one by one, and the
 * sheet is added up as the check of sheets does, so that neither chances nor totals come from the solver. For games of one column.
 */
export function simulatedGames(model: Model, count: number): SimulatedGames {
  const solver = new Solver(model);
  const values = new Float64Array(model.layout.states);
  solver.solve(values);
  const best = new BestTurn(solver, values);
  const sums = new Sums(model);
  for (let played = 0; played < count; played += TOGETHER)
    sums.add(playTogether(solver, best, Math.min(TOGETHER, count - played)));
  return sums.all();
}

function playTogether(solver: Solver, best: BestTurn, count: number): readonly Played[] {
  const { model } = solver;
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
      const shape = model.positionShape(position);
      best.load({ position, shape, open: solver.openMoves(position, shape), lanes: Int32Array.of(lane) });
      const holds = Array.from({ length: model.game.turn.rolls }, (_, left) =>
        left === 0 ? null : best.choices(left, 0).slice(),
      );
      for (const game of [first, ...others]) playTurn(model, solver, best, holds, game);
    }
  }
  return games;
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
    const way = rollDice(model, held);
    const choice = holds[rolls - thrown]?.[way] ?? way;
    if (choice < ways.firstRoll) {
      held = ways.faces[choice] ?? [];
      continue;
    }
    const timing = solver.timingIndex({ rollNumber: thrown, isServed: held.length === 0 });
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
function rollDice(model: Model, held: readonly number[]): number {
  const known =
    wayOf.get(model) ?? new Map(model.ways.faces.map((faces, way) => [faces.join(), way] as const));
  wayOf.set(model, known);
  const [kind, ...others] = groupDice(model.game.dice.dice);
  if (kind === undefined || others.length > 0) throw new RangeError("all dice have to be alike");
  const roll = [...held];
  while (roll.length < kind.count) roll.push(randomInt(kind.die.low, kind.die.high + 1));
  return known.get(roll.sort((a, b) => a - b).join()) ?? -1;
}

/** Adds up sheets, and what they come to. */
class Sums {
  readonly #nodes: readonly SumNode[];
  readonly #total: SumNode;
  readonly #bonuses: readonly SumNode[];
  /** By the place of a node in the graph its box. */
  readonly #boxOf: ReadonlyMap<number, number>;
  readonly #boxes: { sum: number; zeros: number }[];
  readonly #reached = new Map<string, number>();
  #games = 0;
  #sum = 0;
  #squares = 0;

  constructor({ game, boxes }: Model) {
    const { total, nodes } = sumGraph(game);
    this.#nodes = nodes;
    this.#total = total;
    this.#bonuses = nodes.filter(({ rule }) => rule.kind === "tiers");
    this.#boxOf = new Map(boxes.flatMap(({ at, nodes }) => nodes.map((node) => [node.at, at] as const)));
    this.#boxes = boxes.map(() => ({ sum: 0, zeros: 0 }));
  }

  add(games: readonly Played[]): void {
    for (const { written } of games) {
      const points = this.#addUp(written);
      this.#games++;
      this.#sum += points;
      this.#squares += points * points;
      written.forEach((value, box) => {
        const mine = this.#boxes[box];
        if (mine === undefined) return;
        mine.sum += value;
        if (value === 0) mine.zeros++;
      });
    }
  }

  all(): SimulatedGames {
    const games = this.#games;
    const mean = this.#sum / games;
    return {
      games,
      mean,
      error: Math.sqrt((this.#squares / games - mean * mean) / (games - 1)),
      boxes: this.#boxes.map(({ sum, zeros }) => ({ mean: sum / games, zero: zeros / games })),
      bonuses: new Map([...this.#reached].map(([id, times]) => [id, times / games])),
    };
  }

  /** The total of a sheet. */
  #addUp(written: readonly number[]): number {
    const known: number[] = [];
    for (const node of this.#nodes) {
      const box = this.#boxOf.get(node.at);
      known[node.at] = box === undefined ? worthOfNode(node, known) : (written[box] ?? 0);
    }
    for (const { at, of, row } of this.#bonuses)
      if ((known[at] ?? 0) > 0) this.#reached.set(of ?? row, (this.#reached.get(of ?? row) ?? 0) + 1);
    return known[this.#total.at] ?? 0;
  }
}

function worthOfNode(node: SumNode, known: readonly number[]): number {
  if (node.rule.kind === "written") throw new RangeError("extra points for further rolls are not simulated");
  return applyRule(
    node,
    node.inputs.map(({ at }) => known[at] ?? 0),
  );
}
