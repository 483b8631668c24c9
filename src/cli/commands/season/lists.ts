import { nameKey } from "../../../check/name.ts";
import { loadLanguage } from "../../../files/package/languages.ts";
import type { SeasonAddress } from "../../../files/season/season-address.ts";
import { withSeason } from "../../../files/season/season-store.ts";
import { dayWords } from "../../../i18n/format.ts";
import type { Language } from "../../../i18n/language.ts";
import { type Message, msg } from "../../../rules/problem/message.ts";
import { need } from "../../../rules/problem/problem.ts";
import { shorten } from "../../../rules/problem/wording.ts";
import { eveningWords } from "../../../season/league/league-words.ts";
import {
  changeEvening,
  type EveningChange,
  type ListedEvening,
  listEvenings,
  undoEvening,
} from "../../../season/store/evenings.ts";
import {
  aliasPlayer,
  findPlayer,
  leaveSeason,
  listPlayers,
  mergePlayers,
  renamePlayer,
  undoLast,
} from "../../../season/store/players.ts";
import type { Decision } from "../../../season/store/open-sheets.ts";
import type { EveningName } from "../../../season/sheet-to-keep.ts";
import type { AuditKind } from "../../../season/store/tables.ts";
import { vacuumStore } from "../../../season/store/changes.ts";
import { EXIT, fail } from "../../console/failure.ts";
import { t, tell } from "../../console/language.ts";
import { print, printError, printJson } from "../../console/output.ts";
import { isTerminal, Stopped, terminalPrompter } from "../../console/prompts.ts";
import { table } from "../../console/table.ts";
import { userName } from "../../user.ts";
import type { JsonFlag, LanguageFlags } from "../../flags.ts";
import { readOccasionFlags } from "../../occasion-flags.ts";

interface PlayerFlags extends LanguageFlags, JsonFlag {
  readonly alias?: string;
  readonly merge?: string;
  readonly rename?: string;
  readonly undo?: boolean;
  readonly leave?: string;
  readonly yes?: boolean;
}

const CHANGES = ["alias", "merge", "rename", "undo", "leave"] as const;

/** `season players`: lists the players, or changes their names. */
export async function showPlayers(season: SeasonAddress, flags: PlayerFlags): Promise<void> {
  const given = CHANGES.filter((flag) => flags[flag] !== undefined);
  const [first, second] = given;
  if (first !== undefined && second !== undefined)
    fail(
      "flags-collide",
      msg`cli.flags-collide: \`--${first}\` and \`--${second}\` can’t be combined`,
      msg`cli.several-changes-hint: make one change at a time`,
    );
  if (flags.yes && flags.leave === undefined)
    fail(
      "idle-flag",
      msg`cli.yes-without-leave: \`--yes\` needs \`--leave\``,
      msg`rules.leave-out-hint: leave it out`,
    );
  if (flags.leave !== undefined && !flags.yes && !(await isLeaveConfirmed(season, flags.leave, flags.lang)))
    return printError(t`cli.nothing-changed: nothing was changed`);
  const by = userName();
  const { message, list } = need(
    await withSeason(season, { isNew: false }, async ({ db, folder }) => {
      const { alias, merge, rename, undo, leave } = flags;
      let message: string | null = null;
      if (alias !== undefined) need(await aliasPlayer(db, ...splitPair(alias, "--alias"), by));
      if (merge !== undefined) need(await mergePlayers(db, ...splitPair(merge, "--merge"), by));
      if (rename !== undefined) need(await renamePlayer(db, ...splitPair(rename, "--rename"), by));
      if (undo) {
        const { kind, name } = need(await undoLast(db, by));
        message = t`cli.undone-name-change: undone: ${tell(CHANGE_WORDS[kind])} (${name})`;
      }
      if (leave !== undefined) {
        const gone = need(await leaveSeason(db, leave, by));
        await vacuumStore(db, folder !== null);
        message = t`cli.deleted-results: deleted results: ${gone}`;
      }
      return { message, list: await listPlayers(db) };
    }),
  );
  if (flags.json) return printJson(list.map(({ id: _, ...player }) => player));
  if (message !== null) print(message);
  if (list.length === 0) return print(t`cli.no-players: no players yet`);
  const rows = list.map(({ name, games, aliases }) => [name, String(games), aliases.join(", ")]);
  const head = [t`cli.player: player`, t`cli.games-heading: games`, t`cli.also-heading: also known as`];
  print(table(rows, [1], head));
}

