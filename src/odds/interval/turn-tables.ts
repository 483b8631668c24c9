import { getElement, groupByKey } from "../../rules/arrays.ts";
import type { Game } from "../../rules/game/game.ts";
import { type Box, makeBoxes, type ColumnGroup, groupColumns } from "../boxes.ts";
import { hasRepeatRules, RepeatRolls } from "../repeat-rolls.ts";
import { type Move, makeMoves, type Timing, timingIndex, listTimings } from "../moves.ts";
import {
  firstStop,
  followChoices,
  keepChoices,
  playBackwards,
  addFullRolls,
  type TurnStakes,
} from "../turn/play-turn.ts";
import { type HeldWays, heldWays } from "../turn/held-ways.ts";
import { type Kernel, Kernels, type OfferTable } from "../turn/kernel.ts";
import { type TotalParts, splitTotal } from "../total-parts.ts";

/** What a turn can earn, for states that are solved together; lanes are their indices. */
export interface LaneStakes {
  /** How many states. */
  readonly lanes: number;
  /** The boxes that may be filled. */
  open(lane: number): readonly number[];
  /** The worth of writing a value, future included; minus infinity where that is forbidden. @param value its index */
  worth(lane: number, box: number, value: number): number;
  /** The best worth of a roll of the top category; null where it is a roll like others. @param roll its index */
  repeatWorth?(lane: number, roll: number): number | null;
  readonly price?: TurnStakes["price"];
  readonly isScoredAnew?: boolean;
  readonly onGrid?: TurnStakes["onGrid"];
  readonly onChoice?: TurnStakes["onChoice"];
}

/** Boxes of one category, for which a roll offers the same scores. */
interface Group {
  readonly move: Move;
  readonly members: readonly number[];
  /** The row of its first offer, and the index of its first table. */
  readonly offers: number;
  readonly tables: number;
}

/** Plays turns backwards for states of any positions, `MAX_LANES` at a time. */
export class TurnTables {
  readonly game: Game;
  readonly ways: HeldWays;
  readonly columnGroups: readonly ColumnGroup[];
  readonly totalParts: TotalParts;
  readonly boxes: readonly Box[];
  readonly moves: readonly Move[];
  readonly timings: readonly Timing[];
  readonly repeatRolls: RepeatRolls | null;
  /** The most rolls of a turn that are solved. */
  readonly maxRolls: number;
  /** Whether a turn can have more rolls: then the last one earns the best score of any roll. */
  readonly isOpenEnded: boolean;
  readonly #groups: readonly Group[];
  readonly #groupOf: readonly number[];
  readonly #kernels: Kernels;
  readonly #best: Float64Array;

  constructor(game: Game, maxRolls: number, isOpenEnded = false) {
    const dice = Array.from({ length: game.hands }, () => game.dice.dice).flat();
    const { repeats } = game;
    this.game = game;
    this.maxRolls = maxRolls;
    this.isOpenEnded = isOpenEnded;
    this.ways = heldWays(dice);
    this.columnGroups = groupColumns(game);
    this.totalParts = splitTotal(game);
    this.boxes = makeBoxes(game, this.columnGroups, this.totalParts);
    this.timings = listTimings(game);
    this.moves = makeMoves(game, this.boxes, this.ways);
    this.repeatRolls = hasRepeatRules(repeats) ? new RepeatRolls(game, repeats, this.boxes, this.ways) : null;
    const { groups, tables, rows } = groupBoxes(this.boxes, this.moves);
    this.#groups = groups;
    this.#groupOf = this.boxes.map(({ at }) => groups.findIndex(({ members }) => members.includes(at)));
    this.#kernels = new Kernels(this.ways, tables, rows, game.turn.setAside === "final", 2 * maxRolls);
    this.#best = new Float64Array(Math.max(...this.moves.map(({ values }) => values.length)));
  }

