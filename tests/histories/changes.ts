import { type Kysely, sql } from "kysely";
import type { Result } from "../../src/rules/problem/problem.ts";
import { changeEvening, listEvenings, undoEvening } from "../../src/season/store/evenings.ts";
import { keepSheets } from "../../src/season/store/keep.ts";
import { decide, openSheets } from "../../src/season/store/open-sheets.ts";
import {
  aliasPlayer,
  leaveSeason,
  listPlayers,
  mergePlayers,
  renamePlayer,
  undoLast,
} from "../../src/season/store/players.ts";
import type { Tables } from "../../src/season/store/tables.ts";
import type { Seen } from "./model.ts";
import { type Change, sheetToKeep } from "./steps.ts";

const BY = "Zoe";

/** Makes a change in a store. @returns whether the season took it */
export async function makeChange(db: Kysely<Tables>, change: Change): Promise<boolean> {
  const result = await resultOf(db, change);
  return result.ok;
}

async function resultOf(db: Kysely<Tables>, change: Change): Promise<Pick<Result<unknown>, "ok">> {
  switch (change.kind) {
    case "hand in":
      await keepSheets(db, [sheetToKeep(change.sheet)], BY);
      return { ok: true };
    case "rename":
      return renamePlayer(db, change.name, change.to, BY);
    case "alias":
      return aliasPlayer(db, change.name, change.to, BY);
    case "merge":
      return mergePlayers(db, change.name, change.to, BY);
    case "leave":
      return leaveSeason(db, change.name, BY);
    case "undo names":
      return undoLast(db, BY);
    case "undo evening":
      return undoEvening(db, BY);
    case "move evening":
      return changeEvening(db, change.from, { date: change.to }, BY);
    case "decide": {
      const all = (await openSheets(db)).filter(({ waits }) => waits === "number");
      const inOrder = all.toSorted((a, b) => (a.file < b.file ? -1 : 1));
      const open = inOrder[change.which % Math.max(1, all.length)];
      return open === undefined ? { ok: false } : decide(db, open.id, change.decision, BY);
    }
    default:
      return change satisfies never;
  }
}

/** What can be seen of a season, in the words of the model. */
export async function seenIn(db: Kysely<Tables>): Promise<Seen> {
  const { rows } = await sql<{
    file: string;
    seat: number;
    name: string | null;
    total: number;
    rank: number;
    players: number;
    beaten: number;
    date: string;
    others: string;
  }>`
    select s.file, r.seat, p.name, r.total, r.rank, r.players, r.beaten, e.date,
      (select string_agg(distinct o.file, ', ' order by o.file) from results x join sheets o on o.id = x.sheet_id
        where x.counts and x.match_id = r.match_id) as others
    from results r join sheets s on s.id = r.sheet_id join evenings e on e.id = r.evening_id
      left join players p on p.id = r.player_id where r.counts`.execute(db);
  const results = rows.map(({ file, seat, name, total, rank, players, beaten, date, others }) => {
    const game = others.split(", ").toSorted().join(", ");
    return `${file} / ${seat}: ${name ?? "nobody"} ${total}, ${rank} of ${players}, beats ${beaten}, in [${game}] on ${date}`;
  });
  const waiting = (await openSheets(db)).map(({ file, waits }) => `${file}: ${waits}`);
  const players = (await listPlayers(db)).map(
    ({ name, aliases, games }) => `${name} (${aliases.toSorted().join(", ")}) ${games}`,
  );
  const evenings = (await listEvenings(db)).map(({ date, sheets }) => `${date}: ${sheets}`);
  return {
    results: results.toSorted(),
    waiting: waiting.toSorted(),
    players: players.toSorted(),
    evenings: evenings.toSorted(),
  };
}

/** The sheets that wait for a decision, each with the one that it may contradict. */
export async function disputesIn(db: Kysely<Tables>): Promise<ReadonlyMap<string, string | null>> {
  const all = (await openSheets(db)).filter(({ waits }) => waits === "number");
  return new Map(all.map(({ file, other }) => [file, other?.file ?? null]));
}
