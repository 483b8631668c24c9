import { possibleValues } from "../rules/game/rows.ts";
import { applyRule, type LineKind, bonusMeasure, type SumNode, sumGraph } from "../rules/sums/sum-graph.ts";
import { boxEntry, entryScore } from "./sheet.ts";
import { type ExaminedBoxes, repeatFault } from "./box-checks.ts";

/** A sum line with what was written there and what could be right. */
export interface ComputedLine {
  /** The id of the line. */
  readonly line: string;
  readonly kind: LineKind;
  /** Null for lines that span the columns. */
  readonly column: string | null;
  /** Null if the line was left blank. */
  readonly written: number | null;
  /** The value computed from the boxes; where a reported box has spoiled it, from the lines above instead. */
  readonly computed: number;
  /**
   * The computed value, the one that follows from the numbers above as written, and those with reported boxes corrected; null where too
   * much is in doubt to rule out any number.
   */
  readonly possible: readonly number[] | null;
}

/** Whether a line agrees with the lines above as written or as computed: so one wrong number gives one finding. */
export function isRight({ written, possible }: ComputedLine): boolean {
  return written === null || possible === null || possible.includes(written);
}

/** With more possibilities than these, any number is excused. */
const MAX_POSSIBILITIES = 2000;
/** At most this many ways to correct the boxes of a formula are tried. */
const MAX_WAYS = 20_000;

/** What a node may come to. */
interface Term {
  /** Correct values: first with the boxes as they are, then with some of the reported boxes corrected. */
  readonly should: readonly number[];
  /** Values that the nodes below may use: correct ones, the written one, and those that follow from it. */
  readonly carried: readonly number[];
  /** Whether there are too many possibilities to name, so that it may come to anything. */
  readonly isOpen: boolean;
}

/** All sum lines of a player, column by column, then those that span the columns. */
export function computedLines(player: ExaminedBoxes): ComputedLine[] {
  const evaluation = new Evaluation(player);
  return sumGraph(player.game).nodes.flatMap((node) => evaluation.take(node));
}

/** Visits the nodes of a game, inputs first, with the sheet of a player. */
class Evaluation {
  readonly #boxes: ExaminedBoxes;
  readonly #terms = new Map<SumNode, Term>();

  constructor(boxes: ExaminedBoxes) {
    this.#boxes = boxes;
  }

  /** Takes the next node. @returns its line if it has one */
  take(node: SumNode): ComputedLine[] {
    const { kind, column, row: line } = node;
    if (kind === "box") return [];
    const { should: supposed, carried, isOpen } = this.#computeTerm(node);
    const written = this.#written(node);
    // A line may reveal what a wrong box should have held: an impossible score earns no bonus then.
    const isExplained = written !== null && (isOpen || supposed.includes(written));
    const should = isExplained ? distinct([written, ...supposed]) : supposed;
    const known = distinct([...should, ...carried]);
    const used = kind === "part" ? carried : written === null ? known : distinct([...should, written]);
    this.#terms.set(node, { should, carried: used, isOpen });
    const possible = isOpen ? null : known;
    return kind === "part" ? [] : [{ line, kind, column, written, computed: should[0] ?? 0, possible }];
  }

  #computeTerm(node: SumNode): Term {
    if (node.kind === "repeats") {
      // Extra points count as written, as they can't be computed.
      const should = [this.#written(node) ?? 0, ...(repeatFault(this.#boxes)?.possible ?? [])];
      return { should, carried: should, isOpen: false };
    }
    if (node.inputs.every(({ kind }) => kind === "box")) return this.#boxTerm(node);
    if (node.rule.kind === "sum") return this.#sum(node.inputs);
    const { should, carried, isOpen } = this.#term(node.inputs[0]);
    const apply = (value: number) => applyRule(node, [value]);
    return { should: distinct(should.map(apply)), carried: distinct(carried.map(apply)), isOpen };
  }

