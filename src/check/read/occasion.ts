import { type Message, msg } from "../../rules/problem/message.ts";
import { DASHES, shorten } from "../../rules/problem/wording.ts";
import type { TextNode } from "../../rules/source/text.ts";
import type { Occasion } from "../sheet.ts";
import { nameFault, tidyName } from "../name.ts";
import type { IssueLog } from "./issue-log.ts";

/** The keys of a sheet that say when and where it was played. */
export const OCCASION_KEYS = ["date", "place", "evening", "photo"] as const;
type OccasionKey = (typeof OCCASION_KEYS)[number];

const PHOTO = /^[0-9a-f]{64}-\d{1,4}$/;

/** When and where a sheet was played; null if it doesn't say. Problems go to the log. */
export function readOccasion(
  nodeAt: (key: OccasionKey) => TextNode | undefined,
  log: IssueLog,
): Occasion | null {
  const word = (key: OccasionKey, what: Message) => {
    const node = nodeAt(key);
    const text = node === undefined ? null : log.word(node, what);
    return node === undefined || text === null ? null : { node, text };
  };
  const name = (key: "place" | "evening", what: Message) => {
    const given = word(key, what);
    if (given === null) return "";
    const fault = nameFault(given.text);
    if (fault !== null) log.report("bad-name", fault.message, given.node, fault.hint);
    return tidyName(given.text);
  };
  const date = word("date", msg`check.key-date: \`date\``);
  const day = date === null ? "" : readDate(date.text);
  if (date !== null && day === null) {
    const message = msg`check.bad-date: \`${shorten(date.text)}\` is not a date`;
    log.report("bad-date", message, date.node, DATE_HINT);
  }
  const photo = word("photo", msg`check.key-photo: \`photo\``);
  if (photo !== null && !PHOTO.test(photo.text)) {
    const message = msg`check.bad-photo: \`${shorten(photo.text)}\` doesn’t identify a photo`;
    const hint = msg`check.bad-photo-hint: leave it out, or copy it from the file saved by the report page`;
    log.report("bad-photo", message, photo.node, hint);
  }
  const occasion = {
    date: day ?? "",
    place: name("place", msg`check.key-place: \`place\``),
    evening: name("evening", msg`check.key-evening: \`evening\``),
    photo: photo?.text ?? "",
  };
  return Object.values(occasion).every((one) => one === "") ? null : occasion;
}

export const DATE_HINT = msg`check.bad-date-hint: write it as 2026-01-31, 31.1.2026 or 31 January 2026`;

const ISO_DATE = new RegExp(`^(\\d{4})[${DASHES}](\\d{2})[${DASHES}](\\d{2})$`);

/** The months by their first letters in the languages of the program. */
const MONTHS = "jan feb m[aä]r apr ma[ijy] jun jul aug sep o[ck]t nov de[cz]"
  .split(" ")
  .map((letters) => new RegExp(`^${letters}`, "i"));

/** A day as `YYYY-MM-DD`, also as people, spreadsheets and this program write it: `31.1.2026`, `31 January 2026`, `Jan 31, 2026`; null for anything else. */
export function readDate(text: string): string | null {
  const iso = ISO_DATE.exec(text.trim());
  const dayFirst = text.trim().replace(/^(\p{L}+)\.?\s(\d{1,2}),/u, "$2 $1");
  const numbered = dayFirst.replace(/\.?\s(\p{L}+)\.?\s/u, (_, name: string) => {
    return `.${MONTHS.findIndex((month) => month.test(name)) + 1}.`;
  });
  const dotted = /^(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})$/.exec(numbered);
  const [year, month, day] = (iso?.slice(1) ?? dotted?.slice(1).reverse() ?? []).map(Number);
  if (year === undefined || month === undefined || day === undefined) return null;
  const date = new Date(Date.UTC(year, month - 1, day));
  const isReal =
    date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return isReal ? date.toISOString().slice(0, 10) : null;
}

/** The local day of a moment, as `YYYY-MM-DD`. */
export function localDay(at: Date): string {
  const two = (n: number) => String(n).padStart(2, "0");
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}

/** An evening can last until this hour of the next day. */
const NIGHT_HOURS = 6;

/** The day on which the evening of a moment began, as `YYYY-MM-DD`. */
export function eveningDay(at: Date): string {
  const begun = new Date(at.getTime());
  begun.setHours(begun.getHours() - NIGHT_HOURS);
  return localDay(begun);
}
