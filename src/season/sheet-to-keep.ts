import { type ReportedPlayer, checkSheet, rank } from "../check/check-sheet.ts";
import { type CheckedSheet, pairPlayers } from "../check/evening.ts";
import {
  gameOwner,
  type BoxEntry,
  type PlayerSheet,
  type Sheet,
  boxEntry,
  entryScore,
  gameReference,
  sheetContent,
} from "../check/sheet.ts";
import { platform } from "../platform/node.ts";
import { getElement } from "../rules/arrays.ts";
import { base64 } from "../rules/bytes.ts";
import type { Game, Text } from "../rules/game/game.ts";
import { type RankingRules, columnPoints } from "../rules/game/payout.ts";
import { rulesText, withoutRowSums, withRowSums } from "../rules/game/rows.ts";
import { memoize } from "../rules/memoize.ts";
import { tryOr } from "../rules/problem/problem.ts";
import { listSheetLines } from "../rules/sums/sum-graph.ts";
import { livePhoto, packGame, packReport, unpackGame, unpackReport } from "../scan/report/packed-report.ts";
import { type PhotoSheet, openQuestions } from "../scan/sheet/photo-sheet.ts";
import type { KeptBox, KeptRanking, PictureTable, StoredSheet, Source, Wait } from "./store/tables.ts";

/** A sheet for a season, as plain values, so that it can be passed between processes and stored as JSON. */
export interface SheetToKeep
  extends Pick<StoredSheet, "source" | "hash" | "part" | "file" | "identity" | "engine"> {
  /** Other photos of this sheet that were read together with it; from another store, also typed corrections. */
  readonly also: readonly OtherSource[];
  /** 0 for sheets without a number. */
  readonly number: number;
  readonly game: KeptGame;
  readonly evening: EveningName;
  readonly verdict: CheckedSheet["verdict"];
  readonly complete: boolean;
  /** Why it can't be settled now; null if it is. */
  readonly waits: Exclude<Wait, "number" | "readers"> | null;
  /** The state of an open sheet, to continue from; null for others. */
  readonly open: OpenState | null;
  /** Empty while it waits. */
  readonly results: readonly ResultToKeep[];
  readonly seats: number;
  readonly filled: number;
}

interface OtherSource {
  readonly hash: string;
  readonly part: number;
  readonly file: string;
  /** The same as that of the sheet if omitted. */
  readonly source?: Source | undefined;
}

/** When and where a sheet was played. */
export interface EveningName {
  /** `YYYY-MM-DD`; empty if unknown. */
  readonly date: string;
  readonly place: string;
  readonly name: string;
}

export interface KeptGame {
  /** See `rulesHash`. */
  readonly rules: string;
  readonly variant: string;
  readonly name: Text;
  readonly boxes: readonly KeptBox[];
  readonly lowestWins: boolean;
  /** Null in files of earlier versions. */
  readonly ranking: KeptRanking | null;
  /** The whole game as `packGame` packs it; null if unknown. */
  readonly packed: string | null;
}

/** A photographed sheet with open questions. */
interface OpenState {
  /** The result of `packReport` for the sheet alone. */
  readonly packed: string;
  /** The number of open questions about boxes and names. */
  readonly questions: number;
  /** The straightened sheet, as JPEG in Base64; null if it was not kept. */
  readonly picture: {
    readonly jpeg: string;
    readonly widthPx: number;
    readonly heightPx: number;
    readonly pxPerMm: number;
  } | null;
}

export interface ResultToKeep {
  readonly seat: number;
  /** Empty for a person who has left the season. */
  readonly name: string;
  /** Distinguishes people who have left the season; null for a player with a name. */
  readonly nobody: string | null;
  readonly total: number;
  readonly decides: number;
  /** The totals of the columns in games that they decide; null in others. */
  readonly columns: readonly number[] | null;
  readonly wonAtOnce: boolean;
  readonly leftEarly: boolean;
  readonly rank: number;
  readonly players: number;
  readonly beaten: number;
  readonly payout: number | null;
  /** In the order of the game's boxes; null where a box is empty, 0 where it is struck. */
  readonly boxes: readonly (number | null)[];
  /** Places of struck boxes in that order. */
  readonly struck: readonly number[];
  readonly bonuses: number;
  readonly bonusLines: number;
}

