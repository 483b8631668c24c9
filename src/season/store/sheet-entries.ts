import { type Transaction, sql } from "kysely";
import { nameKey } from "../../check/name.ts";
import { fromBase64 } from "../../rules/bytes.ts";
import { type SheetToKeep, hasLeft } from "../sheet-to-keep.ts";
import { audit } from "./changes.ts";
import { type PlaceIds, aliasIds, leaverIds, placeIds, sheetKey } from "./ids.ts";
import { rankGames, type GamePlace } from "./rank-games.ts";
import { type Tables, toSqlTable, toTableRows } from "./tables.ts";

const SHEET_COLUMNS =
  sql.raw(`source, hash, part, file, identity, number, engine, game_id, evening_id, verdict, complete,
  state, waits, questions, seats, filled, packed, kept_by`);

/** Inserts new sheets. @param isDisputed whether they wait for a decision between two conflicting sheets @returns the ids of the new entries by their keys */
export async function insertSheets(
  store: Transaction<Tables>,
  sheets: readonly SheetToKeep[],
  places: PlaceIds,
  by: string,
  isDisputed = false,
): Promise<ReadonlyMap<string, number>> {
  if (sheets.length === 0) return new Map();
  const rows = sheets.map((sheet) => {
    const waits = isDisputed ? "number" : sheet.waits;
    return {
      ...sheet,
      game_id: places.game(sheet),
      evening_id: places.evening(sheet),
      state: waits === null ? "settled" : "open",
      waits,
      questions: sheet.open?.questions ?? 0,
      packed: sheet.open === null ? null : withoutGame(sheet.open.packed).sheet,
      kept_by: by,
      ...{ results: undefined, open: undefined, game: undefined, evening: undefined },
    };
  });
  const { rows: inserted } = await sql<{ id: number; hash: string; part: number }>`
    insert into sheets (${SHEET_COLUMNS}) select ${SHEET_COLUMNS} from ${toTableRows("sheets", rows)} g
    returning id, hash, part`.execute(store);
  const ids = new Map(inserted.map((row) => [sheetKey(row), row.id]));
  const withIds = sheets.map((sheet) => ({ sheet, id: ids.get(sheetKey(sheet)) ?? 0 }));
  await insertResults(store, withIds, places, !isDisputed);
  for (const { sheet, id } of withIds) {
    if (sheet.open !== null) await keepOpen(store, id, sheet);
    if (sheet.also.length > 0) await keepOtherPhotos(store, id, sheet);
  }
  return ids;
}

const RESULT_COLUMNS =
  sql.raw(`sheet_id, seat, alias_id, evening_id, game_id, counts, total, decides, columns, won_at_once,
  left_early, match_id, rank, players, beaten, payout, boxes, struck, bonuses, bonus_lines`);

async function insertResults(
  store: Transaction<Tables>,
  sheets: readonly { readonly id: number; readonly sheet: SheetToKeep }[],
  places: PlaceIds,
  areSettled: boolean,
): Promise<void> {
  const all = sheets.flatMap(({ sheet, id }) => sheet.results.map((result) => ({ sheet, id, result })));
  if (all.length === 0) return;
  const aliases = await aliasIds(
    store,
    all.flatMap(({ result }) => (hasLeft(result) ? [] : [result.name])),
  );
  const leavers = await leaverIds(
    store,
    all.flatMap(({ result }) => result.nobody ?? []),
  );
  const rows = all.map(({ sheet, id, result }) => ({
    ...result,
    name: undefined,
    sheet_id: id,
    // Each game of a sheet of games is a match of its own, by a number that is no sheet's.
    match_id: isOneOfGames(sheet, result) ? -(id * MAX_GAMES + result.seat) : id,
    alias_id: hasLeft(result) ? null : (aliases.get(nameKey(result.name)) ?? 0),
    player_id: leavers.get(result.nobody ?? "") ?? null,
    evening_id: places.evening(sheet),
    game_id: places.game(sheet),
    counts: areSettled && sheet.waits === null && sheet.complete,
    won_at_once: result.wonAtOnce,
    left_early: result.leftEarly,
    bonus_lines: result.bonusLines,
  }));
  await sql`
    insert into results (${RESULT_COLUMNS}, player_id) select ${RESULT_COLUMNS}, coalesce(a.player_id, g.player_id)
    from ${toTableRows("results", rows)} g
      left join (select id as alias_id, player_id from aliases) a using (alias_id)
    order by sheet_id, seat`.execute(store);
}

