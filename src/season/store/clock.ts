import { type Kysely, sql } from "kysely";
import type { Tables } from "./tables.ts";

/** Why a clock can't be right: the server has another time, or the last sheets were kept later than now. Both as they are told by the store. */
export interface ClockFault {
  readonly kind: "server" | "season";
  readonly at: Date;
}

/** Computers that ask the network for the time differ by less than a second; whoever sets a clock by hand forgets summer time, or the noon. */
const SERVER_HOURS = 13;
/** A season that lies in a folder may travel with a computer around the world. */
const SEASON_HOURS = 25;
const HOUR_MS = 3_600_000;

/**
 * What speaks against the clock of this computer, from which the date of an evening would be taken; null if nothing does. A single run may
 * have had a wrong clock itself: it speaks against this one only if it is all that there is, and the next one with a right clock or a date that
 * is told ends that.
 */
export async function clockFault(db: Kysely<Tables>, now: Date): Promise<ClockFault | null> {
  // What came in at once was kept at the same moment.
  const { rows } = await sql<{ now: Date; last: Date | null; before: Date | null }>`
    select now(), l.kept_at as last,
      (select kept_at from sheets where kept_at <> l.kept_at order by id desc limit 1) as before
    from (select 1) one left join (select kept_at from sheets order by id desc limit 1) l on true`.execute(
    db,
  );
  const [told] = rows;
  if (told === undefined) return null;
  const { now: server, last, before } = told;
  if (Math.abs(server.getTime() - now.getTime()) > SERVER_HOURS * HOUR_MS)
    return { kind: "server", at: server };
  const isLater = (at: Date | null) => at !== null && at.getTime() - now.getTime() > SEASON_HOURS * HOUR_MS;
  return last !== null && isLater(last) && (before === null || isLater(before))
    ? { kind: "season", at: last }
    : null;
}
