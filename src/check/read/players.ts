import { type Message, msg } from "../../rules/problem/message.ts";
import { shorten, joinCodeWords } from "../../rules/problem/wording.ts";
import type { Game } from "../../rules/game/game.ts";
import type { TextEntry, TextMap, TextNode } from "../../rules/source/text.ts";
import { nameFault, nameKey, sameNameMessage, TELL_APART, tidyName } from "../name.ts";
import { parseEntry } from "./box-entry.ts";
import type { Keywords, Names, Target } from "./names.ts";
import type { IssueLog } from "./issue-log.ts";
import { type BoxEntry, type PlayerSheet, gameReference, entryScore } from "../sheet.ts";

const MAX_PLAYERS = 100;

/** The players of a sheet, each with every box of the game; problems go to the log. */
export function readPlayers(node: TextNode | undefined, table: PlayerContext): PlayerSheet[] {
  const { log, spreadsheet } = table;
  const hint =
    spreadsheet !== null
      ? msg`check.no-players-row-hint: add a row ${spreadsheet.rows("player")} with a name above each column`
      : msg`check.no-players-hint: write \`players:\` and under it \`- name: …\` for each`;
  const items = node?.kind === "list" ? node.items : [];
  const excess = items[MAX_PLAYERS];
  const isBlank = node?.kind === "list" || (node?.kind === "scalar" && node.value === null);
  if (node === undefined || (isBlank && items.length === 0)) {
    const message = msg`check.no-players: there are no players on this sheet`;
    log.report("no-players", message, node ?? log.text.root, hint);
  } else if (node.kind !== "list")
    log.report("wrong-type", msg`check.players-not-a-list: \`players\` must be a list`, node, hint);
  if (excess !== undefined) {
    const message = msg`check.too-many-players: there are ${items.length} players on this sheet; at most ${MAX_PLAYERS} are possible`;
    log.report("too-many-players", message, excess);
    return [];
  }
  const { max } = table.game.players;
  const oneTooMany = max === null || table.columnsAreGames ? undefined : items[max];
  if (max !== null && oneTooMany !== undefined) {
    const message = msg`check.too-many-for-game: there are ${items.length} players on this sheet, but this game is for ${max} at most`;
    log.report("too-many-players", message, oneTooMany);
  }
  const seen: SeenNames = new Map();
  return items.flatMap((item) => {
    const map = log.map(
      item,
      msg`check.a-player: a player`,
      msg`check.player-not-a-map-hint: write \`- name: …\` and under it the boxes`,
    );
    return map === null ? [] : new PlayerReader(table).read(map, seen);
  });
}

/** The keys of a player, apart from the lines that span the columns. */
const PLAYER_KEYS: readonly string[] = ["name", "left", "scores", "columns"];

export interface PlayerContext {
  readonly game: Game;
  readonly names: Names;
  readonly marks: ReadonlySet<string>;
  readonly log: IssueLog;
  readonly readYesNo: (node: TextNode, what: Message) => boolean | null;
  /** Null if it is no spreadsheet. In one, lines that span the columns may be in any of the player's columns. */
  readonly spreadsheet: Keywords | null;
  readonly columnsAreGames: boolean;
}

type Entries = Map<string, TextEntry>;
/** Earlier players, by `nameKey`. */
type SeenNames = Map<string, { readonly name: string; readonly node: TextNode }>;

/** Builds a player's sheet from keys in any order. */
class PlayerReader {
  readonly #table: PlayerContext;
  readonly #log: IssueLog;
  #nameNode: TextNode | null = null;
  #left = false;
  readonly #fields: Entries = new Map();
  readonly #columns: Entries = new Map();
  readonly #sheetLineEntries: Entries = new Map();
  readonly #boxes = new Map<string, Map<string, BoxEntry>>();
  readonly #columnLines = new Map<string, Map<string, number>>();
  readonly #sheetLines = new Map<string, number>();

  constructor(table: PlayerContext) {
    this.#table = table;
    this.#log = table.log;
    const { rowIds } = gameReference(table.game);
    for (const { id } of table.game.columns) {
      this.#boxes.set(id, new Map(rowIds.map((row) => [row, { kind: "empty" }])));
      this.#columnLines.set(id, new Map());
    }
  }

