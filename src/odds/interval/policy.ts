import { elementAt } from "../../rules/arrays.ts";
import type { Stage } from "../registers.ts";
import type { ExtraRolls, RuleBound } from "./relaxation.ts";
import { RuleForecast, type SimulatedSheet, type SheetRules, type ValueShares } from "./sheet-rules.ts";
import type { ValueCorrection, Observation } from "./td-learning.ts";
import type { TurnTables } from "./turn-tables.ts";
import type { Prices, RelaxedValues } from "./upper-bound.ts";

/** What a throw is worth at first, as a share of its price in the bound, which rates it high: there a throw need not have been saved. */
const STOCK_SHARE = 0.5;

/** A majorant with the slopes that were chosen for it. */
interface FixedRuleBound {
  readonly ruleBound: RuleBound;
  readonly slopes: readonly number[];
}

/** What a bound knows of a game: the loosened rules, their prices, and what they make of each state. */
export interface RelaxedSolution {
  readonly tables: TurnTables;
  readonly prices: Prices;
  readonly worth: RelaxedValues;
  readonly ruleBounds: readonly FixedRuleBound[];
  readonly extraRolls: ExtraRolls | null;
}

/** Where a game stands that is played. */
export interface PlayState {
  readonly sheet: SimulatedSheet;
  /** The place in the loosened game: which of its tracked boxes are filled, and how many others. */
  readonly position: number;
  readonly others: number;
  /** What untracked boxes that are open cost together. */
  readonly otherPrices: number;
  readonly isTopScored: boolean;
  readonly turnsLeft: number;
  /** Chips, or saved throws. */
  readonly stock: number;
}

/** What comes of an entry. */
interface EntryOutcome {
  readonly next: PlayState;
  readonly gain: number;
  /** By register that looks at the box: how many of its tiers are reached; null where that was certain before. */
  readonly reached: readonly { readonly register: number; readonly tiers: number | null }[];
}

/** Values what can be done in a game by what a bound makes of it, mended by what its rules pay in other games. */
export class Player {
  readonly rules: SheetRules;
  readonly tables: TurnTables;
  readonly #relaxed: RelaxedSolution;
  readonly #forecast: RuleForecast | null;
  readonly #lessons: ValueCorrection | null;
  /** By box of the game the box of the loosened one. */
  readonly #relaxedBoxes: readonly number[];
  /** What the bound expects of each box from majorants, which the outlook takes the place of. */
  readonly #expected: readonly number[];
  readonly #deltas = new Map<string, Float64Array>();

  /** @param written what boxes hold in games of before; null to play as the bound does */
  constructor(
    rules: SheetRules,
    tables: TurnTables,
    relaxed: RelaxedSolution,
    written: ValueShares | null,
    lessons: ValueCorrection | null = null,
  ) {
    this.#lessons = lessons;
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
      (sum, box) => sum + (prices.boxes[box] ?? 0) * elementAt(tables.boxes, box).nodes.length,
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

  /** What chips or saved throws are taken to be worth, and those that are still to come. @param turnsLeft that are still to come */
  stockWorth(stock: number, turnsLeft: number): number {
    const { extraRolls, prices } = this.#relaxed;
    if (extraRolls === null || turnsLeft === 0) return 0;
    const coming = extraRolls.kind === "saved" ? (this.tables.game.turn.rolls - 1) * turnsLeft : 0;
    return STOCK_SHARE * prices.rollPrice * (coming + stock) + (this.#lessons?.stock(stock, turnsLeft) ?? 0);
  }

  /** What can be learned from a standing. */
  seen(standing: PlayState): Observation {
    const { sheet, stock, turnsLeft } = standing;
    return { open: this.#openCounts(sheet), forecasts: this.#forecasts(sheet), stock, turnsLeft };
  }

  #openCounts(sheet: SimulatedSheet): Float64Array {
    return Float64Array.from(
      this.tables.boxes,
      ({ at, nodes }) => nodes.length - this.rules.filled(sheet, at),
    );
  }

  #forecasts(sheet: SimulatedSheet): number[] {
    const forecast = this.#forecast;
    return this.rules.registers.map((register, at) =>
      forecast === null ? 0 : forecast.of(register, this.rules.stage(sheet, at), sheet.classes[at] ?? 0),
    );
  }

  /** What is expected of all that is to come, in the player's own estimate; extra throws are not in it. */
  value(standing: PlayState): number {
    return this.#bound(standing.position, standing.others) + this.#adjustment(standing);
  }

  /** What the bound makes of a place in the loosened game. */
  #bound(position: number, others: number): number {
    const { tracked, values } = this.#relaxed.worth;
    return values[position * (tracked.spare + 1) + others] ?? 0;
  }

