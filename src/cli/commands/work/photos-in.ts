import { readdirSync } from "node:fs";
import { dirname, extname, join, resolve } from "node:path";
import { isUrl, loadPhoto, printablePlace } from "../../../files/pictures/fetch-photo.ts";
import { readText, unreadable, statPath } from "../../../files/read/read-file.ts";
import { msg } from "../../../rules/problem/message.ts";
import {
  failure,
  type Problem,
  problem,
  refusal,
  type Result,
  success,
} from "../../../rules/problem/problem.ts";
import type { PlacedPhoto } from "../../../season/queue/photos.ts";
import { isPdf, isPhoto } from "../../file-kinds.ts";

/** The photos that the words of a command name, each once, in their order. */
export interface NamedPhotos {
  readonly photos: readonly PlacedPhoto[];
  /** Sheets that are no photos: nobody has to share them out. */
  readonly others: number;
}

/**
 * What folders, lists and URLs name. A folder stands for the photos in it and in those below it; a list, which is a text file or the URL of
 * one, holds a path or URL in each line.
 */
export async function findPhotos(words: readonly string[]): Promise<Result<NamedPhotos>> {
  const found = await Promise.all(words.map(inWord));
  const problems = found.flatMap((one) => (one.ok ? [] : one.problems));
  if (problems.length > 0) return failure(problems);
  const all = found.flatMap((one) => (one.ok ? [one.value] : []));
  return success({
    photos: [...new Map(all.flatMap(({ photos }) => photos.map((one) => [one.place, one]))).values()],
    others: all.reduce((sum, { others }) => sum + others, 0),
  });
}

async function inWord(word: string): Promise<Result<NamedPhotos>> {
  if (isUrl(word)) return hasPhotoEnding(word) ? checkPhotoFiles([word]) : fetchedList(word);
  if (statPath(word)?.isDirectory()) return inFolder(word);
  if (isPhoto(word)) return checkPhotoFiles([resolve(word)], word);
  const text = readText(word);
  if (!text.ok) return text;
  return fromList(text.value, word, (line) => resolve(dirname(word), line));
}

function hasPhotoEnding(url: string): boolean {
  return URL.canParse(url) && isPhoto(new URL(url).pathname);
}

function inFolder(folder: string): Result<NamedPhotos> {
  try {
    const files = readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => !entry.isDirectory() && !entry.name.startsWith("."))
      .map(({ parentPath, name }) => resolve(join(parentPath, name)));
    const photos = files.filter(isPhoto).sort(byName);
    const others = files.filter((file) => isPdf(file) || SHEETS.has(extname(file).toLowerCase())).length;
    if (photos.length > 0) return withOthers(checkPhotoFiles(photos), others);
    const hint = msg(
      "cli.name-folder-photos",
    )`name the folder that the photos are in; typed sheets and PDF files are read by \`augenblock check\``;
    return refusal("no-match", msg("cli.folder-holds-no-photos")`the folder ${folder} holds no photos`, hint);
  } catch (error) {
    return failure([unreadable(folder, error)]);
  }
}

/** The order of names in every language; numbers count as numbers. */
const byName = new Intl.Collator("en", { numeric: true }).compare;

const SHEETS: ReadonlySet<string> = new Set([".yaml", ".yml", ".csv"]);

function withOthers(found: Result<NamedPhotos>, others: number): Result<NamedPhotos> {
  return found.ok ? success({ ...found.value, others }) : found;
}

async function fetchedList(url: string): Promise<Result<NamedPhotos>> {
  const bytes = await loadPhoto(url);
  if (!bytes.ok) return bytes;
  const text = new TextDecoder().decode(bytes.value);
  return fromList(text, printablePlace(url), (line) =>
    URL.canParse(line, url) ? new URL(line, url).href : line,
  );
}

function fromList(text: string, name: string, placeOf: (line: string) => string): Result<NamedPhotos> {
  // Pictures and web pages are no lists.
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  const named = lines.flatMap((line, at) => (line === "" || line.startsWith("#") ? [] : [{ line, at }]));
  const wrong = named.filter(({ line }) => !isUrl(line) && !isPhoto(line));
  const [first] = wrong;
  if (named.length === 0 || first !== undefined) {
    const hint = msg("cli.list-holds-path")`a list holds the path or URL of a photo in each line`;
    const isList = named.length > wrong.length;
    if (!isList || first === undefined)
      return refusal("no-list", msg("cli.not-a-list")`${name} is not a list of photos`, hint);
    return failure(
      wrong
        .slice(0, MAX_TOLD)
        .map(
          ({ at }): Problem =>
            problem("no-photo", msg("cli.line-names-no")`line ${at + 1} of ${name} names no photo`, { hint }),
        ),
    );
  }
  return checkPhotoFiles(
    named.map(({ line }) => (isUrl(line) ? line : placeOf(line))),
    name,
  );
}

const MAX_TOLD = 20;

/** Files have to be there; whether a store has a photo shows when it is read. */
function checkPhotoFiles(places: readonly string[], list: string | null = null): Result<NamedPhotos> {
  const missing: string[] = [];
  const photos = places.map((place): PlacedPhoto => {
    if (isUrl(place)) return { place, stamp: "" };
    const there = statPath(place);
    if (there === null || !there.isFile()) missing.push(place);
    return { place, stamp: there === null ? "" : `${there.size} ${Math.round(there.mtimeMs)}` };
  });
  if (missing.length === 0) return success({ photos, others: 0 });
  const hint = list === null ? null : msg("cli.paths-list-start")`paths in a list start at its folder`;
  return failure(
    missing
      .slice(0, MAX_TOLD)
      .map(
        (file): Problem =>
          problem("unreadable", msg("cli.there-no-photo")`there is no photo ${file}`, { hint }),
      ),
  );
}
