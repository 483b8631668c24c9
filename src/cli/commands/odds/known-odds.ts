import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { version } from "../../../files/package.ts";
import type { Model } from "../../../odds/model.ts";
import { type Odds, oddsOf } from "../../../odds/odds.ts";
import type { Game } from "../../../rules/game/game.ts";
import { progressBar } from "../../console/output.ts";
import { t } from "../../console/language.ts";

interface FoundOdds {
  readonly odds: Odds;
  /** How long it took to find them. */
  readonly seconds: number;
}

/** The odds of a game, as they were found before by the same version for the same rules, or worked out. @param announce called before work starts */
export async function knownOdds(model: Model, announce: () => void): Promise<FoundOdds> {
  const file = fileFor(model.game);
  const known = readKnown(file);
  if (known !== null) return known;
  announce();
  const bar = await progressBar(`{bar} {percentage} % ${t`of the odds`}`);
  const start = performance.now();
  const odds = oddsOf(model, (done) => bar.update(Math.round(done * 1000), 1000));
  bar.stop();
  const found = { odds, seconds: Math.round(performance.now() - start) / 1000 };
  keep(file, found);
  return found;
}

/** A file whose name follows from version and rules; words and money have no part in it. */
function fileFor(game: Game): string {
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
    ranking,
  };
  const text = JSON.stringify(rules, (key, value) => {
    if (key === "label") return undefined;
    return value instanceof Map ? [...value] : value;
  });
  const name = createHash("sha256").update(`${version()}\n${text}`).digest("hex").slice(0, 32);
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
  return typeof found === "object" && found !== null && "odds" in found && "seconds" in found;
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
