import { getElement } from "../../rules/arrays.ts";
import type { Game } from "../../rules/game/game.ts";
import { constraintHolds } from "../../rules/game/rows.ts";
import { type Box, sumMeasures } from "../boxes.ts";
import { Positions, precedingGroups } from "../positions.ts";
import { type Stage, type Register, makeRegisters } from "../registers.ts";
import type { TurnTables } from "./turn-tables.ts";

export interface SimulatedSheet {
  /** By column group: which of its boxes are filled. */
  readonly fillings: readonly number[];
  /** By register: its class. */
  readonly classes: readonly number[];
  /** Whether the top category was rolled before. */
  readonly isTopBefore: boolean;
}

/** All rules of a game that tie entries to each other. */
export class SheetRules {
  readonly registers: readonly Register[];
  readonly boxes: readonly Box[];
  readonly empty: SimulatedSheet;
  /** By box: the registers that depend on it. */
  readonly watching: readonly (readonly number[])[];
  readonly #positions: readonly Positions[];
  readonly #local: readonly Box[];
  /** By column group: the group that has to be full first; -1 for none. */
  readonly #after: readonly number[];

  constructor(game: Game, { columnGroups, boxes, totalParts }: TurnTables) {
    this.boxes = boxes;
    this.registers = makeRegisters(game, boxes, totalParts.extras);
    this.watching = boxes.map(({ at }) =>
      this.registers.flatMap((register, i) => (register.boxes.includes(at) ? [i] : [])),
    );
    this.#local = boxes.map((box) => ({ ...box, columnGroup: 0, at: box.row }));
    this.#positions = columnGroups.map(
      (columnGroup, at) =>
        new Positions(
          game,
          [columnGroup],
          boxes.flatMap((box) => (box.columnGroup === at ? [getElement(this.#local, box.at)] : [])),
        ),
    );
    this.#after = precedingGroups(columnGroups);
    this.empty = {
      fillings: columnGroups.map(() => 0),
      classes: this.registers.map(() => 0),
      isTopBefore: false,
    };
  }

  /** The total of an empty sheet: bonuses that can't be missed. */
  get start(): number {
    return this.registers.reduce((sum, register) => sum + (register.stage(() => 0).classes[0]?.pays ?? 0), 0);
  }

  filledCount({ fillings }: SimulatedSheet, box: number): number {
    const { columnGroup, row } = getElement(this.boxes, box);
    return getElement(this.#positions, columnGroup).filledCount(getElement(fillings, columnGroup), row);
  }

  /** Whether a box may be filled now. */
  isOpen({ fillings }: SimulatedSheet, box: number): boolean {
    const { columnGroup, row } = getElement(this.boxes, box);
    const before = getElement(this.#after, columnGroup);
    if (before !== -1 && !getElement(this.#positions, before).isFull(getElement(fillings, before)))
      return false;
    return getElement(this.#positions, columnGroup).next(getElement(fillings, columnGroup), row) !== -1;
  }

  stage(sheet: SimulatedSheet, register: number) {
    return getElement(this.registers, register).stage((box) => this.filledCount(sheet, box));
  }

  /** The sheet after an entry, which must be allowed. */
  after(sheet: SimulatedSheet, box: number, value: number, isTop: boolean): SimulatedSheet {
    const { columnGroup, row } = getElement(this.boxes, box);
    const next = getElement(this.#positions, columnGroup).next(getElement(sheet.fillings, columnGroup), row);
    const fillings = sheet.fillings.with(columnGroup, next);
    const so = { ...sheet, fillings };
    const classes = [...sheet.classes];
    for (const at of this.watching[box] ?? []) {
      const register = getElement(this.registers, at);
      const step = register.enter(this.stage(sheet, at), this.stage(so, at), classes[at] ?? 0, box, value);
      if (step === null) throw new RangeError("an entry against the rules");
      classes[at] = step.next;
    }
    return { fillings, classes, isTopBefore: sheet.isTopBefore || isTop };
  }
}

/** By box and value: the share of games that wrote it. */
export type ValueShares = readonly (readonly number[])[];

/** The distribution of the sum of some entries of a rule's boxes, as if they were independent. @param count how many of a box */
export function distributeSum(
  { extra }: Register,
  boxes: readonly Box[],
  count: (box: number) => number,
  written: ValueShares,
): Map<number, number> {
  let sums = new Map([[0, 1]]);
  if (extra?.kind !== "sum") return sums;
  for (const [box, measure] of sumMeasures(extra, boxes))
    for (let n = count(box); n > 0; n--) {
      const grown = new Map<number, number>();
      for (const [sum, chance] of sums)
        getElement(boxes, box).values.forEach((value, at) => {
          const share = written[box]?.[at] ?? 0;
          if (share === 0) return;
          const next = sum + measure(value);
          grown.set(next, (grown.get(next) ?? 0) + chance * share);
        });
      sums = grown;
    }
  return sums;
}

/**
 * What the rules that tie boxes to each other are expected to pay, if open boxes were filled independently as in earlier games. A
 * heuristic for the policy; the bounds don't use it.
 */
export class RuleForecast {
  readonly #boxes: readonly Box[];
  readonly #written: ValueShares;
  readonly #known = new Map<Register, Map<string, number>>();
  readonly #sums = new Map<Register, Map<number, Map<number, number>>>();

  constructor(boxes: readonly Box[], written: ValueShares) {
    this.#boxes = boxes;
    this.#written = written;
  }

  /** The expected change of what a rule pays. @param at the class */
  of(register: Register, stage: Stage, at: number): number {
    const known = this.#known.get(register) ?? new Map<string, number>();
    this.#known.set(register, known);
    const key = `${stage.key}:${at}`;
    const worth = known.get(key) ?? this.#work(register, stage, at);
    known.set(key, worth);
    return worth;
  }

  mean(box: number, gain: (value: number) => number): number {
    return this.#chances(box).reduce((sum, [value, chance]) => sum + chance * gain(value), 0);
  }

  #work(register: Register, stage: Stage, at: number): number {
    const { state, isSettled, pays } = getElement(stage.classes, at);
    const { extra } = register;
    if (isSettled) return 0;
    if (extra?.kind === "sum") {
      let sum = 0;
      for (const [rest, chance] of this.#restSums(register, stage))
        sum += chance * extra.pays((state as number) + rest);
      return sum - pays;
    }
    if (extra?.kind === "formula")
      return this.#formula(register, extra.pays, state as readonly (number | null)[]);
    if (register.constraint !== null) return this.#constraint(register, state as readonly (number | null)[]);
    return 0;
  }

  /** The distribution of what the open boxes add to a sum. */
  #restSums(register: Register, stage: Stage): Map<number, number> {
    const known = this.#sums.get(register) ?? new Map<number, Map<number, number>>();
    this.#sums.set(register, known);
    const rest =
      known.get(stage.key) ?? distributeSum(register, this.#boxes, (box) => stage.open(box), this.#written);
    known.set(stage.key, rest);
    return rest;
  }

  #formula(
    { boxes }: Register,
    pays: (values: readonly number[]) => number,
    values: readonly (number | null)[],
  ): number {
    const open = values.indexOf(null);
    if (open === -1) return pays(values.map((value) => value ?? 0));
    return this.#chances(getElement(boxes, open)).reduce(
      (sum, [value, chance]) =>
        sum + chance * this.#formula({ boxes } as Register, pays, values.with(open, value)),
      0,
    );
  }

  /** The expected loss of an open box whose values the other one limits. */
  #constraint(
    { boxes, constraint }: Register,
    [low = null, high = null]: readonly (number | null)[],
  ): number {
    if (constraint === null || (low === null) === (high === null)) return 0;
    const box = getElement(boxes, low === null ? 0 : 1);
    const { weight } = getElement(this.#boxes, box);
    const lost = (value: number) =>
      (low === null ? constraintHolds(constraint, value, high) : constraintHolds(constraint, low, value))
        ? 0
        : value;
    return -weight * this.mean(box, lost);
  }

  #chances(box: number): [number, number][] {
    const { values } = getElement(this.#boxes, box);
    const shares = this.#written[box] ?? [];
    return values.flatMap((value, at) =>
      (shares[at] ?? 0) > 0 ? [[value, shares[at] ?? 0] as [number, number]] : [],
    );
  }
}
