/** Keeps the values used last, so that a program that goes on and on takes no more memory. */
export class LruCache<K, V> {
  readonly #kept = new Map<K, V>();
  readonly #capacity: number;

  /** @param capacity how many values are kept */
  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  /** The value for a key; it is made if it is not there. */
  get(key: K, make: () => V): V {
    const value = this.#kept.has(key) ? (this.#kept.get(key) as V) : make();
    this.#kept.delete(key);
    this.#kept.set(key, value);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > this.#capacity) this.#kept.delete(oldest as K);
    return value;
  }
}
