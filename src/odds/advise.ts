import type { Roll } from "../rules/dice/dice.ts";
import { BestTurn } from "./best-play.ts";
import type { Box } from "./boxes.ts";
import type { Model } from "./model.ts";
import { Solver } from "./solve.ts";
import { subHolds } from "./turn/held-ways.ts";

/** The score in a box: null while it is empty, 0 for a strike. */
export type WrittenScores = (column: string, category: string) => number | null;

/** A choice, with the expected total after it: dice to hold, or a box to fill. */
export interface Advice {
  /** The faces to hold; null where a box is filled. */
  readonly keep: Roll | null;
  /** The column of the box to fill; null where dice are held. */
  readonly column: string | null;
  readonly category: string | null;
  readonly score: number | null;
  readonly worth: number;
}

/** Why there is no advice. */
export type NoAdvice = "full" | "stuck" | "no-such-roll" | "impossible-sheet";

/** The choices for a roll, best first. @param rollsLeft how many rolls are left in this turn */
export function advise(
  model: Model,
  written: WrittenScores,
  roll: Roll,
  rollsLeft: number,
): readonly Advice[] | NoAdvice {
  const state = sheetState(model, written);
  if (state === null) return "impossible-sheet";
  const solver = new Solver(model);
  const shape = model.positionShape(state.position);
  const open = solver.openMoves(state.position, shape);
  if (open.length === 0) return "full";
  const way = rollIndex(model, roll);
  if (way === -1) return "no-such-roll";
  const values = new Float64Array(model.layout.states);
  for (let at = model.positions.count - 1; at > state.position; at--) solver.solvePosition(at, values);
  const best = new BestTurn(solver, values);
  best.load({ position: state.position, shape, open, lanes: Int32Array.of(state.lane) });
  // The first hold is the whole roll.
  const holds = rollsLeft === 0 ? [] : subHolds(model.ways, way).slice(1);
  const kept = holds.map((part): Advice => {
    const worth = state.total + best.worth(part, rollsLeft, 0);
    return { keep: model.ways.faces[part] ?? [], column: null, category: null, score: null, worth };
  });
  const rollNumber = model.game.turn.rolls - rollsLeft;
  const timing = solver.timingIndex({ rollNumber, isServed: rollNumber === 1 });
  const boxes = new Map<string, Advice>();
  for (const { open, value, worth } of best.entries(way, timing, 0)) {
    const box = model.boxes[open.move.boxes[0] ?? 0];
    const category = box?.category.id ?? "";
    // Of equal columns, the first in which the box is open.
    const column = box?.nodes.find((node) => written(node.column ?? "", category) === null)?.column ?? "";
    const key = `${column}.${category}`;
    const score = open.move.values[value] ?? 0;
    if (!boxes.has(key)) boxes.set(key, { keep: null, column, category, score, worth: state.total + worth });
  }
  const found = [...kept, ...boxes.values()].filter(({ worth }) => worth !== Number.NEGATIVE_INFINITY);
  return found.length === 0 ? "stuck" : found.sort((a, b) => b.worth - a.worth);
}

/** The state of a sheet and its total so far; null if no game leads to it. */
function sheetState(model: Model, written: WrittenScores): State | null {
  let waiting = model.boxes.flatMap((box) =>
    box.nodes.flatMap(({ column, row }): Entry[] => {
      const value = written(column ?? "", row);
      return value === null ? [] : [{ box, value }];
    }),
  );
  let state: State = { position: 0, lane: 0, total: model.start };
  // If a sheet can be reached, any order of entries that the rules allow reaches it.
  while (waiting.length > 0) {
    const left: Entry[] = [];
    for (const entry of waiting) {
      const next = stateAfter(model, state, entry);
      if (next === null) left.push(entry);
      else state = next;
    }
    if (left.length === waiting.length) return null;
    waiting = left;
  }
  return state;
}

interface State {
  readonly position: number;
  readonly lane: number;
  readonly total: number;
}

interface Entry {
  readonly box: Box;
  readonly value: number;
}

/** The state after an entry; null where the rules don't allow it now. */
function stateAfter(model: Model, { position, lane, total }: State, { box, value }: Entry): State | null {
  const index = box.values.indexOf(value);
  const next = model.positions.next(position, box.at);
  if (index === -1 || next === -1) return null;
  const shape = model.positionShape(position);
  const { gains, lanes } = model.transition(shape, box.at, model.positionShape(next));
  const entry = index * shape.lanes + lane;
  const gain = lanes === null ? (gains[index] ?? 0) : (lanes.worth[entry] ?? 0);
  if (gain === Number.NEGATIVE_INFINITY) return null;
  const to = lanes === null ? lane : (lanes.next[entry] ?? 0);
  const isTop = box.category.id === model.game.repeats?.of && value !== 0;
  return { position: next, lane: isTop ? model.afterTop(to) : to, total: total + gain };
}

function rollIndex({ ways: { faces, firstRoll } }: Model, roll: Roll): number {
  const wanted = roll.toSorted((a, b) => a - b).join();
  return faces.findIndex((held, way) => way >= firstRoll && held.join() === wanted);
}
