import { type Kysely, sql, type Transaction } from "kysely";
import { nameFault, nameKey, tidyName } from "../../check/name.ts";
import { msg } from "../../rules/problem/message.ts";
import { problem, refusal, type Result, failure, success, tryOr } from "../../rules/problem/problem.ts";
import { nearHint, shorten } from "../../rules/problem/wording.ts";
import { writeExclusively, audit } from "./changes.ts";
import { releaseNamesakes } from "./sheet-entries.ts";
import { rankGamesOfPlayers } from "./rank-games.ts";
import { type AuditKind, type Tables, PAGE, readPages } from "./tables.ts";
import type { Answer } from "./open-sheets.ts";

/** A player of a season. */
export interface ListedPlayer {
  readonly id: number;
  readonly name: string;
  /** Other names of the player. */
  readonly aliases: readonly string[];
  readonly games: number;
}

/** All players with a name in the season, in alphabetical order. */
export async function listPlayers(db: Kysely<Tables>): Promise<ListedPlayer[]> {
  const { rows } = await sql<ListedPlayer>`
    select p.id, p.name, coalesce(array_agg(a.name order by a.name) filter (where a.name <> p.name), '{}') as aliases,
      (select count(*)::integer from results r where r.player_id = p.id and r.counts) as games
    from players p join aliases a on a.player_id = p.id group by p.id order by p.name, p.id`.execute(db);
  return rows;
}

/** The player with a name; a problem if there is none. */
export async function findPlayer(
  store: Kysely<Tables>,
  name: string,
): Promise<Result<{ id: number; name: string }>> {
  const found = await store
    .selectFrom("aliases as a")
    .innerJoin("players as p", "p.id", "a.player_id")
    .select(["p.id", "p.name"])
    .where("a.key", "=", nameKey(name))
    .executeTakeFirst();
  if (found !== undefined) return success(found);
  const names = await store.selectFrom("aliases").select("name").limit(10_000).execute();
  const hint =
    nearHint(
      name,
      names.map((one) => one.name),
    ) ?? msg`season.list-players-hint: \`augenblock season players\` lists all players`;
  const message = msg`season.unknown-player: nobody in this season is called \`${shorten(name)}\``;
  return refusal("unknown-player", message, hint);
}

/** Merges two players: results under the names of the first count for the second. */
export function mergePlayers(
  db: Kysely<Tables>,
  name: string,
  into: string,
  by: string,
): Promise<Result<null>> {
  return writeExclusively(db, async (store) => {
    const from = await findPlayer(store, name);
    const to = await findPlayer(store, into);
    if (!from.ok || !to.ok)
      return failure([...(from.ok ? [] : from.problems), ...(to.ok ? [] : to.problems)]);
    const [one, other] = [from.value, to.value];
    if (one.id === other.id)
      return refusal(
        "same-player",
        msg`season.already-same-player: \`${shorten(name)}\` and \`${shorten(into)}\` are already the same player`,
      );
    const { rows } = await sql<{ file: string }>`
      select s.file from results r join results o on o.sheet_id = r.sheet_id and o.player_id = ${other.id}
      join sheets s on s.id = r.sheet_id where r.player_id = ${one.id} limit 1`.execute(store);
    if (rows[0] !== undefined)
      return refusal(
        "two-players",
        msg`season.played-each-other: \`${shorten(one.name)}\` and \`${shorten(other.name)}\` played against each other in ${rows[0].file}`,
        msg`season.played-each-other-hint: they can’t be the same player; is the name on that sheet right?`,
      );
    const aliases = await store.selectFrom("aliases").select("id").where("player_id", "=", one.id).execute();
    await store.updateTable("aliases").set({ player_id: other.id }).where("player_id", "=", one.id).execute();
    await rankGamesOfPlayers(store, [other.id]);
    const before = { player: one.id, name: one.name, aliases: aliases.map(({ id }) => id) };
    await audit(store, { by, kind: "merge", player_id: other.id, before, after: { name: other.name } });
    return success(null);
  });
}