  /** The worth of a turn, by lane. The kernel keeps it until the next turn. */
  turn(stakes: LaneStakes): Kernel {
    const kernel = this.#kernels.for(stakes.lanes);
    const { turn } = this.game;
    kernel.offers.fill(Number.NEGATIVE_INFINITY);
    for (let lane = 0; lane < stakes.lanes; lane++) this.#offer(kernel, lane, stakes);
    const isTimed = this.timings.length > 1;
    const isFinal = turn.setAside === "final";
    const rules = {
      maxRolls: this.maxRolls,
      stopFrom: firstStop(turn),
      isFinal,
      isTimed,
      isScoredAnew: this.isOpenEnded || stakes.isScoredAnew === true,
    };
    const { price, onGrid, onChoice } = stakes;
    playBackwards(kernel, this.ways.firstRoll, rules, {
      score: (timing, isRaised) => this.#score(kernel, stakes, timing, isRaised),
      ...(price === undefined ? {} : { price }),
      ...(onGrid === undefined ? {} : { onGrid }),
      ...(onChoice === undefined ? {} : { onChoice }),
    });
    return kernel;
  }

  /**
   * The worth of a turn, and the probability that it fills each box; of several open boxes of a category, the first one gets all of it.
   * For games in which dice may be rolled again and timings don't matter.
   *
   * @param onChance receives the probability of a box in a lane
   */
  turnWithChances(stakes: LaneStakes, onChance: (lane: number, box: number, chance: number) => void): Kernel {
    const { maxRolls } = this;
    const kernel = this.turn({ ...stakes, ...keepChoices(maxRolls) });
    const { lanes, held, lying, taken } = kernel;
    for (const numbers of [held, lying, taken]) numbers.fill(0);
    addFullRolls(lying, this.ways, lanes);
    followChoices(kernel, maxRolls);
    for (const { tables } of this.#groups) kernel.take(tables as OfferTable, 0);
    for (let lane = 0; lane < stakes.lanes; lane++)
      for (const box of stakes.open(lane)) {
        const group = getElement(this.#groups, this.#groupOf[box] ?? 0);
        let chance = 0;
        for (let at = 0; at < group.move.offers.length; at++)
          chance += taken[(group.offers + at) * lanes + lane] ?? 0;
        onChance(lane, box, chance);
      }
    return kernel;
  }

  timingIndex(timing: Timing): number {
    return timingIndex(this.timings, timing);
  }

  #offer({ offers, lanes: width }: Kernel, lane: number, stakes: LaneStakes): void {
    const open = stakes.open(lane);
    const best = this.#best;
    for (let g = 0; g < this.#groups.length; g++) {
      const group = getElement(this.#groups, g);
      const { values, offers: lists } = group.move;
      let isOpen = false;
      for (const box of open) {
        if (this.#groupOf[box] !== g) continue;
        if (!isOpen) best.fill(Number.NEGATIVE_INFINITY, 0, values.length);
        isOpen = true;
        for (let v = 0; v < values.length; v++) {
          const worth = stakes.worth(lane, box, v);
          if (worth > (best[v] ?? 0)) best[v] = worth;
        }
      }
      if (!isOpen) continue;
      for (let at = 0; at < lists.length; at++) {
        let most = Number.NEGATIVE_INFINITY;
        for (const v of lists[at] ?? []) if ((best[v] ?? 0) > most) most = best[v] ?? 0;
        offers[(group.offers + at) * width + lane] = most;
      }
    }
  }

  #score(kernel: Kernel, stakes: LaneStakes, timing: Timing, isRaised: boolean): void {
    if (this.isOpenEnded && timing.rollNumber === this.maxRolls) {
      this.#scoreBest(kernel);
      return;
    }
    const at = this.timingIndex(timing);
    this.#groups.forEach(({ tables }, i) => {
      const table = (tables + at) as OfferTable;
      if (i === 0 && !isRaised) kernel.put(table);
      else kernel.raise(table);
    });
    if (!this.game.strike.voluntary) this.#strike(kernel, stakes);
    this.#scoreRepeats(kernel, stakes);
  }