/** Asks for the name before a person is deleted. Ends the command if there is no such person, or no terminal to ask in. */
async function isLeaveConfirmed(season: SeasonAddress, name: string, lang: string): Promise<boolean> {
  const player = need(need(await withSeason(season, { isNew: false }, ({ db }) => findPlayer(db, name))));
  if (!isTerminal())
    fail(
      "not-confirmed",
      msg`cli.leave-not-confirmed: \`--leave\` deletes everything about ${shorten(player.name)}; this can’t be undone`,
      msg`cli.leave-not-confirmed-hint: add \`--yes\` if you want that`,
    );
  const question = t`cli.confirm-leave: Everything about ${player.name} will be deleted; this can’t be undone. Type the name to continue, or nothing to stop:`;
  const fault = (typed: string) =>
    typed.trim() === "" || nameKey(typed) === nameKey(player.name)
      ? null
      : t`cli.wrong-name-typed: that is not ${player.name}`;
  try {
    return (await terminalPrompter(need(loadLanguage(lang))).type(question, fault)).trim() !== "";
  } catch (error) {
    if (!(error instanceof Stopped)) throw error;
    process.exitCode = EXIT.stopped;
    return false;
  }
}

/** Splits two names at an equals sign. */
function splitPair(given: string, flag: string): [string, string] {
  const at = given.indexOf("=");
  const [one, two] = [given.slice(0, at).trim(), given.slice(at + 1).trim()];
  if (at > 0 && one !== "" && two !== "") return [one, two];
  return fail(
    "bad-value",
    msg`cli.bad-name-pair: \`${flag}\`: expected two names with = between them, not \`${given}\``,
  );
}

interface EveningFlags extends LanguageFlags, JsonFlag {
  readonly change?: string;
  readonly date?: string;
  readonly place?: string;
  readonly evening?: string;
  readonly undo?: boolean;
}

/** `season evenings`: lists the evenings, or corrects one. */
export async function showEvenings(season: SeasonAddress, flags: EveningFlags): Promise<void> {
  const { change: which, undo = false, json = false, lang } = flags;
  const language = need(loadLanguage(lang));
  const change = parseChange(flags);
  const by = userName();
  const { undone, list } = need(
    await withSeason(season, { isNew: false }, async ({ db }) => {
      if (which !== undefined) need(await changeEvening(db, which.trim(), change, by));
      const undone = undo ? need(await undoEvening(db, by)) : null;
      return { undone, list: await listEvenings(db) };
    }),
  );
  if (json) return printJson(list.map(eveningJson));
  const words = ({ date, place, name }: EveningName) =>
    eveningWords({ date: date || null, place, name }, language);
  if (undone !== null) print(t`cli.undone-evening-change: undone: ${words(undone)}`);
  if (list.length === 0) return print(t`cli.no-evenings: no game nights yet`);
  const head = ["", t`cli.day: day`, t`cli.place: place`, t`cli.evening: game night`, t`cli.sheets: sheets`];
  const rows = list.map(({ number, date, place, name, sheets }) => [
    String(number),
    PART_WORDS.date(date, language),
    place,
    name,
    String(sheets),
  ]);
  print(table(rows, [0, 4], head));
}

function eveningJson({ number, date, place, name, sheets }: ListedEvening): object {
  return { number, date: date || null, place, evening: name, sheets };
}

