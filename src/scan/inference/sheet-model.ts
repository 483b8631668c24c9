import { type Reference, referenceOf } from "../../check/sheet.ts";
import type { Game } from "../../rules/game/game.ts";
import { connected } from "../../rules/sums/constraint-groups.ts";
import { rangeOf } from "../../rules/sums/ranges.ts";
import { type SumNode, sumGraph } from "../../rules/sums/sum-graph.ts";
import { BonusFactor, bonusesOf } from "./bonus-factor.ts";
import { BoxFactor, type BoxFillings, ConstraintTie } from "./box-factor.ts";
import { type Semiring, uniform } from "./distribution.ts";
import { type Factor, FloorFactor, FreeFactor, ScaledFactor, SumFactor } from "./factor.ts";
import { fillingsOf, repeatFillings } from "./fillings.ts";
import { certainLikelihood, type Likelihood, likelihoodOf } from "./likelihood.ts";
import { LineFactor, lineShares, lineWeight, type SeenLine, writtenOnLine } from "./line-factor.ts";
import { type Marginal, Marginals } from "./marginals.ts";
import { hasNoInk } from "./picture-reading.ts";
import type { BoxPlace, SeenBox, Written } from "./sheet-reading.ts";

/** What a person said stands in some boxes, by their index on the sheet. */
type Answers = ReadonlyMap<number, Written>;

/** The marginals of the boxes of some players, by index on the sheet; undefined for the boxes of others. Each player is a model of their own. */
export function marginalsOf(
  game: Game,
  boxes: readonly SeenBox[],
  answers: Answers,
  semiring: Semiring,
  players: readonly number[],
): (Marginal | undefined)[] {
  const marginals = new Map<number, Marginals>();
  for (const player of players) {
    const own = boxes.flatMap((box, at) => (box.player === player ? [{ ...box, at }] : []));
    const shares = emptyShares(own, answers);
    const observed = own.map((box, index) => {
      const answer = answers.get(box.at);
      const likelihood = answer === undefined ? likelihoodOf(box.evidence) : certainLikelihood(answer);
      return { ...box, likelihood, emptyShare: shares[index] ?? 0.5 };
    });
    marginals.set(player, weighPlayer(game, observed, semiring));
  }
  return boxes.map((box, at) => marginals.get(box.player)?.of(at));
}

/** Counts of empty and of filled boxes or lines that are assumed before any is counted. */
const PSEUDO_COUNTS = { box: 0.1, line: 0.5 } as const;
/** The line for extra points. */
const REPEATS = "repeats";

/**
 * For each box, in the order given, the share of empty boxes, or of blank lines, among the player's other boxes or lines: a lone blot
 * does not vouch for itself. On most sheets it is all or none, so few are enough to tell.
 */
function emptyShares(own: readonly (SeenBox & { at: number })[], answers: Answers): number[] {
  const isEmpty = own.map(({ at, evidence }) => {
    const answer = answers.get(at);
    if (answer !== undefined) return answer.kind === "empty";
    return evidence === null ? null : hasNoInk(evidence);
  });
  const tallies = { box: { seen: 0, empty: 0 }, line: { seen: 0, empty: 0 } };
  own.forEach((box, index) => {
    if (box.line === REPEATS || isEmpty[index] === null) return;
    const tally = tallies[box.category === null ? "line" : "box"];
    tally.seen++;
    if (isEmpty[index]) tally.empty++;
  });
  return own.map((box, index) => {
    const kind = box.category === null ? "line" : "box";
    const { seen, empty } = tallies[kind];
    const isCounted = isEmpty[index] !== null && box.line !== REPEATS;
    const emptyOthers = isCounted && isEmpty[index] ? empty - 1 : empty;
    return (emptyOthers + PSEUDO_COUNTS[kind]) / (seen - Number(isCounted) + 2 * PSEUDO_COUNTS[kind]);
  });
}

/** A box of one player with what its picture says. */
export interface ObservedBox extends BoxPlace {
  /** Its index among all boxes of the sheet. */
  readonly at: number;
  readonly likelihood: Likelihood;
  /** The prior probability that this box is empty, or this line blank. */
  readonly emptyShare: number;
}

/** The marginals of one player's boxes: messages run from all boxes to the grand total and back. */
export function weighPlayer(game: Game, boxes: readonly ObservedBox[], semiring: Semiring): Marginals {
  const marginals = new Marginals(semiring);
  for (const root of new FactorTrees(game, boxes, marginals).roots()) root.passDown(uniform(root.upward));
  for (const box of boxes) if (!marginals.has(box.at)) addAlone(box, marginals);
  return marginals;
}

/** The share of each number on a line that nothing is known of. */
const ANY_NUMBER = 1e-3;

/** A line outside of the tree is read by its picture alone. */
function addAlone({ at, likelihood, emptyShare }: ObservedBox, marginals: Marginals): void {
  const numbers = new Set([0, ...likelihood.candidates]);
  marginals.add(at, [
    { written: { kind: "empty" }, weight: emptyShare * likelihood.empty, slip: 0 },
    ...[...numbers].map((value) => ({
      written: writtenOnLine(likelihood, value),
      weight: (1 - emptyShare) * ANY_NUMBER * lineWeight(likelihood, value),
      slip: 0,
    })),
  ]);
}

/** Joint fillings of tied boxes beyond this number are too many; such boxes are then taken one by one. */
const MAX_JOINT = 20_000;

