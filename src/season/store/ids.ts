import { type Transaction, sql } from "kysely";
import { nameKey, tidyName } from "../../check/name.ts";
import type { EveningName, SheetToKeep } from "../sheet-to-keep.ts";
import { type SheetState, type Source, type Tables, type Wait, toSqlTable, toTableRows } from "./tables.ts";

type Ids = ReadonlyMap<string, number>;

/** The ids of the games and evenings of some sheets. */
export interface PlaceIds {
  game(sheet: Pick<SheetToKeep, "game">): number;
  evening(sheet: Pick<SheetToKeep, "evening">): number;
}

/** Finds the ids of the games and evenings of sheets, and inserts new ones. */
export async function placeIds(
  store: Transaction<Tables>,
  sheets: readonly SheetToKeep[],
): Promise<PlaceIds> {
  const games = await gameIds(store, sheets);
  const evenings = await eveningIds(store, sheets);
  return {
    game: ({ game }) => games.get(game.rules) ?? 0,
    evening: ({ evening }) => evenings.get(eveningKey(evening)) ?? 0,
  };
}

function eveningKey({ date, place, name }: EveningName): string {
  return JSON.stringify([date, place, name]);
}

/** Ids by the hashes of the rules; new games are inserted. */
async function gameIds(store: Transaction<Tables>, sheets: readonly SheetToKeep[]): Promise<Ids> {
  const games = [...new Map(sheets.map(({ game }) => [game.rules, game])).values()];
  const rows = games.map(({ lowestWins, ...game }) => ({ ...game, lowest_wins: lowestWins }));
  await sql`
    insert into games (rules, variant, name, boxes, lowest_wins, packed, ranking)
    select rules, variant, name, boxes, lowest_wins, packed, ranking from ${toTableRows("games", rows)} g
    on conflict (rules) do update set packed = coalesce(games.packed, excluded.packed),
        ranking = coalesce(games.ranking, excluded.ranking)
      where (games.packed is null and excluded.packed is not null)
        or (games.ranking is null and excluded.ranking is not null)`.execute(store);
  const hashes = games.map(({ rules }) => rules);
  const found = await store
    .selectFrom("games")
    .select(["id", "rules"])
    .where("rules", "in", hashes)
    .execute();
  return new Map(found.map(({ id, rules }) => [rules, id]));
}

/** The id of an evening, which is inserted if it is new. */
export async function eveningId(store: Transaction<Tables>, evening: EveningName): Promise<number> {
  return (await eveningIds(store, [{ evening }])).get(eveningKey(evening)) ?? 0;
}

/** Ids by evening; new ones are inserted. */
async function eveningIds(
  store: Transaction<Tables>,
  sheets: readonly Pick<SheetToKeep, "evening">[],
): Promise<Ids> {
  const evenings = [...new Map(sheets.map(({ evening }) => [eveningKey(evening), evening])).values()];
  const given = toTableRows("evenings", evenings);
  await sql`
    insert into evenings (date, place, name)
    select date, place, name from ${given} g on conflict (date, place, name) do nothing`.execute(store);
  const { rows } = await sql<EveningName & { id: number }>`
    select e.id, e.date, e.place, e.name
    from ${given} g join evenings e using (date, place, name)`.execute(store);
  return new Map(rows.map((row) => [eveningKey(row), row.id]));
}

/** The ids of names by their keys; new ones are inserted, each for a new player. */
export async function aliasIds(store: Transaction<Tables>, names: readonly string[]): Promise<Ids> {
  // The first spelling of a name is kept.
  const byKey = new Map(names.toReversed().map((name) => [nameKey(name), tidyName(name)]));
  const given = toTableRows(
    "aliases",
    [...byKey].map(([key, name]) => ({ key, name })),
  );
  await sql`
    insert into players (key, name)
    select key, name from ${given} g where not exists (select from aliases a where a.key = g.key)
    on conflict (key) do nothing`.execute(store);
  await sql`
    insert into aliases (key, name, player_id)
    select g.key, g.name, p.id from ${given} g join players p on p.key = g.key
    where not exists (select from aliases a where a.key = g.key) on conflict (key) do nothing`.execute(store);
  const { rows } = await sql<{ id: number; key: string }>`
    select a.id, a.key from ${given} g join aliases a using (key)`.execute(store);
  return new Map(rows.map(({ id, key }) => [key, id]));
}

/** The ids of people who have left, by their keys; new ones are inserted. */
export async function leaverIds(store: Transaction<Tables>, keys: readonly string[]): Promise<Ids> {
  if (keys.length === 0) return new Map();
  const given = toTableRows(
    "leavers",
    [...new Set(keys)].map((key) => ({ key })),
  );
  await sql`insert into leavers (key) select key from ${given} g on conflict (key) do nothing`.execute(store);
  const { rows } = await sql<{ id: number; key: string }>`
    select l.player_id as id, l.key from ${given} g join leavers l using (key)`.execute(store);
  return new Map(rows.map(({ id, key }) => [key, id]));
}

/** A string that identifies a sheet. */
export function sheetKey({ hash, part }: Pick<SheetToKeep, "hash" | "part">): string {
  return `${hash} ${part}`;
}

/** The existing entry of a photo or typed sheet. */
export interface KnownSheet {
  readonly id: number;
  readonly state: SheetState;
  readonly waits: Wait | null;
  /** How the photo or typed sheet itself was added. */
  readonly source: Source;
}

/** The existing entries of photos and sheets, by {@link sheetKey}. */
export async function findKeptEntries(store: Transaction<Tables>, sheets: readonly SheetToKeep[]) {
  const given = toSqlTable(
    sheets.flatMap((sheet) => [sheet, ...sheet.also]),
    { hash: "text", part: "integer" },
  );
  const { rows } = await sql<KnownSheet & { hash: string; part: number }>`
    select entry.id, s.hash, s.part, s.source, entry.state, entry.waits
    from ${given} g join sheets s using (hash, part)
    join sheets entry on entry.id = coalesce(s.replaced_by, s.id)`.execute(store);
  return new Map(rows.map((row) => [sheetKey(row), row]));
}
