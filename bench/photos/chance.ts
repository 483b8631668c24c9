import { type Random, randomFrom } from "../../tests/support/sheets.ts";

/** Draws at random, the same for the same seed. */
export interface Chance {
  /** From 0 up to, not including, 1. */
  readonly next: Random;
  between(low: number, high: number): number;
  /** A whole number from `low` to `high`, both included. */
  whole(low: number, high: number): number;
  normal(mean: number, deviation: number): number;
  /** As `normal`, but never farther than two and a half deviations from the mean. */
  near(mean: number, deviation: number): number;
  isSo(probability: number): boolean;
  pick<T>(from: readonly T[]): T;
  /** One of the values, each as often as its weight says. */
  weighted<T>(from: readonly (readonly [value: T, weight: number])[]): T;
}

/** @param topic keeps draws for different purposes apart, so that a change to one leaves the others as they were */
export function chanceFor(photo: number, topic: string): Chance {
  return new Draws(randomFrom(hash(`${topic} ${photo}`)));
}

class Draws implements Chance {
  readonly next: Random;

  constructor(next: Random) {
    this.next = next;
  }

  between(low: number, high: number): number {
    return low + this.next() * (high - low);
  }

  whole(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1));
  }

  /** Box and Muller's way from even to normal numbers. */
  normal(mean: number, deviation: number): number {
    const radius = Math.sqrt(-2 * Math.log(1 - this.next()));
    return mean + deviation * radius * Math.cos(2 * Math.PI * this.next());
  }

  near(mean: number, deviation: number): number {
    const away = this.normal(0, 1);
    return mean + deviation * Math.max(-2.5, Math.min(2.5, away));
  }

  isSo(probability: number): boolean {
    return this.next() < probability;
  }

  pick<T>(from: readonly T[]): T {
    const picked = from[Math.floor(this.next() * from.length)];
    if (picked === undefined) throw new Error("nothing to pick from");
    return picked;
  }

  weighted<T>(from: readonly (readonly [T, number])[]): T {
    const all = from.reduce((sum, [, weight]) => sum + weight, 0);
    let left = this.next() * all;
    for (const [value, weight] of from) {
      left -= weight;
      if (left < 0) return value;
    }
    return this.pick(from)[0];
  }
}

/** FNV-1a. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const letter of text) value = Math.imul(value ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  return value >>> 0;
}
