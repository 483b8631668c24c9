import { getElement } from "../../rules/arrays.ts";
import type { Column, Game } from "../../rules/game/game.ts";
import { isBonusPerColumn } from "../../rules/game/rows.ts";
import { BestTurn } from "../best-play.ts";
import type { Model } from "../model.ts";
import { StuckError } from "../solvable.ts";
import { solveModel } from "../odds.ts";
import type { Solver, StateValues } from "../solve.ts";
import { Random, rollRest, subHolds } from "../turn/held-ways.ts";
import { CardTable, type RolledDice } from "./card-table.ts";
import { CardTurn, cardWorth } from "./card-worth.ts";
import { CardPlayer, type HoldLine, type HoldList, type StrategyCard, type WriteLine } from "./card.ts";
import { findTips, type Tips } from "./tips.ts";
import { Cases, fitDecisionList, type StrategyRule } from "./ordered-rules.ts";

/** A strategy card and its worth, with the choices that players get wrong. */
export interface Strategy {
  readonly card: StrategyCard;
  readonly tips: Tips;
  /** The exact expected total of a player who follows the card. */
  readonly mean: number;
  /** The expected total of optimal play. */
  readonly best: number;
  /** What tips and totals are about, where the game is too large to solve: one part of it, played by itself; null for the game. */
  readonly part: StrategyPart | null;
}

/** A column, by its id, or one layer of double dice. */
export type StrategyPart = { readonly kind: "column"; readonly id: string } | { readonly kind: "layer" };

/**
 * A part of a game that can be played by itself: one layer of double dice, or one column, with the rules that concern no other column. A
 * column that takes any roll in any order is preferred. Null where the game has one column and no layers.
 */
export function gamePart(game: Game): { readonly game: Game; readonly part: StrategyPart } | null {
  const { columns, layers, turn } = game;
  if (layers.length > 0)
    return { game: { ...game, layers: [], turn: { ...turn, entries: 1 } }, part: { kind: "layer" } };
  const isFree = ({ order, entry, after }: Column) =>
    order.kind === "free" && entry.kind === "any" && after === null;
  const column = columns.find(isFree) ?? columns.find(({ after }) => after === null);
  if (column === undefined || columns.length === 1) return null;
  const bonuses = game.bonuses.filter(isBonusPerColumn);
  return {
    game: { ...game, columns: [{ ...column, multiplier: 1 }], bonuses },
    part: { kind: "column", id: column.id },
  };
}

/**
 * The tips for a part of a game, without a card to follow: its lists would ignore the other parts.
 *
 * @throws StuckError where optimal play can reach a turn in which no box may be filled
 */
export function computePartTips(
  model: Model,
  part: StrategyPart,
  onProgress?: (done: number) => void,
): Strategy {
  const { solver, values } = solveModel(model, onProgress);
  if (values[0] === Number.NEGATIVE_INFINITY) throw new StuckError();
  const best = (values[0] ?? 0) + model.start;
  const card = { holds: [], writes: [], others: [] };
  return { card, tips: findTips(solver, values, new CardTable(model)), mean: best, best, part };
}

/** The length of a card, and the effort to make it. */
interface CardEffort {
  /** The most lines in each list. */
  readonly lines: number;
  /** Games in each round: the first is played optimally, the others by the last card. */
  readonly games: number;
  readonly rounds: number;
}

const DEFAULT_EFFORT: CardEffort = { lines: 10, games: 300, rounds: 3 };

/** Points that a line must save in a game. */
const WORTH_A_LINE = 0.1;

/** Whether a game can have a card: a turn fills one box. */
export function hasCard({ turn }: Game): boolean {
  return turn.entries === 1;
}

/**
 * A decision list fitted to situations of simulated games and the loss of each choice in them. The first games are played
 * optimally, the others by the last card.
 *
 * @param onProgress receives the share that is done, from 0 to 1
 * @throws StuckError where optimal play, or every such card, can reach a turn in which no box may be filled
 * @throws RangeError where `hasCard` is false
 */
