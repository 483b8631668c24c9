import { z } from "zod";
import { MAX_SHEETS } from "../layout/sheet-code.ts";
import { CUT_GUIDES, FLIPS } from "../imposition/imposition.ts";
import { GLUE_EDGES } from "../imposition/print-run.ts";
import { hintFor } from "../../rules/problem/wording.ts";
import {
  failure,
  type Place,
  type Problem,
  problem,
  type Result,
  success,
} from "../../rules/problem/problem.ts";
import type { ReadText } from "../../rules/source/text.ts";
import { readYaml } from "../../rules/source/yaml.ts";
import { expectedWord, placeOf, writtenValue } from "./written-form.ts";

/** The profiles by which a block may be printed. */
const BLOCK_PROFILES = ["home", "copyshop", "printshop", "archive", "large-print", "fillable"] as const;

/** People write 2026 or true where words are wanted, and YAML makes something else of them. */
const words = z.union([z.string(), z.number(), z.boolean()], { error: "text" }).transform(String);
const line = words.pipe(z.string().min(1).max(400));
const names = z
  .array(line)
  .min(1)
  .max(100)
  .transform((all) => all.join(","));
const SPAN = /^(\d{1,6})-(\d{1,6})$/;
const OFFSET = /^(-?\d{1,2}(?:\.\d{1,2})?), ?(-?\d{1,2}(?:\.\d{1,2})?)$/;

/** What a block file may say: everything that the command line may, but for where the PDF goes. */
const BLOCK = z.strictObject({
  block: line,
  set: z.record(z.string(), words).optional(),
  paper: line.optional(),
  players: z.int().min(1).max(100).optional(),
  lang: line.optional(),
  templates: line.optional(),
  marks: z.boolean().optional(),
  sheets: z.int().min(1).max(100_000).optional(),
  numbered: words
    .transform((text) => {
      // Of no span, both are 0.
      const [from = 0, to = 0] = (SPAN.exec(text) ?? []).slice(1).map(Number);
      return { from, to };
    })
    .refine(
      ({ from, to }) => from >= 1 && to >= from && to <= MAX_SHEETS,
      `from the first to the last number, such as 1-50, up to ${MAX_SHEETS}`,
    )
    .optional(),
  profile: z.enum(BLOCK_PROFILES).optional(),
  on: line.optional(),
  order: z.enum(["in-turn", "stacked"]).optional(),
  cuts: z.enum(CUT_GUIDES).optional(),
  "glue-edge": z.enum(GLUE_EDGES).optional(),
  "glue-mm": z.int().min(0).max(40).optional(),
  bleed: z.int().min(0).max(20).optional(),
  "crop-marks": z.boolean().optional(),
  back: z.enum(FLIPS).optional(),
  "back-offset": words
    .refine((text) => OFFSET.test(text), 'mm to the right and down, such as "1.5,-0.5"')
    .transform((text) => {
      const [xMm = 0, yMm = 0] = (OFFSET.exec(text) ?? []).slice(1).map(Number);
      return { xMm, yMm };
    })
    .optional(),
  title: line.optional(),
  subtitle: line.optional(),
  footer: line.optional(),
  logo: line.optional(),
  accent: line.optional(),
  "players-named": z.union([names, line]).optional(),
  date: line.optional(),
});
type Written = z.output<typeof BLOCK>;

/** A block as its file has it. Paths are below the file's folder. */
export interface BlockFile {
  /** A shipped id, or the path of a variant file. */
  readonly variant: string;
  /** The rest by the names that the command line's flags have in code, as far as it is there. */
  readonly flags: BlockFlags;
}

type BlockFlags = { readonly [Key in keyof Omit<Written, "block"> as Camel<Key>]: Written[Key] };
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
  const twice = keysTwice(read.value);
  const parsed = BLOCK.safeParse(writtenValue(read.value.root), { reportInput: true });
  const wrong = parsed.success ? [] : parsed.error.issues.flatMap((issue) => tell(issue, read.value));
  if (!parsed.success || twice.length > 0) return failure([...twice, ...wrong]);
  const { block, ...flags } = parsed.data;
  // Keys are written as the flags are: `glue-mm` is `glueMm`.
  const camel = (key: string) => key.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
  const named = Object.entries(flags).flatMap(([key, value]) =>
    value === undefined ? [] : [[camel(key), value]],
  );
  return success({ variant: block, flags: Object.fromEntries(named) as BlockFlags });
}

function keysTwice(read: ReadText): Problem[] {
  if (read.root.kind !== "map") return [];
  const { entries } = read.root;
  const again = entries.filter(({ key }, at) => entries.findIndex((other) => other.key === key) < at);
  return again.map(({ key, keySpan }) => {
    const where = { place: read.place(keySpan), hint: "leave one out" };
    return problem("key-twice", `\`${key}\` stands here twice`, where);
  });
}

/** A file with more unknown keys than this is something else altogether. */
const MAX_UNKNOWN = 20;

/** What zod found, in our words and with its place. */
function tell(issue: z.core.$ZodIssue, read: ReadText): Problem[] {
  const place = placeOf(issue.path, read);
  const key = issue.path.join(".");
  if (issue.code === "unrecognized_keys") {
    return issue.keys.slice(0, MAX_UNKNOWN).map((unknown) => {
      const where = { place: keyPlace(unknown, read), hint: hintFor(unknown, Object.keys(BLOCK.shape)) };
      return problem("unknown-key", `\`${unknown}\` is no key of a block`, where);
    });
  }
  if (key === "") return [problem("wrong-type", "a block is a map of `key: …`", { place })];
  if (issue.input === null) {
    // In YAML, `#` begins a comment.
    const isColour = key === "accent";
    const hint = isColour
      ? 'write a colour in quotation marks: "#7a1f1f"'
      : "give it a value, or leave it out";
    return [problem("empty-key", `\`${key}\` says nothing`, { place, hint })];
  }
  const hint = "docs/paper-and-profiles.md tells what a block can say";
  return [problem("bad-value", `\`${key}\` must be ${wantedBy(issue)}`, { place, hint })];
}

function wantedBy(issue: z.core.$ZodIssue): string {
  if (issue.code === "custom") return issue.message;
  if (issue.code === "invalid_union")
    return issue.path[0] === "players-named" ? "names, as a list or with commas between" : "text";
  return expectedWord(issue);
}

/** Where a key of the block stands. */
function keyPlace(key: string, { root, place }: ReadText): Place {
  const entry = root.kind === "map" ? root.entries.find((entry) => entry.key === key) : undefined;
  return place(entry?.keySpan ?? root);
}
