import { nameFault, tidyName } from "../../../check/name.ts";
import { DATE_HINT, eveningDay, localDay, readDate } from "../../../check/read/occasion.ts";
import { msg } from "../../../rules/problem/message.ts";
import { shorten } from "../../../rules/problem/wording.ts";
import type { EveningName } from "../../../season/sheet-to-keep.ts";
import { fail } from "../../console/failure.ts";
import type { CheckFlags } from "./job.ts";

/** The day that `--date` names, as `YYYY-MM-DD`. Ends the command if it is none, or yet to come. */
export function dayFrom(date: string): string {
  const day =
    readDate(date) ??
    fail("bad-value", msg("cli.date-not-date")`\`--date\`: \`${shorten(date)}\` is not a date`, DATE_HINT);
  if (isYetToCome(day))
    fail("future-date", msg("cli.date-yet-come")`\`--date\`: ${day} is yet to come`, YET_TO_COME_HINT);
  return day;
}

/** The place or evening that a flag names. Ends the command if it can't be called so. */
export function occasionNameFrom(flag: "--place" | "--evening", given: string): string {
  const fault = given.trim() === "" ? null : nameFault(given);
  return fault === null
    ? tidyName(given)
    : fail("bad-value", msg("cli.pattern")`\`${flag}\`: ${fault.message}`, fault.hint);
}

/** Whether a day is yet to come, wherever it is tomorrow already. */
export function isYetToCome(day: string): boolean {
  return day > localDay(new Date(Date.now() + 24 * 60 * 60 * 1000));
}

/** What to do about such a day. */
export const YET_TO_COME_HINT = msg(
  "cli.correct-date-if",
)`correct the date; if it is right, the clock of this computer is wrong`;

/** When and where the sheets were played that do not say so themselves. Ends the command if it can't have been then. */
export function eveningFrom(
  { date, place = "", evening = "", into }: CheckFlags,
  now = new Date(),
): EveningName {
  const where = {
    place: occasionNameFrom("--place", place),
    name: occasionNameFrom("--evening", evening),
  };
  // Parts of a whole may be checked on different days.
  if (date === undefined && into === undefined) return { date: "", ...where };
  const day = date === undefined ? eveningDay(now) : dayFrom(date);
  // A computer without a battery begins anew in 1970.
  if (date === undefined && day < EARLIEST)
    fail(
      "wrong-clock",
      msg("cli.clock-computer-says-2")`the clock of this computer says ${day}`,
      msg("cli.set-right-tell")`set it right, or tell the day with \`--date\``,
    );
  return { date: day, ...where };
}

/** No sheet was kept before the program could. */
const EARLIEST = "2026-01-01";
