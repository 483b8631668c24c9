import { rank, type Ranked, type SheetReport, playerResults, type Verdict } from "./check-sheet.ts";
import { nameKey } from "./name.ts";
import { gameOwner, type Occasion, type Sheet, sheetContent } from "./sheet.ts";
import { BYTE_ORDER_MARK, csvDelimiter, csvText } from "./write-sheet.ts";
import { dayWords } from "../i18n/format.ts";
import type { Language } from "../i18n/language.ts";
import { getElement, groupByKey } from "../rules/arrays.ts";
import type { Game } from "../rules/game/game.ts";
import { rulesText, withoutRowSums } from "../rules/game/rows.ts";
import type { Problem } from "../rules/problem/problem.ts";

/** The position of a sheet among those of its photo, where it identifies the sheet. */
export interface PlaceOnPhoto {
  /** Side by side, or one below the other. */
  readonly along: "across" | "down";
  /** Counted from 1, from the left or from the top. */
  readonly at: number;
  readonly of: number;
}

/** A checked sheet of an evening. */
export interface CheckedSheet {
  readonly file: string;
  /** The number that is printed on it; 0 if it has none or was typed. */
  readonly number: number;
  /** Left out where its file or number is unique. */
  readonly onPhoto?: PlaceOnPhoto;
  readonly sheet: Sheet;
  readonly report: SheetReport;
  readonly verdict: Verdict;
  /** Players with uncertain boxes; none for a typed sheet. */
  readonly doubtful: readonly string[];
  /** Players with placeholder names, which may mean another person on another sheet. */
  readonly unnamed: readonly string[];
}

/** A player on one sheet; rank, points and payout are those in the game that the sheet belongs to. */
interface EveningEntry extends Ranked {
  readonly checked: CheckedSheet;
  /** The name on the sheet: on a sheet of games that of the game, not of the person who played it. */
  readonly onSheet: string;
  readonly written: number | null;
}

/** When and where an evening was; empty where its sheets don't say. */
type EveningOccasion = Pick<Occasion, "date" | "place" | "evening">;

/** All sheets of one game on an evening. */
export interface Evening {
  readonly game: Game;
  readonly occasion: EveningOccasion;
  readonly sheets: number;
  /** The number of games, by `pairPlayers`. */
  readonly games: number;
  /** Unnamed players, sheet by sheet, if there are several sheets, and unnamed games. They are not ranked, because nobody knows who they are. */
  readonly unnamed: readonly Unnamed[];
  /** One for each player and sheet, in the order of the sheets. */
  readonly entries: readonly EveningEntry[];
  /** Each player once: by the result of the game, or by all games together. While a player is unnamed, only the others, without payouts. */
  readonly ranking: readonly Ranked[];
  /** Why points and payouts may still change; empty where they can't. */
  readonly provisional: readonly Provisional[];
}

/** Why a ranking may change, and how many sheets say so: they have mistakes or uncertain boxes, or their game is not over. */
interface Provisional {
  readonly why: "mistakes" | "unsure" | "unfinished";
  readonly n: number;
  /** Their printed numbers, in order, without sheets that have none. */
  readonly numbers: readonly number[];
}

/** The unnamed players of one sheet. */
interface Unnamed {
  readonly checked: CheckedSheet;
  readonly names: readonly string[];
}

/**
 * Groups checked sheets by game, day, place and name of the evening, in the order of their first sheets. If a sheet lacks day, place or
 * name and all others agree on it, theirs counts.
 *
 * `pairPlayers` finds the sheets of each game, whose players are ranked together and whose stakes are in one pot. Points and payouts of
 * several games are added up. Among several sheets, unnamed players are not ranked, because they may be anybody.
 */
export function groupEvenings(checked: readonly CheckedSheet[]): Evening[] {
  const occasions = sheetOccasions(checked);
  const keys = checked.map(({ sheet: { game } }, at) =>
    JSON.stringify([game.id, game.options.map(({ chosen }) => chosen), occasions[at]]),
  );
  return [...new Set(keys)].map((key) =>
    makeEvening(
      checked.filter((_, at) => keys[at] === key),
      getElement(occasions, keys.indexOf(key)),
    ),
  );
}

