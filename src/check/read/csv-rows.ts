import { getElement } from "../../rules/arrays.ts";
import type { Cell } from "../../rules/source/csv.ts";
import type { Span, TextEntry, TextMap, TextNode, TextScalar } from "../../rules/source/text.ts";
import { parseEntry, strikeMarks } from "./box-entry.ts";
import type { Keywords } from "./names.ts";

type Row = readonly Cell[];

/**
 * Turns spreadsheet rows into the nodes of a sheet: keyword rows (`variant;…`, `player;…`, `column;…`) become keys, each other row a box or
 * line of every player with an entry in it. Skips empty rows. @returns also the corner of a guessed row of names
 */
export function convertRows(
  table: readonly Row[],
  keywords: Keywords,
): { readonly root: TextMap; readonly header: Cell | null } {
  // A table may begin in column B.
  const starts = table.map((row) => row.findIndex(({ text }) => text !== "")).filter((start) => start !== -1);
  const rows = table.map((row) => row.slice(starts.length === 0 ? 0 : Math.min(...starts)));
  const header = findHeader(rows, keywords);
  const frame: SortedRows = { head: [], options: [], player: header, column: null, left: null, scores: [] };
  for (const row of rows)
    if (row !== header && row.some((cell) => cell.text !== "")) sortRow(row, frame, keywords);
  const options = frame.options
    .slice(0, 1)
    .map(({ keySpan }) => textEntry("options", keySpan, textMap(frame.options, keySpan)));
  const entries = [...frame.head, ...options, playersEntry(frame)];
  return { root: textMap(entries, NOWHERE), header: header?.[0] ?? null };
}

const NOWHERE: Span = { from: 0, to: 1 };

interface SortedRows {
  readonly head: TextEntry[];
  readonly options: TextEntry[];
  player: Row | null;
  column: Row | null;
  left: Row | null;
  readonly scores: Row[];
}

function sortRow(row: Row, frame: SortedRows, keywords: Keywords): void {
  const [key, ...cells] = row;
  if (key === undefined) return;
  const { keyword = null, rest = "" } = keywords.parseKeywordRow(key.text) ?? {};
  const blank: Cell = { ...key, text: "" };
  const isCorner = key.text === "" && frame.scores.length === 0;
  // Spreadsheets often leave the corner blank: the first such row has the names, the second the columns.
  if (isCorner && frame.player === null) frame.player = row;
  else if (isCorner && frame.column === null) frame.column = row;
  else if (keyword === "player" || keyword === "column" || keyword === "left") {
    frame[keyword] ??= row;
    // The names of another table below: its scores are not those of the first one.
    if (row.some(({ text }, at) => text !== (frame[keyword]?.[at]?.text ?? ""))) frame.scores.push(row);
  }
  // Both `option extra;minus` and `option;extra;minus`.
  else if (keyword === "option" && rest !== "")
    frame.options.push(textEntry(rest, key, scalarNode(row[1] ?? blank)));
  else if (keyword === "option")
    frame.options.push(textEntry(row[1]?.text ?? "", row[1] ?? key, scalarNode(row[2] ?? blank)));
  else if (keyword !== null) frame.head.push(textEntry(keyword, key, headNode(keyword, cells, blank)));
  else if (cells.some((cell) => cell.text !== "")) frame.scores.push(row);
}

/** The value of a row above the boxes: a list where games have several people. */
function headNode(keyword: string, cells: Row, blank: Cell): TextNode {
  const first = scalarNode(cells[0] ?? blank);
  const last = cells.findLastIndex(({ text }) => text !== "");
  if (keyword !== "games_of" || last < 1) return first;
  const items = cells.slice(0, last + 1).map(scalarNode);
  return { kind: "list", items, from: first.from, to: getElement(items, last).to };
}

/** A non-empty column of the spreadsheet. */
interface Track {
  readonly at: number;
  /** Null if there is no name above it. */
  readonly player: Cell | null;
  /** Null where the sheet names no columns of the game. */
  readonly column: Cell | null;
  /** Where the track is, for reports about the whole of it. */
  readonly span: Span;
  readonly rows: readonly TextEntry[];
}

