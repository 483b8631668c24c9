import type { Constraint, Game } from "../rules/game/game.ts";
import { constraintHolds } from "../rules/game/rows.ts";
import { getElement } from "../rules/arrays.ts";
import { type Box, possibleSums, sumMeasures } from "./boxes.ts";
import type { Extra, SumExtra } from "./total-parts.ts";

/**
 * The part of the filled boxes that still matters for one rule. Ways to fill the same boxes are equivalent if no later entry distinguishes them:
 * with all sixes open, 33 and 38 points are the same on the way to 63.
 */
export class Register {
  /** The boxes that the rule depends on. */
  readonly boxes: readonly number[];
  /** The bonus or formula; null for other rules. */
  readonly extra: Extra | null;
  /** The constraint; null for other rules. */
  readonly constraint: Constraint | null;
  readonly #machine: StateMachine<unknown>;
  readonly #all: readonly Box[];
  readonly #stages = new Map<number, Stage>();

  constructor(
    machine: StateMachine<unknown>,
    all: readonly Box[],
    extra: Extra | null = null,
    constraint: Constraint | null = null,
  ) {
    this.constraint = constraint;
    this.boxes = machine.boxes;
    this.extra = extra;
    this.#machine = machine;
    this.#all = all;
  }

  /** The classes while these boxes are filled. @param filled how many of a box */
  stage(filled: (box: number) => number): Stage {
    const counts = this.boxes.map((box) => filled(box));
    return this.#stageByCounts(counts);
  }

