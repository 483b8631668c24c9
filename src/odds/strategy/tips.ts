import { getElement, groupByKey, sum } from "../../rules/arrays.ts";
import type { Roll } from "../../rules/dice/dice.ts";
import { countFaces } from "../../rules/dice/pattern.ts";
import { BestTurn } from "../best-play.ts";
import type { Solver, StateValues } from "../solve.ts";
import { CardPlayer } from "./card.ts";
import type { CardTable } from "./card-table.ts";
import { CardTurn } from "./card-worth.ts";

/** A choice on the first turn of a game, when every box is open, that costs points if it is made as it seems obvious. */
interface TipBase {
  readonly roll: Roll;
  /** How many points more the better choice brings by the end of the game, on average. */
  readonly worth: number;
}

/** What to keep of the first roll: the dice to hold, and those of the obvious choice. */
interface KeepTip extends TipBase {
  readonly held: Roll;
  readonly instead: Roll;
}

/** Where to enter the last roll: the better box, and the one in which it scores most. */
interface WriteTip extends TipBase {
  readonly box: string;
  readonly points: number;
  readonly instead: string;
  readonly insteadPoints: number;
}

export interface Tips {
  readonly keep: readonly KeepTip[];
  readonly write: readonly WriteTip[];
}

/** A player remembers no more, and cares for no less. */
const MOST = { keep: 4, write: 3 } as const;
const LEAST_WORTH = 0.5;

/** A tip, what it is an example of, and how much it matters: its worth times the chance of its roll. */
interface Candidate<L> {
  readonly tip: L;
  readonly kind: string;
  readonly instead: string;
  readonly weight: number;
}

/**
 * The choices on the first turn that cost most if the obvious one is taken: to keep the most dice that fit some box, and to enter a roll
 * where it scores most. Each is the most frequent example of its kind.
 */
export function findTips(solver: Solver, values: StateValues, table: CardTable): Tips {
  const { model } = solver;
  const turn = new CardTurn(solver, table, new CardPlayer(table, { holds: [], writes: [], others: [] }), 0);
  const best = new BestTurn(solver, values);
  best.load({ position: 0, shape: model.positionShape(0), open: turn.open, lanes: Int32Array.of(0) });
  const left = model.game.turn.rolls - 1;
  return {
    keep: left === 0 ? [] : chooseTips(keepTips(best, table, turn.isOpen, left), MOST.keep),
    write: chooseTips(writeTips(best, solver, table), MOST.write),
  };
}

function keepTips(best: BestTurn, table: CardTable, open: Uint8Array, left: number): Candidate<KeepTip>[] {
  const { ways, boxes, game } = table.model;
  const choices = best.choices(left, 0);
  const faces = (way: number) => getElement(ways.faces, way);
  const matching = boxes.filter(({ at, category }) => open[at] === 1 && category.pattern.kind !== "any");
  return Array.from({ length: table.rolls }, (_, roll) => roll).flatMap((roll): Candidate<KeepTip>[] => {
    const way = ways.firstRoll + roll;
    const held = choices[way] ?? 0;
    const lying = { roll, rollsLeft: left, isServed: true };
    const fits = matching.map((box) => ({ box, ...table.fittingHold(box.at, lying) }));
    const [obvious] = fits.toSorted(
      (a, b) => b.dice - a.dice || best.worth(b.hold, left, 0) - best.worth(a.hold, left, 0),
    );
    if (obvious === undefined || held === 0 || obvious.hold === 0) return [];
    if (!game.turn.stopEarly && obvious.hold >= ways.firstRoll) return [];
    const worth = best.worth(held, left, 0) - best.worth(obvious.hold, left, 0);
    if (worth < LEAST_WORTH) return [];
    const tip = { roll: faces(way), held: faces(held), instead: faces(obvious.hold), worth };
    const instead = obvious.box.category.id;
    // How often each face occurs, most first.
    const groups = [...countFaces(tip.held).values()].sort((a, b) => b - a);
    const kind = `${groups.join()} ${instead}`;
    return [{ tip, kind, instead, weight: worth * (ways.chances[roll] ?? 0) }];
  });
}

function writeTips(best: BestTurn, solver: Solver, table: CardTable): Candidate<WriteTip>[] {
  const { ways, boxes, game } = table.model;
  const { rolls } = game.turn;
  const timing = solver.timingIndex({ rollNumber: rolls, isServed: rolls === 1 });
  return Array.from({ length: table.rolls }, (_, roll) => roll).flatMap((roll): Candidate<WriteTip>[] => {
    const entries = best.entries(ways.firstRoll + roll, timing, 0).map(({ open, value, worth }) => {
      const box = getElement(boxes, open.move.boxes[0] ?? 0);
      return { id: box.category.id, points: getElement(box.values, value), worth };
    });
    const [right] = entries;
    const [obvious] = entries.toSorted((a, b) => b.points - a.points || b.worth - a.worth);
    if (right === undefined || obvious === undefined || obvious.id === right.id) return [];
    const worth = right.worth - obvious.worth;
    if (worth < LEAST_WORTH) return [];
    const isNumber = table.numbers.includes(table.categories.indexOf(right.id));
    const tip = {
      roll: getElement(ways.faces, ways.firstRoll + roll),
      worth,
      ...{ box: right.id, points: right.points, instead: obvious.id, insteadPoints: obvious.points },
    };
    const kind = `${isNumber ? "number" : right.id} ${obvious.id}`;
    return [{ tip, kind, instead: obvious.id, weight: worth * (ways.chances[roll] ?? 0) }];
  });
}

/** The weightiest kinds of tips, first those with different obvious choices, each by its weightiest example. */
function chooseTips<L>(candidates: readonly Candidate<L>[], most: number): L[] {
  const kinds = groupByKey(candidates, ({ kind }) => kind);
  const sorted = [...kinds.values()]
    .map((group) => ({
      weight: sum(group.map(({ weight }) => weight)),
      example: group.reduce((best, one) => (one.weight > best.weight ? one : best)),
    }))
    .sort((a, b) => b.weight - a.weight);
  const isRepeated = ({ example }: (typeof sorted)[number], at: number) =>
    sorted.slice(0, at).some((before) => before.example.instead === example.instead);
  const ordered = [
    ...sorted.filter((one, at) => !isRepeated(one, at)),
    ...sorted.filter((one, at) => isRepeated(one, at)),
  ];
  return ordered.slice(0, most).map(({ example }) => example.tip);
}
