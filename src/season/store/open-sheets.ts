import { type Kysely, sql } from "kysely";
import type { Text } from "../../rules/game/game.ts";
import { refusal, type Result, success } from "../../rules/problem/problem.ts";
import { msg } from "../../rules/problem/message.ts";
import {
  checkedPhoto,
  correctBox,
  namePlayer,
  openQuestions,
  type PhotoSheet,
} from "../../scan/sheet/photo-sheet.ts";
import type { Written } from "../../scan/inference/sheet-reading.ts";
import { nameKey } from "../../check/name.ts";
import { type EveningName, makeSheetToKeep, photoFromState } from "../sheet-to-keep.ts";
import { writeExclusively, audit } from "./changes.ts";
import { clearSheetEntry, replaceEntry, holdNamesakes, replaceSheet, settleSheet } from "./sheet-entries.ts";
import { type GamePlace, rankGames } from "./rank-games.ts";
import type { KeptBox, Tables, Wait } from "./tables.ts";

/** A sheet that does not count yet. */
export interface OpenSheet {
  readonly id: number;
  readonly file: string;
  readonly game: Text;
  readonly number: number;
  readonly date: string;
  readonly place: string;
  readonly evening: string;
  /** What it waits for: a person, or the end of its game (`unfinished`). */
  readonly waits: Wait | "unfinished";
  readonly questions: number;
  /** The person who is answering its questions; null if there is none. */
  readonly claimed: string | null;
  /** Names of one player who appears twice on the sheet. */
  readonly namesakes: readonly string[];
  /** The conflicting entry of a sheet that waits for a decision; null for others. */
  readonly other: { readonly id: number; readonly file: string } | null;
}

/** The sheets that do not count yet, in order of {@link usefulness}. */
export async function openSheets(db: Kysely<Tables>): Promise<OpenSheet[]> {
  const { rows } = await sql<OpenSheet>`
    select s.id, s.file, g.name as game, s.number, e.date, e.place, e.name as evening,
      coalesce(s.waits, 'unfinished') as waits, s.questions,
      case when s.claimed_until > now() then s.claimed_by end as claimed,
      (select json_build_object('id', o.id, 'file', o.file) from audit a
        join sheets d on d.id = (a.before ->> 'other')::integer
        join sheets o on o.id = coalesce(d.replaced_by, d.id)
        where a.kind = 'disputed' and a.sheet_id = s.id and s.waits = 'number' limit 1) as other,
      coalesce((select json_agg(a.name order by r.seat) from results r join aliases a on a.id = r.alias_id
        where r.sheet_id = s.id and s.waits = 'players' and exists (select from results o
          where o.sheet_id = s.id and o.player_id = r.player_id and o.seat <> r.seat)), '[]') as namesakes
    from sheets s join games g on g.id = s.game_id join evenings e on e.id = s.evening_id
    where ${isWaiting}
    order by s.state = 'settled', s.waits = 'number', ${usefulness}, s.id`.execute(db);
  return rows;
}

/** Whether a sheet `s` does not count yet. An unfinished sheet counts if a player has won its game at once. */
export const isWaiting = sql`(s.state = 'open' or (s.state = 'settled' and not s.complete
  and not exists (select from results r where r.sheet_id = s.id and r.counts)))`;

/** An order by results per answer: a sheet of four players with one question comes before one of a single player with five. */
const usefulness = sql`s.seats::double precision / greatest(s.questions, 1) desc`;

/** A person's answer to a question. */
export type Answer =
  | { readonly kind: "box"; readonly box: number; readonly written: Written }
  /** `player` counts from 1. */
  | { readonly kind: "name"; readonly player: number; readonly name: string };

/** A sheet that waits, with the answers given so far. */
export interface WaitingSheet {
  readonly id: number;
  readonly photo: PhotoSheet;
  readonly hash: string;
  readonly part: number;
  readonly evening: EveningName;
  readonly engine: string;
  /** 1 for the first person, 2 for the second, 3 for the one who decides between them. */
  readonly reading: number;
}