  #stageByCounts(counts: readonly number[]): Stage {
    const key = this.boxes.reduce(
      (key, box, i) => key * (this.#capacity(box) + 1) + getElement(counts, i),
      0,
    );
    const known = this.#stages.get(key);
    if (known !== undefined) return known;
    const open = new Map(this.boxes.map((box, i) => [box, this.#capacity(box) - getElement(counts, i)]));
    const stage = new Stage(this.#machine, (box) => open.get(box) ?? 0, key);
    this.#stages.set(key, stage);
    if (counts.every((count) => count === 0)) stage.classIndex(this.#machine.start);
    // Where the order does not matter, it is enough to add the last box.
    const last = this.#machine.isAnyOrder ? counts.findLastIndex((count) => count > 0) : -1;
    this.boxes.forEach((box, i) => {
      if (getElement(counts, i) === 0 || (last !== -1 && i !== last)) return;
      const before = this.#stageByCounts(counts.with(i, getElement(counts, i) - 1));
      for (const { state } of before.classes)
        for (const value of getElement(this.#all, box).values) {
          const next = this.#machine.enter(state, box, value);
          if (next !== null) stage.classIndex(next);
        }
    });
    return stage;
  }

  #capacity(box: number): number {
    return getElement(this.#all, box).nodes.length;
  }

  /** The class after an entry; null if the rule forbids it. */
  enter(from: Stage, to: Stage, at: number, box: number, value: number): Step | null {
    const before = getElement(from.classes, at);
    const state = this.#machine.enter(before.state, box, value);
    if (state === null) return null;
    const next = to.classIndex(state);
    const after = to.view(state);
    // A settled rule was paid when it became so.
    if (before.isSettled) return { next, pays: 0, tiersBefore: before.tiers, tiers: before.tiers };
    const pays = (after.key === null ? after.pays : getElement(to.classes, next).pays) - before.pays;
    const tiers = after.key === null ? after.tiers : getElement(to.classes, next).tiers;
    return { next, pays, tiersBefore: before.tiers, tiers };
  }
}

interface Step {
  readonly next: number;
  readonly pays: number;
  readonly tiersBefore: number;
  readonly tiers: number;
}

interface Class {
  readonly state: unknown;
  readonly isSettled: boolean;
  /** What the rule has paid so far. */
  readonly pays: number;
  readonly tiers: number;
}

/** The equivalence classes while certain boxes are filled. */
class Stage {
  readonly key: number;
  readonly classes: Class[] = [];
  readonly open: (box: number) => number;
  readonly #machine: StateMachine<unknown>;
  readonly #indices = new Map<string, number>();
  readonly #views = new Map<unknown, View>();

  constructor(machine: StateMachine<unknown>, open: (box: number) => number, key: number) {
    this.#machine = machine;
    this.open = open;
    this.key = key;
  }

  view(state: unknown): View {
    const known = this.#views.get(state) ?? this.#machine.view(state, this.open);
    this.#views.set(state, known);
    return known;
  }

  classIndex(state: unknown): number {
    const { key, pays, tiers } = this.view(state);
    const name = key ?? "settled";
    const known = this.#indices.get(name);
    if (known !== undefined) return known;
    this.#indices.set(name, this.classes.length);
    return this.classes.push({ state, isSettled: key === null, pays, tiers }) - 1;
  }
}
export type { Stage };

/** A rule as a state machine over entries. */
interface StateMachine<C> {
  readonly boxes: readonly number[];
  readonly start: C;
  /** Whether the order of entries makes no difference. */
  readonly isAnyOrder: boolean;
  /** Null if the rule forbids the entry. */
  enter(state: C, box: number, value: number): C | null;
  /** @param open how many of a box are open */
  view(state: C, open: (box: number) => number): View;
}

interface View {
  /** Equal for equivalent states; null once the rule is settled. */
  readonly key: string | null;
  readonly pays: number;
  readonly tiers: number;
}

/** Registers for all rules that tie boxes to each other, except repeats of the top category. */
export function makeRegisters(game: Game, boxes: readonly Box[], extras: readonly Extra[]): Register[] {
  const machines: [StateMachine<unknown>, Extra | null, Constraint?][] = extras.map((extra) => [
    extra.kind === "sum" ? sumMachine(extra, boxes) : formulaMachine(extra, boxes),
    extra,
  ]);
  const columnGroups = [...new Set(boxes.map(({ columnGroup }) => columnGroup))];
  for (const columnGroup of columnGroups) {
    const mine = boxes.filter((box) => box.columnGroup === columnGroup);
    for (const constraint of game.constraints)
      machines.push([constraintMachine(constraint, mine), null, constraint]);
    for (const machine of requirementMachines(mine)) machines.push([machine, null]);
  }
  return machines.map(([machine, extra, constraint]) => new Register(machine, boxes, extra, constraint));
}

/** A running sum matters as far as it decides what the sums that are still possible pay. */
function sumMachine(extra: SumExtra, all: readonly Box[]): StateMachine<unknown> {
  const measures = sumMeasures(extra, all);
  const boxes = [...measures.keys()];
  const rests = new Map<string, readonly number[]>();
  const restSums = (open: (box: number) => number): readonly number[] => {
    const key = boxes.map((box) => open(box)).join();
    const sums = rests.get(key) ?? possibleSums(all, measures, ({ at }) => open(at));
    rests.set(key, sums);
    return sums;
  };
  const known = new Map<number, string>();
  const payment = (end: number): string => {
    const paid = known.get(end) ?? `${extra.tiers(end)}:${extra.pays(end)}`;
    known.set(end, paid);
    return paid;
  };
  const machine: StateMachine<number> = {
    boxes,
    start: 0,
    isAnyOrder: true,
    enter: (sum, box, value) => sum + (measures.get(box)?.(value) ?? 0),
    view: (sum, open) => {
      const rests = restSums(open);
      // The payment changes rarely from one rest to the next, so the changes identify all of them.
      const changes: string[] = [];
      let before: string | null = null;
      rests.forEach((rest, at) => {
        const paid = payment(sum + rest);
        if (paid !== before) changes.push(`${at}:${paid}`);
        before = paid;
      });
      const settled = changes.length < 2;
      const now = settled ? sum + (rests[0] ?? 0) : sum;
      return { key: settled ? null : changes.join(), pays: extra.pays(now), tiers: extra.tiers(now) };
    },
  };
  return machine as StateMachine<unknown>;
}

/** A formula keeps the values of its boxes until all of them are filled. */
function formulaMachine(
  extra: Extract<Extra, { kind: "formula" }>,
  all: readonly Box[],
): StateMachine<unknown> {
  const boxes = extra.boxes.map((node) => all.find(({ nodes }) => nodes.includes(node))?.at ?? -1);
  const machine: StateMachine<readonly (number | null)[]> = {
    boxes,
    start: boxes.map(() => null),
    isAnyOrder: true,
    enter: (values, box, value) => values.with(boxes.indexOf(box), value),
    view: (values) => {
      const isComplete = values.every((value) => value !== null);
      const pays = isComplete ? extra.pays(values.map((value) => value ?? 0)) : 0;
      return { key: isComplete ? null : values.join(), pays, tiers: 0 };
    },
  };
  return machine as StateMachine<unknown>;
}

/** The first of two boxes matters as far as it limits the other. */
function constraintMachine(constraint: Constraint, column: readonly Box[]): StateMachine<unknown> {
  const of = (id: string) => column.find(({ category }) => category.id === id);
  const [left, right] = [of(constraint.left), of(constraint.right)];
  const boxes = [left, right].flatMap((box) => box?.at ?? []);
  const machine: StateMachine<readonly (number | null)[]> = {
    boxes,
    start: [null, null],
    isAnyOrder: true,
    enter: (values, box, value) => {
      const [low = null, high = null] = values.with(boxes.indexOf(box), value);
      return constraintHolds(constraint, low, high) ? [low, high] : null;
    },
    view: ([low = null, high = null]) => {
      const other = low === null ? left : right;
      const isDone = (low === null) === (high === null);
      const allowed = isDone
        ? []
        : (other?.values ?? []).map((value) =>
            low === null ? constraintHolds(constraint, value, high) : constraintHolds(constraint, low, value),
          );
      const isFree = isDone && low !== null;
      return { key: isFree ? null : allowed.map(Number).join(""), pays: 0, tiers: 0 };
    },
  };
  return machine as StateMachine<unknown>;
}

/** For boxes that others require: whether they hold points, while one of the others is open. */
function requirementMachines(column: readonly Box[]): StateMachine<unknown>[] {
  const needed = new Set(column.flatMap(({ category }) => category.requires.map((one) => one.category)));
  return [...needed].map((id) => {
    const first = column.find(({ category }) => category.id === id);
    const later = column.filter(({ category }) => category.requires.some((one) => one.category === id));
    const requirement = (box: number) =>
      later.find(({ at }) => at === box)?.category.requires.find((one) => one.category === id)?.is ?? null;
    const machine: StateMachine<"open" | "scored" | "struck"> = {
      boxes: [first, ...later].flatMap((box) => box?.at ?? []),
      start: "open",
      isAnyOrder: false,
      enter: (state, box, value) => {
        if (box === first?.at) return value === 0 ? "struck" : "scored";
        const isMet = requirement(box) === "filled" ? state !== "open" : state === "scored";
        return value === 0 || isMet ? state : null;
      },
      view: (state, open) => ({
        key: later.some(({ at }) => open(at) > 0) ? state : null,
        pays: 0,
        tiers: 0,
      }),
    };
    return machine as StateMachine<unknown>;
  });
}

/** Whether all filled boxes of the top category hold points. It matters to the end. */
export function topRegister(top: readonly Box[], all: readonly Box[]): Register {
  const machine: StateMachine<boolean> = {
    boxes: top.map(({ at }) => at),
    start: true,
    isAnyOrder: true,
    enter: (isScored, _, value) => isScored && value !== 0,
    view: (isScored, _open) => ({ key: String(isScored), pays: 0, tiers: 0 }),
  };
  return new Register(machine as StateMachine<unknown>, all);
}
