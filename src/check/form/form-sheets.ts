import {
  nameFault,
  nameKey,
  repeatedNames,
  sameNameMessage,
  spareNamesFault,
  splitNames,
  TELL_APART,
  tidyName,
} from "../name.ts";
import { type PlayerSheet, gameReference, entryScore, isBlank, type Sheet, ownersOfGames } from "../sheet.ts";
import type { Language } from "../../i18n/language.ts";
import {
  boxField,
  IDENTITY_FIELD,
  nameField,
  fieldOwner,
  readIdentity,
  type Identity,
  type SpotOnSheet,
} from "./fields.ts";
import type { FieldTexts, FormFault, PagesOfFields } from "./read-fields.ts";
import { parseEntry, strikeMarks } from "../read/box-entry.ts";
import { MAX_REPORTED, moreProblems } from "../read/issue-log.ts";
import type { Games } from "../read/read-sheet.ts";
import type { Game } from "../../rules/game/game.ts";
import { withRowSums } from "../../rules/game/rows.ts";
import { type Message, msg } from "../../rules/problem/message.ts";
import {
  failure,
  problem,
  type Problem,
  refusal,
  type Result,
  success,
} from "../../rules/problem/problem.ts";

/** A form of ours in a PDF, which may hold several. */
interface FoundForm {
  /** Its first page, counted from 1. */
  readonly page: number;
  /** Its fields, named as in a form by itself. */
  readonly fields: FieldTexts;
  /** An earlier page with the same fields, so that the entries of one of the two are lost; null if there is none. */
  readonly copyOf: number | null;
}

/** The forms in a PDF, and what else is on its pages. */
export interface FoundForms {
  readonly forms: readonly FoundForm[];
  /** Filled-in fields of a page that belong to no form of ours. */
  readonly stray: readonly { readonly page: number; readonly names: readonly string[] }[];
  /** The pages without a field of ours, counted from 1; they may be scans. */
  readonly others: readonly number[];
}

/**
 * Finds our forms in a PDF. Programs that merge forms put all fields of a file under a new parent, append a suffix to their top names, or
 * leave the names as they are, so that several pages have fields of the same name. Each form begins at its identity field.
 */
export function findForms(pages: PagesOfFields): FoundForms {
  const forms: { page: number; source: string; fields: Map<string, string> }[] = [];
  const stray: FoundForms["stray"][number][] = [];
  const others: number[] = [];
  /** The current form, by the addition to its names. */
  const open = new Map<string, Map<string, string>>();
  for (const [at, texts] of pages.entries()) {
    const page = at + 1;
    const fields = [...(texts ?? [])].map(([name, text]) => ({ name, text, own: splitMergedName(name) }));
    for (const { own } of fields) {
      if (own?.name !== IDENTITY_FIELD) continue;
      const form = { page, source: own.source, fields: new Map<string, string>() };
      open.set(own.source, form.fields);
      forms.push(form);
    }
    const left = fields.filter(({ own, text }) => {
      const form = own && open.get(own.source);
      if (own && form && !form.get(own.name)) form.set(own.name, text);
      return !form && isFilled(text);
    });
    if (left.length > 0) stray.push({ page, names: left.map(({ name }) => name) });
    if (!fields.some(({ own }) => own !== null && open.has(own.source))) others.push(page);
  }
  const found = forms.map(({ page, source, fields }, at): FoundForm => {
    const same = forms
      .slice(0, at)
      .find((other) => other.source === source && hasSameEntries(other.fields, fields));
    return { page, fields, copyOf: same?.page ?? null };
  });
  return { forms: found, stray, others };
}

/** The parts at the top of our names, and what programs that merge forms append to them. */
const TOP = new RegExp(`^(${IDENTITY_FIELD}|sheet[1-9][0-9]{0,3})([^0-9].*)?$`);

/** A field name without the prefix or suffix of merging, and that addition; null for names that aren't ours. */
function splitMergedName(name: string): { readonly name: string; readonly source: string } | null {
  const parts = name.split(".");
  const at = parts.findIndex((part) => TOP.test(part));
  if (at === -1) return null;
  const [, top = "", added = ""] = TOP.exec(parts[at] ?? "") ?? [];
  return { name: [top, ...parts.slice(at + 1)].join("."), source: [...parts.slice(0, at), added].join(".") };
}

/** Unticked check boxes have the text `Off`. */
function isFilled(text: string): boolean {
  return text !== "" && text !== "Off";
}

/** Whether two forms have the same entries, and at least one. */
function hasSameEntries(some: FieldTexts, others: FieldTexts): boolean {
  const listFilledFields = (fields: FieldTexts) => [...fields].filter(([, text]) => isFilled(text)).sort();
  const [one, other] = [listFilledFields(some), listFilledFields(others)];
  return one.length > 1 && JSON.stringify(one) === JSON.stringify(other);
}

