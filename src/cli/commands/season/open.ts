import { loadLanguage } from "../../../files/package/languages.ts";
import type { SeasonAddress } from "../../../files/season/season-address.ts";
import { withSeason, type SeasonStore } from "../../../files/season/season-store.ts";
import type { Language } from "../../../i18n/language.ts";
import { type Message, msg } from "../../../rules/problem/message.ts";
import { need, success } from "../../../rules/problem/problem.ts";
import { checkedPhoto, namePlayer, type PhotoSheet } from "../../../scan/sheet/photo-sheet.ts";
import {
  type Answer,
  askRates,
  claimNext,
  type ComparedSheet,
  comparedSheets,
  type Decision,
  decide,
  type OpenSheet,
  openSheets,
  type Reading,
  type ReadingOutcome,
  release,
  takeReading,
  type WaitingSheet,
  waitingSheet,
} from "../../../season/store/open-sheets.ts";
import { eveningWords } from "../../../season/league/league-words.ts";
import { fail, EXIT } from "../../console/failure.ts";
import { t, tell } from "../../console/language.ts";
import { print, printJson, printProblems } from "../../console/output.ts";
import { table } from "../../console/table.ts";
import { userName } from "../../user.ts";
import { writeWhole } from "../../console/write-file.ts";
import type { JsonFlag, LanguageFlags, WayToShow } from "../../flags.ts";
import type { Checked } from "../check/checked.ts";
import { type NamedPlayer, listNamedPlayers } from "../../../scan/view/name-cells.ts";
import { tellTitle } from "../../../scan/report/photo-words.ts";
import { listPlayers } from "../../../season/store/players.ts";
import { isTerminal, type Prompter, Stopped, terminalPrompter } from "../../console/prompts.ts";
import { areaShower, askName, confirmSheet, boxShower, type ShowArea } from "../check/confirm.ts";

interface Flags extends LanguageFlags, JsonFlag {
  readonly confirm?: boolean;
  readonly report?: string;
}

/** `season open`: the sheets that don’t count yet, and what to do about them. */
export async function showOpen(season: SeasonAddress, flags: Flags): Promise<void> {
  const { lang, json = false, confirm = false, report } = flags;
  if (confirm) return ask(season, { lang, second: 0, show: "auto" });
  const language = need(loadLanguage(lang));
  const { sheets, page } = need(
    await withSeason(season, { isNew: false }, async ({ db }) => {
      const sheets = await openSheets(db);
      if (report === undefined) return { sheets, page: null };
      const waiting = sheets.filter(({ waits }) => waits === "questions" || waits === "names");
      const checked: Checked[] = [];
      for (const { id } of waiting) {
        const { photo } = need(await waitingSheet(db, id, 1));
        const one = checkedPhoto(photo);
        checked.push({ file: one.file, result: success({ ...one, photo }) });
      }
      const { wholePage } = await import("../check/outputs.ts");
      return { sheets, page: wholePage(checked, language) };
    }),
  );
  if (report !== undefined && page !== null) await writeWhole(report, page, "--report");
  if (json) return printJson(sheets.map(({ game: _, date, ...one }) => ({ ...one, date: date || null })));
  print(openText(sheets, season, language));
  if (report !== undefined) print(report);
}

const WAITS: Readonly<Record<OpenSheet["waits"], Message>> = {
  questions: msg`cli.waits-for-boxes: boxes to confirm`,
  names: msg`cli.waits-for-names: names to enter`,
  readers: msg`cli.waits-for-reader: a second reader`,
  number: msg`cli.waits-for-decision: a decision`,
  players: msg`cli.waits-for-players: two names of one player`,
  unfinished: msg`cli.waits-for-end: the end of the game`,
};

function openText(
  sheets: readonly OpenSheet[],
  { place: season }: SeasonAddress,
  language: Language,
): string {
  if (sheets.length === 0) return t`cli.nothing-waits: nothing is waiting`;
  const head = [
    t`cli.sheet: sheet`,
    t`cli.file: file`,
    t`cli.evening: game night`,
    t`cli.waits-heading: waits for`,
    t`cli.questions-heading: questions`,
    "",
  ];
  const rows = sheets.map((sheet) => [
    String(sheet.id),
    sheet.file,
    eveningWords({ date: sheet.date || null, place: sheet.place, name: sheet.evening }, language),
    tell(WAITS[sheet.waits]),
    sheet.questions === 0 ? "" : String(sheet.questions),
    describeConflict(sheet),
  ]);
  const waits = new Set(sheets.map((sheet) => sheet.waits));
  const hints: string[] = [];
  if (waits.has("questions") || waits.has("names") || waits.has("readers"))
    hints.push(t`cli.season-ask-hint: \`augenblock season ask ${season}\` asks about boxes and names`);
  if (waits.has("players"))
    hints.push(
      t`cli.two-names-hint: two names on a sheet belong to the same player: correct the sheet and check it again with \`--into\`, or undo the name change with \`augenblock season players ${season} --undo\``,
    );
  const undecided = sheets.find((sheet) => sheet.waits === "number");
  if (undecided !== undefined) hints.push(decideHint(season, undecided.id));
  return [table(rows, [0, 4], head), "", ...hints].join("\n").trimEnd();
}

