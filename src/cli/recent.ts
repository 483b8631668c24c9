/** Keeps what was made last, so that a long row of photos takes no more memory than a short one. */
export class Recent<K, V> {
  readonly #kept = new Map<K, V>();
  readonly #most: number;

  /** @param most how many values are kept */
  constructor(most: number) {
    this.#most = most;
  }

  /** The value for a key; it is made if it was not kept. */
  get(key: K, make: () => V): V {
    const value = this.#kept.has(key) ? (this.#kept.get(key) as V) : make();
    this.#kept.delete(key);
    this.#kept.set(key, value);
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= this.#most) break;
      this.#kept.delete(oldest);
    }
    return value;
  }
}
