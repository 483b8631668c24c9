import { readdirSync } from "node:fs";
import { dirname, extname, join, resolve } from "node:path";
import { loadLanguage } from "../../../files/package/languages.ts";
import { isUrl, loadPhoto, printablePlace } from "../../../files/pictures/fetch-photo.ts";
import { knownSheets, type SheetSources } from "../../../files/pictures/sheet-sources.ts";
import { readText, statPath, unreadable } from "../../../files/read/read-file.ts";
import { msg } from "../../../rules/problem/message.ts";
import { failure, need, problem, type Result, refusal, success } from "../../../rules/problem/problem.ts";
import type { PlacedPhoto } from "../../../season/queue.ts";
import type { EveningName } from "../../../season/sheet-to-keep.ts";
import { t } from "../../console/language.ts";
import { print, printJson } from "../../console/output.ts";
import { byFileName, isPdf, isPhoto } from "../../file-kinds.ts";
import {
  type ChosenOptions,
  choiceFlag,
  createCountParser,
  type JsonFlag,
  type LanguageFlags,
  languageFlag,
} from "../../flags.ts";
import type { Command } from "../../help.ts";
import { type OccasionFlags, readOccasionFlags } from "../../occasion-flags.ts";
import { type QueueFlag, queueFlag, withQueue } from "./queue.ts";
import { encodeContext } from "./reader-process.ts";

interface Flags extends LanguageFlags, JsonFlag, QueueFlag, OccasionFlags {
  readonly shardSize: number;
  readonly lease: number;
  readonly variant?: string;
  readonly set: ChosenOptions;
  readonly pad?: string;
  readonly paper?: string;
  readonly templates?: string;
}

/** `augenblock queue add`: puts photos into a queue that any number of machines read. */
export default function enqueueCommand(command: Command): Command {
  const named = queueFlag(
    languageFlag(
      command.argument(
        "<photos...>",
        t`cli.enqueue-photos-argument: photos, folders of photos, lists (text files with one path or URL per line), or URLs of photos and lists`,
      ),
    ),
  )
    .option(
      "--shard-size <n>",
      t`cli.shard-size-flag: number of photos that a worker takes at once`,
      createCountParser(1, 10_000),
      200,
    )
    .option(
      "--lease <seconds>",
      t`cli.lease-flag: give photos to another worker if theirs has not reported for this many seconds`,
      createCountParser(10, 3600),
      300,
    )
    .option("--json", t`cli.print-json: print JSON`)
    .optionsGroup(t`cli.photos-heading: Photos:`)
    .option("--variant <variant>", t`cli.sheet-variant-flag: the game, for sheets that do not name it`)
    .option(
      "--pad <pad>",
      t`cli.photographed-pad-flag: the store-bought pad in the photos: an id from \`augenblock pads list\`, or a pad file`,
    )
    .option("--paper <paper>", t`cli.printed-paper-flag: custom paper size of the sheets: <width>x<height>mm`)
    .option("--date <day>", t`cli.enqueue-date-flag: when the sheets were played`)
    .option("--place <name>", t`cli.place-flag: where the sheets were played`)
    .option("--evening <name>", t`cli.evening-flag: name of the game night, such as a round of a tournament`);
  return choiceFlag(named, "--set", t`cli.printed-rules-flag: house rules that --variant was printed with`)
    .option(
      "--templates <folder>",
      t`cli.printed-templates-flag: the templates that the sheets were printed with`,
    )
    .notes(
      t`cli.enqueue-note: Workers load photos from the same paths, such as those of a shared disk, or from their URLs. Photos that are already in the queue are not added again.`,
    )
    .examples(
      "queue add photos --queue postgres://pub@db.example/club",
      "queue add photos.txt --variant yazzo --shard-size 500",
    )
    .action(enqueue);
}

async function enqueue(words: readonly string[], flags: Flags): Promise<void> {
  const { lang, shardSize, lease: leaseSeconds } = flags;
  const { date, place, name } = need(readOccasionFlags(flags));
  const evening: EveningName = { date: date ?? "", place: place ?? "", name: name ?? "" };
  const sources = resolveSources(flags);
  need(loadLanguage(lang, sources.templates));
  // Faults in the sources show here rather than in every worker.
  await knownSheets(sources);
  const { photos, others } = need(await findPhotos(words));
  const context = encodeContext({ sources, lang, evening });
  await withQueue(flags, true, async (queue) => {
    const added = await queue.add(photos, context, { shardSize, leaseSeconds });
    const known = photos.length - added;
    if (flags.json) return printJson({ photos: photos.length, added, known, others });
    print(t`cli.photos-added: added: ${added}`);
    if (known > 0) print(t`cli.already-there: already there: ${known}`);
    if (others > 0)
      print(
        t`cli.sheets-skipped: skipped, as \`augenblock check\` reads typed sheets and PDF files: ${others}`,
      );
  });
}

