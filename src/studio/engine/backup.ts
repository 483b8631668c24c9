import { msg } from "../../rules/problem/message.ts";
import { readLeague } from "../../season/league/league-file.ts";
import { type Result, refusal, success } from "../../rules/problem/problem.ts";
import { freeKey, type Kept, type KeptSeason, type KeptVariant, type Shelves, STORES } from "./kept.ts";
import type { MadeFile } from "./page-language.ts";

/** All that the studio keeps, as its file holds it. */
export type Backup = { readonly [Name in StoreName]: readonly Item<Name>[] };
type StoreName = (typeof STORES)[number];
type Item<Name extends StoreName> = Shelves[Name]["value"];

/** The keys of what an import added, by store. */
export type Added = Readonly<Record<StoreName, readonly string[]>>;

const FORMAT = 1;

/** How much is kept. */
export interface KeptCounts {
  readonly games: number;
  readonly evenings: number;
  readonly sheets: number;
}

export async function countKept(kept: Kept): Promise<KeptCounts> {
  const { variants, received, sheets } = await readAll(kept);
  const evenings = new Set(sheets.map(({ evening }) => evening)).size;
  return { games: variants.length + received.length, evenings, sheets: sheets.length };
}

/** Evenings as the text of such a file. @param seasons to go along */
export async function exportEvenings(
  kept: Kept,
  days: readonly string[],
  seasons: readonly KeptSeason[] = [],
): Promise<string> {
  const all = await readAll(kept);
  const sheets = all.sheets.filter(({ evening }) => days.includes(evening));
  const evenings = all.evenings.filter(({ key }) => days.includes(key));
  // Games that were written here go along where a sheet may need them.
  const needed = (games: readonly KeptVariant[]) =>
    games.filter(({ text }) => sheets.some(({ yaml }) => sharesId(text, yaml)));
  const [variants, received] = [[], [...needed(all.variants), ...needed(all.received)]];
  return JSON.stringify({ augenblock: FORMAT, variants, received, sheets, evenings, seasons, fillings: [] });
}