function decideHint(season: string, sheet: number): string {
  return t`cli.season-decide-hint: \`augenblock season decide ${season} ${sheet} this\` counts this sheet instead of the other one; \`other\` and \`both\` are possible too`;
}

function describeConflict({ namesakes, other, claimed }: OpenSheet): string {
  if (namesakes.length > 0) return namesakes.join(", ");
  if (other !== null) return t`cli.other-sheet: other sheet: ${other.id}, ${other.file}`;
  return claimed === null ? "" : t`cli.claimed-by: with ${claimed}`;
}

/** `season decide`: shows what differs between two sheets, and decides which of them counts unless `which` is null. */
export async function decideSheet(
  season: SeasonAddress,
  sheet: string,
  which: Decision | null,
  { lang }: LanguageFlags,
): Promise<void> {
  const id = Number(sheet);
  if (!/^\d{1,9}$/.test(sheet))
    fail(
      "bad-value",
      msg`cli.bad-sheet-number: \`${sheet}\` is not the number of a sheet`,
      msg`season.list-open-sheets-hint: \`augenblock season open\` lists those that do`,
    );
  const language = need(loadLanguage(lang));
  const compared = need(
    await withSeason(season, { isNew: false }, async ({ db }) => {
      const compared = need(await comparedSheets(db, id));
      if (which !== null) need(await decide(db, id, which, userName()));
      return compared;
    }),
  );
  print(sheetComparison(compared, language));
  print(which === null ? `\n${decideHint(season.place, id)}` : t`cli.decided: decided`);
}

/** Two sheets side by side: what is equal on both is left out. */
export function sheetComparison(
  [one, other]: readonly [ComparedSheet, ComparedSheet | null],
  language: Language,
): string {
  const values = (sheet: ComparedSheet): ReadonlyMap<string, string> =>
    new Map([
      [t`cli.file: file`, sheet.file],
      [t`cli.evening: game night`, eveningWords({ ...sheet, date: sheet.date || null }, language)],
      ...sheet.players.flatMap((player, seat) => playerValues(player, seat + 1, sheet, language)),
    ]);
  const [mine, theirs] = [values(one), other === null ? new Map<string, string>() : values(other)];
  const rows = [...new Set([...mine.keys(), ...theirs.keys()])].map((key) => {
    return [key, mine.get(key) ?? "", theirs.get(key) ?? ""];
  });
  const otherHead =
    other === null ? t`cli.other-is-unknown: other: not in this season` : t`cli.other-is: other: ${other.id}`;
  const differing = rows.filter(([, a, b]) => a !== b);
  return table(differing, [], ["", t`cli.this-sheet: this: ${one.id}`, otherHead]);
}

/** What a player has on a sheet, by where it is. */
function playerValues(
  { name, total, boxes, struck }: ComparedSheet["players"][number],
  seat: number,
  { labels }: ComparedSheet,
  language: Language,
): [string, string][] {
  const player = t`cli.player-of-seat: player ${seat}`;
  const filled = boxes.map((score, at): [string, string] => {
    const { label, columnLabel } = labels[at] ?? { label: {}, columnLabel: null };
    const column = columnLabel === null ? [] : [language.text(columnLabel)];
    const value = struck.includes(at) ? "/" : score === null ? "" : String(score);
    return [[player, ...column, language.text(label)].join(", "), value];
  });
  const totalName = `${player}, ${language.translate("league.head.total")}`;
  return [[player, name], ...filled, [totalName, String(total)]];
}

interface AskFlags extends LanguageFlags, JsonFlag {
  readonly as?: string;
  readonly second: number;
  readonly show: WayToShow;
  readonly rates?: boolean;
}

/** `season ask`: asks one of several people about the waiting sheets. */
export async function ask(season: SeasonAddress, flags: AskFlags): Promise<void> {
  const language = need(loadLanguage(flags.lang));
  if (flags.rates || flags.json) return rates(season, flags);
  if (!isTerminal()) {
    const hint = msg`cli.ask-needs-terminal-hint: run it in a terminal, or use \`season open --report\` to write a page for correcting the sheets`;
    const message = msg`cli.ask-needs-terminal: \`season ask\` needs a terminal for its questions`;
    fail("no-terminal", message, hint);
  }
  const prompter = terminalPrompter(language);
  const show = await areaShower(flags.show, language, true);
  const by = flags.as?.trim() || userName();
  const asking: Asking = { by, second: flags.second, prompter, show, language };
  const asked = await withSeason(season, { isNew: false }, (store) => askAll(store, asking));
  const { left, isStopped } = need(asked);
  if (isStopped) process.exitCode = EXIT.stopped;
  print(left === 0 ? t`cli.nothing-waits: nothing is waiting` : t`cli.sheets-waiting: waiting: ${left}`);
}

