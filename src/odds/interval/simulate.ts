import { elementAt } from "../../rules/arrays.ts";
import { MAX_LANES, type Kernel } from "../turn/kernel.ts";
import type { SumNode } from "../../rules/sums/sum-graph.ts";
import type { ExtraThrows } from "./loosened.ts";
import type { Written } from "./outlook.ts";
import type { Player, Standing } from "./player.ts";
import { Random } from "./random.ts";
import { ThrownTurns } from "./thrown-turn.ts";
import type { LaneStakes } from "./turn-tables.ts";

/** Games that were played by one player's choices. */
export interface PlayedGames {
  readonly totals: readonly number[];
  /** For each game what its player expected, mended by what was found on the way: its mean is the expected total, with less scatter. */
  readonly estimates: readonly number[];
  /** By box: how often each value was written, as shares, and in which turn. */
  readonly written: Written;
  readonly turns: readonly (readonly number[])[];
  /** By box: where it stands, its mean, the share of zeros. */
  readonly places: readonly { readonly category: string; readonly columns: readonly string[] }[];
  readonly means: readonly number[];
  readonly zeros: readonly number[];
  /** By bonus, with its node: the share of games that reached at least so many tiers, from one on. */
  readonly tiers: readonly { readonly node: SumNode; readonly reached: readonly number[] }[];
}

/** Rules of a turn that the player's tables do not know. */
export interface TurnLimits {
  readonly turns: number;
  /** How many throws a turn has of itself. */
  readonly rolls: number;
  readonly extraThrows: ExtraThrows | null;
  /** Boxes that must be named after the first throw. */
  readonly announced: readonly number[];
}

/** Plays games. @param tell hears after each few games how much is done, from 0 to 1 */
export function playGames(
  player: Player,
  limits: TurnLimits,
  games: number,
  seed: number,
  tell: (done: number) => void = () => {},
): PlayedGames {
  const room = new PlayRoom(player, limits, new Random(seed));
  const together = limits.announced.length > 0 ? 1 : MAX_LANES;
  for (let played = 0; played < games; played += together) {
    room.play(Math.min(together, games - played));
    tell(Math.min(1, (played + together) / games));
  }
  return room.found();
}

interface Seat {
  standing: Standing;
  total: number;
  estimate: number;
  worths: readonly (Float64Array | null)[];
  /** The lanes that work for it: one, or one for each box that it could announce and one for none. */
  lanes: readonly number[];
  /** By register, how many tiers are reached. */
  readonly tiers: number[];
}

class PlayRoom {
  readonly #player: Player;
  readonly #limits: TurnLimits;
  readonly #random: Random;
  readonly #turns: ThrownTurns;
  readonly #counts: Float64Array[];
  readonly #filledIn: Float64Array[];
  readonly #totals: number[] = [];
  readonly #estimates: number[] = [];
  readonly #tiers: number[][] = [];
  readonly #furtherAt: readonly number[];

  constructor(player: Player, limits: TurnLimits, random: Random) {
    const { boxes, further, ways } = player.tables;
    this.#player = player;
    this.#limits = limits;
    this.#random = random;
    this.#turns = new ThrownTurns(player.tables);
    this.#counts = boxes.map(({ values }) => new Float64Array(values.length));
    this.#filledIn = boxes.map(() => new Float64Array(limits.turns));
    const at = new Array<number>(ways.count - ways.firstRoll).fill(-1);
    further?.rolls.forEach((roll, i) => {
      at[roll] = i;
    });
    this.#furtherAt = at;
  }

  play(games: number): void {
    const { turns } = this.#limits;
    const seats = Array.from({ length: games }, (): Seat => {
      const { rules } = this.#player;
      const standing = this.#player.start(turns);
      const tiers = rules.registers.map((register) => register.moment(() => 0).classes[0]?.tiers ?? 0);
      return { standing, total: rules.start, estimate: rules.start, worths: [], lanes: [], tiers };
    });
    for (let turn = 0; turn < turns; turn++) this.#playTurn(seats, turn);
    for (const { total, estimate, tiers } of seats) {
      this.#totals.push(total);
      this.#estimates.push(estimate);
      this.#tiers.push(tiers);
    }
  }

