import { z } from "zod";
import { ARROWS } from "../shapes/figures.ts";
import type { Game } from "../../rules/game/game.ts";
import { linesOf } from "../../rules/sums/sum-graph.ts";
import { categoriesOf } from "../../rules/game/rows.ts";
import { FIELD_PURPOSES, LINE_RANKS, MAX_TICKS, type PadRow, type PadText } from "../layout/pad-text.ts";
import { hintFor } from "../../rules/problem/wording.ts";
import { failure, type Problem, problem, type Result, success } from "../../rules/problem/problem.ts";
import type { ReadText } from "../../rules/source/text.ts";
import { readYaml } from "../../rules/source/yaml.ts";
import { expectedWord, placeOf, writtenValue } from "./written-form.ts";

/** The form that a pad template writes; docs/pads.md describes it. */
const words = z.string().max(400);
const optionalWords = words.nullish().transform((text) => (text === undefined || text === "" ? null : text));
/** What labels a row. */
const labels = { label: words, hint: optionalWords };

const heading = z.strictObject({ heading: words });
const box = z.strictObject({
  box: z.string(),
  ...labels,
  dice: z
    .string()
    .regex(/^\s*([\p{L}\p{N}]{1,2}(\s+[\p{L}\p{N}]{1,2}){0,11})?\s*$/u)
    .transform((faces) => faces.split(" ").filter(Boolean))
    // A number, or the symbol that a die shows instead.
    .transform((faces) => faces.map((face) => (/^\d+$/.test(face) ? Number(face) : face)))
    .default([]),
});
const line = z.strictObject({ line: z.string(), ...labels, rank: z.enum(LINE_RANKS) });
const ticks = z.strictObject({
  ticks: z.string().min(1),
  ...labels,
  count: z.int().min(1).max(MAX_TICKS),
});
const field = z.strictObject({
  label: words,
  share: z.number().positive().max(100).default(1),
  kind: z.enum(FIELD_PURPOSES).nullish(),
});
const column = z.strictObject({
  column: z.string(),
  label: words,
  arrow: z.enum(ARROWS).nullish(),
  factor: optionalWords,
});
const FORM = z.strictObject({
  title: words,
  subtitle: optionalWords,
  fields: z.array(field).max(6).default([]),
  name: words.default(""),
  columns: z.array(column).default([]),
  rows: z.array(z.union([heading, box, line, ticks])).min(1),
  foot: z.array(words).max(12).default([]),
});
type Form = z.infer<typeof FORM>;

/** The kinds of row, by the key that tells them. */
const ROW_KINDS = { heading, box, line, ticks } as const;

/** Reads what a pad template wrote. @param file the template's name, for problems; their places are in the text as written */
export function readPadForm(file: string, text: string, game: Game): Result<PadText> {
  const read = readYaml(file, text);
  if (!read.ok) return read;
  const parsed = FORM.safeParse(writtenValue(read.value.root), { reportInput: true });
  if (!parsed.success) return failure(parsed.error.issues.flatMap((issue) => tellIssue(issue, read.value)));
  const problems = [...strangers(parsed.data, game, read.value), ...absentees(parsed.data, game, file)];
  return problems.length > 0 ? failure(problems) : success(padText(parsed.data));
}

function padText(form: Form): PadText {
  const columns = form.columns.map(
    ({ column, label, arrow, factor }) => [column, { label, arrow: arrow ?? null, factor }] as const,
  );
  const fields = form.fields.map(({ kind = null, ...field }) => ({ ...field, purpose: kind }));
  return { ...form, fields, columns: new Map(columns), rows: form.rows.map(padRow) };
}

function padRow(row: Form["rows"][number]): PadRow {
  if ("heading" in row) return { kind: "heading", text: row.heading };
  if ("box" in row)
    return { kind: "box", category: row.box, label: row.label, hint: row.hint, dice: row.dice };
  if ("ticks" in row) return { kind: "ticks", ...row };
  return { kind: "line", line: row.line, label: row.label, hint: row.hint, rank: row.rank };
}

/** Boxes, lines and columns that the game does not have, or that stand there twice. */
function strangers(form: Form, game: Game, read: ReadText): Problem[] {
  const boxes = categoriesOf(game).map(({ id }) => id);
  const lines = linesOf(game).map(({ id }) => id);
  const seen = new Set<string>();
  return form.rows.flatMap((row, at) => {
    if ("heading" in row || "ticks" in row) return [];
    const [key, id, known] =
      "box" in row ? (["box", row.box, boxes] as const) : (["line", row.line, lines] as const);
    const place = placeOf(["rows", at, key], read);
    if (!known.includes(id)) {
      const hint = hintFor(id, known);
      return [problem("unknown-row", `the game has no ${key} \`${id}\``, { place, hint })];
    }
    if (seen.has(id))
      return [problem("row-twice", `the ${key} \`${id}\` stands on the pad twice`, { place })];
    seen.add(id);
    return [];
  });
}

/** Boxes that are missing: without them a game can't be written down. Lines may be left out. */
function absentees(form: Form, game: Game, file: string): Problem[] {
  const there = new Set(form.rows.flatMap((row) => ("box" in row ? [row.box] : [])));
  const missing = categoriesOf(game).filter(({ id }) => !there.has(id));
  if (missing.length === 0) return [];
  const names = missing.map(({ id }) => `\`${id}\``).join(", ");
  const hint = "give each a row: {box: …}";
  return [problem("missing-row", `${file} leaves out boxes of the game: ${names}`, { hint })];
}

/** What zod found, in our words and with its place. */
function tellIssue(issue: z.core.$ZodIssue, read: ReadText): Problem[] {
  if (issue.code === "invalid_union" && issue.path[0] === "rows")
    return tellRow(issue.path, issue.input, read);
  const place = placeOf(issue.path, read);
  const path = issue.path.join(".") || "the pad form";
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => {
      const keyPlace = placeOf([...issue.path, key], read);
      const hint = hintFor(key, keysAt(issue.path));
      return problem("unknown-key", `\`${key}\` is no key of ${path}`, { place: keyPlace, hint });
    });
  }
  if (issue.code === "invalid_format")
    return [problem("bad-form", `\`${path}\` must be faces with blanks between: "3 3 3 5 5"`, { place })];
  const hint = "docs/pads.md describes the form";
  return [problem("bad-form", `\`${path}\` must be ${expectedWord(issue)}`, { place, hint })];
}

/** A row of no kind: told by the key that it has, or by those it could have. */
function tellRow(path: readonly PropertyKey[], input: unknown, read: ReadText): Problem[] {
  const keys = typeof input === "object" && input !== null ? Object.keys(input) : [];
  const kind = (Object.keys(ROW_KINDS) as (keyof typeof ROW_KINDS)[]).find((key) => keys.includes(key));
  if (kind === undefined) {
    const where = { place: placeOf(path, read), hint: hintFor(keys[0] ?? "", Object.keys(ROW_KINDS)) };
    return [problem("bad-form", "a row is a `heading`, a `box`, a `line` or `ticks`", where)];
  }
  const again = ROW_KINDS[kind].safeParse(input, { reportInput: true });
  if (again.success) return [];
  return again.error.issues.flatMap((issue) => tellIssue({ ...issue, path: [...path, ...issue.path] }, read));
}

function keysAt(path: readonly PropertyKey[]): string[] {
  if (path.length === 0) return Object.keys(FORM.shape);
  if (path[0] === "fields") return Object.keys(field.shape);
  if (path[0] === "columns") return Object.keys(column.shape);
  return [...new Set(Object.values(ROW_KINDS).flatMap((kind) => Object.keys(kind.shape)))];
}
