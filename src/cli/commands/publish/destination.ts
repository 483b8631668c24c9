import { msg } from "../../../rules/problem/message.ts";
import { readdirSync, readFileSync, type Stats, statSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { basename, dirname, join, normalize, resolve, sep } from "node:path";
import {
  firstEntry,
  type FolderFile,
  MANIFEST,
  listManifestPaths,
  packZip,
} from "../../../print/publish/publication.ts";
import { dropDraft, newDraft, placeDraft, sweepDrafts } from "../../console/drafts.ts";
import { fail } from "../../console/failure.ts";
import { realPath } from "../../console/targets.ts";
import { readText, reason } from "../../../files/read/read-file.ts";
import { makeFolder } from "../../../files/read/make-folder.ts";

/** Files that operating systems leave in folders. */
const LITTER: ReadonlySet<string> = new Set([".DS_Store", "Thumbs.db", "desktop.ini"]);

/** Further files in the way are counted, not named. */
const MAX_NAMED_FILES = 3;

/**
 * Where a publication goes, the folder and the ZIP next to it. Ends the command if that would replace one of its inputs, or something
 * that no earlier publication put there. @param out the folder as it was typed
 */
export function resolveDestination(out: string, inputs: readonly string[]) {
  if (out === "")
    fail(
      "bad-value",
      msg("cli.out-needs-name")`\`--out\` needs the name of a folder`,
      msg("cli.such-out-site")`such as \`--out site\``,
    );
  const folder = resolveOutput(out);
  const zip = `${folder}.zip`;
  if (basename(folder) === "") fail("exists", msg("cli.cant-replaced")`${out} can’t be replaced`, WAY_OUT);
  // Whoever reads the manifest wants to know whose folder it is.
  const others = inputs.map(whereIs).filter((file) => file !== join(folder, MANIFEST));
  const lost = others.find((file) => file.startsWith(folder + sep) || file === zip);
  if (lost !== undefined)
    fail(
      "would-overwrite",
      msg("cli.would-replaced-but")`${out} would be replaced, but ${lost} is in it`,
      WAY_OUT,
    );
  checkFolder(out, folder);
  const archive = statPath(zip);
  // The first file of our archives is the manifest.
  const first = archive?.isFile() ? firstEntry(readFileSync(zip)) : null;
  if (archive !== undefined && !first?.endsWith(`/${MANIFEST}`))
    fail(
      "exists",
      msg("cli.zip-not-from-publish")`${out}.zip already exists, and was not made by \`publish\``,
      WAY_OUT,
    );
  return { folder, zip };
}

const WAY_OUT = msg("cli.give-another-place")`give another place with --out`;

function resolveOutput(out: string): string {
  try {
    return realPath(out);
  } catch (error) {
    return fail("unwritable", msg("cli.cant-written")`${out} can’t be written: ${reason(error)}`, WAY_OUT);
  }
}

function whereIs(input: string): string {
  try {
    return realPath(input);
  } catch {
    return resolve(input);
  }
}

/** What is at a path, if anything. */
function statPath(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch (error) {
    return fail("unwritable", msg("cli.cant-written")`${path} can’t be written: ${reason(error)}`, WAY_OUT);
  }
}

function checkFolder(out: string, folder: string): void {
  const there = statPath(folder);
  if (there === undefined) return;
  if (!there.isDirectory())
    fail("exists", msg("files.file-not-folder")`${out} is a file, not a folder`, WAY_OUT);
  const files = listFiles(folder, "");
  if (files.length === 0) return;
  const ours = statPath(join(folder, MANIFEST))?.isFile() ? readText(join(folder, MANIFEST)) : null;
  const listed = ours?.ok ? listManifestPaths(ours.value) : null;
  if (listed === null)
    fail(
      "exists",
      msg("cli.not-from-publish")`${out} already exists, and was not made by \`publish\``,
      WAY_OUT,
    );
  const foreign = files.filter((file) => !listed.includes(file));
  if (foreign.length === 0) return;
  const named = foreign.slice(0, MAX_NAMED_FILES).map(normalize).join(", ");
  const more = foreign.length - MAX_NAMED_FILES;
  const hint = msg("cli.move-what-you")`move what you want to keep, or give another place with --out`;
  const message =
    more > 0
      ? msg(
          "cli.holds-what-publish",
        )`${out} holds what \`publish\` did not put there: ${named} and ${more} more`
      : msg("cli.holds-what-publish-did")`${out} holds what \`publish\` did not put there: ${named}`;
  fail("exists", message, hint);
}

/** The paths of all files below a folder, with `/` between; a link is a file of its own, wherever it leads. */
function listFiles(folder: string, below: string): string[] {
  try {
    return readdirSync(join(folder, below), { withFileTypes: true }).flatMap((entry) => {
      const path = below === "" ? entry.name : `${below}/${entry.name}`;
      if (entry.isDirectory()) return listFiles(folder, path);
      return LITTER.has(entry.name) ? [] : [path];
    });
  } catch (error) {
    return fail(
      "unreadable",
      msg("files.cant-read")`${join(folder, below)} can’t be read: ${reason(error)}`,
      WAY_OUT,
    );
  }
}

/** Puts the folder and its ZIP in place, both or none. @param files the manifest first. @returns how large the ZIP is, in bytes */
export async function placePublication(
  { folder, zip }: ReturnType<typeof resolveDestination>,
  files: readonly FolderFile[],
): Promise<number> {
  const drafts = { folder: newDraft(folder), zip: newDraft(zip) };
  const packed = packZip(basename(folder), files);
  try {
    await makeFolder(dirname(folder));
    for (const target of [folder, zip]) await sweepDrafts(target);
    await mkdir(drafts.folder);
    for (const { path, bytes } of files) {
      const file = join(drafts.folder, path);
      await makeFolder(dirname(file));
      await writeFile(file, bytes, { flag: "wx" });
    }
    await writeFile(drafts.zip, packed, { flag: "wx" });
    await placeDraft(drafts.folder, folder);
    await placeDraft(drafts.zip, zip);
  } catch (error) {
    fail("unwritable", msg("cli.cant-written")`${folder} can’t be written: ${reason(error)}`, WAY_OUT);
  } finally {
    for (const draft of Object.values(drafts)) await dropDraft(draft);
  }
  return packed.length;
}
