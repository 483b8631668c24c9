import { sql, type Transaction } from "kysely";
import { hexDigest } from "../sheet-to-keep.ts";
import type { Tables } from "./tables.ts";

/** What a player wrote, under the folded name; null for somebody who has left the season, and of whom nothing is known. */
export interface WrittenBoxes {
  readonly key: string | null;
  readonly boxes: readonly (number | null)[];
  readonly struck: readonly number[];
}

/** By what a season knows that something was typed of a photo: the same for the same names and boxes, whoever types them. */
export function correctionHash(
  photo: { readonly hash: string; readonly part: number },
  players: readonly WrittenBoxes[],
): string {
  const said = [photo.hash, photo.part, players.map(({ key, boxes, struck }) => [key, boxes, struck])];
  return hexDigest(new TextEncoder().encode(JSON.stringify(said)));
}

/** Knows what was said of a photo before another entry took its place: whoever hands that in once more asks nothing new. */
export async function rememberContent(store: Transaction<Tables>, old: number, by: number): Promise<void> {
  const entry = await store
    .selectFrom("sheets")
    .select(["hash", "part", "source"])
    .where("id", "=", old)
    .executeTakeFirst();
  const players = await writtenOn(store, old);
  if (entry?.source !== "photo" || players.length === 0) return;
  await sql`
    insert into sheets (source, hash, part, file, number, engine, game_id, evening_id, verdict, complete,
      state, questions, seats, filled, kept_by, replaced_by)
    select 'typed', ${correctionHash(entry, players)}, 0, s.file, 0, s.engine, s.game_id, s.evening_id, s.verdict, s.complete,
      'replaced', 0, s.seats, 0, s.kept_by, ${by}::integer
    from sheets s where s.id = ${old} on conflict (hash, part) do nothing`.execute(store);
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