function sharesId(game: string, sheet: string): boolean {
  const [, id] = /^id:\s*["']?([\w-]+)/m.exec(game) ?? [];
  return id !== undefined && new RegExp(`^variant:\\s*["']?${id}["']?\\s*$`, "m").test(sheet);
}

/** All that is kept as one file. @param day in its name, as `2026-11-23` */
export async function exportAll(kept: Kept, day: string): Promise<MadeFile> {
  const content = JSON.stringify({ augenblock: FORMAT, ...(await readAll(kept)) });
  return { name: `augenblock-${day}.json`, type: "application/json", content };
}

async function readAll(kept: Kept): Promise<Backup> {
  const [variants, received, sheets, fillings, evenings, seasons] = await Promise.all([
    kept.variants.all(),
    kept.received.all(),
    kept.sheets.all(),
    kept.fillings.all(),
    kept.evenings.all(),
    kept.seasons.all(),
  ]);
  return { variants, received, sheets, fillings, evenings, seasons };
}

/**
 * Adds all of a file from `exportAll` to what is kept. Nothing that is there is changed: a different item with the same key gets another
 * one, and a sheet that is being filled in stays on the table.
 *
 * @returns what was added, for `removeAdded`; a problem if the file is no such file, and then nothing is added
 */
export async function importAll(kept: Kept, text: string): Promise<Result<Added>> {
  const backup = readBackup(text);
  if (!backup.ok) return backup;
  const { variants, received, sheets, fillings, evenings, seasons } = backup.value;
  const named = new Set((await kept.evenings.all()).map(({ key }) => key));
  const unnamed = evenings.filter(({ key }) => !named.has(key));
  return success({
    variants: await add(kept.variants, variants, ({ text }) => text),
    received: await add(kept.received, received, ({ text }) => text),
    evenings: await add(kept.evenings, unnamed, ({ key }) => key),
    sheets: await add(kept.sheets, sheets, (one) => JSON.stringify({ ...one, key: "" })),
    seasons: await add(kept.seasons, seasons, ({ from, to, league }) => JSON.stringify([from, to, league])),
    fillings:
      (await kept.fillings.all()).length > 0 ? [] : await add(kept.fillings, fillings, ({ key }) => key),
  });
}

/** Takes an import back. */
export async function removeAdded(kept: Kept, added: Added): Promise<void> {
  for (const name of STORES) await kept[name].forget(...added[name]);
}

/** The operations of a store that an import needs. */
interface Shelf<One> {
  all(): Promise<One[]>;
  keep(...things: readonly One[]): Promise<void>;
}

/** @param content what makes two items the same @returns the keys of those that were added */
async function add<One extends { readonly key: string }>(
  shelf: Shelf<One>,
  items: readonly One[],
  content: (one: One) => string,
): Promise<string[]> {
  const there = await shelf.all();
  const contents = new Set(there.map(content));
  const keys = new Set(there.map(({ key }) => key));
  const added: One[] = [];
  for (const one of items) {
    if (contents.has(content(one))) continue;
    contents.add(content(one));
    const key = freeKey(one.key, keys);
    keys.add(key);
    added.push({ ...one, key });
  }
  await shelf.keep(...added);
  return added.map(({ key }) => key);
}

function readBackup(text: string): Result<Backup> {
  const refused = refusal(
    "no-backup",
    msg("studio.no-backup")`this file holds no games and evenings of the studio`,
    msg("studio.no-backup-hint")`open the file that “Save everything” made`,
  );
  let file: unknown;
  try {
    file = JSON.parse(text);
  } catch {
    return refused;
  }
  if (!isRecord(file) || file.augenblock !== FORMAT) return refused;
  // Older studios had no seasons.
  const { variants, received, sheets, fillings, evenings, seasons = [] } = file;
  const areGames = isList(isGame)(variants) && isList(isGame)(received);
  if (!areGames || !isList(isSheet)(sheets) || !isList(isFilling)(fillings)) return refused;
  if (!isList(isEvening)(evenings) || !isList(isSeason)(seasons)) return refused;
  return success({ variants, received, sheets, fillings, evenings, seasons });
}

function isRecord(one: unknown): one is Record<string, unknown> {
  return typeof one === "object" && one !== null && !Array.isArray(one);
}

function isList<T>(isOne: (one: unknown) => one is T) {
  return (all: unknown): all is T[] => Array.isArray(all) && all.every(isOne);
}

function isText(one: unknown): one is string {
  return typeof one === "string";
}

function isGame(one: unknown): one is Item<"variants"> {
  return isRecord(one) && [one.key, one.text, one.name].every(isText) && typeof one.changed === "number";
}

function isSheet(one: unknown): one is Item<"sheets"> {
  if (!isRecord(one) || !isRecord(one.checked)) return false;
  const { file, number, verdict, doubtful, unnamed, onPhoto } = one.checked;
  return (
    [one.key, one.yaml, file].every(isText) &&
    isDay(one.evening) &&
    typeof number === "number" &&
    ["correct", "mistakes", "unsure"].includes(String(verdict)) &&
    isList(isText)(doubtful) &&
    isList(isText)(unnamed) &&
    (onPhoto === undefined || isRecord(onPhoto)) &&
    (one.rules === undefined || isText(one.rules)) &&
    (one.named === undefined || isList(isNamed)(one.named))
  );
}

function isDay(one: unknown): one is string {
  return isText(one) && /^\d{4}-\d\d-\d\d$/.test(one) && !Number.isNaN(Date.parse(one));
}

function isEvening(one: unknown): one is Item<"evenings"> {
  return isRecord(one) && isDay(one.key) && isDay(one.date) && [one.name, one.place].every(isText);
}

function isSeason(one: unknown): one is KeptSeason {
  if (!isRecord(one) || !isText(one.key) || !isText(one.league)) return false;
  const isLimit = (day: unknown) => day === "" || isDay(day);
  return isLimit(one.from) && isLimit(one.to) && readLeague("", one.league).ok;
}

function isNamed(one: unknown): one is NonNullable<Item<"sheets">["named"]>[number] {
  if (!isRecord(one) || typeof one.player !== "number" || !isText(one.name)) return false;
  const { ink } = one;
  return (
    ink === null || (isRecord(ink) && /^\d{480}$/.test(String(ink.grid)) && typeof ink.aspect === "number")
  );
}

function isFilling(one: unknown): one is Item<"fillings"> {
  if (!isRecord(one) || !isRecord(one.wish) || !isRecord(one.wish.choices)) return false;
  const { variant, choices, names } = one.wish;
  const isEntry = (entry: unknown): entry is unknown =>
    isRecord(entry) && isRecord(entry.written) && typeof entry.player === "number";
  return (
    [one.key, variant].every(isText) &&
    typeof one.begun === "number" &&
    (one.correcting === undefined || isRecord(one.correcting)) &&
    Object.values(choices).every(isText) &&
    isList(isText)(names) &&
    isList(isEntry)(one.entered)
  );
}
