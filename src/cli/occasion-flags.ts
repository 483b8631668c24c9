import { nameFault, tidyName } from "../check/name.ts";
import { DATE_HINT, localDay, readDate } from "../check/read/occasion.ts";
import { msg } from "../rules/problem/message.ts";
import { failure, type Result, refusal, success } from "../rules/problem/problem.ts";
import { shorten } from "../rules/problem/wording.ts";

// Flags of several commands about when and where sheets were played.

/** As they are typed. */
export interface OccasionFlags {
  readonly date?: string | undefined;
  readonly place?: string | undefined;
  readonly evening?: string | undefined;
}

/** As a season keeps them: the day as `YYYY-MM-DD`; null where a flag is not given. */
export interface GivenOccasion {
  readonly date: string | null;
  readonly place: string | null;
  readonly name: string | null;
}

/** Reads the flags, or returns every problem with them. */
export function readOccasionFlags({ date, place, evening }: OccasionFlags): Result<GivenOccasion> {
  const day = date === undefined ? success(null) : readDay(date);
  const where = place === undefined ? success(null) : readName("--place", place);
  const name = evening === undefined ? success(null) : readName("--evening", evening);
  if (day.ok && where.ok && name.ok)
    return success({ date: day.value, place: where.value, name: name.value });
  return failure([day, where, name].flatMap((one) => (one.ok ? [] : one.problems)));
}

function readDay(date: string): Result<string> {
  const day = readDate(date);
  if (day === null) {
    const message = msg`cli.bad-date: \`--date\`: \`${shorten(date)}\` is not a date`;
    return refusal("bad-value", message, DATE_HINT);
  }
  return isFutureDay(day)
    ? refusal("future-date", msg`cli.future-date: \`--date\`: ${day} is in the future`, FUTURE_DAY_HINT)
    : success(day);
}

function readName(flag: "--place" | "--evening", given: string): Result<string> {
  const fault = given.trim() === "" ? null : nameFault(given);
  return fault === null
    ? success(tidyName(given))
    : refusal("bad-value", msg`cli.flag-fault: \`${flag}\`: ${fault.message}`, fault.hint);
}

/** Whether a day is in the future in every time zone. */
export function isFutureDay(day: string): boolean {
  return day > localDay(new Date(Date.now() + 24 * 60 * 60 * 1000));
}

export const FUTURE_DAY_HINT = msg`cli.future-date-hint: correct the date; if it is right, the clock of this computer is wrong`;
