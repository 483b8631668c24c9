import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import type { Game } from "../game/game.ts";
import { hintFor } from "../problem/near.ts";
import { failure, problem, type Result, success } from "../problem/problem.ts";
import { LONGEST_TEXT } from "../text/node.ts";
import type { VariantFiles } from "../variant/files.ts";
import { readVariant } from "../variant/read-variant.ts";
import { fail, need } from "./failure.ts";
import { PACKAGE_ROOT, readText, reason } from "./files.ts";

const SHIPPED = fileURLToPath(new URL("variants/", PACKAGE_ROOT));
const ENDING = /\.ya?ml$/i;

/** The ids of all variants in the package, bases included, in alphabetical order. */
export function shippedIds(): string[] {
  return readdirSync(SHIPPED)
    .filter((name) => ENDING.test(name))
    .map((name) => name.replace(ENDING, ""))
    .sort();
}

/** The ids of the shipped games: what one may be told to play. */
function playableIds(): string[] {
  const isBase = (id: string) => {
    const found = DISK.find(id, null);
    return found?.ok === true && /^abstract: *true/m.test(found.value.text);
  };
  return shippedIds().filter((id) => !isBase(id));
}

/** Variants on disk: beside the file that asks, then among the shipped ones. An id never leaves those two folders. */
export const DISK: VariantFiles = {
  find(id, from) {
    const folders = from === null ? [SHIPPED] : [dirname(from), SHIPPED];
    for (const folder of folders) {
      for (const ending of [".yaml", ".yml"]) {
        const file = join(folder, id + ending);
        if (existsSync(file)) return readNow(file);
      }
    }
    return null;
  },
  ids: shippedIds,
};

/** Extending is decided while a file is being read, which is why this one reads at once. */
function readNow(file: string): Result<{ file: string; text: string }> {
  try {
    if (statSync(file).size > LONGEST_TEXT)
      return failure([problem("too-large", `${shown(file)} is too large for a variant`)]);
    const text = new TextDecoder("utf-8", { fatal: true }).decode(readFileSync(file));
    return success({ file: shown(file), text });
  } catch (error) {
    const why = error instanceof TypeError ? "it is not UTF-8 text" : reason(error);
    return failure([problem("unreadable", `${shown(file)} can't be read: ${why}`)]);
  }
}

/** Paths are shown as one would type them here. */
function shown(file: string): string {
  const near = relative(process.cwd(), file);
  return near.startsWith("..") ? file : near;
}

/** Whether an argument names a file rather than a shipped variant. */
export function namesFile(ref: string): boolean {
  return ENDING.test(ref) || ref.includes("/") || ref.includes("\\");
}

/** The text of a variant: a shipped id, or a path to a YAML file. Ends the command if there is none. */
export async function variantText(ref: string): Promise<{ file: string; text: string }> {
  if (namesFile(ref)) return { file: ref, text: need(await readText(ref)) };
  const found = /^[\w-]+$/.test(ref) ? DISK.find(ref, null) : null;
  if (found !== null) return need(found);
  if (existsSync(ref) && statSync(ref).isFile()) return { file: ref, text: need(await readText(ref)) };
  return fail("unknown-variant", `there is no variant \`${basename(ref)}\``, hintFor(ref, playableIds()));
}

/** The game of a shipped id or a YAML file, with the chosen options. Ends the command if anything is wrong with it. */
export async function gameOf(ref: string, choices: Readonly<Record<string, string>>): Promise<Game> {
  const { file, text } = await variantText(ref);
  return need(readVariant(file, text, DISK, choices));
}

/**
 * The same at once, as a result: sheets name their games while they are being read.
 *
 * @param from the sheet that names the game: a file of that id beside it comes before the shipped ones
 */
export function gameNow(
  ref: string,
  choices: Readonly<Record<string, string>>,
  from: string | null = null,
): Result<Game> {
  const found = namesFile(ref) ? readNow(ref) : /^[\w-]+$/.test(ref) ? DISK.find(ref, from) : null;
  if (found === null) {
    const hint = hintFor(ref, playableIds());
    return failure([problem("unknown-variant", `there is no variant \`${ref}\``, { hint })]);
  }
  if (!found.ok) return found;
  return readVariant(found.value.file, found.value.text, DISK, choices);
}
