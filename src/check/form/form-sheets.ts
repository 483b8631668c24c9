import { shorten } from "../../rules/problem/wording.ts";
import type { Game } from "../../rules/game/game.ts";
import { failure, type Problem, problem, type Result, success } from "../../rules/problem/problem.ts";
import { type InkFault, readInk, strikeMarks } from "../read/ink.ts";
import { MAX_REPORTED, moreProblems } from "../read/issue-log.ts";
import { nameFault } from "../read/players.ts";
import { type BoxEntry, type PlayerSheet, referenceOf, scoreIn, type Sheet } from "../sheet.ts";
import type { Language } from "../../i18n/language.ts";
import { boxField, nameField, ownerOf, type SpotOnSheet } from "./fields.ts";
import type { FieldTexts } from "./read-fields.ts";

/** A sheet of a form that somebody wrote on. */
export interface FormSheet {
  /** Counted from 1, in the order of the form. */
  readonly at: number;
  readonly sheet: Result<Sheet>;
}

/**
 * The sheets of a form that somebody wrote on, as they would be had they been typed in. Players who have neither a name nor an entry
 * are left out.
 *
 * @param file the name to print in problems
 * @param language in which players without a name are called by number
 */
export function formSheets(file: string, fields: FieldTexts, game: Game, language: Language): FormSheet[] {
  const players = new Map<number, Set<number>>();
  for (const name of fields.keys()) {
    const owner = ownerOf(name);
    if (owner !== null) players.set(owner.sheet, (players.get(owner.sheet) ?? new Set()).add(owner.player));
  }
  return [...players]
    .sort(([a], [b]) => a - b)
    .flatMap(([at, numbers]) => {
      const sheet = new SheetReader(fields, game, language, at).read(file, [...numbers]);
      return sheet === null ? [] : [{ at, sheet }];
    });
}

class SheetReader {
  readonly #fields: FieldTexts;
  readonly #game: Game;
  readonly #language: Language;
  readonly #at: number;
  readonly #marks: ReadonlySet<string>;
  readonly #problems: Problem[] = [];

  constructor(fields: FieldTexts, game: Game, language: Language, at: number) {
    this.#fields = fields;
    this.#game = game;
    this.#language = language;
    this.#at = at;
    this.#marks = strikeMarks(game.strike.marks);
  }

  /** @returns null for a sheet that nobody wrote on */
  read(file: string, numbers: readonly number[]): Result<Sheet> | null {
    const players = numbers.toSorted((a, b) => a - b).flatMap((number) => this.#player(number) ?? []);
    if (players.length === 0 && this.#problems.length === 0) return null;
    this.#reportNamesakes(players);
    const unreported = this.#problems.splice(MAX_REPORTED).length;
    if (unreported > 0) this.#problems.push(moreProblems(unreported));
    return this.#problems.length > 0
      ? failure(this.#problems)
      : success({ file, game: this.#game, complete: null, players });
  }

  #player(number: number): PlayerSheet | null {
    const reference = referenceOf(this.#game);
    const boxes = new Map<string, ReadonlyMap<string, BoxEntry>>();
    const columnLines = new Map<string, ReadonlyMap<string, number>>();
    for (const { id: column } of this.#game.columns) {
      const entry = (row: string) => this.#entry(number, { column, row });
      boxes.set(column, new Map(reference.rowIds.map((row) => [row, entry(row)])));
      columnLines.set(column, this.#lines(number, column, reference.columnLines));
    }
    const sheetLines = this.#lines(number, null, reference.sheetLines);
    const isWritten =
      [...boxes.values()].some((column) => [...column.values()].some(({ kind }) => kind !== "empty")) ||
      [...columnLines.values(), sheetLines].some((lines) => lines.size > 0);
    const written = this.#name(number);
    if (!isWritten && written === "") return null;
    const name = written || this.#language.translate("sheet.made-up-name", { n: String(number) });
    return { name, left: false, boxes, columnLines, sheetLines };
  }

  #lines(number: number, column: string | null, lines: readonly { readonly id: string }[]) {
    const written = lines.flatMap(({ id: row }): [string, number][] => {
      // A line that was struck through counts as 0.
      const value = scoreIn(this.#entry(number, { column, row }));
      return value === null ? [] : [[row, value]];
    });
    return new Map(written);
  }

  #entry(number: number, spot: SpotOnSheet): BoxEntry {
    const field = boxField(this.#at, number, spot);
    const text = this.#fields.get(field) ?? "";
    const ink = readInk({ kind: "scalar", value: text, source: text, from: 0, to: 0 }, this.#marks);
    if ("kind" in ink) return ink;
    this.#report(field, ink);
    return { kind: "empty" };
  }

  #name(number: number): string {
    const field = nameField(this.#at, number);
    const name = (this.#fields.get(field) ?? "").trim();
    const fault = nameFault(name);
    if (fault === null) return name;
    this.#report(field, { code: "bad-name", ...fault });
    return "";
  }

  #report(field: string, { code, message, hint }: Omit<InkFault, "code"> & { readonly code: string }) {
    this.#problems.push(problem(code, `${message} (field \`${field}\`)`, { hint }));
  }

  #reportNamesakes(players: readonly PlayerSheet[]): void {
    const names = players.map(({ name }) => name);
    const twice = new Set(names.filter((name, at) => names.indexOf(name) !== at));
    for (const name of twice) {
      const message = `there are two players called ${shorten(name)} on sheet ${this.#at}`;
      const hint = "tell them apart: Anna B., Anna M.";
      this.#problems.push(problem("duplicate-player", message, { hint }));
    }
  }
}
