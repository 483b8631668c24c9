import { type Kysely, type Transaction, sql } from "kysely";
import type { SheetToKeep } from "../sheet-to-keep.ts";
import { asOnlyWriter, audit } from "./changes.ts";
import { giveWay, holdNamesakes, replaceSheet } from "./sheet-states.ts";
import { type KnownSheet, type PlaceIds, findKeptEntries, placeIds, sheetKey } from "./ids.ts";
import { insertSheets, settleSheet } from "./insert-sheets.ts";
import { type GamePlace, rankGames } from "./rank-games.ts";
import { type Tables, toSqlTable } from "./tables.ts";
import {
  correctionHash,
  likeOthers,
  numberedTwin,
  rememberCorrection,
  twinRule,
  findTwins,
} from "./twins.ts";

/**
 * What came of a sheet: it counts (`kept`), or waits; it was there already (`same`), or it was there and waited and is settled now
 * (`settled`). Of a numbered sheet that was there from another photo: this one replaced it (`replaced`), has no more (`worse`) or the
 * same (`again`), or holds something else, and a person has to decide (`disputed`).
 */
export type KeepOutcome = "kept" | "waits" | "same" | "settled" | "replaced" | "worse" | "again" | "disputed";

/** A sheet in the store. */
export interface KeptAs {
  readonly id: number;
  readonly outcome: KeepOutcome;
  /** For a numbered sheet that was there: the entry that it took the place of, or gave way to. */
  readonly other: number | null;
}

/** Sheets per statement. */
const BATCH = 500;

/** What an entry is known by: its photo, form or typed sheet. */
export type SheetName = Pick<SheetToKeep, "hash" | "part">;

/** A sheet from another store, with what was decided there. */
export interface SheetOfStore extends SheetToKeep {
  /** The other sheet of a pending decision; null if unknown. Left out if there is nothing to decide. */
  readonly disputes?: SheetName | null;
  /** Sheets of the same number that a person let count, too. */
  readonly beside?: readonly SheetName[];
}

/**
 * Keeps sheets, all or none: each counts once, however often it is handed in, and nothing is overwritten silently. Processes that keep
 * sheets at once wait for each other.
 *
 * @param by who hands them in, for the record
 * @param areDecided whether sheets without a number that are nearly the same as others are known to be other games, but for those that are disputed: they come from another store
 * @returns what came of each, in their order
 */
export function keepSheets(
  db: Kysely<Tables>,
  sheets: readonly SheetOfStore[],
  by: string,
  areDecided = false,
): Promise<KeptAs[]> {
  return asOnlyWriter(db, async (store) => {
    const kept: KeptAs[] = [];
    for (let at = 0; at < sheets.length; at += BATCH)
      kept.push(...(await keepBatch(store, sheets.slice(at, at + BATCH), by, areDecided)));
    return kept;
  });
}

/** The outcome of a sheet, and the places whose ranking it changes. */
interface Kept {
  readonly as: KeptAs;
  readonly places: readonly GamePlace[];
}

async function keepBatch(
  store: Transaction<Tables>,
  all: readonly SheetOfStore[],
  by: string,
  areDecided: boolean,
): Promise<KeptAs[]> {
  const found = await findKeptEntries(store, all);
  const places = await placeIds(store, all);
  const outcomes = new Map<string, KeptAs>();
  const touched: GamePlace[] = [];
  const note = (sheet: SheetToKeep, kept: Kept) => {
    outcomes.set(sheetKey(sheet), kept.as);
    touched.push(...kept.places);
  };
  const distinct = [...new Map(all.map((sheet) => [sheetKey(sheet), sheet])).values()];
  const knownAs = (sheet: SheetToKeep) =>
    [sheet, ...sheet.also].map((one) => found.get(sheetKey(one))).find((one) => one !== undefined);
  const unknown = distinct.filter((sheet) => knownAs(sheet) === undefined);
  const alike = areDecided ? new Set() : await likeOthers(store, unknown);
  for (const sheet of distinct) {
    const known = knownAs(sheet);
    if (known !== undefined) note(sheet, await keepKnown(store, sheet, known, places, by));
  }
  // Sheets that may change another entry are kept one by one; the order of sheets is that of the evening.
  const isAlone = (sheet: SheetOfStore) =>
    sheet.identity !== null || alike.has(sheet) || sheet.disputes !== undefined;
  for (const run of splitRuns(unknown, isAlone)) {
    const [first] = run;
    if (first !== undefined && isAlone(first)) {
      note(first, await keepBeside(store, first, places, by));
      continue;
    }
    const ids = await insertSheets(store, run, places, by);
    const held = await holdNamesakes(store, ids.values());
    for (const sheet of run) {
      const id = ids.get(sheetKey(sheet)) ?? 0;
      const outcome = sheet.waits === null && !held.has(id) ? "kept" : "waits";
      note(sheet, { as: { id, outcome, other: null }, places: [] });
    }
  }
  const own = all.filter(({ seats }) => seats === 1);
  touched.push(...own.map((sheet) => [places.game(sheet), places.evening(sheet)] as const));
  await rankGames(store, touched);
  const seen = new Set<string>();
  return all.map((sheet): KeptAs => {
    const key = sheetKey(sheet);
    const { id, outcome, other } = outcomes.get(key) ?? { id: 0, outcome: "same", other: null };
    const isSecond = seen.has(key);
    seen.add(key);
    return isSecond ? { id, outcome: "same", other: null } : { id, outcome, other };
  });
}

