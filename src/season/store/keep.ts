import type { Kysely, Transaction } from "kysely";
import { hexDigest, type SheetToKeep } from "../sheet-to-keep.ts";
import { audit } from "./audit.ts";
import { giveWay, replaceSheet } from "./give-way.ts";
import { type PlaceIds, placeIds } from "./ids.ts";
import { insertSheets } from "./insert-sheets.ts";
import { knownSheets, sheetKey } from "./known-sheets.ts";
import { asOnlyWriter } from "./only-writer.ts";
import { rankOwnSheets } from "./own-sheets.ts";
import { settleSheet } from "./settle.ts";
import type { Tables } from "./tables.ts";
import { twinRule } from "./twin-rule.ts";
import { likeOthers, numberedTwin, twinsOf } from "./twins.ts";

/**
 * What came of a sheet: it counts (`kept`), or waits; it was there already (`same`), or it was there and waited and is settled now
 * (`settled`). Of a numbered sheet that was there from another photo: this one took its place (`replaced`), tells no more (`worse`) or the
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

/** At most so many sheets are put in with one statement. */
const BATCH = 500;

/**
 * Keeps sheets, all or none: each counts once, whoever hands it in how often, and nothing is overwritten silently. Processes that keep
 * sheets at once wait for each other.
 *
 * @param by who hands them in, for the record
 * @param areDecided whether sheets without a number that are nearly the same as others are known to be other games: those of another store
 * @returns what came of each, in their order
 */
export function keepSheets(
  db: Kysely<Tables>,
  sheets: readonly SheetToKeep[],
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

async function keepBatch(
  store: Transaction<Tables>,
  all: readonly SheetToKeep[],
  by: string,
  areDecided: boolean,
): Promise<KeptAs[]> {
  const found = await knownSheets(store, all);
  const places = await placeIds(store, all);
  const outcomes = new Map<string, KeptAs>();
  const distinct = [...new Map(all.map((sheet) => [sheetKey(sheet), sheet])).values()];
  const knownAs = (sheet: SheetToKeep) =>
    [sheet, ...sheet.also].map((one) => found.get(sheetKey(one))).find((one) => one !== undefined);
  const unknown = distinct.filter((sheet) => knownAs(sheet) === undefined);
  const alike = areDecided ? new Set() : await likeOthers(store, unknown);
  // What may change another entry goes one by one.
  const isAlone = (sheet: SheetToKeep) => sheet.identity !== null || alike.has(sheet);
  const fresh = unknown.filter((sheet) => !isAlone(sheet));
  for (const sheet of distinct) {
    const known = knownAs(sheet);
    if (known === undefined) continue;
    const isSettledNow = known.state === "open" && known.waits !== "number" && sheet.waits === null;
    const isTypedAgain = known.state === "settled" && sheet.source === "typed" && sheet.waits === null;
    if (isSettledNow) await settleSheet(store, known.id, sheet, by);
    outcomes.set(
      sheetKey(sheet),
      isTypedAgain
        ? await keepCorrection(store, sheet, known.id, places, by)
        : { id: known.id, outcome: isSettledNow ? "settled" : "same", other: null },
    );
  }
  const ids = await insertSheets(store, fresh, places, by);
  for (const sheet of fresh) {
    const id = ids.get(sheetKey(sheet)) ?? 0;
    outcomes.set(sheetKey(sheet), { id, outcome: sheet.waits === null ? "kept" : "waits", other: null });
  }
  for (const sheet of unknown.filter(isAlone))
    outcomes.set(sheetKey(sheet), await keepBeside(store, sheet, places, by));
  const own = all.filter(({ results }) => results.length === 1);
  await rankOwnSheets(
    store,
    own.map((sheet) => [places.game(sheet), places.evening(sheet)]),
  );
  const told = new Set<string>();
  return all.map((sheet): KeptAs => {
    const key = sheetKey(sheet);
    const { id, outcome, other } = outcomes.get(key) ?? { id: 0, outcome: "same", other: null };
    const isSecond = told.has(key);
    told.add(key);
    return isSecond ? { id, outcome: "same", other: null } : { id, outcome, other };
  });
}

/** Keeps a sheet of which another photo, or another version, may be there; see `twinRule` for what is done then. */
async function keepBeside(
  store: Transaction<Tables>,
  sheet: SheetToKeep,
  places: PlaceIds,
  by: string,
): Promise<KeptAs> {
  const twins = await twinsOf(store, sheet, places);
  const rules = twins.map((twin) => ({ twin, rule: twinRule(twin, sheet) }));
  const [first] = (["again", "replaces", "worse", "disputed"] as const).flatMap((wanted) =>
    rules.filter((one) => one.rule === wanted),
  );
  const rule = first?.rule ?? "new";
  const insert = async (isDisputed = false) => {
    const ids = await insertSheets(store, [sheet], places, by, isDisputed);
    return ids.get(sheetKey(sheet)) ?? 0;
  };
  const waits = sheet.waits === null ? "kept" : "waits";
  if (first === undefined || rule === "new") return { id: await insert(), outcome: waits, other: null };
  const { twin } = first;
  const told = { hash: sheet.hash, file: sheet.file, part: sheet.part };
  switch (rule) {
    case "worse":
    case "again": {
      // The photo is remembered as one of that entry: handed in again, nothing is compared anew.
      const id = await insert(true);
      await giveWay(store, id, twin.id);
      await audit(store, { by, kind: "kept", sheet_id: twin.id, after: { ...told, outcome: rule } });
      return { id, outcome: rule, other: twin.id };
    }
    case "replaces": {
      const id = await insert();
      await replaceSheet(store, twin.id, id, by);
      return { id, outcome: "replaced", other: twin.id };
    }
    case "disputed":
      return dispute(store, sheet, twin.id, places, by);
    default:
      return rule satisfies never;
  }
}

/** Keeps a sheet that contradicts another one, until a person decides. */
async function dispute(
  store: Transaction<Tables>,
  sheet: SheetToKeep,
  other: number,
  places: PlaceIds,
  by: string,
): Promise<KeptAs> {
  const ids = await insertSheets(store, [sheet], places, by, true);
  const id = ids.get(sheetKey(sheet)) ?? 0;
  const { hash, file, part } = sheet;
  await audit(store, { by, kind: "disputed", sheet_id: id, before: { other }, after: { hash, file, part } });
  return { id, outcome: "disputed", other };
}

/** Keeps what was typed of a photo that counts already: if it says something else, whoever answered may have been wrong, and a person decides. */
async function keepCorrection(
  store: Transaction<Tables>,
  sheet: SheetToKeep,
  known: number,
  places: PlaceIds,
  by: string,
): Promise<KeptAs> {
  const same: KeptAs = { id: known, outcome: "same", other: null };
  const twin = await numberedTwin(store, known);
  // Somebody has left the season, and nothing brings them back.
  const hasLeft = twin.results.length < sheet.results.length;
  if (hasLeft || twinRule(twin, sheet) === "again") return same;
  const said = new TextEncoder().encode(JSON.stringify([sheet.hash, sheet.part, sheet.results]));
  const correction = { ...sheet, hash: hexDigest(said), part: 0, identity: null };
  const found = await knownSheets(store, [correction]);
  return found.size > 0 ? same : dispute(store, correction, known, places, by);
}
