import { evaluate, type Formula, listFormulaNames, foldFormula, operate } from "../dice/formula.ts";
import { memoize } from "../memoize.ts";
import type { Bonus, Column, Game, PadSum, Section, Tier, TierMode, Category } from "../game/game.ts";
import { isBonusPerColumn } from "../game/rows.ts";

/**
 * How the sheet of one player adds up, as a graph: a node for each box and each computed number, with its inputs and one rule. The check of
 * sheets evaluates it, the highest and lowest totals are found on it, fillable forms turn it into script expressions, and the reader of
 * photos passes messages along it. A new kind of bonus is a new node or a new rule here.
 *
 * A game with the boxes `ones` and `twos` in the section `upper`, 5 points extra from 8 on, and the box `yatzy` in the section
 * `lower`, in the single column `main`, has these nodes:
 *
 *     id                 kind         rule                        inputs
 *     main.ones          box          written
 *     main.twos          box          written
 *     main.yatzy         box          written
 *     main.upper-sum     sum          sum                         main.ones, main.twos
 *     main.upper-bonus   bonus        tiers: 5 from 8 on          main.upper-sum
 *     main.upper-total   total        sum                         main.upper-sum, main.upper-bonus
 *     main.lower-sum     sum          sum                         main.yatzy
 *     main.column-worth  part         sum                         main.upper-total, main.lower-sum
 *     sheet.grand-total  grand-total  sum                         main.column-worth
 *
 * With several columns, their totals are separate lines: `main.column-total` instead of `main.column-worth`.
 */
interface SumGraph {
  /** In topological order: inputs first. */
  readonly nodes: readonly SumNode[];
  /** The grand total. */
  readonly total: SumNode;
  /** The victory points; null in a game without any. */
  readonly points: SumNode | null;
}

export interface SumNode {
  /** Its index in the list of nodes. */
  readonly at: number;
  /** Unique in its graph; see `nodeId`. */
  readonly id: string;
  readonly kind: NodeKind;
  /** The id of its column; null for nodes that span the columns. */
  readonly column: string | null;
  /** The id of its category or line; parts have ids of the same form. */
  readonly row: string;
  /** The id of the section or bonus that it belongs to; null for boxes and totals. */
  readonly of: string | null;
  readonly rule: SumRule;
  readonly inputs: readonly SumNode[];
}

/** The kinds of computed lines on a sheet. */
export type LineKind =
  | "sum"
  | "bonus"
  | "total"
  | `${Bonus["scope"]}-bonus`
  | "column-total"
  | "pad-sum"
  | "repeats"
  | "grand-total"
  | "points-total";

/** A `part` is an intermediate number that isn't on the sheet. */
type NodeKind = "box" | LineKind | "part";

/** How to compute a node from its inputs. */
type SumRule =
  /** Written by the players: a box, or the extra points for repeats. */
  | { readonly kind: "written" }
  /** The sum of all inputs; an empty box counts 0. */
  | { readonly kind: "sum" }
  | { readonly kind: "times"; readonly factor: number }
  | { readonly kind: "at-least"; readonly floor: number }
  /** A formula about boxes, by the ids of their categories; 0 while one of them is empty. */
  | { readonly kind: "formula"; readonly formula: Formula<string> }
  /** The number of scored or struck boxes. */
  | { readonly kind: "count"; readonly of: Exclude<Bonus["of"], "total"> }
  /** The bonus of the highest tier that the input reaches, or of all reached tiers. */
  | { readonly kind: "tiers"; readonly tiers: readonly Tier[]; readonly tierMode: TierMode };

/** The parts of a game that decide how its sheets add up. */
export type Summable = Pick<Game, "sections" | "columns" | "bonuses" | "repeats" | "padSums">;

/** The graph of a game; built once for each game. */
export const sumGraph = memoize((game: Summable): SumGraph => new Builder(game).build());

/** Replaces the column id of lines that span all columns. Their ids differ from those of other lines, so a column may have this id, too. */
const ALL_COLUMNS = "sheet";

/** The id of a node, and the name of its field in forms, where dots separate levels: `main.ones`, `sheet.grand-total`. */
export function nodeId({ column, row }: Pick<SumNode, "column" | "row">): string {
  return `${column ?? ALL_COLUMNS}.${row.replaceAll(".", "-")}`;
}

