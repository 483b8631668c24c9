import { type Kysely, sql, type Transaction } from "kysely";
import { readDate } from "../../check/read/occasion.ts";
import { msg } from "../../rules/problem/message.ts";
import { refusal, type Result, success } from "../../rules/problem/problem.ts";
import type { EveningName } from "../sheet-to-keep.ts";
import { writeExclusively, audit } from "./changes.ts";
import { eveningId } from "./ids.ts";
import { type GamePlace, rankGames } from "./rank-games.ts";
import type { Tables } from "./tables.ts";

/** An evening of a season. */
export interface ListedEvening extends EveningName {
  readonly id: number;
  /** Its place among all evenings, from 1. */
  readonly number: number;
  /** Sheets that count or wait. */
  readonly sheets: number;
}

/** All evenings, the first one first. */
export async function listEvenings(db: Kysely<Tables>): Promise<ListedEvening[]> {
  const { rows } = await sql<ListedEvening>`
    select e.id, row_number() over (order by e.date, e.place, e.name, e.id)::integer as number,
      e.date, e.place, e.name, count(*)::integer as sheets
    from evenings e join sheets s on s.evening_id = e.id and s.state in ('settled', 'open')
    group by e.id order by e.date, e.place, e.name, e.id`.execute(db);
  return rows;
}

/** A change of an evening; omitted properties stay. */
export type EveningChange = Partial<EveningName>;

/**
 * Changes the date, place or name of an evening. If there is such an evening already, the two are merged, and players with a sheet each
 * are ranked again.
 *
 * @param which the number of an evening in the list, or its date if it is the only one on that date
 * @param by the person who changes it, for the audit
 */
export function changeEvening(
  db: Kysely<Tables>,
  which: string,
  change: EveningChange,
  by: string,
): Promise<Result<null>> {
  return writeExclusively(db, async (store) => {
    const found = findEvening(await listEvenings(store), which);
    if (!found.ok) return found;
    const { id, date, place, name } = found.value;
    const before = { date, place, name };
    const after = { ...before, ...change };
    const sheets = await store.selectFrom("sheets").select("id").where("evening_id", "=", id).execute();
    const moved = sheets.map((one) => one.id);
    if (after.date === date && after.place === place && after.name === name)
      return refusal(
        "nothing-changes",
        msg`season.evening-unchanged: nothing to change: that game night already has this date, place and name`,
      );
    await moveSheets(store, moved, after);
    await audit(store, { by, kind: "evening", before: { ...before, sheets: moved }, after });
    return success(null);
  });
}

function findEvening(all: readonly ListedEvening[], which: string): Result<ListedEvening> {
  const hint = msg`season.list-evenings-hint: \`augenblock season evenings\` lists them with their numbers`;
  const day = readDate(which);
  const found = all.filter(({ number, date }) => String(number) === which || (day !== null && date === day));
  const [first, second] = found;
  if (first === undefined)
    return refusal("unknown-evening", msg`season.no-such-evening: there is no game night \`${which}\``, hint);
  if (second === undefined) return success(first);
  const several = msg`season.several-evenings: there are ${found.length} game nights on ${which}`;
  return refusal(
    "unclear-evening",
    several,
    msg`season.evening-number-hint: name one by its number: ${found.map(({ number }) => number).join(", ")}`,
  );
}

/** Moves sheets of any state to an evening, and deletes evenings without sheets. */
async function moveSheets(
  store: Transaction<Tables>,
  sheets: readonly number[],
  to: EveningName,
): Promise<void> {
  const evening = await eveningId(store, to);
  const ids = sql`any(${[...sheets]}::integer[])`;
  const { rows: touched } = await sql<GamePlace>`
    select distinct game_id, evening_id from sheets where id = ${ids} and seats = 1`.execute(store);
  await sql`update sheets set evening_id = ${evening} where id = ${ids}`.execute(store);
  await sql`update results set evening_id = ${evening} where sheet_id = ${ids}`.execute(store);
  const isEmpty = sql`not exists (select from sheets s where s.evening_id = e.id)`;
  await sql`delete from evenings e where ${isEmpty}`.execute(store);
  await rankGames(store, [...touched, ...touched.map((one) => ({ ...one, evening_id: evening }))]);
}

/** Undoes the last change of an evening that was not undone. Sheets that were added since then stay. @returns the restored evening, or a problem if there is no change */
export function undoEvening(db: Kysely<Tables>, by: string): Promise<Result<EveningName>> {
  return writeExclusively(db, async (store) => {
    const last = await store
      .selectFrom("audit")
      .select(["id", "before"])
      .where("kind", "=", "evening")
      .where("undone", "=", false)
      .orderBy("id", "desc")
      .executeTakeFirst();
    if (last === undefined)
      return refusal(
        "nothing-to-undo",
        msg`season.no-evening-change-to-undo: there is no change of a game night to undo`,
      );
    const { sheets, ...evening } = last.before as EveningName & { readonly sheets: readonly number[] };
    await moveSheets(store, sheets, evening);
    await store.updateTable("audit").set({ undone: true }).where("id", "=", last.id).execute();
    await audit(store, { by, kind: "undo", after: { change: last.id } });
    return success(evening);
  });
}
