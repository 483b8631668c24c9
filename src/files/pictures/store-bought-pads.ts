import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { msg } from "../../rules/problem/message.ts";
import { need, refusal, type Result, success } from "../../rules/problem/problem.ts";
import { suggestWord } from "../../rules/problem/wording.ts";
import type { Choices } from "../../rules/variant/options.ts";
import type { Pad } from "../../scan/pads/pad.ts";
import { preparedGameToScan } from "../package/games.ts";
import { PACKAGE_ROOT } from "../package.ts";
import { readText } from "../read/read-file.ts";
import { listFileIds, namesFile, toDisplayPath } from "../package/variants.ts";

// Store-bought pads: those in the package, and those that users describe or learn from photos.

const SHIPPED = fileURLToPath(new URL("variants/pads/", PACKAGE_ROOT));

/** The ids of all store-bought pads in the package, in alphabetical order. */
export function shippedPadIds(): string[] {
  return existsSync(SHIPPED) ? listFileIds(SHIPPED) : [];
}

/**
 * Loads a pad by its id or the path of its file. The game that a file names is looked up next to it, then among the shipped ones.
 *
 * @param rules house rules, by option, in addition to those printed on the pad
 * @returns the pad, or why it can't be read or does not fit its game
 */
export async function loadCommercialPad(ref: string, rules: Choices = {}): Promise<Result<Pad>> {
  const ids = shippedPadIds();
  if (!namesFile(ref) && !ids.includes(ref)) {
    const message = msg`files.no-such-pad: there is no pad \`${ref}\``;
    return refusal("unknown-pad", message, suggestWord(ref, ids));
  }
  const isShipped = !namesFile(ref);
  const path = isShipped ? join(SHIPPED, `${ref}.yaml`) : ref;
  const text = readText(path);
  return text.ok ? readCommercialPad(path, text.value, isShipped ? null : path, rules) : text;
}

/**
 * Reads a pad from the text of its file, which needn't be written yet.
 *
 * @param from the file that its game is looked up from; null for a shipped pad
 * @param rules house rules, by option, in addition to those printed on the pad
 */
export async function readCommercialPad(
  path: string,
  text: string,
  from: string | null,
  rules: Choices = {},
): Promise<Result<Pad>> {
  // Imported here because these modules are slow to load.
  const [{ readPadFile }, { readGame }] = await Promise.all([
    import("../../scan/pads/pad-file.ts"),
    import("../package/read-game.ts"),
  ]);
  return readPadFile(toDisplayPath(path), text, (named, printed, changes) => {
    const choices = { ...printed, ...rules };
    const known = Object.keys(changes).length > 0 ? null : preparedGameToScan(named, choices, from);
    return known ? success(known) : readGame(named, choices, changes, from);
  });
}

/** Loads all shipped pads. @param variant restricts them to a game, by its id, with these house rules @throws Failure if one is wrong */
export async function shippedPads(variant: string | null = null, rules: Choices = {}): Promise<Pad[]> {
  const pads: Pad[] = [];
  for (const id of shippedPadIds()) {
    const pad = await loadCommercialPad(id);
    if (variant === null || need(pad).game.id === variant)
      pads.push(need(variant === null ? pad : await loadCommercialPad(id, rules)));
  }
  return pads;
}
