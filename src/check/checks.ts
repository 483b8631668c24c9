import {
  type BOX_CHECKS,
  examineBoxes,
  type FindingParts,
  nearestPossible,
  repeatFault,
  type ExaminedBoxes,
} from "./box-checks.ts";
import { entryScore, type Sheet, hasWonAtOnce, boxEntry } from "./sheet.ts";
import { placeName, rowName } from "../i18n/game-words.ts";
import type { Language } from "../i18n/language.ts";
import { COMPARISON_WORDS } from "../i18n/rule-phrases.ts";
import type { Comparison, Game } from "../rules/game/game.ts";
import { isInstantWin, possibleValues } from "../rules/game/rows.ts";
import { type LineKind, applyRule, bonusMeasure, type SumNode, sumGraph } from "../rules/sums/sum-graph.ts";

/** A sheet with everything that the checks use, computed once. */
export type Examined = ReturnType<typeof examine>;
export type ExaminedPlayer = Examined["players"][number];

export function examine(sheet: Sheet) {
  const players = sheet.players.map((player) => {
    const boxes = examineBoxes(player, sheet);
    const evaluation = new Evaluation(boxes);
    return { ...boxes, lines: sumGraph(sheet.game).nodes.flatMap((node) => evaluation.evaluate(node)) };
  });
  const isDone =
    players.every(({ player, filled, boxes }) => player.left || filled === boxes.length) ||
    players.some(({ player }) => hasWonAtOnce(sheet.game, player));
  /** Declared complete, or every box of everyone who stayed is filled, or a player won at once. */
  const complete = sheet.complete === true || isDone;
  return { sheet, players, complete };
}

/** The checks of one player's turns and sums, which follow those of the boxes. */
export const SHEET_CHECKS = {
  /** A roll that wins at once ends the game, so all such rolls are from one turn of one player. */
  "second-winner": (examined, { sheet, players }) => {
    const wins = sheet.columnsAreGames === true ? instantWins(examined) : players.flatMap(instantWins);
    const [first] = wins;
    if (first === undefined) return [];
    const others = [
      ...instantWins(first.by).slice(sheet.game.turn.entries),
      ...wins.filter(({ by }) => by !== first.by),
    ];
    return others
      .filter(({ by }) => by === examined)
      .map(({ column, category, written }) => {
        const reason = first.by === examined ? "own" : "other";
        const facts = { reason, name: first.by.player.name, first: first.category, before: first.column };
        return { column, category, written, facts };
      });
  },

  /** Where a turn fills several boxes, their number is a multiple of it between turns. */
  "entries-per-turn": ({ game, boxes, filled, mustBeFull }) => {
    const { entries } = game.turn;
    // On a sheet that is declared complete, the missing box is reported itself; the last turn may have boxes to spare.
    if (mustBeFull || filled === boxes.length || filled % entries === 0) return [];
    return [{ facts: { filled, entries } }];
  },

  /** While a game is on, nobody is more than one turn ahead; players who left don't count. */
  "uneven-turns": (player, { sheet, players }) => {
    if (sheet.complete === true || sheet.columnsAreGames === true || player.player.left) return [];
    const { entries } = sheet.game.turn;
    const present = players.filter(({ player }) => !player.left);
    const { even, uneven } = splitByTurns(present, entries);
    if (!uneven.includes(player)) return [];
    const others = even.length;
    // Compared with one player, with all others, or with some of them.
    const share = others === 1 ? "one" : others === present.length - 1 ? "all" : "some";
    const name = even[0]?.player.name ?? "";
    const entered = even.map((one) => countTurns(one, entries));
    const [fewest, most] = [Math.min(...entered), Math.max(...entered)];
    const turns = countTurns(player, entries);
    return [{ facts: { turns, share, others, name, fewest, most, spread: most - fewest } }];
  },

  /** Extra points for extra rolls are a multiple of the bonus, need the gate's condition, and each takes a box that can hold one. */
  repeats: (examined) => {
    const { repeats } = examined.game;
    const fault = repeatFault(examined);
    if (fault === null || repeats === null) return [];
    const { reason, possible } = fault;
    const written = examined.player.sheetLines.get("repeats") ?? 0;
    const facts = { reason, bonus: repeats.bonus, of: repeats.of, most: Math.max(...possible) };
    return [{ line: "repeats", written, expected: nearestPossible(possible, written), facts }];
  },

  /** A section's sum is the sum of its boxes, or the result of its formula. */
  "wrong-sum": (player) => listWrongLines(player, "wrong-sum"),

  /** A bonus is that of the tiers that the sum reaches before the bonus is added. */
  "wrong-bonus": (player) => listWrongLines(player, "wrong-bonus"),

  /** A section's, a column's and the grand total add up the lines above them. */
  "wrong-total": (player) => listWrongLines(player, "wrong-total"),
} satisfies Readonly<Record<string, (player: ExaminedPlayer, examined: Examined) => readonly FindingParts[]>>;

/** The kinds of finding, each named after the rule that is broken. */
export type FindingCode = keyof typeof BOX_CHECKS | keyof typeof SHEET_CHECKS;

