import { msg } from "../rules/problem/message.ts";
import type { Game } from "../rules/game/game.ts";
import { need, type Result, refusal, success } from "../rules/problem/problem.ts";
import type { Choices } from "../rules/variant/options.ts";
import { readVariant } from "../rules/variant/read-variant.ts";
import { DISK, findVariant, shippedIds } from "./variants.ts";
import { isMeantAsVariant } from "../rules/variant/recognise.ts";
import { VARIANT_START } from "../rules/variant/tree.ts";

/** Reads a variant from its file without the help of the build, and without promises; see `loadGame`, which does so only if it must. @param from see `findVariant` */
export function readGame(ref: string, choices: Choices = {}, from: string | null = null): Result<Game> {
  const found = findVariant(ref, from);
  if (!found.ok) return found;
  const { file, text } = found.value;
  const read = readVariant(file, text, DISK, choices);
  if (read.ok || from === null || isMeantAsVariant(text)) return read;
  return refusal("no-variant", msg`${file} is no variant`, VARIANT_START);
}

/**
 * Reads a variant with some of its keys changed, as a file would that extends it. The game keeps the id of the variant.
 *
 * @param changes what that file would say beside `id` and `extends`
 */
export function readChangedGame(
  id: string,
  changes: Readonly<Record<string, unknown>>,
  choices: Choices,
  from: string | null,
): Result<Game> {
  const found = findVariant(id, from);
  if (!found.ok) return found;
  const keys = Object.entries(changes).map(([key, value]) => `${key}: ${JSON.stringify(value)}`);
  const text = [`id: ${CHANGED}`, `extends: ${id}`, ...keys, ""].join("\n");
  const game = readVariant(found.value.file, text, DISK, choices);
  return game.ok ? success({ ...game.value, id }) : game;
}

/** What a game with changes is called while it is read: nothing extends itself. */
const CHANGED = "changed";

/** Every shipped file that is a game of its own, by id. */
export function shippedGames(): Game[] {
  return shippedIds().flatMap((id) => {
    const found = DISK.find(id, null);
    if (found === null) return [];
    const { file, text } = need(found);
    const result = readVariant(file, text, DISK);
    return !result.ok && result.problems.every(({ code }) => code === "abstract") ? [] : [need(result)];
  });
}