/** A sheet that waits for a reading. @returns a problem if it can't be continued */
export async function waitingSheet(
  db: Kysely<Tables>,
  id: number,
  reading: number,
): Promise<Result<WaitingSheet>> {
  const row = await db
    .selectFrom("sheets as s")
    .innerJoin("games as g", "g.id", "s.game_id")
    .innerJoin("evenings as e", "e.id", "s.evening_id")
    .leftJoin("pictures as p", "p.sheet_id", "s.id")
    .select(["s.packed", "s.file", "s.hash", "s.part", "s.engine", "g.packed as game"])
    .select(["e.date", "e.place", "e.name", "p.jpeg", "p.width_px", "p.height_px", "p.px_per_mm"])
    .where("s.id", "=", id)
    .executeTakeFirst();
  if (row === undefined || row.packed === null || row.game === null)
    return refusal(
      "not-waiting",
      msg`season.no-such-open-sheet: there is no open sheet ${id} in this season`,
    );
  const { jpeg, width_px, height_px, px_per_mm, date, place, name, hash, part, engine } = row;
  const picture =
    jpeg === null || width_px === null || height_px === null || px_per_mm === null
      ? null
      : { jpeg, width_px, height_px, px_per_mm };
  let photo: PhotoSheet;
  try {
    photo = photoFromState(row.game, row.packed, picture);
  } catch {
    // The state may come from an incompatible version of the program.
    const hint = msg`season.check-photo-again-hint: check the photo again with \`--into\``;
    const message = msg`season.sheet-of-other-version: ${row.file} was read by another version (${engine}) and can’t be continued`;
    return refusal("other-version", message, hint);
  }
  const said = await listCountedAnswers(db, id, reading);
  // The evening may have changed since.
  const { occasion } = photo;
  const now = occasion === undefined ? {} : { occasion: { ...occasion, date, place, evening: name } };
  const dated = { ...photo, ...now, sheet: { ...photo.sheet, ...now } };
  const answered = said.reduce((sheet, answer) => applyAnswer(sheet, answer), dated);
  return success({ id, photo: answered, hash, part, engine, reading, evening: { date, place, name } });
}

function applyAnswer(photo: PhotoSheet, answer: Answer): PhotoSheet {
  switch (answer.kind) {
    case "box":
      return correctBox(photo, answer.box, answer.written);
    case "name":
      return namePlayer(photo, answer.player, answer.name);
    default:
      return answer satisfies never;
  }
}

/** The answers that count in a reading: its own, and in the third reading also those in which the first two agree. */
async function listCountedAnswers(db: Kysely<Tables>, id: number, reading: number): Promise<Answer[]> {
  const all = await listSheetAnswers(db, id);
  const own = all.filter((one) => one.reading === reading);
  if (reading < 3) return own.map(({ answer }) => answer);
  const agreed = all.filter(
    ({ reading: by, box, answer }) =>
      by === 1 &&
      all.some((other) => other.reading === 2 && other.box === box && isSameAnswer(answer, other.answer)),
  );
  return [...agreed, ...own].map(({ answer }) => answer);
}

/** All answers about a sheet, in order. */
async function listSheetAnswers(db: Kysely<Tables>, id: number) {
  const rows = await db
    .selectFrom("answers")
    .select(["box", "reading", "answer", "by"])
    .where("sheet_id", "=", id)
    .orderBy("id")
    .execute();
  return rows.map(({ answer, ...row }) => ({ ...row, answer: answer as Answer }));
}

function isSameAnswer(a: Answer, b: Answer): boolean {
  if (a.kind === "name") return b.kind === "name" && nameKey(a.name) === nameKey(b.name);
  if (b.kind === "name" || a.written.kind !== b.written.kind) return false;
  return a.written.kind !== "score" || (b.written.kind === "score" && a.written.value === b.written.value);
}

/** A sheet as it is compared with another one. */
export interface ComparedSheet extends EveningName {
  readonly id: number;
  readonly file: string;
  /** The boxes of its game, in the order of those of the players. */
  readonly labels: readonly KeptBox[];
  readonly players: readonly {
    readonly name: string;
    readonly total: number;
    readonly boxes: readonly (number | null)[];
    readonly struck: readonly number[];
  }[];
}

/** A sheet that waits for a decision, and the other one; null if that is not in the season. @returns a problem if there is nothing to decide */
export async function comparedSheets(
  db: Kysely<Tables>,
  id: number,
): Promise<Result<readonly [ComparedSheet, ComparedSheet | null]>> {
  const found = await findDisputed(db, id);
  if (!found.ok) return found;
  const other = found.value.other?.id ?? 0;
  const { rows } = await sql<ComparedSheet>`
    select s.id, s.file, e.date, e.place, e.name, g.boxes as labels, coalesce((
      select json_agg(json_build_object('name', coalesce(a.name, ''), 'total', r.total, 'boxes', r.boxes, 'struck', r.struck)
        order by r.seat)
      from results r left join aliases a on a.id = r.alias_id where r.sheet_id = s.id), '[]') as players
    from sheets s join games g on g.id = s.game_id join evenings e on e.id = s.evening_id
    where s.id in (${id}, ${other})`.execute(db);
  const one = rows.find((row) => row.id === id);
  return one === undefined ? noDecision(id) : success([one, rows.find((row) => row.id === other) ?? null]);
}

