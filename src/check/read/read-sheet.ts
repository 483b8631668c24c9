import { type Message, msg } from "../../rules/problem/message.ts";
import type { Language } from "../../i18n/language.ts";
import type { Game, Option } from "../../rules/game/game.ts";
import { withRowSums } from "../../rules/game/rows.ts";
import { getElement } from "../../rules/arrays.ts";
import { failure, type Result, success } from "../../rules/problem/problem.ts";
import { shorten, suggestWord } from "../../rules/problem/wording.ts";
import { type Cell, readCsv } from "../../rules/source/csv.ts";
import { readJson } from "../../rules/source/json.ts";
import {
  plainMap,
  type ReadText,
  type TextEntry,
  type TextMap,
  type TextNode,
} from "../../rules/source/text.ts";
import { readYaml } from "../../rules/source/yaml.ts";
import { convertRows } from "./csv-rows.ts";
import { fold, type Keywords, sheetKeywords, gameNames } from "./names.ts";
import { strikeMarks } from "./box-entry.ts";
import { OCCASION_KEYS, readOccasion } from "./occasion.ts";
import { readPlayers, type PlayerContext } from "./players.ts";
import { IssueLog } from "./issue-log.ts";
import { distinctName, nameFault, repeatedNames, spareNamesFault, tidyName } from "../name.ts";
import { isBlank, ownersOfGames, type Sheet } from "../sheet.ts";

export const SHEET_FORMATS = ["yaml", "json", "csv"] as const;
/** The file format of a typed sheet. */
export type SheetFormat = (typeof SHEET_FORMATS)[number];

/** The text of a sheet, with its file name and format. */
export interface SheetFile {
  /** The name for problems. */
  readonly file: string;
  readonly text: string;
  readonly format: SheetFormat;
}

const SHEET_KEYS = [
  ...(["variant", "options", "changes", "complete", "games_of"] as const),
  ...OCCASION_KEYS,
  "players",
] as const;

/**
 * Reads a filled-in sheet: text to nodes, nodes to a sheet that belongs to its game.
 *
 * Boxes, lines and columns go by their ids or by their labels in any of the languages. `checkSheet` finds mistakes in the game.
 *
 * @param games finds the game that the sheet names
 * @param fallback the variant of sheets that name none
 * @returns the sheet, or everything that keeps it from being one
 */
export function readSheet(
  input: SheetFile,
  games: Games,
  languages: readonly Language[],
  fallback: { readonly variant: string | null } = { variant: null },
): Result<Sheet> {
  const keywords = sheetKeywords(languages);
  const text = readText(input, keywords);
  if (!text.ok) return text;
  const log = new IssueLog(text.value);
  const message = msg`check.a-sheet: a sheet`;
  const hint = msg`check.not-a-sheet-file-hint: a sheet starts with \`variant: …\``;
  const root = log.map(text.value.root, message, hint);
  if (root === null) return failure(log.problems);
  if (reportOtherKind(input.file, root, log)) return failure(log.problems);
  const fields = log.fields(root, SHEET_KEYS);
  const getFieldNode = (key: (typeof SHEET_KEYS)[number]) => fields.get(key)?.value;
  const readYesNo = (node: TextNode, what: Message) => parseYesNo(node, what, keywords, log);
  const completeNode = getFieldNode("complete");
  const complete =
    completeNode === undefined ? null : readYesNo(completeNode, msg`check.key-complete: \`complete\``);
  const isSpreadsheet = input.format === "csv";
  const variantNode = getFieldNode("variant");
  const variant =
    (variantNode && log.word(variantNode, msg`check.key-variant: \`variant\``)) ?? fallback.variant;
  const choices = readChoices(getFieldNode("options"), log);
  if (variant === null && (variantNode === undefined || variantNode.kind === "scalar")) {
    const hint = isSpreadsheet
      ? msg`check.no-game-row-hint: add a row ${keywords.rows("variant")}, or name the game with \`--variant\``
      : msg`check.no-game-hint: start it with \`variant: …\`, or name the game with \`--variant\``;
    log.report("no-variant", msg`check.no-game: the sheet doesn’t name its game`, log.text.root, hint);
  }
  const changesNode = getFieldNode("changes");
  const mapHint = msg`check.changes-not-a-map-hint: write \`changes:\` and under it keys of a variant file`;
  const map = changesNode && log.map(changesNode, msg`check.key-changes: \`changes\``, mapHint);
  const changes = map ? plainMap(map) : {};
  const find = (options: Readonly<Record<string, string>>) => games(variant ?? "", options, changes);
  const found = variant === null ? null : findGame(find, variantNode, choices, log);
  if (found === null) return failure(log.problems);
  const game = withRowSums(found);
  const table: PlayerContext = {
    game,
    names: gameNames(game, languages),
    marks: strikeMarks(game.strike.marks),
    log,
    readYesNo,
    spreadsheet: isSpreadsheet ? keywords : null,
    columnsAreGames: fields.has("games_of"),
  };
  const given = readOwners(getFieldNode("games_of"), log);
  const players = isHeader(text.value.header, table) ? readPlayers(getFieldNode("players"), table) : [];
  const occasion = readOccasion(getFieldNode, log);
  const spare = log.problems.length > 0 ? null : spareNamesFault(given, players.length);
  if (spare !== null) log.report("spare-names", spare.message, getFieldNode("games_of") ?? root, spare.hint);
  const { problems } = log;
  if (problems.length > 0) return failure(problems);
  const sheet = { file: input.file, game, complete, players, ...(occasion === null ? {} : { occasion }) };
  if (!table.columnsAreGames) return success(sheet);
  const played = players.flatMap((one, at) => (isBlank(one) ? [] : [at]));
  const kept = played.length > 0 ? played : [...players.keys()];
  const names = players.map(({ name }) => name);
  // Repeated names are those of the people who took turns.
  const owners = given.length === 0 && repeatedNames(names).length > 0 ? names : given;
  const taken = new Set<string>();
  const labels = names.map((name) => distinctName(name, taken));
  return success({
    ...sheet,
    columnsAreGames: true,
    ...(owners.length === 0 ? {} : { owners: ownersOfGames(owners, kept) }),
    players: kept.map((at) => ({ ...getElement(players, at), name: getElement(labels, at) })),
  });
}