/** Shows a player under another name; the old one stays an alias. */
export const renamePlayer = addName("rename");

/** Adds a name to a player: sheets with it count for the player from now on. */
export const aliasPlayer = addName("alias");

function addName(kind: "rename" | "alias") {
  return (db: Kysely<Tables>, name: string, added: string, by: string): Promise<Result<null>> =>
    writeExclusively(db, async (store) => {
      const found = await findPlayer(store, name);
      if (!found.ok) return found;
      const { id, name: shown } = found.value;
      const alias = await addAlias(store, id, added);
      if (!alias.ok) return alias;
      const after = { name: tidyName(added), alias: alias.value };
      const isShown = kind === "rename";
      if (isShown)
        await store.updateTable("players").set({ name: after.name }).where("id", "=", id).execute();
      await audit(store, { by, kind, player_id: id, before: isShown ? { name: shown } : {}, after });
      return success(null);
    });
}

/** @returns the id of the new alias; null if the player had it already */
async function addAlias(
  store: Transaction<Tables>,
  player: number,
  name: string,
): Promise<Result<number | null>> {
  const fault = nameFault(name);
  if (fault !== null) return failure([problem("bad-name", fault.message, { hint: fault.hint })]);
  const key = nameKey(name);
  const [there] = await store.selectFrom("aliases").select("player_id").where("key", "=", key).execute();
  if (there?.player_id === player) return success(null);
  if (there !== undefined)
    return refusal(
      "name-taken",
      msg`season.name-taken: another player is already called \`${shorten(name)}\``,
      msg`season.merge-players-hint: if it is the same person, use \`season players --merge\``,
    );
  const { id } = await store
    .insertInto("aliases")
    .values({ key, name: tidyName(name), player_id: player })
    .returning("id")
    .executeTakeFirstOrThrow();
  return success(id);
}

/** Removes an added name from a player. Sheets that were added under it since and count stay with the player. */
async function removeAlias(store: Transaction<Tables>, alias: number): Promise<void> {
  const used = await store
    .selectFrom("results as r")
    .innerJoin("sheets as s", "s.id", "r.sheet_id")
    .select("s.waits")
    .distinct()
    .where("r.alias_id", "=", alias)
    .execute();
  if (used.length === 0) await store.deleteFrom("aliases").where("id", "=", alias).execute();
  else if (used.every(({ waits }) => waits === "players")) await moveAliasToOwnPlayer(store, alias);
}

async function moveAliasToOwnPlayer(store: Transaction<Tables>, alias: number): Promise<void> {
  // All sheets under this name waited because of it, so the name belongs to another player.
  const { rows } = await sql<{ id: number }>`
    insert into players (key, name) select key, name from aliases where id = ${alias}
    on conflict (key) do update set name = excluded.name returning id`.execute(store);
  for (const { id } of rows)
    await store.updateTable("aliases").set({ player_id: id }).where("id", "=", alias).execute();
  await releaseNamesakes(store);
}

const UNDOABLE: readonly AuditKind[] = ["merge", "rename", "alias"];