  read(map: TextMap, seen: SeenNames): PlayerSheet[] {
    for (const entry of map.entries) this.#take(entry);
    const [log, node, { spreadsheet }] = [this.#log, this.#nameNode, this.#table];
    const typed = node === null ? null : log.word(node, msg`check.a-name: a name`);
    if (node === null || typed === null) {
      const row =
        spreadsheet === null
          ? msg`check.no-name-hint: add \`name: …\``
          : msg`check.names-row-hint: names go into the row ${spreadsheet.rows("player")}`;
      const hint = node === null ? row : null;
      if (node === null || node.kind === "scalar")
        log.report("no-name", msg`check.no-name: this player has no name`, node ?? map, hint);
      return [];
    }
    const fault = nameFault(typed);
    if (fault !== null) {
      log.report("bad-name", fault.message, node, fault.hint);
      return [];
    }
    const name = tidyName(typed);
    const first = seen.get(nameKey(name));
    if (first !== undefined && !this.#table.columnsAreGames)
      log.report("duplicate-player", sameNameMessage(name, first.name), node, TELL_APART, first.node);
    seen.set(nameKey(name), { name, node });
    const [boxes, columnLines, sheetLines] = [this.#boxes, this.#columnLines, this.#sheetLines];
    return [{ name, left: this.#left, boxes, columnLines, sheetLines }];
  }

  #take(entry: TextEntry): void {
    const { key, value } = entry;
    if (!PLAYER_KEYS.includes(key)) this.#takeLine(entry);
    else if (!this.#log.recordOnce(this.#fields, key, entry)) return;
    else if (key === "name") this.#nameNode = value;
    else if (key === "left")
      this.#left = this.#table.readYesNo(value, msg`check.key-left: \`left\``) ?? false;
    else if (key === "scores") this.#takeScores(entry);
    else this.#takeColumns(value);
  }

  #takeLine(entry: TextEntry): void {
    const target = this.#find(entry);
    if (target?.kind === "sheet-line") this.#writeSheetLine(target.id, entry);
    if (target === null || target.kind === "sheet-line") return;
    const hint =
      this.#table.game.columns.length > 1
        ? msg`check.outside-column-hint: put it into its column`
        : msg`check.outside-scores-hint: put it under \`scores:\``;
    const name = shorten(entry.key);
    const message =
      target.kind === "box"
        ? msg`check.box-outside-column: the box \`${name}\` must be in a column`
        : msg`check.line-outside-column: the line \`${name}\` must be in a column`;
    this.#log.report("outside-column", message, entry.keySpan, hint);
  }

  #takeScores(entry: TextEntry): void {
    const { columns } = this.#table.game;
    const [only] = columns;
    if (only === undefined || columns.length > 1) {
      const ids = columns.map((column) => column.id).join(", ");
      const message = msg`check.no-columns: this game has ${columns.length} columns; each score needs one`;
      const { spreadsheet } = this.#table;
      const hint =
        spreadsheet === null
          ? msg`check.columns-hint: the columns are: ${ids}`
          : msg`check.columns-row-hint: the columns are: ${ids}; name them in a row ${spreadsheet.rows("column")} below the players`;
      this.#log.report("no-columns", message, entry.keySpan, hint);
      return;
    }
    this.#takeColumn(only.id, entry, true);
  }

  #takeColumns(node: TextNode): void {
    const map = this.#log.map(node, msg`check.key-columns: \`columns\``);
    if (map === null) return;
    const { game, names, spreadsheet } = this.#table;
    for (const entry of map.entries) {
      const [id, other] = names.columns.find(entry.key);
      const message = msg`check.unknown-column: this game has no column \`${shorten(entry.key)}\``;
      if (id === undefined || other !== undefined)
        this.#log.report("unknown-column", message, entry.keySpan, () => names.columns.hint(entry.key));
      else this.#takeColumn(id, entry, game.columns.length === 1 || spreadsheet !== null);
    }
  }

  #takeColumn(id: string, entry: TextEntry, holdsSheetLines: boolean): void {
    if (!this.#log.recordOnce(this.#columns, id, entry)) return;
    const map = this.#log.map(entry.value, msg`check.named-column: the column \`${shorten(entry.key)}\``);
    const seen: Entries = new Map();
    for (const row of map?.entries ?? []) {
      const target = this.#find(row);
      if (target?.kind === "sheet-line" && holdsSheetLines) this.#writeSheetLine(target.id, row);
      else if (target?.kind === "sheet-line") {
        const message = msg`check.inside-column: \`${shorten(row.key)}\` spans all columns; it can’t be inside one of them`;
        const hint = msg`check.inside-column-hint: put it next to \`name:\` and \`columns:\``;
        this.#log.report("inside-column", message, row.keySpan, hint);
      } else if (target !== null && this.#log.recordOnce(seen, target.id, row)) {
        const content = this.#readBox(row.value);
        const value = entryScore(content);
        if (value === null) continue;
        if (target.kind === "box") this.#boxes.get(id)?.set(target.id, content);
        else this.#columnLines.get(id)?.set(target.id, value);
      }
    }
  }

  #writeSheetLine(id: string, entry: TextEntry): void {
    const before = this.#sheetLineEntries.get(id);
    // In a spreadsheet, each of the player's columns has a cell in the row of the line.
    const isSameRow = before !== undefined && before.keySpan.from === entry.keySpan.from;
    if (!isSameRow && !this.#log.recordOnce(this.#sheetLineEntries, id, entry)) return;
    const value = entryScore(this.#readBox(entry.value));
    const written = this.#sheetLines.get(id);
    if (value === null || value === written) return;
    if (before === undefined || written === undefined) {
      this.#sheetLineEntries.set(id, entry);
      this.#sheetLines.set(id, value);
      return;
    }
    const message = msg`check.two-values-in-row: \`${shorten(entry.key)}\` spans all columns, but its row has two different values`;
    const hint = msg`check.two-values-in-row-hint: empty one of this player’s cells`;
    this.#log.report("two-values", message, entry.value, hint, before.value);
  }

  #find({ key, keySpan }: TextEntry): Target | null {
    const { rows } = this.#table.names;
    const [target, ...others] = rows.find(key);
    if (key.trim() === "") {
      this.#log.report("no-row", msg`check.no-row: this row doesn’t say which box or line it is`, keySpan);
      return null;
    }
    if (target === undefined && this.#table.spreadsheet?.parseKeywordRow(key)) {
      const message = msg`check.duplicate-key: \`${shorten(key)}\` appears twice`;
      this.#log.report(
        "duplicate-key",
        message,
        keySpan,
        msg`check.second-table-hint: one file is one sheet: put another table into a file of its own`,
      );
      return null;
    }
    if (target === undefined) {
      const message = msg`check.unknown-row: this game has no box or line \`${shorten(key)}\``;
      this.#log.report("unknown-row", message, keySpan, () => rows.hint(key));
      return null;
    }
    if (others.length === 0) return target;
    const ids = joinCodeWords(
      [target, ...others].map(({ id }) => id),
      "or",
    );
    const message = msg`check.ambiguous-row: \`${shorten(key)}\` can mean ${ids}`;
    const hint = msg`check.ambiguous-row-hint: write the one you mean`;
    this.#log.report("ambiguous-row", message, keySpan, hint);
    return null;
  }

  /** The content of a box or line; empty after a report. */
  #readBox(node: TextNode): BoxEntry {
    const what = node.kind === "list" ? msg`rules.list: a list` : msg`rules.map: a map`;
    if (node.kind !== "scalar") {
      const message = msg`check.not-a-single-score: this is ${what}, but a box holds one score`;
      this.#log.report("wrong-type", message, node);
    }
    const content = node.kind === "scalar" ? parseEntry(node, this.#table.marks) : null;
    if (content !== null && "kind" in content) return content;
    if (content !== null) this.#log.report(content.code, content.message, node, content.hint);
    return { kind: "empty" };
  }
}
