import { gameReference } from "../../check/sheet.ts";
import {
  editorSchema,
  expectedWord,
  type SchemaIssue,
  locateValue,
  readWithSchema,
} from "../../print/pad/schema-reader.ts";
import type { Game, Text } from "../../rules/game/game.ts";
import { toPadSum } from "../../rules/game/rows.ts";
import { msg } from "../../rules/problem/message.ts";
import { failure, type Problem, problem, type Result, success } from "../../rules/problem/problem.ts";
import { suggestWord } from "../../rules/problem/wording.ts";
import type { ReadText } from "../../rules/source/text.ts";
import { blockYaml, flowYaml, type YamlMap, type YamlValue } from "../../rules/source/write-yaml.ts";
import { readYaml } from "../../rules/source/yaml.ts";
import type { Choices } from "../../rules/variant/options.ts";
import { about } from "../../rules/variant/parts/definition.ts";
import {
  type CommercialPadRow,
  COLUMN_USES,
  findRowContent,
  listRowContentIds,
  type Pad,
  PAD_LIMITS,
  ROW_LINES,
  type RowContent,
  SUM_ROW,
} from "./pad.ts";
import { z } from "zod";

/** YAML parses unquoted texts such as 2026 or true as numbers and booleans. */
const words = z
  .union([z.string(), z.number(), z.boolean()], { error: "text" })
  .transform(String)
  .pipe(z.string().min(1).max(80));
const text = z.union([z.record(z.string().regex(/^[a-z]{2,3}$/), words), words]);
const columnCount = z.int().min(1).max(PAD_LIMITS.columns);

const rowFacts = z.strictObject({
  printed: text.optional(),
  height: z.number().min(PAD_LIMITS.height.min).max(PAD_LIMITS.height.max).optional(),
  line: z.enum(ROW_LINES).optional(),
  /** What a row called `sum` adds up. */
  of: z.array(words).min(1).optional(),
  right: z.array(words).min(1).max(PAD_LIMITS.right).optional(),
});
const row = z.union([
  z.string().min(1),
  z.record(z.string(), z.union([rowFacts, text])).refine((one) => Object.keys(one).length === 1),
]);
const table = z.strictObject({
  labels: z.int().min(0).max(PAD_LIMITS.labels).optional(),
  columns: z.union([columnCount, z.tuple([columnCount, columnCount])]).optional(),
  rows: z.array(row).min(1).max(PAD_LIMITS.rows),
});

/** Everything that a pad file may say. @internal */
export const PAD = z.strictObject({
  pad: about(
    z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/),
    "The pad's id: lowercase letters, digits and hyphens, the name of its file. → kniffel-card",
  ),
  name: about(text, "Its name, in one language or several. → {de: Gewinnkarte, en: Kniffel card}"),
  game: about(words, "The game: a shipped variant, or a variant file in the same folder. → kniffel"),
  set: about(z.record(z.string(), words).optional(), "House rules that the pad prints. → {tie: roll_off}"),
  changes: about(
    z.record(z.string(), z.unknown()).optional(),
    "Changes to the game's rules, in the keys of a variant file. → {sections: {upper: {tiers: [{from: 64, add: 50}]}}}",
  ),
  columns: about(
    z.enum(COLUMN_USES).optional(),
    "Whether each column of numbers is for a player or for a game. → games",
  ),
  tables: about(
    z.array(table).min(1).max(PAD_LIMITS.tables),
    "Its ruled tables with their rows from the top. → [{labels: 2, columns: [1, 6], rows: [ones, twos]}]",
  ),
});
type Written = z.output<typeof PAD>;
type WrittenRow = Written["tables"][number]["rows"][number];

/** Finds the game that a pad file names. @param changes keys of a variant file that extends it */
export type PadGames = (ref: string, choices: Choices, changes: PadChanges) => Result<Game>;

type PadChanges = Readonly<Record<string, unknown>>;

