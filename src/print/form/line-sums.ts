import { type Formula, namesIn } from "../../rules/dice/formula.ts";
import type { Bonus, Column, Game, Section, Tier, TierMode } from "../../rules/game/game.ts";
import { linesOf } from "../../rules/sums/lines.ts";
import { categoriesOf } from "../../rules/game/rows.ts";
import { spotName } from "./field-names.ts";

/**
 * What a line comes to, as something that a viewer can work out: a number, what stands in a field of the player, or an operation on
 * others. `templates/form.js` is the other half; tests hold both to `game/`.
 */
export type Sum =
  | number
  | string
  | readonly ["+" | "-" | "*", readonly Sum[]]
  /** At least as much as the number. */
  | readonly ["least", number, Sum]
  /** Nothing as long as one of the fields is empty. */
  | readonly ["all", readonly string[], Sum]
  /** How many of the fields hold points, or are struck. */
  | readonly ["scored" | "struck", readonly string[]]
  /** What the steps that were reached are worth: the last of them, or all. */
  | readonly ["steps", TierMode, readonly (readonly [from: number, add: number])[], Sum];

/**
 * The lines of a game that can be worked out, by the names of their fields, each from the boxes alone. Extra points for further rolls
 * can't be: nobody but the players knows what was rolled.
 */
export function lineSums(game: Game): Map<string, Sum> {
  const collector = new Collector(game);
  collector.collect();
  return collector.sums;
}

class Collector {
  readonly sums = new Map<string, Sum>();
  readonly #game: Game;
  readonly #lines: ReadonlySet<string>;

  constructor(game: Game) {
    this.#game = game;
    this.#lines = new Set(linesOf(game).map(({ id }) => id));
  }

  collect(): void {
    const columns = this.#game.columns.map((column) => this.#column(column));
    const repeats = this.#lines.has("repeats") ? [spotName({ column: null, row: "repeats" })] : [];
    const before = plus([
      ...columns.map(({ total }) => total),
      ...repeats,
      ...this.#ofSheet("row", 0, "total"),
    ]);
    const total = plus([before, ...this.#ofSheet("sheet", before, "total")]);
    this.#note("grand.total", null, total);
    const points = [
      ...this.#game.columns.flatMap((column, at) =>
        this.#ofColumn(column, columns[at]?.worth ?? 0, "points"),
      ),
      ...this.#ofSheet("row", total, "points"),
      ...this.#ofSheet("sheet", total, "points"),
    ];
    this.#note("points.total", null, plus(points));
  }

  /** A line, if the game has it. */
  #note(id: string, column: string | null, sum: Sum): Sum {
    if (this.#lines.has(id)) this.sums.set(spotName({ column, row: id }), sum);
    return sum;
  }

  /** What a column comes to, with its bonuses and without. */
  #column(column: Column): { readonly worth: Sum; readonly total: Sum } {
    const { id, multiplier } = column;
    const sections = plus(this.#game.sections.map((section) => this.#section(section, id)));
    const worth: Sum = multiplier === 1 ? sections : ["*", [multiplier, sections]];
    const total = plus([worth, ...this.#ofColumn(column, worth, "total")]);
    return { worth, total: this.#note("column.total", id, total) };
  }

  #section(section: Section, column: string): Sum {
    const sum = this.#note(`${section.id}.sum`, column, boxesSum(section, column));
    if (section.tiers.length === 0) return sum;
    const bonus = this.#note(`${section.id}.bonus`, column, steps(section, sum));
    return this.#note(`${section.id}.total`, column, plus([sum, bonus]));
  }

  #ofColumn({ id }: Column, worth: Sum, to: Bonus["to"]): Sum[] {
    return this.#bonuses("column", to).map((bonus) => {
      const measure = bonus.of === "total" ? worth : this.#measure(bonus, [id]);
      return this.#note(`bonus.${bonus.id}`, id, steps(bonus, measure));
    });
  }

  /** @param total what the sheet comes to without them */
  #ofSheet(scope: "row" | "sheet", total: Sum, to: Bonus["to"]): Sum[] {
    const columns = this.#game.columns.map(({ id }) => id);
    return this.#bonuses(scope, to).map((bonus) => {
      const isOfBoxes = scope === "row" || bonus.of !== "total";
      const measure = isOfBoxes ? this.#measure(bonus, columns) : total;
      return this.#note(`bonus.${bonus.id}`, null, steps(bonus, measure));
    });
  }

  #bonuses(scope: Bonus["scope"], to: Bonus["to"]): Bonus[] {
    return this.#game.bonuses.filter((bonus) => bonus.scope === scope && bonus.to === to);
  }

  /** What a bonus measures in the boxes of some columns. */
  #measure({ of, row }: Bonus, columns: readonly string[]): Sum {
    const rows = row === null ? categoriesOf(this.#game).map(({ id }) => id) : [row];
    const names = columns.flatMap((column) => rows.map((id) => spotName({ column, row: id })));
    return of === "total" ? plus(names) : [of, names];
  }
}

function plus(parts: readonly Sum[]): Sum {
  const [only] = parts;
  return parts.length === 1 && only !== undefined ? only : ["+", parts];
}

function boxesSum({ categories, total, floor }: Section, column: string): Sum {
  const name = (id: string) => spotName({ column, row: id });
  const sum: Sum =
    total === null
      ? plus(categories.map(({ id }) => name(id)))
      : ["all", namesIn(total).map(name), formulaSum(total, name)];
  return floor === null ? sum : ["least", floor, sum];
}

function formulaSum(formula: Formula<string>, name: (id: string) => string): Sum {
  switch (formula.kind) {
    case "number":
      return formula.value;
    case "name":
      return name(formula.name);
    case "minus":
      return ["-", [0, formulaSum(formula.of, name)]];
    case "binary":
      return [formula.op, [formulaSum(formula.left, name), formulaSum(formula.right, name)]];
  }
}

function steps({ tiers, tierMode }: Pick<Bonus, "tierMode"> & { tiers: readonly Tier[] }, sum: Sum): Sum {
  return ["steps", tierMode, tiers.map(({ from, add }) => [from, add] as const), sum];
}
