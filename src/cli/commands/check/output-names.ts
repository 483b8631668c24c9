import { statSync } from "node:fs";
import { basename, extname, join, resolve } from "node:path";
import { fail } from "../../console/failure.ts";

/**
 * Where the file of each sheet goes: one sheet into the named file, several into numbered ones beside it, and into a folder under the
 * names of their photos.
 *
 * @param out what the flag named: a file, or a folder
 * @param photos the first photo of each sheet
 * @param ending of files in a folder, such as `.png`
 */
export function outputNames(out: string, photos: readonly string[], ending: string): string[] {
  if (isFolder(out)) return distinctNames(photos.map(stemOf)).map((stem) => join(out, stem + ending));
  if (photos.length === 1) return [out];
  const extension = extname(out);
  const stem = out.slice(0, out.length - extension.length);
  return photos.map((_, at) => `${stem}-${at + 1}${extension}`);
}

function isFolder(out: string): boolean {
  return /[\\/]$/.test(out) || statSync(out, { throwIfNoEntry: false })?.isDirectory() === true;
}

/** The name of a file without its ending. */
export function stemOf(file: string): string {
  return basename(file, extname(file));
}

/** Names, each once: those that are there already are numbered on. */
export function distinctNames(names: readonly string[]): string[] {
  const taken = new Set<string>();
  return names.map((stem) => {
    let name = stem;
    for (let n = 2; taken.has(name); n++) name = `${stem}-${n}`;
    taken.add(name);
    return name;
  });
}

/** Ends the command before anything is written over one of the files that it was given. */
export function spareInputs(outputs: readonly string[], inputs: readonly string[], flag: string): void {
  const kept = new Set(inputs.map((file) => resolve(file)));
  const lost = outputs.find((file) => kept.has(resolve(file)));
  if (lost === undefined) return;
  fail("would-overwrite", `${lost} is one of the sheets that are checked`, `give another place with ${flag}`);
}
