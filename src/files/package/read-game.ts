import { msg } from "../../rules/problem/message.ts";
import type { Game } from "../../rules/game/game.ts";
import { need, type Result, refusal, success } from "../../rules/problem/problem.ts";
import type { Choices } from "../../rules/variant/options.ts";
import { readVariant } from "../../rules/variant/read-variant.ts";
import { DISK, findVariant, shippedIds } from "./variants.ts";
import { isMeantAsVariant } from "../../rules/variant/bases.ts";
import { VARIANT_START } from "../../rules/variant/tree.ts";

/**
 * Reads a variant from its file synchronously, without the build cache. Prefer `loadGame`, which tries the cache first.
 *
 * @param changes keys of a variant file that override the variant's own, like a file that extends it; the game keeps its id
 * @param from see `findVariant`
 */
export function readGame(
  ref: string,
  choices: Choices = {},
  changes: Readonly<Record<string, unknown>> = {},
  from: string | null = null,
): Result<Game> {
  const found = findVariant(ref, from);
  if (!found.ok) return found;
  const { file, text } = found.value;
  if (Object.keys(changes).length > 0) return readChangedGame(file, ref, changes, choices);
  const read = readVariant(file, text, DISK, choices);
  if (read.ok || from === null || isMeantAsVariant(text)) return read;
  return refusal("no-variant", msg`rules.not-a-variant: ${file} is not a variant`, VARIANT_START);
}

function readChangedGame(file: string, id: string, changes: object, choices: Choices): Result<Game> {
  // Duplicate keys are reported.
  const keys = [["id", CHANGED], ["extends", id], ...Object.entries(changes)] as const;
  const text = keys.map(([key, value]) => `${JSON.stringify(key)}: ${JSON.stringify(value)}\n`).join("");
  const game = readVariant(file, text, DISK, choices);
  return game.ok ? success({ ...game.value, id }) : game;
}

/** The temporary id of a game with changes, because a game can't extend itself. */
const CHANGED = "changed";

/** Every shipped game, without the abstract bases, by id. */
export function shippedGames(): Game[] {
  return shippedIds().flatMap((id) => {
    const found = DISK.find(id, null);
    if (found === null) return [];
    const { file, text } = need(found);
    const result = readVariant(file, text, DISK);
    return !result.ok && result.problems.every(({ code }) => code === "abstract") ? [] : [need(result)];
  });
}
