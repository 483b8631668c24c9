import { type Kysely, sql } from "kysely";
import type { Tables } from "./tables.ts";

/** Why a clock can't be right: the server has another time, or a sheet was kept later than now. Both as they are told by the store. */
export interface ClockFault {
  readonly kind: "server" | "season";
  readonly at: Date;
}

/** Computers that ask the network for the time differ by less than a second; whoever sets a clock by hand forgets summer time, or the noon. */
const SERVER_HOURS = 13;
/** A season that lies in a folder may travel with a computer around the world. */
const SEASON_HOURS = 25;
const HOUR_MS = 3_600_000;

/** What speaks against the clock of this computer, from which the date of an evening would be taken; null if nothing does. */
export async function clockFault(db: Kysely<Tables>, now: Date): Promise<ClockFault | null> {
  const { rows } = await sql<{ now: Date; last: Date | null }>`
    select now(), (select kept_at from sheets order by id desc limit 1) as last`.execute(db);
  const [told] = rows;
  if (told === undefined) return null;
  const { now: server, last } = told;
  if (Math.abs(server.getTime() - now.getTime()) > SERVER_HOURS * HOUR_MS)
    return { kind: "server", at: server };
  if (last !== null && last.getTime() - now.getTime() > SEASON_HOURS * HOUR_MS)
    return { kind: "season", at: last };
  return null;
}