/** The value of a node from the values of its inputs, null for an empty box. @throws TypeError for written nodes */
export function applyRule({ id, rule, inputs }: SumNode, values: readonly (number | null)[]): number {
  const [only = 0] = values;
  switch (rule.kind) {
    case "written":
      throw new TypeError(`${id} is written, not computed`);
    case "sum":
      return values.reduce<number>((sum, value) => sum + (value ?? 0), 0);
    case "times":
      return (only ?? 0) * rule.factor;
    case "at-least":
      return Math.max(only ?? 0, rule.floor);
    case "formula":
      if (values.includes(null)) return 0;
      return evaluate(rule.formula, Object.fromEntries(inputs.map(({ row }, at) => [row, values[at] ?? 0])));
    case "count":
      return values.filter((score) => bonusMeasure(rule, score) === 1).length;
    case "tiers":
      return computeBonus(rule, only ?? 0);
    default:
      return rule satisfies never;
  }
}

/** The bonus of a sum: of the highest tier that it reaches, or of all of them. */
export function computeBonus({ tiers, tierMode }: Pick<Section, "tiers" | "tierMode">, sum: number): number {
  const reached = tiers.filter((tier) => sum >= tier.from);
  if (tierMode === "sum") return reached.reduce((bonus, tier) => bonus + tier.add, 0);
  return reached.at(-1)?.add ?? 0;
}

/** What a box adds to the measure of a bonus: points, or 1 if it counts. @param score 0 for a strike, null for an empty box */
export function bonusMeasure({ of }: Pick<Bonus, "of">, score: number | null): number {
  switch (of) {
    case "total":
      return score ?? 0;
    case "scored":
      return score !== null && score !== 0 ? 1 : 0;
    case "struck":
      return score === 0 ? 1 : 0;
    default:
      return of satisfies never;
  }
}

/** The boxes that decide the sum of a section. */
export function listCountedBoxes(section: Pick<Section, "categories" | "total">) {
  return section.total === null ? section.categories.map(({ id }) => id) : listFormulaNames(section.total);
}

/** The lines that span the columns, and those of bonuses, which may. */
const SHEET_ROWS = /^(repeats|grand\.total|points\.total|bonus\..*)$/;

type Place = Pick<SumNode, "kind" | "column" | "row"> & Partial<Pick<SumNode, "of">>;

const SUM: SumRule = { kind: "sum" };
const WRITTEN: SumRule = { kind: "written" };

/** Adds the nodes of a game, from the boxes to the totals. */
class Builder {
  readonly #game: Summable;
  readonly #nodes: SumNode[] = [];
  readonly #boxes = new Map<string, SumNode>();
  readonly #rows: readonly string[];

  constructor(game: Summable) {
    this.#game = game;
    this.#rows = game.sections.flatMap(({ categories }) => categories.map(({ id }) => id));
    for (const { id: column } of game.columns) {
      for (const row of this.#rows) {
        const box = this.#add({ kind: "box", column, row }, WRITTEN);
        this.#boxes.set(box.id, box);
      }
    }
  }

  build(): SumGraph {
    const { columns: all, repeats } = this.#game;
    const columns = all.map((column) => this.#column(column));
    const rows = this.#bonuses("row").map((bonus) => this.#bonus(bonus, null, null));
    const isRepeated = repeats !== null && repeats.bonus !== 0;
    const extras = isRepeated ? [this.#add({ kind: "repeats", column: null, row: "repeats" }, WRITTEN)] : [];
    const total = this.#withBonuses(
      "sheet",
      { kind: "grand-total", column: null, row: "grand.total" },
      (place) =>
        this.#sum(place, this.#throughPadSums([...this.#throughRowSums(columns), ...extras, ...rows], null)),
    );
    const points = this.#points(columns, total);
    this.#addOtherPadSums();
    return { nodes: this.#nodes, total, points };
  }

  /** What a sum adds up, with the sums of the pad in place of what they add up. @param column null for the whole sheet */
  #throughPadSums(inputs: readonly SumNode[], column: string | null): readonly SumNode[] {
    return this.#padSums(column).reduce((left, sum) => {
      const single = left.flatMap((one) =>
        one.kind === "part" && one.rule.kind === "sum" ? one.inputs : [one],
      );
      const terms = this.#listTerms(sum, column);
      if (terms.length === 0 || !terms.every((one) => single.includes(one))) return left;
      return [...single.filter((one) => !terms.includes(one)), this.#addPadSum(sum, column)];
    }, inputs);
  }

