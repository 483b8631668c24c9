import { type Kysely, type Transaction, sql } from "kysely";
import type { SheetToKeep } from "../sheet-to-keep.ts";
import { writeExclusively, audit } from "./changes.ts";
import { type KnownSheet, type PlaceIds, findKeptEntries, placeIds, sheetKey } from "./ids.ts";
import { insertSheets, settleSheet, replaceEntry, holdNamesakes, replaceSheet } from "./sheet-entries.ts";
import { type GamePlace, rankGames } from "./rank-games.ts";
import { type Tables, toTableRows } from "./tables.ts";
import {
  correctionHash,
  findLikelyTwins,
  buildNumberedTwin,
  rememberCorrection,
  twinRule,
  findTwins,
} from "./twins.ts";

/**
 * The outcome for a submitted sheet: it counts (`kept`) or waits for a person (`waits`); it was in the season already (`same`), or waited
 * there and is now settled (`settled`). Compared to another version of the same sheet, it replaced that (`replaced`), adds nothing
 * (`worse`), is equal (`again`), or contradicts it, and a person has to decide (`disputed`).
 */
export type KeepOutcome = "kept" | "waits" | "same" | "settled" | "replaced" | "worse" | "again" | "disputed";

/** A sheet in the store. */
export interface KeptAs {
  readonly id: number;
  readonly outcome: KeepOutcome;
  /** The other entry of the same sheet, if there is one. */
  readonly other: number | null;
}

/** Sheets per statement. */
const BATCH = 500;

/** Identifies an entry by its photo, form or typed sheet. */
export type SheetName = Pick<SheetToKeep, "hash" | "part">;

/** A sheet from another store, with the decisions made there. */
export interface SheetOfStore extends SheetToKeep {
  /** The other sheet of a pending decision, null if unknown; omitted if there is nothing to decide. */
  readonly disputes?: SheetName | null;
  /** Sheets of the same number that count as well, by a person's decision. */
  readonly beside?: readonly SheetName[];
}

/**
 * Keeps sheets, all or none: each counts once, however often it is submitted, and nothing is overwritten silently. Concurrent calls wait
 * for each other.
 *
 * @param by the person who submits them, for the audit
 * @param areDecided whether the sheets come from another store, where similar sheets without a number were already distinguished
 * @returns the outcome of each, in their order
 */
export function keepSheets(
  db: Kysely<Tables>,
  sheets: readonly SheetOfStore[],
  by: string,
  areDecided = false,
): Promise<KeptAs[]> {
  return writeExclusively(db, async (store) => {
    const kept: KeptAs[] = [];
    for (let at = 0; at < sheets.length; at += BATCH)
      kept.push(...(await keepBatch(store, sheets.slice(at, at + BATCH), by, areDecided)));
    return kept;
  });
}

/** The outcome of a sheet, and the places whose ranking it changes. */
interface Kept {
  readonly as: KeptAs;
  readonly places?: readonly GamePlace[];
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
    touched.push(...(kept.places ?? []));
  };
  const distinct = [...new Map(all.map((sheet) => [sheetKey(sheet), sheet])).values()];
  const findKept = (sheet: SheetToKeep) =>
    [sheet, ...sheet.also].map((one) => found.get(sheetKey(one))).find((one) => one !== undefined);
  const unknown = distinct.filter((sheet) => findKept(sheet) === undefined);
  const alike = areDecided ? new Set() : await findLikelyTwins(store, unknown);
  for (const sheet of distinct) {
    const known = findKept(sheet);
    if (known !== undefined) note(sheet, await keepKnown(store, sheet, known, places, by));
  }
  // Sheets that may change another entry are kept one by one. The order must stay, because it is the order of the evening.
  const isKeptAlone = (sheet: SheetOfStore) =>
    sheet.identity !== null || alike.has(sheet) || sheet.disputes !== undefined;
  for (const run of splitRuns(unknown, isKeptAlone)) {
    const [first] = run;
    if (first !== undefined && isKeptAlone(first)) {
      note(first, await keepWithTwins(store, first, places, by));
      continue;
    }
    const ids = await insertSheets(store, run, places, by);
    const held = await holdNamesakes(store, ids.values());
    for (const sheet of run) {
      const id = ids.get(sheetKey(sheet)) ?? 0;
      const outcome = sheet.waits === null && !held.has(id) ? "kept" : "waits";
      note(sheet, { as: { id, outcome, other: null } });
    }
  }
  const own = all.filter(({ seats }) => seats === 1);
  touched.push(...own.map((one) => ({ game_id: places.game(one), evening_id: places.evening(one) })));
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

/** Splits a list, in order, into single items and runs of all others. */
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