/**
 * Builds the factors of a player along the sum graph. Messages need a tree, so a number that depends on boxes which are counted elsewhere,
 * too, is a free one: only its line and the totals below it say what it is.
 */
class FactorTrees {
  readonly #game: Game;
  readonly #reference: Reference;
  readonly #boxes: ReadonlyMap<string, ObservedBox>;
  readonly #sink: Marginals;
  readonly #taken = new Set<SumNode>();

  constructor(game: Game, boxes: readonly ObservedBox[], sink: Marginals) {
    this.#game = game;
    this.#reference = referenceOf(game);
    this.#boxes = new Map(boxes.map((box) => [placeKey(box.column, box.category ?? box.line), box]));
    this.#sink = sink;
  }

  /** The grand total, and the boxes that are added up nowhere. */
  roots(): Factor[] {
    const { total, nodes } = sumGraph(this.#game);
    const whole = this.#factor(total);
    const others = nodes.filter((node) => node.kind === "box" && !this.#taken.has(node));
    return [whole, ...this.#boxFactors(others)];
  }

  #factor(node: SumNode): Factor {
    const part = this.#workedOut(node);
    const line = node.rule.kind === "written" ? null : this.#line(node);
    return line === null ? part : new LineFactor(part, line, this.#sink);
  }

  #workedOut(node: SumNode): Factor {
    const { rule, inputs } = node;
    switch (rule.kind) {
      case "written":
        return node.kind === "repeats" ? this.#repeats(node) : this.#sum([node]);
      case "sum":
        if (!isWithBonus(inputs)) return this.#sum(inputs);
        return new BonusFactor(this.#factor(inputs[0]), inputs[1].rule, this.#line(inputs[1]), this.#sink);
      case "times":
        return new ScaledFactor(this.#sum(inputs), rule.factor);
      case "at-least":
        return new FloorFactor(this.#sum(inputs), rule.floor, this.#sink);
      case "formula": {
        const [least, most] = rangeOf(node, ({ row }) => this.#reference.categories.get(row));
        return new FreeFactor(wholeNumbers(Math.min(0, least), most), this.#sink);
      }
      case "count":
        return new FreeFactor(wholeNumbers(0, inputs.length), this.#sink);
      case "tiers":
        return new FreeFactor(bonusesOf(rule), this.#sink);
      default:
        return rule satisfies never;
    }
  }

  #sum(inputs: readonly SumNode[]): Factor {
    const isOfBoxes = inputs.every(({ kind }) => kind === "box");
    const parts = isOfBoxes ? this.#boxFactors(inputs) : inputs.map((input) => this.#factor(input));
    return new SumFactor(parts, this.#sink);
  }

  #line({ column, row }: SumNode): SeenLine | null {
    const box = this.#boxes.get(placeKey(column, row));
    if (box === undefined) return null;
    return { at: box.at, likelihood: box.likelihood, shares: lineShares(box.emptyShare) };
  }

  #boxFactors(nodes: readonly SumNode[]): Factor[] {
    for (const node of nodes) this.#taken.add(node);
    const isAbout = (a: SumNode, b: SumNode) =>
      this.#game.constraints.some(({ left, right }) => left === a.row && right === b.row);
    const areTied = (a: SumNode, b: SumNode) => a.column === b.column && (isAbout(a, b) || isAbout(b, a));
    return connected(nodes, areTied).flatMap((group) => {
      const boxes = group.flatMap((node) => this.#box(node));
      const ways = boxes.reduce((count, { fillings }) => count * fillings.length, 1);
      if (boxes.length < 2 || boxes.length < group.length || ways > MAX_JOINT)
        return boxes.map((box) => new BoxFactor([box], null, this.#sink));
      const categories = group.flatMap(({ row }) => this.#reference.categories.get(row) ?? []);
      return new BoxFactor(boxes, new ConstraintTie(categories, this.#game.constraints), this.#sink);
    });
  }

  #box({ column: id, row }: SumNode): BoxFillings[] {
    const box = this.#boxes.get(placeKey(id, row));
    const category = this.#reference.categories.get(row);
    if (box === undefined || category === undefined) return [];
    const column = this.#game.columns.find((one) => one.id === id);
    const context = { emptyShare: box.emptyShare, isOrdered: column?.order.kind !== "free" };
    return [{ at: box.at, fillings: fillingsOf(this.#game, category, box.likelihood, context) }];
  }

  /** Extra points add nothing where the pad has no line for them. */
  #repeats({ column, row }: SumNode): Factor {
    const box = this.#boxes.get(placeKey(column, row));
    const bonus = this.#game.repeats?.bonus ?? 0;
    if (box === undefined) return new SumFactor([], this.#sink);
    const fillings = repeatFillings(bonus, this.#reference.boxes, box.likelihood);
    return new BoxFactor([{ at: box.at, fillings }], null, this.#sink);
  }
}

function wholeNumbers(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, at) => first + at);
}

type BonusNode = SumNode & { readonly rule: { readonly kind: "tiers" } };

/** Whether two numbers are a sum and the bonus that it earns. */
function isWithBonus(inputs: readonly SumNode[]): inputs is [SumNode, BonusNode] {
  const [sum, bonus] = inputs;
  return inputs.length === 2 && bonus?.rule.kind === "tiers" && bonus.inputs.every((input) => input === sum);
}

function placeKey(column: string | null, row: string | null): string {
  return `${column ?? ""} ${row ?? ""}`;
}
