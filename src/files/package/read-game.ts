import { msg } from "../../rules/problem/message.ts";
import type { Game } from "../../rules/game/game.ts";
import { need, type Result, refusal, success } from "../../rules/problem/problem.ts";
import type { Choices } from "../../rules/variant/options.ts";
import { readVariant } from "../../rules/variant/read-variant.ts";
import { DISK, findVariant, shippedIds } from "./variants.ts";
import { isBlockFile, readBlockFile } from "../../print/pad/block-file.ts";
import { isMeantAsVariant } from "../../rules/variant/bases.ts";
import { VARIANT_START } from "../../rules/variant/tree.ts";

/**
 * Reads a variant, or a block file with its house rules, synchronously, without the build cache. Prefer `loadGame`, which tries the cache
 * first.
 *
 * @param choices override the house rules of a block file
 * @param changes keys of a variant file that override the variant's own, like a file that extends it; the game keeps its id
 * @param from see `findVariant`
 */
export function readGame(
  ref: string,
  choices: Choices = {},
  changes: Readonly<Record<string, unknown>> = {},
  from: string | null = null,
): Result<Game> {
  const named = findVariant(ref, from);
  if (!named.ok) return named;
  const block = isBlockFile(named.value.text) ? readBlockFile(named.value.file, named.value.text) : null;
  if (block?.ok === false) {
    // A file that a sheet names may be anything, so its problems are not quoted.
    if (from === null) return block;
    const hint = msg`files.bad-block-hint: \`augenblock pad ${named.value.file}\` says what is wrong with it`;
    return refusal(
      "no-variant",
      msg`files.bad-block: the block file ${named.value.file} can’t be used`,
      hint,
    );
  }
  const found = block === null ? named : findVariant(block.value.variant, named.value.file);
  if (!found.ok) return found;
  const { file, text } = found.value;
  const chosen = { ...block?.value.flags.set, ...choices };
  if (Object.keys(changes).length > 0)
    return readChangedGame(file, block?.value.variant ?? ref, changes, chosen);
  const read = readVariant(file, text, DISK, chosen);
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