/** Undoes the last change of names that was not undone. @returns the undone change, or a problem if there is none */
export function undoLast(
  db: Kysely<Tables>,
  by: string,
): Promise<Result<{ readonly kind: AuditKind; readonly name: string }>> {
  return writeExclusively(db, async (store) => {
    const last = await store
      .selectFrom("audit")
      .select(["id", "kind", "player_id", "before", "after"])
      .where("kind", "in", UNDOABLE)
      .where("undone", "=", false)
      .orderBy("id", "desc")
      .executeTakeFirst();
    if (last === undefined || last.player_id === null)
      return refusal(
        "nothing-to-undo",
        msg`season.no-name-change-to-undo: there is no change of names to undo`,
      );
    const before = last.before as { player?: number; name?: string; aliases?: number[] };
    const after = last.after as { name: string; alias?: number | null };
    const { player = last.player_id, aliases = [] } = before;
    if (last.kind === "merge") {
      await store.updateTable("aliases").set({ player_id: player }).where("id", "in", aliases).execute();
      await releaseNamesakes(store);
      await rankGamesOfPlayers(store, [last.player_id, player]);
    } else {
      if (last.kind === "rename")
        await store
          .updateTable("players")
          .set({ name: before.name ?? "" })
          .where("id", "=", last.player_id)
          .execute();
      if (typeof after.alias === "number") await removeAlias(store, after.alias);
    }
    await store.updateTable("audit").set({ undone: true }).where("id", "=", last.id).execute();
    await audit(store, { by, kind: "undo", player_id: last.player_id, after: { change: last.id } });
    return success({ kind: last.kind, name: before.name ?? after.name });
  });
}

/**
 * Removes the data of a person: boxes, names, and the name in all records. Totals are kept without a name, so that the results of others
 * stay. Photos are still recognised, so that they are not added again. This can't be undone.
 *
 * @returns the number of removed results
 */
export function leaveSeason(db: Kysely<Tables>, name: string, by: string): Promise<Result<number>> {
  return writeExclusively(db, async (store) => {
    const found = await findPlayer(store, name);
    if (!found.ok) return found;
    const { id } = found.value;
    const aliases = await store.selectFrom("aliases").select("name").where("player_id", "=", id).execute();
    const names = [...new Set([found.value.name, ...aliases.map((one) => one.name)])];
    await sql`insert into leavers (player_id, key) values (${id}, gen_random_uuid()::text)`.execute(store);
    const { rows: gone } = await sql<{ id: number }>`
      update results set alias_id = null, boxes = '{}', struck = '{}', bonuses = 0, bonus_lines = 0
      where player_id = ${id} returning id`.execute(store);
    const person = new Person(names);
    await forgetInSheets(store, person);
    await forgetInAudit(store, person);
    await forgetInAnswers(store, person);
    await store.deleteFrom("aliases").where("player_id", "=", id).execute();
    await releaseNamesakes(store);
    // Players who were merged into this one have no name left either, so changes of their names can no longer be undone.
    const { rows: merged } = await sql<{ player: number }>`
      select (before ->> 'player')::integer as player from audit
      where kind = 'merge' and player_id = ${id}`.execute(store);
    const ids = [id, ...merged.map(({ player }) => player)];
    await sql`update audit set undone = true where player_id = any(${ids}::integer[])`.execute(store);
    await sql`
      delete from players p where id = any(${ids}::integer[])
        and not exists (select from aliases a where a.player_id = p.id)`.execute(store);
    await audit(store, { by, kind: "leave", after: { results: gone.length } });
    return success(gone.length);
  });
}

/** Replaces a removed name. */
const NOBODY = "–";

/**
 * A person whose names are removed from all records: open sheets, the audit, answers, and their authors. Files are often named after
 * players, so their names are removed too. Only values that are names change, never keys or other words.
 */
class Person {
  readonly #keys: readonly string[];

  constructor(names: readonly string[]) {
    this.#keys = [...new Set(names.map(nameKey))];
  }

  has(name: unknown): boolean {
    return typeof name === "string" && this.#keys.includes(nameKey(name));
  }

  /** Whether a filename contains a name of the person. */
  isNameInFilename(file: unknown): boolean {
    if (typeof file !== "string") return false;
    const folded = nameKey(file);
    return this.#keys.some((key) => folded.includes(key));
  }

  /** Replaces a name of the person. */
  without<T>(name: T): T | string {
    return this.has(name) ? NOBODY : name;
  }
}

