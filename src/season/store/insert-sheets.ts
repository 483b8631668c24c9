import { type Transaction, sql } from "kysely";
import { nameKey } from "../../check/name.ts";
import { fromBase64 } from "../../rules/bytes.ts";
import { type SheetToKeep, hasLeft } from "../sheet-to-keep.ts";
import { audit } from "./changes.ts";
import { type PlaceIds, aliasIds, leaverIds, placeIds, sheetKey } from "./ids.ts";
import { holdNamesakes } from "./sheet-states.ts";
import { rankGames } from "./rank-games.ts";
import { type Tables, toSqlTable } from "./tables.ts";

const SHEET_COLUMNS = {
  source: "text",
  hash: "text",
  part: "integer",
  file: "text",
  identity: "text",
  number: "integer",
  engine: "text",
  game_id: "integer",
  evening_id: "integer",
  verdict: "text",
  complete: "boolean",
  state: "text",
  waits: "text",
  questions: "integer",
  seats: "integer",
  filled: "integer",
  packed: "text",
  kept_by: "text",
} as const;

/**
 * Inserts new sheets.
 *
 * @param isDisputed whether they wait for a decision between two conflicting sheets
 * @returns the ids of the new entries by their keys
 */
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
      results: undefined,
      open: undefined,
      game: undefined,
      evening: undefined,
    };
  });
  const columns = sql.raw(Object.keys(SHEET_COLUMNS).join(", "));
  const { rows: inserted } = await sql<{ id: number; hash: string; part: number }>`
    insert into sheets (${columns}) select ${columns} from ${toSqlTable(rows, SHEET_COLUMNS)} g
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

interface SheetWithId {
  readonly id: number;
  readonly sheet: SheetToKeep;
}

const RESULT_COLUMNS = {
  sheet_id: "integer",
  seat: "integer",
  alias_id: "integer",
  evening_id: "integer",
  game_id: "integer",
  counts: "boolean",
  total: "integer",
  decides: "double precision",
  columns: "integer[]",
  won_at_once: "boolean",
  left_early: "boolean",
  match_id: "integer",
  rank: "integer",
  players: "integer",
  beaten: "integer",
  payout: "double precision",
  boxes: "integer[]",
  struck: "integer[]",
  bonuses: "integer",
  bonus_lines: "integer",
} as const;

async function insertResults(
  store: Transaction<Tables>,
  sheets: readonly SheetWithId[],
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
    match_id: id,
    alias_id: hasLeft(result) ? null : (aliases.get(nameKey(result.name)) ?? 0),
    leaver_id: leavers.get(result.nobody ?? "") ?? null,
    evening_id: places.evening(sheet),
    game_id: places.game(sheet),
    counts: areSettled && sheet.waits === null && sheet.complete,
    won_at_once: result.wonAtOnce,
    left_early: result.leftEarly,
    bonus_lines: result.bonusLines,
  }));
  const columns = sql.raw(Object.keys(RESULT_COLUMNS).join(", "));
  await sql`
    insert into results (${columns}, player_id) select ${columns}, coalesce(a.player_id, g.leaver_id)
    from ${toSqlTable(rows, { ...RESULT_COLUMNS, leaver_id: "integer" })} g
      left join (select id as alias_id, player_id from aliases) a using (alias_id)
    order by sheet_id, seat`.execute(store);
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
  await store
    .insertInto("pictures")
    .values({
      sheet_id: id,
      jpeg: fromBase64(jpeg),
      width_px: widthPx,
      height_px: heightPx,
      px_per_mm: pxPerMm,
    })
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
  if (seats === 1) await rankGames(store, [[game_id, evening_id]]);
  await audit(store, { by, kind: "settled", sheet_id: id, before, after: { verdict } });
  return held.size === 0;
}
