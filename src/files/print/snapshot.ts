import { readdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { crc32 } from "node:zlib";
import { readResolved } from "../../rules/variant/read-variant.ts";
import { readBytes, readText } from "../read/read-file.ts";
import { TEMPLATES } from "../package.ts";
import { DISK, findVariant } from "../package/variants.ts";

/** The contents of all files that a print is made from, by file; null if one can't be read. */
export type Snapshot = ReadonlyMap<string, string | null>;

/** What a print is made from. */
export interface WatchedSources extends TemplateSources {
  readonly variant: string;
  /** The block file that names the variant, if one does. */
  readonly from: string | null;
  /** Further files. */
  readonly others: readonly string[];
}

/** Where templates and words come from. */
interface TemplateSources {
  readonly language: string;
  /** The folder of the user's own templates, if given. */
  readonly own: string | null;
}

/** The variant with everything that it extends, the templates and words of a language and what else there is, as they are now. */
export function snapshot(sources: WatchedSources): Snapshot {
  const { variant, from, others } = sources;
  const files = new Map<string, string | null>();
  const found = findVariant(variant, from);
  files.set(found.ok ? found.value.file : variant, found.ok ? found.value.text : null);
  const find: typeof DISK.find = (id, below) => {
    const base = DISK.find(id, below);
    if (base?.ok) files.set(base.value.file, base.value.text);
    return base;
  };
  if (found.ok) readResolved(found.value.file, found.value.text, { ...DISK, find });
  for (const file of templateFolders(sources).flatMap(listTemplateFiles)) {
    const text = readText(file);
    files.set(file, text.ok ? text.value : null);
  }
  for (const file of others) files.set(file, readFileSignature(file));
  return files;
}

/** The text of a file, or what tells pictures apart; null if it can't be read. */
function readFileSignature(file: string): string | null {
  const text = readText(file);
  if (text.ok) return text.value;
  const bytes = readBytes(file, "logo");
  return bytes.ok ? String(crc32(bytes.value)) : null;
}

/** The same files, each as it was known before, if it was. */
export function asKnown(now: Snapshot, known: Snapshot): Snapshot {
  return new Map([...now].map(([file, text]) => [file, known.has(file) ? (known.get(file) ?? null) : text]));
}

/** The folders in which a file of the print may change. */
export function listWatchFolders(files: Snapshot, sources: TemplateSources): string[] {
  return [...new Set([...[...files.keys()].map((file) => dirname(file)), ...templateFolders(sources)])];
}

/** The files that changed, were added or are gone. */
export function changedFiles(before: Snapshot, now: Snapshot): string[] {
  return [...new Map([...before, ...now]).keys()].filter((file) => before.get(file) !== now.get(file));
}

/** Whether a file is a template or a word list, and not a variant. */
export function isTemplate(file: string, sources: TemplateSources): boolean {
  return templateFolders(sources).includes(dirname(file));
}

/** The root of the user's own templates is included: the folder of a language may be added to it while it is watched. */
function templateFolders({ language, own }: TemplateSources): string[] {
  const roots = own === null ? [] : [own];
  const folders = [fileURLToPath(TEMPLATES), ...roots].map((root) => join(root, language));
  return [...folders.flatMap((folder) => [folder, join(folder, "partials")]), ...roots];
}

function listTemplateFiles(folder: string): string[] {
  try {
    const names = readdirSync(folder).filter((name) => /\.(hbs|yaml)$/.test(name));
    return names.map((name) => join(folder, name)).filter((file) => statSync(file).isFile());
  } catch {
    return [];
  }
}
