import { getElement } from "../../rules/arrays.ts";
import type { Stage } from "../registers.ts";
import type { ExtraRolls, RuleBound } from "./relaxation.ts";
import { RuleForecast, type SimulatedSheet, type SheetRules, type ValueShares } from "./sheet-rules.ts";
import type { ValueCorrection, Observation } from "./td-learning.ts";
import type { TurnTables } from "./turn-tables.ts";
import type { Prices, RelaxedValues } from "./upper-bound.ts";

/** The first estimate of an extra roll, as a share of its dual price, which is too high: the relaxation need not save it first. */
const STOCK_SHARE = 0.5;

export interface RelaxedSolution {
  readonly tables: TurnTables;
  readonly prices: Prices;
  readonly worth: RelaxedValues;
  readonly ruleBounds: readonly { readonly ruleBound: RuleBound; readonly slopes: readonly number[] }[];
  readonly extraRolls: ExtraRolls | null;
}

/** The state of a simulated game. */
export interface PlayState {
  readonly sheet: SimulatedSheet;
  /** The state of the relaxed game: its position, and how many untracked boxes are filled. */
  readonly position: number;
  readonly others: number;
  /** The prices of open untracked boxes together. */
  readonly otherPrices: number;
  readonly isTopScored: boolean;
  readonly turnsLeft: number;
  /** Chips, or saved rolls. */
  readonly stock: number;
}

/** The result of an entry. */
interface EntryOutcome {
  readonly next: PlayState;
  readonly gain: number;
  /** By register of the box: how many tiers are reached; null where that was settled before. */
  readonly reached: readonly { readonly register: number; readonly tiers: number | null }[];
}

/** Estimates the expected future score of entries: the value of the relaxed game, corrected by expected bonuses and by TD learning. */
export class Policy {
  readonly rules: SheetRules;
  readonly tables: TurnTables;
  readonly #relaxed: RelaxedSolution;
  readonly #forecast: RuleForecast | null;
  readonly #correction: ValueCorrection | null;
  /** By box: the box of the relaxed game. */
  readonly #relaxedBoxes: readonly number[];
  /** By box: the expected gain from rule bounds, which the forecast replaces. */
  readonly #expected: readonly number[];
  readonly #deltas = new Map<string, Float64Array>();

