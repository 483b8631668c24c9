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

/** Odds that were found, and how long that took. */
export interface TimedOdds extends FoundOdds {
  readonly seconds: number;
}

/** To be raised whenever other numbers are worked out for the same rules, or kept in another shape: what was kept before is then worked out anew. */
const FORMAT = 2;

/** Works something out, and tells how much is done, from 0 to 1. */
type Work<T> = (tell: (done: number) => void) => T;

/** The odds of a game, as they were found before by the same version for the same rules, or worked out. */
export function knownOdds(game: Game, prepare: () => Work<FoundOdds>): Promise<TimedOdds> {
  return loadOrCompute(findCacheFile(game, "odds"), isTimedOdds, t("cli.odds-progress")`of the odds`, () => {
    const work = prepare();
    return (tell) => {
      const start = performance.now();
      return { ...work(tell), seconds: Math.round(performance.now() - start) / 1000 };
    };
  });
}

/** The rules of thumb of a game, as they were found before by the same version for the same rules, or worked out. */
export function knownStrategy(game: Game, prepare: () => Work<Strategy>): Promise<Strategy> {
  return loadOrCompute(
    findCacheFile(game, "strategy"),
    isStrategy,
    t("cli.strategy-progress")`of the strategy`,
    prepare,
  );
}

/** What a file keeps, if that is whole; else what is worked out, which the file keeps then. @param what stands beside the progress */
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

/** Whether the odds of a game were found before by the same version for the same rules, and how: null if they were not. */
export function keptMethod(game: Game): "exact" | "interval" | null {
  const kept = readKept(findCacheFile(game, "odds"), isTimedOdds);
  if (kept === null) return null;
  return kept.interval === null ? "exact" : "interval";
}

/** The best expected total of a game, as it was found before by the same version for the same rules; null if it was not. */
export function keptMean(game: Game): number | null {
  return readKept(findCacheFile(game, "mean"), isMean)?.mean ?? null;
}

/** Keeps the best expected total of a game. */
export function keepMean(game: Game, mean: number): void {
  keep(findCacheFile(game, "mean"), { mean });
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

/** A file whose name follows from version and rules; null where there is no folder for it. */
function findCacheFile(game: Game, what: "odds" | "strategy" | "mean"): string | null {
  const folder = userFolder("cache");
  const name = hashParts(version(), String(FORMAT), what, rulesKey(game)).slice(0, 32);
  return folder === null ? null : join(folder, "odds", `${name}.json`);
}

function hashParts(...parts: readonly string[]): string {
  return createHash("sha256").update(parts.join("\n")).digest("hex");
}

/** What a file keeps, with a checksum over it and the file's name: numbers that were changed by hand, or belong to other rules, don't count. */
interface Kept {
  readonly checksum: string;
  readonly found: unknown;
}

function computeChecksum(file: string, found: unknown): string {
  return hashParts(basename(file), JSON.stringify(found));
}

/** What was kept; null if there is nothing, or nothing that can be relied on. */
function readKept<T>(file: string | null, is: (found: unknown) => found is T): T | null {
  if (file === null) return null;
  try {
    const { checksum, found }: Kept = JSON.parse(readFileSync(file, "utf8"));
    return checksum === computeChecksum(file, found) && is(found) ? found : null;
  } catch {
    return null;
  }
}

/** Keeps what was found, whole or not at all. Where nothing can be written, it is worked out again the next time. */
function keep(file: string | null, found: object): void {
  if (file === null) return;
  try {
    mkdirSync(dirname(file), { recursive: true });
    const draft = `${file}.${process.pid}`;
    const kept: Kept = { checksum: computeChecksum(file, found), found };
    writeFileSync(draft, JSON.stringify(kept));
    renameSync(draft, file);
  } catch {
    // A cache that can't be written is no reason to keep the answer back.
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