/** The names of those who played the games of a sheet in turns, which may repeat; empty without any. */
function readOwners(node: TextNode | undefined, log: IssueLog): string[] {
  if (node === undefined || (node.kind === "scalar" && node.value === null)) return [];
  return (node.kind === "list" ? node.items : [node]).flatMap((item) => {
    const text = log.word(item, msg`check.key-games-of: \`games_of\``);
    const fault = text === null ? null : nameFault(text);
    if (fault !== null) log.report("bad-name", fault.message, item, fault.hint);
    return text === null ? [] : [tidyName(text)];
  });
}

function reportOtherKind(file: string, root: TextMap, log: IssueLog): boolean {
  const has = (...keys: readonly string[]) => root.entries.some(({ key }) => keys.includes(key));
  if (has("variant", "players") || !has("id", "extends", "block")) return false;
  const hint = msg`check.not-a-sheet-hint: \`augenblock sheet\` prints an empty sheet to type scores into`;
  const isBlock = has("block");
  const message = isBlock
    ? msg`check.block-file-instead: ${file} is a block file, not a sheet`
    : msg`check.variant-instead: ${file} is a variant, not a sheet`;
  log.report("no-sheet", message, root, hint);
  return true;
}

/** Parses a text; for a spreadsheet also finds the first cell of an unmarked row of names. */
function readText(
  { file, text, format }: SheetFile,
  keywords: Keywords,
): Result<ReadText & { readonly header: Cell | null }> {
  if (format === "csv") {
    const cells = readCsv(file, text);
    if (!cells.ok) return cells;
    return success({ ...convertRows(cells.value.rows, keywords), place: cells.value.place });
  }
  const read = format === "json" ? readJson(file, text) : readYaml(file, text);
  return read.ok ? success({ ...read.value, header: null }) : read;
}

/** Reports an unmarked row of names that is more likely the row of a box. */
function isHeader(corner: Cell | null, { game, names, spreadsheet, log }: PlayerContext): boolean {
  if (corner === null || names.rows.find(corner.text).length === 0) return true;
  // Some games have a box with the name of the game.
  if ([game.id, ...Object.values(game.name)].some((name) => fold(name) === fold(corner.text))) return true;
  const row = shorten(corner.text);
  const message = msg`check.unmarked-players-row: there are no players on this sheet, unless this row has their names instead of \`${row}\``;
  const hint = msg`check.unmarked-players-row-hint: start the row of names with ${spreadsheet?.rows("player") ?? ""}`;
  log.report("no-players", message, corner, hint);
  return false;
}

