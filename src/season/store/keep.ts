import { type Kysely, sql, type Transaction } from "kysely";
import { nameKey } from "../name-key.ts";
import type { KeptGame, SheetToKeep } from "../sheet-to-keep.ts";
import { fromBase64 } from "../../rules/bytes.ts";
import { audit } from "./audit.ts";
import { rankOwnSheets } from "./own-sheets.ts";
import { tableOf } from "./table-of.ts";
import type { Tables } from "./tables.ts";
import { type KeptTwin, twinRule } from "./twin-rule.ts";

const OUTCOMES = ["kept", "waits", "same", "settled", "replaced", "worse", "again", "disputed"] as const;
/**
 * What came of a sheet: it counts (`kept`), or waits; it was there already (`same`), or it was there and waited and is settled now
 * (`settled`). Of a numbered sheet that was there from another photo: this one took its place (`replaced`), tells no more (`worse`) or the
 * same (`again`), or holds something else, and a person has to decide (`disputed`).
 */
export type Outcome = (typeof OUTCOMES)[number];

/** A sheet in the store. */
export interface KeptAs {
  readonly id: number;
  readonly outcome: Outcome;
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
  return db.transaction().execute(async (store) => {
    await onlyWriter(store);
    const kept: KeptAs[] = [];
    for (let at = 0; at < sheets.length; at += BATCH)
      kept.push(...(await keepBatch(store, sheets.slice(at, at + BATCH), by, areDecided)));
    return kept;
  });
}

