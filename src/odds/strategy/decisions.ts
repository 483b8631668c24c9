import { BestTurn } from "../best-play.ts";
import { Random } from "../interval/random.ts";
import type { Solver, StateValues } from "../solve.ts";
import { partsOf, throwFrom } from "../turn/held-ways.ts";
import type { StrategyCard } from "./card.ts";
import { CardPlayer } from "./card-player.ts";
import type { CardTable, LyingDice } from "./card-table.ts";
import { CardTurn } from "./card-worth.ts";
import { Cases } from "./ordered-rules.ts";

/** What rules are learned from: situations that come up in games, with what each choice loses if the game then goes on as well as can be. */
export interface Decisions {
  /** What to hold before the last throw. By category, then numbers taken together; amounts are dice that fit. */
  readonly last: Cases;
  /** The same before other throws. */
  readonly others: Cases;
  /** What to write. By category, amounts are points; then numbers taken together, amounts are dice. */
  readonly writes: Cases;
}

/** No situations yet. */
export function noDecisions({ categories }: CardTable): Decisions {
  const subjects = categories.length + 1;
  return { last: new Cases(subjects), others: new Cases(subjects), writes: new Cases(subjects) };
}

/** Turns that are thrown in each state that a game comes to; the last one decides how it goes on. */
const TURNS_EACH = 3;

/** Plays games and gathers what had to be decided in them. */
export class DecisionGames {
  readonly #solver: Solver;
  readonly #table: CardTable;
  readonly #values: StateValues;
  readonly #best: BestTurn;
  readonly #random = new Random(5);

  constructor(solver: Solver, values: StateValues, table: CardTable) {
    this.#solver = solver;
    this.#table = table;
    this.#values = values;
    this.#best = new BestTurn(solver, values);
  }

  /** @param card the player's; null for one who plays as well as can be */
  play(games: number, card: StrategyCard | null, into: Decisions): void {
    const player = card === null ? null : new CardPlayer(this.#table, card);
    for (let game = 0; game < games; game++) this.#playOne(player, into);
  }

  #playOne(player: CardPlayer | null, into: Decisions): void {
    const { model } = this.#solver;
    const nobody = new CardPlayer(this.#table, { holds: [], writes: [], others: [] });
    let [position, lane] = [0, 0];
    for (;;) {
      const turn = new CardTurn(this.#solver, this.#table, player ?? nobody, position);
      if (turn.open.length === 0) return;
      const shape = model.shapeAt(position);
      this.#best.look({ position, shape, open: turn.open, lanes: Int32Array.of(lane) });
      let next = { position, lane };
      for (let at = 0; at < TURNS_EACH; at++) {
        const { roll, timing } = this.#throwDice(turn, player, into);
        const [best] = this.#best.entries(model.ways.firstRoll + roll, timing, 0);
        if (best === undefined) return;
        this.#writes(roll, timing, best.worth, into.writes);
        const entry = player === null ? null : turn.write(roll, timing, lane);
        const followed = entry === null ? null : turn.follow(lane, entry);
        next =
          entry === null || followed === null
            ? { position: best.open.next, lane: best.lane }
            : { position: entry.open.next, lane: followed.lane };
      }
      ({ position, lane } = next);
    }
  }

  /** One turn to its last roll. */
  #throwDice(turn: CardTurn, player: CardPlayer | null, into: Decisions) {
    const { ways, game } = this.#solver.model;
    const { rolls, setAside } = game.turn;
    let held = 0;
    for (let thrown = 1; ; thrown++) {
      const isServed = held === 0;
      const way = throwFrom(ways, held, this.#random);
      const timing = this.#solver.timingOf({ thrown, isServed });
      const roll = way - ways.firstRoll;
      const left = rolls - thrown;
      if (left === 0) return { roll, timing };
      const aside = setAside === "final" ? held : 0;
      const best = this.#bestHold(way, left, aside);
      const lying = { roll, throwsLeft: left, isServed };
      this.#holds(turn, lying, aside, best, left === 1 ? into.last : into.others);
      const choice = player === null ? best : player.hold(turn.isOpen, lying, aside);
      if (choice >= ways.firstRoll) return { roll, timing };
      held = choice;
    }
  }

  #bestHold(way: number, left: number, aside: number): number {
    if (aside === 0) return this.#best.choices(left, 0)[way] ?? 0;
    const worth = (part: number) => this.#best.worth(part, left, 0);
    return partsOf(this.#solver.model.ways, way)
      .filter((part) => this.#table.withAside(part, aside) === part)
      .reduce((best, part) => (worth(part) > worth(best) ? part : best), way);
  }

  #holds(turn: CardTurn, lying: LyingDice, aside: number, best: number, cases: Cases): void {
    const table = this.#table;
    const { turn: rules } = this.#solver.model.game;
    const { firstRoll } = this.#solver.model.ways;
    const left = lying.throwsLeft;
    const most = this.#best.worth(best, left, 0);
    for (let subject = 0; subject < cases.subjects; subject++) {
      const among = subject < table.categories.length ? [subject] : table.numbers;
      const box = table.bestFitting(among, turn.isOpen, lying);
      const fitting = table.fitting(box, lying);
      const hold = box === -1 ? 0 : table.withAside(fitting.hold, aside);
      const counts = box !== -1 && (rules.stopEarly || hold < firstRoll);
      cases.amounts.push(counts ? fitting.dice : -1);
      cases.losses.push(counts ? most - this.#best.worth(hold, left, 0) : 0);
    }
    cases.otherwise.push(most - this.#best.worth(aside, left, 0));
  }

  #writes(roll: number, timing: number, most: number, cases: Cases): void {
    const { boxes, ways } = this.#solver.model;
    const { categories, categoryOf, numbers } = this.#table;
    const { amounts, losses, otherwise, subjects } = cases;
    const first = amounts.length;
    for (let at = 0; at < subjects; at++) {
      amounts.push(Number.NEGATIVE_INFINITY);
      losses.push(0);
    }
    otherwise.push(0);
    let highest = 0;
    for (const { open, value, state, gain } of this.#best.fits(ways.firstRoll + roll, timing, 0)) {
      const box = open.move.boxes[0] ?? 0;
      const loss = most - gain - (this.#values[state] ?? 0);
      const put = (subject: number, amount: number) => {
        if (amount <= (amounts[first + subject] ?? 0)) return;
        amounts[first + subject] = amount;
        losses[first + subject] = loss;
      };
      const category = categoryOf[box] ?? 0;
      put(category, boxes[box]?.values[value] ?? 0);
      if (!numbers.includes(category)) continue;
      // Of numbers with as many dice, the highest stands for all.
      const [dice, face] = [this.#table.diceIn(box, value), this.#table.face(box)];
      const isHigher = dice === amounts[first + categories.length] && face > highest;
      if (isHigher) amounts[first + categories.length] = Number.NEGATIVE_INFINITY;
      if (isHigher || dice > (amounts[first + categories.length] ?? 0)) highest = face;
      put(categories.length, dice);
    }
  }
}
