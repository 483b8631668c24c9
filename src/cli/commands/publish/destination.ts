import { msg } from "../../../rules/problem/message.ts";
import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync, realpathSync, type Stats, statSync } from "node:fs";
import { mkdir, readdir, rename, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join, resolve, sep } from "node:path";
import { firstEntry, type FolderFile, MANIFEST, pathsIn, zipOf } from "../../../print/publish/publication.ts";
import { fail } from "../../console/failure.ts";
import { readText, reason } from "../../../files/read-file.ts";
import { makeFolder } from "../../console/write-file.ts";

/** Files that operating systems leave in folders. */
const LITTER: ReadonlySet<string> = new Set([".DS_Store", "Thumbs.db", "desktop.ini"]);

/** Further files in the way are counted, not named. */
const MAX_NAMED_FILES = 3;

/**
 * Where a publication goes, the folder and the ZIP next to it. Ends the command if that would replace one of its inputs, or something
 * that no earlier publication put there. @param out the folder as it was typed
 */
export function destinationFor(out: string, inputs: readonly string[]) {
  if (out === "") fail("bad-value", msg`\`--out\` needs the name of a folder`, msg`such as \`--out site\``);
  const folder = realPath(out);
  const zip = `${folder}.zip`;
  if (basename(folder) === "") fail("exists", msg`${out} can't be replaced`, WAY_OUT);
  const lost = inputs.map(realPath).find((file) => file.startsWith(folder + sep));
  if (lost !== undefined)
    fail("would-overwrite", msg`${out} would be replaced, but ${lost} is in it`, WAY_OUT);
  checkFolder(out, folder);
  const archive = whatIsAt(zip);
  // The first file of our archives is the manifest.
  const first = archive?.isFile() ? firstEntry(readFileSync(zip)) : null;
  if (archive !== undefined && !first?.endsWith(`/${MANIFEST}`))
    fail("exists", msg`${out}.zip is there already, and not from \`publish\``, WAY_OUT);
  return { folder, zip };
}

const WAY_OUT = msg`give another place with --out`;

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return resolve(path);
  }
}

/** What is at a path, if anything. */
function whatIsAt(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch (error) {
    return fail("unwritable", msg`${path} can't be written: ${reason(error)}`, WAY_OUT);
  }
}

function checkFolder(out: string, folder: string): void {
  const there = whatIsAt(folder);
  if (there === undefined) return;
  if (!there.isDirectory()) fail("exists", msg`${out} is a file, not a folder`, WAY_OUT);
  const files = filesIn(folder, "");
  if (files.length === 0) return;
  const ours = whatIsAt(join(folder, MANIFEST))?.isFile() ? readText(join(folder, MANIFEST)) : null;
  const listed = ours?.ok ? pathsIn(ours.value) : null;
  if (listed === null) fail("exists", msg`${out} is there already, and not from \`publish\``, WAY_OUT);
  const foreign = files.filter((file) => !listed.includes(file));
  if (foreign.length === 0) return;
  const named = foreign.slice(0, MAX_NAMED_FILES).join(", ");
  const more = foreign.length - MAX_NAMED_FILES;
  const hint = msg`move what you want to keep, or give another place with --out`;
  const message =
    more > 0
      ? msg`${out} holds what \`publish\` did not put there: ${named} and ${more} more`
      : msg`${out} holds what \`publish\` did not put there: ${named}`;
  fail("exists", message, hint);
}

/** The paths of all files below a folder, with `/` between; a link is a file of its own, wherever it leads. */
function filesIn(folder: string, below: string): string[] {
  try {
    return readdirSync(join(folder, below), { withFileTypes: true }).flatMap((entry) => {
      const path = below === "" ? entry.name : `${below}/${entry.name}`;
      if (entry.isDirectory()) return filesIn(folder, path);
      return LITTER.has(entry.name) ? [] : [path];
    });
  } catch (error) {
    return fail("unreadable", msg`${join(folder, below)} can't be read: ${reason(error)}`, WAY_OUT);
  }
}

/** Puts the folder and its ZIP in place, both or none. @param files the manifest first. @returns how large the ZIP is, in bytes */
export async function placePublication(
  { folder, zip }: ReturnType<typeof destinationFor>,
  files: readonly FolderFile[],
): Promise<number> {
  const [above, name] = [dirname(folder), basename(folder)];
  const mark = randomUUID().slice(0, 8);
  const newFolder = join(above, `.${name}.${mark}.tmp`);
  const newZip = join(above, `.${name}.zip.${mark}.tmp`);
  const oldFolder = join(above, `.${name}.${mark}.old`);
  const removed = (path: string) => rm(path, { recursive: true, force: true }).catch(() => undefined);
  const packed = zipOf(name, files);
  try {
    await makeFolder(above);
    await mkdir(newFolder);
    for (const { path, bytes } of files) {
      const file = join(newFolder, path);
      await makeFolder(dirname(file));
      await writeFile(file, bytes, { flag: "wx" });
    }
    await writeFile(newZip, packed);
    await exchange(folder, newFolder, oldFolder);
    await rename(newZip, zip);
  } catch (error) {
    fail("unwritable", msg`${folder} can't be written: ${reason(error)}`, WAY_OUT);
  } finally {
    for (const left of [newFolder, newZip]) await removed(left);
  }
  await removed(oldFolder);
  return packed.length;
}

/** Puts a new folder in the place of one that may be there; the old one comes back if that fails. */
async function exchange(folder: string, fresh: string, old: string): Promise<void> {
  const files = await readdir(folder).catch(() => null);
  if (files?.length === 0) await rm(folder, { recursive: true });
  else if (files !== null) await rename(folder, old);
  try {
    await rename(fresh, folder);
  } catch (error) {
    if (files !== null) await rename(old, folder).catch(() => undefined);
    throw error;
  }
}
