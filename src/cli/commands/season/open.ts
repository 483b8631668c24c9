import { loadLanguage } from "../../../files/package/languages.ts";
import type { SeasonAddress } from "../../../files/season/season-address.ts";
import { withSeason } from "../../../files/season/season-store.ts";
import type { Language } from "../../../i18n/language.ts";
import { type Message, msg } from "../../../rules/problem/message.ts";
import { need, success } from "../../../rules/problem/problem.ts";
import { checkedPhoto } from "../../../scan/sheet/photo-sheet.ts";
import type { Decision } from "../../../season/store/open-sheets.ts";
import { eveningWords } from "../../../season/league/league-words.ts";
import { decide, type OpenSheet, openSheets, waitingSheet } from "../../../season/store/open-sheets.ts";
import { fail } from "../../console/failure.ts";
import { t, tell } from "../../console/language.ts";
import { PAINT, print, printJson } from "../../console/output.ts";
import { table } from "../../console/table.ts";
import { userName } from "../../user.ts";
import { writeWhole } from "../../console/write-file.ts";
import type { JsonFlag, LanguageFlags } from "../../flags.ts";
import type { Checked } from "../check/checked.ts";

interface Flags extends LanguageFlags, JsonFlag {
  readonly confirm?: boolean;
  readonly report?: string;
}

/** `season open`: the sheets that don’t count yet, and what to do about them. */
export async function showOpen(season: SeasonAddress, flags: Flags): Promise<void> {
  const { lang, json = false, confirm = false, report } = flags;
  if (confirm) return (await import("./ask.ts")).ask(season, { lang, second: 0, show: "auto" });
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
  if (json) return printJson(sheets.map((one) => openJson(one)));
  print(openText(sheets, season, language));
  if (report !== undefined) print(report);
}

function openJson({ game: _, date, ...sheet }: OpenSheet): object {
  return { ...sheet, date: date || null };
}

const WAITS: Readonly<Record<OpenSheet["waits"], Message>> = {
  questions: msg("cli.waits-for-boxes")`boxes to confirm`,
  names: msg("cli.waits-for-names")`names to enter`,
  readers: msg("cli.waits-for-reader")`a second reader`,
  number: msg("cli.waits-for-decision")`a decision`,
  players: msg("cli.waits-for-players")`two names of one player`,
  unfinished: msg("cli.waits-for-end")`the end of the game`,
};

function openText(
  sheets: readonly OpenSheet[],
  { place: season }: SeasonAddress,
  language: Language,
): string {
  if (sheets.length === 0) return t("cli.nothing-waits")`nothing waits`;
  const head = [
    t("cli.sheet")`sheet`,
    t("cli.file")`file`,
    t("cli.evening")`evening`,
    t("cli.waits-heading")`waits for`,
    t("cli.questions-heading")`questions`,
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
    hints.push(t("cli.season-ask-hint")`\`augenblock season ask ${season}\` asks about boxes and names`);
  if (waits.has("players"))
    hints.push(
      t(
        "cli.two-names-hint",
      )`two names on a sheet belong to the same player: correct the sheet and check it again with \`--into\`, or undo the name change with \`augenblock season players ${season} --undo\``,
    );
  if (waits.has("number"))
    hints.push(
      t(
        "cli.season-decide-hint",
      )`\`augenblock season decide ${season} <sheet> this\` counts this sheet instead of the other one; \`other\` and \`both\` are possible too`,
    );
  return [table([head.map(PAINT.quiet), ...rows], [0, 4]), "", ...hints].join("\n").trimEnd();
}

function describeConflict({ namesakes, other, claimed }: OpenSheet): string {
  if (namesakes.length > 0) return namesakes.join(", ");
  if (other !== null) return t("cli.other-sheet")`other sheet: ${other.id}, ${other.file}`;
  return claimed === null ? "" : t("cli.claimed-by")`with ${claimed}`;
}

/** `season decide`: which of two sheets counts. */
export async function decideSheet(season: SeasonAddress, sheet: string, which: Decision): Promise<void> {
  const id = Number(sheet);
  if (!/^\d{1,9}$/.test(sheet))
    fail(
      "bad-value",
      msg("cli.bad-sheet-number")`\`${sheet}\` is not the number of a sheet`,
      msg("season.list-open-sheets-hint")`\`augenblock season open\` lists those that do`,
    );
  need(need(await withSeason(season, { isNew: false }, ({ db }) => decide(db, id, which, userName()))));
  print(t("cli.decided")`decided`);
}