/** Why a form can't be read, including a timeout. */
type Unread = FormFault | "endless-pdf";

/** Finds the game of a form. @param fields its texts, or why they can't be read @param digestOf computes the digest of a game's rules */
export function openForm(
  file: string,
  fields: FieldTexts | Unread,
  games: Games,
  digestOf: (game: Game) => string,
): Result<{ fields: FieldTexts; game: Game; identity: Identity }> {
  if (typeof fields === "string") {
    const { message, hint } = FAULTS[fields](file);
    return refusal(fields, message, hint);
  }
  if (fields.size === 0)
    return refusal(
      "no-form",
      msg`check.no-fields: ${file} has no form fields and no scanned page, so there is nothing to read`,
      msg`check.no-fields-hint: a sheet filled in by hand is read from a photo or scan; ${LOST_FIELDS}`,
    );
  const identity = readIdentity(fields.get(IDENTITY_FIELD) ?? "");
  if (identity === null)
    return refusal(
      "no-form",
      msg`check.not-our-form: ${file} is a form, but not a pad made by augenblock`,
      msg`check.not-our-form-hint: print one to fill in on a screen with \`augenblock pad <variant> --profile fillable\``,
    );
  const { variant } = identity;
  const game = games(variant, identity.options, {});
  if (!game.ok) {
    // The form names its game, but not the path of its file.
    const hint = msg`check.form-game-not-here-hint: say which file it was made from: \`--variant <file>\``;
    const message = msg`check.form-game-not-here: the form belongs to the game \`${variant}\`, which can’t be found here`;
    const notHere = problem("variant-not-here", message, { hint });
    return failure(game.problems.map((one) => (one.code === "unknown-variant" ? notHere : one)));
  }
  if (digestOf(game.value) !== identity.rules) {
    const message = msg`check.form-rules-changed: the rules of \`${variant}\` have changed since this form was made`;
    const hint = msg`check.form-rules-changed-hint: use the old file: \`--variant <file>\``;
    return refusal("variant-changed", message, hint);
  }
  return success({ fields, game: withRowSums(game.value), identity });
}

/** The hint for a sheet that was filled in on a screen and has lost its fields. */
export const LOST_FIELDS = msg`check.lost-fields-hint: a form that was printed to PDF or flattened has lost its fields: use the file as it was saved before that`;

const FAULTS: Readonly<Record<Unread, (file: string) => Readonly<Record<"message" | "hint", Message>>>> = {
  "not-a-pdf": (file) => ({
    message: msg`check.not-a-pdf: ${file} is not a PDF, in spite of its name`,
    hint: msg`check.not-a-pdf-hint: rename it to what it is: a photo, YAML, JSON or CSV`,
  }),
  "locked-pdf": (file) => ({
    message: msg`check.locked-pdf: ${file} is locked with a password`,
    hint: msg`check.locked-pdf-hint: save it again without a password`,
  }),
  "broken-pdf": (file) => ({
    message: msg`check.broken-pdf: ${file} is a damaged PDF`,
    hint: msg`check.broken-pdf-hint: save it again in the program it was filled in with; if it is a scan, copy the file or scan the sheet again`,
  }),
  "too-many-pages": (file) => ({
    message: msg`check.too-many-pages: ${file} has more than 500 pages`,
    hint: msg`check.too-many-pages-hint: save the pages with sheets as a file of their own`,
  }),
  "endless-pdf": (file) => ({
    message: msg`check.endless-pdf: ${file} can’t be read: parsing it timed out`,
    hint: msg`check.endless-pdf-hint: check that it is a pad made by augenblock, and save it again`,
  }),
};

/**
 * The filled-in sheets of a form. Players who have neither a name nor an entry are left out.
 *
 * @param file the name to print in problems
 * @param language of the numbered names of games, and of players without a name
 * @returns each sheet with its place in the form, counted from 1
 */
