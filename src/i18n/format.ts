import { memoize } from "../rules/memoize.ts";
import { type Language, withMinusSigns } from "./language.ts";

/** A number without separators, with a true minus sign. */
export function plainNumber(n: number): string {
  return withMinusSigns(String(n));
}

/** A number in the language's format; five digits and more are grouped. */
export function formatNumber(language: Language, n: number): string {
  return withMinusSigns(groupDigits(language).format(n));
}

const groupDigits = memoize(
  (language: Language) => new Intl.NumberFormat(language.code, { useGrouping: "min2" }),
);

/** A number with its sign, plus included: "+35". Zero has none. */
export function signedNumber(language: Language, n: number): string {
  return `${n > 0 ? "+" : ""}${formatNumber(language, n)}`;
}

/** A number with a fixed number of decimals. */
export function decimalNumber(language: Language, n: number, decimals: number): string {
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  return withMinusSigns(new Intl.NumberFormat(language.code, { useGrouping: "min2", ...digits }).format(n));
}

/** A share in per cent. @param share from 0 to 1 */
export function percentText(language: Language, share: number, decimals = 1): string {
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  return new Intl.NumberFormat(language.code, { style: "percent", ...digits }).format(share);
}

/** An amount of money with two decimals, without its currency. */
export function formatAmount(language: Language, amount: number): string {
  const digits = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
  return withMinusSigns(new Intl.NumberFormat(language.code, digits).format(amount));
}

/** Joins words: "a, b and c", "a, b or c". */
export function joinWords(language: Language, words: readonly string[], by: "and" | "or"): string {
  if (words.length < 2) return words.join("");
  const last = `${language.translate(`list.${by}`)}${words.at(-1)}`;
  return words.slice(0, -1).join(language.translate("list.comma")) + last;
}

/** A name in the quotation marks of the language. */
export function quoteName(language: Language, name: string): string {
  return language.translate("quoted", { name });
}

/** The name of a box or column as sentences have it that say what it is: "the Extra box", "im Feld „Extra“". */
export function quoteBox(language: Language, name: string): string {
  return language.translate("quoted-box", { name });
}

/** Ascending numbers, with runs as ranges: 5, 7–28, 30. */
export function numberRanges(numbers: readonly number[]): string {
  const runs: [number, number][] = [];
  for (const n of numbers) {
    const last = runs.at(-1);
    if (last !== undefined && last[1] === n - 1) last[1] = n;
    else runs.push([n, n]);
  }
  return runs
    .flatMap(([from, to]) =>
      to - from > 1 ? rangeText(from, to) : [...new Set([from, to])].map(plainNumber),
    )
    .join(", ");
}

/** A range of numbers; written with an ellipsis if a dash could be mistaken for a minus sign. */
export function rangeText(from: number, to: number): string {
  return `${plainNumber(from)}${from < 0 ? " … " : "–"}${plainNumber(to)}`;
}

/** The words with a capital at their beginning. */
export function capitalize({ code }: Language, words: string): string {
  return words.charAt(0).toLocaleUpperCase(code) + words.slice(1);
}

/** The words without a capital at their beginning. */
export function dropCapital({ code }: Language, words: string): string {
  return words.charAt(0).toLocaleLowerCase(code) + words.slice(1);
}

/** Formats a date, given as `YYYY-MM-DD`. */
export function dayWords(language: Language, date: string): string {
  const format = new Intl.DateTimeFormat(language.code, { dateStyle: "medium", timeZone: "UTC" });
  return format.format(new Date(`${date}T00:00:00Z`));
}