/** What the sheets were printed from, with absolute paths of files. */
function resolveSources({ variant, set, pad, paper, templates }: Flags): SheetSources {
  // A shipped game or pad may have the name of a folder.
  const file = (named = "") => (statPath(named)?.isFile() ? resolve(named) : named || null);
  return {
    variant: file(variant),
    choices: { ...set },
    pad: file(pad),
    paper: paper ?? null,
    templates: templates === undefined ? null : resolve(templates),
  };
}

/** The photos that the arguments of a command name, each once, in their order. */
export interface NamedPhotos {
  readonly photos: readonly PlacedPhoto[];
  /** The number of sheets that are no photos. */
  readonly others: number;
}

/**
 * Finds the photos in folders with their subfolders, in lists, and at URLs. A list is a text file, or the URL of one, with a path or URL per
 * line.
 */
export async function findPhotos(words: readonly string[]): Promise<Result<NamedPhotos>> {
  const found = await Promise.all(words.map(photosOfWord));
  const problems = found.flatMap((one) => (one.ok ? [] : one.problems));
  if (problems.length > 0) return failure(problems);
  const all = found.flatMap((one) => (one.ok ? [one.value] : []));
  return success({
    photos: [...new Map(all.flatMap(({ photos }) => photos.map((one) => [one.place, one]))).values()],
    others: all.reduce((sum, { others }) => sum + others, 0),
  });
}

async function photosOfWord(word: string): Promise<Result<NamedPhotos>> {
  if (isUrl(word)) {
    const isOfPhoto = URL.canParse(word) && isPhoto(new URL(word).pathname);
    return isOfPhoto ? checkPhotoFiles([word]) : fetchedList(word);
  }
  if (statPath(word)?.isDirectory()) return photosInFolder(word);
  if (isPhoto(word)) return checkPhotoFiles([resolve(word)], word);
  const text = readText(word);
  if (!text.ok) return text;
  return fromList(text.value, word, (line) => resolve(dirname(word), line));
}

function photosInFolder(folder: string): Result<NamedPhotos> {
  try {
    const files = readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => !entry.isDirectory() && !entry.name.startsWith("."))
      .map(({ parentPath, name }) => resolve(join(parentPath, name)));
    const photos = files.filter(isPhoto).sort(byFileName);
    const others = files.filter((file) => isPdf(file) || SHEETS.has(extname(file).toLowerCase())).length;
    if (photos.length > 0) return checkPhotoFiles(photos, null, others);
    const hint = msg`cli.no-photos-in-folder-hint: name the folder that holds the photos; \`augenblock check\` reads typed sheets and PDF files`;
    return refusal("no-match", msg`cli.no-photos-in-folder: the folder ${folder} contains no photos`, hint);
  } catch (error) {
    return failure([unreadable(folder, error)]);
  }
}

const SHEETS: ReadonlySet<string> = new Set([".yaml", ".yml", ".csv"]);

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
    const hint = msg`cli.photo-list-hint: a list has one path or URL of a photo per line`;
    const isList = named.length > wrong.length;
    if (!isList || first === undefined)
      return refusal("no-list", msg`cli.not-a-list: ${name} is not a list of photos`, hint);
    const messages = wrong.map(
      ({ at }) => msg`cli.line-without-photo: line ${at + 1} of ${name} names no photo`,
    );
    return failure(messages.slice(0, MAX_TOLD).map((message) => problem("no-photo", message, { hint })));
  }
  const places = named.map(({ line }) => (isUrl(line) ? line : placeOf(line)));
  return checkPhotoFiles(places, name);
}

const MAX_TOLD = 20;

/** Files must exist; a URL is only tried when its photo is read. */
function checkPhotoFiles(
  places: readonly string[],
  list: string | null = null,
  others = 0,
): Result<NamedPhotos> {
  const missing: string[] = [];
  const photos = places.map((place): PlacedPhoto => {
    if (isUrl(place)) return { place, stamp: "" };
    const there = statPath(place);
    if (there === null || !there.isFile()) missing.push(place);
    return { place, stamp: there === null ? "" : `${there.size} ${Math.round(there.mtimeMs)}` };
  });
  if (missing.length === 0) return success({ photos, others });
  const hint = list === null ? null : msg`cli.list-paths-hint: paths in a list are relative to its folder`;
  const messages = missing.map((file) => msg`cli.missing-photo: there is no photo ${file}`);
  return failure(messages.slice(0, MAX_TOLD).map((message) => problem("unreadable", message, { hint })));
}
