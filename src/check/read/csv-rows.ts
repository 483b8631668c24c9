import type { Cell } from "../../rules/source/csv.ts";
import type { Span, TextEntry, TextMap, TextNode, TextScalar } from "../../rules/source/text.ts";
import { readInk, strikeMarks } from "./ink.ts";
import type { Keywords } from "./names.ts";

type Row = readonly Cell[];

/**
 * Rows of a spreadsheet as the nodes of a sheet: framing rows (`variant;…`, `player;…`, `column;…`) become keys, each
 * further row a box or line of every player who has ink in it. Rows without ink, such as headings, are passed over.
 *
 * @returns also the first cell of the row that was taken for the one with the names, if it doesn't say so itself
 */
export function layOutRows(
  rows: readonly Row[],
  keywords: Keywords,
): { readonly root: TextMap; readonly header: Cell | null } {
  const header = findHeader(rows, keywords);
  const frame: Frame = { head: [], options: [], players: header, columns: null, left: null, ink: [] };
  for (const row of rows) {
    if (row !== header && row.some((cell) => cell.text !== "")) sortOut(row, frame, keywords);
  }
  const entries = [...frame.head];
  const [option] = frame.options;
  if (option !== undefined)
    entries.push(entryOf("options", option.keySpan, mapOf(frame.options, option.keySpan)));
  entries.push(playersEntry(frame));
  return { root: { kind: "map", entries, from: 0, to: 1 }, header: header?.[0] ?? null };
}

/** The rows of a sheet, sorted by what they are for. */
interface Frame {
  readonly head: TextEntry[];
  readonly options: TextEntry[];
  players: Row | null;
  columns: Row | null;
  left: Row | null;
  readonly ink: Row[];
}

function sortOut(row: Row, frame: Frame, keywords: Keywords): void {
  const [key, ...cells] = row;
  if (key === undefined) return;
  // Spreadsheets often leave the corner blank: the first such row has the names, the second the columns.
  if (key.text === "" && frame.ink.length === 0 && frame.players === null) frame.players = row;
  else if (key.text === "" && frame.ink.length === 0 && frame.columns === null) frame.columns = row;
  else if (!sortByKeyword(key, row, frame, keywords) && cells.some((cell) => cell.text !== ""))
    frame.ink.push(row);
}

/** @returns whether it was a framing row */
function sortByKeyword(key: Cell, row: Row, frame: Frame, keywords: Keywords): boolean {
  const opening = keywords.opening(key.text);
  if (opening === null) return false;
  const { keyword, rest } = opening;
  const blank: Cell = { ...key, text: "" };
  if (keyword === "player") frame.players ??= row;
  else if (keyword === "column") frame.columns ??= row;
  else if (keyword === "left") frame.left ??= row;
  else if (keyword !== "option") frame.head.push(entryOf(keyword, key, nodeOf(row[1] ?? blank)));
  // Both `option extra;minus` and `option;extra;minus`.
  else if (rest !== "") frame.options.push(entryOf(rest, key, nodeOf(row[1] ?? blank)));
  else frame.options.push(entryOf(row[1]?.text ?? "", row[1] ?? key, nodeOf(row[2] ?? blank)));
  return true;
}

/** A column of the spreadsheet that has something in it. */
interface Track {
  readonly at: number;
  /** Null if no name stands above it. */
  readonly player: Cell | null;
  /** Null where the sheet names no columns of the game. */
  readonly column: Cell | null;
  /** Where the track is, for reports about the whole of it. */
  readonly span: Span;
  readonly rows: readonly TextEntry[];
}

function playersEntry(frame: Frame): TextEntry {
  const own = new Map<string, Track[]>();
  for (const track of tracksOf(frame)) {
    // Where columns are named, one player has several; otherwise each name is a player of their own.
    const isOneOfSeveral = track.column !== null && track.player !== null;
    const key = isOneOfSeveral ? `name ${track.player.text}` : `track ${track.at}`;
    const tracks = own.get(key) ?? [];
    own.set(key, tracks);
    tracks.push(track);
  }
  const items = [...own.values()].map((tracks) => playerOf(tracks, frame));
  const span = { from: items[0]?.from ?? 0, to: items.at(-1)?.to ?? 1 };
  return entryOf("players", span, { kind: "list", items, ...span });
}

