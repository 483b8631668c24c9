import { type Transaction, sql } from "kysely";
import { nameKey } from "../../check/name.ts";
import { getElement } from "../../rules/arrays.ts";
import { type SheetToKeep, hasLeft, hexDigest } from "../sheet-to-keep.ts";
import type { KnownSheet, PlaceIds } from "./ids.ts";
import { isOneOfGames } from "./sheet-entries.ts";
import { type Tables, toSqlTable } from "./tables.ts";

/** The typed sheets and forms that may be versions of others: of the same game and evening, with the same first player. */
export async function findLikelyTwins(
  store: Transaction<Tables>,
  sheets: readonly SheetToKeep[],
): Promise<ReadonlySet<SheetToKeep>> {
  const typed = sheets.filter(({ identity, results }) => identity === null && results.length > 0);
  const rows = typed.map((sheet, at) => {
    const { game, evening, results } = sheet;
    return { at, rules: game.rules, ...evening, key: nameKey(results[0]?.name ?? "") };
  });
  const given = toSqlTable(rows, {
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
    join sheets s on s.game_id = games.id and s.evening_id = e.id
      and s.state = 'open' and s.waits = 'players'`.execute(store);
  const met = new Map<string, number>();
  for (const { at: _, ...row } of rows) met.set(JSON.stringify(row), (met.get(JSON.stringify(row)) ?? 0) + 1);
  const isMetAgain = ({ at: _, ...row }: (typeof rows)[number]) => (met.get(JSON.stringify(row)) ?? 0) > 1;
  const places = new Set([...found.map(({ at }) => at), ...rows.filter(isMetAgain).map(({ at }) => at)]);
  return new Set(typed.filter((_, at) => places.has(at)));
}

/** The entries that may be of the same sheet: by its number or, without one, by its players; the latest first. */
export function findTwins(
  store: Transaction<Tables>,
  sheet: SheetToKeep,
  places: PlaceIds,
): Promise<KeptTwin[]> {
  return sheet.identity === null ? findTwinsByPlayers(store, sheet, places) : findNumberedTwins(store, sheet);
}

const TWIN_COLUMNS = ["s.id", "s.state", "s.waits", "s.questions", "s.complete"] as const;

/** The entries with the number of a sheet, the latest first. */
async function findNumberedTwins(store: Transaction<Tables>, { identity }: SheetToKeep): Promise<KeptTwin[]> {
  const found = await store
    .selectFrom("sheets as s")
    .select(TWIN_COLUMNS)
    .where("s.identity", "=", identity)
    .where("s.state", "in", ["settled", "open"])
    .where((where) => where.or([where("s.waits", "is", null), where("s.waits", "!=", "number")]))
    .orderBy("s.id", "desc")
    .execute();
  return Promise.all(found.map((one) => buildTwin(store, one, true)));
}

/** The entries of the same players in the same game on the same evening, the latest first. */
async function findTwinsByPlayers(
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
    // Of games in a row, there may be more by now.
    .where((where) => (areGames(sheet) ? where("s.seats", ">", 1) : where("s.seats", "=", sheet.seats)))
    // Two sheets on one photo are always different.
    .where("s.hash", "!=", sheet.hash)
    .where((where) =>
      where.or([
        where.and([
          where("s.state", "=", "settled"),
          where("a.key", "=", nameKey(sheet.results[0]?.name ?? "")),
        ]),
        // A name on it may have been corrected.
        where.and([where("s.state", "=", "open"), where("s.waits", "=", "players")]),
      ]),
    )
    .orderBy("s.id", "desc")
    .execute();
  return Promise.all(found.map((one) => buildTwin(store, one, false)));
}

/** An entry as the twin of a new version of its sheet. */
export async function buildNumberedTwin(store: Transaction<Tables>, id: number): Promise<KeptTwin> {
  const { complete } = await store
    .selectFrom("sheets")
    .select("complete")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return buildTwin(store, { id, state: "settled", waits: null, questions: 0, complete }, true);
}

async function buildTwin(
  store: Transaction<Tables>,
  sheet: Pick<KnownSheet, "id" | "state" | "waits"> & Pick<KeptTwin, "questions" | "complete">,
  isNumbered: boolean,
): Promise<KeptTwin> {
  const { id, state, waits, questions, complete } = sheet;
  return {
    ...{ id, questions, complete, isNumbered },
    isOpen: state === "open",
    hasNamesakes: waits === "players",
    results: await readWrittenBoxes(store, id),
  };
}

/** The boxes of a player, under the folded name; the name is null for a person who has left the season. */
interface WrittenBoxes {
  readonly key: string | null;
  readonly boxes: readonly (number | null)[];
  readonly struck: readonly number[];
}

/** Identifies a typed correction of a photo: equal for equal names and boxes. */
export function correctionHash({ hash, part, results }: SheetToKeep): string {
  const said = results.map(({ name, boxes, struck }) => [nameKey(name), boxes, struck]);
  return hexDigest(new TextEncoder().encode(JSON.stringify([hash, part, said])));
}

/** Records a typed correction of a photo, so that submitting it again raises no new question. */
export async function rememberCorrection(
  store: Transaction<Tables>,
  sheet: SheetToKeep,
  entry: number,
): Promise<void> {
  await sql`
    insert into sheets (source, hash, part, file, number, engine, game_id, evening_id, verdict, complete,
      state, questions, seats, filled, kept_by, replaced_by)
    select 'typed', ${correctionHash(sheet)}, 0, ${sheet.file}, 0, s.engine, s.game_id, s.evening_id, s.verdict, s.complete,
      'replaced', 0, s.seats, 0, s.kept_by, s.id
    from sheets s where s.id = ${entry} on conflict (hash, part) do nothing`.execute(store);
}

/** The boxes of the players of an entry, in seat order. */
async function readWrittenBoxes(store: Transaction<Tables>, sheet: number): Promise<WrittenBoxes[]> {
  return store
    .selectFrom("results as r")
    .leftJoin("aliases as a", "a.id", "r.alias_id")
    .select(["a.key", "r.boxes", "r.struck"])
    .where("r.sheet_id", "=", sheet)
    .orderBy("r.seat")
    .execute();
}

/** An entry that may be of the same sheet as a new one. */
export interface KeptTwin {
  readonly id: number;
  readonly isOpen: boolean;
  readonly questions: number;
  /** Whether its game is over. */
  readonly complete: boolean;
  /** Whether it waits because two of its names belong to one player. */
  readonly hasNamesakes: boolean;
  /** Whether both have the same printed number; otherwise they have the same players, game and evening. */
  readonly isNumbered: boolean;
  readonly results: readonly WrittenBoxes[];
}

/** Sheets without a number that differ in more than this share of the boxes are different games. */
const MAX_CONFLICTS = 0.15;

/**
 * Decides what to do with a new sheet that may be in the season already, from another photo or typed differently:
 *
 * - with the same boxes under other names, it replaces an entry that waits because of its names;
 * - a settled sheet replaces an open entry; of two open ones, the one with fewer questions wins;
 * - an open sheet adds nothing to a settled entry (`worse`);
 * - of two settled ones, equal boxes mean the same sheet (`again`); with additional boxes the game went on, and the new sheet replaces the
 *   earlier state; with fewer boxes it is an earlier state itself (`worse`);
 * - otherwise a person decides, and nothing is overwritten (`disputed`); sheets without a number that have little in common are `new`.
 */
export function twinRule(
  twin: KeptTwin,
  sheet: SheetToKeep,
): "replaces" | "worse" | "again" | "disputed" | "new" {
  const isOpen = sheet.waits !== null;
  if (twin.hasNamesakes && !twin.isNumbered) return hasSameBoxes(twin, sheet) ? "replaces" : "new";
  if (twin.isOpen) return isOpen && (sheet.open?.questions ?? 0) >= twin.questions ? "worse" : "replaces";
  if (isOpen) return "worse";
  const otherwise = twin.isNumbered ? "disputed" : "new";
  const isOfPlayer = ({ key }: WrittenBoxes, one: (typeof sheet.results)[number]) =>
    hasLeft(one) || [null, nameKey(one.name)].includes(key);
  const twins = areGames(sheet) ? alignGames(twin.results, sheet.results) : twin.results;
  const areSamePlayers =
    twins.length === sheet.results.length &&
    sheet.results.every((one, at) => isOfPlayer(getElement(twins, at), one));
  if (!areSamePlayers) return otherwise;
  const all = sheet.results.map((one, at) => [getElement(twins, at), one] as const);
  // People who have left the season can't be compared and stay removed.
  const pairs = all.filter(([before, now]) => before.key !== null && !hasLeft(now));
  const hasLater = twin.results.length > twins.length;
  const isContinuation = !hasLater && pairs.every(([before, now]) => isWithin(before, now));
  const isEarlier = pairs.every(([before, now]) => isWithin(now, before));
  // A sheet may be marked complete later without another filled box.
  const isEnd = sheet.complete && !twin.complete;
  if (isContinuation && isEarlier && !isEnd) return "again";
  if (isEarlier && !isEnd) return "worse";
  if (pairs.length < all.length) return "disputed";
  if (isContinuation) return "replaces";
  const boxes = pairs.flatMap(([before, now]) => now.boxes.map((_, box) => isSame(before, now, box)));
  return boxes.filter((same) => !same).length <= MAX_CONFLICTS * boxes.length ? "disputed" : otherwise;
}

function areGames(sheet: SheetToKeep): boolean {
  return sheet.results.length > 0 && sheet.results.every((one) => isOneOfGames(sheet, one));
}

/** The known games of a sheet that has these games now: those that came later were still empty. */
function alignGames(known: readonly WrittenBoxes[], games: SheetToKeep["results"]): readonly WrittenBoxes[] {
  const later = games.slice(known.length).map(({ name }) => ({ key: nameKey(name), boxes: [], struck: [] }));
  return [...known.slice(0, games.length), ...later];
}

function hasSameBoxes({ results: before }: KeptTwin, { results: now }: SheetToKeep): boolean {
  const isEqual = (one: Boxes, at: number) =>
    isWithin(one, getElement(before, at)) && isWithin(getElement(before, at), one);
  return before.length === now.length && now.every(isEqual);
}

type Boxes = Pick<WrittenBoxes, "boxes" | "struck">;

/** Whether all filled boxes of `few` have the same content in `many`. */
function isWithin(few: Boxes, many: Boxes): boolean {
  return few.boxes.every((score, box) => score === null || isSame(few, many, box));
}

function isSame(a: Boxes, b: Boxes, box: number): boolean {
  return a.boxes[box] === b.boxes[box] && a.struck.includes(box) === b.struck.includes(box);
}
