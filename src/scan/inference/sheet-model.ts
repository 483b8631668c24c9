import { type Reference, referenceOf } from "../../check/sheet/reference.ts";
import type { Category, Column, Constraint, Game, Section } from "../../rules/game/game.ts";
import { linesOf } from "../../rules/sums/lines.ts";
import { BonusFactor } from "./bonus-factor.ts";
import { BoxFactor, type BoxFillings, ConstraintFactor } from "./box-factor.ts";
import { type Semiring, uniform } from "./distribution.ts";
import { type Factor, ScaledFactor, SumFactor } from "./factor.ts";
import { fillingsOf, repeatFillings } from "./fillings.ts";
import { certainLikelihood, type Likelihood, likelihoodOf } from "./likelihood.ts";
import { LineFactor, lineShares, lineWeight, type SeenLine, writtenOnLine } from "./line-factor.ts";
import { type Marginal, Marginals } from "./marginals.ts";
import { hasNoInk } from "./picture-reading.ts";
import type { BoxPlace, SeenBox, Written } from "./sheet-reading.ts";

/** What a person said stands in some boxes, by their index on the sheet. */
type Answers = ReadonlyMap<number, Written>;

/**
 * The marginals of the boxes of some players, by index on the sheet; undefined for the boxes of others. Each player is a model of their
 * own, as nothing that one wrote says anything about another.
 */
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
    const tally = tallies[kindOf(box)];
    tally.seen++;
    if (isEmpty[index]) tally.empty++;
  });
  return own.map((box, index) => {
    const [kind, itself] = [kindOf(box), isEmpty[index]];
    const { seen, empty } = tallies[kind];
    const isCounted = itself !== null && box.line !== REPEATS;
    const others = isCounted ? seen - 1 : seen;
    const emptyOthers = isCounted && itself ? empty - 1 : empty;
    return (emptyOthers + PSEUDO_COUNTS[kind]) / (others + 2 * PSEUDO_COUNTS[kind]);
  });
}

function kindOf({ category }: SeenBox): "box" | "line" {
  return category === null ? "line" : "box";
}

/** A box of one player with what its picture says. */
export interface ObservedBox extends BoxPlace {
  /** Its index among all boxes of the sheet. */
  readonly at: number;
  readonly likelihood: Likelihood;
  /** The prior probability that this box is empty, or this line blank. */
  readonly emptyShare: number;
}

/**
 * The marginals of one player's boxes: messages run from the boxes of all columns through sums, bonuses and totals to the grand total,
 * and back.
 */
export function weighPlayer(game: Game, boxes: readonly ObservedBox[], semiring: Semiring): Marginals {
  const marginals = new Marginals(semiring);
  const root = new FactorTree(game, boxes, marginals).root();
  root.passDown(uniform(root.upward));
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

/** The lines that the tree works out. Where a game has others, what they add to its totals is not known. */
const KNOWN_LINES: ReadonlySet<string> = new Set([
  "sum",
  "bonus",
  "total",
  "column-total",
  "repeats",
  "grand-total",
]);
const TOTALS: ReadonlySet<string> = new Set(["column.total", "grand.total"]);

/** Builds the factors of a player as the sheet adds up: boxes, sums, bonuses, totals, columns, grand total. */
class FactorTree {
  readonly #game: Game;
  readonly #reference: Reference;
  readonly #boxes: ReadonlyMap<string, ObservedBox>;
  readonly #sink: Marginals;
  /** Whether all that the totals are made of is known. */
  readonly #addsUp: boolean;

  constructor(game: Game, boxes: readonly ObservedBox[], sink: Marginals) {
    this.#game = game;
    this.#reference = referenceOf(game);
    this.#boxes = new Map(boxes.map((box) => [placeKey(box.column, box.category ?? box.line), box]));
    this.#sink = sink;
    this.#addsUp = linesOf(game).every(({ kind }) => KNOWN_LINES.has(kind));
  }

  root(): Factor {
    const columns = this.#game.columns.map((column) => this.#column(column));
    const parts = [...columns, ...this.#repeats()];
    return this.#written("grand.total", null, new SumFactor(parts, this.#sink));
  }

  #column(column: Column): Factor {
    const sections = this.#game.sections.map((section) => this.#section(section, column));
    const sum = new SumFactor(sections, this.#sink);
    const worth = column.multiplier === 1 ? sum : new ScaledFactor(sum, column.multiplier);
    return this.#written("column.total", column.id, worth);
  }

  #section(section: Section, column: Column): Factor {
    const groups = tiedCategories(section, this.#game.constraints);
    const boxes = new SumFactor(
      groups.flatMap((group) => this.#group(group, column)),
      this.#sink,
    );
    const sum = this.#written(`${section.id}.sum`, column.id, boxes);
    if (section.tiers.length === 0) return sum;
    const bonus = this.#line(`${section.id}.bonus`, column.id);
    const total = new BonusFactor(sum, section, bonus, this.#sink);
    return this.#written(`${section.id}.total`, column.id, total);
  }

  /** A part behind its line, if the pad has that line. */
  #written(id: string, column: string | null, part: Factor): Factor {
    const line = this.#line(id, column);
    const isKnown = this.#addsUp || !TOTALS.has(id);
    return line === null || !isKnown ? part : new LineFactor(part, line, this.#sink);
  }

  #line(id: string, column: string | null): SeenLine | null {
    const box = this.#boxes.get(placeKey(column, id));
    if (box === undefined) return null;
    return { at: box.at, likelihood: box.likelihood, shares: lineShares(box.emptyShare) };
  }

  #group(group: readonly Category[], column: Column): Factor[] {
    const boxes = group.flatMap((category) => this.#box(category, column));
    const ways = boxes.reduce((count, { fillings }) => count * fillings.length, 1);
    if (boxes.length < 2 || boxes.length < group.length || ways > MAX_JOINT)
      return boxes.map((box) => new BoxFactor([box], null, this.#sink));
    const constraints = new ConstraintFactor(group, this.#game.constraints, this.#reference);
    return [new BoxFactor(boxes, constraints, this.#sink)];
  }

  #box(category: Category, column: Column): BoxFillings[] {
    const box = this.#boxes.get(placeKey(column.id, category.id));
    if (box === undefined) return [];
    const context = { emptyShare: box.emptyShare, isOrdered: column.order.kind !== "free" };
    return [{ at: box.at, fillings: fillingsOf(this.#game, category, box.likelihood, context) }];
  }

  #repeats(): Factor[] {
    const box = this.#boxes.get(placeKey(null, REPEATS));
    const bonus = this.#game.repeats?.bonus ?? 0;
    if (box === undefined || bonus === 0) return [];
    const fillings = repeatFillings(bonus, this.#reference.boxes, box.likelihood);
    return [new BoxFactor([{ at: box.at, fillings }], null, this.#sink)];
  }
}

function placeKey(column: string | null, row: string | null): string {
  return `${column ?? ""} ${row ?? ""}`;
}

/** The categories of a section in groups: those that constraints tie together, directly or through others, share one. */
function tiedCategories(section: Section, constraints: readonly Constraint[]): Category[][] {
  const groups: Category[][] = [];
  for (const category of section.categories) {
    const tied = groups.filter((group) => group.some((other) => areTied(other.id, category.id, constraints)));
    const rest = groups.filter((group) => !tied.includes(group));
    groups.splice(0, groups.length, ...rest, [...tied.flat(), category]);
  }
  return groups;
}

function areTied(a: string, b: string, constraints: readonly Constraint[]): boolean {
  return constraints.some(({ left, right }) => (left === a && right === b) || (left === b && right === a));
}
