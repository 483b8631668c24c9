import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { version } from "../../../files/package.ts";
import type { Interval } from "../../../odds/interval/interval.ts";
import type { Odds } from "../../../odds/odds.ts";
import type { Game } from "../../../rules/game/game.ts";
import { progressBar } from "../../console/output.ts";
import { t } from "../../console/language.ts";

/** Odds that were found: exact ones, or those of a player that was simulated, with an interval. */
export interface FoundOdds {
  readonly odds: Odds;
  /** Null where the odds are exact. */
  readonly interval: OddsInterval | null;
  /** How long it took to find them. */
  readonly seconds: number;
}

/** Between which totals the best expected total lies. */
export type OddsInterval = Pick<Interval, "low" | "high" | "confidence" | "games">;

/** Works odds out, and tells how much is done, from 0 to 1. */
type Work = (tell: (done: number) => void) => Omit<FoundOdds, "seconds">;

/** The odds of a game, as they were found before by the same version for the same rules, or worked out. */
export async function knownOdds(game: Game, prepare: () => Work): Promise<FoundOdds> {
  const file = fileFor(game);
  const known = readKnown(file);
  if (known !== null) return known;
  const work = prepare();
  const bar = await progressBar(`{bar} {percentage} % ${t`of the odds`}`);
  const start = performance.now();
  const worked = work((done) => bar.update(Math.round(done * 1000), 1000));
  bar.stop();
  const found = { ...worked, seconds: Math.round(performance.now() - start) / 1000 };
  keep(file, found);
  return found;
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
function fileFor(game: Game): string {
  const name = createHash("sha256")
    .update(`${version()}\n${rulesKey(game)}`)
    .digest("hex")
    .slice(0, 32);
  return join(cacheFolder(), `${name}.json`);
}

function cacheFolder(): string {
  const { XDG_CACHE_HOME, LOCALAPPDATA } = process.env;
  const local = process.platform === "win32" ? LOCALAPPDATA : XDG_CACHE_HOME;
  return join(local || join(homedir(), ".cache"), "augenblock", "odds");
}

function readKnown(file: string): FoundOdds | null {
  try {
    const found: unknown = JSON.parse(readFileSync(file, "utf8"));
    return isFound(found) ? found : null;
  } catch {
    return null;
  }
}

function isFound(found: unknown): found is FoundOdds {
  return typeof found === "object" && found !== null && "odds" in found && "interval" in found;
}

/** Keeps what was found, whole or not at all. Where nothing can be written, it is worked out again the next time. */
function keep(file: string, found: FoundOdds): void {
  try {
    mkdirSync(dirname(file), { recursive: true });
    const draft = `${file}.${process.pid}`;
    writeFileSync(draft, JSON.stringify(found));
    renameSync(draft, file);
  } catch {
    // A cache that can't be written is no reason to keep the answer back.
  }
}