/** A person who answers. */
export interface Asking {
  readonly by: string;
  /** The share of sheets that a second person reads, 0 to 1. */
  readonly second: number;
  readonly prompter: Prompter;
  readonly show: ShowArea;
  readonly language: Language;
}

/** Asks one person about one sheet after the other until nothing waits or they stop. Answers given by then are kept. */
export async function askAll({ db }: Pick<SeasonStore, "db">, asking: Asking) {
  const { by, second, language } = asking;
  const skipped: number[] = [];
  let isStopped = false;
  for (;;) {
    const claim = isStopped ? null : await claimNext(db, by, skipped);
    if (claim === null) break;
    const sheet = await waitingSheet(db, claim.id, claim.reading);
    if (!sheet.ok) {
      printProblems(sheet.problems);
      await release(db, claim.id, by);
      skipped.push(claim.id);
      continue;
    }
    const known = (await listPlayers(db)).map(
      ({ name }): NamedPlayer => ({ player: 0, name, isGiven: true, ink: null }),
    );
    const read = await readSheet(sheet.value, known, asking);
    isStopped = read.isStopped;
    const outcome = await takeReading(db, { ...sheet.value, photo: read.photo }, read, by, second);
    // Open questions are for another time, or another person.
    skipped.push(claim.id);
    asking.prompter.tell(`${tellTitle(read.photo, language)}: ${outcomeWords(outcome)}`);
  }
  return { left: (await openSheets(db)).filter(({ waits }) => waits !== "unfinished").length, isStopped };
}

function outcomeWords(outcome: ReadingOutcome): string {
  switch (outcome) {
    case "settled":
      return t`cli.reading-settled: it counts now`;
    case "second":
      return t`cli.reading-needs-second: a second person will read it too`;
    case "third":
      return t`cli.reading-needs-third: two people read it differently; a third one decides`;
    case "left":
      return t`cli.reading-left-open: it is still waiting`;
    default:
      return outcome satisfies never;
  }
}

async function readSheet(
  { photo }: WaitingSheet,
  known: readonly NamedPlayer[],
  { prompter, show, language }: Asking,
): Promise<Reading & { readonly photo: PhotoSheet; readonly isStopped: boolean }> {
  let seconds = 0;
  const trackTime = <T>(ask: () => Promise<T>): Promise<T> => {
    const from = performance.now();
    return ask().finally(() => {
      seconds += Math.min(MAX_SECONDS, (performance.now() - from) / 1000);
    });
  };
  const clocked: Prompter = {
    tell: prompter.tell,
    choose: (message, choices) => trackTime(() => prompter.choose(message, choices)),
    type: (message, fault) => trackTime(() => prompter.type(message, fault)),
  };
  const answers: Answer[] = [];
  let confirmedSheet = photo;
  try {
    confirmedSheet = await confirmSheet(photo, clocked, language, boxShower(show));
    for (const [box, { confirmed, written }] of confirmedSheet.reading.boxes.entries())
      if (confirmed && photo.reading.boxes[box]?.confirmed !== true)
        answers.push({ kind: "box", box, written });
    for (const player of listNamedPlayers(confirmedSheet, confirmedSheet.picture?.names ?? []).filter(
      ({ isGiven }) => !isGiven,
    )) {
      const name = await askName(confirmedSheet, player, known, clocked, language, show);
      if (name === null) continue;
      confirmedSheet = namePlayer(confirmedSheet, player.player, name);
      answers.push({ kind: "name", player: player.player, name });
    }
    return { answers, seconds, photo: confirmedSheet, isStopped: false };
  } catch (error) {
    if (!(error instanceof Stopped)) throw error;
    return { answers, seconds, photo: confirmedSheet, isStopped: true };
  }
}

/** A longer pause is not counted as work. */
const MAX_SECONDS = 120;

async function rates(season: SeasonAddress, { json }: AskFlags): Promise<void> {
  const found = need(await withSeason(season, { isNew: false }, ({ db }) => askRates(db)));
  if (json) return printJson(found);
  const { photos, asked, answers, seconds, hoursPerThousand, twice, agreed } = found;
  print(
    t`cli.ask-rates-sheets: photographed sheets: ${photos}, with questions: ${asked}, answers: ${answers}`,
  );
  if (hoursPerThousand !== null) {
    const [each, hours] = [(seconds / answers).toFixed(1), hoursPerThousand.toFixed(2)];
    print(t`cli.ask-rates-speed: seconds per answer: ${each}, hours of work per thousand sheets: ${hours}`);
  }
  if (twice > 0)
    print(t`cli.ask-rates-agreement: read by two people: ${twice}, with the same result: ${agreed}`);
}