  /** Every whole roll earns the best score of any roll. */
  #scoreBest({ grid, offers, lanes }: Kernel): void {
    for (let lane = 0; lane < lanes; lane++) {
      let most = Number.NEGATIVE_INFINITY;
      for (let at = lane; at < offers.length; at += lanes) most = Math.max(most, offers[at] ?? most);
      for (let at = this.ways.firstRoll * lanes + lane; at < grid.length; at += lanes) grid[at] = most;
    }
  }

  /** Where nothing fits and a strike is not a choice, a box is struck. */
  #strike({ grid, lanes: width }: Kernel, stakes: LaneStakes): void {
    for (let lane = 0; lane < stakes.lanes; lane++) {
      const worths = stakes.open(lane).map((box) => {
        const zero = getElement(this.boxes, box).values.indexOf(0);
        return zero === -1 ? Number.NEGATIVE_INFINITY : stakes.worth(lane, box, zero);
      });
      const worth = Math.max(Number.NEGATIVE_INFINITY, ...worths);
      for (let at = this.ways.firstRoll * width + lane; at < grid.length; at += width)
        if (grid[at] === Number.NEGATIVE_INFINITY) grid[at] = worth;
    }
  }

  #scoreRepeats({ grid, lanes: width }: Kernel, stakes: LaneStakes): void {
    if (this.repeatRolls === null || stakes.repeatWorth === undefined) return;
    for (let lane = 0; lane < stakes.lanes; lane++)
      for (let at = 0; at < this.repeatRolls.rolls.length; at++) {
        const worth = stakes.repeatWorth(lane, at);
        const row = this.ways.firstRoll + (this.repeatRolls.rolls[at] ?? 0);
        if (worth !== null) grid[row * width + lane] = worth;
      }
  }
}

function groupBoxes(boxes: readonly Box[], moves: readonly Move[]) {
  const alike = groupByKey(boxes, ({ category, column }) => JSON.stringify([category.id, column.entry]));
  const tables: Int32Array[] = [];
  let rows = 0;
  const groups = [...alike.values()].map((mine): Group => {
    const members = mine.map(({ at }) => at);
    const move = getElement(moves, members[0] ?? 0);
    const group = { move, members, offers: rows, tables: tables.length };
    const first = rows;
    for (const table of move.tables) tables.push(table.map((offer) => offer + first));
    rows += move.offers.length;
    return group;
  });
  return { groups, tables, rows };
}

/**
 * An upper bound of a roll of the top category where the boxes are partly known: the best over all situations.
 *
 * @param open how many of a box are open; `untracked` for boxes that are not tracked
 */
export function boundRepeat(
  { repeatRolls, game, boxes }: TurnTables,
  stakes: LaneStakes,
  lane: number,
  roll: number,
  open: (box: number, untracked: number) => number,
): number | null {
  const { repeats } = game;
  if (repeatRolls === null || repeats === null) return null;
  const inputs = RepeatRolls.findGateInputs(repeats);
  const isTop = (box: number) => boxes[box]?.category.id === repeats.of;
  const fillable = stakes.open(lane);
  let most = Number.NEGATIVE_INFINITY;
  for (const [tops, others] of OPEN_ASSUMPTIONS)
    for (const isTopScored of inputs.top ? [true, false] : [true])
      for (const isRolledBefore of inputs.before ? [true, false] : [true]) {
        const openNow = (box: number) => open(box, isTop(box) ? tops : others);
        for (const mayFill of [(box: number) => openNow(box) > 0, (box: number) => fillable.includes(box)]) {
          const listEntries = repeatRolls.entries(roll, {
            open: openNow,
            mayFill,
            isTopScored,
            isRolledBefore,
          });
          for (const box of fillable)
            for (const { value, bonus } of listEntries(box))
              most = Math.max(most, stakes.worth(lane, box, value) + bonus);
        }
      }
  return most;
}

/** Whether untracked boxes of the top category, and all others, are assumed to be open. */
const OPEN_ASSUMPTIONS = [
  [0, 0],
  [0, 1],
  [1, 0],
  [1, 1],
] as const;
