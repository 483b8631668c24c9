import type { Bonus, Column, Game, Section } from "../../rules/game/game.ts";
import { bonusFor, boxesCountedIn, type Line, measured, sectionSum } from "../../rules/sums/lines.ts";
import { doubtfulBoxes } from "./breaches.ts";
import type { Reference } from "./reference.ts";
import { REPEATS, repeatFault } from "./repeat-line.ts";
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
const MAX_POSSIBILITIES = 500;

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
  const worker = new Worker(game, reference, player, mustBeFull);
  worker.work();
  return worker.lines;
}

class Worker {
  readonly lines: WorkedLine[] = [];
  readonly #game: Game;
  readonly #reference: Reference;
  readonly #player: PlayerSheet;
  readonly #mustBeFull: boolean;
  /** Boxes of which nobody knows what should stand there, by column. */
  readonly #doubtful = new Map<string, ReadonlySet<string>>();

  constructor(game: Game, reference: Reference, player: PlayerSheet, mustBeFull: boolean) {
    this.#game = game;
    this.#reference = reference;
    this.#player = player;
    this.#mustBeFull = mustBeFull;
    for (const column of game.columns)
      this.#doubtful.set(column.id, doubtfulBoxes(game, column, player, reference, mustBeFull));
  }

  work(): void {
    const columns = this.#game.columns.map((column) => this.#column(column));
    const total = this.#grandTotal(columns);
    const points = [
      ...this.#game.columns.flatMap((column, at) => this.#ofColumn(column, columns[at] ?? NOTHING, "points")),
      ...this.#ofSheet("row", total, "points"),
      ...this.#ofSheet("sheet", total, "points"),
    ];
    this.#write("points.total", null, sumOf(points));
  }

  /** Notes a line down, if the game has it; gives what the lines below may go on with. */
  #write(id: string, column: string | null, term: Term): Term {
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

  #grandTotal(columns: readonly Term[]): Term {
    const parts = [...columns, this.#repeats()];
    const rows = this.#ofSheet("row", NOTHING, "total");
    const before = sumOf([...parts, ...rows]);
    return this.#write("grand.total", null, sumOf([before, ...this.#ofSheet("sheet", before, "total")]));
  }

  /** A column's part of the grand total. */
  #column(column: Column): Term {
    const { id, multiplier } = column;
    const sections = this.#game.sections.map((section) => this.#section(section, id));
    const sum = sumOf(sections);
    const worth = multiplier === 1 ? sum : mapTerm(sum, (value) => value * multiplier);
    const bonuses = this.#ofColumn(column, worth, "total");
    return this.#write("column.total", id, sumOf([worth, ...bonuses]));
  }

  #section(section: Section, column: string): Term {
    const boxes = this.#boxSums(section, column);
    const sum = this.#write(`${section.id}.sum`, column, { should: boxes, carried: boxes });
    if (section.tiers.length === 0) return sum;
    const earned = (value: number) => bonusFor(section, value);
    const bonus = this.#write(`${section.id}.bonus`, column, mapTerm(sum, earned));
    const withBonus = mapTerm(sum, (value) => value + earned(value));
    const isBlank = this.#written(`${section.id}.bonus`, column) === null;
    // A bonus that was left blank is the one that goes with the sum.
    const carried = isBlank ? withBonus.carried : sums([sum.carried, bonus.carried]);
    return this.#write(`${section.id}.total`, column, { should: withBonus.should, carried });
  }

  /** What a section's boxes come to as they stand, then what it would be with one of the doubtful ones mended. */
  #boxSums(section: Section, column: string): number[] {
    return this.#withMended([column], boxesCountedIn(section), (scoreAt) =>
      sectionSum(section, (id) => scoreAt(column, id)),
    );
  }

  /**
   * What some boxes come to as they stand, then what they would with one of the doubtful ones mended.
   *
   * @param comesTo works it out, given what stands in a box: 0 for a strike, null for an empty one
   */
  #withMended(
    columns: readonly string[],
    rows: readonly string[],
    comesTo: (scoreAt: (column: string, category: string) => number | null) => number,
  ): number[] {
    const score = (column: string, id: string) => scoreIn(this.#player.boxes.get(column)?.get(id));
    const asItIs = comesTo(score);
    const mended = columns.flatMap((column) =>
      (this.#reference.inColumn.get(column) ?? [])
        .filter(({ id }) => rows.includes(id) && this.#doubtful.get(column)?.has(id))
        .flatMap((category) =>
          possibleValues(category).map((value) =>
            comesTo((at, id) => (at === column && id === category.id ? value : score(at, id))),
          ),
        ),
    );
    return mended.length === 0 ? [asItIs] : distinct([asItIs, ...mended]);
  }

  /** The bonuses for each column. @param worth what the column comes to without them */
  #ofColumn({ id }: Column, worth: Term, to: Bonus["to"]): Term[] {
    return this.#bonuses("column", to).map((bonus) => {
      const measure = bonus.of === "total" ? worth : this.#count(bonus, [id]);
      return this.#write(
        `bonus.${bonus.id}`,
        id,
        mapTerm(measure, (value) => bonusFor(bonus, value)),
      );
    });
  }

  /** The bonuses for rows, or for the whole sheet. @param total what the sheet comes to without them */
  #ofSheet(scope: "row" | "sheet", total: Term, to: Bonus["to"]): Term[] {
    const columns = this.#game.columns.map(({ id }) => id);
    return this.#bonuses(scope, to).map((bonus) => {
      const isOfBoxes = scope === "row" || bonus.of !== "total";
      const measure = isOfBoxes ? this.#count(bonus, columns) : total;
      return this.#write(
        `bonus.${bonus.id}`,
        null,
        mapTerm(measure, (value) => bonusFor(bonus, value)),
      );
    });
  }

  #bonuses(scope: Bonus["scope"], to: Bonus["to"]): Bonus[] {
    return this.#game.bonuses.filter((bonus) => bonus.scope === scope && bonus.to === to);
  }

  /** What a bonus measures in the boxes of some columns. */
  #count(bonus: Bonus, columns: readonly string[]): Term {
    const rows = bonus.row === null ? this.#reference.rowIds : [bonus.row];
    const counts = this.#withMended(columns, rows, (scoreAt) =>
      columns.reduce(
        (sum, column) => rows.reduce((all, row) => all + measured(bonus, scoreAt(column, row)), sum),
        0,
      ),
    );
    return { should: counts, carried: counts };
  }

  /** Extra points count as written, as they can't be worked out. */
  #repeats(): Term {
    const written = this.#player.sheetLines.get(REPEATS) ?? 0;
    const fault = repeatFault(this.#game, this.#reference, this.#player, this.#mustBeFull);
    const should = fault === null ? [written] : [written, ...fault.possible];
    return this.#write(REPEATS, null, { should, carried: should });
  }
}

const NOTHING: Term = { should: [0], carried: [0] };

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
  return values.length === 1 ? [...values] : [...new Set(values)].slice(0, MAX_POSSIBILITIES);
}
