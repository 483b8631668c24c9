// Which tests to ask first whether they notice a change: those that have noticed others of the same file or folder, for the time they take.

export class Likeliest {
  #known = new Map();
  #times = new Map();

  /** How long a test takes without changes. */
  takes(test, ms) {
    this.#times.set(test, ms);
  }

  /** The tests in the order in which a failure is to be expected soonest. */
  first(tests, file) {
    return tests.toSorted((a, b) => this.#price(a, file) - this.#price(b, file));
  }

  /** A test has run under a change. */
  ran(test, file, ms, hasNoticed) {
    const { all, inFile } = this.#of(test, file);
    for (const one of [all, inFile]) {
      one.runs++;
      one.ms += ms;
      if (hasNoticed) one.noticed++;
    }
  }

  /** Milliseconds for each change that it can be expected to notice; in the same file, it counts four times. */
  #price(test, file) {
    const { all, inFile } = this.#of(test, file);
    const chance = (1 + all.noticed + 3 * inFile.noticed) / (3 + all.runs + 3 * inFile.runs);
    // Even the quickest takes a while, with what it needs anew.
    const ms = ((this.#times.get(test) ?? 0) + all.ms) / (1 + all.runs);
    return (1 + ms) / chance;
  }

  #of(test, file) {
    const none = () => ({ runs: 0, noticed: 0, ms: 0 });
    const known = this.#known.get(test) ?? { all: none(), files: new Map() };
    this.#known.set(test, known);
    const inFile = known.files.get(file) ?? none();
    known.files.set(file, inFile);
    return { all: known.all, inFile };
  }
}
