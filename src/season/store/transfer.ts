import { type Kysely, sql } from "kysely";
import { nameKey } from "../../check/name.ts";
import type { KeptGame, ResultToKeep, SheetToKeep } from "../sheet-to-keep.ts";
import { writeExclusively, audit } from "./changes.ts";
import type { SheetName, SheetOfStore } from "./keep.ts";
import { releaseNamesakes } from "./sheet-entries.ts";
import { rankGamesOfPlayers } from "./rank-games.ts";
import { PAGE, readPages, type Tables } from "./tables.ts";

/** The version of the export format that this program writes and reads. */
export const TRANSFER_FORMAT = 1;

/** The head of an exported season. */
export interface TransferHead {
  readonly season: string;
  readonly format: number;
  readonly program: string;
  readonly games: readonly KeptGame[];
  readonly players: readonly { readonly name: string; readonly aliases: readonly string[] }[];
}

/** A sheet of an exported season; its game is in the head. */
export interface TransferSheet extends Omit<SheetToKeep, "game"> {
  /** See `rulesHash`. */
  readonly rules: string;
  /** Whether it waits for a decision between two conflicting sheets. */
  readonly isDisputed: boolean;
  /** The photo or typed sheet of the other entry; null if it is not disputed, or the other entry is unknown. */
  readonly disputes: SheetName | null;
  /** Sheets of the same number that count as well, by a person's decision. */
  readonly beside: readonly SheetName[];
}

export async function transferHead(db: Kysely<Tables>, program: string): Promise<TransferHead> {
  const season = (await db.selectFrom("season").select("name").executeTakeFirst())?.name ?? "";
  const { rows: games } = await sql<KeptGame>`
    select rules, variant, name, boxes, lowest_wins as "lowestWins", packed, ranking
    from games order by id`.execute(db);
  const { rows: players } = await sql<TransferHead["players"][number]>`
    select p.name, array_agg(a.name order by a.id) as aliases
    from players p join aliases a on a.player_id = p.id group by p.id order by p.id`.execute(db);
  return { season, format: TRANSFER_FORMAT, program, games, players };
}

/** All sheets that count or wait, in their order on the evenings, in pages: a season may be larger than memory. */
export async function* transferSheets(db: Kysely<Tables>): AsyncGenerator<TransferSheet[]> {
  const read = async (after: number) => {
    const { rows } = await sql<TransferSheet & { id: number }>`
      select coalesce(s.came_in, s.id) as id, s.source, s.hash, s.part, s.file, s.identity, s.number, s.engine, g.rules, s.verdict, s.complete,
        coalesce(s.waits = 'number', false) as "isDisputed",
        (select json_build_object('hash', o.hash, 'part', o.part) from audit a
          join sheets d on d.id = (a.before ->> 'other')::integer
          join sheets o on o.id = coalesce(d.replaced_by, d.id)
          where a.kind = 'disputed' and a.sheet_id = s.id and s.waits = 'number' limit 1) as disputes,
        coalesce((select json_agg(json_build_object('hash', o.hash, 'part', o.part) order by o.id) from sheets o
          where o.identity = s.identity and o.id <> s.id and o.state = 'settled' and s.state = 'settled'), '[]') as beside,
        case when s.waits in ('names', 'players') then s.waits when s.waits in ('questions', 'readers') then 'questions' end as waits,
        s.seats, s.filled,
        json_build_object('date', e.date, 'place', e.place, 'name', e.name) as evening,
        case when s.packed is not null then json_build_object('questions', s.questions,
          'packed', '{"games":[' || g.packed || '],"sheets":[' || s.packed || ']}',
          'picture', (select json_build_object('jpeg', replace(encode(p.jpeg, 'base64'), E'\n', ''), 'widthPx', p.width_px,
            'heightPx', p.height_px, 'pxPerMm', p.px_per_mm) from pictures p where p.sheet_id = s.id)) end as open,
        coalesce((select json_agg(json_build_object('hash', o.hash, 'part', o.part, 'file', o.file, 'source', o.source) order by o.id)
          from sheets o where o.replaced_by = s.id), '[]') as also,
        coalesce((select json_agg(json_build_object('seat', r.seat, 'name', coalesce(a.name, ''), 'nobody', l.key, 'total', r.total,
            'decides', r.decides, 'columns', r.columns,
            'wonAtOnce', r.won_at_once, 'leftEarly', r.left_early, 'rank', r.rank, 'players', r.players, 'beaten', r.beaten, 'payout', r.payout,
            'boxes', r.boxes, 'struck', r.struck, 'bonuses', r.bonuses, 'bonusLines', r.bonus_lines) order by r.seat)
          from results r left join aliases a on a.id = r.alias_id
            left join leavers l on r.alias_id is null and l.player_id = r.player_id
          where r.sheet_id = s.id), '[]') as results
      from sheets s join games g on g.id = s.game_id join evenings e on e.id = s.evening_id
      where coalesce(s.came_in, s.id) > ${after} and s.state in ('settled', 'open')
      order by coalesce(s.came_in, s.id) limit ${PAGE}`.execute(db);
    return rows;
  };
  for await (const rows of readPages(read)) yield rows.map(({ id: _, ...sheet }) => sheet);
}

