import { checkSheet } from "../../check/check-sheet.ts";
import {
  type CheckedSheet,
  eveningCsv,
  eveningNotes,
  groupCopies,
  groupEvenings,
} from "../../check/evening.ts";
import { hasName, plainName, splitNames } from "../../check/name.ts";
import { readDate } from "../../check/read/occasion.ts";
import { saveSheet } from "../../check/write-sheet.ts";
import { payoutWords, standingWords } from "../../i18n/game-words.ts";
import { dayWords } from "../../i18n/format.ts";
import { markup } from "../../i18n/html.ts";
import type { Language } from "../../i18n/language.ts";
import { packText, unpackText } from "../../print/publish/publication.ts";
import { type Games, readSheet } from "../../check/read/read-sheet.ts";
import { loadLanguages } from "../../files/package/languages.ts";
import { readGame } from "../../files/package/read-game.ts";
import { rulesDigest } from "../../print/form/form-script.ts";
import { msg } from "../../rules/problem/message.ts";
import type { Game } from "../../rules/game/game.ts";
import { need, refusal, success } from "../../rules/problem/problem.ts";
import { eveningHtml } from "../../check/sheet-table.ts";
import { type League, leagueText, readLeague, USUAL_LEAGUE } from "../../season/league/league-file.ts";
import { recordsHtml, tableHtml } from "../../season/league/league-page.ts";
import { leagueSubtitle, points } from "../../season/league/league-words.ts";
import type { LeagueReport } from "../../season/league/report.ts";
import { reportSheets } from "../../season/league/standings.ts";
import { makeSheetToKeep, type SheetToKeep } from "../../season/sheet-to-keep.ts";
import type { PackageFiles } from "../shelf.ts";
import { exportEvenings, readBackup } from "./backup.ts";
import { EnginePart, type Kept, type KeptEvening, type KeptSeason, type KeptSheet } from "./kept.ts";
import { gameFiles, gameOfText, hasSameRules } from "./own-games.ts";
import { type MadeFile, type PageResult, tryToMake } from "./page-language.ts";

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

type KeyedSheet = CheckedSheet & { readonly key: string };

interface ReadEvening extends Readonly<Record<"sheets" | "counted", readonly KeyedSheet[]>> {
  readonly about: KeptEvening;
  /** How many of its sheets can't be read. */
  readonly unread: number;
}

/** A season of kept evenings as the page shows it. */
export interface ShownSeason extends Omit<KeptSeason, "league"> {
  readonly league: League;
  /** All seasons to choose from; empty while none was changed. */
  readonly seasons: readonly { readonly key: string; readonly title: string }[];
  /** All games that were played, by their ids. */
  readonly games: readonly { readonly id: string; readonly name: string }[];
  readonly title: string;
  readonly subtitle: string;
  /** How many sheets don't count yet. */
  readonly waiting: number;
  /** HTML of the standings and the records; texts were escaped. */
  readonly html: string;
  /** The standings as plain lines, for a picture or a message. */
  readonly lines: readonly string[];
}

/** What the page says of a season. */
export type SeasonWish = Pick<ShownSeason, "key" | "from" | "to" | "league">;

/** Evenings of checked sheets, from one visit to the next. Rankings and payouts are those of `augenblock check`. */
export class Evenings extends EnginePart {
  /** All evenings, the latest first. */
  async all(): Promise<ShownEvening[]> {
    const language = await this.pageLanguage.language();
    const evenings = await this.#read();
    return evenings.map((one) => this.#shownEvening(one, language));
  }

  /** All evenings with their sheets, and those that count: the first of each content. The latest evening comes first. */
  async #read(): Promise<ReadEvening[]> {
    const kept = await this.kept.sheets.all();
    if (kept.length === 0) return [];
    const read = await sheetReader(this.files, this.kept, this.pageLanguage.now);
    const known = await this.kept.evenings.all();
    const about = [...new Set(kept.map(({ evening }) => evening))].map((day) => findDescription(day, known));
    const latest = about.toSorted((a, b) => (a.date === b.date ? 0 : a.date < b.date ? 1 : -1));
    return latest.map((about) => {
      const own = kept.filter((one) => one.evening === about.key);
      const sheets = own.flatMap((one) =>
        read(one).map((sheet) => ({ ...withOccasion(sheet, about), key: one.key })),
      );
      const counted = groupCopies(sheets, ({ sheet }) => sheet).flatMap(([first]) => first ?? []);
      return { about, sheets, counted, unread: own.length - sheets.length };
    });
  }

