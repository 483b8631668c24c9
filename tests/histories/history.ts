import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { isDeepStrictEqual } from "node:util";
import type { SeasonStore } from "../../src/files/season/season-store.ts";
import { bundled } from "../support/bundled.ts";
import { takeExport, writeExport } from "../support/seasons.ts";
import { randomFrom } from "../support/sheets.ts";
import { disputesIn, makeChange, seenIn } from "./changes.ts";
import { type Seen, SeasonModel } from "./model.ts";
import { open, type SeasonPlace } from "./places.ts";
import { type Change, type Step, StepDrawer } from "./steps.ts";

const WORKER = new URL("worker.ts", import.meta.url);

/** How long a history is, and every how many steps one may start a process or open a store anew. */
export interface HistoryPlan {
  readonly steps: number;
  readonly heavyEvery: number;
}

export function drawSteps(seed: number, { steps, heavyEvery }: HistoryPlan): Step[] {
  const drawer = new StepDrawer(randomFrom(seed));
  return Array.from({ length: steps }, (_, at) => drawer.step(at % heavyEvery === heavyEvery - 1));
}

/** What a season showed that the model doesn't. */
export interface Difference {
  /** The step after which it showed. */
  readonly at: number;
  readonly message: string;
}

/** Makes a history of a season in a place, and holds it against the model after each step. @returns the first difference; null if there is none */
export async function tryHistory(steps: readonly Step[], place: SeasonPlace): Promise<Difference | null> {
  const history = new History(place, await open(place));
  try {
    for (const [at, step] of steps.entries()) {
      const message = await history.step(step).catch((error: unknown) => `it fails: ${String(error)}`);
      if (message !== null) return { at, message };
    }
    return null;
  } finally {
    await history.end();
  }
}

/** The shortest history that is found to differ by leaving out steps of one that does. */
export async function shorten(
  steps: readonly Step[],
  differs: (steps: readonly Step[]) => Promise<boolean>,
): Promise<readonly Step[]> {
  let short = steps;
  for (let size = Math.ceil(short.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2))
    for (let from = short.length - size; from > -size; from -= size) {
      const without = short.filter((_, at) => at < from || at >= from + size);
      if (without.length < short.length && (await differs(without))) short = without;
    }
  return short;
}

class History {
  #place: SeasonPlace;
  #store: SeasonStore;
  #model = new SeasonModel();

  constructor(place: SeasonPlace, store: SeasonStore) {
    this.#place = place;
    this.#store = store;
  }

  async end(): Promise<void> {
    await this.#store.close();
  }

  /** @returns how the season differs from the model after a step; null if it does not */
  async step(step: Step): Promise<string | null> {
    switch (step.kind) {
      case "export and import":
        return this.#moveOn();
      case "kill":
        return this.#kill(step);
      case "two processes":
        return this.#twoProcesses(step.mine, step.theirs);
      case "missing file":
        return this.#withoutFile(step.which);
      default:
        return this.#change(step);
    }
  }

  async #change(change: Change): Promise<string | null> {
    if (!this.#model.isClear(change)) return null;
    const isTaken = await makeChange(this.#store.db, change);
    const isExpected = this.#model.change(change);
    if (isTaken !== isExpected) return `the season ${isTaken ? "takes" : "refuses"} it`;
    return this.#compare([this.#model]);
  }

  async #moveOn(): Promise<string | null> {
    const written = await writeExport(this.#store.db);
    await this.#store.close();
    this.#place = this.#place.another();
    this.#store = await open(this.#place);
    await takeExport(this.#store.db, written);
    this.#model.moveOn();
    const difference = await this.#compare([this.#model]);
    if (difference !== null) return difference;
    await takeExport(this.#store.db, written);
    return this.#compare([this.#model]);
  }

  async #kill({ changes, at, count }: Step & { kind: "kill" }): Promise<string | null> {
    await this.#store.close();
    const models = [this.#model];
    const clear: Change[] = [];
    for (const change of changes) {
      const next = (models.at(-1) ?? this.#model).copy();
      if (!next.isClear(change)) continue;
      next.change(change);
      models.push(next);
      clear.push(change);
    }
    const worker = await this.#worker(clear, at, count);
    const { changed } = await worker.end;
    this.#store = await open(this.#place);
    // What was finished is kept; of what was not, the last step may be finished and not told.
    return this.#compare(models.slice(changed, changed + 2));
  }

  async #twoProcesses(mine: Change, theirs: Change): Promise<string | null> {
    const orders = [
      [mine, theirs],
      [theirs, mine],
    ].map((order) => {
      const model = this.#model.copy();
      const areClear = order.every((change) => {
        const isClear = model.isClear(change);
        model.change(change);
        return isClear;
      });
      return areClear ? model : null;
    });
    const [first, second] = orders;
    if (!first || !second) return null;
    const worker = await this.#worker([theirs], "", 0);
    await worker.begun;
    await makeChange(this.#store.db, mine);
    await this.#store.close();
    await worker.end;
    this.#store = await open(this.#place);
    return this.#compare(this.#place.isLocked ? [first] : [first, second]);
  }

  async #withoutFile(which: number): Promise<string | null> {
    await this.#store.close();
    const fault = await this.#place.withoutFile(which);
    this.#store = await open(this.#place);
    return fault ?? this.#compare([this.#model]);
  }

  /** Another process that makes changes. */
  async #worker(changes: readonly Change[], at: string, count: number) {
    const args = [await bundled(WORKER), this.#place.season, JSON.stringify(changes), at, String(count)];
    const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
    const lines = createInterface({ input: child.stdout });
    let told = 0;
    const begun = new Promise<void>((done) => {
      lines.on("line", () => {
        told += 1;
        done();
      });
      child.once("exit", () => done());
    });
    const end = new Promise<{ readonly changed: number }>((done, failed) => {
      child.once("close", (code, signal) => {
        if (code === 0 || signal === "SIGKILL") done({ changed: Math.max(0, told - 1) });
        else failed(new Error(`the other process ended with ${code ?? signal}`));
      });
    });
    return { begun, end };
  }

  /** Takes the first model that the season agrees with for its own. @returns how it differs from the last one if there is none */
  async #compare(models: readonly SeasonModel[]): Promise<string | null> {
    const seen = await seenIn(this.#store.db);
    const disputes = await disputesIn(this.#store.db);
    let difference = "";
    for (const model of models) {
      difference = differenceBetween(seen, model.seen());
      if (difference === "" && !model.settleDisputes(disputes))
        difference = `waits for a decision: ${JSON.stringify([...disputes])}`;
      if (difference !== "") continue;
      this.#model = model;
      return null;
    }
    return difference;
  }
}

function differenceBetween(seen: Seen, expected: Seen): string {
  if (isDeepStrictEqual(seen, expected)) return "";
  const kinds = Object.keys(expected) as (keyof Seen)[];
  return kinds
    .flatMap((kind) => [
      ...seen[kind].filter((one) => !expected[kind].includes(one)).map((one) => `  season: ${one}`),
      ...expected[kind].filter((one) => !seen[kind].includes(one)).map((one) => `  model:  ${one}`),
    ])
    .join("\n");
}
