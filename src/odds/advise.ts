import type { Roll } from "../rules/dice/dice.ts";
import { fillingOrder, inFillingOrder } from "../rules/game/order.ts";
import { BestTurn } from "./best-play.ts";
import type { Model } from "./model.ts";
import { Solver } from "./solve.ts";
import { partsOf } from "./turn/held-ways.ts";

/** What stands in a box; null while it is empty, 0 for a strike. */
export type WrittenScores = (column: string, category: string) => number | null;

/** Something a player can do now: dice to hold, or a box to fill, with the total that may then be expected. */
export interface Advice {
  /** The faces to hold; null where a box is filled. */
  readonly keep: Roll | null;
  readonly category: string | null;
  /** The score to write in the box. */
  readonly score: number | null;
  readonly worth: number;
}

/** Why no advice can be given. */
export type NoAdvice = "full" | "no-such-roll" | "impossible-sheet";

/**
 * What to do with a roll, the best first.
 *
 * @param throwsLeft how often dice may still be thrown in this turn
 */
export function advise(
  model: Model,
  written: WrittenScores,
  roll: Roll,
  throwsLeft: number,
): readonly Advice[] | NoAdvice {
  const state = stateOf(model, written);
  if (state === null) return "impossible-sheet";
  const solver = new Solver(model);
  const shape = model.shapeAt(state.position);
  const open = solver.movesAt(state.position, shape);
  if (open.length === 0) return "full";
  const way = wayOf(model, roll);
  if (way === -1) return "no-such-roll";
  const values = new Float64Array(model.layout.states);
  for (let at = model.positions.count - 1; at > state.position; at--) solver.solvePosition(at, values);
  const best = new BestTurn(solver, values);
  best.look({ position: state.position, shape, open, lanes: Int32Array.of(state.lane) });
  // All but the roll itself.
  const holds = throwsLeft === 0 ? [] : partsOf(model.ways, way).slice(1);
  const kept = holds.map((part): Advice => {
    const worth = state.total + best.worth(part, throwsLeft, 0);
    return { keep: model.ways.faces[part] ?? [], category: null, score: null, worth };
  });
  const thrown = model.game.turn.rolls - throwsLeft;
  const timing = solver.timingOf({ thrown, isServed: thrown === 1 });
  const boxes = new Map<string, Advice>();
  for (const { open, value, worth } of best.entries(way, timing, 0)) {
    const box = model.boxes[open.move.boxes[0] ?? 0];
    const category = box?.category.id ?? "";
    const key = `${box?.column.id}.${category}`;
    const score = open.move.values[value] ?? 0;
    if (!boxes.has(key)) boxes.set(key, { keep: null, category, score, worth: state.total + worth });
  }
  return [...kept, ...boxes.values()].sort((a, b) => b.worth - a.worth);
}

/** The state that a sheet is in, and what it has come to; null where no play leads to it. */
function stateOf(model: Model, written: WrittenScores) {
  let [position, lane, total] = [0, 0, model.start];
  for (const { columnId, row } of fillingsOf(model)) {
    const value = written(columnId, row);
    if (value === null) continue;
    const box = model.boxes.find(
      ({ nodes, category }) => category.id === row && nodes.some(({ column }) => column === columnId),
    );
    const index = box?.values.indexOf(value) ?? -1;
    const next = box === undefined ? -1 : model.positions.next(position, box.at);
    if (box === undefined || index === -1 || next === -1) return null;
    const shape = model.shapeAt(position);
    const { gains, lanes } = model.transition(shape, box.at, model.shapeAt(next));
    const entry = index * shape.lanes + lane;
    total += lanes === null ? (gains[index] ?? 0) : (lanes.worth[entry] ?? 0);
    if (total === Number.NEGATIVE_INFINITY) return null;
    if (lanes !== null) lane = lanes.next[entry] ?? 0;
    position = next;
    const isTop = row === model.game.repeats?.of && value !== 0;
    if (isTop) lane = model.afterTop(lane);
  }
  return { position, lane, total };
}

/** All boxes in an order in which they can be filled. */
function fillingsOf({ game }: Model) {
  const rows = game.sections.flatMap(({ categories }) => categories.map(({ id }) => id));
  return inFillingOrder(game.columns).flatMap(({ id, order }) =>
    fillingOrder(order, rows).map((row) => ({ columnId: id, row })),
  );
}

function wayOf({ ways: { faces, firstRoll } }: Model, roll: Roll): number {
  const wanted = roll.toSorted((a, b) => a - b).join();
  return faces.findIndex((held, way) => way >= firstRoll && held.join() === wanted);
}