/** Splits a list, in order, into single items that go alone and runs of the others. */
function splitRuns<T>(all: readonly T[], isAlone: (one: T) => boolean): T[][] {
  const runs: T[][] = [];
  let isOpen = false;
  for (const one of all) {
    const last = runs.at(-1);
    if (isOpen && !isAlone(one) && last !== undefined) last.push(one);
    else runs.push([one]);
    isOpen = !isAlone(one);
  }
  return runs;
}

/** Keeps a sheet whose photo or content is known. What was typed of a photo may differ from before. */
async function keepKnown(
  store: Transaction<Tables>,
  sheet: SheetToKeep,
  known: KnownSheet,
  places: PlaceIds,
  by: string,
): Promise<Kept> {
  const same: Kept = { as: { id: known.id, outcome: "same", other: null }, places: [] };
  if (sheet.waits !== null) return same;
  const isOfPhoto = sheet.source === "typed" && known.source !== "typed";
  if (known.state === "open" && known.waits !== "number") {
    const isSettled = await settleSheet(store, known.id, sheet, by);
    if (isOfPhoto) await rememberCorrection(store, sheet, known.id);
    return { as: { id: known.id, outcome: isSettled ? "settled" : "waits", other: null }, places: [] };
  }
  if (known.state !== "settled" || !isOfPhoto) return same;
  return { as: await keepCorrection(store, sheet, known.id, places, by), places: [] };
}

/** Keeps a sheet of which another photo or version may be there; see `twinRule`. */
async function keepBeside(
  store: Transaction<Tables>,
  sheet: SheetOfStore,
  places: PlaceIds,
  by: string,
): Promise<Kept> {
  const beside = await findEntryIds(store, sheet.beside ?? []);
  const twins = (await findTwins(store, sheet, places)).filter(({ id }) => !beside.includes(id));
  const rules = twins.map((twin) => ({ twin, rule: twinRule(twin, sheet) }));
  if (sheet.disputes !== undefined) {
    const like = rules.find(({ rule }) => rule === "disputed")?.twin.id ?? null;
    const [other = like] = sheet.disputes === null ? [] : await findEntryIds(store, [sheet.disputes]);
    return { as: await dispute(store, sheet, other, places, by), places: [] };
  }
  const [first] = (["again", "replaces", "worse", "disputed"] as const).flatMap((wanted) =>
    rules.filter((one) => one.rule === wanted),
  );
  const rule = first?.rule ?? "new";
  const insert = async (isDisputed = false) => {
    const ids = await insertSheets(store, [sheet], places, by, isDisputed);
    const id = ids.get(sheetKey(sheet)) ?? 0;
    return { id, waits: sheet.waits !== null || (await holdNamesakes(store, [id])).has(id) };
  };
  if (first === undefined || rule === "new") {
    const { id, waits } = await insert();
    return { as: { id, outcome: waits ? "waits" : "kept", other: null }, places: [] };
  }
  const { twin } = first;
  const source = { hash: sheet.hash, file: sheet.file, part: sheet.part };
  switch (rule) {
    case "worse":
    case "again": {
      // The photo is recorded as one of that entry, so that it isn't compared again.
      const { id } = await insert(true);
      await giveWay(store, id, twin.id);
      await audit(store, { by, kind: "kept", sheet_id: twin.id, after: { ...source, outcome: rule } });
      return { as: { id, outcome: rule, other: twin.id }, places: [] };
    }
    case "replaces": {
      const { id, waits } = await insert();
      const left = await replaceSheet(store, twin.id, id, by);
      const isHeld = waits && sheet.waits === null;
      return { as: { id, outcome: isHeld ? "waits" : "replaced", other: twin.id }, places: left };
    }
    case "disputed":
      return { as: await dispute(store, sheet, twin.id, places, by), places: [] };
    default:
      return rule satisfies never;
  }
}