/** A mistake on the sheet. Parts that don't apply are null. */
export interface Finding extends Required<FindingParts> {
  readonly code: FindingCode;
  readonly player: string | null;
}

/** The finding that a wrong line gives; extra points for repeats have a check of their own. */
const FINDING_BY_LINE: Readonly<Record<LineKind, "wrong-sum" | "wrong-bonus" | "wrong-total" | null>> = {
  sum: "wrong-sum",
  "pad-sum": "wrong-sum",
  bonus: "wrong-bonus",
  "row-bonus": "wrong-bonus",
  "column-bonus": "wrong-bonus",
  "sheet-bonus": "wrong-bonus",
  total: "wrong-total",
  "column-total": "wrong-total",
  "grand-total": "wrong-total",
  "points-total": "wrong-total",
  repeats: null,
};

/** Lines that agree with the lines above neither as written nor as computed. */
function listWrongLines(
  { lines }: ExaminedPlayer,
  finding: (typeof FINDING_BY_LINE)[LineKind],
): FindingParts[] {
  const own = lines.filter(({ kind }) => FINDING_BY_LINE[kind] === finding);
  return own.flatMap(({ line, column, written, computed, possible }) =>
    written === null || possible === null || possible.includes(written)
      ? []
      : [{ line, column, written, expected: computed }],
  );
}

/** The boxes in which a player won at once, without those in a finding. */
function instantWins(by: ExaminedPlayer) {
  const { game, boxes, isDoubtful } = by;
  return boxes
    .filter(
      ({ column, category, entry }) =>
        isInstantWin(game, category, entryScore(entry)) && !isDoubtful(column, category.id),
    )
    .map(({ column, category: { id }, entry }) => {
      return { by, column, category: id, written: entryScore(entry) };
    });
}

type FilledCount = Pick<ExaminedPlayer, "filled" | "filledWithHoles">;

/**
 * Splits players into the largest group that is within one turn of each other, and the others. Of groups of the same size, the one with
 * more turns counts, because entries are forgotten more often than invented. @param entries per turn
 */
export function splitByTurns<T extends FilledCount>(
  present: readonly T[],
  entries: number,
): { even: readonly T[]; uneven: T[] } {
  const windows = present.flatMap((player) => [-1, 0, 1].map((step) => countTurns(player, entries) + step));
  let even: readonly T[] = [];
  for (const low of [...new Set(windows)].filter((low) => low >= 0).sort((a, b) => b - a)) {
    // A half-written turn, or one that left a hole, is reported elsewhere and may be counted or not.
    const within = present.filter(
      (one) => Math.ceil(one.filledWithHoles / entries) >= low && countTurns(one, entries) <= low + 1,
    );
    if (within.length > even.length) even = within;
  }
  return { even, uneven: present.filter((player) => !even.includes(player)) };
}

function countTurns({ filled }: FilledCount, entries: number): number {
  return Math.floor(filled / entries);
}

/** Facts that are ids of categories; a message gets their labels. */
const CATEGORY_FACTS = ["first", "other", "of"] as const;

/** A finding in a sentence for players: who, where, what is written and what would be right. */
export function describeFinding(finding: Finding, game: Game, language: Language): string {
  const { code, player, column, category, line, written, expected, facts } = finding;
  const reason = typeof facts.reason === "string" ? `.${facts.reason}` : "";
  const words: Record<string, string | number> = { ...facts };
  for (const fact of CATEGORY_FACTS) {
    const id = facts[fact];
    if (typeof id === "string") words[fact] = rowName(game, language, id);
  }
  if (typeof facts.before === "string" && typeof facts.first === "string")
    words.first = placeName(game, language, { player: null, column: facts.before, row: facts.first });
  if (facts.comparison !== undefined) words.comparison = COMPARISON_WORDS[facts.comparison as Comparison];
  const nearest = expected === null ? [] : [expected].flat();
  const row = category ?? line;
  const list = new Intl.ListFormat(language.code, { type: "disjunction" });
  return language.translate(`finding.${code}${reason}`, {
    ...words,
    who: placeName(game, language, { player, column, row: null }),
    box: row === null ? "" : rowName(game, language, row),
    written: written ?? "",
    expected: list.format(nearest.map(String)),
    count: nearest.length,
  });
}

/** A sum line with its written value and its possible values. */
export interface ComputedLine {
  /** The id of the line. */
  readonly line: string;
  readonly kind: LineKind;
  /** Null for lines that span the columns. */
  readonly column: string | null;
  /** Null if the line was left blank. */
  readonly written: number | null;
  /** Computed from the boxes, or from the lines above where a box has a finding. */
  readonly computed: number;
  /** Values that follow from the lines above as computed, as written, or with doubtful boxes corrected; null where any number may be right. */
  readonly possible: readonly number[] | null;
}

/** With more possibilities, any number is accepted. */
const MAX_POSSIBILITIES = 2000;
/** The most ways to correct the boxes of a formula that are tried. */
const MAX_WAYS = 20_000;

