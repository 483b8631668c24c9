import { type Message, msg } from "../../rules/problem/message.ts";
import { z } from "zod";
import { MAX_SHEETS, spanFrom } from "../layout/sheet-code.ts";
import { CUT_GUIDES, FLIPS, GLUE_EDGES, offsetFrom } from "../imposition/imposition.ts";
import { ORDERS, PROFILE_NAMES } from "../imposition/imposition.ts";
import { hintFor } from "../../rules/problem/wording.ts";
import { failure, type Problem, problem, type Result, success } from "../../rules/problem/problem.ts";
import { readYaml } from "../../rules/source/yaml.ts";
import { expectedWord, type FormIssue, readForm } from "./written-form.ts";

/** People write 2026 or true where words are wanted, and YAML makes something else of them. */
const words = z.union([z.string(), z.number(), z.boolean()], { error: "text" }).transform(String);
const line = words.pipe(z.string().min(1).max(400));
const names = z.array(line).min(1).max(100);
/** What `parse` makes of words. @param wanted completes "must be …" */
function parsed<T>(parse: (text: string) => T | null, wanted: Message) {
  return words.transform((text, { issues }): T => {
    const value = parse(text);
    if (value !== null) return value;
    issues.push({ code: "custom", params: { wanted }, input: text });
    return z.NEVER;
  });
}

const FLAGS = z.strictObject({
  set: z.record(z.string(), words),
  paper: line,
  players: z.int().min(1).max(100),
  lang: line,
  templates: line,
  marks: z.boolean(),
  sheets: z.int().min(1).max(100_000),
  numbered: parsed(spanFrom, msg`from the first to the last number, such as 1-50, up to ${MAX_SHEETS}`),
  profile: z.enum(PROFILE_NAMES),
  on: line,
  order: z.enum(ORDERS),
  cuts: z.enum(CUT_GUIDES),
  "glue-edge": z.enum(GLUE_EDGES),
  "glue-mm": z.int().min(0).max(40),
  bleed: z.int().min(0).max(20),
  "crop-marks": z.boolean(),
  back: z.enum(FLIPS),
  "back-offset": parsed(offsetFrom, msg`mm to the right and down, such as "1.5,-0.5"`),
  title: line,
  subtitle: line,
  footer: line,
  logo: line,
  accent: line,
  "players-named": z.union([names.transform((all) => all.join(",")), line]),
  date: line,
});
/** What a block file may say: everything that the command line may, but for where the PDF goes. */
const BLOCK = z.strictObject({ block: line, ...FLAGS.partial().shape });
type Written = z.output<typeof BLOCK>;

/** A block as its file has it. Paths are below the file's folder. */
export interface BlockFile {
  /** A shipped id, or the path of a variant file. */
  readonly variant: string;
  /** The rest by the names that the command line's flags have in code, as far as it is there. */
  readonly flags: { readonly [Key in keyof Omit<Written, "block"> as Camel<Key>]: Written[Key] };
}

type Camel<Key extends string> = Key extends `${infer Head}-${infer Tail}`
  ? `${Head}${Capitalize<Camel<Tail>>}`
  : Key;

/** Whether a text is that of a block rather than of a variant: it says which game it is for. */
export function isBlockFile(text: string): boolean {
  return /^block[ \t]*:/m.test(text);
}

/** Reads a block file: a variant with everything that it takes to print it, so that the same block can be printed again. */
export function readBlockFile(file: string, text: string): Result<BlockFile> {
  const read = readYaml(file, text);
  if (!read.ok) return read;
  const { root, place } = read.value;
  const entries = root.kind === "map" ? root.entries : [];
  const placeOfKey = (key: string) => place(entries.find((entry) => entry.key === key)?.keySpan ?? root);
  const again = entries.filter(({ key }, at) => entries.findIndex((other) => other.key === key) < at);
  const twice = again.map(({ key, keySpan }) =>
    problem("key-twice", msg`\`${key}\` stands here twice`, {
      place: place(keySpan),
      hint: msg`leave one out`,
    }),
  );
  const form = readForm(BLOCK, read.value, (issue) => {
    if (issue.code !== "unrecognized_keys") return [valueProblem(issue)];
    return issue.keys.slice(0, MAX_UNKNOWN).map((key) => {
      const where = { place: placeOfKey(key), hint: hintFor(key, Object.keys(BLOCK.shape)) };
      return problem("unknown-key", msg`\`${key}\` is no key of a block`, where);
    });
  });
  if (!form.ok || twice.length > 0) return failure([...twice, ...(form.ok ? [] : form.problems)]);
  const { block, ...flags } = form.value;
  // Keys are written as the flags are: `glue-mm` is `glueMm`.
  const camel = (key: string) => key.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
  const named = Object.entries(flags).map(([key, value]) => [camel(key), value]);
  return success({ variant: block, flags: Object.fromEntries(named) as BlockFile["flags"] });
}

/** A file with more unknown keys than this is something else altogether. */
const MAX_UNKNOWN = 20;

/** A value that is not what it should be. */
function valueProblem(issue: FormIssue): Problem {
  const { place } = issue;
  const key = issue.path.join(".");
  if (key === "") return problem("wrong-type", msg`a block is a map of \`key: …\``, { place });
  if (issue.input === null) {
    // In YAML, `#` begins a comment.
    const isColour = key === "accent";
    const hint = isColour
      ? msg`write a colour in quotation marks: "#7a1f1f"`
      : msg`give it a value, or leave it out`;
    return problem("empty-key", msg`\`${key}\` has no value`, { place, hint });
  }
  const own = issue.code === "custom" ? (issue.params?.wanted as Message | undefined) : undefined;
  const union = issue.path[0] === "players-named" ? msg`names, as a list or with commas between` : msg`text`;
  const wanted = own ?? (issue.code === "invalid_union" ? union : expectedWord(issue));
  const hint = msg`docs/paper-and-profiles.md tells what a block can say`;
  return problem("bad-value", msg`\`${key}\` must be ${wanted}`, { place, hint });
}