export function formSheets(
  file: string,
  fields: FieldTexts,
  game: Game,
  language: Language,
  columnsAreGames = false,
) {
  const numbers = new Map<number, Set<number>>();
  for (const name of fields.keys()) {
    const owner = fieldOwner(name);
    if (owner !== null) numbers.set(owner.sheet, (numbers.get(owner.sheet) ?? new Set()).add(owner.player));
  }
  const sheets = [...numbers].sort(([a], [b]) => a - b);
  return sheets.flatMap(([at, owners]) => {
    const problems: Problem[] = [];
    const form = { at, fields, game, language, columnsAreGames, problems };
    const owner = columnsAreGames ? readName(form, 1) : "";
    const people = splitNames(owner);
    const spare = spareNamesFault(people, owners.size);
    if (spare !== null) reportField(form, nameField(at, 1), "spare-names", spare);
    const columns = [...owners].sort((a, b) => a - b).map((number) => readPlayer(form, number));
    const players = columns.flatMap((one) => one ?? []);
    const played = columns.flatMap((one, at) => (one === null ? [] : [at]));
    if (players.length === 0 && problems.length === 0) return [];
    problems.push(...duplicateNameProblems(players, at));
    const unreported = problems.splice(MAX_REPORTED).length;
    if (unreported > 0) problems.push(moreProblems(unreported));
    const games = columnsAreGames && {
      columnsAreGames,
      ...(owner === "" ? {} : { owners: ownersOfGames(people, played) }),
    };
    const sheet = { file, game, complete: null, ...games, players };
    return [{ at, sheet: problems.length > 0 ? failure<Sheet>(problems) : success(sheet) }];
  });
}

/** A sheet of a form that is being read, and what was wrong with it so far. */
interface Form {
  readonly at: number;
  readonly fields: FieldTexts;
  readonly game: Game;
  readonly language: Language;
  readonly columnsAreGames: boolean;
  readonly problems: Problem[];
}

type Fault = Readonly<Record<"message" | "hint", Message>>;

const NO_SUCH_BOX: Fault = {
  message: msg`check.no-such-box: this game has no such box`,
  hint: msg`check.no-such-box-hint: use the form as it was saved, before another program changed it`,
};

/** @returns null for a player who wrote nothing */
function readPlayer(form: Form, number: number): PlayerSheet | null {
  const { at, fields, game, language, columnsAreGames } = form;
  const reference = gameReference(game);
  const marks = strikeMarks(game.strike.marks);
  const report = (field: string, code: string, fault: Fault) => reportField(form, field, code, fault);
  const known = new Set<string>();
  const boxEntry = (spot: SpotOnSheet) => {
    const field = boxField(at, number, spot);
    known.add(field);
    const text = fields.get(field) ?? "";
    const ink = parseEntry({ kind: "scalar", value: text, source: text, from: 0, to: 0 }, marks);
    if ("kind" in ink) return ink;
    report(field, ink.code, ink);
    return { kind: "empty" } as const;
  };
  /** The values of lines; a struck line counts as 0. */
  const readLines = (column: string | null, lines: readonly { readonly id: string }[]) =>
    new Map(
      lines.flatMap(({ id: row }): [string, number][] => {
        const value = entryScore(boxEntry({ column, row }));
        return value === null ? [] : [[row, value]];
      }),
    );
  const columns = game.columns.map(({ id: column }) => ({
    column,
    boxes: new Map(reference.rowIds.map((row) => [row, boxEntry({ column, row })])),
    lines: readLines(column, reference.columnLines),
  }));
  const ofSheet = [...reference.lines.values()].filter(({ scope }) => scope === "sheet");
  const sheetLines = readLines(null, ofSheet);
  for (const [field, text] of fields) {
    const owner = fieldOwner(field);
    if (owner?.sheet === at && owner.player === number && text.trim() !== "" && !known.has(field))
      report(field, "unknown-field", NO_SUCH_BOX);
  }
  const name = columnsAreGames ? "" : readName(form, number);
  const key = columnsAreGames ? "sheet.made-up-game" : "sheet.made-up-name";
  const player = {
    name: name || language.translate(key, { n: String(number) }),
    left: false,
    boxes: new Map(columns.map(({ column, boxes }) => [column, boxes])),
    columnLines: new Map(columns.map(({ column, lines }) => [column, lines])),
    sheetLines,
  };
  return isBlank(player) && name === "" ? null : player;
}

/** What is written in the field of a name; empty if it is blank, or can't be a name. */
function readName(form: Form, number: number): string {
  const field = nameField(form.at, number);
  const written = (form.fields.get(field) ?? "").trim();
  const fault = written === "" ? null : nameFault(written);
  if (fault !== null) reportField(form, field, "bad-name", fault);
  return fault === null ? tidyName(written) : "";
}

function reportField({ problems }: Form, field: string, code: string, { message, hint }: Fault): void {
  problems.push(problem(code, msg`check.in-field: ${message} (field \`${field}\`)`, { hint }));
}

function duplicateNameProblems(players: readonly PlayerSheet[], at: number): Problem[] {
  const names = players.map(({ name }) => name);
  return repeatedNames(names).map((name) => {
    const first = names.find((one) => nameKey(one) === nameKey(name)) ?? name;
    const message = msg`check.on-sheet: ${sameNameMessage(name, first)} (sheet ${at})`;
    return problem("duplicate-player", message, { hint: TELL_APART });
  });
}
