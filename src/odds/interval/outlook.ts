import { elementAt } from "../../rules/arrays.ts";
import { constraintHolds } from "../../rules/game/rows.ts";
import type { Box } from "../boxes.ts";
import type { Moment, Register } from "../registers.ts";

/** How often each value was written in a box in games that were played: by box, by index of the value, as shares. */
export type ValueShares = readonly (readonly number[])[];

/**
 * What the rules that tie boxes to each other are still expected to bring, as if open boxes came to hold what they hold in other games,
 * each apart from the others. Good enough to choose by; a bound needs no such thing.
 */
export class Outlook {
  readonly #boxes: readonly Box[];
  readonly #written: ValueShares;
  readonly #known = new Map<Register, Map<string, number>>();
  readonly #sums = new Map<Register, Map<number, Map<number, number>>>();

  constructor(boxes: readonly Box[], written: ValueShares) {
    this.#boxes = boxes;
    this.#written = written;
  }

  /** What a rule is expected to pay beyond what it has been taken to pay. @param at the class */
  of(register: Register, moment: Moment, at: number): number {
    const known = this.#known.get(register) ?? new Map<string, number>();
    this.#known.set(register, known);
    const key = `${moment.key}:${at}`;
    const worth = known.get(key) ?? this.#work(register, moment, at);
    known.set(key, worth);
    return worth;
  }

  /** What a box is expected to bring. */
  mean(box: number, gain: (value: number) => number): number {
    return this.#chances(box).reduce((sum, [value, chance]) => sum + chance * gain(value), 0);
  }

  #work(register: Register, moment: Moment, at: number): number {
    const { content, isSettled, pays } = elementAt(moment.classes, at);
    const { extra } = register;
    if (isSettled) return 0;
    if (extra?.kind === "sum") {
      let sum = 0;
      for (const [rest, chance] of this.#restOf(register, moment))
        sum += chance * extra.pays((content as number) + rest);
      return sum - pays;
    }
    if (extra?.kind === "formula")
      return this.#formula(register, extra.pays, content as readonly (number | null)[]);
    if (register.constraint !== null)
      return this.#constraint(register, content as readonly (number | null)[]);
    return 0;
  }

  /** What the open boxes of a sum come to. */
  #restOf(register: Register, moment: Moment): Map<number, number> {
    const known = this.#sums.get(register) ?? new Map<number, Map<number, number>>();
    this.#sums.set(register, known);
    const rest = known.get(moment.key) ?? this.#addUp(register, moment);
    known.set(moment.key, rest);
    return rest;
  }

  #addUp({ boxes, extra }: Register, moment: Moment): Map<number, number> {
    let sums = new Map([[0, 1]]);
    if (extra?.kind !== "sum") return sums;
    for (const box of boxes) {
      const measure = elementAt(this.#boxes, box).nodes.flatMap((node) => extra.measures.get(node) ?? [])[0];
      for (let n = moment.open(box); n > 0; n--) {
        const grown = new Map<number, number>();
        for (const [sum, chance] of sums)
          for (const [value, share] of this.#chances(box)) {
            const next = sum + (measure?.(value) ?? 0);
            grown.set(next, (grown.get(next) ?? 0) + chance * share);
          }
        sums = grown;
      }
    }
    return sums;
  }

  #formula(
    { boxes }: Register,
    pays: (values: readonly number[]) => number,
    values: readonly (number | null)[],
  ): number {
    const open = values.indexOf(null);
    if (open === -1) return pays(values.map((value) => value ?? 0));
    return this.#chances(elementAt(boxes, open)).reduce(
      (sum, [value, chance]) =>
        sum + chance * this.#formula({ boxes } as Register, pays, values.with(open, value)),
      0,
    );
  }

  /** What an open box loses because the other one leaves it fewer values. */
  #constraint(
    { boxes, constraint }: Register,
    [low = null, high = null]: readonly (number | null)[],
  ): number {
    if (constraint === null || (low === null) === (high === null)) return 0;
    const box = elementAt(boxes, low === null ? 0 : 1);
    const { weight } = elementAt(this.#boxes, box);
    const lost = (value: number) =>
      (low === null ? constraintHolds(constraint, value, high) : constraintHolds(constraint, low, value))
        ? 0
        : value;
    return -weight * this.mean(box, lost);
  }

  #chances(box: number): [number, number][] {
    const { values } = elementAt(this.#boxes, box);
    const shares = this.#written[box] ?? [];
    return values.flatMap((value, at) =>
      (shares[at] ?? 0) > 0 ? [[value, shares[at] ?? 0] as [number, number]] : [],
    );
  }
}
