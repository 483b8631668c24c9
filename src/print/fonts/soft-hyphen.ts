/** Says where a word may be broken; seen only where it is broken. */
export const SOFT_HYPHEN = "\u00ad";

/** A line of text as it is read: soft hyphens inside of it say nothing, and one at its end that the word goes on below. */
export function asRead(line: string): string {
  return line.replace(/\u00ad(?=.)/gsu, "");
}

/** A line of text as it is seen: a soft hyphen at its end is a hyphen. */
export function asSeen(line: string): string {
  return asRead(line).replace(/\u00ad$/u, "-");
}
