import { checkSheet } from "../../check/check-sheet.ts";
import { type CheckedSheet, eveningCsv, groupEvenings } from "../../check/evening.ts";
import { type Games, readSheet } from "../../check/read/read-sheet.ts";
import { loadLanguages } from "../../files/package/languages.ts";
import { readGame } from "../../files/package/read-game.ts";
import { rulesDigest } from "../../print/form/form-script.ts";
import { need } from "../../rules/problem/problem.ts";
import { eveningHtml } from "../../check/sheet-table.ts";
import type { PackageFiles } from "../shelf/package-files.ts";
import type { Kept, KeptSheet } from "./kept.ts";
import { filesById } from "./own-games.ts";
import type { MadeFile, PageLanguage } from "./page-language.ts";

/** An evening as the page lists it. */
export interface ShownEvening {
  /** The day on which it began, as `2026-11-23`. */
  readonly evening: string;
  /** The same in words. */
  readonly title: string;
  readonly sheets: number;
  /** HTML of the rankings, one for each game; texts were escaped. */
  readonly html: string;
}

/** Evenings of checked sheets, from one visit to the next. Rankings and payouts are those of `augenblock check`. */
export class Evenings {
  readonly #files: PackageFiles;
  readonly #pageLanguage: PageLanguage;
  readonly #kept: Kept;

  constructor(files: PackageFiles, pageLanguage: PageLanguage, kept: Kept) {
    this.#files = files;
    this.#pageLanguage = pageLanguage;
    this.#kept = kept;
  }

  /** All evenings, the latest first. */
  async all(): Promise<ShownEvening[]> {
    const language = await this.#pageLanguage.language();
    const kept = await this.#kept.sheets.all();
    if (kept.length === 0) return [];
    const read = await this.#reader();
    const day = new Intl.DateTimeFormat(language.code, { dateStyle: "full", timeZone: "UTC" });
    const days = [...new Set(kept.map(({ evening }) => evening))].sort().reverse();
    return days.map((evening) => {
      const checked = kept.filter((one) => one.evening === evening).flatMap(read);
      const html = groupEvenings(checked).map((one) => eveningHtml(one, language).html);
      const title = day.format(new Date(`${evening}T00:00:00Z`));
      return { evening, title, sheets: checked.length, html: html.join("\n") };
    });
  }

  /** An evening as a table for spreadsheets. */
  async csv(evening: string): Promise<MadeFile> {
    const checked = (await this.#eveningSheets(evening)).flatMap(await this.#reader());
    const content = eveningCsv(groupEvenings(checked), [], await this.#pageLanguage.language());
    return { name: `${evening}.csv`, type: "text/csv", content };
  }

  /** Forgets an evening. @returns its sheets, for `restore` */
  async forget(evening: string): Promise<KeptSheet[]> {
    const sheets = await this.#eveningSheets(evening);
    await this.#kept.sheets.forget(...sheets.map(({ key }) => key));
    return sheets;
  }

  /** Keeps sheets again that were forgotten; those that were kept anew meanwhile stay as they are. */
  async restore(sheets: readonly KeptSheet[]): Promise<void> {
    const there = new Set((await this.#kept.sheets.all()).map(({ key }) => key));
    await this.#kept.sheets.keep(...sheets.filter(({ key }) => !there.has(key)));
  }

  async #eveningSheets(evening: string): Promise<KeptSheet[]> {
    return (await this.#kept.sheets.all()).filter((one) => one.evening === evening);
  }

  /** Reads a sheet with the games of today; one of a game that is no longer there is left out. */
  async #reader(): Promise<(kept: KeptSheet) => CheckedSheet[]> {
    await this.#files.takeTexts();
    const { own, received } = await filesById(this.#kept);
    const languages = need(loadLanguages(this.#pageLanguage.now.code));
    return ({ yaml, checked, rules }) => {
      // Games that were written here come before those of the same id that are shipped, and a link's come last.
      const games: Games = (variant, options, changes) => {
        const files = [...(own.get(variant) ?? []), variant, ...(received.get(variant) ?? [])];
        const read = files.map((file) => readGame(file, options, changes));
        const same = read.find((game) => game.ok && rulesDigest(game.value) === rules);
        return same ?? read.find(({ ok }) => ok) ?? readGame(variant, options, changes);
      };
      const sheet = readSheet({ file: checked.file, text: yaml, format: "yaml" }, games, languages);
      return sheet.ok ? [{ ...checked, sheet: sheet.value, report: checkSheet(sheet.value) }] : [];
    };
  }
}