/** Groups sheets of the same content, in the order of their first ones: as in a season, each group counts once. @param find the sheet; null for what is never a copy */
export function groupCopies<T>(all: readonly T[], find: (one: T) => Sheet | null): T[][] {
  const groups = groupByKey(all, (one) => {
    const sheet = find(one);
    if (sheet === null) return one;
    const rules = rulesText(withoutRowSums(sheet.game));
    return JSON.stringify([rules, sheet.occasion?.photo ?? "", sheetContent(sheet)]);
  });
  return [...groups.values()];
}

/** When and where each sheet was played. */
function sheetOccasions(checked: readonly CheckedSheet[]): EveningOccasion[] {
  const findSharedValue = (of: keyof EveningOccasion) => {
    const values = new Set(
      checked.map(({ sheet }) => sheet.occasion?.[of] ?? "").filter((one) => one !== ""),
    );
    const [first = "", ...others] = values;
    return others.length === 0 ? first : "";
  };
  const [date, place] = [findSharedValue("date"), findSharedValue("place")];
  const evening = findSharedValue("evening");
  return checked.map(({ sheet: { occasion } }) => ({
    date: occasion?.date || date,
    place: occasion?.place || place,
    evening: occasion?.evening || evening,
  }));
}

/** The title of an evening: its game, the number of sheets or games, and day, name and place if known. */
export function eveningTitle(
  { game, sheets, games, unnamed, occasion }: Evening,
  language: Language,
): string {
  const isAddedUp = games > 1 && unnamed.length === 0;
  const counted = language.translate(`photo.evening.${isAddedUp ? "several-games" : "sheets"}`, {
    game: language.text(game.name),
    n: isAddedUp ? games : sheets,
  });
  const { date, place, evening } = occasion;
  const day = date === "" ? "" : dayWords(language, date);
  return [counted, day, evening, place].filter((part) => part !== "").join(" · ");
}

/** The position of a sheet on its photo, in words; none where the sheet is alone. */
export function placeOnPhoto(place: PlaceOnPhoto | undefined, language: Language): string[] {
  return place === undefined ? [] : [language.translate(`photo.on-photo.${place.along}`, { ...place })];
}

/** The name of a file without its folder. */
export function baseName(path: string): string {
  return path.split(/[\\/]/).at(-1) ?? path;
}

/** Notes below the ranking of an evening: who is missing, and why it may change. @param place where they are read */
export function eveningNotes(evening: Evening, language: Language, place: "terminal" | "page"): string[] {
  const say = (key: string, words = {}) => language.translate(`photo.evening.${key}`, words);
  const { unnamed, ranking, provisional } = evening;
  const all = new Intl.ListFormat(language.code, { type: "conjunction" });
  const because = provisional.map(({ why, n, numbers }) => {
    const reason = say(`because.${why}`, { n });
    if (numbers.length === 0 || numbers.length > 12) return reason;
    return say("with-numbers", { reason, n: numbers.length, numbers: all.format(numbers.map(String)) });
  });
  const who = unnamed.map(({ checked: { file, onPhoto }, names }) => {
    // Readers of the page have no use for the folder.
    const name = place === "page" ? baseName(file) : file;
    const sheet = [name, ...placeOnPhoto(onPhoto, language)].join(", ");
    return say("players-on", { names: names.join(", "), sheet });
  });
  const missing = ranking.length === 0 ? say("nobody-named") : say("not-ranked", { who: who.join("; ") });
  return [
    ...(unnamed.length === 0 ? [] : [`${missing} ${say(`name-them.${place}`)}`]),
    ...(provisional.length === 0 ? [] : [say("provisional", { why: all.format(because) })]),
  ];
}

