import { DATE_HINT, isOccasionName, MAX_OCCASION_NAME, readDate } from "../../../check/read/occasion.ts";
import { msg } from "../../../rules/problem/message.ts";
import { shorten } from "../../../rules/problem/wording.ts";
import { fail } from "../../console/failure.ts";

/** The day that `--date` names, as `YYYY-MM-DD`. Ends the command if it is none. */
export function dayFrom(date: string): string {
  return readDate(date) ?? fail("bad-value", msg`\`--date\`: \`${shorten(date)}\` is not a date`, DATE_HINT);
}

/** The place or evening that a flag names. Ends the command if it can't be called so. */
export function occasionNameFrom(flag: "--place" | "--evening", given: string): string {
  const name = given.trim();
  if (isOccasionName(name)) return name;
  const message = msg`\`${flag}\`: \`${shorten(name)}\` can’t be the name of an evening or a place`;
  return fail("bad-value", message, msg`write at most ${MAX_OCCASION_NAME} letters on one line`);
}

/** The day here at a moment. */
export function localDay(at: Date): string {
  const two = (n: number) => String(n).padStart(2, "0");
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}

/** Whether a day is yet to come, wherever it is tomorrow already. */
export function isYetToCome(day: string): boolean {
  return day > localDay(new Date(Date.now() + 24 * 60 * 60 * 1000));
}

/** What to do about such a day. */
export const YET_TO_COME_HINT = msg`correct the date; if it is right, the clock of this computer is wrong`;
