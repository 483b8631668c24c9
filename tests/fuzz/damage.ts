import fc from "fast-check";

/** What a parser may stumble over, in any format. */
const SNAGS = [
  ..."{}[]()<>:;,-#&*!|?'\"%@`~^$\\/=+.\n\r\t\0 ",
  ...["0", "-1", "1e999", "NaN", "9".repeat(400), "0x7fffffff", "-0", "1.5", "true", "null", "~", "[]", "{}"],
  ...[
    "__proto__",
    "constructor",
    "toString",
    "length",
    "&a ",
    "*a",
    "<<: *a",
    "- - - -",
    "{a: b}",
    "!!js/eval",
  ],
  ...[
    "{{",
    "}}",
    "{{#each .}}",
    "{{/each}}",
    "{{>",
    "{{{",
    "(((",
    "\\u0000",
    "%PDF-",
    "obj<<",
    "endobj",
    "stream",
  ],
  ...[
    "\u202e",
    "\ufeff",
    "é",
    "ß",
    "İ",
    "👍",
    "\u0301",
    "\u2028",
    "\x1b[31m",
    "\x7f",
    "\x80",
    "\xff\xff\xff\xff",
  ],
  ...["\xff\xd8\xff", "IHDR", "ftypavif", "ispe", "<svg", "<g>", "url(#a)", "\0\0\0\0", "\x7f\xff\xff\xff"],
] as const;

/** A place in a text: a share of its length. */
const place = fc.double({ min: 0, max: 1, noNaN: true });
const length = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 1, max: 30 }) },
  fc.integer({ min: 1, max: 4000 }),
);

/** One change to a text, that of a file of bytes with a character for each. */
const change = fc.oneof(
  fc.record({ kind: fc.constant("lose"), place, length }),
  fc.record({ kind: fc.constant("insert"), place, snag: fc.constantFrom(...SNAGS) }),
  fc.record({ kind: fc.constant("replace"), place, length, snag: fc.constantFrom(...SNAGS) }),
  fc.record({ kind: fc.constant("repeat"), place, length, times: fc.integer({ min: 2, max: 300 }) }),
  fc.record({ kind: fc.constant("move"), place, length, to: place }),
  fc.record({ kind: fc.constant("letter"), place, by: fc.integer({ min: 1, max: 255 }) }),
  fc.record({ kind: fc.constant("borrow"), place, length, from: fc.nat({ max: 1000 }), at: place }),
  fc.record({ kind: fc.constant("end"), place }),
);
type Change = typeof change extends fc.Arbitrary<infer Value> ? Value : never;

/** Nothing that a person hands in by mistake is longer; parsers refuse more by its length. */
const MAX_LENGTH = 300_000;

/** Seeds with some changes. What is needed to fail is found by leaving changes out. */
export function damaged(seeds: readonly string[]): fc.Arbitrary<string> {
  const changes = fc.array(change, { minLength: 1, maxLength: 6 });
  return fc.tuple(fc.constantFrom(...seeds), changes).map(([seed, all]) => {
    const text = all.reduce((damaged, one) => changed(damaged, one, seeds).slice(0, MAX_LENGTH), seed);
    // A cut may leave half a character, which no file can hold.
    return new TextDecoder().decode(new TextEncoder().encode(text));
  });
}

function changed(text: string, change: Change, seeds: readonly string[]): string {
  const at = Math.floor(change.place * text.length);
  const [before, after] = [text.slice(0, at), text.slice(at)];
  switch (change.kind) {
    case "lose":
      return before + after.slice(change.length);
    case "insert":
      return before + change.snag + after;
    case "replace":
      return before + change.snag + after.slice(change.length);
    case "repeat":
      return before + after.slice(0, change.length).repeat(change.times) + after.slice(change.length);
    case "move": {
      const rest = before + after.slice(change.length);
      const to = Math.floor(change.to * rest.length);
      return rest.slice(0, to) + after.slice(0, change.length) + rest.slice(to);
    }
    case "letter":
      return before + String.fromCharCode((after.charCodeAt(0) + change.by) & 0xff) + after.slice(1);
    case "borrow": {
      const other = seeds[change.from % seeds.length] ?? "";
      const from = Math.floor(change.at * other.length);
      return before + other.slice(from, from + change.length) + after;
    }
    case "end":
      return before;
    default:
      return change satisfies never;
  }
}