/** Keeps a sheet whose photo or content is known. A typed correction of a photo may differ from it. */
async function keepKnown(
  store: Transaction<Tables>,
  sheet: SheetToKeep,
  known: KnownSheet,
  places: PlaceIds,
  by: string,
): Promise<Kept> {
  const same: Kept = { as: { id: known.id, outcome: "same", other: null } };
  if (sheet.waits !== null) return same;
  const isOfPhoto = sheet.source === "typed" && known.source !== "typed";
  if (known.state === "open" && known.waits !== "number") {
    const isSettled = await settleSheet(store, known.id, sheet, by);
    if (isOfPhoto) await rememberCorrection(store, sheet, known.id);
    return { as: { id: known.id, outcome: isSettled ? "settled" : "waits", other: null } };
  }
  if (known.state !== "settled" || !isOfPhoto) return same;
  return { as: await keepCorrection(store, sheet, known.id, places, by) };
}

/** Keeps a sheet that may have a twin; see `twinRule`. */
async function keepWithTwins(
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
    return { as: await dispute(store, sheet, other, places, by) };
  }
  const [first] = (["again", "replaces", "worse", "disputed"] as const).flatMap((wanted) =>
    rules.filter((one) => one.rule === wanted),
  );
  const insert = async (isDisputed = false) => {
    const ids = await insertSheets(store, [sheet], places, by, isDisputed);
    const id = ids.get(sheetKey(sheet)) ?? 0;
    return { id, waits: sheet.waits !== null || (await holdNamesakes(store, [id])).has(id) };
  };
  if (first === undefined || first.rule === "new") {
    const { id, waits } = await insert();
    return { as: { id, outcome: waits ? "waits" : "kept", other: null } };
  }
  const { twin, rule } = first;
  const source = { hash: sheet.hash, file: sheet.file, part: sheet.part };
  switch (rule) {
    case "worse":
    case "again": {
      // The photo is recorded as one of that entry, so that it isn't compared again.
      const { id } = await insert(true);
      await replaceEntry(store, id, twin.id);
      await audit(store, { by, kind: "kept", sheet_id: twin.id, after: { ...source, outcome: rule } });
      return { as: { id, outcome: rule, other: twin.id } };
    }
    case "replaces": {
      const { id, waits } = await insert();
      const left = await replaceSheet(store, twin.id, id, by);
      const isHeld = waits && sheet.waits === null;
      return { as: { id, outcome: isHeld ? "waits" : "replaced", other: twin.id }, places: left };
    }
    case "disputed":
      return { as: await dispute(store, sheet, twin.id, places, by) };
    default:
      return rule satisfies never;
  }
}

async function findEntryIds(store: Transaction<Tables>, names: readonly SheetName[]): Promise<number[]> {
  if (names.length === 0) return [];
  const { rows } = await sql<{ id: number }>`
    select coalesce(s.replaced_by, s.id) as id
    from ${toTableRows("sheets", names)} g join sheets s using (hash, part)`.execute(store);
  return rows.map(({ id }) => id);
}

/** Keeps a sheet that contradicts another one, until a person decides. @param other null if the other one is unknown */
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

/** Keeps a typed correction of a photo that already counts. If it differs, a person decides. */
async function keepCorrection(
  store: Transaction<Tables>,
  sheet: SheetToKeep,
  known: number,
  places: PlaceIds,
  by: string,
): Promise<KeptAs> {
  const same: KeptAs = { id: known, outcome: "same", other: null };
  const twin = await buildNumberedTwin(store, known);
  // People who have left the season stay removed.
  const isLeft = twin.results.length < sheet.results.length || twin.results.some(({ key }) => key === null);
  if (isLeft || twinRule(twin, sheet) === "again") {
    await rememberCorrection(store, sheet, known);
    return same;
  }
  const correction = { ...sheet, hash: correctionHash(sheet), part: 0, identity: null };
  const found = await findKeptEntries(store, [correction]);
  return found.size > 0 ? same : dispute(store, correction, known, places, by);
}

/** Why a clock seems wrong: the server has another time, or the last sheets were kept later than now. Times are those of the store. */
export interface ClockFault {
  readonly kind: "server" | "season";
  readonly at: Date;
}

/** More than twelve hours plus summer time, by which a clock set by hand may be off. */
const SERVER_HOURS = 13;
/** A season in a folder may travel with a computer around the world. */
const SEASON_HOURS = 25;
const HOUR_MS = 3_600_000;

/**
 * Checks the clock of this computer, which gives the date of an evening; null if it seems right. The last run may itself have had a wrong
 * clock, so the run before it must agree, if there is one.
 */
export async function clockFault(db: Kysely<Tables>, now: Date): Promise<ClockFault | null> {
  // Sheets of one run have the same time.
  const { rows } = await sql<{ now: Date; last: Date | null; before: Date | null }>`
    select now(), l.kept_at as last,
      (select kept_at from sheets where kept_at <> l.kept_at order by id desc limit 1) as before
    from (select 1) one left join
      (select kept_at from sheets order by id desc limit 1) l on true`.execute(db);
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