/** Ends the command if the flags don’t make a change. */
function parseChange({ change, undo, date, place, evening }: EveningFlags): EveningChange {
  if (change !== undefined && undo)
    fail(
      "flags-collide",
      msg`cli.change-and-undo: \`--change\` and \`--undo\` can’t be combined`,
      msg`cli.several-changes-hint: make one change at a time`,
    );
  const isEmpty = date === undefined && place === undefined && evening === undefined;
  if (change !== undefined && isEmpty)
    fail(
      "nothing-changes",
      msg`cli.empty-change: \`--change\` needs something to change`,
      msg`cli.empty-change-hint: give the correct value with \`--date\`, \`--place\` or \`--evening\``,
    );
  if (change === undefined && !isEmpty)
    fail(
      "no-evening",
      msg`cli.change-of-no-evening: \`--date\`, \`--place\` and \`--evening\` need \`--change\`, which says which game night to correct`,
      msg`cli.change-of-no-evening-hint: such as \`--change 2026-01-08 --date 2026-01-09\``,
    );
  const given = Object.entries(need(readOccasionFlags({ date, place, evening })));
  return Object.fromEntries(given.filter(([, value]) => value !== null));
}

/** `--json` lists them all. */
const MAX_SHOWN_CHANGES = 100;

/** `season log`: the record of changes, newest last. */
export async function showLog(
  season: SeasonAddress,
  { json, lang }: LanguageFlags & JsonFlag,
): Promise<void> {
  const rows = need(
    await withSeason(season, { isNew: false }, ({ db }) => {
      const all = db.selectFrom("audit").selectAll().orderBy("id", "desc");
      return (json ? all : all.limit(MAX_SHOWN_CHANGES)).execute();
    }),
  ).toReversed();
  if (json) return printJson(rows.map(({ at, ...row }) => ({ ...row, at: at.toISOString() })));
  if (rows.length === 0) return print(t`cli.nothing-changed: nothing was changed`);
  const language = need(loadLanguage(lang));
  const lines = rows.map(({ id, at, by, kind, before, after, undone }) => [
    String(id),
    at.toISOString().slice(0, 16).replace("T", " "),
    by,
    tell(CHANGE_WORDS[kind]) + (undone ? ` (${t`cli.undone-mark: undone`})` : ""),
    summarizeValue(before, language),
    summarizeValue(after, language),
  ]);
  const change = [t`cli.before-heading: before`, t`cli.after-heading: after`];
  const what = [t`cli.who-heading: who`, t`cli.what-heading: what`];
  print(table(lines, [0], ["", t`cli.when-heading: when (UTC)`, ...what, ...change]));
}

const CHANGE_WORDS: Readonly<Record<AuditKind, Message>> = {
  kept: msg`cli.change-kept: another photo of a sheet`,
  settled: msg`cli.change-settled: sheet counts now`,
  replaced: msg`cli.change-replaced: sheet replaced`,
  disputed: msg`cli.change-disputed: sheet contradicts another`,
  decided: msg`cli.change-decided: decision`,
  alias: msg`cli.change-alias: name added`,
  merge: msg`cli.change-merge: players merged`,
  rename: msg`cli.change-rename: player renamed`,
  evening: msg`cli.change-evening: game night corrected`,
  undo: msg`cli.change-undo: change undone`,
  leave: msg`cli.change-leave: player deleted`,
};

const DECISION_WORDS: Readonly<Record<Decision, Message>> = {
  this: msg`cli.decision-this: this sheet counts`,
  other: msg`cli.decision-other: the other sheet counts`,
  both: msg`cli.decision-both: both count`,
};

/** The parts of a change that people know. */
const PART_WORDS = {
  name: (name) => name,
  date: (day, language) => (day === "" ? "" : dayWords(language, day)),
  place: (place) => place,
  file: (file) => file,
  verdict: (verdict, language) => language.translate(`photo.verdict.${verdict}`),
  decision: (decision) => tell(DECISION_WORDS[decision as Decision]),
  results: (n) => t`cli.change-results: results: ${n}`,
  change: (id) => t`cli.change-number: change ${id}`,
  other: (id) => t`cli.change-sheet: sheet ${id}`,
  by: (id) => t`cli.change-sheet: sheet ${id}`,
} satisfies Readonly<Record<string, (value: string, language: Language) => string>>;

function summarizeValue(value: object | null, language: Language): string {
  const known = new Map(Object.entries(value ?? {}));
  const said = Object.entries(PART_WORDS).flatMap(([part, words]) => {
    const one = known.get(part);
    return typeof one === "string" || typeof one === "number" ? [words(String(one), language)] : [];
  });
  return shorten(said.filter(Boolean).join(", "));
}