  found(): PlayedGames {
    const shares = (counts: Float64Array) => {
      const all = counts.reduce((sum, one) => sum + one, 0);
      return [...counts].map((one) => (all === 0 ? 0 : one / all));
    };
    const { boxes } = this.#player.tables;
    return {
      totals: this.#totals,
      estimates: this.#estimates,
      written: this.#counts.map(shares),
      turns: this.#filledIn.map(shares),
      places: boxes.map(({ category, nodes }) => ({
        category: category.id,
        columns: nodes.flatMap(({ column }) => column ?? []),
      })),
      zeros: boxes.map(({ values }, box) => shares(elementAt(this.#counts, box))[values.indexOf(0)] ?? 0),
      means: this.#counts.map((counts, box) => this.#meanOf(box, shares(counts))),
      tiers: this.#tierShares(),
    };
  }

  #meanOf(box: number, shares: readonly number[]): number {
    const { values } = elementAt(this.#player.tables.boxes, box);
    return shares.reduce((sum, share, at) => sum + share * (values[at] ?? 0), 0);
  }

  #tierShares(): PlayedGames["tiers"] {
    return this.#player.rules.registers.flatMap(({ extra }, register) => {
      const node = extra?.node;
      if (node?.rule.kind !== "tiers") return [];
      const reached = node.rule.tiers.map(
        (_, tier) => this.#tiers.filter((one) => (one[register] ?? 0) > tier).length / this.#tiers.length,
      );
      return [{ node, reached }];
    });
  }

  #playTurn(seats: readonly Seat[], turn: number): void {
    const lanes = this.#laneBoxes(seats);
    const stakes = this.#stakes(lanes);
    const kernel = this.#player.tables.turn(stakes);
    const expected = seats.map((seat) => this.#expected(kernel, seat));
    // The kernel is not asked any more: what follows looks at grids that were kept.
    seats.forEach((seat, i) => {
      if (turn > 0) seat.estimate -= this.#valueOf(seat.standing);
      seat.estimate += (expected[i] ?? 0) + this.#stockWorth(seat.standing, seat.standing.turnsLeft > 1);
      this.#throwAndWrite(seat, stakes, turn);
    });
  }