  /** The sums of all rows in place of the totals of columns, if the pad prints them and both come to the same. */
  #throughRowSums(columns: readonly SumNode[]): readonly SumNode[] {
    const { sections, columns: all } = this.#game;
    const sums = this.#padSums(null).filter(({ of }) => of.length === 1 && this.#rows.includes(of[0] ?? ""));
    const isPlain =
      sections.every(({ tiers, total, floor }) => tiers.length === 0 && total === null && floor === null) &&
      all.every(({ multiplier }) => multiplier === 1) &&
      this.#bonuses("column").length === 0;
    if (!isPlain || sums.length < this.#rows.length) return columns;
    return sums.map((sum) => this.#addPadSum(sum, null));
  }

  /** The sums of the pad that each column has, or those of the whole sheet. */
  #padSums(column: string | null): readonly PadSum[] {
    const { padSums = [], columns } = this.#game;
    const isInColumns = ({ of: [first = "", ...others] }: PadSum) => {
      const isRow = others.length === 0 && this.#rows.includes(first) && columns.length > 1;
      return !isRow && [first, ...others].every((id) => !SHEET_ROWS.test(id));
    };
    return padSums.filter((sum) => isInColumns(sum) === (column !== null));
  }

  #listTerms({ of }: PadSum, column: string | null): SumNode[] {
    return this.#nodes.filter(
      (one) => one.kind !== "part" && of.includes(one.row) && (column === null || one.column === column),
    );
  }

  #addPadSum(sum: PadSum, column: string | null): SumNode {
    return this.#add({ kind: "pad-sum", column, row: sum.id }, SUM, this.#listTerms(sum, column));
  }

  /** Sums of the pad that no total is made up of. */
  #addOtherPadSums(): void {
    for (const column of [...this.#game.columns.map(({ id }) => id), null])
      for (const sum of this.#padSums(column))
        if (this.#nodes.every((one) => one.row !== sum.id || one.column !== column))
          this.#addPadSum(sum, column);
  }

  /** The share of a column in the grand total. */
  #column({ id: column, multiplier }: Column): SumNode {
    const isAlone = this.#game.columns.length === 1;
    const place = isAlone
      ? ({ kind: "part", column, row: "column.worth" } as const)
      : ({ kind: "column-total", column, row: "column.total" } as const);
    const sections = this.#game.sections.map((section) => this.#section(section, column));
    return this.#withBonuses("column", place, (place) => {
      const inputs = this.#throughPadSums(sections, column);
      if (multiplier === 1) return this.#sum(place, inputs);
      const sum = this.#sum({ kind: "part", column, row: "column.sum" }, inputs);
      return this.#add(place, { kind: "times", factor: multiplier }, [sum]);
    });
  }

  #section(section: Section, column: string): SumNode {
    const { id, total: formula, floor, tiers, tierMode } = section;
    const place = (kind: "sum" | "bonus" | "total") => ({ kind, column, row: `${id}.${kind}`, of: id });
    const ofSum: Place = this.#isAddedUpAsWhole() ? { ...place("sum"), kind: "part" } : place("sum");
    const ofBoxes: Place = floor === null ? ofSum : { ...ofSum, kind: "part", row: `${id}.boxes` };
    const rule: SumRule = formula === null ? SUM : { kind: "formula", formula };
    const boxes = this.#add(ofBoxes, rule, this.#listBoxes([column], listCountedBoxes(section)));
    const sum = floor === null ? boxes : this.#add(ofSum, { kind: "at-least", floor }, [boxes]);
    if (tiers.length === 0) return sum;
    const bonus = this.#add(place("bonus"), { kind: "tiers", tiers, tierMode }, [sum]);
    return this.#add(place("total"), SUM, [sum, bonus]);
  }

  /** Whether the sum of a game's only section equals that of its column, so that it needs no line. */
  #isAddedUpAsWhole(): boolean {
    const { sections, columns } = this.#game;
    return (
      sections.length === 1 &&
      sections.every(({ tiers }) => tiers.length === 0) &&
      columns.every(({ multiplier }) => multiplier === 1) &&
      this.#bonuses("column").length === 0
    );
  }

  /** A total with bonuses, which measure it before they are added. @param add adds the node without bonuses */
  #withBonuses(scope: Bonus["scope"], total: Place, add: (place: Place) => SumNode): SumNode {
    const bonuses = this.#bonuses(scope);
    if (bonuses.length === 0) return add(total);
    const before = add({ ...total, kind: "part", row: `${total.row}.before` });
    return this.#add(total, SUM, [
      before,
      ...bonuses.map((bonus) => this.#bonus(bonus, total.column, before)),
    ]);
  }

  /** Victory points: only bonuses, measured on final totals. */
  #points(columns: readonly SumNode[], total: SumNode): SumNode | null {
    const bonuses = this.#game.bonuses.filter(({ to }) => to === "points");
    if (bonuses.length === 0) return null;
    const points = bonuses.flatMap((bonus) =>
      (isBonusPerColumn(bonus) ? columns : [total]).map((before) =>
        this.#bonus(bonus, before.column, before),
      ),
    );
    return this.#add({ kind: "points-total", column: null, row: "points.total" }, SUM, points);
  }

  /** @param before the total of the column or sheet without the bonus; null for a row, whose boxes are measured */
  #bonus(bonus: Bonus, column: string | null, before: SumNode | null): SumNode {
    const { id, scope, of, row, section, tiers, tierMode } = bonus;
    const place = { column, row: `bonus.${id}`, of: id };
    const isOfAll = row === null && section === null && of === "total" && before !== null;
    const input = isOfAll ? before : this.#measure(bonus, column);
    return this.#add({ ...place, kind: `${scope}-bonus` }, { kind: "tiers", tiers, tierMode }, [input]);
  }

  /** What a bonus measures, if not the total before it. @param column null for all columns */
  #measure({ id, of, row, section }: Bonus, column: string | null): SumNode {
    const columns = column === null ? this.#game.columns.map(({ id }) => id) : [column];
    const place: Place = { column, row: `bonus.${id}.measure`, of: id, kind: "part" };
    if (section !== null && of === "total") return this.#sum(place, this.#listSectionSums(columns, section));
    const rows = row === null ? this.#listRows(section) : [row];
    const rule: SumRule = of === "total" ? SUM : { kind: "count", of };
    return this.#add(place, rule, this.#listBoxes(columns, rows));
  }

  /** The rows of a section, or of all sections; a draft of a game may lack the section. */
  #listRows(section: string | null): readonly string[] {
    if (section === null) return this.#rows;
    const found = this.#game.sections.find(({ id }) => id === section);
    return found?.categories.map(({ id }) => id) ?? [];
  }

  /** The sums of a section in these columns, before its own bonus. */
  #listSectionSums(columns: readonly string[], section: string): SumNode[] {
    const ids = columns.map((column) => nodeId({ column, row: `${section}.sum` }));
    return this.#nodes.filter(({ id }) => ids.includes(id));
  }

  /** The bonuses of a scope that add to the total. */
  #bonuses(scope: Bonus["scope"]): readonly Bonus[] {
    return this.#game.bonuses.filter((bonus) => bonus.scope === scope && bonus.to === "total");
  }

  /** The boxes of these rows; a draft of a game may lack some. */
  #listBoxes(columns: readonly string[], rows: readonly string[]): SumNode[] {
    return columns.flatMap((column) => rows.flatMap((row) => this.#boxes.get(nodeId({ column, row })) ?? []));
  }

  /** Adds a sum. A part with a single input is that input itself. */
  #sum(place: Place, inputs: readonly SumNode[]): SumNode {
    const [only] = inputs;
    return place.kind === "part" && only && inputs.length === 1 ? only : this.#add(place, SUM, inputs);
  }

  #add({ kind, column, row, of = null }: Place, rule: SumRule, inputs: readonly SumNode[] = []): SumNode {
    const node = { at: this.#nodes.length, id: nodeId({ column, row }), kind, column, row, of, rule, inputs };
    this.#nodes.push(node);
    return node;
  }
}

