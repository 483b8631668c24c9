import type { OpenMove, Solver } from "../solve.ts";
import { distributeRolls } from "../turn/held-ways.ts";
import type { CardPlayer } from "./card.ts";
import type { CardTable } from "./card-table.ts";

/** The end of a turn: a whole roll, by index, and its timing. */
interface End {
  readonly roll: number;
  readonly timing: number;
  readonly chance: number;
}

/** An entry: the index of the value, with extra points. */
interface Entry {
  readonly open: OpenMove;
  readonly value: number;
  readonly bonus: number;
  readonly isTop: boolean;
}

interface Written extends Entry {
  readonly chance: number;
}

/**
 * The exact expected total of a player who follows a card; minus infinity if the player can get stuck.
 *
 * @param onProgress receives the share that is done, from 0 to 1
 */
export function cardWorth(
  solver: Solver,
  table: CardTable,
  player: CardPlayer,
  onProgress: (done: number) => void = () => {},
): number {
  const { model } = solver;
  const { layout, positions } = model;
  const chances = new Float64Array(layout.states);
  chances[0] = 1;
  let mean = model.start;
  for (let position = 0; position < positions.count; position++) {
    if (position % 256 === 0) onProgress(position / positions.count);
    const start = layout.starts[position] ?? 0;
    const lanes = chances.subarray(start, layout.starts[position + 1]);
    if (lanes.every((chance) => chance === 0)) continue;
    const turn = new CardTurn(solver, table, player, position);
    if (turn.open.length === 0) continue;
    for (let lane = 0; lane < lanes.length; lane++) {
      const chance = lanes[lane] ?? 0;
      if (chance === 0) continue;
      const all = turn.outcomes(lane);
      if (all === null) return Number.NEGATIVE_INFINITY;
      for (const written of all) {
        const to = turn.follow(lane, written);
        if (to === null) continue;
        mean += chance * written.chance * to.gain;
        chances[to.state] = (chances[to.state] ?? 0) + chance * written.chance;
      }
    }
  }
  return mean;
}

/** A turn of a player who follows a card, in one position. */
export class CardTurn {
  readonly open: readonly OpenMove[];
  /** By box: 1 for those that may be filled now. */
  readonly isOpen: Uint8Array;
  readonly #solver: Solver;
  readonly #table: CardTable;
  readonly #player: CardPlayer;
  readonly #position: number;
  readonly #shape;
  /** By box: the open move that fills it. */
  readonly #moves: (OpenMove | undefined)[] = [];
  readonly #tops: Int32Array;
  #ends: readonly End[] | null = null;
  /** By `topFlags`: the entries, where no rule forbids one. */
  readonly #written = new Map<number, readonly Written[]>();

  constructor(solver: Solver, table: CardTable, player: CardPlayer, position: number) {
    const { model } = solver;
    this.#solver = solver;
    this.#table = table;
    this.#player = player;
    this.#position = position;
    this.#shape = model.positionShape(position);
    this.#tops = new Int32Array(model.boxes.length);
    this.open = solver.openMoves(position, this.#shape);
    this.isOpen = new Uint8Array(model.boxes.length);
    for (const open of this.open) {
      const box = open.move.boxes[0] ?? 0;
      this.#moves[box] = open;
      this.isOpen[box] = 1;
    }
  }

  /** The entries that can end the turn, with their probabilities; null where the player can get stuck. */
  outcomes(lane: number): readonly Written[] | null {
    const flags = this.#solver.model.topFlags(this.#shape, lane);
    const known = this.#written.get(flags) ?? this.#writeAll(lane, false);
    if (known !== null) this.#written.set(flags, known);
    return known?.every((one) => this.follow(lane, one) !== null) ? known : this.#writeAll(lane, true);
  }

  #writeAll(lane: number, isStrict: boolean): Written[] | null {
    this.#ends ??= this.#listEnds();
    const { boxes } = this.#solver.model;
    const chances = boxes.map(({ values }) => new Float64Array(values.length));
    const special: Written[] = [];
    for (const { roll, timing, chance } of this.#ends) {
      const entry = this.write(roll, timing, lane, isStrict);
      if (entry === null) return null;
      const mine = chances[entry.open.move.boxes[0] ?? 0];
      if (entry.isTop) special.push({ ...entry, chance });
      else if (mine !== undefined) mine[entry.value] = (mine[entry.value] ?? 0) + chance;
    }
    const plain = chances.flatMap((mine, box) => {
      const open = this.#moves[box];
      if (open === undefined) return [];
      return [...mine].flatMap((chance, value) =>
        chance === 0 ? [] : [{ open, value, bonus: 0, isTop: false, chance }],
      );
    });
    return [...plain, ...special];
  }

