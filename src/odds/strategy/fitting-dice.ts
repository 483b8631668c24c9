import { elementAt } from "../../rules/arrays.ts";
import type { Roll } from "../../rules/dice/dice.ts";
import type { Box } from "../boxes.ts";
import type { Model } from "../model.ts";
import { timingAmong } from "../moves.ts";
import type { HeldWays } from "../turn/held-ways.ts";

/** Differences that come from rounding alone. */
const EPSILON = 1e-9;

/** For a box: which dice one would hold of each roll if no other box were open, and dice that were set aside could be thrown again. */
interface FittingDice {
  /** By whole roll, the way to hold dice: of those that are expected to bring most points, the fewest, and of these the highest. */
  readonly hold: Int32Array;
  /** By whole roll, how many dice are held. */
  readonly dice: Int32Array;
  /** By whole roll, the points that are then expected. */
  readonly points: Float64Array;
}

/** The same for rolls of which some dice were held, and for those that fell in one throw, where that makes a difference. */
export interface TimedFit {
  readonly held: FittingDice;
  readonly served: FittingDice;
}

/** The fitting dice of a box, by how often dice may still be thrown; from 1 on. */
export function fittingDice(model: Model, box: Box): readonly TimedFit[] {
  const { ways, game, timings } = model;
  const { rolls, stopEarly } = game.turn;
  const scoresAt = (thrown: number, isServed: boolean) =>
    scores(model, box, timingAmong(timings, { thrown, isServed }));
  const none = (points: Float64Array): FittingDice => ({
    hold: new Int32Array(0),
    dice: new Int32Array(0),
    points,
  });
  const found: TimedFit[] = [
    { held: none(scoresAt(rolls, rolls === 1)), served: none(scoresAt(rolls, true)) },
  ];
  for (let left = 1; left < rolls; left++) {
    const after = elementAt(found, left - 1);
    const fitFor = (isServed: boolean) => {
      const worths = new Float64Array(ways.count).fill(Number.NEGATIVE_INFINITY);
      if (stopEarly) worths.set(scoresAt(rolls - left, isServed), ways.firstRoll);
      meansOf(ways, after.held.points, worths);
      worths[0] = meanOfRolls(ways, after.served.points);
      return bestHolds(ways, worths);
    };
    const served = fitFor(true);
    found.push({ served, held: timings.length === 1 || left === rolls - 1 ? served : fitFor(false) });
  }
  return found;
}

/** By whole roll, the most points that may be written: a zero where it fits nowhere. */
function scores({ moves, ways }: Model, box: Box, timing: number): Float64Array {
  const move = moves.find(({ boxes }) => boxes[0] === box.at);
  const table = move?.tables[timing];
  return Float64Array.from({ length: ways.count - ways.firstRoll }, (_, roll) => {
    const most = move?.offers[table?.[roll] ?? 0]?.at(-1);
    return most === undefined ? 0 : (box.values[most] ?? 0);
  });
}

/** What all dice bring that are thrown together. */
function meanOfRolls({ chances }: HeldWays, rolls: Float64Array): number {
  return chances.reduce((sum, chance, roll) => sum + chance * (rolls[roll] ?? 0), 0);
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
      const isFirst = comesFirst(elementAt(faces, held), elementAt(faces, mine));
      if (other > most + EPSILON || (other >= most - EPSILON && isFirst)) [most, mine] = [other, held];
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

/** Whether dice are held rather than others that are worth as much: the fewer, then those with the highest die, then the next highest. */
function comesFirst(one: Roll, other: Roll): boolean {
  if (one.length !== other.length) return one.length < other.length;
  const at = one.findLastIndex((face, i) => face !== other[i]);
  return at !== -1 && (one[at] ?? 0) > (other[at] ?? 0);
}
