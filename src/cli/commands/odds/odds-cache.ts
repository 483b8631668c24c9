import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { version } from "../../../files/package.ts";
import type { FoundOdds } from "../../../odds/find.ts";
import type { Strategy } from "../../../odds/strategy/strategy.ts";
import type { Game } from "../../../rules/game/game.ts";
import { userFolder } from "../../user.ts";
import { progressBar } from "../../console/output.ts";
import { t } from "../../console/language.ts";

/** Odds, and the seconds that their computation took. */
export interface TimedOdds extends FoundOdds {
  readonly seconds: number;
}

/** Raise this when the same rules give other numbers, or the shape of the files changes: old files are then ignored. */
const FORMAT = 2;

/** Computes something and reports its progress, 0 to 1. */
type Work<T> = (onProgress: (done: number) => void) => T;

/** The odds of a game, cached by version and rules. */
export function knownOdds(game: Game, prepare: () => Work<FoundOdds>): Promise<TimedOdds> {
  return loadOrCompute(findCacheFile(game, "odds"), isTimedOdds, t("cli.odds-progress")`of the odds`, () => {
    const work = prepare();
    return (onProgress) => {
      const start = performance.now();
      return { ...work(onProgress), seconds: Math.round(performance.now() - start) / 1000 };
    };
  });
}

/** The strategy card of a game, cached by version and rules. */
export function knownStrategy(game: Game, prepare: () => Work<Strategy>): Promise<Strategy> {
  return loadOrCompute(
    findCacheFile(game, "strategy"),
    isStrategy,
    t("cli.strategy-progress")`of the strategy`,
    prepare,
  );
}

/** Reads a cache file, or computes and writes it. @param what words next to the progress bar */
async function loadOrCompute<T extends object>(
  file: string | null,
  is: (found: unknown) => found is T,
  what: string,
  prepare: () => Work<T>,
): Promise<T> {
  const kept = readKept(file, is);
  if (kept !== null) return kept;
  const work = prepare();
  const bar = await progressBar(`{bar} {percentage} % ${what}`);
  const found = work((done) => bar.update(Math.round(done * 1000), 1000));
  bar.stop();
  keep(file, found);
  return found;
}

/** How the cached odds of a game were computed; null if there are none. */
export function keptMethod(game: Game): "exact" | "interval" | null {
  const kept = readKept(findCacheFile(game, "odds"), isTimedOdds);
  if (kept === null) return null;
  return kept.interval === null ? "exact" : "interval";
}

/** The cached best expected total of a game; null if there is none. */
export function keptMean(game: Game): number | null {
  return readKept(findCacheFile(game, "mean"), isMean)?.mean ?? null;
}

export function keepMean(game: Game, mean: number): void {
  keep(findCacheFile(game, "mean"), { mean });
}

/** The rules that odds depend on, as text, without words and money. */
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

/** The cache file for a version and rules; null if the user has no cache folder. */
function findCacheFile(game: Game, what: "odds" | "strategy" | "mean"): string | null {
  const folder = userFolder("cache");
  const name = hashParts(version(), String(FORMAT), what, rulesKey(game)).slice(0, 32);
  return folder === null ? null : join(folder, "odds", `${name}.json`);
}

function hashParts(...parts: readonly string[]): string {
  return createHash("sha256").update(parts.join("\n")).digest("hex");
}

/** The checksum covers content and file name, so that edited files and copies for other rules are ignored. */
interface Kept {
  readonly checksum: string;
  readonly found: unknown;
}

function computeChecksum(file: string, found: unknown): string {
  return hashParts(basename(file), JSON.stringify(found));
}

/** The content of a cache file; null if it is missing or damaged. */
function readKept<T>(file: string | null, is: (found: unknown) => found is T): T | null {
  if (file === null) return null;
  try {
    const { checksum, found }: Kept = JSON.parse(readFileSync(file, "utf8"));
    return checksum === computeChecksum(file, found) && is(found) ? found : null;
  } catch {
    return null;
  }
}

/** Writes a cache file atomically. */
function keep(file: string | null, found: object): void {
  if (file === null) return;
  try {
    mkdirSync(dirname(file), { recursive: true });
    const draft = `${file}.${process.pid}`;
    const kept: Kept = { checksum: computeChecksum(file, found), found };
    writeFileSync(draft, JSON.stringify(kept));
    renameSync(draft, file);
  } catch {
    // Without a writable cache, the next run computes again.
  }
}

function isTimedOdds(found: unknown): found is TimedOdds {
  return has(found, "odds", "interval") && isMean(found.odds) && hasNumbers(found, "seconds");
}

function isStrategy(found: unknown): found is Strategy {
  return has(found, "card") && isMean(found) && hasNumbers(found, "best");
}

function isMean(found: unknown): found is { readonly mean: number } {
  return hasNumbers(found, "mean");
}

function hasNumbers(found: unknown, ...keys: readonly string[]): boolean {
  return has(found, ...keys) && keys.every((key) => Number.isFinite(found[key]));
}

function has<K extends string>(found: unknown, ...keys: readonly K[]): found is Record<K, unknown> {
  return typeof found === "object" && found !== null && keys.every((key) => key in found);
}
