import { elementAt } from "../../rules/arrays.ts";
import type { Kernel } from "../turn/kernel.ts";
import { firstStop } from "../turn/backwards.ts";
import { type HeldWays, partsOf, throwFrom } from "../turn/held-ways.ts";
import type { Random } from "./random.ts";
import type { TurnTables } from "./turn-tables.ts";

/** How a turn ended. */
export interface TurnEnd {
  /** The whole roll, as a way to hold all dice. */
  readonly way: number;
  /** How many throws were made. */
  readonly thrown: number;
  /** Whether all dice fell in the last of them. */
  readonly isServed: boolean;
}

/** Turns that are played with dice, by grids that a kernel has worked out. */
export class ThrownTurns {
  readonly #tables: TurnTables;
  readonly #grids: Float64Array[];
  readonly #parts: (readonly number[] | undefined)[] = [];
  readonly #wholes: (ReadonlySet<number> | undefined)[] = [];
  #width = 1;

  constructor(tables: TurnTables) {
    this.#tables = tables;
    this.#grids = Array.from({ length: tables.throws }, () => new Float64Array(0));
  }

  /** Keeps a grid; to be given to the tables as what hears of it. */
  readonly hear = ({ grid, lanes }: Kernel, throwsLeft: number): void => {
    this.#width = lanes;
    const kept = this.#grids[throwsLeft];
    if (kept?.length === grid.length) kept.set(grid);
    else this.#grids[throwsLeft] = grid.slice();
  };

  /** The first throw: a whole roll. */
  first(random: Random): number {
    return throwFrom(this.#tables.ways, 0, random);
  }

  /**
   * Plays on from a first throw.
   *
   * @param stop what it is worth to stop with a whole roll that was served
   */
  play(first: number, lane: number, random: Random, stop: (way: number, thrown: number) => number): TurnEnd {
    const { throws, ways, game, timings } = this.#tables;
    let [way, held] = [first, 0];
    for (let thrown = 1; thrown < throws; thrown++) {
      const isServed = held === 0;
      const from = game.turn.setAside === "final" ? held : 0;
      const choice = this.#hold(way, from, lane, throws - thrown);
      const isKept = choice >= ways.firstRoll;
      const worth = this.worth(choice, lane, throws - thrown);
      const mayStop = timings.length > 1 && thrown > 1 && isServed && thrown >= firstStop(game.turn);
      if (isKept || (mayStop && stop(way, thrown) >= worth)) return { way, thrown, isServed };
      held = choice;
      way = throwFrom(ways, held, random);
    }
    return { way, thrown: throws, isServed: held === 0 };
  }

  /** What it is worth to hold dice, before so many throws. */
  worth(way: number, lane: number, throwsLeft: number): number {
    return this.#grids[throwsLeft]?.[way * this.#width + lane] ?? Number.NEGATIVE_INFINITY;
  }

  /** The best of what can be held of a roll, at least what was held before. */
  #hold(way: number, from: number, lane: number, throwsLeft: number): number {
    const wholes = from === 0 ? null : this.#wholesOf(from);
    let [most, best] = [Number.NEGATIVE_INFINITY, way];
    for (const part of this.partsOf(way)) {
      if (wholes !== null && !wholes.has(part)) continue;
      const worth = this.worth(part, lane, throwsLeft);
      if (worth > most) [most, best] = [worth, part];
    }
    return best;
  }

  /** All ways to hold some of the dice of a way, all of them first. */
  partsOf(way: number): readonly number[] {
    const known = this.#parts[way] ?? partsOf(this.#tables.ways, way);
    this.#parts[way] = known;
    return known;
  }

  #wholesOf(way: number): ReadonlySet<number> {
    const known = this.#wholes[way] ?? new Set(supersets(this.#tables.ways, way));
    this.#wholes[way] = known;
    return known;
  }
}

/** All ways that hold at least these dice. */
function supersets({ faces }: HeldWays, way: number): number[] {
  const held = elementAt(faces, way);
  return faces.flatMap((all, at) => {
    const rest = [...all];
    const has = held.every((face) => {
      const i = rest.indexOf(face);
      if (i !== -1) rest.splice(i, 1);
      return i !== -1;
    });
    return has ? [at] : [];
  });
}