/** Identifies the rules of a game, independent of names: 16 hexadecimal digits of the SHA-256 of everything that affects play. */
export const rulesHash = memoize((game: Game): string => hashRules(withoutRowSums(game)));

function hashRules(game: Game): string {
  return hexDigest(new TextEncoder().encode(rulesText(game))).slice(0, 16);
}

/** A game as `packGame` packed it; null if the text is not that game. @param rules see `rulesHash` */
export function gameOfRules(packed: string, rules: string): Game | null {
  return tryOr(null, () => {
    const game = unpackGame(packed);
    return [rulesHash(game), hashRules(game)].includes(rules) ? game : null;
  });
}

/** The SHA-256 of bytes in hexadecimal. */
export function hexDigest(bytes: Uint8Array): string {
  return Array.from(platform.sha256(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export const keptGame = memoize((played: Game): KeptGame => {
  const game = withoutRowSums(played);
  const { inColumn, categories } = gameReference(game);
  const many = game.columns.length > 1;
  const columns = new Map(game.columns.map(({ id, label }) => [id, label]));
  const boxes = [...inColumn].flatMap(([column, own]) =>
    own.map(({ id }): KeptBox => {
      const label = categories.get(id)?.label ?? {};
      return { column, category: id, label, columnLabel: many ? (columns.get(column) ?? null) : null };
    }),
  );
  const lowestWins = game.ranking.order === "lowest" && game.ranking.by !== "columns";
  const packed = packGame(game);
  return {
    ...{ rules: rulesHash(game), variant: game.id, name: game.name, boxes, lowestWins, packed },
    ranking: keptRanking(game),
  };
});

export function keptRanking({ ranking, columns, prizes, settlement }: Game): KeptRanking {
  const stakes = settlement && {
    stake: settlement.stake,
    share: settlement.share,
    base: settlement.base,
    rest: settlement.rest,
    leaver: settlement.leaver,
  };
  return {
    by: ranking.by,
    order: ranking.order,
    columns: columns.map(({ id }) => id),
    prizes: prizes && { worth: Object.fromEntries(prizes.worth), sweep: prizes.sweep },
    settlement: stakes,
  };
}

/** The results of the players of a checked sheet, in the order of the sheet. */
export function listPlayerResults({ sheet, report }: Pick<CheckedSheet, "sheet" | "report">): ResultToKeep[] {
  const { game, columnsAreGames = false } = sheet;
  const ranked = new Map(report.ranking.map((one) => [one.name, one]));
  const { lowestWins } = keptGame(game);
  const bonusLines = new Set(
    listSheetLines(game).flatMap(({ id, kind }) => (kind.endsWith("bonus") ? [id] : [])),
  );
  const places = [...gameReference(game).inColumn].flatMap(([column, own]) =>
    own.map(({ id }) => [column, id] as const),
  );
  return sheet.players.map((player, at): ResultToKeep => {
    const reported = report.players[at];
    const place = ranked.get(player.name);
    const total = reported?.computed ?? 0;
    const decides = (place?.points ?? total) * (lowestWins ? -1 : 1);
    const lines = reported?.lines.filter(({ line }) => bonusLines.has(line)) ?? [];
    const entries = places.map(([column, id]) => boxEntry(player, column, id));
    return {
      seat: at + 1,
      name: gameOwner(sheet, at) ?? player.name,
      nobody: null,
      total,
      decides,
      columns: game.ranking.by === "columns" ? totalsOfColumns(reported) : null,
      wonAtOnce: reported?.won ?? false,
      leftEarly: player.left,
      rank: columnsAreGames ? 1 : (place?.rank ?? 1),
      players: columnsAreGames ? 1 : sheet.players.length,
      beaten: columnsAreGames ? 0 : report.ranking.filter(({ rank }) => rank > (place?.rank ?? 1)).length,
      payout: place?.payout ?? null,
      boxes: entries.map(entryScore),
      struck: entries.flatMap((entry, box) => (entry?.kind === "strike" ? [box] : [])),
      bonuses: lines.filter(({ computed }) => computed > 0).length,
      bonusLines: lines.length,
    };
  });
}

/** What ranking sets in a result. */
export type RankedResult = Readonly<
  Record<"id" | "decides" | "match_id" | "rank" | "players" | "beaten", number>
> & { readonly counts: boolean; readonly payout: number | null };

/** A result of a player who has a sheet alone, as a row of the store. */
export interface OwnResult extends RankedResult {
  readonly sheet_id: number;
  readonly player_id: number;
  readonly total: number;
  readonly columns: readonly number[] | null;
  readonly won: boolean;
  readonly left: boolean;
  readonly number: number;
  readonly complete: boolean;
}

/** The rules that rank a game, from how a season stores them. */
export function rankingRules({ by, order, columns, prizes, settlement }: KeptRanking): RankingRules {
  return {
    ranking: { by, order },
    columns: columns.map((id) => ({ id })),
    prizes: prizes && { worth: new Map(Object.entries(prizes.worth)), sweep: prizes.sweep },
    settlement,
  };
}

/**
 * Ranks players who have a sheet each, and computes their payouts; `pairPlayers` decides who plays whom.
 *
 * @param own the results of one evening in one game, in the order in which their sheets were added
 * @param rules null if they are unknown
 */
export function rankOwnSheets(own: readonly OwnResult[], rules: RankingRules | null): RankedResult[] {
  const sheets = own.map(({ number, player_id }) => {
    return { number, players: [player_id], columnsAreGames: false };
  });
  return pairPlayers(sheets).flatMap((seats) =>
    rankGame(
      seats.map(([at]) => getElement(own, at)),
      rules,
    ),
  );
}

/** Ranks one game. An unfinished sheet counts if a player has won the game at once; there are no payouts while a sheet is unfinished. */
function rankGame(all: readonly OwnResult[], rules: RankingRules | null): RankedResult[] {
  const isWon = all.some(({ won, complete }) => won && complete);
  const playing = all.filter(({ complete }) => complete || isWon);
  const isOver = isWon || playing.length === all.length;
  const match_id = Math.min(...all.map(({ sheet_id }) => sheet_id));
  const decides = decidingPoints(playing, rules);
  const standings = playing.map(({ id, total, left, won }, at) => {
    return { name: String(id), total, left, won, points: getElement(decides, at) };
  });
  const { columns, prizes, settlement } = rules ?? { columns: [], prizes: null, settlement: null };
  const byPoints: RankingRules = { ranking: { by: "points", order: "highest" }, columns, prizes, settlement };
  const places = new Map(rank(byPoints, standings, isOver && rules !== null).map((one) => [one.name, one]));
  const level = new Map<number, number>();
  for (const { rank } of places.values()) level.set(rank, (level.get(rank) ?? 0) + 1);
  return all.map((one) => {
    const place = places.get(String(one.id));
    if (place === undefined)
      return { ...one, match_id, counts: false, rank: 1, players: 1, beaten: 0, payout: null };
    const players = playing.length;
    const beaten = players - (place.rank - 1) - (level.get(place.rank) ?? 1);
    // Without known stakes, a single sheet keeps its payout.
    const payout = rules === null && all.length === 1 ? one.payout : place.payout;
    return {
      ...one,
      match_id,
      counts: true,
      decides: place.points ?? one.decides,
      rank: place.rank,
      players,
      beaten,
      payout,
    };
  });
}

/** The deciding points, higher is better: those stored with each sheet, or the columns won from the others. */
function decidingPoints(players: readonly OwnResult[], rules: RankingRules | null): readonly number[] {
  const columns = players.flatMap(({ columns, left }) => (columns === null ? [] : [{ columns, left }]));
  if (rules?.ranking.by === "columns" && columns.length === players.length)
    return columnPoints(rules, columns);
  return players.map(({ decides }) => decides);
}

/** The totals of the columns of a result, from its boxes. */
export function columnTotals(
  game: Game,
  { boxes, struck }: Pick<ResultToKeep, "boxes" | "struck">,
): number[] {
  let box = 0;
  const columns = [...gameReference(game).inColumn].map(([column, own]) => {
    const entries = own.map(
      ({ id }) => [id, buildBoxEntry(boxes[box] ?? null, struck.includes(box++))] as const,
    );
    return [column, new Map(entries)] as const;
  });
  const nothing = { columnLines: new Map(), sheetLines: new Map() };
  const player = { name: "–", left: false, boxes: new Map(columns), ...nothing };
  const { players } = checkSheet({ file: "", game, complete: true, players: [player] });
  return totalsOfColumns(players[0]);
}

function buildBoxEntry(score: number | null, isStruck: boolean): BoxEntry {
  if (isStruck) return { kind: "strike", mark: "/" };
  return score === null ? { kind: "empty" } : { kind: "score", value: score };
}

function totalsOfColumns(player: ReportedPlayer | undefined): number[] {
  const totals = player?.lines.filter(({ line }) => line === "column.total") ?? [];
  return totals.map(({ computed }) => computed);
}

/** Whether the player of a result has left the season. */
export function hasLeft({ nobody }: Pick<ResultToKeep, "nobody">): boolean {
  return nobody !== null && nobody !== undefined;
}

function filledBoxes(players: readonly PlayerSheet[]): number {
  const entries = players.flatMap(({ boxes }) =>
    [...boxes.values()].flatMap((column) => [...column.values()]),
  );
  return entries.filter(({ kind }) => kind !== "empty").length;
}

export interface Origin extends Pick<SheetToKeep, "source" | "hash" | "part" | "also" | "engine"> {
  /** The default for sheets without one. */
  readonly evening: EveningName;
}

/** Converts a checked sheet. It waits while there are questions about its boxes, or its players have no names. */
export function makeSheetToKeep(
  checked: CheckedSheet & { readonly photo: PhotoSheet | null },
  origin: Origin,
): SheetToKeep {
  const { sheet, report, verdict, number, file, photo } = checked;
  const { source, hash, part, also, engine, evening } = origin;
  const unnamed = sheet.players.filter(({ name }) => checked.unnamed.includes(name)).length;
  const hasQuestions = photo !== null && (openQuestions(photo).length > 0 || verdict === "unsure");
  const waits = hasQuestions ? "questions" : unnamed > 0 && photo !== null ? "names" : null;
  const results = waits === null ? listPlayerResults(checked) : [];
  // Of games in a row, each counts when it is over, whether the next one has begun or not.
  const over =
    sheet.columnsAreGames === true
      ? results.filter(
          ({ seat }) => checkSheet({ ...sheet, players: [getElement(sheet.players, seat - 1)] }).complete,
        )
      : [];
  return {
    ...{ source, hash, part, also, engine, file, number, verdict },
    identity: photo?.identity ?? null,
    game: keptGame(sheet.game),
    evening: resolveEveningName(sheet, evening),
    complete: report.complete || over.length > 0,
    waits,
    open: waits === null || photo === null ? null : openState(photo, unnamed),
    results: over.length > 0 ? over : results,
    seats: sheet.players.length,
    filled: filledBoxes(sheet.players),
  };
}

/** The evening of a sheet, with defaults for what the sheet leaves open. */
function resolveEveningName({ occasion }: Sheet, usual: EveningName): EveningName {
  return {
    date: occasion?.date || usual.date,
    place: occasion?.place || usual.place,
    name: occasion?.evening || usual.name,
  };
}

/** A hash of the content of a typed sheet, independent of file name and layout: 64 hexadecimal digits. */
export function typedHash(sheet: Sheet): string {
  const text = JSON.stringify([rulesHash(sheet.game), ...sheetContent(sheet)]);
  return hexDigest(new TextEncoder().encode(text));
}

/** The state of a photographed sheet from which its questions can be answered later, by anyone. @param unnamed the number of players without a name */
function openState(photo: PhotoSheet, unnamed: number): OpenState {
  const { picture } = photo;
  const packed = packReport([livePhoto(photo, "")]);
  const questions = openQuestions(photo).length + unnamed;
  if (picture === null) return { packed, questions, picture: null };
  const { widthPx, heightPx, pxPerMm } = picture;
  return { packed, questions, picture: { jpeg: base64(picture.jpeg), widthPx, heightPx, pxPerMm } };
}

/** A picture in the store. */
type KeptPicture = Omit<PictureTable, "sheet_id">;

/** Restores a photographed sheet from its state. @param game and sheet as JSON from `packReport` */
export function photoFromState(game: string, sheet: string, kept: KeptPicture | null): PhotoSheet {
  const printed = packGame(withRowSums(unpackGame(game)));
  const [one] = unpackReport(`{"games":[${printed}],"sheets":[${sheet}]}`);
  if (one === undefined || one.photo === null) throw new TypeError("the state of a sheet holds no photo");
  const { photo, areas, nameCells } = one;
  if (kept === null) return photo;
  const { jpeg, width_px: widthPx, height_px: heightPx, px_per_mm: pxPerMm } = kept;
  return { ...photo, picture: { jpeg, widthPx, heightPx, pxPerMm, areas, names: nameCells } };
}