  /** @param written the scores of earlier games; null to follow the relaxed game alone */
  constructor(
    rules: SheetRules,
    tables: TurnTables,
    relaxed: RelaxedSolution,
    written: ValueShares | null,
    correction: ValueCorrection | null = null,
  ) {
    this.#correction = correction;
    this.rules = rules;
    this.tables = tables;
    this.#relaxed = relaxed;
    const forecast = written === null ? null : new RuleForecast(tables.boxes, written);
    this.#forecast = forecast;
    this.#relaxedBoxes = tables.boxes.map(({ category, column }) =>
      relaxed.tables.boxes.findIndex(
        (box) => box.category.id === category.id && box.nodes.some((node) => node.column === column.id),
      ),
    );
    this.#expected = tables.boxes.map(({ at }) =>
      forecast === null ? 0 : forecast.mean(at, (value) => this.#ruleBoundGain(at, value)),
    );
  }

  start(turns: number): PlayState {
    const { tables, prices, worth, extraRolls } = this.#relaxed;
    const otherPrices = worth.tracked.untracked.reduce(
      (sum, box) => sum + (prices.boxes[box] ?? 0) * getElement(tables.boxes, box).nodes.length,
      0,
    );
    return {
      sheet: this.rules.empty,
      position: 0,
      others: 0,
      otherPrices,
      isTopScored: true,
      turnsLeft: turns,
      stock: extraRolls?.kind === "chips" ? extraRolls.supply : 0,
    };
  }

  /** The estimated worth of chips or saved rolls, including those still to be earned. @param turnsLeft after this one */
  stockWorth(stock: number, turnsLeft: number): number {
    const { extraRolls, prices } = this.#relaxed;
    if (extraRolls === null || turnsLeft === 0) return 0;
    const coming = extraRolls.kind === "saved" ? (this.tables.game.turn.rolls - 1) * turnsLeft : 0;
    return (
      STOCK_SHARE * prices.rollPrice * (coming + stock) + (this.#correction?.stock(stock, turnsLeft) ?? 0)
    );
  }

  /** The features of a state, for TD learning. */
  observe(state: PlayState): Observation {
    const { sheet, stock, turnsLeft } = state;
    return { open: this.#openCounts(sheet), forecasts: this.#forecasts(sheet), stock, turnsLeft };
  }

  #openCounts(sheet: SimulatedSheet): Float64Array {
    return Float64Array.from(
      this.tables.boxes,
      ({ at, nodes }) => nodes.length - this.rules.filledCount(sheet, at),
    );
  }

  #forecasts(sheet: SimulatedSheet): number[] {
    const forecast = this.#forecast;
    return this.rules.registers.map((register, at) =>
      forecast === null ? 0 : forecast.of(register, this.rules.stage(sheet, at), sheet.classes[at] ?? 0),
    );
  }

  /** The estimated expected future score, without extra rolls. */
  value(state: PlayState): number {
    return this.#bound(state.position, state.others) + this.#adjustment(state);
  }

  #bound(position: number, others: number): number {
    const { tracked, values } = this.#relaxed.worth;
    return values[position * (tracked.spare + 1) + others] ?? 0;
  }

  #adjustment({ sheet, otherPrices, turnsLeft }: PlayState): number {
    let sum = otherPrices;
    const forecast = this.#forecast;
    if (forecast === null) return sum;
    this.#expected.forEach((expected, box) => {
      const open = getElement(this.tables.boxes, box).nodes.length - this.rules.filledCount(sheet, box);
      sum -= expected * open;
    });
    this.#forecasts(sheet).forEach((worth, at) => {
      sum += worth * (1 + (this.#correction?.ruleShare(at) ?? 0));
    });
    return sum + (this.#correction?.open(this.#openCounts(sheet), turnsLeft) ?? 0);
  }

  /** The worth of each value in each open box, future included; minus infinity where a rule forbids the entry. */
  worths(state: PlayState): (Float64Array | null)[] {
    const adjustment = this.#adjustment(state);
    const { turnsLeft } = state;
    const counts = this.#openCounts(state.sheet);
    const learnedNow = this.#correction?.open(counts, turnsLeft) ?? 0;
    return this.tables.boxes.map(({ at, values, weight }) => {
      if (!this.rules.isOpen(state.sheet, at)) return null;
      const { position, others } = this.#step(state, at);
      const learned = this.#learnedAfter(counts, at, turnsLeft) - learnedNow;
      const after =
        this.#bound(position, others) + adjustment + this.#expectedGain(at) - this.#boxPrice(at) + learned;
      const worths = Float64Array.from(values, (value) => value * weight + after);
      if (this.#forecast === null)
        values.forEach((value, v) => {
          worths[v] = (worths[v] ?? 0) + this.#ruleBoundGain(at, value);
        });
      for (const register of this.rules.watching[at] ?? []) {
        const delta = this.#delta(state.sheet, register, at);
        for (let v = 0; v < worths.length; v++) worths[v] = (worths[v] ?? 0) + (delta[v] ?? 0);
      }
      return worths;
    });
  }

  #learnedAfter(counts: Float64Array, box: number, turnsLeft: number): number {
    if (this.#correction === null) return 0;
    counts[box] = (counts[box] ?? 0) - 1;
    const worth = this.#correction.open(counts, turnsLeft - 1);
    counts[box] = (counts[box] ?? 0) + 1;
    return worth;
  }

  /** The state after an entry, and what it adds. */
  enter(state: PlayState, box: number, value: number, isTop: boolean): EntryOutcome {
    const { sheet, otherPrices, isTopScored, turnsLeft, stock } = state;
    const { values, weight, category } = getElement(this.tables.boxes, box);
    const written = getElement(values, value);
    const steps = (this.rules.watching[box] ?? []).map((at) => this.#ruleStep(sheet, at, box, written));
    const pays = steps.reduce((sum, step) => sum + (step.pays ?? Number.NEGATIVE_INFINITY), 0);
    const isTopCategory = category.id === this.tables.game.repeats?.of;
    const next = {
      ...this.#step(state, box),
      sheet: this.rules.after(sheet, box, written, isTop),
      otherPrices: otherPrices - this.#boxPrice(box),
      isTopScored: isTopScored && !(isTopCategory && written === 0),
      turnsLeft: turnsLeft - 1,
      stock,
    };
    return { next, gain: written * weight + pays, reached: steps };
  }

  #step({ position, others }: PlayState, box: number) {
    const { tracked } = this.#relaxed.worth;
    const relaxedBox = this.#relaxedBoxes[box] ?? -1;
    return tracked.isTracked(relaxedBox)
      ? { position: tracked.next(position, relaxedBox), others }
      : { position, others: others + 1 };
  }

  #boxPrice(box: number): number {
    const { worth, prices } = this.#relaxed;
    const relaxedBox = this.#relaxedBoxes[box] ?? -1;
    return worth.tracked.isTracked(relaxedBox) ? 0 : (prices.boxes[relaxedBox] ?? 0);
  }

  #expectedGain(box: number): number {
    return this.#expected[box] ?? 0;
  }

  #ruleBoundGain(box: number, value: number): number {
    const relaxedBox = this.#relaxedBoxes[box] ?? -1;
    return this.#relaxed.ruleBounds.reduce(
      (sum, { ruleBound, slopes }) =>
        ruleBound.boxes.includes(relaxedBox)
          ? sum + slopes.reduce((all, slope, at) => all + slope * ruleBound.gain(at, relaxedBox, value), 0)
          : sum,
      0,
    );
  }

  #ruleStep(sheet: SimulatedSheet, register: number, box: number, value: number) {
    const [from, to] = this.#stages(sheet, register, box);
    const one = getElement(this.rules.registers, register);
    const at = sheet.classes[register] ?? 0;
    const step = one.enter(from, to, at, box, value);
    const wasSettled = from.classes[at]?.isSettled ?? false;
    return { register, pays: step?.pays ?? null, tiers: wasSettled ? null : (step?.tiers ?? null) };
  }

  #stages(sheet: SimulatedSheet, register: number, box: number): [Stage, Stage] {
    const one = getElement(this.rules.registers, register);
    const after = (other: number) => this.rules.filledCount(sheet, other) + (other === box ? 1 : 0);
    return [this.rules.stage(sheet, register), one.stage(after)];
  }

  /** By value: the change of what a rule pays and is expected to pay. */
  #delta(sheet: SimulatedSheet, register: number, box: number): Float64Array {
    const at = sheet.classes[register] ?? 0;
    const [from, to] = this.#stages(sheet, register, box);
    const key = `${register}:${from.key}:${at}:${box}`;
    const known = this.#deltas.get(key);
    if (known !== undefined) return known;
    const one = getElement(this.rules.registers, register);
    const share = 1 + (this.#correction?.ruleShare(register) ?? 0);
    const now = this.#forecast?.of(one, from, at) ?? 0;
    const delta = Float64Array.from(getElement(this.tables.boxes, box).values, (value) => {
      const step = one.enter(from, to, at, box, value);
      if (step === null) return Number.NEGATIVE_INFINITY;
      return this.#forecast === null ? 0 : step.pays + share * (this.#forecast.of(one, to, step.next) - now);
    });
    this.#deltas.set(key, delta);
    return delta;
  }
}
