import { possibleValues } from "../rules/game/rows.ts";
import { applyRule, type LineKind, type SumNode, sumGraph } from "../rules/sums/sum-graph.ts";
import { entryAt, scoreIn } from "./sheet.ts";
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
  /** What should stand there, computed from the boxes; where a reported box has spoiled it, from what the lines above say instead. */
  readonly computed: number;
  /** What should stand there, what follows from the numbers above as written, and what would with one reported box corrected. */
  readonly possible: readonly number[];
}

/** Whether a line agrees with what stands above it or with what should stand there: so one wrong number gives one finding. */
export function isRight({ written, possible }: ComputedLine): boolean {
  return written === null || possible.includes(written);
}

/** Possibilities beyond these would excuse any number at all. */
const MAX_POSSIBILITIES = 500;

/** What a node may come to. */
interface Term {
  /** What should stand there: first with the boxes as they are, then with one corrected that is reported itself. */
  readonly should: readonly number[];
  /** What the nodes below may use: what should stand there, what was written, and what follows from what was. */
  readonly carried: readonly number[];
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
    const { should: supposed, carried } = this.#termOf(node);
    const written = this.#writtenOn(node);
    // A line may tell what a box should have held that can't be right as it stands: an impossible score earns no bonus then.
    const isExplained = written !== null && supposed.includes(written);
    const should = isExplained ? distinct([written, ...supposed]) : supposed;
    const possible = distinct([...should, ...carried]);
    const used = kind === "part" ? carried : written === null ? possible : distinct([...should, written]);
    this.#terms.set(node, { should, carried: used });
    return kind === "part" ? [] : [{ line, kind, column, written, computed: should[0] ?? 0, possible }];
  }

  #termOf(node: SumNode): Term {
    if (node.kind === "repeats") {
      // Extra points count as written, as they can't be computed.
      const should = [this.#writtenOn(node) ?? 0, ...(repeatFault(this.#boxes)?.possible ?? [])];
      return { should, carried: should };
    }
    if (node.inputs.every(({ kind }) => kind === "box")) return this.#ofBoxes(node);
    if (node.rule.kind === "sum") return this.#sum(node.inputs);
    const { should, carried } = this.#term(node.inputs[0]);
    const apply = (value: number) => applyRule(node, [value]);
    return { should: distinct(should.map(apply)), carried: distinct(carried.map(apply)) };
  }

  #term(node: SumNode | undefined): Term {
    return (node && this.#terms.get(node)) ?? { should: [0], carried: [0] };
  }

  #writtenOn({ column, row }: SumNode): number | null {
    const { sheetLines, columnLines } = this.#boxes.player;
    const lines = column === null ? sheetLines : columnLines.get(column);
    return lines?.get(row) ?? null;
  }

  /** What boxes come to as they stand, then what they would with one of the doubtful ones corrected. */
  #ofBoxes(node: SumNode): Term {
    const { player, boxes, isDoubtful } = this.#boxes;
    const scores = node.inputs.map(({ column, row }) => scoreIn(entryAt(player, column ?? "", row)));
    const corrected = node.inputs.flatMap(({ column, row }, at) =>
      boxes
        .filter((box) => box.column === column && box.category.id === row && isDoubtful(column, row))
        .flatMap(({ category }) => possibleValues(category))
        .map((value) => applyRule(node, scores.with(at, value))),
    );
    const values = distinct([applyRule(node, scores), ...corrected]);
    return { should: values, carried: values };
  }

  /** Terms added up. A bonus on one of the others goes with it, unless the bonus was written itself. */
  #sum(inputs: readonly SumNode[]): Term {
    const parts = inputs.map((input): Term => {
      const { should, carried } = this.#term(input);
      const isBlank = (node: SumNode) => this.#writtenOn(node) === null;
      if (isBonusOn(input, inputs)) return { should: [0], carried: isBlank(input) ? [0] : carried };
      const bonuses = inputs.filter((other) => isBonusOn(other, [input]));
      const blank = bonuses.filter(isBlank);
      return { should: withBonuses(should, bonuses), carried: withBonuses(carried, blank) };
    });
    return {
      should: sums(parts.map(({ should }) => should)),
      carried: sums(parts.map(({ carried }) => carried)),
    };
  }
}

function isBonusOn({ rule, inputs: [measure] }: SumNode, nodes: readonly SumNode[]): boolean {
  return rule.kind === "tiers" && measure !== undefined && nodes.includes(measure);
}

function withBonuses(values: readonly number[], bonuses: readonly SumNode[]): number[] {
  return distinct(
    values.map((value) => bonuses.reduce((sum, bonus) => sum + applyRule(bonus, [value]), value)),
  );
}

/** Every sum that takes one number of each list; the first takes the first of each. */
function sums(parts: readonly (readonly number[])[]): number[] {
  const add = (totals: number[], part: readonly number[]) =>
    distinct(totals.flatMap((total) => part.map((value) => total + value)));
  return parts.reduce(add, [0]);
}

function distinct(values: readonly number[]): number[] {
  return [...new Set(values)].slice(0, MAX_POSSIBILITIES);
}
