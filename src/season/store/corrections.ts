import { sql, type Transaction } from "kysely";
import { nameKey } from "../../check/name.ts";
import { hexDigest, type SheetToKeep } from "../sheet-to-keep.ts";
import type { Tables } from "./tables.ts";

/** What a player wrote, under the folded name; null for somebody who has left the season, and of whom nothing is known. */
export interface WrittenBoxes {
  readonly key: string | null;
  readonly boxes: readonly (number | null)[];
  readonly struck: readonly number[];
}

/** By what a season knows that something was typed of a photo: the same for the same names and boxes, whoever types them. */
export function correctionHash({ hash, part, results }: SheetToKeep): string {
  const said = results.map(({ name, boxes, struck }) => [nameKey(name), boxes, struck]);
  return hexDigest(new TextEncoder().encode(JSON.stringify([hash, part, said])));
}

/** Knows what was typed of the photo of an entry: handed in once more, after a person has decided otherwise, it asks nothing new. */
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

/** What the players of an entry wrote, in its order. */
export async function writtenOn(store: Transaction<Tables>, sheet: number): Promise<WrittenBoxes[]> {
  return store
    .selectFrom("results as r")
    .leftJoin("aliases as a", "a.id", "r.alias_id")
    .select(["a.key", "r.boxes", "r.struck"])
    .where("r.sheet_id", "=", sheet)
    .orderBy("r.seat")
    .execute();
}
