import { type QueryExecutorProvider, sql } from "kysely";
import { nameKey, tidyName } from "../../check/name.ts";
import { tableOf } from "./table-of.ts";

interface Row {
  readonly id: number;
  readonly key: string;
  readonly name: string;
}

interface Alias extends Row {
  readonly player_id: number;
}

/**
 * Gives the names of a store the keys of today's rule. Players whose names are the same by it become one, as `season players --merge`
 * makes them, unless they have played each other. Which games they played together is up to a later step.
 */
export async function refoldNames(db: QueryExecutorProvider): Promise<void> {
  const { rows: aliases } =
    await sql<Alias>`select id, key, name, player_id from aliases order by id`.execute(db);
  const { rows: players } = await sql<Row>`select id, key, name from players order by id`.execute(db);
  const named = aliases.map((alias) => ({ ...alias, name: visibleName(alias.name) }));
  const keys = distinctKeys(named.map(({ id, name }) => ({ id, key: nameKey(name) })));
  await changeRows(db, "aliases", aliases, named, keys);
  const shown = players.map((player) => ({ ...player, name: visibleName(player.name) }));
  // Whoever was merged has no name left but the key.
  const first = new Map(aliases.map(({ key }, at) => [key, nameKey(named[at]?.name ?? "")]));
  const own = distinctKeys(shown.map(({ id, key }) => ({ id, key: first.get(key) ?? nameKey(key) })));
  await changeRows(db, "players", players, shown, own);
  await mergeNamesakes(db, named, keys);
}

/** A name as it is spelled today; one that nobody can see by its characters, so that it can be changed. */
function visibleName(name: string): string {
  const code = (sign: string) => `U+${sign.codePointAt(0)?.toString(16).toUpperCase().padStart(4, "0")}`;
  return tidyName(name) || Array.from(name, code).join(" ") || "?";
}

/** A key for each row by its id. The second of two with the same key gets one that no name has: a line break and its id follow. */
function distinctKeys(rows: readonly { readonly id: number; readonly key: string }[]): Map<number, string> {
  const taken = new Set<string>();
  return new Map(
    rows.map(({ id, key }) => {
      const own = taken.has(key) ? `${key}\n${id}` : key;
      taken.add(own);
      return [id, own];
    }),
  );
}

/** Puts in what has changed. Keys are unique, so that those that change make room first. */
async function changeRows(
  db: QueryExecutorProvider,
  table: "aliases" | "players",
  before: readonly Row[],
  after: readonly Row[],
  keys: ReadonlyMap<number, string>,
): Promise<void> {
  const rows = after
    .map(({ id, name }) => ({ id, name, key: keys.get(id) ?? "" }))
    .filter(({ name, key }, at) => name !== before[at]?.name || key !== before[at]?.key);
  if (rows.length === 0) return;
  const changed = tableOf(rows, { id: "integer", name: "text", key: "text" });
  const target = sql.table(table);
  await sql`update ${target} t set key = E'\n' || t.id from ${changed} c where c.id = t.id`.execute(db);
  await sql`update ${target} t set key = c.key, name = c.name from ${changed} c where c.id = t.id`.execute(
    db,
  );
}

/** Merges the players of names that have the same key. */
async function mergeNamesakes(
  db: QueryExecutorProvider,
  aliases: readonly Alias[],
  keys: ReadonlyMap<number, string>,
): Promise<void> {
  const byKey = new Map(aliases.map(({ id }) => [keys.get(id) ?? "", id]));
  for (const { id } of aliases) {
    const key = keys.get(id) ?? "";
    const at = key.indexOf("\n");
    if (at >= 0) await mergeAlias(db, id, byKey.get(key.slice(0, at)) ?? id);
  }
}

/** Merges the player of one name into that of another, unless they are one already or have played each other. */
async function mergeAlias(db: QueryExecutorProvider, alias: number, into: number): Promise<void> {
  await sql`
    with two as (
      select a.player_id as one, p.name, o.player_id as other, q.name as shown
      from aliases a join players p on p.id = a.player_id, aliases o join players q on q.id = o.player_id
      where a.id = ${alias} and o.id = ${into} and a.player_id <> o.player_id
        and not exists (select from results r join results s using (sheet_id)
          where r.player_id = a.player_id and s.player_id = o.player_id)
    ), moved as (
      update aliases a set player_id = two.other from two where a.player_id = two.one returning a.id
    )
    insert into audit (by, kind, player_id, before, after)
    select 'augenblock', 'merge', other,
      jsonb_build_object('player', one, 'name', name, 'aliases', (select jsonb_agg(id) from moved)),
      jsonb_build_object('name', shown)
    from two`.execute(db);
}