/** Reads a pad file and validates that every box of its game is on it exactly once. */
export function readPadFile(file: string, source: string, games: PadGames): Result<Pad> {
  const read = readYaml(file, source);
  if (!read.ok) return read;
  const form = readWithSchema(PAD, read.value, formProblems, (key, path) => [
    msg`scan.pad-key-unknown: \`${key}\` is not a key of a pad file`,
    Object.keys(path.length === 0 ? PAD.shape : table.shape),
  ]);
  if (!form.ok) return form;
  const { pad: id, name, game: ref, set = {}, changes = {}, columns = "players" } = form.value;
  const found = games(ref, set, changes);
  if (!found.ok) return found;
  const rows = form.value.tables.map(({ rows }) => rows.map((one) => parseRow(one)));
  const problems = [
    ...unknownRows(rows, found.value, read.value),
    ...boxProblems(rows, found.value, read.value),
    ...sumProblems(rows, found.value, read.value),
  ];
  if (problems.length > 0) return failure(problems);
  const game = applyPrintedWords(withPadSums(found.value, rows.flat()), rows.flat());
  const tables = form.value.tables.map(({ labels = 1, columns: written = [1, 12] }, at) => {
    const [min, max] = typeof written === "number" ? [written, written] : written;
    return {
      labels,
      entries: { min: Math.min(min, max), max: Math.max(min, max) },
      rows: (rows[at] ?? []).map((one): CommercialPadRow => {
        const right = (one.right ?? []).map((id) => toRowContent({ id, of: [one.id] }, game));
        return {
          holds: toRowContent(one, game),
          height: one.height ?? 1,
          line: one.line ?? "single",
          ...(right.length === 0 ? {} : { right }),
        };
      }),
    };
  });
  return success({ id, name: toText(name), game, changes: changes as YamlMap, columns, tables });
}

/** A row as its file has it. */
interface RowParts extends z.output<typeof rowFacts> {
  readonly id: string;
}

function parseRow(row: WrittenRow): RowParts {
  if (typeof row === "string") return { id: row };
  const [[id, facts] = ["", ""]] = Object.entries(row);
  const isFacts = typeof facts === "object" && ROW_KEYS.some((key) => key in facts);
  return isFacts ? { id, ...(facts as z.output<typeof rowFacts>) } : { id, printed: facts as Words };
}

const ROW_KEYS = ["printed", "height", "line", "of", "right"] as const;
type Words = z.output<typeof text>;

/** Text without a language is used for all, as printed. */
function toText(words: Words): Text {
  return typeof words === "string" ? { de: words, en: words } : { ...words };
}

function toRowContent({ id, of = [] }: Pick<RowParts, "id" | "of">, game: Game): RowContent {
  if (id === SUM_ROW) return { kind: "line", id: toPadSum(of).id };
  return findRowContent(id, game) ?? { kind: "line", id };
}

/** A game with the sums that only the pad has. */
function withPadSums(game: Game, rows: readonly RowParts[]): Game {
  const sums = rows.flatMap(({ id, of = [], right = [] }) => [
    ...(id === SUM_ROW ? [toPadSum(of)] : []),
    ...(right.includes(SUM_ROW) ? [toPadSum([id])] : []),
  ]);
  const padSums = [...new Map(sums.map((sum) => [sum.id, sum])).values()];
  return padSums.length === 0 ? game : { ...game, padSums };
}