function tracksOf({ players, columns, ink }: Frame): Track[] {
  if (players === null) return [];
  const inkAt = inkByTrack(ink);
  const width = Math.max(players.length, columns?.length ?? 0, inkAt.length);
  const tracks: Track[] = [];
  let player: Cell | null = null;
  for (let at = 1; at < width; at++) {
    const name = filled(players[at]);
    const column = filled(columns?.[at]);
    const rows = inkAt[at] ?? [];
    const span = name ?? column ?? rows[0]?.value;
    if (span === undefined) continue;
    // A blank beside a name is a merged cell, as long as a column of the game stands below it.
    player = name ?? (column === null ? null : player);
    tracks.push({ at, player, column, span, rows });
  }
  return tracks;
}

function filled(cell: Cell | undefined): Cell | null {
  return cell === undefined || cell.text === "" ? null : cell;
}

/** What stands in each column of the spreadsheet, from top to bottom. */
function inkByTrack(ink: readonly Row[]): (TextEntry[] | undefined)[] {
  const tracks: (TextEntry[] | undefined)[] = [];
  for (const [key, ...cells] of ink) {
    cells.forEach((cell, index) => {
      if (key === undefined || cell.text === "") return;
      tracks[index + 1] ??= [];
      tracks[index + 1]?.push(entryOf(key.text, key, nodeOf(cell)));
    });
  }
  return tracks;
}

function playerOf(tracks: readonly Track[], frame: Frame): TextMap {
  const [first] = tracks;
  const span = first?.span ?? { from: 0, to: 1 };
  const entries: TextEntry[] = [];
  const name = first?.player ?? null;
  if (name !== null) entries.push(entryOf("name", name, nodeOf(name)));
  const left = filled(frame.left?.[first?.at ?? 0]);
  if (left !== null) entries.push(entryOf("left", left, nodeOf(left)));
  const columns = tracks.flatMap(({ column, rows }) =>
    column === null ? [] : [entryOf(column.text, column, mapOf(rows, column))],
  );
  if (columns.length > 0) entries.push(entryOf("columns", span, mapOf(columns, span)));
  for (const { column, rows } of tracks) {
    if (column === null && rows.length > 0) entries.push(entryOf("scores", span, mapOf(rows, span)));
  }
  return mapOf(entries, span);
}

function nodeOf({ text, from, to }: Cell): TextScalar {
  return { kind: "scalar", value: text === "" ? null : text, source: text, from, to };
}

function entryOf(key: string, at: Span, value: TextNode): TextEntry {
  return { key, keySpan: { from: at.from, to: at.to }, value };
}

function mapOf(entries: readonly TextEntry[], { from, to }: Span): TextMap {
  return { kind: "map", entries, from, to };
}

const MARKS = strikeMarks([]);

/**
 * The row with the players' names on a sheet where no row says so: the first one that has words where scores would stand.
 *
 * @returns null if a row does say so, by its word or by a blank corner, or if scores come first
 */
function findHeader(rows: readonly Row[], keywords: Keywords): Row | null {
  if (rows.some(([key]) => key !== undefined && keywords.opening(key.text)?.keyword === "player"))
    return null;
  for (const row of rows) {
    const [key, ...cells] = row;
    const isBlank = cells.every(({ text }) => text === "");
    if (key !== undefined && !isBlank && keywords.opening(key.text) === null)
      return key.text !== "" && hasNames(cells) ? row : null;
  }
  return null;
}

/** Whether there is a word in one of the cells, and no number in any of them. */
function hasNames(cells: readonly Cell[]): boolean {
  const inks = cells.map(({ text, from, to }) =>
    readInk({ kind: "scalar", value: text, source: text, from, to }, MARKS),
  );
  const isWord = (at: number) => /\p{L}/u.test(cells[at]?.text ?? "");
  const hasWord = inks.some((ink, at) => "code" in ink && ink.code === "not-a-score" && isWord(at));
  return hasWord && inks.every((ink) => ("code" in ink ? ink.code === "not-a-score" : ink.kind !== "score"));
}