function playersEntry(frame: SortedRows): TextEntry {
  const own = new Map<string, Track[]>();
  for (const track of findTracks(frame)) {
    // Where columns are named, one player has several; otherwise each name is another player.
    const isOneOfSeveral = track.column !== null && track.player !== null;
    const key = isOneOfSeveral ? `name ${track.player.text}` : `track ${track.at}`;
    const tracks = own.get(key) ?? [];
    own.set(key, tracks);
    tracks.push(track);
  }
  const items = [...own.values()].map((tracks) => playerMap(tracks, frame));
  const span = { from: items[0]?.from ?? NOWHERE.from, to: items.at(-1)?.to ?? NOWHERE.to };
  return textEntry("players", span, { kind: "list", items, ...span });
}

function findTracks({ player: players, column: columns, scores }: SortedRows): Track[] {
  if (players === null) return [];
  /** The cells of each column of the spreadsheet, from top to bottom. */
  const rowsAt: TextEntry[][] = [];
  for (const [key, ...cells] of scores) {
    for (const [index, cell] of cells.entries()) {
      if (key === undefined || cell.text === "") continue;
      const rows = rowsAt[index + 1] ?? [];
      rowsAt[index + 1] = rows;
      rows.push(textEntry(key.text, key, scalarNode(cell)));
    }
  }
  const tracks: Track[] = [];
  let player: Cell | null = null;
  const width = Math.max(players.length, columns?.length ?? 0, rowsAt.length);
  for (let at = 1; at < width; at++) {
    const name = cellWithText(players[at]);
    const column = cellWithText(columns?.[at]);
    const rows = rowsAt[at] ?? [];
    const span = name ?? column ?? rows[0]?.value;
    if (span === undefined) continue;
    // A blank after a name is a merged cell, if there is a column of the game below it.
    player = name ?? (column === null ? null : player);
    tracks.push({ at, player, column, span, rows });
  }
  return tracks;
}

function cellWithText(cell: Cell | undefined): Cell | null {
  return cell === undefined || cell.text === "" ? null : cell;
}

function playerMap(tracks: readonly Track[], frame: SortedRows): TextMap {
  const { at, player, span } = getElement(tracks, 0);
  const left = cellWithText(frame.left?.[at]);
  const columns = tracks.flatMap(({ column, rows }) =>
    column === null ? [] : [textEntry(column.text, column, textMap(rows, column))],
  );
  const scores = tracks.filter(({ column, rows }) => column === null && rows.length > 0);
  const entries = [
    ...(player === null ? [] : [textEntry("name", player, scalarNode(player))]),
    ...(left === null ? [] : [textEntry("left", left, scalarNode(left))]),
    ...(columns.length > 0 ? [textEntry("columns", span, textMap(columns, span))] : []),
    ...scores.map(({ rows }) => textEntry("scores", span, textMap(rows, span))),
  ];
  return textMap(entries, span);
}

function scalarNode({ text, from, to }: Cell): TextScalar {
  return { kind: "scalar", value: text === "" ? null : text, source: text, from, to };
}

function textEntry(key: string, at: Span, value: TextNode): TextEntry {
  return { key, keySpan: { from: at.from, to: at.to }, value };
}

function textMap(entries: readonly TextEntry[], { from, to }: Span): TextMap {
  return { kind: "map", entries, from, to };
}

const MARKS = strikeMarks([]);

/** Guesses the row of names if none is marked: the first with words instead of scores; null if there is none. */
function findHeader(rows: readonly Row[], keywords: Keywords): Row | null {
  if (rows.some(([key]) => key && keywords.parseKeywordRow(key.text)?.keyword === "player")) return null;
  const first = rows.find(
    ([key, ...cells]) => key && cells.some(cellWithText) && keywords.parseKeywordRow(key.text) === null,
  );
  return first?.[0]?.text && hasNames(first.slice(1)) ? first : null;
}

/** Whether there is a word in one of the cells, and no number in any of them. */
function hasNames(cells: readonly Cell[]): boolean {
  const entries = cells.map((cell) => parseEntry(scalarNode(cell), MARKS));
  const isNoScore = entries.map((one) => "code" in one && one.code === "not-a-score");
  const hasWord = cells.some(({ text }, at) => isNoScore[at] && /\p{L}/u.test(text));
  return hasWord && entries.every((one, at) => isNoScore[at] || ("kind" in one && one.kind !== "score"));
}
