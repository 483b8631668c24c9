import { elementAt } from "../../rules/arrays.ts";
import type { Box } from "../boxes.ts";
import type { Model } from "../model.ts";
import { timingAmong } from "../moves.ts";
import type { HeldWays } from "../turn/held-ways.ts";

/** Differences that come from rounding alone. */
const EPSILON = 1e-9;

/** For a box: which dice one would hold of each roll if no other box were open. */
export interface FittingDice {
  /** By whole roll, the way to hold dice: the fewest of those that are expected to bring most points. */
  readonly hold: Int32Array;
  /** By whole roll, how many dice are held. */
  readonly dice: Int32Array;
  /** By whole roll, the points that are then expected. */
  readonly points: Float64Array;
}

/** The fitting dice of a box, by how often dice may still be thrown; from 1 on. */
export function fittingDice(model: Model, box: Box): readonly FittingDice[] {
  const { ways, game, timings } = model;
  const { rolls, stopEarly } = game.turn;
  const scoresAt = (thrown: number) =>
    scores(model, box, timingAmong(timings, { thrown, isServed: thrown === 1 }));
  const found: FittingDice[] = [];
  let after = scoresAt(rolls);
  for (let left = 1; left < rolls; left++) {
    const worths = new Float64Array(ways.count);
    worths.set(
      stopEarly ? scoresAt(rolls - left) : after.map(() => Number.NEGATIVE_INFINITY),
      ways.firstRoll,
    );
    meansOf(ways, after, worths);
    const fitting = bestHolds(ways, worths);
    found.push(fitting);
    after = fitting.points;
  }
  return [{ hold: new Int32Array(0), dice: new Int32Array(0), points: after }, ...found];
}

/** By whole roll, the most points that it brings. */
function scores({ moves, ways }: Model, box: Box, timing: number): Float64Array {
  const move = moves.find(({ boxes }) => boxes[0] === box.at);
  const table = move?.tables[timing];
  return Float64Array.from({ length: ways.count - ways.firstRoll }, (_, roll) => {
    const offer = move?.offers[table?.[roll] ?? 0] ?? [];
    return offer.reduce((most, value) => Math.max(most, box.values[value] ?? 0), 0);
  });
}

/** What comes of throwing all dice that are not held. */
function meansOf({ firstRoll, grown }: HeldWays, rolls: Float64Array, worths: Float64Array): void {
  const after = (way: number) => (way >= firstRoll ? (rolls[way - firstRoll] ?? 0) : (worths[way] ?? 0));
  for (let way = firstRoll - 1; way >= 0; way--) {
    const [start, end] = [grown.starts[way] ?? 0, grown.starts[way + 1] ?? 0];
    let sum = 0;
    for (let at = start; at < end; at++) sum += after(grown.entries[at] ?? 0);
    worths[way] = sum / (end - start);
  }
}

function bestHolds({ count, firstRoll, reduced, faces }: HeldWays, worths: Float64Array): FittingDice {
  const best = new Float64Array(count);
  const hold = new Int32Array(count);
  for (let way = 0; way < count; way++) {
    let [most, mine] = [worths[way] ?? 0, way];
    for (let at = reduced.starts[way] ?? 0; at < (reduced.starts[way + 1] ?? 0); at++) {
      const less = reduced.entries[at] ?? 0;
      const other = best[less] ?? 0;
      const held = hold[less] ?? 0;
      const isFewer = elementAt(faces, held).length < elementAt(faces, mine).length;
      if (other > most + EPSILON || (other >= most - EPSILON && isFewer)) [most, mine] = [other, held];
    }
    best[way] = most;
    hold[way] = mine;
  }
  return {
    hold: hold.slice(firstRoll),
    dice: Int32Array.from(hold.subarray(firstRoll), (way) => elementAt(faces, way).length),
    points: best.slice(firstRoll),
  };
}
