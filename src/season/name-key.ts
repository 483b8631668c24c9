/** A name as it is compared: upper and lower case, the way in which letters are put together, and the width of spaces make no difference. */
export function nameKey(name: string): string {
  return name.normalize("NFKC").toLowerCase().normalize("NFKC").replace(/\s+/gu, " ").trim();
}