/** A line of a sheet, once or in every column. */
export interface SheetLine {
  /** `upper.sum`, `upper.bonus`, `upper.total`, `column.total`, `repeats`, `bonus.<id>`, `grand.total`, `points.total`, or of a {@link PadSum}. */
  readonly id: string;
  readonly kind: LineKind;
  /** The section it belongs to; null for lines about the whole column or sheet. */
  readonly section: Section | null;
  /** The bonus on this line, if it belongs to no section. */
  readonly bonus: Bonus | null;
  /** Whether each column has one, or the sheet. */
  readonly scope: "column" | "sheet";
}

/**
 * The sum lines of a game in print order. A section with tiers has a sum, a bonus and a total; one without has a sum only, unless it is the
 * only section of its column. Several columns have a total each. Extra points for repeats have a line, and so has every bonus outside of
 * sections. Victory points come after the grand total, and their total is the last line.
 */
export const listSheetLines = memoize((game: Game): readonly SheetLine[] => {
  const lines = new Map<string, SheetLine>();
  for (const { kind, row, of, column } of sumGraph(game).nodes) {
    if (kind === "box" || kind === "part" || lines.has(row)) continue;
    const isOfSection = kind === "sum" || kind === "bonus" || kind === "total";
    const section = (isOfSection && game.sections.find(({ id }) => id === of)) || null;
    const bonus = (!isOfSection && game.bonuses.find(({ id }) => id === of)) || null;
    lines.set(row, { id: row, kind, section, bonus, scope: column === null ? "sheet" : "column" });
  }
  return [...lines.values()];
});

