import { groupByKey } from "../../rules/arrays.ts";
import { type BoxPlace, gameReference } from "../../check/sheet.ts";
import type { Game } from "../../rules/game/game.ts";
import { findConnectedComponents } from "../../rules/sums/running-totals.ts";
import { sumGraph, type SumNode, computeNodeRange } from "../../rules/sums/sum-graph.ts";
import { boxFactor, weighByConstraints, listFillings, repeatFillings, tiedFactor } from "./box-factor.ts";
import type { Semiring } from "./distribution.ts";
import { type Factor, floorFactor, freeFactor, scaledFactor, sumFactor } from "./factor.ts";
import { certainLikelihood, type Likelihood, boxLikelihood } from "./likelihood.ts";
import {
  possibleBonuses,
  bonusFactor,
  lineFactor,
  lineShares,
  lineWeight,
  type SeenLine,
  writtenOnLine,
} from "./line-factor.ts";
import { type Marginal, Marginals } from "./marginals.ts";
import { hasNoInk, rawReading } from "./picture-reading.ts";
import { PRIORS } from "./priors.ts";
import { type Answers, EMPTY, playerBoxes, type SeenBox, type Written } from "./sheet-reading.ts";

/** The marginals of some players' boxes by index; undefined for other boxes. */
export function boxMarginals(
  game: Game,
  boxes: readonly SeenBox[],
  players: readonly number[],
  answers: Answers,
): (Marginal | undefined)[] {
  const marginals = new Map<number, Marginals>();
  for (const player of players)
    marginals.set(player, weighPlayer(game, observedBoxes({ game, boxes, player, answers }), "sum-product"));
  return boxes.map((box, at) => marginals.get(box.player)?.of(at));
}

/** A player whose boxes are to be read, among all boxes of the sheet. */
export interface PlayerBoxes {
  readonly game: Game;
  readonly boxes: readonly SeenBox[];
  readonly player: number;
  readonly answers: Answers;
}

/** The player's boxes with their likelihoods, from pictures or a person's answers. */
export function observedBoxes({ game, boxes, player, answers }: PlayerBoxes): ObservedBox[] {
  const own = playerBoxes(boxes, player).map((box) => {
    const { evidence, partialEvidence = null, ...place } = box;
    const answer = answers.get(place.at);
    const isEmpty = answer === undefined ? evidence && hasNoInk(evidence) : answer.kind === "empty";
    const likelihood =
      answer === undefined ? boxLikelihood({ evidence, partialEvidence }) : certainLikelihood(answer);
    return { ...place, likelihood, isEmpty, isZero: isZeroMark(game, box, answer) };
  });
  return addShares(game, own);
}

/** From this probability on, a picture counts for how its player strikes. */
const CLEAR = 0.9;

/** Whether a box was clearly struck with a 0, and not with a mark; null if neither. */
function isZeroMark(game: Game, { category, evidence }: SeenBox, answer?: Written): boolean | null {
  const rules = category === null ? undefined : gameReference(game).categories.get(category);
  if (rules === undefined || rules.legal.includes(0)) return null;
  const read = evidence && rawReading(evidence);
  const written = answer ?? (read !== null && read.probability >= CLEAR ? read.written : EMPTY);
  if (written.kind === "strike") return false;
  return written.kind === "score" && written.value === 0 ? true : null;
}

/** Empty boxes (or lines) assumed before any is counted, and as many filled ones; mostly all or none are filled, so few suffice. Usual strikes. */
const PSEUDO_COUNTS = { box: 0.1, line: 0.5, strike: 1 } as const;

type OwnBox = Omit<ObservedBox, "emptyShare" | "zeroShare"> & Record<"isEmpty" | "isZero", boolean | null>;

/** Adds to each box or line what the player's others show: the share that is empty, lines of extra points apart, and of zeros among strikes. */
function addShares(game: Game, own: readonly OwnBox[]) {
  const usualZeros = game.strike.marks.includes("0") ? PRIORS.zeroMark : PRIORS.strangeZeroMark;
  const counted = own.filter(({ line, isEmpty }) => line !== "repeats" && isEmpty !== null);
  return own.map((box): ObservedBox => {
    const isBox = box.category !== null;
    const others = counted.filter((other) => other !== box && (other.category !== null) === isBox);
    const assumed = PSEUDO_COUNTS[isBox ? "box" : "line"];
    const empty = others.filter(({ isEmpty }) => isEmpty).length;
    const strikes = own.filter((other) => other !== box && other.isZero !== null);
    const zeros = strikes.filter(({ isZero }) => isZero).length;
    return {
      ...box,
      emptyShare: (empty + assumed) / (others.length + 2 * assumed),
      zeroShare: (zeros + PSEUDO_COUNTS.strike * usualZeros) / (strikes.length + PSEUDO_COUNTS.strike),
    };
  });
}

