import { checkSheet } from "../../check/check-sheet.ts";
import {
  addUpEvenings,
  type CheckedSheet,
  type Evening,
  eveningCsv,
  groupEvenings,
  type Season,
} from "../../check/evening.ts";
import { hasName, plainName } from "../../check/name.ts";
import { readDate } from "../../check/read/occasion.ts";
import { saveSheet } from "../../check/write-sheet.ts";
import { payoutWords, standingWords } from "../../i18n/game-words.ts";
import { markup, type Markup } from "../../i18n/html.ts";
import type { Language } from "../../i18n/language.ts";
import { packText, unpackText } from "../../print/publish/publication.ts";
import { type Games, readSheet } from "../../check/read/read-sheet.ts";
import { loadLanguages } from "../../files/package/languages.ts";
import { readGame } from "../../files/package/read-game.ts";
import { rulesDigest } from "../../print/form/form-script.ts";
import { need } from "../../rules/problem/problem.ts";
import { eveningHtml } from "../../check/sheet-table.ts";
import type { PackageFiles } from "../shelf.ts";
import { exportEvening } from "./backup.ts";
import type { Kept, KeptEvening, KeptSheet } from "./kept.ts";
import { filesById } from "./own-games.ts";
import { type MadeFile, type PageLanguage, type PageResult, tryToMake } from "./page-language.ts";

/** A kept sheet as the page lists it. */
export interface ListedSheet {
  readonly key: string;
  readonly title: string;
  readonly players: readonly { readonly name: string; readonly score: string; readonly isNamed: boolean }[];
  /** The verdict in a word. */
  readonly verdict: string;
}

/** An evening as the page lists it. */
export interface ShownEvening extends Omit<KeptEvening, "key"> {
  /** The day on which it began, as `2026-11-23`. */
  readonly evening: string;
  /** Its name or day, and its place, in words. */
  readonly title: string;
  readonly sheets: number;
  readonly list: readonly ListedSheet[];
  /** HTML of the rankings, one for each game; texts were escaped. */
  readonly html: string;
  /** The rankings as plain lines, for a picture or a message. */
  readonly lines: readonly string[];
}

/** All evenings, and each game's results of all of them together. */
export interface ShownEvenings {
  readonly evenings: readonly ShownEvening[];
  /** HTML; empty while there is only one evening. */
  readonly season: string;
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

  /** All evenings, the latest first, and the results of all together. */
  async all(): Promise<ShownEvenings> {
    const language = await this.#pageLanguage.language();
    const kept = await this.#kept.sheets.all();
    if (kept.length === 0) return { evenings: [], season: "" };
    const read = await this.#reader();
    const days = [...new Set(kept.map(({ evening }) => evening))];
    const known = await this.#kept.evenings.all();
    const about = days.map((day) => findDescription(day, known));
    const latest = about.toSorted((a, b) => (a.date === b.date ? 0 : a.date < b.date ? 1 : -1));
    const grouped: Evening[] = [];
    const evenings = latest.map((about) => {
      const sheets = kept.filter((one) => one.evening === about.key);
      const checked = sheets.flatMap((one) => read(one).map((sheet) => ({ ...sheet, key: one.key })));
      const groups = groupEvenings(checked.map((one) => withOccasion(one, about)));
      grouped.push(...groups);
      return this.#shownEvening(about, checked, groups, language);
    });
    const season =
      evenings.length < 2 ? "" : addUpEvenings(grouped).map((one) => seasonHtml(one, language).html);
    return { evenings, season: [season].flat().join("\n") };
  }

