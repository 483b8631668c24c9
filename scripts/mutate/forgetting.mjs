// Takes the place of what remembers results (`src/rules/memoize.ts`) while changes are tried: what was worked out
// under one change must not answer for the next, and a test reaches all the code that its results come from. So each value knows which
// changes lie in the code that it came from. Under one of those it is worked out again, and only then: a change to the last step of a
// long way does not need the whole way anew.

globalThis.__stryker__ ??= {};
const stryker = globalThis.__stryker__;

/** Grows with every change and every test; what may not be kept beyond one of them has the number of its own. */
let era = 0;

/** Grows when nothing at all may be kept. */
let age = 0;

/** Who is working: a test, or a value that is made; `null` while a change is tried in a test, for then nobody asks what it reaches. */
let worker = newWorker(undefined);

function newWorker(id) {
  return { id, told: new Set() };
}

/** From now on, what is reached is reached by this test; without one, by what is loaded. */
export function reachedBy(id) {
  era++;
  stryker.currentTestId = id;
  worker = newWorker(id);
}

/** From now on, this change is on; without one, the code is as it was. What came from changed code is forgotten. */
export function switchOn(change) {
  era++;
  stryker.currentTestId = undefined;
  stryker.activeMutant = change;
  worker = null;
}

/** Everything is worked out again. */
export function forgetAll() {
  age++;
}

/** Counts of changes that were reached, as Stryker keeps them for a test; in what is loaded for none. */
function countsOf(id) {
  stryker.mutantCoverage ??= { static: {}, perTest: {} };
  const { static: whileLoading, perTest } = stryker.mutantCoverage;
  if (id === undefined) return whileLoading;
  perTest[id] ??= {};
  return perTest[id];
}

/** Who works now has reached what a value came from. */
function tell(reached) {
  if (worker === null || worker.told.has(reached)) return;
  worker.told.add(reached);
  const counts = countsOf(worker.id);
  for (const id in reached) counts[id] = (counts[id] ?? 0) + reached[id];
}

let made = 0;

/** A new value, and the changes in the code that it came from. */
function madeNow(make) {
  const outer = { worker, id: stryker.currentTestId };
  const id = `value ${++made}`;
  stryker.currentTestId = id;
  worker = newWorker(id);
  const reached = countsOf(id);
  try {
    return { value: make(), reached, age, era };
  } finally {
    delete stryker.mutantCoverage.perTest[id];
    worker = outer.worker;
    stryker.currentTestId = outer.id;
    tell(reached);
  }
}

/** One value that is kept: as it is without changes, and as it was worked out last where it may not be kept. */
class Kept {
  #clean = null;
  #passing = null;

  get(make) {
    const change = stryker.activeMutant;
    const isClean = this.#clean?.age === age && !(change in this.#clean.reached);
    const found = isClean ? this.#clean : this.#passing?.era === era ? this.#passing : null;
    if (found !== null) {
      tell(found.reached);
      return found.value;
    }
    const one = madeNow(make);
    // What comes later reaches code that nobody could tell by now.
    const mayStay = !(change in one.reached) && typeof one.value?.then !== "function";
    if (mayStay) this.#clean = one;
    else this.#passing = one;
    return one.value;
  }
}

export function memoize(make) {
  return keepEach(make, new WeakMap());
}

export function memoizeByText(make) {
  return keepEach(make, new Map());
}

function keepEach(make, known) {
  return (about) => {
    if (!known.has(about)) known.set(about, new Kept());
    return known.get(about).get(() => make(about));
  };
}

export class LruCache {
  #kept = new Map();
  #capacity;

  constructor(capacity) {
    this.#capacity = capacity;
  }

  get(key, make) {
    const kept = this.#kept.get(key) ?? new Kept();
    const value = kept.get(make);
    this.#kept.delete(key);
    this.#kept.set(key, kept);
    if (this.#kept.size > this.#capacity) this.#kept.delete(this.#kept.keys().next().value);
    return value;
  }
}
