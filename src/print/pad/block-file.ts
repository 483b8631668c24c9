import { english, type Message, msg } from "../../rules/problem/message.ts";
import { z } from "zod";
import { chooseMarks, PAD_MARKS, type PadMarks } from "../layout/marks.ts";
import { GAMES_ON_SHEET, PAPER_CHOICES } from "../layout/paper.ts";
import { MAX_SHEETS, parseNumberSpan } from "../layout/sheet-code.ts";
import {
  BACKS,
  CUT_GUIDES,
  GLUE_EDGES,
  ORDERS,
  parseOffset,
  PROFILE_NAMES,
} from "../imposition/imposition.ts";
import { type Problem, problem, type Result, success } from "../../rules/problem/problem.ts";
import { about } from "../../rules/variant/parts/definition.ts";
import { readYaml } from "../../rules/source/yaml.ts";
import { editorSchema, emptyKey, expectedWord, type SchemaIssue, readWithSchema } from "./schema-reader.ts";

/** YAML reads 2026 or true as other types, but they are fine as words. */
const words = z.union([z.string(), z.number(), z.boolean()], { error: "text" }).transform(String);
const line = words.pipe(z.string().min(1).max(400));
const names = z.array(line).min(1).max(100);
/** Words that `parse` accepts. @param wanted completes "must be …" */
function parseWords<T>(parse: (text: string) => T | null, wanted: Message) {
  return words.transform((text, { issues }): T => {
    const value = parse(text);
    if (value !== null) return value;
    issues.push({ code: "custom", params: { wanted }, input: text });
    return z.NEVER;
  });
}

const SPAN = msg`print.expected-number-span: a range of numbers such as 1-50, up to ${MAX_SHEETS}`;
const OFFSET = msg`print.expected-offset: mm to the right and down, such as "1.5,-0.5"`;
const MARKS = msg`print.expected-one-of: one of ${PAD_MARKS.join(", ")}`;
const NAMES = z.union([names.transform((all) => all.join(",")), line]);

/** @param text the name of a kind, or `true` or `false` */
function parseMarks(text: string): PadMarks | null {
  if (text === "true" || text === "false") return chooseMarks(text === "true");
  return PAD_MARKS.find((name) => name === text) ?? null;
}

const FLAGS = z.strictObject({
  set: about(z.record(z.string(), words), "Chosen house rules of the variant. → {bonus_tiers: both}"),
  paper: about(line, `${english(PAPER_CHOICES)}. → a5`),
  players: about(
    z.int().min(1).max(100),
    "Columns on a sheet that players share, otherwise sheets for each game. → 4",
  ),
  games: about(
    z.int().min(GAMES_ON_SHEET.min).max(GAMES_ON_SHEET.max),
    "How many games of one player are side by side on each sheet, for games with one column. → 6",
  ),
  lang: about(line, "The language of the pad. → de"),
  style: about(
    line,
    "The look of the pad: plain, classic, pub, kids or elegant, or a style file next to this one. → classic",
  ),
  templates: about(line, "A folder next to this file with your own templates. → my-templates"),
  marks: about(
    parseWords(parseMarks, MARKS),
    "What photos are read by: standard (small marks), quiet (a code alone), double (large marks) or none. → quiet",
  ),
  sheets: about(z.int().min(1).max(100_000), "How many sheets. → 50"),
  blocks: about(
    z.int().min(1).max(100_000),
    "How many blocks of sheets, each with a separator sheet in front. → 20",
  ),
  numbered: about(
    parseWords(parseNumberSpan, SPAN),
    "Numbers the sheets, from the first to the last number. → 1-200",
  ),
  profile: about(z.enum(PROFILE_NAMES), "How the sheets come onto pages, and for whom. → copyshop"),
  on: about(line, "Puts as many sheets as fit on each page of this paper. → a4"),
  order: about(
    z.enum(ORDERS),
    "The order of the sheets: in turn, or in order once cut and stacked. → stacked",
  ),
  cuts: about(z.enum(CUT_GUIDES), "Where to cut. → lines"),
  "glue-edge": about(z.enum(GLUE_EDGES), "The edge that is kept free for glue. → top"),
  "glue-mm": about(z.int().min(0).max(40), "How wide that edge is. → 10"),
  bleed: about(z.int().min(0).max(20), "Bleed for a print shop, in mm. → 3"),
  "crop-marks": about(z.boolean(), "Crop marks for a print shop. → true"),
  "job-ticket": about(
    z.boolean(),
    "Also writes what a print shop has to know, and a cover for the backing board. → true",
  ),
  back: about(
    z.enum(BACKS),
    "Prints the rules on the back, for a printer that flips paper on that edge; or the strategy card: strategy where paper is flipped on its long edge, else strategy-short-edge. → long-edge",
  ),
  "back-offset": about(
    parseWords(parseOffset, OFFSET),
    "Shifts the back by this many mm to the right and down. → '1.5,-0.5'",
  ),
  title: about(line, "Above the game’s name. → The Golden Lion"),
  subtitle: about(line, "The line below the title. → every Thursday at eight"),
  footer: about(line, "The line at the bottom. → 3 Market Square"),
  logo: about(
    line,
    "A picture (SVG, PNG or JPEG) next to this file: in the corner of the pad, at the head of rules and page. → lion.svg",
  ),
  link: about(
    line,
    "A web address as a symbol for phones, in the corner of the table. → https://example.org/rules",
  ),
  accent: about(
    line,
    "The colour of title, headings and arrows, in quotation marks or by its name; cmyk:c,m,y,k or spot:Name=c,m,y,k for a press. → '#7a1f1f'",
  ),
  alternatives: about(
    z.boolean(),
    "Whether the rule sheet also names the choices of house rules that are not played. → false",
  ),
  "players-named": about(NAMES, "The names of the players, as a list or with commas between. → [Anna, Ben]"),
  date: about(line, "The date, exactly as it is to be printed. → 12 May"),
});

