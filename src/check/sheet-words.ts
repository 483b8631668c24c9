import type { Language } from "../i18n/language.ts";
import type { Problem } from "../rules/problem/problem.ts";
import type { CheckedSheet } from "./evening.ts";
import { tellFinding } from "./finding.ts";
import { type SheetTable, sheetTable } from "./sheet-table.ts";

/** What is said about a checked sheet, however it came in. */
export interface SheetWords {
  readonly title: string;
  readonly table: SheetTable;
  /** A sentence where there is nothing to list; else empty. */
  readonly summary: string;
  readonly mistakes: readonly string[];
  /** Of photos: what may be a mistake, what to ask, how several photos of the sheet were put together. */
  readonly suspects: readonly string[];
  readonly questions: readonly string[];
  readonly notes: readonly string[];
  readonly disagreements: readonly string[];
  readonly warnings: readonly Problem[];
}

/** The words about a sheet that was typed or filled in on a screen. */
export function sheetWords({ file, number, sheet, report }: CheckedSheet, language: Language): SheetWords {
  const { game, players } = sheet;
  const mistakes = report.findings.map((one) => tellFinding(one, game, language));
  return {
    title: [language.text(game.name), file, ...(number === 0 ? [] : [number])].join(" · "),
    table: sheetTable(sheet, report, language),
    summary: mistakes.length === 0 ? language.translate("cli.correct", { players: players.length }) : "",
    mistakes,
    ...{ suspects: [], questions: [], notes: [], disagreements: [], warnings: [] },
  };
}
