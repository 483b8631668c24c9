import { readdirSync, readFileSync, type Stats, statSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { basename, dirname, join, normalize, resolve, sep } from "node:path";
import type { Command } from "commander";
import { studioFiles } from "../../files/package/studio-files.ts";
import { toDisplayPath } from "../../files/package/variants.ts";
import { buildPublication, INDEX_PAGE } from "../../files/print/publication.ts";
import { makeFolder } from "../../files/read/make-folder.ts";
import { inputFiles, readText, reason } from "../../files/read/read-file.ts";
import { webAddress } from "../../print/pad/symbols.ts";
import {
  firstEntry,
  type FolderFile,
  listManifestPaths,
  MANIFEST,
  manifestEntries,
  manifestFile,
  packZip,
  type PublishedFile,
  publishedFile,
  sizeWords,
} from "../../print/publish/publication.ts";
import { msg } from "../../rules/problem/message.ts";
import { need } from "../../rules/problem/problem.ts";
import { readBrand } from "../brand.ts";
import { dropDraft, newDraft, placeDraft, sweepDrafts } from "../console/drafts.ts";
import { fail } from "../console/failure.ts";
import { t } from "../console/language.ts";
import { PAINT, print, printJson } from "../console/output.ts";
import { realPath } from "../console/write-file.ts";
import { buildFileStem } from "../console/write-file.ts";
import {
  BRAND_FLAGS,
  type BrandFlags,
  brandFlags,
  listDefaultFlags,
  type SheetFlags,
  sheetFlags,
} from "../flags.ts";
import { blockNote, examples, notes } from "../help.ts";
import { needStudio } from "../need-studio.ts";
import { resolveRequest } from "../request.ts";

interface Flags extends SheetFlags, BrandFlags {
  readonly studio?: string;
  readonly withStudio?: boolean;
  readonly out?: string;
  readonly json?: boolean;
}

/** `augenblock publish`: a game as a folder to put online and as a ZIP to pass on. */
export default function publishCommand(command: Command): Command {
  const publishing = sheetFlags(command)
    .option(
      "--studio <address>",
      t("cli.publish-studio-flag")`link from the page to a studio on the web, which checks sheets`,
    )
    .option(
      "--with-studio",
      t("cli.publish-with-studio-flag")`put the studio next to the page, for a web host`,
    )
    .option(
      "--out <folder>",
      t(
        "cli.publish-out-flag",
      )`folder to create (default: output/<variant>); the path of its page is printed`,
    )
    .option("--json", t("cli.print-json")`print JSON`);
  return brandFlags(publishing)
    .addHelpText(
      "after",
      notes(
        blockNote(),
        t(
          "cli.publish-notes",
        )`The page opens in the language of --lang and links to the others. An existing folder is replaced only if \`publish\` made it.`,
      ) + examples("publish my-yazzo.yaml", "publish doppel-yatzy --set extra=chance --lang en --out site"),
    )
    .action((variant, flags) => publish(variant, flags, listDefaultFlags(command)));
}

/** Makes everything from the published rules file, so that it alone gives the same pads and codes. */
export async function publish(named: string, given: Flags, defaults: readonly string[] = []): Promise<void> {
  // The page offers all papers; names and dates belong to one evening.
  const takes = ["lang", "templates", "players", "marks", ...BRAND_FLAGS] as const;
  const { variant, from, flags } = await resolveRequest(named, given, defaults, takes);
  const brand = await readBrand(flags);
  const studio = chooseStudio(given);
  const made = await buildPublication(variant, { ...flags, choices: flags.set, from, brand, ...studio });
  const { game, language, silent } = made;
  const files = [...made.files, ...(given.withStudio === true ? ownStudio() : [])];
  const out = flags.out ?? join("output", buildFileStem(game, flags.title));
  const destination = resolveDestination(out, inputFiles());
  const zipBytes = await placePublication(destination, [manifestFile(game.id, files), ...files]);
  const [folder, zip] = [toDisplayPath(destination.folder), toDisplayPath(destination.zip)];
  if (flags.json) return printJson({ variant: game.id, folder, zip, files: manifestEntries(files) });
  print(join(folder, INDEX_PAGE));
  const size = sizeWords({ length: zipBytes }, language);
  print(language.translate("publish.written", { file: zip, n: files.length + 1, size }));
  const [first] = silent;
  if (first === undefined) return;
  const names = new Intl.DisplayNames(language.code, { type: "language" });
  const missing = silent.map(({ code }) => names.of(code) ?? code).join(", ");
  const facts = { languages: missing, file: variant, code: first.code };
  print(PAINT.quiet(language.translate("publish.silent", facts)));
}

/** The folder of a studio next to the page. */
const STUDIO = "studio/";

const [STUDIO_FLAG, OWN_STUDIO_FLAG] = ["studio", "with-studio"];

function chooseStudio({ studio, withStudio }: Flags): { readonly studio?: string } {
  if (studio !== undefined && withStudio === true)
    fail(
      "flags-collide",
      msg("cli.flags-collide")`\`--${STUDIO_FLAG}\` and \`--${OWN_STUDIO_FLAG}\` can’t be combined`,
      msg("authoring.leave-out-one-hint")`leave out one of them`,
    );
  if (withStudio === true) return { studio: STUDIO };
  return studio === undefined ? {} : { studio: need(webAddress(studio)).href.replace(/#.*$/, "") };
}

function ownStudio(): PublishedFile[] {
  needStudio();
  return studioFiles().map(({ path, source }) =>
    publishedFile("studio", STUDIO + path, new Uint8Array(readFileSync(source))),
  );
}

/** Files that operating systems leave in folders. */
const LITTER: ReadonlySet<string> = new Set([".DS_Store", "Thumbs.db", "desktop.ini"]);

/** More files are only counted. */
const MAX_NAMED_FILES = 3;

/**
 * The folder of a publication and the ZIP next to it. Ends the command if that would replace an input, or a file that is not from
 * `publish`. @param out the folder as typed
 */
export function resolveDestination(out: string, inputs: readonly string[]) {
  if (out === "")
    fail(
      "bad-value",
      msg("cli.no-out-folder")`\`--out\` needs the name of a folder`,
      msg("cli.no-out-folder-hint")`such as \`--out site\``,
    );
  const folder = resolveOutput(out);
  const zip = `${folder}.zip`;
  if (basename(folder) === "")
    fail("exists", msg("cli.cant-replace-folder")`${out} can’t be replaced`, WAY_OUT);
  // The manifest counts as an input once it is read, but may be replaced.
  const others = inputs.map(whereIs).filter((file) => file !== join(folder, MANIFEST));
  const lost = others.find((file) => file.startsWith(folder + sep) || file === zip);
  if (lost !== undefined)
    fail(
      "would-overwrite",
      msg("cli.would-replace-input")`${out} would be replaced, but ${lost} is in it`,
      WAY_OUT,
    );
  checkFolder(out, folder);
  const archive = statPath(zip);
  // The first file of our archives is the manifest.
  const first = archive?.isFile() ? firstEntry(readFileSync(zip)) : null;
  if (archive !== undefined && !first?.endsWith(`/${MANIFEST}`))
    fail(
      "exists",
      msg("cli.zip-not-from-publish")`${out}.zip already exists and was not made by \`publish\``,
      WAY_OUT,
    );
  return { folder, zip };
}

const WAY_OUT = msg("cli.publish-elsewhere-hint")`choose another folder with --out`;

function resolveOutput(out: string): string {
  try {
    return realPath(out);
  } catch (error) {
    return fail("unwritable", msg("cli.unwritable")`${out} can’t be written: ${reason(error)}`, WAY_OUT);
  }
}

function whereIs(input: string): string {
  try {
    return realPath(input);
  } catch {
    return resolve(input);
  }
}

function statPath(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch (error) {
    return fail("unwritable", msg("cli.unwritable")`${path} can’t be written: ${reason(error)}`, WAY_OUT);
  }
}

function checkFolder(out: string, folder: string): void {
  const there = statPath(folder);
  if (there === undefined) return;
  if (!there.isDirectory())
    fail("exists", msg("files.not-a-folder")`${out} is a file, not a folder`, WAY_OUT);
  const files = listFiles(folder, "");
  if (files.length === 0) return;
  const ours = statPath(join(folder, MANIFEST))?.isFile() ? readText(join(folder, MANIFEST)) : null;
  const listed = ours?.ok ? listManifestPaths(ours.value) : null;
  if (listed === null)
    fail(
      "exists",
      msg("cli.not-from-publish")`${out} already exists and was not made by \`publish\``,
      WAY_OUT,
    );
  const foreign = files.filter((file) => !listed.includes(file));
  if (foreign.length === 0) return;
  const named = foreign.slice(0, MAX_NAMED_FILES).map(normalize).join(", ");
  const more = foreign.length - MAX_NAMED_FILES;
  const hint = msg("cli.foreign-files-hint")`move what you want to keep, or choose another folder with --out`;
  const message =
    more > 0
      ? msg(
          "cli.more-foreign-files",
        )`${out} contains files that are not from \`publish\`: ${named} and ${more} more`
      : msg("cli.foreign-files")`${out} contains files that are not from \`publish\`: ${named}`;
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
    return fail(
      "unreadable",
      msg("files.cant-read")`${join(folder, below)} can’t be read: ${reason(error)}`,
      WAY_OUT,
    );
  }
}

/** Puts the folder and its ZIP in place. @param files the manifest first. @returns the size of the ZIP in bytes */
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
    fail("unwritable", msg("cli.unwritable")`${folder} can’t be written: ${reason(error)}`, WAY_OUT);
  } finally {
    for (const draft of Object.values(drafts)) await dropDraft(draft);
  }
  return packed.length;
}
