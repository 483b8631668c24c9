import { readdirSync, readFileSync, type Stats, statSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { basename, dirname, join, normalize, resolve, sep } from "node:path";
import { makeFolder } from "../../files/read/make-folder.ts";
import { readText, reason } from "../../files/read/read-file.ts";
import {
  firstEntry,
  type FolderFile,
  listManifestPaths,
  MANIFEST,
  packZip,
} from "../../print/publish/publication.ts";
import { msg } from "../../rules/problem/message.ts";
import { tryOr } from "../../rules/problem/problem.ts";
import { dropDraft, newDraft, placeDraft, sweepDrafts } from "./drafts.ts";
import { fail } from "./failure.ts";
import { realPath } from "./write-file.ts";

// Folders that the program writes as a whole, and replaces as a whole later.

/** Files that operating systems leave in folders. */
const LITTER: ReadonlySet<string> = new Set([".DS_Store", "Thumbs.db", "desktop.ini"]);

/** More files are only counted. */
const MAX_NAMED_FILES = 3;

/**
 * The folder of a publication and the ZIP next to it. Ends the command if that would replace an input, or a file that is not from
 * `publish`. @param out the folder as typed
 */
export function resolveDestination(out: string, inputs: readonly string[]) {
  const folder = resolveFolder(out, inputs);
  return { folder, zip: resolveZip(out, folder) };
}

/**
 * The folder of a publication or site, which may replace another one. Ends the command if that would replace an input, or a file of
 * someone else. @param out the folder as typed
 */
export function resolveFolder(out: string, inputs: readonly string[]): string {
  if (out === "")
    fail(
      "bad-value",
      msg`cli.no-out-folder: \`--out\` needs the name of a folder`,
      msg`cli.no-out-folder-hint: such as \`--out site\``,
    );
  const folder = resolveOutput(out);
  if (basename(folder) === "")
    fail("exists", msg`cli.cant-replace-folder: ${out} can’t be replaced`, WAY_OUT);
  // The manifest counts as an input once it is read, but may be replaced.
  const real = inputs.map((input) => tryOr(resolve(input), () => realPath(input)));
  const others = real.filter((file) => file !== join(folder, MANIFEST));
  const lost = others.find((file) => file.startsWith(folder + sep) || file === zipPath(folder));
  if (lost !== undefined) {
    const message = msg`cli.would-replace-input: ${out} would be replaced, but ${lost} is in it`;
    fail("would-overwrite", message, WAY_OUT);
  }
  checkFolder(out, folder);
  return folder;
}

function zipPath(folder: string): string {
  return `${folder}.zip`;
}

function resolveZip(out: string, folder: string): string {
  const zip = zipPath(folder);
  const archive = statPath(zip);
  // The first file of our archives is the manifest.
  const first = archive?.isFile() ? firstEntry(readFileSync(zip)) : null;
  if (archive !== undefined && !first?.endsWith(`/${MANIFEST}`))
    fail(
      "exists",
      msg`cli.zip-not-from-publish: ${out}.zip already exists and was not made by \`publish\``,
      WAY_OUT,
    );
  return zip;
}

const WAY_OUT = msg`cli.publish-elsewhere-hint: choose another folder with --out`;

function resolveOutput(out: string): string {
  try {
    return realPath(out);
  } catch (error) {
    return fail("unwritable", msg`cli.unwritable: ${out} can’t be written: ${reason(error)}`, WAY_OUT);
  }
}

function statPath(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch (error) {
    return fail("unwritable", msg`cli.unwritable: ${path} can’t be written: ${reason(error)}`, WAY_OUT);
  }
}

function checkFolder(out: string, folder: string): void {
  const there = statPath(folder);
  if (there === undefined) return;
  if (!there.isDirectory()) fail("exists", msg`files.not-a-folder: ${out} is a file, not a folder`, WAY_OUT);
  const files = listFiles(folder, "");
  if (files.length === 0) return;
  const ours = statPath(join(folder, MANIFEST))?.isFile() ? readText(join(folder, MANIFEST)) : null;
  const listed = ours?.ok ? listManifestPaths(ours.value) : null;
  if (listed === null)
    fail("exists", msg`cli.not-from-publish: ${out} already exists and was not made by augenblock`, WAY_OUT);
  const foreign = files.filter((file) => !listed.includes(file));
  if (foreign.length === 0) return;
  const named = foreign.slice(0, MAX_NAMED_FILES).map(normalize).join(", ");
  const more = foreign.length - MAX_NAMED_FILES;
  const hint = msg`cli.foreign-files-hint: move what you want to keep, or choose another folder with --out`;
  const message =
    more > 0
      ? msg`cli.more-foreign-files: ${out} contains files that are not from augenblock: ${named} and ${more} more`
      : msg`cli.foreign-files: ${out} contains files that are not from augenblock: ${named}`;
  fail("exists", message, hint);
}

/** The paths of all files below a folder, separated by `/`. Links are not followed. */
function listFiles(folder: string, below: string): string[] {
  try {
    return readdirSync(join(folder, below), { withFileTypes: true }).flatMap((entry) => {
      const path = below === "" ? entry.name : `${below}/${entry.name}`;
      if (entry.isDirectory()) return listFiles(folder, path);
      return LITTER.has(entry.name) ? [] : [path];
    });
  } catch (error) {
    const message = msg`files.cant-read: ${join(folder, below)} can’t be read: ${reason(error)}`;
    return fail("unreadable", message, WAY_OUT);
  }
}

/** Puts the folder and its ZIP in place. @param files the manifest first. @returns the size of the ZIP in bytes */
export async function placePublication(
  { folder, zip }: ReturnType<typeof resolveDestination>,
  files: readonly FolderFile[],
): Promise<number> {
  const packed = packZip(basename(folder), files);
  await placeAll(folder, [
    [folder, (draft) => writeFolder(draft, files)],
    [zip, (draft) => writeFile(draft, packed, { flag: "wx" })],
  ]);
  return packed.length;
}

/** Puts a folder in place, in the place of an earlier one. */
export async function placeFolder(folder: string, files: readonly FolderFile[]): Promise<void> {
  await placeAll(folder, [[folder, (draft) => writeFolder(draft, files)]]);
}

/** Writes all targets to drafts, then puts all of them in place. @param name as problems name them */
async function placeAll(
  name: string,
  targets: readonly (readonly [target: string, write: (draft: string) => Promise<void>])[],
): Promise<void> {
  const drafts = targets.map(([target, write]) => ({ target, write, draft: newDraft(target) }));
  try {
    await makeFolder(dirname(name));
    for (const { target } of drafts) await sweepDrafts(target);
    for (const { write, draft } of drafts) await write(draft);
    for (const { draft, target } of drafts) await placeDraft(draft, target);
  } catch (error) {
    fail("unwritable", msg`cli.unwritable: ${name} can’t be written: ${reason(error)}`, WAY_OUT);
  } finally {
    for (const { draft } of drafts) await dropDraft(draft);
  }
}

async function writeFolder(folder: string, files: readonly FolderFile[]): Promise<void> {
  await mkdir(folder);
  for (const { path, bytes } of files) {
    const file = join(folder, path);
    await makeFolder(dirname(file));
    await writeFile(file, bytes, { flag: "wx" });
  }
}