/** Adds the game to a transferred sheet; null if the head doesn't have its rules. */
export function toSeasonSheet(
  head: TransferHead,
  { rules, isDisputed, disputes, ...sheet }: TransferSheet,
): SheetOfStore | null {
  const game = head.games.find((one) => one.rules === rules);
  return game === undefined ? null : { ...sheet, game, ...(isDisputed && { disputes }) };
}

/** A result as a row for spreadsheets. */
export interface ResultRow
  extends Pick<ResultToKeep, "seat" | "name" | "total" | "rank" | "players" | "payout"> {
  readonly sheet: string;
  readonly file: string;
  readonly date: string;
  readonly place: string;
  readonly evening: string;
  readonly variant: string;
  readonly strikes: number;
  readonly bonuses: number;
}

/** All results that count, with the players' displayed names, in the order in which they were added, in pages. */
export async function* resultRows(db: Kysely<Tables>): AsyncGenerator<ResultRow[]> {
  const read = async (after: number) => {
    const { rows } = await sql<ResultRow & { id: number }>`
      select r.id, s.hash || '-' || s.part as sheet, s.file, e.date, e.place, e.name as evening, g.variant, r.seat,
        p.name, r.total, r.rank, r.players, r.payout, r.strikes, r.bonuses
      from results r join sheets s on s.id = r.sheet_id join evenings e on e.id = r.evening_id
        join games g on g.id = r.game_id join players p on p.id = r.player_id
      where r.counts and r.id > ${after} order by r.id limit ${PAGE}`.execute(db);
    return rows;
  };
  for await (const rows of readPages(read)) yield rows.map(({ id: _, ...row }) => row);
}

/**
 * Applies the names of players from another store, unless they were changed here, and ranks games again, because the names decide who
 * plays whom.
 */
export function mergePlayerNames(
  db: Kysely<Tables>,
  players: TransferHead["players"],
  by: string,
): Promise<void> {
  return writeExclusively(db, async (store) => {
    const changed: number[] = [];
    for (const player of players) changed.push(...(await mergeNamesOfPlayer(store, player, by)));
    await releaseNamesakes(store);
    await rankGamesOfPlayers(store, changed);
  });
}

/** @returns the player's id if names were added */
async function mergeNamesOfPlayer(
  db: Kysely<Tables>,
  { name, aliases }: TransferHead["players"][number],
  by: string,
): Promise<number[]> {
  const keys = aliases.map(nameKey);
  const found = await db
    .selectFrom("aliases")
    .select(["id", "key", "player_id", "name"])
    .where("key", "in", keys)
    .orderBy("id")
    .execute();
  const [first, ...others] = found;
  if (first === undefined) return [];
  const changed: number[] = [];
  for (const { id, player_id, name: written } of others) {
    if (player_id === first.player_id || (await havePlayed(db, id, first.player_id))) continue;
    changed.push(first.player_id);
    await db.updateTable("aliases").set({ player_id: first.player_id }).where("id", "=", id).execute();
    const before = { player: player_id, name: written, aliases: [id] };
    await audit(db, { by, kind: "merge", player_id: first.player_id, before, after: { name } });
  }
  // Later sheets may use names that no sheet has used so far.
  const written = aliases.filter((one) => !found.some(({ key }) => key === nameKey(one)));
  const added = written.map((one) => ({ key: nameKey(one), name: one, player_id: first.player_id }));
  if (added.length > 0) await db.insertInto("aliases").values(added).execute();
  await db
    .updateTable("players")
    .set({ name })
    .where("id", "=", first.player_id)
    .where("name", "in", [...aliases])
    .execute();
  return changed;
}

/** Whether a name and a player are together on a sheet that counts or waits. */
async function havePlayed(db: Kysely<Tables>, alias: number, player: number): Promise<boolean> {
  const { rows } = await sql`
    select from results r join results o using (sheet_id) join sheets s on s.id = r.sheet_id
    where r.alias_id = ${alias} and o.player_id = ${player}
      and s.waits is distinct from 'players' limit 1`.execute(db);
  return rows.length > 0;
}
