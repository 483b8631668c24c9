import { msg } from "../../rules/problem/message.ts";
import { wordsProblem } from "../../i18n/game-words.ts";
import type { Language } from "../../i18n/language.ts";
import { MAX_ON_PAPER, type PageTemplates, renderTemplate } from "../../i18n/template.ts";
import type { Game } from "../../rules/game/game.ts";
import { listCategories, withRowSums } from "../../rules/game/rows.ts";
import { failure, type Problem, problem, type Result } from "../../rules/problem/problem.ts";
import { suggestWord } from "../../rules/problem/wording.ts";
import type { ReadText } from "../../rules/source/text.ts";
import { readYaml } from "../../rules/source/yaml.ts";
import { listSheetLines } from "../../rules/sums/sum-graph.ts";
import { PAD_COLUMN, PAD_FIELD, PAD_FORM, PAD_ROWS, type PadText } from "../layout/pad-form.ts";
import { padView } from "./pad-view.ts";
import { expectedWord, type SchemaIssue, locateValue, readWithSchema } from "./schema-reader.ts";

/** The text of a game's pad: renders the template with the view of the game, and reads the result. */
export function padText(game: Game, language: Language, templates: PageTemplates): Result<PadText> {
  const silent = wordsProblem(game, language);
  if (silent !== null) return failure([silent]);
  const options = { language, escape: escapeQuoted, most: MAX_ON_PAPER };
  const written = renderTemplate(templates.main, templates.partials, padView(game, language), options);
  return written.ok ? readPadForm(templates.main.file, written.value, game) : written;
}

/** Makes text safe between the double quotes of YAML. */
function escapeQuoted(text: string): string {
  return text
    .replace(/[\\"]/g, "\\$&")
    .replace(/\s*[\r\n]+\s*/g, " ")
    .replaceAll("\t", " ");
}

/** Reads the output of a pad template. @param file the template's name, for problems; their places are in the output */
export function readPadForm(file: string, text: string, game: Game): Result<PadText> {
  const read = readYaml(file, text);
  if (!read.ok) return read;
  const form: Result<PadText> = readWithSchema(PAD_FORM, read.value, (issue) =>
    describeIssue(issue, read.value),
  );
  if (!form.ok) return form;
  const problems = [
    ...findWrongRows(form.value, game, read.value),
    ...findMissingBoxes(form.value, game, file),
    ...findNeedlessTotals(form.value, game, read.value),
  ];
  return problems.length > 0 ? failure(problems) : form;
}

/** Problems of boxes and lines that are unknown or repeated. */
function findWrongRows({ rows }: PadText, game: Game, read: ReadText): Problem[] {
  const boxes = listCategories(game).map(({ id }) => id);
  const lines = listSheetLines(game).map(({ id }) => id);
  const seen = new Set<string>();
  return rows.flatMap((row, at) => {
    if (row.kind !== "box" && row.kind !== "line") return [];
    const [id, known] = row.kind === "box" ? [row.category, boxes] : [row.line, lines];
    const place = locateValue(["rows", at, row.kind], read);
    if (!known.includes(id)) {
      const message =
        row.kind === "box"
          ? msg`print.no-such-box: the game has no box \`${id}\``
          : msg`print.no-such-line: the game has no line \`${id}\``;
      return [problem("unknown-row", message, { place, hint: suggestWord(id, known) })];
    }
    const isRepeated = seen.has(id);
    seen.add(id);
    if (!isRepeated) return [];
    const message =
      row.kind === "box"
        ? msg`print.box-twice: the box \`${id}\` is on the pad twice`
        : msg`print.line-twice: the line \`${id}\` is on the pad twice`;
    return [problem("row-twice", message, { place })];
  });
}

/** The problem of missing boxes. Lines may be left out. */
function findMissingBoxes({ rows }: PadText, game: Game, file: string): Problem[] {
  const there = rows.flatMap((row) => (row.kind === "box" ? [row.category] : []));
  const missing = listCategories(game).filter(({ id }) => !there.includes(id));
  if (missing.length === 0) return [];
  const names = missing.map(({ id }) => `\`${id}\``).join(", ");
  const message = msg`print.missing-boxes: ${file} leaves out boxes of the game: ${names}`;
  return [
    problem("missing-row", message, { hint: msg`print.missing-boxes-hint: add a row for each: {box: …}` }),
  ];
}

/** The problem of totals of rows in a game that has none. */
function findNeedlessTotals({ rowTotal }: PadText, game: Game, read: ReadText): Problem[] {
  const { padSums = [] } = withRowSums(game);
  if (rowTotal === undefined || padSums.length > 0) return [];
  const message = msg`print.needless-row-totals: the game has no bonuses for rows, so rows have no totals`;
  const hint = msg`print.needless-row-totals-hint: leave out \`rowTotal\``;
  return [problem("bad-form", message, { place: locateValue(["rowTotal"], read), hint })];
}

/** An issue of zod as problems. */
function describeIssue(issue: SchemaIssue, read: ReadText): readonly Problem[] {
  const { place, path } = issue;
  if (issue.code === "invalid_union" && path[0] === "rows") return describeRow(issue, read);
  const name = path.join(".");
  const owner = name === "" ? msg`print.pad-form: the pad form` : `\`${name}\``;
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => {
      const where = { place: locateValue([...path, key], read), hint: suggestWord(key, listKeys(path)) };
      return problem("unknown-key", msg`rules.unknown-key: \`${key}\` is not a key of ${owner}`, where);
    });
  }
  if (issue.code === "invalid_format") {
    const message = msg`print.bad-faces: \`${name}\` must be faces separated by spaces, such as "3 3 3 5 5"`;
    return [problem("bad-form", message, { place })];
  }
  const message = msg`print.bad-pad-form-value: ${owner} must be ${expectedWord(issue)}`;
  const hint = msg`print.pad-form-hint: docs/pads.md describes the pad form`;
  return [problem("bad-form", message, { place, hint })];
}

/** The problems of a row: of its kind if a key identifies one, else that it has none. */
function describeRow({ path, input, place }: SchemaIssue, read: ReadText): Problem[] {
  const keys = typeof input === "object" && input !== null ? Object.keys(input) : [];
  const kinds = Object.entries(PAD_ROWS);
  const [, kind] = kinds.find(([key]) => keys.includes(key)) ?? [];
  if (kind === undefined) {
    const hint = suggestWord(keys[0] ?? "", Object.keys(PAD_ROWS));
    const message = msg`print.unknown-row-kind: a row must be a \`heading\`, a \`box\`, a \`line\`, a \`blank\` or \`ticks\``;
    return [problem("bad-form", message, { place, hint })];
  }
  const issues = kind.safeParse(input, { reportInput: true }).error?.issues ?? [];
  return issues.flatMap((issue) => {
    const inRow = [...path, ...issue.path];
    return describeIssue({ ...issue, path: inRow, place: locateValue(inRow, read) }, read);
  });
}

function listKeys(path: readonly PropertyKey[]): string[] {
  if (path.length === 0) return Object.keys(PAD_FORM.shape);
  if (path[0] === "fields") return Object.keys(PAD_FIELD.shape);
  if (path[0] === "columns") return Object.keys(PAD_COLUMN.shape);
  return [...new Set(Object.values(PAD_ROWS).flatMap((kind) => Object.keys(kind.shape)))];
}