  /** For each lane its seat and the boxes that may be filled. */
  #laneBoxes(seats: readonly Seat[]) {
    const { announced } = this.#limits;
    const lanes: { seat: Seat; open: number[] }[] = [];
    for (const seat of seats) {
      seat.worths = this.#player.worths(seat.standing);
      const open = seat.worths.flatMap((worths, box) => (worths === null ? [] : [box]));
      const first = lanes.length;
      lanes.push({ seat, open: open.filter((box) => !announced.includes(box)) });
      for (const box of open) if (announced.includes(box)) lanes.push({ seat, open: [box] });
      seat.lanes = Array.from({ length: lanes.length - first }, (_, i) => first + i);
    }
    return lanes;
  }

  #stakes(lanes: readonly { seat: Seat; open: number[] }[]): LaneStakes {
    const { extraThrows, rolls } = this.#limits;
    const prices = Array.from({ length: this.#player.tables.throws + 1 }, (_, thrown) => {
      if (extraThrows === null) return null;
      return Float64Array.from({ length: MAX_LANES }, (_, lane) => {
        const standing = lanes[lane]?.seat.standing;
        if (standing === undefined || thrown < extraThrows.from) return 0;
        if (thrown > rolls + standing.stock) return Number.POSITIVE_INFINITY;
        return standing.turnsLeft > 1 ? this.#player.throwing : 0;
      });
    });
    const stakes: LaneStakes = {
      lanes: lanes.length,
      open: (lane) => lanes[lane]?.open ?? [],
      worth: (lane, box, value) => lanes[lane]?.seat.worths[box]?.[value] ?? Number.NEGATIVE_INFINITY,
      further: (lane, roll) =>
        this.#best(stakes, lanes[lane]?.seat, lane, this.#further(lanes[lane]?.seat, roll)).worth,
      price: (thrown) => prices[thrown] ?? null,
      hear: this.#turns.hear,
    };
    return stakes;
  }

  /** What the kernel expects of a seat: of its lanes it takes the best after the first throw. */
  #expected({ grid, expected, lanes: width }: Kernel, { lanes }: Seat): number {
    const [only = 0] = lanes;
    if (lanes.length === 1) return expected[only] ?? 0;
    const { firstRoll, chances } = this.#player.tables.ways;
    let sum = 0;
    for (let roll = 0; roll < chances.length; roll++) {
      const row = (firstRoll + roll) * width;
      sum += (chances[roll] ?? 0) * Math.max(...lanes.map((lane) => grid[row + lane] ?? 0));
    }
    return sum;
  }

  #throwAndWrite(seat: Seat, stakes: LaneStakes, turn: number): void {
    const { tables } = this.#player;
    const { ways } = tables;
    const first = this.#turns.first(this.#random);
    const lane = this.#laneFor(seat, first);
    const choose = (way: number, thrown: number, isServed: boolean) =>
      this.#choose(seat, stakes, lane, way - ways.firstRoll, tables.timingOf({ thrown, isServed }));
    const { way, thrown, isServed } = this.#turns.play(
      first,
      lane,
      this.#random,
      (way, thrown) => choose(way, thrown, true).worth,
    );
    const { box, value, bonus } = choose(way, thrown, isServed);
    const isTop = (this.#furtherAt[way - ways.firstRoll] ?? -1) !== -1;
    const { next, gain, reached } = this.#player.enter(seat.standing, box, value, isTop);
    for (const { register, tiers } of reached) if (tiers !== null) seat.tiers[register] = tiers;
    seat.standing = { ...next, stock: this.#stockAfter(next.stock, thrown) };
    seat.total += gain + bonus;
    const counts = elementAt(this.#counts, box);
    counts[value] = (counts[value] ?? 0) + 1;
    const filled = elementAt(this.#filledIn, box);
    filled[turn] = (filled[turn] ?? 0) + 1;
  }

  #laneFor({ lanes }: Seat, first: number): number {
    const left = this.#player.tables.throws - 1;
    const parts = this.#turns.partsOf(first);
    const worthOf = (lane: number) => Math.max(...parts.map((part) => this.#turns.worth(part, lane, left)));
    return lanes.reduce((best, lane) => (worthOf(lane) > worthOf(best) ? lane : best));
  }

  #choose(seat: Seat, stakes: LaneStakes, lane: number, roll: number, timing: number) {
    const special = this.#furtherAt[roll] ?? -1;
    if (special !== -1) return this.#best(stakes, seat, lane, this.#further(seat, special));
    const { moves } = this.#player.tables;
    return this.#best(stakes, seat, lane, (box) => {
      const move = elementAt(moves, box);
      return (move.offers[move.tables[timing]?.[roll] ?? 0] ?? []).map((value) => ({ value, bonus: 0 }));
    });
  }

  /** The best entry of those that a roll offers; a strike where nothing fits. */
  #best(
    stakes: LaneStakes,
    seat: Seat | undefined,
    lane: number,
    entriesOf: (box: number) => readonly { readonly value: number; readonly bonus: number }[],
  ) {
    let best = { box: -1, value: 0, bonus: 0, worth: Number.NEGATIVE_INFINITY };
    for (const box of stakes.open(lane))
      for (const { value, bonus } of entriesOf(box)) {
        const worth = (seat?.worths[box]?.[value] ?? Number.NEGATIVE_INFINITY) + bonus;
        if (worth > best.worth) best = { box, value, bonus, worth };
      }
    if (best.box !== -1) return best;
    for (const box of stakes.open(lane)) {
      const value = elementAt(this.#player.tables.boxes, box).values.indexOf(0);
      const worth = value === -1 ? Number.NEGATIVE_INFINITY : (seat?.worths[box]?.[value] ?? 0);
      if (worth > best.worth) best = { box, value, bonus: 0, worth };
    }
    return best;
  }

  #further(seat: Seat | undefined, roll: number) {
    const { further, boxes } = this.#player.tables;
    if (further === null || seat === undefined) return () => [];
    const { sheet, isTopScored } = seat.standing;
    const open = (box: number) => elementAt(boxes, box).nodes.length - this.#player.rules.filled(sheet, box);
    return further.entries(roll, { open, isTopScored, isThrownBefore: sheet.isTopBefore });
  }

  #valueOf(standing: Standing): number {
    return this.#player.value(standing) + this.#stockWorth(standing, standing.turnsLeft > 0);
  }

  /** What chips or saved throws are taken to be worth, and those that are still to come. */
  #stockWorth({ turnsLeft, stock }: Standing, counts: boolean): number {
    const { extraThrows, rolls } = this.#limits;
    if (extraThrows === null || !counts) return 0;
    const coming = extraThrows.kind === "saved" ? (rolls - 1) * turnsLeft : 0;
    return this.#player.throwing * (coming + stock);
  }

  #stockAfter(stock: number, thrown: number): number {
    const { extraThrows, rolls } = this.#limits;
    if (extraThrows === null) return 0;
    switch (extraThrows.kind) {
      case "chips":
        return stock - Math.max(0, thrown - rolls);
      case "saved":
        return stock + rolls - thrown;
      default:
        return extraThrows.kind satisfies never;
    }
  }
}