/** The possible values of a node. */
interface Term {
  /** Correct values: first with the boxes as they are, then with some of the doubtful boxes corrected. */
  readonly correct: readonly number[];
  /** Values that the nodes below may use: the correct ones, the written one, and those that follow from it. */
  readonly carried: readonly number[];
  /** There are too many possibilities, so any value is accepted. */
  readonly isOpen: boolean;
}

/** Evaluates the nodes of a game, inputs first, for the sheet of a player. */
class Evaluation {
  readonly #boxes: ExaminedBoxes;
  readonly #terms = new Map<SumNode, Term>();

  constructor(boxes: ExaminedBoxes) {
    this.#boxes = boxes;
  }

  /** Evaluates the next node. @returns its line if it has one */
  evaluate(node: SumNode): ComputedLine[] {
    const { kind, column, row: line } = node;
    if (kind === "box") return [];
    const { correct: computed, carried, isOpen } = this.#computeTerm(node);
    const written = this.#readWritten(node);
    // A line may reveal what a wrong box should have held: an impossible score earns no bonus then.
    const isExplained = written !== null && (isOpen || computed.includes(written));
    const correct = isExplained ? distinct([written, ...computed]) : computed;
    const known = distinct([...correct, ...carried]);
    const used = kind === "part" ? carried : written === null ? known : distinct([...correct, written]);
    this.#terms.set(node, { correct, carried: used, isOpen });
    const possible = isOpen ? null : known;
    return kind === "part" ? [] : [{ line, kind, column, written, computed: correct[0] ?? 0, possible }];
  }

  #computeTerm(node: SumNode): Term {
    if (node.kind === "repeats") {
      // Extra points count as written, as they can't be computed.
      const correct = [this.#readWritten(node) ?? 0, ...(repeatFault(this.#boxes)?.possible ?? [])];
      return { correct, carried: correct, isOpen: false };
    }
    if (node.inputs.every(({ kind }) => kind === "box")) return this.#boxTerm(node);
    if (node.rule.kind === "sum") return this.#sumTerm(node.inputs);
    const { correct, carried, isOpen } = this.#term(node.inputs[0]);
    const apply = (value: number) => applyRule(node, [value]);
    return { correct: distinct(correct.map(apply)), carried: distinct(carried.map(apply)), isOpen };
  }

  #term(node: SumNode | undefined): Term {
    return (node && this.#terms.get(node)) ?? { correct: [0], carried: [0], isOpen: false };
  }

  #readWritten({ column, row }: SumNode): number | null {
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
    const asWritten = contents.map(([score = null]) => score);
    const correct = distinct([applyRule(node, asWritten), ...(values ?? [])]);
    return { correct, carried: correct, isOpen: values === null || values === undefined };
  }

  /** The score in a box, null if empty; for a doubtful box, followed by all scores that may have been meant. */
  #boxContents({ column, row }: SumNode): (number | null)[] {
    const { player, boxes, isDoubtful } = this.#boxes;
    const meant = boxes
      .filter((box) => box.column === column && box.category.id === row && isDoubtful(column, row))
      .flatMap(({ category }) => possibleValues(category));
    return [entryScore(boxEntry(player, column ?? "", row)), ...meant];
  }

  /** The sum of terms. A bonus on one of them is added to it there, unless the bonus itself was written. */
  #sumTerm(inputs: readonly SumNode[]): Term {
    const parts = inputs.map((input): Term => {
      const { correct, carried, isOpen } = this.#term(input);
      const isBlank = (node: SumNode) => this.#readWritten(node) === null;
      if (isBonusForAny(input, inputs))
        return { correct: [0], carried: isBlank(input) ? [0] : carried, isOpen };
      const bonuses = inputs.filter((other) => isBonusForAny(other, [input]));
      const blank = bonuses.filter(isBlank);
      return { correct: withBonuses(correct, bonuses), carried: withBonuses(carried, blank), isOpen };
    });
    const correct = sums(parts.map(({ correct }) => correct));
    const carried = sums(parts.map(({ carried }) => carried));
    const isOpen = correct === null || carried === null || parts.some((part) => part.isOpen);
    const firsts = parts.reduce((sum, { correct: [first = 0] }) => sum + first, 0);
    return { correct: correct ?? [firsts], carried: carried ?? [], isOpen };
  }
}

function isBonusForAny({ rule, inputs: [measure] }: SumNode, nodes: readonly SumNode[]): boolean {
  return rule.kind === "tiers" && measure !== undefined && nodes.includes(measure);
}

function withBonuses(values: readonly number[], bonuses: readonly SumNode[]): number[] {
  const withAll = (value: number) => bonuses.reduce((sum, bonus) => sum + applyRule(bonus, [value]), value);
  return distinct(values.map(withAll));
}

/** All sums of one number from each list, first the sum of the first ones; null if there are too many. */
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

/** All choices of one item from each list; null if there are too many. */
function combinations<T>(lists: readonly (readonly T[])[]): T[][] | null {
  if (lists.reduce((ways, { length }) => ways * length, 1) > MAX_WAYS) return null;
  return lists.reduce<T[][]>((ways, list) => ways.flatMap((way) => list.map((one) => [...way, one])), [[]]);
}

function distinct(values: readonly number[]): number[] {
  return [...new Set(values)];
}