function makeEvening(sheets: readonly CheckedSheet[], occasion: EveningOccasion): Evening {
  const { game } = getElement(sheets, 0).sheet;
  const unnamed = sheets.flatMap((checked): Unnamed | [] => {
    const isMeant = sheets.length > 1 || checked.sheet.columnsAreGames === true;
    return isMeant && checked.unnamed.length > 0 ? { checked, names: checked.unnamed } : [];
  });
  const isNamed = ({ unnamed: own }: CheckedSheet, name: string) =>
    unnamed.length === 0 || !own.includes(name);
  const games = pairPlayers(
    sheets.map((checked) => ({
      number: checked.number,
      players: checked.sheet.players.map(({ name }, at) =>
        isNamed(checked, name) ? nameKey(gameOwner(checked.sheet, at) ?? name) : null,
      ),
      columnsAreGames: checked.sheet.columnsAreGames === true,
    })),
  );
  // A player with a sheet alone may play with all others who have one.
  const isOpen = unnamed.some(({ checked }) => checked.sheet.players.length === 1);
  const ranked = games.flatMap((seats) => gameEntries(game, sheets, seats, isOpen));
  const entries = ranked.sort((a, b) => sheets.indexOf(a.checked) - sheets.indexOf(b.checked));
  return {
    game,
    occasion,
    sheets: sheets.length,
    games: games.length,
    unnamed,
    entries,
    ranking:
      games.length > 1 || unnamed.length > 0
        ? addUpGames(game, entries, unnamed)
        : entries
            .map(({ checked: _, onSheet: __, written: ___, ...place }) => place)
            .sort((a, b) => a.rank - b.rank),
    provisional: provisionalReasons(sheets),
  };
}

function provisionalReasons(sheets: readonly CheckedSheet[]): Provisional[] {
  const reasons: Readonly<Record<Provisional["why"], (sheet: CheckedSheet) => boolean>> = {
    mistakes: ({ verdict }) => verdict === "mistakes",
    unsure: ({ verdict, doubtful }) => verdict === "unsure" || doubtful.length > 0,
    unfinished: ({ report }) => !report.complete,
  };
  const counts = (Object.keys(reasons) as Provisional["why"][]).map((why) => {
    const found = sheets.filter(reasons[why]);
    const numbers = [...new Set(found.flatMap(({ number }) => (number > 0 ? [number] : [])))];
    return { why, n: found.length, numbers: numbers.sort((a, b) => a - b) };
  });
  return counts.filter(({ n }) => n > 0);
}

/** The players of one game, on one sheet or several. @param isOpen whether unnamed players of other sheets may belong to it */
function gameEntries(
  game: Game,
  sheets: readonly CheckedSheet[],
  seats: readonly Seat[],
  isOpen: boolean,
): EveningEntry[] {
  const players = seats.map(([sheet, player]) => {
    const checked = getElement(sheets, sheet);
    const reported = getElement(checked.report.players, player);
    return { checked, player: reported, person: gameOwner(checked.sheet, player) ?? reported.name };
  });
  const reports = players.map(({ player }) => player);
  const isOver = players.every(({ checked }) => checked.report.complete) || reports.some(({ won }) => won);
  const isKnown = !isOpen || players.some(({ checked }) => checked.sheet.players.length > 1);
  const results = playerResults(game, reports);
  const people = results.map((one, at) => ({ ...one, name: getElement(players, at).person }));
  const ranked = new Map(rank(game, people, isOver && isKnown).map((one) => [one.name, one]));
  return players.flatMap(({ checked, person, player: { name: onSheet, written } }) => {
    const place = ranked.get(person);
    return place === undefined ? [] : [{ ...place, checked, onSheet, written }];
  });
}

/** The ranking of named players by several games together. */
function addUpGames(game: Game, all: readonly EveningEntry[], unnamed: readonly Unnamed[]): Ranked[] {
  const entries = all.filter(({ checked, onSheet }) => !checked.unnamed.includes(onSheet));
  const sum = (name: string, of: "total" | "points" | "payout") => {
    const key = nameKey(name);
    const all = entries.flatMap((entry) => (nameKey(entry.name) === key ? (entry[of] ?? []) : []));
    // Removes rounding errors of adding floats.
    return all.length === 0 ? null : Math.round(all.reduce((a, b) => a + b) * 100) / 100;
  };
  // Each player goes by the spelling that comes first.
  const names = new Map(entries.toReversed().map(({ name }) => [nameKey(name), name]));
  const inOrder = entries.flatMap(({ name }) => (names.get(nameKey(name)) === name ? [name] : []));
  const standings = [...new Set(inOrder)].map((name) => {
    return { name, total: sum(name, "total") ?? 0, points: sum(name, "points"), left: false, won: false };
  });
  const isWhole = unnamed.length === 0;
  return rank(game, standings, false).map((place) => ({
    ...place,
    payout: isWhole ? sum(place.name, "payout") : null,
  }));
}

/** A file that could not be checked, and why. */
export interface Reject {
  readonly file: string;
  readonly problems: readonly Problem[];
}