  #shownEvening({ about, sheets, counted, unread }: ReadEvening, language: Language): ShownEvening {
    const { key, name, place, date } = about;
    const groups = groupEvenings(counted);
    const list = sheets.map((one): ListedSheet => {
      const { game } = one.sheet;
      const number =
        one.number === 0 ? [] : [language.translate("photo.number", { number: String(one.number) })];
      const players = one.report.players.map(({ name, computed }) => {
        const score = standingWords(language, { points: null, total: computed });
        return { name, score, isNamed: !one.unnamed.includes(name) };
      });
      const title = [language.text(game.name), ...number].join(", ");
      const verdict = counted.includes(one) ? `photo.verdict.${one.verdict}` : "studio.evenings.copy";
      return { key: one.key, title, players, verdict: language.translate(verdict) };
    });
    const notices = [
      ...countWords("copies", sheets.length - counted.length, language),
      ...countWords("unread", unread, language),
    ];
    const lines = groups.flatMap((one) => [
      language.text(one.game.name),
      ...one.ranking.map(({ rank, name, points, total, payout }) => {
        const paid = payout === null ? [] : [payoutWords(language, one.game, payout)];
        return [`${rank}.`, name, standingWords(language, { points, total }), ...paid].join("  ");
      }),
      ...eveningNotes(one, language, "page"),
    ]);
    return {
      ...{ evening: key, name, place, date, list, lines, sheets: counted.length },
      title: nightTitle(about, language),
      html: [...notices, ...groups.map((one) => eveningHtml(one, language, true).html)].join("\n"),
    };
  }

  /** Sets what a person said of an evening; the rest stays. */
  describe(evening: string, part: Partial<Omit<KeptEvening, "key">>): Promise<void> {
    return this.inTurn(async () => {
      const { name, place, date } = { ...findDescription(evening, await this.kept.evenings.all()), ...part };
      const plain = { name: plainName(name), place: plainName(place), date: readDate(date) ?? evening };
      await this.kept.evenings.keep({ key: evening, ...plain });
    });
  }

  /** Renames a player of a kept sheet, counted from 1. @returns what is wrong with the name; null if nothing is */
  rename(key: string, player: number, typed: string): Promise<string | null> {
    return this.inTurn(async () => {
      const found = await findKeptSheet(this.files, this.kept, this.pageLanguage.now, key);
      const name = plainName(typed);
      const old = found?.read.sheet.players[player - 1]?.name;
      if (found === null || old === undefined || name === "") return null;
      const { kept, read } = found;
      const { players, columnsAreGames = false } = read.sheet;
      const others = columnsAreGames ? [] : players.map((one) => one.name).toSpliced(player - 1, 1);
      if (columnsAreGames && splitNames(name).length > players.length)
        return this.pageLanguage.now.translate("photo.page.spare-names", { n: players.length });
      if (hasName(others, name)) return this.pageLanguage.now.translate("photo.page.name-taken", { name });
      const renamed = columnsAreGames
        ? { owners: splitNames(name) }
        : { players: players.map((one, at) => (at === player - 1 ? { ...one, name } : one)) };
      const { doubtful } = kept.checked;
      // What is written on the sheet stays, so the next one with that writing gets the new name.
      const before = kept.named?.find((one) => columnsAreGames || one.name === old);
      const named = { player, ink: null, ...before, name, isGiven: true };
      // The sheet on the table may be kept again, with its own names.
      const [table] = await this.kept.fillings.all();
      const isOnTable =
        table !== undefined && key === (table.correcting?.key ?? `${table.begun} ${kept.checked.file}`);
      // There, games have names of their own.
      if (isOnTable && !columnsAreGames) {
        const { wish } = table;
        const at = wish.names.length === players.length ? player - 1 : wish.names.indexOf(old);
        const names = wish.names.map((one, place) => (place === at ? name : one));
        await this.kept.fillings.keep({ ...table, wish: { ...wish, names } });
      }
      await this.kept.sheets.keep({
        ...kept,
        yaml: saveSheet({ ...read.sheet, ...renamed }, "yaml"),
        checked: {
          ...kept.checked,
          doubtful: doubtful.map((one) => (one === old && !columnsAreGames ? name : one)),
          unnamed: columnsAreGames ? [] : kept.checked.unnamed.filter((one) => one !== old),
        },
        named: [...(kept.named ?? []).filter((one) => one !== before), named],
      });
      return null;
    });
  }

  /** An evening as a part of an address. */
  pack(evening: string): Promise<PageResult<string>> {
    return tryToMake(this.pageLanguage.now, async () => {
      return need(packText(await exportEvenings(this.kept, [evening])));
    });
  }

  /** Evenings or a season in a part of an address: the text for `importAll`, and what it brings. */
  async unpack(packed: string): Promise<PageResult<{ readonly text: string; readonly title: string }>> {
    const language = await this.pageLanguage.language();
    const text = unpackText(packed);
    const backup = text.ok ? readBackup(text.value) : text;
    const hint = msg`studio.no-evenings-in-link-hint: copy all of the link, and open it again`;
    const refused = refusal(
      "no-backup",
      msg`studio.no-evenings-in-link: this link contains no game nights`,
      hint,
    );
    return tryToMake(language, async () => {
      if (!text.ok || !backup.ok) return need(refused);
      const { seasons, sheets, evenings } = backup.value;
      const days = [...new Set(sheets.map(({ evening }) => evening))];
      const nights = days.map((day) => nightTitle(findDescription(day, evenings), language));
      const titles = seasons.length > 0 ? seasons.map((one) => seasonTitle(one, language)) : nights;
      return { text: text.value, title: titles.join("; ") };
    });
  }

  /** An evening as a table for spreadsheets. */
  async csv(evening: string): Promise<MadeFile> {
    const read = (await this.#read()).find(({ about }) => about.key === evening);
    const content = eveningCsv(groupEvenings(read?.counted ?? []), [], await this.pageLanguage.language());
    return { name: `${evening}.csv`, type: "text/csv", content };
  }

  /** Forgets an evening. @returns its sheets, for `restore` */
  async forget(evening: string): Promise<KeptSheet[]> {
    const sheets = (await this.kept.sheets.all()).filter((one) => one.evening === evening);
    await this.kept.sheets.forget(...sheets.map(({ key }) => key));
    return sheets;
  }

  /** Keeps sheets again that were forgotten; those that were kept anew meanwhile stay as they are. */
  async restore(sheets: readonly KeptSheet[]): Promise<void> {
    const there = new Set((await this.kept.sheets.all()).map(({ key }) => key));
    await this.kept.sheets.keep(...sheets.filter(({ key }) => !there.has(key)));
  }

  /** The standings and records of a season. @param key the latest season if null */
  async season(key: string | null): Promise<ShownSeason> {
    const language = await this.pageLanguage.language();
    const kept = await this.#findSeason(key);
    const evenings = (await this.#read()).toReversed();
    const chosen = evenings.filter(({ about }) => isWithin(about, kept));
    const league = readKeptLeague(kept);
    const sheets = chosen.flatMap(({ about, counted }) => counted.map((one) => toSeasonSheet(one, about)));
    const report = { ...reportSheets(sheets, league), season: "", details: [], bestPlay: null };
    const records = recordsHtml(report, language);
    const heading = language.translate("league.records");
    const unread = chosen.reduce((sum, one) => sum + one.unread, 0);
    const section = records && markup`\n<section><h2>${heading}</h2>${records}</section>`;
    const played = evenings.flatMap(({ sheets }) => sheets.map(({ sheet }) => sheet.game));
    const names = new Map(played.map(({ id, name }) => [id, language.text(name)]));
    const all = await this.kept.seasons.all();
    return {
      ...{ ...kept, league, waiting: report.waiting },
      seasons: all.map((one) => ({ key: one.key, title: seasonTitle(one, language) })),
      games: [...names].map(([id, name]) => ({ id, name })),
      title: seasonTitle(kept, language),
      subtitle: leagueSubtitle(report, language),
      html: [
        ...countWords("unread", unread, language),
        markup`${tableHtml(report, language)}${section}`.html,
      ].join("\n"),
      lines: standingLines(report, language),
    };
  }

  /** Keeps the days and rules of a season. @returns its key */
  keepSeason({ key, from, to, league }: SeasonWish): Promise<PageResult<string>> {
    return this.#keepLeague({ key, from, to, league: leagueText(league) }, "league.yaml");
  }

  /** Takes the rules of a season from a league file. @returns its key */
  async openLeague(key: string, { name, text }: { name: string; text: string }): Promise<PageResult<string>> {
    return this.#keepLeague({ ...(await this.#findSeason(key)), league: text }, name);
  }

  #keepLeague(season: KeptSeason, file: string): Promise<PageResult<string>> {
    return tryToMake(this.pageLanguage.now, async () => {
      need(readLeague(file, season.league));
      await this.kept.seasons.keep(season);
      return season.key;
    });
  }

  /** The rules of a season as a league file, which `augenblock league --rules` reads. */
  async leagueFile(key: string): Promise<MadeFile> {
    const content = leagueText(readKeptLeague(await this.#findSeason(key)));
    return { name: "league.yaml", type: "application/yaml", content };
  }

  /** Begins another season with the rules of one that is there. @returns its key */
  async beginSeason(key: string): Promise<string> {
    const now = String(Date.now());
    await this.kept.seasons.keep({ ...(await this.#findSeason(key)), from: "", to: "", key: now });
    return now;
  }

  /** Forgets a season; its evenings stay. @returns it, for `restoreSeason` */
  async forgetSeason(key: string): Promise<KeptSeason> {
    const season = await this.#findSeason(key);
    await this.kept.seasons.forget(key);
    return season;
  }

  /** Keeps a season again that was forgotten. */
  restoreSeason(season: KeptSeason): Promise<void> {
    return this.kept.seasons.keep(season);
  }

  /** A season with its evenings as a part of an address. */
  packSeason(key: string): Promise<PageResult<string>> {
    return tryToMake(this.pageLanguage.now, async () => {
      const season = await this.#findSeason(key);
      const days = (await this.#read()).filter(({ about }) => isWithin(about, season));
      const keys = days.map(({ about }) => about.key);
      return need(packText(await exportEvenings(this.kept, keys, [season])));
    });
  }

  /** A season; the latest, or all evenings, if there is none of that key. */
  async #findSeason(key: string | null): Promise<KeptSeason> {
    const all = await this.kept.seasons.all();
    const usual = { key: "1", from: "", to: "", league: leagueText(USUAL_LEAGUE) };
    return all.find((one) => one.key === key) ?? all[0] ?? usual;
  }
}

/** A kept sheet with its reading; null if it was deleted, or its game is gone. */
export async function findKeptSheet(files: PackageFiles, kept: Kept, language: Language, key: string) {
  const found = (await kept.sheets.all()).find((one) => one.key === key);
  const [read] = found === undefined ? [] : (await sheetReader(files, kept, language))(found);
  return found === undefined || read === undefined ? null : { kept: found, read };
}

/** @returns reads a kept sheet with its game; none if that is no longer there, and its text was not kept */
async function sheetReader(
  files: PackageFiles,
  kept: Kept,
  language: Language,
): Promise<(kept: KeptSheet) => (CheckedSheet & { readonly gameFile: string })[]> {
  await files.takeTexts();
  const listFiles = await gameFiles(kept);
  const languages = need(loadLanguages(language.code));
  return ({ yaml, checked, rules, game: text }) => {
    let gameFile = "";
    const games: Games = (variant, options, changes) => {
      const read = listFiles(variant).map((file) => ({ file, game: readGame(file, options, changes) }));
      const before = gameOfText(text, options);
      const isSame = (game: Game) =>
        before === null ? rulesDigest(game) === rules : hasSameRules(game, before);
      const same = read.find(({ game }) => game.ok && isSame(game.value));
      const found = same ?? read.find(({ game }) => game.ok);
      gameFile = found?.file ?? variant;
      // A sheet counts by the rules that it was played by, even if its game was changed or deleted since.
      if (same === undefined && before !== null) return success(before);
      return found?.game ?? readGame(variant, options, changes);
    };
    const sheet = readSheet({ file: checked.file, text: yaml, format: "yaml" }, games, languages);
    return sheet.ok ? [{ ...checked, sheet: sheet.value, report: checkSheet(sheet.value), gameFile }] : [];
  };
}

/** A sentence about sheets that don't count, as HTML; nothing if there are none. */
function countWords(key: "copies" | "unread", n: number, language: Language): string[] {
  return n === 0 ? [] : [markup`<p>${language.translate(`studio.evenings.${key}`, { n })}</p>`.html];
}

/** What a person said about an evening; without name and place, and on its own day, where nothing was said. */
function findDescription(key: string, known: readonly KeptEvening[]): KeptEvening {
  return known.find((one) => one.key === key) ?? { key, name: "", place: "", date: key };
}

/** Its name or day, and its place, in words. */
function nightTitle({ name, place, date }: KeptEvening, language: Language): string {
  const format = new Intl.DateTimeFormat(language.code, { dateStyle: "full", timeZone: "UTC" });
  const day = format.format(new Date(`${date}T00:00:00Z`));
  return [name, day, place].filter((part) => part !== "").join(" · ");
}

/** A sheet with the name, place and day of its evening, which count before its own. */
function withOccasion(checked: CheckedSheet, { name, place, date, key }: KeptEvening): CheckedSheet {
  const own = { date: "", place: "", evening: "", photo: "", ...checked.sheet.occasion };
  if (name === "" && place === "" && date === key) return checked;
  const occasion = { ...own, date, place: place || own.place, evening: name || own.evening };
  return { ...checked, sheet: { ...checked.sheet, occasion } };
}

function isWithin({ date }: KeptEvening, { from, to }: KeptSeason): boolean {
  return (from === "" || date >= from) && (to === "" || date <= to);
}

/** The rules of a season; the usual ones if another version of the studio wrote what isn't known here. */
function readKeptLeague({ league }: KeptSeason): League {
  const read = readLeague("league.yaml", league);
  return read.ok ? read.value : USUAL_LEAGUE;
}

/** The name of a season, or its days. */
function seasonTitle(season: KeptSeason, language: Language): string {
  const { from, to } = season;
  const { name } = readKeptLeague(season);
  if (name !== null) return name;
  if (from === "" && to === "") return language.translate("studio.season.all");
  return [from, to]
    .map((day) => (day === "" ? "" : dayWords(language, day)))
    .join(" – ")
    .trim();
}

/** A sheet for a season. It waits while its reading is uncertain or a player has no name, as in a season of the command line. */
function toSeasonSheet(checked: KeyedSheet, about: KeptEvening): SheetToKeep {
  const { date, name, place } = about;
  const { occasion: _, ...sheet } = checked.sheet;
  const origin = { source: "typed", hash: checked.key, part: 0, also: [], engine: "" } as const;
  const evening = { date, name, place };
  const kept = makeSheetToKeep({ ...checked, sheet, photo: null }, { ...origin, evening });
  const isOpen = checked.verdict === "unsure" || checked.doubtful.length > 0;
  return isOpen || checked.unnamed.length > 0 ? { ...kept, waits: "questions", results: [] } : kept;
}

function standingLines({ standings }: LeagueReport, language: Language): string[] {
  return standings.map(({ rank, name, points: own, games }) => {
    const place = rank === null ? language.translate("league.unranked") : `${rank}.`;
    const played = language.translate("league.games-of", { n: games });
    const words = { n: own, points: points(own, language), games: played };
    return [place, name, language.translate("studio.season.line", words)].join("  ");
  });
}
