import type { Game } from "../rules/game/game.ts";
import type { Result } from "../rules/problem/problem.ts";
import type { Choices } from "../rules/variant/options.ts";
import { readVariant } from "../rules/variant/read-variant.ts";
import { DISK, findVariant } from "./variants.ts";

/** Reads a variant from its file without the help of the build, and without promises; see `loadGame`, which does so only if it must. @param from see `findVariant` */
export function readGame(ref: string, choices: Choices = {}, from: string | null = null): Result<Game> {
  const found = findVariant(ref, from);
  return found.ok ? readVariant(found.value.file, found.value.text, DISK, choices) : found;
}
