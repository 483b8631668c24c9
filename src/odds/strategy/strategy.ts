import type { Game } from "../../rules/game/game.ts";
import { elementAt } from "../../rules/arrays.ts";
import type { Model } from "../model.ts";
import { StuckError } from "../solvable.ts";
import { Solver } from "../solve.ts";
import type { HoldLine, HoldList, StrategyCard, WriteLine } from "./card.ts";
import { CardPlayer } from "./card-player.ts";
import { CardTable } from "./card-table.ts";
import { cardWorth } from "./card-worth.ts";
import { DecisionGames, type Decisions, noDecisions } from "./decisions.ts";
import { type Cases, orderedRules, type StrategyRule } from "./ordered-rules.ts";

/** A card of rules of thumb, with what it is worth. */
export interface Strategy {
  readonly card: StrategyCard;
  /** The expected total of a player who follows the card, exactly. */
  readonly mean: number;
  /** The best expected total. */
  readonly best: number;
}

/** How long a card may be, and how carefully it is made. */
interface Pains {
  /** Lines in each list, at most. */
  readonly lines: number;
  /** Games that are played well, and then by the card that was learned from all games before, this often. */
  readonly games: number;
  readonly rounds: number;
}

const USUAL: Pains = { lines: 10, games: 300, rounds: 3 };

/** Points that a line of a card must save in a game. */
const WORTH_A_LINE = 0.1;

/** Whether a card can be made for a game: one box is filled in a turn. */
export function hasCard({ turn }: Game): boolean {
  return turn.entries === 1;
}

/**
 * Rules of thumb from best play: situations that come up in games, with what each choice loses, decide which lines stand on the card and
 * in what order. Situations come from games that are played well, then from games that are played by the card.
 *
 * @param tell hears how much is done, from 0 to 1
 * @throws StuckError where no play, or none by such a card, is sure to find a box to fill in every turn
 * @throws RangeError where `hasCard` says no
 */
export function strategyOf(model: Model, tell: (done: number) => void = () => {}, pains = USUAL): Strategy {
  if (!hasCard(model.game)) throw new RangeError("a turn fills two boxes");
  const solver = new Solver(model);
  const values = new Float64Array(model.layout.states);
  solver.solve(values, (done) => tell(done / 4));
  if (values[0] === Number.NEGATIVE_INFINITY) throw new StuckError();
  const table = new CardTable(model);
  const games = new DecisionGames(solver, values, table);
  const decisions = noDecisions(table);
  let best: { readonly card: StrategyCard; readonly mean: number } | null = null;
  let card: StrategyCard | null = null;
  for (let round = 0; round < pains.rounds; round++) {
    games.play(pains.games, card, decisions);
    card = cardFrom(table, decisions, pains);
    const mean = cardWorth(solver, table, new CardPlayer(table, card));
    if (best === null || mean > best.mean) best = { card, mean };
    tell((1 + (3 * (round + 1)) / pains.rounds) / 4);
  }
  if (best === null || best.mean === Number.NEGATIVE_INFINITY) throw new StuckError();
  return { ...best, best: (values[0] ?? 0) + model.start };
}

/** What a line asks for that is followed whatever a box brings, minus points included. */
const WHATEVER = -1e9;

/** The card that loses least in these situations. */
function cardFrom(table: CardTable, { last, others, writes }: Decisions, { lines }: Pains): StrategyCard {
  const { model, categories } = table;
  const numbers = table.numbers.map((at) => categories[at] ?? "");
  const subjects = [...categories.map((one) => [one]), ...(numbers.length > 0 ? [numbers] : [])];
  const boxesOf = (subject: number) => subjects[subject] ?? [];
  const turns = model.boxes.reduce((sum, { nodes }) => sum + nodes.length, 0);
  const limits = { most: lines, worth: WORTH_A_LINE / turns };
  const { length: dice } = elementAt(model.ways.faces, model.ways.firstRoll);
  const holdRules = subjects.flatMap((_, subject) =>
    Array.from({ length: dice }, (_, at): StrategyRule => ({ subject, least: at + 1 })),
  );
  const holdList = (before: HoldList["before"], cases: Cases): HoldList[] => {
    if (cases.count === 0) return [];
    const rules = orderedRules(cases, { candidates: holdRules, fixed: [], ...limits });
    return [
      {
        before,
        lines: rules.map(({ subject, least }): HoldLine => ({ boxes: boxesOf(subject), dice: least })),
      },
    ];
  };
  const fixed = categories.map((_, subject): StrategyRule => ({ subject, least: WHATEVER }));
  const candidates = subjects.flatMap((boxes, subject) =>
    leasts(table, boxes, dice).map((least): StrategyRule => ({ subject, least })),
  );
  const rules = orderedRules(writes, { candidates, fixed, ...limits });
  const firstOther = rules.findLastIndex((rule) => !fixed.includes(rule)) + 1;
  return {
    holds: [...holdList("others", others), ...holdList("last", last)],
    writes: rules.slice(0, firstOther).map(({ subject, least }): WriteLine => {
      const boxes = boxesOf(subject);
      return boxes.length > 1
        ? { boxes, points: null, dice: least }
        : { boxes, points: Math.max(0, least), dice: null };
    }),
    others: rules.slice(firstOther).flatMap(({ subject }) => boxesOf(subject)),
  };
}

/** At most so many thresholds of a box are tried. */
const THRESHOLDS = 12;

/** What lines may ask of a box: points that it can bring, or dice of a number. */
function leasts({ model }: CardTable, boxes: readonly string[], dice: number): number[] {
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
