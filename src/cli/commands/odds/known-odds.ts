import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { version } from "../../../files/package.ts";
import type { FoundOdds } from "../../../odds/find.ts";
import type { Strategy } from "../../../odds/strategy/strategy.ts";
import type { Game } from "../../../rules/game/game.ts";
import { progressBar } from "../../console/output.ts";
import { t } from "../../console/language.ts";

/** Odds that were found, and how long that took. */
export interface TimedOdds extends FoundOdds {
  readonly seconds: number;
}

const ODDS_KEYS = ["odds", "interval"] as const;

/** Works something out, and tells how much is done, from 0 to 1. */
type Work<T> = (tell: (done: number) => void) => T;

/** The odds of a game, as they were found before by the same version for the same rules, or worked out. */
export function knownOdds(game: Game, prepare: () => Work<FoundOdds>): Promise<TimedOdds> {
  return known(fileFor(game, "odds"), ODDS_KEYS, t`of the odds`, () => {
    const work = prepare();
    return (tell) => {
      const start = performance.now();
      return { ...work(tell), seconds: Math.round(performance.now() - start) / 1000 };
    };
  });
}

/** The rules of thumb of a game, as they were found before by the same version for the same rules, or worked out. */
export function knownStrategy(game: Game, prepare: () => Work<Strategy>): Promise<Strategy> {
  return known(fileFor(game, "strategy"), ["card", "mean", "best"], t`of the strategy`, prepare);
}

/** What a file keeps, if it has these keys; else what is worked out, which the file keeps then. @param what stands beside the progress */
async function known<T extends object>(
  file: string,
  keys: readonly (keyof T & string)[],
  what: string,
  prepare: () => Work<T>,
): Promise<T> {
  const kept = readKept<T>(file, keys);
  if (kept !== null) return kept;
  const work = prepare();
  const bar = await progressBar(`{bar} {percentage} % ${what}`);
  const found = work((done) => bar.update(Math.round(done * 1000), 1000));
  bar.stop();
  keep(file, found);
  return found;
}

/** Whether the odds of a game were found before by the same version for the same rules, and how: null if they were not. */
export function keptMethod(game: Game): "exact" | "interval" | null {
  const kept = readKept<TimedOdds>(fileFor(game, "odds"), ODDS_KEYS);
  if (kept === null) return null;
  return kept.interval === null ? "exact" : "interval";
}

/** The best expected total of a game, as it was found before by the same version for the same rules; null if it was not. */
export function keptMean(game: Game): number | null {
  return readKept<{ mean: number }>(fileFor(game, "mean"), ["mean"])?.mean ?? null;
}

/** Keeps the best expected total of a game. */
export function keepMean(game: Game, mean: number): void {
  keep(fileFor(game, "mean"), { mean });
}

/** The rules that odds depend on, as text; words and money have no part in it. */
export function rulesKey(game: Game): string {
  const { dice, hands, layers, turn, sections, columns, constraints, bonuses, repeats, strike, ranking } =
    game;
  const rules = {
    dice,
    hands,
    layers,
    turn,
    sections,
    columns,
    constraints,
    bonuses,
    repeats,
    strike,
    order: ranking.order,
  };
  return JSON.stringify(rules, (key, value) => {
    if (key === "label") return undefined;
    return value instanceof Map ? [...value] : value;
  });
}

/** A file whose name follows from version and rules. */
function fileFor(game: Game, what: "odds" | "strategy" | "mean"): string {
  const name = createHash("sha256")
    .update(`${version()}\n${what}\n${rulesKey(game)}`)
    .digest("hex")
    .slice(0, 32);
  return join(cacheFolder(), `${name}.json`);
}

function cacheFolder(): string {
  const { XDG_CACHE_HOME, LOCALAPPDATA } = process.env;
  const local = process.platform === "win32" ? LOCALAPPDATA : XDG_CACHE_HOME;
  return join(local || join(homedir(), ".cache"), "augenblock", "odds");
}

function readKept<T extends object>(file: string, keys: readonly (keyof T & string)[]): T | null {
  try {
    const found: unknown = JSON.parse(readFileSync(file, "utf8"));
    const has = (one: unknown): one is T =>
      typeof one === "object" && one !== null && keys.every((key) => key in one);
    return has(found) ? found : null;
  } catch {
    return null;
  }
}

/** Keeps what was found, whole or not at all. Where nothing can be written, it is worked out again the next time. */
function keep(file: string, found: object): void {
  try {
    mkdirSync(dirname(file), { recursive: true });
    const draft = `${file}.${process.pid}`;
    writeFileSync(draft, JSON.stringify(found));
    renameSync(draft, file);
  } catch {
    // A cache that can't be written is no reason to keep the answer back.
  }
}