/** A box of one player with its likelihood. */
export interface ObservedBox extends BoxPlace {
  /** Its index among all boxes of the sheet. */
  readonly at: number;
  readonly likelihood: Likelihood;
  /** The prior probability that this box is empty, or this line blank. */
  readonly emptyShare: number;
  /** The prior probability that a strike in this box is a 0. */
  readonly zeroShare: number;
}

/** The marginals of one player's boxes: messages run from all boxes to the grand total and back. */
export function weighPlayer(
  game: Game,
  boxes: readonly ObservedBox[],
  semiring: Semiring,
  isFlawless = false,
): Marginals {
  const marginals = new Marginals(semiring);
  for (const { upward, passDown } of new FactorTrees(game, boxes, marginals, isFlawless).roots())
    passDown(upward.map((weight) => (weight === 0 ? 0 : 1)));
  for (const box of boxes) if (!marginals.has(box.at)) addUnconnectedLine(box, marginals);
  return marginals;
}

/** The probability that a player's boxes and lines hold no mistake: the weight of flawless fillings among all. */
export function flawlessChance(game: Game, boxes: readonly ObservedBox[]): number {
  const chance = Math.exp(logEvidence(game, boxes, true) - logEvidence(game, boxes));
  return Number.isNaN(chance) ? 0 : Math.min(1, chance);
}

/**
 * The log evidence of a game: ln (P(pictures | game) / P(pictures)), over all ways to fill the boxes. Of two games, or two ways to
 * assign cells to boxes, the one with more evidence explains the sheet better.
 */
export function logEvidence(game: Game, boxes: readonly ObservedBox[], isFlawless = false): number {
  return new FactorTrees(game, boxes, new Marginals("sum-product"), isFlawless)
    .roots()
    .reduce((log, { upward, logScale }) => log + logScale + Math.log(upward.total("sum-product")), 0);
}

/** The share of each number on a line that no rule predicts. */
const ANY_NUMBER = 1e-3;

/** A line outside of the tree is read by its picture alone. */
function addUnconnectedLine({ at, likelihood, emptyShare }: ObservedBox, marginals: Marginals): void {
  const numbers = new Set([0, ...likelihood.candidates]);
  const way = (written: Written, weight: number) => ({ written, weight, slip: 0 });
  marginals.add(at, [
    way(EMPTY, emptyShare * likelihood.empty),
    ...[...numbers].map((value) =>
      way(writtenOnLine(likelihood, value), (1 - emptyShare) * ANY_NUMBER * lineWeight(likelihood, value)),
    ),
  ]);
}

/** Boxes tied by constraints with more joint fillings are treated as independent. */
const MAX_JOINT = 20_000;

/** Builds a player's factors along the sum graph. Messages need a tree, so a number whose inputs are already part of another sum is left free. */
class FactorTrees {
  readonly #game: Game;
  /** By column and row. Store-bought pads repeat some lines, such as the total of the upper section. */
  readonly #boxes: ReadonlyMap<string, readonly ObservedBox[]>;
  readonly #sink: Marginals;
  readonly #isFlawless: boolean;
  readonly #taken = new Set<SumNode>();

  constructor(game: Game, boxes: readonly ObservedBox[], sink: Marginals, isFlawless: boolean) {
    this.#game = game;
    this.#isFlawless = isFlawless;
    this.#boxes = groupByPlace(boxes);
    this.#sink = sink;
  }