async function findDisputed(db: Kysely<Tables>, id: number): Promise<Result<OpenSheet>> {
  const open = (await openSheets(db)).find((one) => one.id === id);
  return open === undefined || open.waits !== "number" ? noDecision(id) : success(open);
}

function noDecision(id: number): Result<never> {
  const message = msg`season.no-decision-needed: sheet ${id} is not waiting for a decision`;
  const hint = msg`season.list-open-sheets-hint: \`augenblock season open\` lists those that do`;
  return refusal("not-waiting", message, hint);
}

/** Which of two conflicting sheets counts: the one that waits, the other one, or both. */
export type Decision = "this" | "other" | "both";

/** Decides between two conflicting sheets. @returns a problem if there is nothing to decide */
export function decide(
  db: Kysely<Tables>,
  id: number,
  decision: Decision,
  by: string,
): Promise<Result<null>> {
  return writeExclusively(db, async (store) => {
    const open = await findDisputed(store, id);
    if (!open.ok) return open;
    // An import may not include the other sheet.
    const other = open.value.other?.id ?? null;
    const places: GamePlace[] = [];
    if (decision === "other")
      places.push(
        ...(other === null ? await clearSheetEntry(store, id, "left") : await replaceEntry(store, id, other)),
      );
    else {
      if (decision === "this" && other !== null) places.push(...(await replaceSheet(store, other, id, by)));
      const settled = await store
        .updateTable("sheets")
        .set({ state: "settled", waits: null })
        .where("id", "=", id)
        .returning(["game_id", "evening_id"])
        .execute();
      places.push(...settled);
      await sql`
        update results r set counts = s.complete from sheets s
        where s.id = r.sheet_id and s.id = ${id}`.execute(store);
    }
    await holdNamesakes(store, [id]);
    await rankGames(store, places);
    await audit(store, { by, kind: "decided", sheet_id: id, before: { other }, after: { decision } });
    return success(null);
  });
}

/** How long a sheet is claimed, by the clock of the store, because the clocks of people's computers differ. */
const LEASE_MINUTES = 10;

/**
 * Claims the next sheet with open questions, in order of usefulness. Two people never get the same sheet, and the second reader is never
 * the first.
 *
 * @param skipped sheets that this person has left for later
 * @returns null if nothing waits for this person
 */
export async function claimNext(
  db: Kysely<Tables>,
  by: string,
  skipped: readonly number[] = [],
): Promise<{ readonly id: number; readonly reading: number } | null> {
  const lease = sql`make_interval(mins => ${sql.lit(LEASE_MINUTES)})`;
  // A claim that ends much later than a new one would was made before the clock was set back. One that ends slightly later comes from a
  // concurrent request, because `now()` is the start of the transaction.
  const { rows } = await sql<{ id: number; reading: number }>`
    update sheets set claimed_by = ${by}, claimed_until = now() + ${lease}
    where id = (
      select s.id from sheets s
      where s.state = 'open' and s.packed is not null and s.waits in ('questions', 'names', 'readers')
        and s.id <> all(${[...skipped]}::integer[])
        and (s.claimed_until is null or s.claimed_by = ${by} or s.claimed_until < now()
          or s.claimed_until > now() + 2 * ${lease})
        and not (s.reading = 2 and exists (select from answers a
          where a.sheet_id = s.id and a.reading = 1 and a.by = ${by}))
      order by ${usefulness}, s.id limit 1 for update skip locked
    )
    returning id, reading`.execute(db);
  return rows[0] ?? null;
}

/** Releases a claimed sheet. */
export async function release(db: Kysely<Tables>, id: number, by: string): Promise<void> {
  await db
    .updateTable("sheets")
    .set({ claimed_by: null, claimed_until: null })
    .where("id", "=", id)
    .where("claimed_by", "=", by)
    .execute();
}

/** The answers of a person about a sheet, and how long they took. */
export interface Reading {
  readonly answers: readonly Answer[];
  readonly seconds: number;
}

/** Outcome of a reading: the sheet counts, goes to a second reader, goes to a third one because two differ, or questions are left. */
export type ReadingOutcome = "settled" | "second" | "third" | "left";

