import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { failure, problem, type Result, success } from "../../rules/problem/problem.ts";
import { readText, reason } from "./files.ts";
import { isVariantFile, namesFile, shippedIds } from "./variants.ts";

/** Folders within folders; nobody keeps house rules deeper, and it ends somewhere. */
const DEEPEST = 8;
const MAX_FILES = 1_000;

/** Whether an argument is a folder of variants rather than a file or a shipped variant. */
export function isFolder(ref: string): boolean {
  if (!namesFile(ref) && shippedIds().includes(ref)) return false;
  return statSync(ref, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

/**
 * The variant files in a folder and those below it, in alphabetical order: YAML files with an `id` or an `extends`. Hidden
 * folders, installed packages and links to folders are passed over.
 *
 * @returns a problem if there are none, or far too many, or if the folder can't be read
 */
export function variantFilesIn(folder: string): Result<string[]> {
  try {
    const files = yamlFilesIn(folder, 0).filter(isVariant);
    if (files.length > MAX_FILES)
      return refused(`the folder ${folder} holds more than ${MAX_FILES} variant files`);
    if (files.length > 0) return success(files);
    return refused(
      `the folder ${folder} holds no variant files`,
      "a variant file ends in .yaml and has an `id`",
    );
  } catch (error) {
    return refused(`${folder} can't be read: ${reason(error)}`);
  }
}

function refused(message: string, hint: string | null = null): Result<never> {
  return failure([problem("unreadable", message, { hint })]);
}

function yamlFilesIn(folder: string, depth: number): string[] {
  const entries = readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  return entries.flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.name.startsWith(".") || entry.name === "node_modules") return [];
    if (entry.isDirectory()) return depth < DEEPEST ? yamlFilesIn(path, depth + 1) : [];
    return isVariantFile(entry.name) && statSync(path, { throwIfNoEntry: false })?.isFile() ? [path] : [];
  });
}

/** Other YAML files, such as filled-in sheets, may lie beside variants. What can't be read is told when it is looked at. */
function isVariant(file: string): boolean {
  const text = readText(file);
  return !text.ok || /^\uFEFF?["']?(id|extends)["']?\s*:/m.test(text.value);
}