/** From here to its end a transaction is the only one that changes what counts. */
export async function onlyWriter(store: Transaction<Tables>): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('augenblock ' || current_schema()))`.execute(store);
}

/** What a sheet is known by. */
function sheetKey({ hash, part }: { readonly hash: string; readonly part: number }): string {
  return `${hash} ${part}`;
}

type Ids = ReadonlyMap<string, number>;

async function keepBatch(
  store: Transaction<Tables>,
  all: readonly SheetToKeep[],
  by: string,
  areDecided: boolean,
): Promise<KeptAs[]> {
  const found = await knownSheets(store, all);
  const games = await gameIds(store, all);
  const evenings = await eveningIds(store, all);
  const outcomes = new Map<string, KeptAs>();
  const distinct = [...new Map(all.map((sheet) => [sheetKey(sheet), sheet])).values()];
  const knownAs = (sheet: SheetToKeep) =>
    [sheet, ...sheet.also].map((one) => found.get(sheetKey(one))).find((one) => one !== undefined);
  const unknown = distinct.filter((sheet) => knownAs(sheet) === undefined);
  const alike = areDecided ? new Set() : await likeOthers(store, unknown);
  // What may change another entry goes one by one.
  const later = unknown.filter((sheet) => sheet.identity !== null || alike.has(sheet));
  const fresh = unknown.filter((sheet) => !later.includes(sheet));
  for (const sheet of distinct) {
    const known = knownAs(sheet);
    if (known === undefined) continue;
    const isSettledNow = known.state === "open" && known.waits !== "number" && sheet.waits === null;
    if (isSettledNow) await settleSheet(store, known.id, sheet, by);
    outcomes.set(sheetKey(sheet), { id: known.id, outcome: isSettledNow ? "settled" : "same", other: null });
  }
  const ids = await insertSheets(store, fresh, { games, evenings }, by);
  for (const sheet of fresh) {
    const id = ids.get(sheetKey(sheet)) ?? 0;
    outcomes.set(sheetKey(sheet), { id, outcome: sheet.waits === null ? "kept" : "waits", other: null });
  }
  for (const sheet of later)
    outcomes.set(sheetKey(sheet), await keepBeside(store, sheet, { games, evenings }, by));
  const own = all.filter(({ results }) => results.length === 1);
  await rankOwnSheets(
    store,
    own.map(({ game, evening }) => [ofGame(games, game), ofEvening(evenings, evening)]),
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

/** The entries that photos and sheets are part of already. */
async function knownSheets(store: Transaction<Tables>, sheets: readonly SheetToKeep[]) {
  const given = tableOf(
    sheets.flatMap((sheet) => [sheet, ...sheet.also]),
    { hash: "text", part: "integer" },
  );
  const { rows } = await sql<{ id: number; hash: string; part: number; state: string; waits: string | null }>`
    select entry.id, s.hash, s.part, entry.state, entry.waits
    from ${given} g join sheets s using (hash, part)
    join sheets entry on entry.id = coalesce(s.replaced_by, s.id)`.execute(store);
  return new Map(rows.map((row) => [sheetKey(row), row]));
}

function ofGame(games: Ids, { rules }: KeptGame): number {
  return games.get(rules) ?? 0;
}

function ofEvening(evenings: Ids, evening: SheetToKeep["evening"]): number {
  return evenings.get(eveningKey(evening)) ?? 0;
}

function eveningKey({ date, place, name }: SheetToKeep["evening"]): string {
  return JSON.stringify([date, place, name]);
}

/** The games of sheets by their rules; new ones are put in. */
async function gameIds(store: Transaction<Tables>, sheets: readonly SheetToKeep[]): Promise<Ids> {
  const games = [...new Map(sheets.map(({ game }) => [game.rules, game])).values()];
  const rows = games.map(({ lowestWins, ...game }) => ({ ...game, lowest_wins: lowestWins }));
  const given = tableOf(rows, {
    rules: "text",
    variant: "text",
    name: "jsonb",
    boxes: "jsonb",
    lowest_wins: "boolean",
  });
  await sql`
    insert into games (rules, variant, name, boxes, lowest_wins)
    select rules, variant, name, boxes, lowest_wins from ${given} g on conflict (rules) do nothing`.execute(
    store,
  );
  const found = await store
    .selectFrom("games")
    .select(["id", "rules"])
    .where(
      "rules",
      "in",
      games.map(({ rules }) => rules),
    )
    .execute();
  return new Map(found.map(({ id, rules }) => [rules, id]));
}

/** The evenings of sheets; new ones are put in. */
async function eveningIds(store: Transaction<Tables>, sheets: readonly SheetToKeep[]): Promise<Ids> {
  const evenings = [...new Map(sheets.map(({ evening }) => [eveningKey(evening), evening])).values()];
  const given = tableOf(evenings, { date: "text", place: "text", name: "text" });
  await sql`
    insert into evenings (date, place, name)
    select date, place, name from ${given} g on conflict (date, place, name) do nothing`.execute(store);
  const { rows } = await sql<{ id: number; date: string; place: string; name: string }>`
    select e.id, e.date, e.place, e.name from ${given} g join evenings e using (date, place, name)`.execute(
    store,
  );
  return new Map(rows.map((row) => [eveningKey(row), row.id]));
}

/** The ids of names, by their keys; new ones are put in, each for a player of its own. */
async function aliasIds(store: Transaction<Tables>, names: readonly string[]): Promise<Ids> {
  // A name stays as it was first written.
  const byKey = new Map(names.toReversed().map((name) => [nameKey(name), name.trim()]));
  const given = tableOf(
    [...byKey].map(([key, name]) => ({ key, name })),
    { key: "text", name: "text" },
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

interface Known {
  readonly games: Ids;
  readonly evenings: Ids;
}

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

/** @param isDisputed whether they wait for a decision between two sheets of one number @returns the ids of the new entries by their keys */
async function insertSheets(
  store: Transaction<Tables>,
  sheets: readonly SheetToKeep[],
  known: Known,
  by: string,
  isDisputed = false,
): Promise<Ids> {
  if (sheets.length === 0) return new Map();
  const rows = sheets.map((sheet) => {
    const waits = isDisputed ? "number" : sheet.waits;
    return {
      ...sheet,
      game_id: ofGame(known.games, sheet.game),
      evening_id: ofEvening(known.evenings, sheet.evening),
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
    insert into sheets (${columns}) select ${columns} from ${tableOf(rows, SHEET_COLUMNS)} g
    returning id, hash, part`.execute(store);
  const ids = new Map(inserted.map((row) => [sheetKey(row), row.id]));
  const withIds = sheets.map((sheet) => ({ sheet, id: ids.get(sheetKey(sheet)) ?? 0 }));
  await insertResults(store, withIds, known, !isDisputed);
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
  known: Known,
  areSettled: boolean,
): Promise<void> {
  const all = sheets.flatMap(({ sheet, id }) => sheet.results.map((result) => ({ sheet, id, result })));
  if (all.length === 0) return;
  const aliases = await aliasIds(
    store,
    all.map(({ result }) => result.name),
  );
  const rows = all.map(({ sheet, id, result }) => ({
    ...result,
    name: undefined,
    sheet_id: id,
    match_id: id,
    alias_id: aliases.get(nameKey(result.name)) ?? 0,
    evening_id: ofEvening(known.evenings, sheet.evening),
    game_id: ofGame(known.games, sheet.game),
    counts: areSettled && sheet.complete,
    won_at_once: result.wonAtOnce,
    left_early: result.leftEarly,
    bonus_lines: result.bonusLines,
  }));
  const columns = sql.raw(Object.keys(RESULT_COLUMNS).join(", "));
  await sql`insert into results (${columns}) select ${columns} from ${tableOf(rows, RESULT_COLUMNS)} g`.execute(
    store,
  );
}

