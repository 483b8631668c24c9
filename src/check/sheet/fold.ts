/**
 * A word as it is compared: upper and lower case, `ß` and `ss`, hyphens, spaces and no-break spaces make no difference.
 */
export function fold(word: string): string {
  return word
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll("ß", "ss")
    .replace(/[\s\-‐‑–_]+/gu, " ")
    .trim();
}