/** Problems of sums that the game doesn't have, and of the columns right of the boxes. */
function sumProblems(tables: readonly (readonly RowParts[])[], game: Game, read: ReadText): Problem[] {
  const { categories, lines } = gameReference(game);
  const addable = [...categories.keys(), ...lines.keys()];
  const spanning = [...lines.values()].flatMap(({ id, scope }) => (scope === "sheet" ? [id] : []));
  const known = [...spanning, "nothing", SUM_ROW];
  return tables.flatMap((rows, table) =>
    rows.flatMap(({ id, of, right = [] }, row): Problem[] => {
      const place = locateValue(["tables", table, "rows", row], read);
      const unknown = (of ?? []).filter((one) => !addable.includes(one));
      const misplaced = right.filter(
        (one) => !known.includes(one) || (one === SUM_ROW && !categories.has(id)),
      );
      const isSum = id === SUM_ROW;
      const needsTerms = msg`scan.pad-sum-terms: only a row called \`sum\` names what it adds up, and it must: \`sum: { of: [lower.sum, repeats] }\``;
      return [
        ...(isSum === (of !== undefined)
          ? []
          : [problem("bad-value", needsTerms, { place, hint: KEYS_HINT })]),
        ...unknown.map((one) => {
          const message = msg`scan.pad-row-unknown: \`${one}\` is neither a box nor a line of \`${game.id}\``;
          return problem("unknown-row", message, { place, hint: suggestWord(one, addable) });
        }),
        ...misplaced.map((one) => {
          const message = msg`scan.pad-right-unknown: \`${one}\` can’t be right of the boxes: only lines of the whole sheet can, and \`sum\` for the sum of a row of boxes`;
          return problem("unknown-row", message, { place, hint: suggestWord(one, known) });
        }),
      ];
    }),
  );
}

function unknownRows(tables: readonly (readonly RowParts[])[], game: Game, read: ReadText): Problem[] {
  const known = [...listRowContentIds(game), SUM_ROW];
  return tables.flatMap((rows, table) =>
    rows.flatMap(({ id }, row) => {
      if (known.includes(id)) return [];
      const place = locateValue(["tables", table, "rows", row], read);
      const message = msg`scan.pad-row-unknown: \`${id}\` is neither a box nor a line of \`${game.id}\``;
      return [problem("unknown-row", message, { place, hint: suggestWord(id, known) })];
    }),
  );
}

/** Problems of boxes that are missing or have two rows. */
function boxProblems(tables: readonly (readonly RowParts[])[], game: Game, read: ReadText): Problem[] {
  const places = tables.flatMap((rows, table) => rows.map(({ id }, row) => ({ id, table, row })));
  return [...gameReference(game).categories.keys()].flatMap((id): Problem[] => {
    const [first, again] = places.filter((one) => one.id === id);
    if (first === undefined) {
      const place = locateValue(["tables"], read);
      const hint = msg`scan.pad-row-per-box-hint: a pad needs a row for every box of its game`;
      const message = msg`scan.pad-box-without-row: the box \`${id}\` of \`${game.id}\` has no row`;
      return [problem("missing-row", message, { place, hint })];
    }
    if (again === undefined) return [];
    const place = locateValue(["tables", again.table, "rows", again.row], read);
    const hint = msg`scan.remove-one-row-hint: remove one of them`;
    return [problem("row-twice", msg`scan.pad-box-twice: the box \`${id}\` has two rows`, { place, hint })];
  });
}

/** Labels the boxes and lines of a game as printed on the pad. */
function applyPrintedWords(game: Game, rows: readonly RowParts[]): Game {
  const printed = new Map(
    rows.flatMap(({ id, of = [], printed }) =>
      printed === undefined ? [] : [[id === SUM_ROW ? toPadSum(of).id : id, printed]],
    ),
  );
  const relabel = (label: Text, id: string): Text => {
    const words = printed.get(id);
    return words === undefined ? label : { ...label, ...toText(words) };
  };
  const sections = game.sections.map((section) => ({
    ...section,
    categories: section.categories.map((one) => ({ ...one, label: relabel(one.label, one.id) })),
  }));
  const lines = [...gameReference(game).lines.keys()].flatMap((id) => {
    const label = game.lineLabels.get(id);
    return label === undefined && !printed.has(id) ? [] : [[id, relabel(label ?? {}, id)] as const];
  });
  return { ...game, sections, lineLabels: new Map(lines) };
}