  #shownEvening(
    { key, name, place, date }: KeptEvening,
    checked: readonly (CheckedSheet & { readonly key: string })[],
    groups: readonly Evening[],
    language: Language,
  ): ShownEvening {
    const format = new Intl.DateTimeFormat(language.code, { dateStyle: "full", timeZone: "UTC" });
    const day = format.format(new Date(`${date}T00:00:00Z`));
    const list = checked.map((one): ListedSheet => {
      const { game } = one.sheet;
      const number =
        one.number === 0 ? [] : [language.translate("photo.number", { number: String(one.number) })];
      const players = one.report.players.map(({ name, computed }) => {
        const score = standingWords(language, { points: null, total: computed });
        return { name, score, isNamed: !one.unnamed.includes(name) };
      });
      const title = [language.text(game.name), ...number].join(", ");
      return { key: one.key, title, players, verdict: language.translate(`photo.verdict.${one.verdict}`) };
    });
    const lines = groups.flatMap((one) => [
      language.text(one.game.name),
      ...one.ranking.map(({ rank, name, points, total, payout }) => {
        const paid = payout === null ? [] : [payoutWords(language, one.game, payout)];
        return [`${rank}.`, name, standingWords(language, { points, total }), ...paid].join("  ");
      }),
    ]);
    return {
      ...{ evening: key, name, place, date, list, lines, sheets: checked.length },
      title: [...(name === "" ? [] : [name]), day, ...(place === "" ? [] : [place])].join(" · "),
      html: groups.map((one) => eveningHtml(one, language).html).join("\n"),
    };
  }

  async #about(key: string): Promise<KeptEvening> {
    return findDescription(key, await this.#kept.evenings.all());
  }

  /** Sets the name, place and day of an evening. */
  async describe(evening: string, { name, place, date }: Omit<KeptEvening, "key">): Promise<void> {
    const day = readDate(date) ?? evening;
    await this.#kept.evenings.keep({
      key: evening,
      name: plainName(name),
      place: plainName(place),
      date: day,
    });
  }

  /** Renames a player of a kept sheet, counted from 1. @returns what is wrong with the name; null if nothing is */
  async rename(key: string, player: number, typed: string): Promise<string | null> {
    const kept = (await this.#kept.sheets.all()).find((one) => one.key === key);
    const [checked] = kept === undefined ? [] : (await this.#reader())(kept);
    const name = plainName(typed);
    const old = checked?.sheet.players[player - 1]?.name;
    if (kept === undefined || checked === undefined || old === undefined || name === "") return null;
    const { players, columnsAreGames = false } = checked.sheet;
    const others = columnsAreGames ? [] : players.map((one) => one.name).toSpliced(player - 1, 1);
    if (hasName(others, name)) return this.#pageLanguage.now.translate("photo.page.name-taken", { name });
    const renamed = columnsAreGames
      ? { owner: name }
      : { players: players.map((one, at) => (at === player - 1 ? { ...one, name } : one)) };
    const updateNames = (names: readonly string[]) =>
      columnsAreGames ? names : names.map((one) => (one === old ? name : one));
    const named = { player, name, isGiven: true, ink: null };
    await this.#kept.sheets.keep({
      ...kept,
      yaml: saveSheet({ ...checked.sheet, ...renamed }, "yaml"),
      checked: {
        ...kept.checked,
        doubtful: updateNames(kept.checked.doubtful),
        unnamed: columnsAreGames ? [] : kept.checked.unnamed.filter((one) => one !== old),
      },
      named: [...(kept.named ?? []).filter((one) => one.player !== player), named],
    });
    return null;
  }

  /** An evening as a part of an address. */
  pack(evening: string): Promise<PageResult<string>> {
    return tryToMake(this.#pageLanguage.now, async () => {
      return need(packText(await exportEvening(this.#kept, evening)));
    });
  }

  /** The text of an evening in a part of an address, for `importAll`. */
  async unpack(packed: string): Promise<PageResult<string>> {
    return tryToMake(await this.#pageLanguage.language(), async () => need(unpackText(packed)));
  }

  /** An evening as a table for spreadsheets. */
  async csv(evening: string): Promise<MadeFile> {
    const about = await this.#about(evening);
    const sheets = (await this.#eveningSheets(evening)).flatMap(await this.#reader());
    const checked = sheets.map((one) => withOccasion(one, about));
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

  #reader(): Promise<(kept: KeptSheet) => CheckedSheet[]> {
    return sheetReader(this.#files, this.#kept, this.#pageLanguage.now);
  }
}

/** @returns reads a kept sheet with the games of today; none if its game is no longer there */
export async function sheetReader(
  files: PackageFiles,
  kept: Kept,
  language: Language,
): Promise<(kept: KeptSheet) => (CheckedSheet & { readonly gameFile: string })[]> {
  await files.takeTexts();
  const { own, received } = await filesById(kept);
  const languages = need(loadLanguages(language.code));
  return ({ yaml, checked, rules }) => {
    let gameFile = "";
    // Games that were written here come before those of the same id that are shipped, and a link's come last.
    const games: Games = (variant, options, changes) => {
      const files = [...(own.get(variant) ?? []), variant, ...(received.get(variant) ?? [])];
      const read = files.map((file) => ({ file, game: readGame(file, options, changes) }));
      const same = read.find(({ game }) => game.ok && rulesDigest(game.value) === rules);
      const found = same ?? read.find(({ game }) => game.ok);
      gameFile = found?.file ?? variant;
      return found?.game ?? readGame(variant, options, changes);
    };
    const sheet = readSheet({ file: checked.file, text: yaml, format: "yaml" }, games, languages);
    return sheet.ok ? [{ ...checked, sheet: sheet.value, report: checkSheet(sheet.value), gameFile }] : [];
  };
}

/** What a person said about an evening; without name and place, and on its own day, where nothing was said. */
function findDescription(key: string, known: readonly KeptEvening[]): KeptEvening {
  return known.find((one) => one.key === key) ?? { key, name: "", place: "", date: key };
}

/** A sheet with the name, place and day of its evening, which count before its own. */
function withOccasion(checked: CheckedSheet, { name, place, date, key }: KeptEvening): CheckedSheet {
  const own = { date: "", place: "", evening: "", photo: "", ...checked.sheet.occasion };
  if (name === "" && place === "" && date === key) return checked;
  const occasion = { ...own, date, place: place || own.place, evening: name || own.evening };
  return { ...checked, sheet: { ...checked.sheet, occasion } };
}

/** The results of all evenings of a game. */
function seasonHtml({ game, evenings, ranking, best }: Season, language: Language): Markup {
  const rows = ranking.map(
    ({ rank, name, points, total }) =>
      markup`<tr><td>${rank}.</td><th scope="row">${name}</th><td>${standingWords(language, { points, total })}</td></tr>`,
  );
  const words = { game: language.text(game.name), n: evenings };
  const record = best && {
    name: best.name,
    score: standingWords(language, { points: null, total: best.total }),
  };
  return markup`<section class="evening">
<h3>${language.translate("studio.evenings.season", words)}</h3>
<table class="ranking"><tbody>${rows}</tbody></table>
${record && markup`<p>${language.translate("studio.evenings.best", record)}</p>`}
</section>`;
}