export type Range = readonly [least: number, most: number];

const NOTHING: Range = [0, 0];

/** Finds the category of a box. */
export function categoryOfBox({ sections }: Pick<Game, "sections">) {
  const categories = new Map(sections.flatMap((section) => section.categories.map((one) => [one.id, one])));
  return ({ row }: SumNode): Category | undefined => categories.get(row);
}

/** Whether any box or line of the game can be below 0. */
export const canBeNegative = memoize((game: Game): boolean => {
  const boxOf = categoryOfBox(game);
  return (
    sumGraph(game).nodes.some((node) => computeNodeRange(node, boxOf)[0] < 0) ||
    (game.repeats?.bonus ?? 0) < 0
  );
});

/** A bound on the range of a box or line; 0 if the game has no such row. @param row a category or line */
export function computeEntryRange(game: Game, column: string | null, row: string): Range {
  const node = sumGraph(game).nodes.find((one) => one.row === row && one.column === column);
  if (node === undefined) return NOTHING;
  if (node.kind === "repeats") return [Math.min(0, game.repeats?.bonus ?? 0), Number.POSITIVE_INFINITY];
  return computeNodeRange(node, categoryOfBox(game));
}

/** A bound on the range of a node, without extra points. @param boxOf the scores of a box; undefined to leave it out */
export function computeNodeRange(
  node: SumNode,
  boxOf: (node: SumNode) => Pick<Category, "legal"> | undefined,
): Range {
  const { rule, inputs } = node;
  const ranges = inputs.map((input) => computeNodeRange(input, boxOf));
  const [only = NOTHING] = ranges;
  switch (rule.kind) {
    case "written": {
      const { legal = [] } = boxOf(node) ?? {};
      return [Math.min(0, legal[0] ?? 0), Math.max(0, legal.at(-1) ?? 0)];
    }
    case "sum":
      return sumOfRanges(ranges);
    case "times":
    case "at-least":
      return [applyRule(node, [only[0]]), applyRule(node, [only[1]])];
    case "formula":
      return foldFormula<string, Range>(rule.formula, {
        number: (value) => [value, value],
        name: (name) => ranges[inputs.findIndex((input) => input.row === name)] ?? NOTHING,
        binary: (op, left, right) => {
          const ends = left.flatMap((a) => right.map((b) => operate(op, a, b)));
          return computeHull([ends]);
        },
      });
    case "count":
      return [0, inputs.filter((input) => boxOf(input) !== undefined).length];
    case "tiers": {
      const measured = [only[0], ...rule.tiers.map(({ from }) => from)];
      return computeHull([measured.map((value) => applyRule(node, [value]))]);
    }
    default:
      return rule satisfies never;
  }
}

/** The smallest range that contains all these numbers. */
export function computeHull(ranges: readonly (readonly number[])[]): Range {
  return [Math.min(...ranges.flat()), Math.max(...ranges.flat())];
}

export function sumOfRanges(ranges: readonly Range[]): Range {
  return ranges.reduce<Range>(([least, most], range) => [least + range[0], most + range[1]], NOTHING);
}