export function computeStrategy(
  model: Model,
  onProgress: (done: number) => void = () => {},
  effort = DEFAULT_EFFORT,
): Strategy {
  if (!hasCard(model.game)) throw new RangeError("a turn fills two boxes");
  const { solver, values } = solveModel(model, (done) => onProgress(done / 4));
  if (values[0] === Number.NEGATIVE_INFINITY) throw new StuckError();
  const table = new CardTable(model);
  const games = new DecisionGames(solver, values, table);
  const decisions = emptyDecisions(table);
  let best: { readonly card: StrategyCard; readonly mean: number } | null = null;
  let card: StrategyCard | null = null;
  for (let round = 0; round < effort.rounds; round++) {
    games.play(effort.games, card, decisions);
    card = buildCard(table, decisions, effort);
    const mean = cardWorth(solver, table, new CardPlayer(table, card));
    if (best === null || mean > best.mean) best = { card, mean };
    onProgress((1 + (3 * (round + 1)) / effort.rounds) / 4);
  }
  if (best === null || best.mean === Number.NEGATIVE_INFINITY) throw new StuckError();
  const tips = findTips(solver, values, table);
  return { ...best, tips, best: (values[0] ?? 0) + model.start, part: null };
}

/** The threshold of a line that always applies, minus points included. */
const ALWAYS = -1e9;

/** The card with the least loss in these situations. */
function buildCard(
  table: CardTable,
  { last, others, writes }: Decisions,
  { lines }: CardEffort,
): StrategyCard {
  const { model, categories } = table;
  const numbers = table.numbers.map((at) => categories[at] ?? "");
  const subjects = [...categories.map((one) => [one]), ...(numbers.length > 0 ? [numbers] : [])];
  const subjectBoxes = (subject: number) => subjects[subject] ?? [];
  const turns = model.boxes.reduce((sum, { nodes }) => sum + nodes.length, 0);
  const limits = { most: lines, worth: WORTH_A_LINE / turns };
  const { length: dice } = getElement(model.ways.faces, model.ways.firstRoll);
  const holdRules = subjects.flatMap((_, subject) =>
    Array.from({ length: dice }, (_, at): StrategyRule => ({ subject, least: at + 1 })),
  );
  const holdList = (before: HoldList["before"], cases: Cases): HoldList[] => {
    if (cases.count === 0) return [];
    const rules = fitDecisionList(cases, { candidates: holdRules, fixed: [], ...limits });
    return [
      {
        before,
        lines: rules.map(({ subject, least }): HoldLine => ({ boxes: subjectBoxes(subject), dice: least })),
      },
    ];
  };
  const fixed = categories.map((_, subject): StrategyRule => ({ subject, least: ALWAYS }));
  const candidates = subjects.flatMap((boxes, subject) =>
    thresholds(table, boxes, dice).map((least): StrategyRule => ({ subject, least })),
  );
  const rules = fitDecisionList(writes, { candidates, fixed, ...limits });
  const firstOther = rules.findLastIndex((rule) => !fixed.includes(rule)) + 1;
  return {
    holds: [...holdList("others", others), ...holdList("last", last)],
    writes: rules.slice(0, firstOther).map(({ subject, least }): WriteLine => {
      const boxes = subjectBoxes(subject);
      return boxes.length > 1
        ? { boxes, points: null, dice: least }
        : { boxes, points: Math.max(0, least), dice: null };
    }),
    others: rules.slice(firstOther).flatMap(({ subject }) => subjectBoxes(subject)),
  };
}

/** The most thresholds of a box. */
const THRESHOLDS = 12;