  /** The grand total, the victory points, whose bonuses are left free, and the boxes that belong to no sum. */
  roots(): Factor[] {
    const { total, points, nodes } = sumGraph(this.#game);
    const sums = [total, ...(points === null ? [] : [points])].map((node) => this.#factor(node));
    const others = nodes.filter((node) => node.kind === "box" && !this.#taken.has(node));
    return [...sums, ...this.#boxFactors(others)];
  }

  #factor(node: SumNode): Factor {
    const part = this.#computedFactor(node);
    const lines = node.rule.kind === "written" ? [] : this.#lines(node);
    return lines.reduce((above, line) => lineFactor(above, line, this.#sink), part);
  }

  #computedFactor(node: SumNode): Factor {
    const { rule, inputs } = node;
    switch (rule.kind) {
      case "written":
        return node.kind === "repeats" ? this.#repeats(node) : this.#sum([node]);
      case "sum": {
        if (!isWithBonus(inputs)) return this.#sum(inputs);
        const [line = null] = this.#lines(inputs[1]);
        return bonusFactor(this.#factor(inputs[0]), inputs[1].rule, line, this.#sink);
      }
      case "times":
        return scaledFactor(this.#sum(inputs), rule.factor);
      case "at-least":
        return floorFactor(this.#sum(inputs), rule.floor, this.#sink);
      case "formula": {
        const [least, most] = computeNodeRange(node, ({ row }) =>
          gameReference(this.#game).categories.get(row),
        );
        return freeFactor(wholeNumbers(Math.min(0, least), most), this.#sink);
      }
      case "count":
        return freeFactor(wholeNumbers(0, inputs.length), this.#sink);
      case "tiers":
        return freeFactor(possibleBonuses(rule), this.#sink);
      default:
        return rule satisfies never;
    }
  }

  #sum(inputs: readonly SumNode[]): Factor {
    const isOfBoxes = inputs.every(({ kind }) => kind === "box");
    const parts = isOfBoxes ? this.#boxFactors(inputs) : inputs.map((input) => this.#factor(input));
    return sumFactor(parts, this.#sink);
  }

  #lines({ column, row }: SumNode): SeenLine[] {
    const boxes = this.#boxes.get(placeKey(column, row)) ?? [];
    return boxes.map((box) => ({ ...box, shares: lineShares(box.emptyShare, this.#isFlawless) }));
  }

  #boxFactors(nodes: readonly SumNode[]): Factor[] {
    for (const node of nodes) this.#taken.add(node);
    const { constraints, columns } = this.#game;
    const hasConstraint = (a: SumNode, b: SumNode) =>
      constraints.some(({ left, right }) => left === a.row && right === b.row);
    const areTied = (a: SumNode, b: SumNode) =>
      a.column === b.column && (hasConstraint(a, b) || hasConstraint(b, a));
    return findConnectedComponents(nodes, areTied).flatMap((group) => {
      const boxes = group.flatMap(({ column: id, row }) => {
        const [box] = this.#boxes.get(placeKey(id, row)) ?? [];
        const category = gameReference(this.#game).categories.get(row);
        if (box === undefined || category === undefined) return [];
        const column = columns.find((one) => one.id === id);
        const isOrdered = column?.order.kind !== "free" || column.after !== null;
        const { emptyShare, zeroShare } = box;
        const context = { emptyShare, zeroShare, isOrdered, isFlawless: this.#isFlawless };
        return {
          at: box.at,
          category,
          fillings: listFillings(this.#game, category, box.likelihood, context),
        };
      });
      const ways = boxes.reduce((count, { fillings }) => count * fillings.length, 1);
      if (boxes.length < 2 || boxes.length < group.length || ways > MAX_JOINT)
        return boxes.map((box) => boxFactor(box, this.#sink));
      const categories = boxes.map(({ category }) => category);
      return tiedFactor(boxes, weighByConstraints(categories, constraints, this.#isFlawless), this.#sink);
    });
  }

  /** Extra points add nothing where the pad has no line for them. */
  #repeats({ column, row }: SumNode): Factor {
    const [box] = this.#boxes.get(placeKey(column, row)) ?? [];
    if (box === undefined) return sumFactor([], this.#sink);
    const bonus = this.#game.repeats?.bonus ?? 0;
    const fillings = repeatFillings(bonus, gameReference(this.#game).boxes, box.likelihood, this.#isFlawless);
    return boxFactor({ at: box.at, fillings }, this.#sink);
  }
}

function wholeNumbers(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, at) => first + at);
}

type BonusNode = SumNode & { readonly rule: { readonly kind: "tiers" } };

function isWithBonus(inputs: readonly SumNode[]): inputs is [SumNode, BonusNode] {
  const [sum, bonus] = inputs;
  return inputs.length === 2 && bonus?.rule.kind === "tiers" && bonus.inputs.every((input) => input === sum);
}

function groupByPlace(boxes: readonly ObservedBox[]): Map<string, ObservedBox[]> {
  return groupByKey(boxes, ({ column, category, line }) => placeKey(column, category ?? line));
}

function placeKey(column: string | null, row: string | null): string {
  return `${column ?? ""} ${row ?? ""}`;
}
