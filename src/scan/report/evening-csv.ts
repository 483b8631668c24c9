import { BYTE_ORDER_MARK, csvDelimiter, csvText } from "../../check/write-sheet.ts";
import type { Language } from "../../i18n/language.ts";
import type { Problem } from "../../rules/problem/problem.ts";
import type { Evening } from "./evening.ts";

/** A file that could not be checked, and why. */
export interface Reject {
  readonly file: string;
  readonly problems: readonly Problem[];
}

const COLUMNS = [
  "file",
  "variant",
  "number",
  "player",
  "written",
  "computed",
  "verdict",
  "rank",
  "payout",
] as const;

/**
 * The evening as a table for spreadsheets: a row for each player and sheet, then one for each file that could not be checked. Heads and
 * numbers are the language's own.
 */
export function eveningCsv(
  evenings: readonly Evening[],
  rejects: readonly Reject[],
  language: Language,
): string {
  const rows = evenings.flatMap(({ game, entries }) =>
    entries.map(({ checked, name, written, computed, rank, payout }) => [
      plainText(checked.file),
      game.id,
      checked.number === 0 ? null : checked.number,
      plainText(name),
      written,
      computed,
      language.translate(`photo.verdict.${checked.verdict}`),
      rank,
      payout === null ? null : game.prizes === null ? money(payout, language) : payout,
    ]),
  );
  const lost = rejects.map(({ file }) => [
    plainText(file),
    ...[null, null, null, null, null],
    language.translate("photo.verdict.unusable"),
    ...[null, null],
  ]);
  const head = COLUMNS.map((column) => language.translate(`photo.csv.${column}`));
  return BYTE_ORDER_MARK + csvText([head, ...rows, ...lost], csvDelimiter(language));
}

/** Spreadsheets take what begins with such a sign for a formula, and names of files and people come from outside. */
function plainText(text: string): string {
  return /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
}

function money(amount: number, language: Language): string {
  const format = { minimumFractionDigits: 2, maximumFractionDigits: 2, useGrouping: false };
  return new Intl.NumberFormat(language.code, format).format(amount);
}
