import { msg } from "../../rules/problem/message.ts";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { suggestWord, meantHint } from "../../rules/problem/wording.ts";
import { failure, refusal, type Result, success } from "../../rules/problem/problem.ts";
import type { VariantFiles } from "../../rules/variant/bases.ts";
import { readText, unreadable, statPath, resolveReference } from "../read/read-file.ts";
import { PACKAGE_ROOT } from "../package.ts";

const SHIPPED = fileURLToPath(new URL("variants/", PACKAGE_ROOT));
const EXTENSION = /\.ya?ml$/i;

/** The ids of all variants in the package, bases included, in alphabetical order. */
export function shippedIds(): string[] {
  return listFileIds(SHIPPED);
}

/** The names of the YAML files in a folder, without their extension, in alphabetical order. */
export function listFileIds(folder: string | URL): string[] {
  const files = readdirSync(folder).filter((name) => EXTENSION.test(name));
  return files.map((name) => name.replace(EXTENSION, "")).sort();
}

/** The ids of the shipped games, without their bases. */
export function playableIds(): string[] {
  const isBase = (id: string) => {
    const found = DISK.find(id, null);
    return found?.ok === true && /^abstract: *true/m.test(found.value.text);
  };
  return shippedIds().filter((id) => !isBase(id));
}

/** Variants on disk: next to the file that names them, or among the shipped ones. An id never leads out of these two folders. */
export const DISK: VariantFiles = {
  find(id, from) {
    const file = (from === null ? null : findBeside(from, id)) ?? findVariantFile(SHIPPED, id);
    return file === null ? null : readNamed(file);
  },
  ids: shippedIds,
};

function findVariantFile(folder: string, id: string): string | null {
  const files = [".yaml", ".yml"].map((extension) => join(folder, id + extension));
  return files.find((file) => existsSync(file)) ?? null;
}

/** The variant file next to the one that names it. A sheet, block or store-bought pad with the name of a shipped game is ignored. */
function findBeside(from: string, id: string): string | null {
  const file = findVariantFile(dirname(from), id);
  return file !== null && findVariantFile(SHIPPED, id) !== null && namesItsGame(file) ? null : file;
}

/** Whether a file names a variant instead of being one; variants don't have these keys. */
function namesItsGame(file: string): boolean {
  const text = readText(file, "look");
  return text.ok && /^(?:\uFEFF?\{\s*)?["']?(?:variant|block|pad)["']?\s*:/m.test(text.value);
}

function readNamed(file: string) {
  const name = toDisplayPath(file);
  const text = readText(file);
  return text.ok ? success({ file: name, text: text.value }) : text;
}

/** A path as the user would type it, relative if possible. */
export function toDisplayPath(file: string): string {
  const near = relative(".", file);
  return near.startsWith("..") ? file : near;
}

export function isVariantFile(name: string): boolean {
  return EXTENSION.test(name);
}

/** Whether an argument names a file rather than a shipped variant. */
export function namesFile(ref: string): boolean {
  return EXTENSION.test(ref) || ref.includes("/") || ref.includes("\\");
}

const ID = /^[\w-]+$/;

/**
 * Finds the text of a variant.
 *
 * @param ref a shipped id, or a path to a YAML file
 * @param from the sheet or block that names it, if any: variants next to it come before shipped ones; paths are relative to its folder and
 *   can't leave it
 */
export function findVariant(ref: string, from: string | null = null) {
  if (from !== null) return findNamed(ref, from);
  if (namesFile(ref)) return readNamed(ref);
  const found = ID.test(ref) ? DISK.find(ref, null) : null;
  if (found !== null) return found;
  return statPath(ref)?.isFile() ? readNamed(ref) : (findByName(ref) ?? unknownVariant(ref));
}

function findNamed(ref: string, from: string) {
  const beside = ID.test(ref) ? findBeside(from, ref) : null;
  const path = namesFile(ref) ? ref : beside && basename(beside);
  if (path === null)
    return (ID.test(ref) ? DISK.find(ref, null) : null) ?? findByName(ref) ?? unknownVariant(ref);
  const file = resolveReference(from, path);
  return file.ok ? readNamed(file.value) : file;
}

/** The shipped game with this id or name, however it is spelled: `Yazzo`, `Double Yatzy`. Null if there is none, or several. */
function findByName(ref: string) {
  const wanted = plainName(ref);
  const found = playableIds().filter((id) => namesOfShipped(id).some((name) => plainName(name) === wanted));
  return found.length === 1 ? DISK.find(found.join(), null) : null;
}

/** The id of a shipped game and its names; shipped files have them on one line. */
function namesOfShipped(id: string): string[] {
  const [, names = ""] = /^name: *\{(.*)\}/m.exec(readVariantText(id) ?? "") ?? [];
  return [id, ...[...names.matchAll(/\w+: *"?([^,"}]+)/g)].map(([, name = ""]) => name)];
}