/**
 * Evenings as a table for spreadsheets: a row for each player and sheet, then the ranking if there are several sheets; last a row for
 * each file that could not be checked. Money has two decimals and the language's decimal separator.
 *
 * @returns CSV with a byte order mark and the delimiter of the language's spreadsheets
 */
export function eveningCsv(
  evenings: readonly Evening[],
  rejects: readonly Reject[],
  language: Language,
): string {
  const decimals = { minimumFractionDigits: 2, maximumFractionDigits: 2, useGrouping: false };
  const money = new Intl.NumberFormat(language.code, decimals);
  const formatPayout = ({ prizes }: Game, payout: number | null) =>
    payout === null ? null : prizes === null ? money.format(payout) : payout;
  const rows = evenings.flatMap((evening) => {
    const { game, entries, sheets, ranking } = evening;
    const sheetRows = entries.map(({ checked, onSheet, name, written, total, rank, payout }) => [
      escapeFormula(checked.file),
      game.id,
      checked.number === 0 ? null : checked.number,
      escapeFormula(name),
      written,
      total,
      language.translate(`photo.verdict.${playerVerdict(checked, onSheet)}`),
      rank,
      formatPayout(game, payout),
    ]);
    const title = escapeFormula(eveningTitle(evening, language));
    const together = sheets === 1 ? [] : ranking;
    const eveningRows = together.map(({ name, rank, total, payout }) => [
      ...[title, game.id, null, escapeFormula(name), null, total, null],
      ...[rank, formatPayout(game, payout)],
    ]);
    return [...sheetRows, ...eveningRows];
  });
  const unusable = language.translate("photo.verdict.unusable");
  const none = Array(5).fill(null);
  const rejected = rejects.map(({ file }) => [escapeFormula(file), ...none, unusable, null, null]);
  const columns = ["file", "variant", "number", "player", "written", "computed", "verdict", "rank", "payout"];
  const head = columns.map((column) => language.translate(`photo.csv.${column}`));
  return BYTE_ORDER_MARK + csvText([head, ...rows, ...rejected], csvDelimiter(language));
}

/** The verdict for one player: mistakes and doubtful boxes of others don't count. */
function playerVerdict({ report, verdict, doubtful }: CheckedSheet, name: string): Verdict {
  const isNamed = report.findings.some(({ player }) => player === name || player === null);
  if (isNamed && verdict !== "correct") return verdict;
  const isOpen = doubtful.length === 0 ? verdict === "unsure" : doubtful.includes(name);
  return isOpen ? "unsure" : "correct";
}

/** Prevents CSV injection: spreadsheets take text that starts with one of these characters for a formula. */
export function escapeFormula(text: string): string {
  return /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
}

/** The parts of a sheet that decide who plays whom. */
export interface PlayedSheet {
  /** The number that is printed on it; 0 if it has none. */
  readonly number: number;
  /** Its players by keys that are the same on other sheets; null for unnamed players. */
  readonly players: readonly (string | number | null)[];
  /** Whether the “players” are games that each one person played for itself. */
  readonly columnsAreGames: boolean;
}

/** A player on a sheet: the index of the sheet, and that of the player on it. */
export type Seat = readonly [sheet: number, player: number];

/**
 * Finds the games of an evening. A sheet that several players share is one game. Of sheets with one player each, the first of every player
 * make up one game, the second ones the next. Sheets are ordered by number; those without one keep their order. An unnamed player plays
 * alone.
 *
 * @returns the games, each with its seats in the order of the sheets
 */
export function pairPlayers(sheets: readonly PlayedSheet[]): Seat[][] {
  const games: Seat[][] = [];
  const rounds: Seat[][] = [];
  const roundsPlayed = new Map<string | number, number>();
  const inOrder = [...sheets.entries()].sort(([, a], [, b]) => a.number - b.number);
  for (const [sheet, { players, columnsAreGames }] of inOrder) {
    const seats = players.map((_, player): Seat => [sheet, player]);
    const [key = null] = players;
    if (seats.length > 1) games.push(...(columnsAreGames ? seats.map((seat) => [seat]) : [seats]));
    else if (key === null) games.push(seats);
    else {
      const round = roundsPlayed.get(key) ?? 0;
      roundsPlayed.set(key, round + 1);
      const game = rounds[round] ?? [];
      game.push(...seats);
      rounds[round] = game;
    }
  }
  return [...rounds, ...games].filter((game) => game.length > 0);
}
