import { type Message, msg } from "../../rules/problem/message.ts";
import type { Game } from "../../rules/game/game.ts";
import { failure, type Problem, problem, success } from "../../rules/problem/problem.ts";
import { readInk, strikeMarks } from "../read/ink.ts";
import { MAX_REPORTED, moreProblems } from "../read/issue-log.ts";
import { nameFault, nameKey, sameNameMessage, TELL_APART, tidyName } from "../name.ts";
import { type BoxEntry, type PlayerSheet, referenceOf, scoreIn, type Sheet } from "../sheet.ts";
import type { Language } from "../../i18n/language.ts";
import { boxField, nameField, ownerOf, type SpotOnSheet } from "./fields.ts";
import type { FieldTexts } from "./read-fields.ts";

/**
 * The sheets of a form that somebody wrote on, as they would be had they been typed in. Players who have neither a name nor an entry
 * are left out.
 *
 * @param file the name to print in problems
 * @param language in which players without a name are called by number
 * @returns each sheet with its place in the form, counted from 1
 */
export function formSheets(file: string, fields: FieldTexts, game: Game, language: Language) {
  const numbers = new Map<number, Set<number>>();
  for (const name of fields.keys()) {
    const owner = ownerOf(name);
    if (owner !== null) numbers.set(owner.sheet, (numbers.get(owner.sheet) ?? new Set()).add(owner.player));
  }
  const sheets = [...numbers].sort(([a], [b]) => a - b);
  return sheets.flatMap(([at, ofSheet]) => {
    const problems: Problem[] = [];
    const form = { at, fields, game, language, problems };
    const players = [...ofSheet].sort((a, b) => a - b).flatMap((number) => readPlayer(form, number) ?? []);
    if (players.length === 0 && problems.length === 0) return [];
    problems.push(...namesakes(players, at));
    const unreported = problems.splice(MAX_REPORTED).length;
    if (unreported > 0) problems.push(moreProblems(unreported));
    const sheet = { file, game, complete: null, players };
    return [{ at, sheet: problems.length > 0 ? failure<Sheet>(problems) : success(sheet) }];
  });
}

/** A sheet of a form that is being read, and what was wrong with it so far. */
interface Form {
  readonly at: number;
  readonly fields: FieldTexts;
  readonly game: Game;
  readonly language: Language;
  readonly problems: Problem[];
}

/** What is wrong with what somebody wrote, and the way out. */
type Fault = Readonly<Record<"message" | "hint", Message>>;

const NO_SUCH_BOX: Fault = {
  message: msg("check.game-has-no")`the game has no such box`,
  hint: msg("check.give-form-saved")`give the form as it was saved, before any other program changed it`,
};

/** @returns null for a player who wrote nothing */
function readPlayer(form: Form, number: number): PlayerSheet | null {
  const { at, fields, game, language, problems } = form;
  const reference = referenceOf(game);
  const marks = strikeMarks(game.strike.marks);
  const report = (field: string, code: string, { message, hint }: Fault) =>
    problems.push(problem(code, msg("check.field")`${message} (field \`${field}\`)`, { hint }));
  const known = new Set<string>();
  const entryAt = (spot: SpotOnSheet): BoxEntry => {
    const field = boxField(at, number, spot);
    known.add(field);
    const text = fields.get(field) ?? "";
    const ink = readInk({ kind: "scalar", value: text, source: text, from: 0, to: 0 }, marks);
    if ("kind" in ink) return ink;
    report(field, ink.code, ink);
    return { kind: "empty" };
  };
  /** What stands on lines; one that was struck through counts as 0. */
  const linesOf = (column: string | null, lines: readonly { readonly id: string }[]) =>
    new Map(
      lines.flatMap(({ id: row }): [string, number][] => {
        const value = scoreIn(entryAt({ column, row }));
        return value === null ? [] : [[row, value]];
      }),
    );
  const columns = game.columns.map(({ id: column }) => ({
    column,
    boxes: new Map(reference.rowIds.map((row) => [row, entryAt({ column, row })])),
    lines: linesOf(column, reference.columnLines),
  }));
  const sheetLines = linesOf(null, reference.sheetLines);
  for (const [field, text] of fields) {
    const owner = ownerOf(field);
    if (owner?.sheet === at && owner.player === number && text.trim() !== "" && !known.has(field))
      report(field, "unknown-field", NO_SUCH_BOX);
  }
  const field = nameField(at, number);
  const written = (fields.get(field) ?? "").trim();
  const fault = written === "" ? null : nameFault(written);
  if (fault !== null) report(field, "bad-name", fault);
  const isBlank = columns.every(
    ({ boxes, lines }) => lines.size === 0 && [...boxes.values()].every(({ kind }) => kind === "empty"),
  );
  const name = fault === null ? tidyName(written) : "";
  if (isBlank && sheetLines.size === 0 && name === "") return null;
  return {
    name: name || language.translate("sheet.made-up-name", { n: String(number) }),
    left: false,
    boxes: new Map(columns.map(({ column, boxes }) => [column, boxes])),
    columnLines: new Map(columns.map(({ column, lines }) => [column, lines])),
    sheetLines,
  };
}

function namesakes(players: readonly PlayerSheet[], at: number): Problem[] {
  const first = new Map(players.toReversed().map(({ name }) => [nameKey(name), name]));
  const keys = players.map(({ name }) => nameKey(name));
  return players.flatMap(({ name }, index) => {
    const key = nameKey(name);
    if (keys.indexOf(key) === index) return [];
    const message = msg("check.sheet")`${sameNameMessage(name, first.get(key) ?? name)} (sheet ${at})`;
    return problem("duplicate-player", message, { hint: TELL_APART });
  });
}