/** Describes a violation of the schema in our words. */
function formProblems(issue: SchemaIssue): Problem[] {
  const where = { place: issue.place, hint: KEYS_HINT };
  const key = issue.path.join(".");
  if (key === "")
    return [problem("wrong-type", msg`scan.pad-not-a-map: a pad file consists of lines \`key: …\``, where)];
  if (issue.input === undefined)
    return [problem("missing-key", msg`scan.key-missing: \`${key}\` is missing`, where)];
  const wanted = describeExpectedValue(issue);
  return [problem("bad-value", msg`print.bad-value: \`${key}\` must be ${wanted}`, where)];
}

const KEYS_HINT = msg`scan.pad-file-keys-hint: docs/store-bought-pads.md explains every key`;

function describeExpectedValue(issue: SchemaIssue) {
  const [key, , inTable] = issue.path;
  if (key === "pad") return msg`scan.pad-id-rule: lowercase letters, digits and hyphens`;
  if (key === "tables" && inTable === "rows" && issue.path.length > 3)
    return msg`scan.pad-row-rule: the id of a box or line, perhaps with what is printed there: \`ones: Aces\``;
  if (key === "tables" && inTable === "columns")
    return msg`scan.pad-columns-rule: a number of columns, or a range: \`[1, 6]\``;
  return issue.code === "invalid_union" ? msg`print.expected-text: text` : expectedWord(issue);
}

/** The id of the schema, wherever its file lies. */
const PAD_SCHEMA_ID = "urn:augenblock:pad";

/**
 * A JSON Schema of pad files, draft 7, for editors, generated from the definition that reads them. It accepts everything that
 * {@link readPadFile} accepts, but doesn't know the rows of a game.
 */
export function padSchema(): ReturnType<typeof editorSchema> {
  return editorSchema(PAD, {
    $id: PAD_SCHEMA_ID,
    title: "augenblock pad",
    description: "The rows and columns of a store-bought pad, so that photos of it can be read.",
  });
}

/** How a pad file refers to its game. */
export interface PadSource {
  /** A variant: an id, or a path from the folder of the pad file. */
  readonly game: string;
  readonly set: Choices;
  /** The comment at the top of the file. */
  readonly title: string;
}

/** Writes a pad as a file; reading it gives the same pad. */
export function padYaml(pad: Pad, { game, set, title }: PadSource): string {
  const { id, name, columns, tables } = pad;
  const rules = Object.keys(set).length === 0 ? {} : { set: { ...set } };
  const head = blockYaml({ pad: id, name: { ...name }, game, ...rules, columns });
  const bodies = tables.map(({ labels, entries: { min, max }, rows }) => {
    const count = flowYaml(min === max ? max : [min, max]);
    const lines = rows.map((row) => `      - ${rowYaml(row, pad.game)}`);
    return [`  - labels: ${labels}`, `    columns: ${count}`, "    rows:", ...lines].join("\n");
  });
  return `# ${title}\n${head}tables:\n${bodies.join("\n")}\n`;
}

function rowYaml({ holds, height, line, right = [] }: CommercialPadRow, { padSums = [] }: Game): string {
  const findSum = (holds: RowContent) => padSums.find((one) => "id" in holds && one.id === holds.id);
  const getRowWord = (holds: RowContent) =>
    findSum(holds) !== undefined ? SUM_ROW : "id" in holds ? holds.id : holds.kind;
  const [id, sum] = [getRowWord(holds), findSum(holds)];
  const facts: Record<string, YamlValue> = {
    ...(sum === undefined ? {} : { of: [...sum.of] }),
    ...(right.length === 0 ? {} : { right: right.map(getRowWord) }),
    ...(height === 1 ? {} : { height }),
    ...(line === "single" ? {} : { line }),
  };
  return Object.keys(facts).length === 0 ? flowYaml(id) : `${flowYaml(id)}: ${flowYaml(facts)}`;
}