function thresholds({ model }: CardTable, boxes: readonly string[], dice: number): number[] {
  if (boxes.length > 1) return Array.from({ length: dice }, (_, at) => at + 1);
  const values = model.boxes.find(({ category }) => category.id === boxes[0])?.values ?? [];
  const positive = values.filter((value) => value > 0);
  const step = Math.max(1, positive.length / THRESHOLDS);
  return [
    ...new Set(
      Array.from(
        { length: Math.min(THRESHOLDS, positive.length) },
        (_, at) => positive[Math.floor(at * step)] ?? 0,
      ),
    ),
  ];
}

/** Situations of games, with the loss of each choice compared with optimal play. */
interface Decisions {
  /** What to hold before the last roll. Subjects are categories, then all numbers together; amounts are fitting dice. */
  readonly last: Cases;
  /** The same before other rolls. */
  readonly others: Cases;
  /** What to write. Amounts are points for categories, dice for all numbers together. */
  readonly writes: Cases;
}

function emptyDecisions({ categories }: CardTable): Decisions {
  const subjects = categories.length + 1;
  return { last: new Cases(subjects), others: new Cases(subjects), writes: new Cases(subjects) };
}

/** Simulated turns in each state; the last one continues the game. */
const TURNS_EACH = 3;

/** Plays games and collects their decisions. */
class DecisionGames {
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

  /** @param card of the player; null for optimal play */
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
      const shape = model.positionShape(position);
      this.#best.load({ position, shape, open: turn.open, lanes: Int32Array.of(lane) });
      let next = { position, lane };
      for (let at = 0; at < TURNS_EACH; at++) {
        const { roll, timing } = this.#rollDice(turn, player, into);
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

  /** Plays one turn to its last roll. */
  #rollDice(turn: CardTurn, player: CardPlayer | null, into: Decisions) {
    const { ways, game } = this.#solver.model;
    const { rolls, setAside } = game.turn;
    let held = 0;
    for (let rollNumber = 1; ; rollNumber++) {
      const isServed = held === 0;
      const way = rollRest(ways, held, this.#random);
      const timing = this.#solver.timingIndex({ rollNumber, isServed });
      const roll = way - ways.firstRoll;
      const left = rolls - rollNumber;
      if (left === 0) return { roll, timing };
      const aside = setAside === "final" ? held : 0;
      const best = this.#bestHold(way, left, aside);
      const lying = { roll, rollsLeft: left, isServed };
      this.#holds(turn, lying, aside, best, left === 1 ? into.last : into.others);
      const choice = player === null ? best : player.hold(turn.isOpen, lying, aside);
      if (choice >= ways.firstRoll) return { roll, timing };
      held = choice;
    }
  }

  #bestHold(way: number, left: number, aside: number): number {
    if (aside === 0) return this.#best.choices(left, 0)[way] ?? 0;
    const worth = (part: number) => this.#best.worth(part, left, 0);
    return subHolds(this.#solver.model.ways, way)
      .filter((part) => this.#table.addAside(part, aside) === part)
      .reduce((best, part) => (worth(part) > worth(best) ? part : best), way);
  }

  #holds(turn: CardTurn, lying: RolledDice, aside: number, best: number, cases: Cases): void {
    const table = this.#table;
    const { turn: rules } = this.#solver.model.game;
    const { firstRoll } = this.#solver.model.ways;
    const left = lying.rollsLeft;
    const most = this.#best.worth(best, left, 0);
    for (let subject = 0; subject < cases.subjects; subject++) {
      const among = subject < table.categories.length ? [subject] : table.numbers;
      const box = table.bestFitting(among, turn.isOpen, lying);
      const fitting = table.fittingHold(box, lying);
      const hold = box === -1 ? 0 : table.addAside(fitting.hold, aside);
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
      // Of numbers with equally many dice, the highest counts.
      const [dice, face] = [this.#table.countDice(box, value), this.#table.face(box)];
      const isHigher = dice === amounts[first + categories.length] && face > highest;
      if (isHigher) amounts[first + categories.length] = Number.NEGATIVE_INFINITY;
      if (isHigher || dice > (amounts[first + categories.length] ?? 0)) highest = face;
      put(categories.length, dice);
    }
  }
}