function parseYesNo(node: TextNode, what: Message, keywords: Keywords, log: IssueLog): boolean | null {
  if (node.kind === "scalar") {
    const source = node.source.trim();
    if (typeof node.value === "boolean") return node.value;
    if (node.value === null || source === "") return null;
    const yes = keywords.parseYesNo(source);
    if (yes !== undefined) return yes;
  }
  log.report("wrong-type", msg`check.not-yes-or-no: ${what} must be yes or no`, node);
  return null;
}

/** Finds the game of a variant under the chosen options. @param changes to the rules by a store-bought pad, in the keys of a variant file; none if empty */
export type Games = (
  variant: string,
  options: Readonly<Record<string, string>>,
  changes: Readonly<Record<string, unknown>>,
) => Result<Game>;

/** An option with its choice as typed: `2.50` stays `2.50`. */
interface Choice {
  readonly id: string;
  readonly typed: string;
  readonly entry: TextEntry;
}

/** The game under the options that a sheet names; problems go to the log. */
function findGame(
  find: (options: Readonly<Record<string, string>>) => Result<Game>,
  variantNode: TextNode | undefined,
  choices: readonly Choice[],
  log: IssueLog,
): Game | null {
  let game = find(Object.fromEntries(choices.map(({ id, typed }) => [id, typed])));
  // If it fails, tries again with the choices that were probably meant.
  const base = game.ok || choices.length === 0 ? game : find({});
  if (!game.ok && base.ok) {
    const meant = choices.map(
      (choice) => [choice.id, resolveChoice(choice, base.value.options, log)] as const,
    );
    if (meant.some(([, id]) => id === null)) return null;
    game = find(Object.fromEntries(meant.map(([option, id]) => [option, id ?? ""])));
  }
  if (game.ok) return game.value;
  // A problem that has no place of its own is about the variant's name.
  const place = variantNode === undefined ? null : log.text.place(variantNode);
  log.add(game.problems.map((p) => ({ ...p, place: p.place ?? place })));
  return null;
}

/** Options and their choices, each once. */
function readChoices(node: TextNode | undefined, log: IssueLog): Choice[] {
  if (node === undefined) return [];
  const message = msg`check.key-options: \`options\``;
  const hint = msg`check.options-not-a-map-hint: write \`options:\` and under it \`option: choice\``;
  const map = log.map(node, message, hint);
  const seen = new Map<string, TextEntry>();
  return (map?.entries ?? []).flatMap((entry) => {
    if (!log.recordOnce(seen, entry.key, entry)) return [];
    const typed = log.word(entry.value, msg`check.named-option: the option \`${shorten(entry.key)}\``);
    return typed === null ? [] : [{ id: entry.key, typed, entry }];
  });
}

/** Finds the choice that was probably meant; null after a report if the game has no such option or choice. */
function resolveChoice(
  { id, typed, entry }: Choice,
  options: readonly Option[],
  log: IssueLog,
): string | null {
  const option = options.find((other) => other.id === id);
  if (option === undefined) {
    const ids = options.map((other) => other.id);
    const hint = () =>
      ids.length === 0 ? msg`rules.no-options-hint: it has no options` : suggestWord(id, ids);
    const message = msg`check.unknown-option: this game has no option \`${shorten(id)}\``;
    log.report("unknown-option", message, entry.keySpan, hint);
    return null;
  }
  const ids = option.choices.map((choice) => choice.id);
  if (ids.includes(typed)) return typed;
  // Spreadsheets turn `5.00` into `5` or `5,00`.
  const number = parseTypedNumber(typed);
  const [equal, other] = number === null ? [] : ids.filter((choice) => parseTypedNumber(choice) === number);
  if (equal !== undefined && other === undefined) return equal;
  const hint = () => suggestWord(number === null ? typed : typed.replace(",", "."), ids);
  const message = msg`rules.unknown-choice: \`${shorten(typed)}\` is not a choice of \`${id}\``;
  log.report("unknown-choice", message, entry.value, hint);
  return null;
}

/** A typed number, with a point or a comma; null for any other word. */
function parseTypedNumber(typed: string): number | null {
  return /^[+-]?[0-9]+(?:[.,][0-9]+)?$/.test(typed) ? Number(typed.replace(",", ".")) : null;
}
