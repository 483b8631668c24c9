import { basename, extname } from "node:path";
import type { Game } from "../rules/game/game.ts";
import type { NamelessSheet } from "../scan/report/judge-photo.ts";
import type { Language } from "../i18n/language.ts";
import { fail } from "./console/failure.ts";

/** As long as a name on a typed sheet may be. */
const MAX_NAME_LENGTH = 80;

/**
 * The names that `--names` gives: those of a sheet with commas between, sheets with semicolons between.
 *
 * @returns a list for each sheet; none if nothing was given
 */
export function parseNames(given: string | undefined): string[][] {
  if (given === undefined) return [];
  const sheets = given.split(";").map((names) =>
    names
      .split(",")
      .map(plainName)
      .filter((name) => name !== ""),
  );
  const hint = "give names with commas between: `--names Anna,Ben`";
  if (sheets.every((names) => names.length === 0)) fail("bad-value", "`--names` holds no names", hint);
  for (const names of sheets) {
    const twice = names.find((name, at) => names.indexOf(name) !== at);
    if (twice !== undefined) fail("bad-value", `\`--names\`: \`${twice}\` is there twice`, hint);
  }
  return sheets;
}

/** A name as it can stand on a typed sheet: one line, no control characters, not too long. */
function plainName(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, " ")
    .trim()
    .slice(0, MAX_NAME_LENGTH)
    .trim();
}

/**
 * Names for the players of all sheets. On a shared sheet they are those that were given, from left to right, the same ones on every
 * sheet unless each has its own; the others get made-up names. A sheet of one player bears the next given name, else its number, else
 * its photo's name.
 *
 * @returns for each sheet a name for every player it has room for
 */
export function namesFor(
  sheets: readonly NamelessSheet[],
  given: readonly (readonly string[])[],
  language: Language,
): string[][] {
  const own = given.flat();
  const taken = new Set<string>();
  let next = 0;
  return sheets.map((sheet, at) => {
    if (isShared(sheet.game)) {
      const names = given.length > 1 ? (given[at] ?? []) : (given[0] ?? []);
      return sharedNames(sheet, names, language);
    }
    const name = distinct(own[next] ?? sheetName(sheet, language), taken);
    next += 1;
    taken.add(name);
    return [name];
  });
}

/** In games of one column, the players stand side by side on one sheet. */
function isShared(game: Game): boolean {
  return game.columns.length === 1;
}

function sharedNames({ reading }: NamelessSheet, names: readonly string[], language: Language): string[] {
  const players = Math.max(1, ...reading.boxes.map(({ player }) => player));
  const taken = new Set(names);
  return Array.from({ length: players }, (_, at) => {
    const name =
      names[at] ?? distinct(language.translate("sheet.made-up-name", { n: String(at + 1) }), taken);
    taken.add(name);
    return name;
  });
}

function sheetName({ number, files }: NamelessSheet, language: Language): string {
  if (number !== 0) return language.translate("photo.made-up-name", { number: String(number) });
  const [file] = files;
  return plainName(basename(file, extname(file))) || language.translate("sheet.made-up-name", { n: "1" });
}

/** The name itself, or with a number behind it if somebody else has it. */
function distinct(name: string, taken: ReadonlySet<string>): string {
  let found = name;
  for (let n = 2; taken.has(found); n++) found = `${name.slice(0, MAX_NAME_LENGTH - 6)} (${n})`;
  return found;
}