  #term(node: SumNode | undefined): Term {
    return (node && this.#terms.get(node)) ?? { should: [0], carried: [0], isOpen: false };
  }

  #written({ column, row }: SumNode): number | null {
    const { sheetLines, columnLines } = this.#boxes.player;
    const lines = column === null ? sheetLines : columnLines.get(column);
    return lines?.get(row) ?? null;
  }

  /** The value of boxes as they are, then with doubtful ones corrected. */
  #boxTerm(node: SumNode): Term {
    const { rule } = node;
    const contents = node.inputs.map((input) => this.#boxContents(input));
    const counts = rule.kind === "count" ? rule.of : "total";
    const values =
      rule.kind === "formula"
        ? combinations(contents)?.map((scores) => applyRule(node, scores))
        : sums(contents.map((scores) => scores.map((score) => bonusMeasure({ of: counts }, score))));
    const asTheyStand = contents.map(([score = null]) => score);
    const should = distinct([applyRule(node, asTheyStand), ...(values ?? [])]);
    return { should, carried: should, isOpen: values === null || values === undefined };
  }

  /** The score in a box, null for nothing; then other scores that may have been meant, if the box is doubtful. */
  #boxContents({ column, row }: SumNode): (number | null)[] {
    const { player, boxes, isDoubtful } = this.#boxes;
    const meant = boxes
      .filter((box) => box.column === column && box.category.id === row && isDoubtful(column, row))
      .flatMap(({ category }) => possibleValues(category));
    return [entryScore(boxEntry(player, column ?? "", row)), ...meant];
  }

  /** Terms added up. A bonus on one of the others goes with it, unless the bonus was written itself. */
  #sum(inputs: readonly SumNode[]): Term {
    const parts = inputs.map((input): Term => {
      const { should, carried, isOpen } = this.#term(input);
      const isBlank = (node: SumNode) => this.#written(node) === null;
      if (isBonusForAny(input, inputs))
        return { should: [0], carried: isBlank(input) ? [0] : carried, isOpen };
      const bonuses = inputs.filter((other) => isBonusForAny(other, [input]));
      const blank = bonuses.filter(isBlank);
      return { should: withBonuses(should, bonuses), carried: withBonuses(carried, blank), isOpen };
    });
    const should = sums(parts.map(({ should }) => should));
    const carried = sums(parts.map(({ carried }) => carried));
    const isOpen = should === null || carried === null || parts.some((part) => part.isOpen);
    const firsts = parts.reduce((sum, { should: [first = 0] }) => sum + first, 0);
    return { should: should ?? [firsts], carried: carried ?? [], isOpen };
  }
}

function isBonusForAny({ rule, inputs: [measure] }: SumNode, nodes: readonly SumNode[]): boolean {
  return rule.kind === "tiers" && measure !== undefined && nodes.includes(measure);
}

function withBonuses(values: readonly number[], bonuses: readonly SumNode[]): number[] {
  return distinct(
    values.map((value) => bonuses.reduce((sum, bonus) => sum + applyRule(bonus, [value]), value)),
  );
}

/** Every sum that takes one number of each list; the first takes the first of each. Null if there are too many. */
function sums(parts: readonly (readonly number[])[]): number[] | null {
  let totals = new Set([0]);
  for (const part of parts) {
    const next = new Set<number>();
    for (const total of totals) {
      for (const value of part) next.add(total + value);
      if (next.size > MAX_POSSIBILITIES) return null;
    }
    totals = next;
  }
  return [...totals];
}

/** Every list that takes one of each of these lists. Null if there are too many. */
function combinations<T>(lists: readonly (readonly T[])[]): T[][] | null {
  if (lists.reduce((ways, { length }) => ways * length, 1) > MAX_WAYS) return null;
  return lists.reduce<T[][]>((ways, list) => ways.flatMap((way) => list.map((one) => [...way, one])), [[]]);
}

function distinct(values: readonly number[]): number[] {
  return [...new Set(values)];
}