/** The game of a sheet that waits is kept once, with its game. */
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

/** Further photos of an entry are known as such from then on. */
async function keepOtherPhotos(store: Transaction<Tables>, id: number, sheet: SheetToKeep): Promise<void> {
  const photos = tableOf(sheet.also, { hash: "text", part: "integer", file: "text" });
  await sql`
    insert into sheets (source, hash, part, file, number, engine, game_id, evening_id, verdict, complete,
      state, questions, seats, filled, kept_by, replaced_by)
    select s.source, g.hash, g.part, g.file, 0, s.engine, s.game_id, s.evening_id, s.verdict, s.complete,
      'replaced', 0, s.seats, 0, s.kept_by, s.id
    from ${photos} g, sheets s where s.id = ${id} on conflict (hash, part) do nothing`.execute(store);
}

/** Settles a sheet that waited. */
export async function settleSheet(
  store: Transaction<Tables>,
  id: number,
  sheet: SheetToKeep,
  by: string,
): Promise<void> {
  const before = await store
    .selectFrom("sheets")
    .select(["waits", "questions", "verdict", "engine"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const games = await gameIds(store, [sheet]);
  const evenings = await eveningIds(store, [sheet]);
  const { verdict, complete, filled, seats, engine } = sheet;
  const game_id = ofGame(games, sheet.game);
  const evening_id = ofEvening(evenings, sheet.evening);
  const settled = { state: "settled", waits: null, questions: 0, packed: null } as const;
  const unclaimed = { claimed_by: null, claimed_until: null };
  await store
    .updateTable("sheets")
    .set({ ...settled, ...unclaimed, verdict, complete, filled, seats, engine, game_id, evening_id })
    .where("id", "=", id)
    .execute();
  await store.deleteFrom("results").where("sheet_id", "=", id).execute();
  await insertResults(store, [{ id, sheet }], { games, evenings }, true);
  await store.deleteFrom("pictures").where("sheet_id", "=", id).execute();
  if (seats === 1) await rankOwnSheets(store, [[game_id, evening_id]]);
  await audit(store, { by, kind: "settled", sheet_id: id, before, after: { verdict } });
}

/** Keeps a sheet of which another photo, or another version, may be there; see `twinRule` for what is done then. */
async function keepBeside(
  store: Transaction<Tables>,
  sheet: SheetToKeep,
  known: Known,
  by: string,
): Promise<KeptAs> {
  const twins =
    sheet.identity === null ? await versionsOf(store, sheet, known) : await photosOf(store, sheet);
  const rules = twins.map((twin) => ({ twin, rule: twinRule(twin, sheet) }));
  const first = (["again", "replaces", "worse", "disputed"] as const).flatMap((wanted) =>
    rules.filter((one) => one.rule === wanted),
  );
  const { twin = null, rule = "new" } = first[0] ?? {};
  const insert = async (isDisputed = false) => {
    const ids = await insertSheets(store, [sheet], known, by, isDisputed);
    return ids.get(sheetKey(sheet)) ?? 0;
  };
  const waits = sheet.waits === null ? "kept" : "waits";
  if (twin === null) return { id: await insert(), outcome: waits, other: null };
  const told = { hash: sheet.hash, file: sheet.file, part: sheet.part };
  switch (rule) {
    case "new":
      return { id: await insert(), outcome: waits, other: null };
    case "worse":
    case "again": {
      // The photo is remembered as one of that entry: handed in again, nothing is compared anew.
      const id = await insert(true);
      await store
        .updateTable("sheets")
        .set({ state: "replaced", waits: null, packed: null, replaced_by: twin.id })
        .where("id", "=", id)
        .execute();
      await store.deleteFrom("results").where("sheet_id", "=", id).execute();
      await store.deleteFrom("pictures").where("sheet_id", "=", id).execute();
      await audit(store, { by, kind: "kept", sheet_id: twin.id, after: { ...told, outcome: rule } });
      return { id, outcome: rule, other: twin.id };
    }
    case "replaces": {
      const id = await insert();
      await replaceSheet(store, twin.id, id, by);
      return { id, outcome: "replaced", other: twin.id };
    }
    case "disputed": {
      const id = await insert(true);
      await audit(store, { by, kind: "disputed", sheet_id: id, before: { other: twin.id }, after: told });
      return { id, outcome: "disputed", other: twin.id };
    }
    default:
      return rule satisfies never;
  }
}

/** Lets one entry take the place of another; what the other said stays in the record. */
export async function replaceSheet(
  store: Transaction<Tables>,
  old: number,
  by_id: number,
  by: string,
): Promise<void> {
  const { rows } = await sql<{ before: object }>`
    select json_build_object('file', s.file, 'hash', s.hash, 'verdict', s.verdict, 'results', coalesce((
      select json_agg(json_build_object('player', a.name, 'total', r.total, 'boxes', r.boxes, 'struck', r.struck) order by r.seat)
      from results r join aliases a on a.id = r.alias_id where r.sheet_id = s.id), '[]')) as before
    from sheets s where s.id = ${old}`.execute(store);
  await store
    .updateTable("sheets")
    .set({
      state: "replaced",
      waits: null,
      packed: null,
      replaced_by: by_id,
      claimed_by: null,
      claimed_until: null,
    })
    .where("id", "=", old)
    .execute();
  // The photos that had given way to it give way to what takes its place.
  await store.updateTable("sheets").set({ replaced_by: by_id }).where("replaced_by", "=", old).execute();
  await store.deleteFrom("results").where("sheet_id", "=", old).execute();
  await store.deleteFrom("pictures").where("sheet_id", "=", old).execute();
  await audit(store, {
    by,
    kind: "replaced",
    sheet_id: old,
    before: rows[0]?.before ?? {},
    after: { by: by_id },
  });
}

/** The typed sheets and forms among these that may be versions of others: the same player stands first on them, on the same evening. */
async function likeOthers(
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
    join results r on r.alias_id = a.id and r.game_id = games.id and r.evening_id = e.id and r.seat = 1`.execute(
    store,
  );
  const met = new Map<string, number>();
  for (const { at: _, ...row } of rows) met.set(JSON.stringify(row), (met.get(JSON.stringify(row)) ?? 0) + 1);
  const isMetAgain = ({ at: _, ...row }: (typeof rows)[number]) => (met.get(JSON.stringify(row)) ?? 0) > 1;
  const places = new Set([...found.map(({ at }) => at), ...rows.filter(isMetAgain).map(({ at }) => at)]);
  return new Set(typed.filter((_, at) => places.has(at)));
}

const TWIN_COLUMNS = ["s.id", "s.state", "s.questions", "s.identity"] as const;

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
  return Promise.all(found.map((one) => twinFrom(store, one)));
}

/** The entries of the same players in the same game on the same evening, the last ones first. */
async function versionsOf(store: Transaction<Tables>, sheet: SheetToKeep, known: Known): Promise<KeptTwin[]> {
  const found = await store
    .selectFrom("sheets as s")
    .innerJoin("results as r", "r.sheet_id", "s.id")
    .innerJoin("aliases as a", "a.id", "r.alias_id")
    .select(TWIN_COLUMNS)
    .where("r.seat", "=", 1)
    .where("a.key", "=", nameKey(sheet.results[0]?.name ?? ""))
    .where("s.game_id", "=", ofGame(known.games, sheet.game))
    .where("s.evening_id", "=", ofEvening(known.evenings, sheet.evening))
    .where("s.seats", "=", sheet.seats)
    // Two sheets on one photo are never the same one.
    .where("s.hash", "!=", sheet.hash)
    .where("s.state", "=", "settled")
    .orderBy("s.id", "desc")
    .execute();
  return Promise.all(found.map((one) => twinFrom(store, one)));
}

async function twinFrom(
  store: Transaction<Tables>,
  sheet: {
    readonly id: number;
    readonly state: string;
    readonly questions: number;
    readonly identity: string | null;
  },
): Promise<KeptTwin> {
  const results = await store
    .selectFrom("results as r")
    .innerJoin("aliases as a", "a.id", "r.alias_id")
    .select(["a.key", "r.boxes", "r.struck"])
    .where("r.sheet_id", "=", sheet.id)
    .orderBy("r.seat")
    .execute();
  return {
    id: sheet.id,
    isOpen: sheet.state === "open",
    questions: sheet.questions,
    isNumbered: sheet.identity !== null,
    results,
  };
}
