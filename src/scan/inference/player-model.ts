import { type Reference, referenceOf } from "../../check/sheet/reference.ts";
import type { Category, Column, Constraint, Game, Section } from "../../rules/game/game.ts";
import { linesOf } from "../../rules/sums/lines.ts";
import { Notebook } from "./beliefs.ts";
import { BonusPart } from "./bonus-part.ts";
import { BoxPart, type FilledBox } from "./box-part.ts";
import { ConstraintBond } from "./constraint-bond.ts";
import { fillingsOf, repeatFillings } from "./fillings.ts";
import type { Ink } from "./ink.ts";
import { LinePart, lineShares, lineWeight, writtenOnLine } from "./line-part.ts";
import { type Part, ScaledPart, SumPart } from "./part.ts";
import type { BoxPlace } from "./sheet-reading.ts";
import { type Algebra, evenly } from "./spread.ts";

/** A box of one player with what its picture says. */
export interface InkedBox extends BoxPlace {
  /** Its place among all boxes of the sheet. */
  readonly at: number;
  readonly ink: Ink;
  /** How often such a box of the player is empty, or such a line blank, before anybody looked at this one. */
  readonly emptyShare: number;
}

/** Ways to fill tied boxes together beyond these are too many; such boxes are then taken one by one. */
const MAX_JOINT = 20_000;
/** The line for extra points. */
export const REPEATS = "repeats";

/**
 * Weighs everything that was seen of one player: the boxes of all columns, their sums, bonuses and totals, up to the grand
 * total and back.
 */
export function weighPlayer(game: Game, boxes: readonly InkedBox[], algebra: Algebra): Notebook {
  const notebook = new Notebook(algebra);
  const root = new Tree(game, boxes, notebook).root();
  root.take(evenly(root.up));
  for (const box of boxes) if (!notebook.holds(box.at)) noteAlone(box, notebook);
  return notebook;
}

/** Of numbers on a line that nothing is known of, each has this share. */
const ANY_NUMBER = 1e-3;

/** A line that the tree doesn't know is read by its picture alone. */
function noteAlone({ at, ink, emptyShare }: InkedBox, notebook: Notebook): void {
  const numbers = new Set([0, ...ink.candidates]);
  notebook.note(at, [
    { written: { kind: "empty" }, weight: emptyShare * ink.empty, slip: 0 },
    ...[...numbers].map((value) => ({
      written: writtenOnLine(ink, value),
      weight: (1 - emptyShare) * ANY_NUMBER * lineWeight(ink, value),
      slip: 0,
    })),
  ]);
}

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

/** Builds the parts of a player as the sheet is worked out: boxes, sums, bonuses, totals, columns, grand total. */
class Tree {
  readonly #game: Game;
  readonly #reference: Reference;
  readonly #boxes: ReadonlyMap<string, InkedBox>;
  readonly #tally: Notebook;
  /** Whether all that the totals are made of is known. */
  readonly #addsUp: boolean;

  constructor(game: Game, boxes: readonly InkedBox[], tally: Notebook) {
    this.#game = game;
    this.#reference = referenceOf(game);
    this.#boxes = new Map(boxes.map((box) => [spot(box.column, box.category ?? box.line), box]));
    this.#tally = tally;
    this.#addsUp = linesOf(game).every(({ kind }) => KNOWN_LINES.has(kind));
  }

  root(): Part {
    const columns = this.#game.columns.map((column) => this.#column(column));
    const parts = [...columns, ...this.#repeats()];
    return this.#written("grand.total", null, new SumPart(parts, this.#tally));
  }

  #column(column: Column): Part {
    const sections = this.#game.sections.map((section) => this.#section(section, column));
    const sum = new SumPart(sections, this.#tally);
    const worth = column.multiplier === 1 ? sum : new ScaledPart(sum, column.multiplier);
    return this.#written("column.total", column.id, worth);
  }

  #section(section: Section, column: Column): Part {
    const groups = tiedCategories(section, this.#game.constraints);
    const boxes = new SumPart(
      groups.flatMap((group) => this.#group(group, column)),
      this.#tally,
    );
    const sum = this.#written(`${section.id}.sum`, column.id, boxes);
    if (section.tiers.length === 0) return sum;
    const box = this.#boxes.get(spot(column.id, `${section.id}.bonus`));
    const line = box === undefined ? null : { at: box.at, ink: box.ink, shares: lineShares(box.emptyShare) };
    const total = new BonusPart(sum, section, line, this.#tally);
    return this.#written(`${section.id}.total`, column.id, total);
  }

  /** A part as it goes on behind its line, if the pad has that line. */
  #written(line: string, column: string | null, part: Part): Part {
    const box = this.#boxes.get(spot(column, line));
    const isKnown = this.#addsUp || !TOTALS.has(line);
    if (box === undefined || !isKnown) return part;
    return new LinePart(part, box.at, box.ink, lineShares(box.emptyShare), this.#tally);
  }

  #group(group: readonly Category[], column: Column): Part[] {
    const boxes = group.flatMap((category) => this.#box(category, column));
    const ways = boxes.reduce((count, { fillings }) => count * fillings.length, 1);
    if (boxes.length < 2 || boxes.length < group.length || ways > MAX_JOINT)
      return boxes.map((box) => new BoxPart([box], null, this.#tally));
    const bond = new ConstraintBond(group, this.#game.constraints, this.#reference);
    return [new BoxPart(boxes, bond, this.#tally)];
  }

  #box(category: Category, column: Column): FilledBox[] {
    const box = this.#boxes.get(spot(column.id, category.id));
    if (box === undefined) return [];
    const occasion = { emptyShare: box.emptyShare, isOrdered: column.order.kind !== "free" };
    return [{ at: box.at, fillings: fillingsOf(this.#game, category, box.ink, occasion) }];
  }

  #repeats(): Part[] {
    const box = this.#boxes.get(spot(null, REPEATS));
    const bonus = this.#game.repeats?.bonus ?? 0;
    if (box === undefined || bonus === 0) return [];
    const fillings = repeatFillings(bonus, this.#reference.boxes, box.ink);
    return [new BoxPart([{ at: box.at, fillings }], null, this.#tally)];
  }
}

function spot(column: string | null, row: string | null): string {
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
