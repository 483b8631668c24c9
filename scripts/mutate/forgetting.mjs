// Takes the place of what remembers results (`src/rules/remembered.ts`, `lru-cache.ts`) while changes are tried: what was worked out
// under one change must not answer for the next, and a test reaches all the code that its results come from.

let era = 0;

/** Whatever was worked out before is worked out again. */
export function forget() {
  era++;
}

export function remembered(make) {
  const known = new WeakMap();
  return (about) => {
    const found = known.get(about);
    if (found?.era === era) return found.value;
    const value = make(about);
    known.set(about, { era, value });
    return value;
  };
}

export class LruCache {
  #kept = new Map();
  #capacity;

  constructor(capacity) {
    this.#capacity = capacity;
  }

  get(key, make) {
    const found = this.#kept.get(key);
    const one = found?.era === era ? found : { era, value: make() };
    this.#kept.delete(key);
    this.#kept.set(key, one);
    if (this.#kept.size > this.#capacity) this.#kept.delete(this.#kept.keys().next().value);
    return one.value;
  }
}