  #adjustment({ sheet, otherPrices, turnsLeft }: PlayState): number {
    let sum = otherPrices;
    const forecast = this.#forecast;
    if (forecast === null) return sum;
    this.#expected.forEach((expected, box) => {
      const open = elementAt(this.tables.boxes, box).nodes.length - this.rules.filled(sheet, box);
      sum -= expected * open;
    });
    this.#forecasts(sheet).forEach((worth, at) => {
      sum += worth * (1 + (this.#lessons?.ruleShare(at) ?? 0));
    });
    return sum + (this.#lessons?.open(this.#openCounts(sheet), turnsLeft) ?? 0);
  }

  /** What it is worth to write each value in each open box, with all that comes after; minus infinity where that may not be. */
  worths(standing: PlayState): (Float64Array | null)[] {
    const adjustment = this.#adjustment(standing);
    const { turnsLeft } = standing;
    const counts = this.#openCounts(standing.sheet);
    const learnedNow = this.#lessons?.open(counts, turnsLeft) ?? 0;
    return this.tables.boxes.map(({ at, values, weight }) => {
      if (!this.rules.isOpen(standing.sheet, at)) return null;
      const { position, others } = this.#step(standing, at);
      const learned = this.#learnedAfter(counts, at, turnsLeft) - learnedNow;
      const after =
        this.#bound(position, others) + adjustment + this.#expectedGain(at) - this.#boxPrice(at) + learned;
      const worths = Float64Array.from(values, (value) => value * weight + after);
      if (this.#forecast === null)
        values.forEach((value, v) => {
          worths[v] = (worths[v] ?? 0) + this.#ruleBoundGain(at, value);
        });
      for (const register of this.rules.watching[at] ?? []) {
        const delta = this.#delta(standing.sheet, register, at);
        for (let v = 0; v < worths.length; v++) worths[v] = (worths[v] ?? 0) + (delta[v] ?? 0);
      }
      return worths;
    });
  }

  #learnedAfter(counts: Float64Array, box: number, turnsLeft: number): number {
    if (this.#lessons === null) return 0;
    counts[box] = (counts[box] ?? 0) - 1;
    const worth = this.#lessons.open(counts, turnsLeft - 1);
    counts[box] = (counts[box] ?? 0) + 1;
    return worth;
  }

  /** Where an entry leads, what it adds to the total, and how many tiers the rules that look at the box have then reached. */
  enter(standing: PlayState, box: number, value: number, isTop: boolean): EntryOutcome {
    const { sheet, otherPrices, isTopScored, turnsLeft, stock } = standing;
    const { values, weight, category } = elementAt(this.tables.boxes, box);
    const written = elementAt(values, value);
    const steps = (this.rules.watching[box] ?? []).map((at) => this.#ruleStep(sheet, at, box, written));
    const pays = steps.reduce((sum, step) => sum + (step.pays ?? Number.NEGATIVE_INFINITY), 0);
    const isTopCategory = category.id === this.tables.game.repeats?.of;
    const next = {
      ...this.#step(standing, box),
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
    const one = elementAt(this.rules.registers, register);
    const at = sheet.classes[register] ?? 0;
    const step = one.enter(from, to, at, box, value);
    const wasSettled = from.classes[at]?.isSettled ?? false;
    return { register, pays: step?.pays ?? null, tiers: wasSettled ? null : (step?.tiers ?? null) };
  }

  #stages(sheet: SimulatedSheet, register: number, box: number): [Stage, Stage] {
    const one = elementAt(this.rules.registers, register);
    const after = (other: number) => this.rules.filled(sheet, other) + (other === box ? 1 : 0);
    return [this.rules.stage(sheet, register), one.stage(after)];
  }

  /** By index of the value: what an entry changes in what a rule pays and is expected to pay. */
  #delta(sheet: SimulatedSheet, register: number, box: number): Float64Array {
    const at = sheet.classes[register] ?? 0;
    const [from, to] = this.#stages(sheet, register, box);
    const key = `${register}:${from.key}:${at}:${box}`;
    const known = this.#deltas.get(key);
    if (known !== undefined) return known;
    const one = elementAt(this.rules.registers, register);
    const share = 1 + (this.#lessons?.ruleShare(register) ?? 0);
    const now = this.#forecast?.of(one, from, at) ?? 0;
    const delta = Float64Array.from(elementAt(this.tables.boxes, box).values, (value) => {
      const step = one.enter(from, to, at, box, value);
      if (step === null) return Number.NEGATIVE_INFINITY;
      return this.#forecast === null ? 0 : step.pays + share * (this.#forecast.of(one, to, step.next) - now);
    });
    this.#deltas.set(key, delta);
    return delta;
  }
}