/**
 * Records the answers of a person about a claimed sheet, and releases the sheet. All answers are kept, even if questions are left, so that
 * the next person continues from there.
 *
 * @param sheet after these answers
 * @param secondShare the share of sheets that are read by a second person, 0 to 1
 */
export function takeReading(
  db: Kysely<Tables>,
  sheet: WaitingSheet,
  { answers, seconds }: Reading,
  by: string,
  secondShare: number,
): Promise<ReadingOutcome> {
  return writeExclusively(db, async (store) => {
    const { id, photo, reading } = sheet;
    const row = await store
      .selectFrom("sheets")
      .select(["state", "claimed_by"])
      .where("id", "=", id)
      .executeTakeFirst();
    // The claim has expired, and another person has the sheet or has settled it.
    if (row?.state !== "open" || row.claimed_by !== by) return "left";
    for (const answer of answers)
      await store
        .insertInto("answers")
        .values({
          ...{ sheet_id: id, reading, by, seconds: seconds / answers.length },
          box: answer.kind === "box" ? answer.box : -answer.player,
          answer: JSON.stringify(answer),
        })
        .onConflict((said) =>
          said.columns(["sheet_id", "box", "reading"]).doUpdateSet({ answer: JSON.stringify(answer), by }),
        )
        .execute();
    const unnamed = photo.sheet.players.filter(({ name }) => photo.unnamed.includes(name)).length;
    const questions = openQuestions(photo).length + unnamed;
    const checked = { ...checkedPhoto(photo), photo };
    const keep = makeSheetToKeep(checked, {
      ...{ source: "photo", hash: sheet.hash, part: sheet.part, also: [], engine: sheet.engine },
      evening: sheet.evening,
    });
    const requeueSheet = async (next: number, left: number) => {
      const waits = next > 1 ? "readers" : openQuestions(photo).length > 0 ? "questions" : "names";
      await store
        .updateTable("sheets")
        .set({ reading: next, waits, questions: left, claimed_by: null, claimed_until: null })
        .where("id", "=", id)
        .execute();
    };
    if (keep.waits !== null) {
      await requeueSheet(reading, questions);
      return "left";
    }
    if (reading === 1 && Number.parseInt(sheet.hash.slice(-8), 16) / 2 ** 32 < secondShare) {
      await requeueSheet(2, answers.length);
      return "second";
    }
    if (reading === 2) {
      const differing = await countDisagreements(store, id);
      if (differing > 0) {
        await requeueSheet(3, differing);
        return "third";
      }
    }
    return (await settleSheet(store, id, keep, by)) ? "settled" : "left";
  });
}

/** The number of differing answers of the first two readers. A question that only one of them got was settled by another answer. */
async function countDisagreements(db: Kysely<Tables>, id: number): Promise<number> {
  const said = await listSheetAnswers(db, id);
  const second = new Map(said.flatMap((one) => (one.reading === 2 ? [[one.box, one.answer]] : [])));
  return said.filter(({ reading, box, answer }) => {
    const other = second.get(box);
    return reading === 1 && other !== undefined && !isSameAnswer(answer, other);
  }).length;
}

/** Statistics of the people who answer. */
export interface AskRates {
  /** Sheets from photos, and the number of those with answers. */
  readonly photos: number;
  readonly asked: number;
  readonly answers: number;
  readonly seconds: number;
  /** Hours of answering per thousand photographed sheets; null before the first answer. */
  readonly hoursPerThousand: number | null;
  /** Questions that two people answered, and the number on which they agree. */
  readonly twice: number;
  readonly agreed: number;
}

export async function askRates(db: Kysely<Tables>): Promise<AskRates> {
  const { rows } = await sql<Omit<AskRates, "hoursPerThousand" | "twice" | "agreed">>`
    select (select count(*)::integer from sheets where source = 'photo' and replaced_by is null) as photos,
      count(distinct sheet_id)::integer as asked, count(*)::integer as answers,
      coalesce(sum(seconds), 0) as seconds from answers`.execute(db);
  const counts = rows[0] ?? { photos: 0, asked: 0, answers: 0, seconds: 0 };
  const { rows: pairs } = await sql<{ one: Answer; two: Answer }>`
    select a.answer as one, b.answer as two from answers a join answers b using (sheet_id, box)
    where a.reading = 1 and b.reading = 2`.execute(db);
  const { photos, seconds } = counts;
  const hours = photos === 0 || counts.answers === 0 ? null : (seconds / 3600 / photos) * 1000;
  const agreed = pairs.filter(({ one, two }) => isSameAnswer(one, two)).length;
  return { ...counts, hoursPerThousand: hours, twice: pairs.length, agreed };
}
