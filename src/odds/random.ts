/** Numbers at random, the same for the same seed: xorshift with 32 bits (Marsaglia 2003). */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = (Math.imul(seed + 1, 0x9e37_79b1) ^ 0x5bd1_e995) >>> 0 || 1;
    for (let i = 0; i < 8; i++) this.next();
  }

  /** From 0 to below 1. */
  next(): number {
    let x = this.#state;
    x ^= x << 13;
    x ^= x >>> 17;
    x ^= x << 5;
    this.#state = x >>> 0;
    return this.#state / 2 ** 32;
  }

  /** A whole number from 0 to below `end`. */
  below(end: number): number {
    return Math.floor(this.next() * end);
  }
}