async function forgetInSheets(store: Transaction<Tables>, person: Person): Promise<void> {
  const all = store
    .selectFrom("sheets")
    .select(["id", "file", "kept_by", "claimed_by", "packed"])
    .orderBy("id");
  for await (const rows of readPages((after) => all.where("id", ">", after).limit(PAGE).execute()))
    for (const row of rows) {
      const file = person.isNameInFilename(row.file) ? NOBODY : row.file;
      const kept_by = person.without(row.kept_by);
      const claimed_by = person.without(row.claimed_by);
      const packed = row.packed === null ? null : removePerson(row.packed, person);
      const now = { file, kept_by, claimed_by, packed };
      if (Object.entries(now).some(([column, value]) => row[column as keyof typeof now] !== value))
        await store.updateTable("sheets").set(now).where("id", "=", row.id).execute();
    }
}

/** Removes the person's names, and files named after them, from the packed state of an open sheet; unchanged text if it has neither. */
function removePerson(packed: string, person: Person): string {
  const sheet: Record<string, unknown> = tryOr({}, () => JSON.parse(packed));
  const now = structuredClone(sheet);
  const plain = (file: unknown) => (person.isNameInFilename(file) ? NOBODY : file);
  for (const key of ["names", "unnamed", "owners", "files"]) {
    const values = sheet[key];
    const change = key === "files" ? plain : (name: unknown) => person.without(name);
    if (Array.isArray(values)) now[key] = values.map(change);
  }
  const text = JSON.stringify(now);
  return text === JSON.stringify(sheet) ? packed : text;
}

type Recorded = Readonly<Record<string, unknown>> | null;

async function forgetInAudit(store: Transaction<Tables>, person: Person): Promise<void> {
  const all = store.selectFrom("audit").select(["id", "by", "kind", "before", "after"]).orderBy("id");
  for await (const rows of readPages((after) => all.where("id", ">", after).limit(PAGE).execute()))
    for (const { id, by, kind, before, after } of rows) {
      const json = (value: Recorded) => (value === null ? null : JSON.stringify(value));
      const [was, is] = [before as Recorded, after as Recorded];
      const now = {
        by: person.without(by),
        was: recordWithout(kind, was, person),
        is: recordWithout(kind, is, person),
      };
      if (now.by !== by || json(now.was) !== json(was) || json(now.is) !== json(is))
        await sql`
          update audit set by = ${now.by}, before = ${json(now.was)}::jsonb, after = ${json(now.is)}::jsonb
          where id = ${id}`.execute(store);
    }
}

/** Removes the person from a record of the audit. Each kind of change holds names in different places. */
function recordWithout(kind: AuditKind, record: Recorded, person: Person): Recorded {
  if (record === null) return null;
  switch (kind) {
    case "merge":
    case "rename":
    case "alias":
      return { ...record, ...("name" in record ? { name: person.without(record.name) } : {}) };
    case "kept":
    case "disputed":
    case "replaced": {
      const { file, results, ...others } = record;
      const kept = Array.isArray(results) ? (results as { readonly player: unknown }[]) : null;
      return {
        ...others,
        ...(file === undefined || person.isNameInFilename(file) ? {} : { file }),
        ...(kept && { results: kept.map((one) => ({ ...one, player: person.without(one.player) })) }),
      };
    }
    case "settled":
    case "decided":
    case "evening":
    case "undo":
    case "leave":
      return record;
    default:
      return kind satisfies never;
  }
}

async function forgetInAnswers(store: Transaction<Tables>, person: Person): Promise<void> {
  const all = store.selectFrom("answers").select(["id", "answer", "by"]).orderBy("id");
  for await (const rows of readPages((after) => all.where("id", ">", after).limit(PAGE).execute()))
    for (const { id, by, ...row } of rows) {
      const answer = row.answer as Answer;
      if (answer.kind === "name" && person.has(answer.name))
        await store.deleteFrom("answers").where("id", "=", id).execute();
      else if (person.has(by))
        await store.updateTable("answers").set({ by: NOBODY }).where("id", "=", id).execute();
    }
}