/** The entries that sheets are part of. */
async function findEntryIds(store: Transaction<Tables>, names: readonly SheetName[]): Promise<number[]> {
  if (names.length === 0) return [];
  const { rows } = await sql<{ id: number }>`
    select coalesce(s.replaced_by, s.id) as id
    from ${toSqlTable(names, { hash: "text", part: "integer" })} g join sheets s using (hash, part)`.execute(
    store,
  );
  return rows.map(({ id }) => id);
}

/** Keeps a sheet that contradicts another one, until a person decides. @param other null where the other one is not known */
async function dispute(
  store: Transaction<Tables>,
  sheet: SheetToKeep,
  other: number | null,
  places: PlaceIds,
  by: string,
): Promise<KeptAs> {
  const ids = await insertSheets(store, [sheet], places, by, true);
  const id = ids.get(sheetKey(sheet)) ?? 0;
  const { hash, file, part } = sheet;
  await audit(store, { by, kind: "disputed", sheet_id: id, before: { other }, after: { hash, file, part } });
  return { id, outcome: "disputed", other };
}

/** Keeps what was typed of a photo that counts already. If it differs, an earlier answer may have been wrong, and a person decides. */
async function keepCorrection(
  store: Transaction<Tables>,
  sheet: SheetToKeep,
  known: number,
  places: PlaceIds,
  by: string,
): Promise<KeptAs> {
  const same: KeptAs = { id: known, outcome: "same", other: null };
  const twin = await numberedTwin(store, known);
  // A player has left the season, and is not brought back.
  const isLeft = twin.results.length < sheet.results.length || twin.results.some(({ key }) => key === null);
  if (isLeft || twinRule(twin, sheet) === "again") {
    await rememberCorrection(store, sheet, known);
    return same;
  }
  const correction = { ...sheet, hash: correctionHash(sheet), part: 0, identity: null };
  const found = await findKeptEntries(store, [correction]);
  return found.size > 0 ? same : dispute(store, correction, known, places, by);
}

/** Why a clock can't be right: the server has another time, or the last sheets were kept later than now. Times are those of the store. */
export interface ClockFault {
  readonly kind: "server" | "season";
  readonly at: Date;
}

/** Computers that ask the network for the time differ by less than a second; clocks that are set by hand may be off by summer time or by twelve hours. */
const SERVER_HOURS = 13;
/** A season that lies in a folder may travel with a computer around the world. */
const SEASON_HOURS = 25;
const HOUR_MS = 3_600_000;

/**
 * Why the clock of this computer, which gives the date of an evening, seems wrong; null if it seems right. A single earlier run may have had
 * a wrong clock itself, so it counts only if there is no other one.
 */
export async function clockFault(db: Kysely<Tables>, now: Date): Promise<ClockFault | null> {
  // Sheets of one run have the same time.
  const { rows } = await sql<{ now: Date; last: Date | null; before: Date | null }>`
    select now(), l.kept_at as last,
      (select kept_at from sheets where kept_at <> l.kept_at order by id desc limit 1) as before
    from (select 1) one left join (select kept_at from sheets order by id desc limit 1) l on true`.execute(
    db,
  );
  const [times] = rows;
  if (times === undefined) return null;
  const { now: server, last, before } = times;
  if (Math.abs(server.getTime() - now.getTime()) > SERVER_HOURS * HOUR_MS)
    return { kind: "server", at: server };
  const isLater = (at: Date | null) => at !== null && at.getTime() - now.getTime() > SEASON_HOURS * HOUR_MS;
  return last !== null && isLater(last) && (before === null || isLater(before))
    ? { kind: "season", at: last }
    : null;
}
