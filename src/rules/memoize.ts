/** Remembers the result for each object, as long as the object is in use. */
export function memoize<K extends object, V>(make: (about: K) => V): (about: K) => V {
  return keepEach(make, new WeakMap<K, { readonly value: V }>());
}

/** Remembers the result for each text, as long as the function itself is in use. */
export function memoizeByText<V, K extends string = string>(make: (about: K) => V): (about: K) => V {
  return keepEach(make, new Map<K, { readonly value: V }>());
}

function keepEach<K, V>(
  make: (about: K) => V,
  known: Pick<Map<K, { readonly value: V }>, "get"> & { set(key: K, value: { readonly value: V }): unknown },
): (about: K) => V {
  return (about) => {
    const found = known.get(about) ?? { value: make(about) };
    known.set(about, found);
    return found.value;
  };
}

/** Keeps the values used last, so that memory stays bounded in a long-running process. */
export class LruCache<K, V> {
  readonly #kept = new Map<K, V>();
  readonly #capacity: number;

  /** @param capacity how many values are kept */
  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  /** The value for a key; makes it if it is missing. */
  get(key: K, make: () => V): V {
    const value = this.#kept.has(key) ? (this.#kept.get(key) as V) : make();
    this.#kept.delete(key);
    this.#kept.set(key, value);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > this.#capacity) this.#kept.delete(oldest as K);
    return value;
  }
}