/** No sheet of games has more of them. */
const MAX_GAMES = 100;

/** Whether a result is one of several games of a person on a sheet. */
export function isOneOfGames(
  { seats }: Pick<SheetToKeep, "seats">,
  { players }: { readonly players: number },
): boolean {
  return seats > 1 && players === 1;
}

/** The packed game of a sheet that waits is stored once, in its row of `games`. */
function withoutGame(packed: string): { readonly game: string; readonly sheet: string } {
  const { games, sheets } = JSON.parse(packed) as { games: unknown[]; sheets: unknown[] };
  return { game: JSON.stringify(games[0]), sheet: JSON.stringify(sheets[0]) };
}

async function keepOpen(store: Transaction<Tables>, id: number, { game, open }: SheetToKeep): Promise<void> {
  if (open === null) return;
  await store
    .updateTable("games")
    .set({ packed: withoutGame(open.packed).game })
    .where("rules", "=", game.rules)
    .execute();
  if (open.picture === null) return;
  const { jpeg, widthPx, heightPx, pxPerMm } = open.picture;
  const size = { width_px: widthPx, height_px: heightPx, px_per_mm: pxPerMm };
  await store
    .insertInto("pictures")
    .values({ sheet_id: id, jpeg: fromBase64(jpeg), ...size })
    .execute();
}

/** Records other photos of an entry, so that they are recognised later. */
async function keepOtherPhotos(store: Transaction<Tables>, id: number, sheet: SheetToKeep): Promise<void> {
  const photos = toSqlTable(sheet.also, { hash: "text", part: "integer", file: "text", source: "text" });
  await sql`
    insert into sheets (source, hash, part, file, number, engine, game_id, evening_id, verdict, complete,
      state, questions, seats, filled, kept_by, replaced_by)
    select coalesce(g.source, s.source), g.hash, g.part, g.file, 0, s.engine, s.game_id, s.evening_id, s.verdict, s.complete,
      'replaced', 0, s.seats, 0, s.kept_by, s.id
    from ${photos} g, sheets s where s.id = ${id} on conflict (hash, part) do nothing`.execute(store);
}