  /** The player's entry for a roll. @param isStrict whether to respect rules that tie boxes to each other */
  write(roll: number, timing: number, lane: number, isStrict = true): Entry | null {
    const { repeatRolls } = this.#solver.model;
    const special = repeatRolls?.rolls.indexOf(roll) ?? -1;
    if (special !== -1) return this.#writeTop(special, lane);
    const tops = this.#tops.fill(-1);
    for (const open of this.open) {
      const box = open.move.boxes[0] ?? 0;
      tops[box] = isStrict
        ? this.#highestAllowed(open, roll, timing, lane)
        : this.#table.top(timing, roll, box);
    }
    if (tops.every((top) => top === -1)) this.#offerStrikes(lane);
    const box = this.#player.write(tops);
    const open = this.#moves[box];
    return open === undefined ? null : { open, value: tops[box] ?? 0, bonus: 0, isTop: false };
  }

  #highestAllowed(open: OpenMove, roll: number, timing: number, lane: number): number {
    const { offers, tables } = open.move;
    const offer = offers[tables[timing]?.[roll] ?? 0] ?? [];
    return (
      offer.findLast((value) => this.follow(lane, { open, value, bonus: 0, isTop: false }) !== null) ?? -1
    );
  }

  /** The player's entry for a roll of the top category. */
  #writeTop(special: number, lane: number): Entry | null {
    const tops = this.#tops.fill(-1);
    const entries = new Map<number, Entry>();
    for (const entry of this.#topEntries(special, lane)) {
      const box = entry.open.move.boxes[0] ?? 0;
      if (entry.value <= (tops[box] ?? -1)) continue;
      tops[box] = entry.value;
      entries.set(box, entry);
    }
    return entries.get(this.#player.write(tops)) ?? null;
  }

  /** All ways to enter a roll of the top category. @param special its index among those */
  #topEntries(special: number, lane: number): Entry[] {
    const block = {
      position: this.#position,
      shape: this.#shape,
      open: this.open,
      lanes: Int32Array.of(lane),
    };
    const found = this.#solver.repeatEntries(block, lane)[special] ?? [];
    return found.flatMap(({ open, entries }) =>
      entries
        .map(({ value, bonus }): Entry => ({ open, value, bonus, isTop: true }))
        .filter((entry) => this.follow(lane, entry) !== null),
    );
  }

  #offerStrikes(lane: number): void {
    for (const open of this.open) {
      const value = open.move.values.indexOf(0);
      const isAllowed = value !== -1 && this.follow(lane, { open, value, bonus: 0, isTop: false }) !== null;
      this.#tops[open.move.boxes[0] ?? 0] = isAllowed ? value : -1;
    }
  }

  /** The state after an entry, and its gain; null if a rule forbids it. */
  follow(lane: number, { open, value, bonus, isTop }: Entry) {
    const from = isTop ? this.#solver.model.afterTop(lane) : lane;
    const to = this.#solver.follow(this.#shape, open, value, from);
    if (to.gain === Number.NEGATIVE_INFINITY) return null;
    return { state: to.state, lane: to.lane, gain: to.gain + bonus };
  }

  /** The rolls that can end the turn. They don't depend on scores. */
  #listEnds(): End[] {
    const { model } = this.#solver;
    const { ways, game, timings } = model;
    const { rolls } = game.turn;
    const ends = new Map<number, End>();
    const end = (way: number, rollNumber: number, isServed: boolean, chance: number) => {
      const timing = this.#solver.timingIndex({ rollNumber, isServed });
      const key = way * timings.length + timing;
      ends.set(key, { roll: way - ways.firstRoll, timing, chance: chance + (ends.get(key)?.chance ?? 0) });
    };
    let held = new Map([[0, 1]]);
    for (let rollNumber = 1; rollNumber <= rolls; rollNumber++) {
      const left = rolls - rollNumber;
      const next = new Map<number, number>();
      for (const { aside, isServed, lying: chances } of this.#rollRest(held))
        for (let way = ways.firstRoll; way < ways.count; way++) {
          const chance = chances[way] ?? 0;
          if (chance === 0) continue;
          const roll = way - ways.firstRoll;
          const lying = { roll, rollsLeft: left, isServed };
          const choice = left === 0 ? way : this.#player.hold(this.isOpen, lying, aside);
          if (choice >= ways.firstRoll) end(choice, rollNumber, isServed, chance);
          else next.set(choice, (next.get(choice) ?? 0) + chance);
        }
      held = next;
    }
    return [...ends.values()];
  }

  /** Rolls the dice that are not held. Ways are kept apart only where dice stay aside, or where served rolls matter. */
  #rollRest(held: ReadonlyMap<number, number>) {
    const { ways, game, timings } = this.#solver.model;
    const isFinal = game.turn.setAside === "final";
    const all = [...held];
    const groups = isFinal
      ? all.map((one) => [one])
      : timings.length > 1
        ? [all.filter(([way]) => way === 0), all.filter(([way]) => way !== 0)]
        : [all];
    return groups.flatMap((group) => {
      const [first] = group;
      if (first === undefined) return [];
      const lying = new Float64Array(ways.count);
      for (const [way, chance] of group) lying[way] = chance;
      distributeRolls(ways, lying);
      return [{ aside: isFinal ? first[0] : 0, isServed: first[0] === 0, lying }];
    });
  }
}
