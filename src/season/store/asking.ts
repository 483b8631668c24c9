import { type Kysely, sql } from "kysely";
import { checkedPhoto, openQuestions } from "../../scan/sheet/photo-sheet.ts";
import { makeSheetToKeep } from "../sheet-to-keep.ts";
import { type Answer, isSameAnswer, listSheetAnswers, usefulness, type WaitingSheet } from "./open-sheets.ts";
import { asOnlyWriter } from "./changes.ts";
import { settleSheet } from "./sheet-entries.ts";
import type { Tables } from "./tables.ts";

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
  return asOnlyWriter(db, async (store) => {
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
    if (reading === 1 && needsSecondReader(sheet.hash, secondShare)) {
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

/** Whether two people read a sheet; depends only on the sheet. */
function needsSecondReader(hash: string, share: number): boolean {
  return Number.parseInt(hash.slice(-8), 16) / 2 ** 32 < share;
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
