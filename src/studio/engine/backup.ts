import { z } from "zod";
import { msg } from "../../rules/problem/message.ts";
import { type Result, refusal, success, tryOr } from "../../rules/problem/problem.ts";
import { readLeague } from "../../season/league/league-file.ts";
import { freeKey, type Kept, type KeptSeason, ON_THE_TABLE, type Shelves, STORES } from "./kept.ts";
import { ownGames, portableText } from "./own-games.ts";
import type { MadeFile } from "./page-language.ts";

/** All that the studio keeps, as its file holds it. */
export type Backup = { readonly [Name in StoreName]: readonly Item<Name>[] };
type StoreName = (typeof STORES)[number];
type Item<Name extends StoreName> = Shelves[Name]["value"];

/** The keys of what an import added, by store, and of sheets that are there already with other content. */
export type Added = Readonly<Record<StoreName | "differing", readonly string[]>>;

const FORMAT = 1;

/** Evenings as the text of such a file. @param seasons to go along */
export async function exportEvenings(
  kept: Kept,
  days: readonly string[],
  seasons: readonly KeptSeason[] = [],
): Promise<string> {
  await ownGames(kept);
  const all = await readAll(kept);
  const sheets = all.sheets.filter(({ evening }) => days.includes(evening));
  const evenings = all.evenings.filter(({ key }) => days.includes(key));
  // Games that were written here go along where a sheet may need them.
  const games = [...all.variants, ...all.received];
  const needed = games.filter(({ text }) => sheets.some(({ yaml }) => sharesId(text, yaml)));
  const received = needed.map((one) => {
    const whole = portableText(one.text);
    return whole.ok ? { ...one, text: whole.value } : one;
  });
  const file = { augenblock: FORMAT, variants: [], received, sheets, evenings, seasons, fillings: [] };
  return JSON.stringify(file);
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
  const all = STORES.map(async (name) => [name, await kept[name].all()] as const);
  return Object.fromEntries(await Promise.all(all)) as unknown as Backup;
}

/**
 * Adds all of a file from `exportAll` to what is kept. Nothing that is there is changed: nobody knows which version of a sheet is the right
 * one, so the one that is there stays; anything else with the same key gets another one. A sheet that is being filled in stays on the table.
 *
 * @returns what was added, for `removeAdded`; a problem if the file is no such file, and then nothing is added
 */
export async function importAll(kept: Kept, text: string): Promise<Result<Added>> {
  const backup = readBackup(text);
  if (!backup.ok) return backup;
  const { variants, received, sheets, fillings, evenings, seasons } = backup.value;
  const content = (one: Item<"sheets">) => JSON.stringify({ ...one, key: "" });
  const here = new Map((await kept.sheets.all()).map((one) => [one.key, one]));
  const isHere = ({ key, evening }: Item<"sheets">) => here.get(key)?.evening === evening;
  const contents = new Set([...here.values()].map(content));
  const missing = sheets.filter((one) => !isHere(one));
  return success({
    variants: await add(kept.variants, variants, ({ text }) => text),
    received: await add(kept.received, received, ({ text }) => text),
    evenings: await add(kept.evenings, evenings, ({ key }) => key),
    sheets: await add(kept.sheets, missing, content),
    differing: sheets.filter((one) => isHere(one) && !contents.has(content(one))).map(({ key }) => key),
    seasons: await add(kept.seasons, seasons, ({ from, to, league }) => JSON.stringify([from, to, league])),
    fillings: await add(kept.fillings, fillings, ({ key }) => key),
  });
}

/** Takes an import back. */
export async function removeAdded(kept: Kept, added: Added): Promise<void> {
  for (const name of STORES) await kept[name].forget(...added[name]);
}

/** @param content what makes two items the same @returns the keys of those that were added */
async function add<One extends { readonly key: string }>(
  shelf: { all(): Promise<One[]>; keep(...things: readonly One[]): Promise<void> },
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

/** Reads the text of such a file; a problem if it is none. */
export function readBackup(text: string): Result<Backup> {
  const message = msg`studio.no-backup: this file contains no games or game nights from the studio`;
  const hint = msg`studio.no-backup-hint: open the file that “Save everything” made`;
  const refused = refusal("no-backup", message, hint);
  const file: unknown = tryOr(null, () => JSON.parse(text));
  if (!FILE.safeParse(file).success) return refused;
  // Items stay as they were written, for the order of their keys tells whether two are the same. Older studios had no seasons.
  const { seasons = [], ...others } = file as Backup;
  return success({ ...others, seasons });
}

const text = z.string();
const day = text.regex(/^\d{4}-\d\d-\d\d$/).refine((one) => !Number.isNaN(Date.parse(one)));
const limit = z.union([z.literal(""), day]);
const GAME = z.looseObject({ key: text, text, name: text, changed: z.number() });
const NAMED = z.looseObject({
  player: z.number(),
  name: text,
  ink: z.looseObject({ grid: text.regex(/^\d{480}$/), aspect: z.number() }).nullable(),
});
const CHECKED = z.looseObject({
  file: text,
  number: z.number(),
  verdict: z.enum(["correct", "mistakes", "unsure"]),
  doubtful: z.array(text),
  unnamed: z.array(text),
  onPhoto: z.looseObject({}).optional(),
});
const SHEET = z.looseObject({
  ...{ key: text, evening: day, yaml: text, checked: CHECKED },
  ...{ rules: text.optional(), game: text.optional() },
  named: z.array(NAMED).optional(),
});
const WRITTEN = z.union([
  z.looseObject({ kind: z.enum(["empty", "strike", "unknown"]) }),
  z.looseObject({ kind: z.literal("score"), value: z.number() }),
]);
const word = text.nullable();
const FILLING = z.looseObject({
  key: z.literal(ON_THE_TABLE),
  wish: z.looseObject({ variant: text, choices: z.record(text, text), names: z.array(text).min(1) }),
  begun: z.number().refine((time) => !Number.isNaN(new Date(time).getTime())),
  ...{ correcting: z.looseObject({ key: text, evening: day }).optional(), game: text.optional() },
  entered: z.array(
    z.looseObject({ player: z.number(), column: word, category: word, line: word, written: WRITTEN }),
  ),
});
const league = text.refine((rules) => readLeague("", rules).ok);
const FILE = z.looseObject({
  augenblock: z.literal(FORMAT),
  variants: z.array(GAME),
  received: z.array(GAME),
  sheets: z.array(SHEET),
  fillings: z.array(FILLING).max(1),
  evenings: z.array(z.looseObject({ key: day, date: day, name: text, place: text })),
  seasons: z.array(z.looseObject({ key: text, from: limit, to: limit, league })).optional(),
});
