import fc from "fast-check";

/** What people's names are made of: several alphabets, marks, digits, signs that have compatibility forms. */
const SIGNS = Array.from(
  "abcdeghiklmnoprstuvyzABCDEFGHIKLMNOPRSTUVYZäöüßéèñçøåŁşİıΣσςαωжЖйアカガ이김名字ثع٣0123456789²①ﬁ.'’-‐&",
);
const INVISIBLE = [
  "\u200b",
  "\u2060",
  "\ufeff",
  "\u00ad",
  "\u200e",
  "\u200f",
  "\u061c",
  "\u2066",
  "\u202e",
  "\u3164",
  "\u200d",
];
const SPACES = [" ", "  ", "\u00a0", "\u2003", "\u3000", "\t", "\n", "\r\n", "\u2028", " \u200b "];

/** Full-width forms of what ASCII has. */
function wide(text: string): string {
  return text.replace(/[!-~]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0));
}

const FORMS: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => text.toUpperCase(),
  (text) => text.toLowerCase(),
  (text) => text.normalize("NFD"),
  (text) => text.normalize("NFC"),
  (text) => text.normalize("NFKC"),
  (text) => text.normalize("NFKD"),
  wide,
  (text) => text.replaceAll("'", "’"),
  (text) => text.replaceAll("-", "\u2011"),
];

/** A name of one to three words. */
const names = fc
  .array(fc.array(fc.constantFrom(...SIGNS), { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 3 })
  .map((words) => words.map((word) => word.join("")).join(" "));

const changes = fc.record({
  forms: fc.array(fc.constantFrom(...FORMS), { maxLength: 3 }),
  space: fc.constantFrom(...SPACES),
  invisible: fc.array(fc.tuple(fc.nat(40), fc.constantFrom(...INVISIBLE)), { maxLength: 3 }),
  ends: fc.tuple(fc.constantFrom("", ...SPACES), fc.constantFrom("", ...SPACES)),
});

/** A name, and another spelling of the same one. */
export const twoSpellings = fc.tuple(names, changes).map(([name, { forms, space, invisible, ends }]) => {
  const formed = forms.reduce((text, form) => form(text), name).replaceAll(" ", space);
  const signs = Array.from(formed);
  for (const [at, sign] of invisible) signs.splice(at % (signs.length + 1), 0, sign);
  return [name, ends[0] + signs.join("") + ends[1]] as const;
});

/** Texts that can't be names: nothing to be seen, control characters, halves of characters, too many letters. */
export const NO_NAMES = [
  "\u200b",
  "\u3164",
  "\u00ad \u2060",
  "A\ud800",
  "\udc00",
  "a\u0007",
  "\u001b[2J",
  "x".repeat(81),
];
