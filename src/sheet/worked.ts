import type { Category, Column, Game, Section } from "../game/game.ts";
import { bonusFor, type Line } from "../game/lines.ts";
import { doubtfulBoxes } from "./breaches.ts";
import type { Reference } from "./reference.ts";
import { possibleRepeats, REPEATS, repeatFault } from "./repeat-line.ts";
import type { PlayerSheet } from "./sheet.ts";
import { possibleValues, scoreIn } from "./values.ts";

/** A sum line with what was written there and what could be right. */
export interface WorkedLine {
  readonly line: Line;
  /** Null for lines that span the columns. */
  readonly column: string | null;
  readonly written: number | null;
  /**
   * What may stand there: the first is what should, worked out from the boxes alone. The others take numbers above it as they
   * are written, right or wrong, or mend one box that is reported itself.
   */
  readonly possible: readonly number[];
}

/**
 * Whether a line is right: it agrees with what stands above it as written, or with what should stand there. So one wrong
 * number gives one finding, whether it was carried on or not.
 */
export function isRight({ written, possible }: WorkedLine): boolean {
  return written === null || possible.includes(written);
}

/** What should stand on a line, with the boxes as they are. */
export function computedOn({ possible }: WorkedLine): number {
  return possible[0] ?? 0;
}

/** Possibilities beyond these would excuse any number at all. */
const MOST_POSSIBILITIES = 500;

/** A number on the way to the grand total. */
interface Term {
  /** What should stand there: first with the boxes as they are, then with one mended that is reported itself. */
  readonly should: readonly number[];
  /** What the lines below may go on with: what should stand there, and what was written or follows from what was. */
  readonly carried: readonly number[];
}

/** All sum lines of a player, column by column, then those that span the columns. */
export function workOut(
  game: Game,
  reference: Reference,
  player: PlayerSheet,
  mustBeFull: boolean,
): WorkedLine[] {
  const worker = new Worker(reference, player, mustBeFull);
  const columns = game.columns.map((column) => worker.column(game, column));
  worker.write("grand.total", null, sumOf([...columns, worker.repeats(game)]));
  return worker.lines;
}

class Worker {
  readonly lines: WorkedLine[] = [];
  readonly #reference: Reference;
  readonly #player: PlayerSheet;
  readonly #mustBeFull: boolean;

  constructor(reference: Reference, player: PlayerSheet, mustBeFull: boolean) {
    this.#reference = reference;
    this.#player = player;
    this.#mustBeFull = mustBeFull;
  }

  /** Notes a line down, if the game has it; gives what the lines below may go on with. */
  write(id: string, column: string | null, term: Term): Term {
    const line = this.#reference.lines.get(id);
    if (line === undefined) return term;
    const written = this.#written(id, column);
    const possible = distinct([...term.should, ...term.carried]);
    this.lines.push({ line, column, written, possible });
    const { should } = term;
    return { should, carried: written === null ? possible : distinct([...should, written]) };
  }

  #written(id: string, column: string | null): number | null {
    const ink = column === null ? this.#player.sheetLines : this.#player.columnLines.get(column);
    return ink?.get(id) ?? null;
  }

  /** A column's part of the grand total. */
  column(game: Game, column: Column): Term {
    const { id, multiplier } = column;
    const doubtful = doubtfulBoxes(game, column, this.#player, this.#reference, this.#mustBeFull);
    const sections = game.sections.map((section) => this.#section(section, id, doubtful));
    const sum = sumOf(sections);
    const worth = multiplier === 1 ? sum : mapTerm(sum, (value) => value * multiplier);
    return this.write("column.total", id, worth);
  }

  #section(section: Section, column: string, doubtful: ReadonlySet<string>): Term {
    const boxes = this.#boxSums(section, column, doubtful);
    const sum = this.write(`${section.id}.sum`, column, { should: boxes, carried: boxes });
    if (section.tiers.length === 0) return sum;
    const earned = (value: number) => bonusFor(section, value);
    const bonus = this.write(`${section.id}.bonus`, column, mapTerm(sum, earned));
    const withBonus = mapTerm(sum, (value) => value + earned(value));
    const isBlank = this.#written(`${section.id}.bonus`, column) === null;
    // A bonus that was left blank is the one that goes with the sum.
    const carried = isBlank ? withBonus.carried : sums([sum.carried, bonus.carried]);
    return this.write(`${section.id}.total`, column, { should: withBonus.should, carried });
  }

  /** The sum of a section's boxes as they stand, then what it would be with one of the doubtful ones mended. */
  #boxSums(section: Section, column: string, doubtful: ReadonlySet<string>): number[] {
    const boxes = this.#player.boxes.get(column);
    const score = (category: Category) => scoreIn(boxes?.get(category.id)) ?? 0;
    let sum = 0;
    for (const category of section.categories) sum += score(category);
    if (doubtful.size === 0) return [sum];
    const mended = section.categories
      .filter(({ id }) => doubtful.has(id))
      .flatMap((category) => possibleValues(category).map((value) => sum - score(category) + value));
    return distinct([sum, ...mended]);
  }

  /** Extra points count as written, as they can't be worked out. */
  repeats(game: Game): Term {
    const written = this.#player.sheetLines.get(REPEATS) ?? 0;
    const fault = repeatFault(game, this.#reference, this.#player, this.#mustBeFull);
    const should = fault === null ? [written] : [written, ...possibleRepeats(game, fault)];
    return this.write(REPEATS, null, { should, carried: should });
  }
}

function mapTerm({ should, carried }: Term, change: (value: number) => number): Term {
  return { should: distinct(should.map(change)), carried: distinct(carried.map(change)) };
}

function sumOf(terms: readonly Term[]): Term {
  return { should: sums(terms.map((term) => term.should)), carried: sums(terms.map((term) => term.carried)) };
}

/** Every sum that takes one number of each list; the first takes the first of each. */
function sums(parts: readonly (readonly number[])[]): number[] {
  // Nearly always there is one possibility only.
  let totals = [parts.reduce((sum, part) => (part.length === 1 ? sum + (part[0] ?? 0) : sum), 0)];
  for (const part of parts) {
    if (part.length > 1) totals = distinct(totals.flatMap((total) => part.map((value) => total + value)));
  }
  return totals;
}

function distinct(values: readonly number[]): number[] {
  return values.length === 1 ? [...values] : [...new Set(values)].slice(0, MOST_POSSIBILITIES);
}