/** The game: a shipped id, or a variant file. */
const GAME = about(line, "The game: the id of a shipped one, or a variant file next to this one. → yazzo");

/** The keys of a block file: the flags of the command line, except for the output. */
const BLOCK = z.strictObject({ block: GAME, ...FLAGS.partial().shape });
type Written = z.output<typeof BLOCK>;

/** A block as its file has it, with paths relative to the file's folder. */
export interface BlockFile {
  /** A shipped id, or the path of a variant file. */
  readonly variant: string;
  /** All other keys that are given, by the names of the command line's flags in code. */
  readonly flags: { readonly [Key in keyof Omit<Written, "block"> as Camel<Key>]: Written[Key] };
}

type Camel<Key extends string> = Key extends `${infer Head}-${infer Tail}`
  ? `${Head}${Capitalize<Camel<Tail>>}`
  : Key;

/** Whether a text is a block rather than a variant: only a block names its game. */
export function isBlockFile(text: string): boolean {
  return /^block[ \t]*:/m.test(text);
}

/** Reads a block file: a game with all settings to print the same block again. */
export function readBlockFile(file: string, text: string): Result<BlockFile> {
  const read = readYaml(file, text);
  if (!read.ok) return read;
  const form = readWithSchema(BLOCK, read.value, valueProblem, (key) => [
    msg`print.unknown-block-key: a block has no key \`${key}\``,
    Object.keys(BLOCK.shape),
  ]);
  if (!form.ok) return form;
  const { block, ...flags } = form.value;
  // Keys are flags: `glue-mm` is `glueMm`.
  const camel = (key: string) => key.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
  const named = Object.entries(flags).map(([key, value]) => [camel(key), value]);
  return success({ variant: block, flags: Object.fromEntries(named) as BlockFile["flags"] });
}

/** The problem of a wrong value. */
function valueProblem(issue: SchemaIssue): Problem {
  const { place } = issue;
  const key = issue.path.join(".");
  if (key === "")
    return problem("wrong-type", msg`print.block-not-a-map: a block is a map of \`key: …\``, { place });
  // In YAML, `#` begins a comment.
  const colourHint = msg`print.unquoted-colour-hint: put the colour in quotation marks: "#7a1f1f"`;
  if (issue.input === null) return emptyKey(key, place, key === "accent" ? colourHint : undefined);
  const union =
    issue.path[0] === "players-named"
      ? msg`print.expected-names: names, as a list or separated by commas`
      : msg`print.expected-text: text`;
  const wanted = issue.code === "invalid_union" ? union : expectedWord(issue);
  const hint = msg`print.block-keys-hint: docs/paper-and-profiles.md describes the keys of a block`;
  return problem("bad-value", msg`print.bad-value: \`${key}\` must be ${wanted}`, { place, hint });
}

/** Identifies the schema of block files, wherever its file is. */
const BLOCK_SCHEMA_ID = "urn:augenblock:block";

/**
 * A JSON Schema of block files, draft 7, for editors, generated from the definition that reads them. It accepts all files that can be
 * read, and more: it does not check whether a colour is readable or a paper exists.
 */
export function blockSchema(): ReturnType<typeof editorSchema> {
  return editorSchema(BLOCK, {
    $id: BLOCK_SCHEMA_ID,
    title: "augenblock block",
    description: "A pad with all settings to print it again: its game, paper, words and looks.",
  });
}
