import { setScoreShares, type SharesByCategory } from "../../odds/casual-play.ts";
import type { Game } from "../../rules/game/game.ts";
import { type Result, success } from "../../rules/problem/problem.ts";
import type { Choices } from "../../rules/variant/options.ts";
import { readBuildCache } from "./prepared.ts";
import { namesFile, readVariantText } from "./variants.ts";

/** Loads the game of a variant with its house rules, as choices by option. @param from see `findVariant` */
export async function loadGame(
  ref: string,
  choices: Choices = {},
  from: string | null = null,
): Promise<Result<Game>> {
  const known = preparedGame(ref, choices, from);
  // Imported here because the reader of variants takes as long to load as everything else for a pad.
  return known ? success(known) : (await import("./read-game.ts")).readGame(ref, choices, {}, from);
}

/** A shipped game from the build cache; null for any other, and for unusual choices. @param from see `findVariant` */
export function preparedGame(ref: string, choices: Choices, from: string | null = null): Game | null {
  if (namesFile(ref)) return null;
  const game = readBuildCache(`variants/${ref}`, (id) => readVariantText(id, from)) as Game | null;
  const isUsual = ([id, choice]: [string, string]) =>
    game?.options.some((option) => option.id === id && option.chosen === choice);
  if (game === null || !Object.entries(choices).every(isUsual)) return null;
  ids.set(game, ref);
  return game;
}

/** The same with how people play it, which reading a photo needs and takes long to simulate. */
export function preparedGameToScan(ref: string, choices: Choices, from: string | null = null): Game | null {
  const game = preparedGame(ref, choices, from);
  const shares = game && readBuildCache(`shares/${ref}`, (id) => readVariantText(id, from));
  if (game && shares) setScoreShares(game, shares as SharesByCategory);
  return game;
}

const ids = new WeakMap<Game, string>();

/** The id of a game from the build cache, to look up more about it there; null for other games. */
export function preparedId(game: Game): string | null {
  return ids.get(game) ?? null;
}