/** A name in lowercase without spaces, punctuation and accents. */
function plainName(name: string): string {
  return name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "");
}

function unknownVariant(ref: string) {
  const file = ID.test(ref) ? findVariantFile(".", ref) : null;
  const hint = file === null ? suggestWord(ref, playableIds()) : meantHint(file);
  return refusal("unknown-variant", msg`rules.unknown-variant: there is no variant \`${ref}\``, hint);
}

/** The text of a variant by its id; null if it can't be read. */
export function readVariantText(id: string, from: string | null = null): string | null {
  const found = DISK.find(id, from);
  return found?.ok ? found.value.text : null;
}

/** The greatest depth of nested folders. */
const MAX_DEPTH = 8;
const MAX_FILES = 1_000;

/** Whether an argument is a folder of variants rather than a file or a shipped variant. */
export function isVariantFolder(ref: string): boolean {
  if (!namesFile(ref) && shippedIds().includes(ref)) return false;
  return statPath(ref)?.isDirectory() ?? false;
}

/**
 * The variant files in a folder and those below it, in alphabetical order: YAML files with an `id` or an `extends`. Hidden folders,
 * installed packages and links to folders are skipped. A problem if there are none or too many, or the folder can't be read.
 */
export function listVariantFiles(folder: string): Result<string[]> {
  try {
    // Other YAML files, such as filled-in sheets, may be next to variants. Unreadable ones count, so that they are reported later.
    const files = listYamlFiles(folder, 0).filter((file) => {
      const text = readText(file, "look");
      return !text.ok || /^\uFEFF?["']?(id|extends)["']?\s*:/m.test(text.value);
    });
    if (files.length > MAX_FILES)
      return refusal(
        "unreadable",
        msg`files.too-many-variants: the folder ${folder} contains more than ${MAX_FILES} variant files`,
      );
    if (files.length > 0) return success(files);
    const hint = msg`files.variant-file-hint: a variant file ends in .yaml and has an \`id\``;
    const message = msg`files.no-variant-files: the folder ${folder} contains no variant files`;
    return refusal("unreadable", message, hint);
  } catch (error) {
    return failure([unreadable(folder, error)]);
  }
}

function listYamlFiles(folder: string, depth: number): string[] {
  const entries = readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  return entries.flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.name.startsWith(".") || entry.name === "node_modules") return [];
    if (entry.isDirectory()) return depth < MAX_DEPTH ? listYamlFiles(path, depth + 1) : [];
    return isVariantFile(entry.name) && statPath(path)?.isFile() ? [path] : [];
  });
}

/** What a game is worth with optimal play: its average total, or bounds of it; the same twice where it is known exactly. */
export interface OptimalTotal {
  readonly low: number;
  readonly high: number;
}

/** What every shipped game is worth, by its id, as `npm run game-odds` computed it. */
export function shippedOdds(): Readonly<Record<string, OptimalTotal>> {
  return JSON.parse(readFileSync(new URL("variants/odds.json", PACKAGE_ROOT), "utf8"));
}