/** Settles a sheet that waited. @returns false if it still waits because two of its names belong to one player */
export async function settleSheet(
  store: Transaction<Tables>,
  id: number,
  sheet: SheetToKeep,
  by: string,
): Promise<boolean> {
  const before = await store
    .selectFrom("sheets")
    .select(["waits", "questions", "verdict", "engine"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const places = await placeIds(store, [sheet]);
  const { verdict, complete, filled, seats, engine } = sheet;
  const game_id = places.game(sheet);
  const evening_id = places.evening(sheet);
  const settled = { state: "settled", waits: null, questions: 0, packed: null } as const;
  const unclaimed = { claimed_by: null, claimed_until: null };
  await store
    .updateTable("sheets")
    .set({ ...settled, ...unclaimed, verdict, complete, filled, seats, engine, game_id, evening_id })
    .where("id", "=", id)
    .execute();
  await store.deleteFrom("results").where("sheet_id", "=", id).execute();
  await insertResults(store, [{ id, sheet }], places, true);
  const held = await holdNamesakes(store, [id]);
  await store.deleteFrom("pictures").where("sheet_id", "=", id).execute();
  if (seats === 1) await rankGames(store, [{ game_id, evening_id }]);
  await audit(store, { by, kind: "settled", sheet_id: id, before, after: { verdict } });
  return held.size === 0;
}

/**
 * Replaces an entry by another one, so that it no longer counts or waits. Photos that belonged to it now belong to the other one.
 *
 * @returns the places where it counted, to be ranked again
 */
export async function replaceEntry(
  store: Transaction<Tables>,
  id: number,
  other: number,
): Promise<GamePlace[]> {
  await store.updateTable("sheets").set({ replaced_by: other }).where("id", "=", id).execute();
  await store.updateTable("sheets").set({ replaced_by: other }).where("replaced_by", "=", id).execute();
  return clearSheetEntry(store, id, "replaced");
}

/** Deletes the content of an entry; its photos are still recognised. @returns the places where it counted, to be ranked again */
export async function clearSheetEntry(
  store: Transaction<Tables>,
  id: number,
  state: "replaced" | "left",
): Promise<GamePlace[]> {
  await store
    .updateTable("sheets")
    .set({ state, waits: null, packed: null, claimed_by: null, claimed_until: null })
    .where("id", "=", id)
    .execute();
  await store.deleteFrom("pictures").where("sheet_id", "=", id).execute();
  return store
    .deleteFrom("results")
    .where("sheet_id", "=", id)
    .returning(["game_id", "evening_id"])
    .execute();
}

/**
 * Replaces one entry by another, which takes its place in the order of the evening; the audit keeps the old content.
 *
 * @returns the places where the old entry counted, to be ranked again
 */
export async function replaceSheet(
  store: Transaction<Tables>,
  old: number,
  by_id: number,
  by: string,
): Promise<GamePlace[]> {
  const { rows } = await sql<{ before: object }>`
    select json_build_object('file', s.file, 'hash', s.hash, 'verdict', s.verdict, 'results', coalesce((
      select json_agg(json_build_object('player', coalesce(a.name, ''), 'total', r.total, 'boxes', r.boxes, 'struck', r.struck)
        order by r.seat)
      from results r left join aliases a on a.id = r.alias_id where r.sheet_id = s.id), '[]')) as before
    from sheets s where s.id = ${old}`.execute(store);
  await sql`
    update sheets s set came_in = coalesce(o.came_in, o.id) from sheets o
    where o.id = ${old} and s.id = ${by_id}`.execute(store);
  const places = await replaceEntry(store, old, by_id);
  const { before = {} } = rows[0] ?? {};
  await audit(store, { by, kind: "replaced", sheet_id: old, before, after: { by: by_id } });
  return places;
}

/** Whether two names on the sheet `s` belong to the same player, who did not play one game after the other. */
const HAS_NAMESAKES = sql`exists (select from results r join results o using (sheet_id, player_id)
  where r.sheet_id = s.id and r.seat < o.seat and r.alias_id is not null and r.match_id = o.match_id)`;

/**
 * Puts sheets on hold if two of their names belong to one player, because nobody can play against themselves. Their results are kept.
 *
 * @returns the ids of the sheets on hold
 */
export async function holdNamesakes(
  store: Transaction<Tables>,
  sheets: Iterable<number>,
): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ id: number }>`
    update sheets s set state = 'open', waits = 'players'
    where s.id = any(${[...sheets]}::integer[]) and s.state = 'settled' and ${HAS_NAMESAKES}
    returning s.id`.execute(store);
  const held = rows.map(({ id }) => id);
  if (held.length > 0)
    await sql`update results set counts = false where sheet_id = any(${held}::integer[])`.execute(store);
  return new Set(held);
}

/** Releases sheets on hold if their names now belong to different players. */
export async function releaseNamesakes(store: Transaction<Tables>): Promise<void> {
  await sql`
    with free as (
      update sheets s set state = 'settled', waits = null
      where s.state = 'open' and s.waits = 'players' and not ${HAS_NAMESAKES} returning s.id, s.complete
    )
    update results r set counts = free.complete from free where free.id = r.sheet_id`.execute(store);
}
