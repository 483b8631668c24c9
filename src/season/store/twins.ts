import { sql, type Transaction } from "kysely";
import { nameKey } from "../../check/name.ts";
import type { SheetToKeep } from "../sheet-to-keep.ts";
import { writtenOn } from "./corrections.ts";
import type { PlaceIds } from "./ids.ts";
import { tableOf } from "./table-of.ts";
import type { Tables } from "./tables.ts";
import type { KeptTwin } from "./twin-rule.ts";

/** The typed sheets and forms among these that may be versions of others: the same player stands first on them, on the same evening. */
export async function likeOthers(
  store: Transaction<Tables>,
  sheets: readonly SheetToKeep[],
): Promise<ReadonlySet<SheetToKeep>> {
  const typed = sheets.filter(({ identity, results }) => identity === null && results.length > 0);
  const rows = typed.map((sheet, at) => {
    const { game, evening, results } = sheet;
    return { at, rules: game.rules, ...evening, key: nameKey(results[0]?.name ?? "") };
  });
  const given = tableOf(rows, {
    ...{ at: "integer", rules: "text", date: "text", place: "text" },
    ...{ name: "text", key: "text" },
  });
  const { rows: found } = await sql<{ at: number }>`
    select distinct g.at from ${given} g
    join games on games.rules = g.rules
    join evenings e on e.date = g.date and e.place = g.place and e.name = g.name
    join aliases a on a.key = g.key
    join results r on r.alias_id = a.id and r.game_id = games.id and r.evening_id = e.id and r.seat = 1
    union
    select g.at from ${given} g
    join games on games.rules = g.rules
    join evenings e on e.date = g.date and e.place = g.place and e.name = g.name
    join sheets s on s.game_id = games.id and s.evening_id = e.id and s.state = 'open' and s.waits = 'players'`.execute(
    store,
  );
  const met = new Map<string, number>();
  for (const { at: _, ...row } of rows) met.set(JSON.stringify(row), (met.get(JSON.stringify(row)) ?? 0) + 1);
  const isMetAgain = ({ at: _, ...row }: (typeof rows)[number]) => (met.get(JSON.stringify(row)) ?? 0) > 1;
  const places = new Set([...found.map(({ at }) => at), ...rows.filter(isMetAgain).map(({ at }) => at)]);
  return new Set(typed.filter((_, at) => places.has(at)));
}

/** The entries that may be of the same sheet: those of its number, or of its players where it has none; the last ones first. */
export function twinsOf(
  store: Transaction<Tables>,
  sheet: SheetToKeep,
  places: PlaceIds,
): Promise<KeptTwin[]> {
  return sheet.identity === null ? versionsOf(store, sheet, places) : photosOf(store, sheet);
}

const TWIN_COLUMNS = ["s.id", "s.state", "s.waits", "s.questions", "s.complete"] as const;

/** The entry that holds the place of a numbered sheet, if one does. */
async function photosOf(store: Transaction<Tables>, { identity }: SheetToKeep): Promise<KeptTwin[]> {
  const found = await store
    .selectFrom("sheets as s")
    .select(TWIN_COLUMNS)
    .where("s.identity", "=", identity)
    .where("s.state", "in", ["settled", "open"])
    .where((where) => where.or([where("s.waits", "is", null), where("s.waits", "!=", "number")]))
    .orderBy("s.id", "desc")
    .execute();
  return Promise.all(found.map((one) => twinFrom(store, one, true)));
}

/** The entries of the same players in the same game on the same evening, the last ones first. */
async function versionsOf(
  store: Transaction<Tables>,
  sheet: SheetToKeep,
  places: PlaceIds,
): Promise<KeptTwin[]> {
  const found = await store
    .selectFrom("sheets as s")
    .innerJoin("results as r", "r.sheet_id", "s.id")
    .leftJoin("aliases as a", "a.id", "r.alias_id")
    .select(TWIN_COLUMNS)
    .where("r.seat", "=", 1)
    .where("s.game_id", "=", places.game(sheet))
    .where("s.evening_id", "=", places.evening(sheet))
    .where("s.seats", "=", sheet.seats)
    // Two sheets on one photo are never the same one.
    .where("s.hash", "!=", sheet.hash)
    .where((where) =>
      where.or([
        where.and([
          where("s.state", "=", "settled"),
          where("a.key", "=", nameKey(sheet.results[0]?.name ?? "")),
        ]),
        // Somebody may have corrected a name on it.
        where.and([where("s.state", "=", "open"), where("s.waits", "=", "players")]),
      ]),
    )
    .orderBy("s.id", "desc")
    .execute();
  return Promise.all(found.map((one) => twinFrom(store, one, false)));
}

/** An entry as one that something of the same sheet comes in beside. */
export async function numberedTwin(store: Transaction<Tables>, id: number): Promise<KeptTwin> {
  const { complete } = await store
    .selectFrom("sheets")
    .select("complete")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return twinFrom(store, { id, state: "settled", waits: null, questions: 0, complete }, true);
}

async function twinFrom(
  store: Transaction<Tables>,
  sheet: {
    readonly id: number;
    readonly state: string;
    readonly waits: string | null;
    readonly questions: number;
    readonly complete: boolean;
  },
  isNumbered: boolean,
): Promise<KeptTwin> {
  return {
    id: sheet.id,
    isOpen: sheet.state === "open",
    hasNamesakes: sheet.waits === "players",
    questions: sheet.questions,
    complete: sheet.complete,
    isNumbered,
    results: await writtenOn(store, sheet.id),
  };
}
