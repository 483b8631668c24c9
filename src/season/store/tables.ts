import { type Generated, type JSONColumnType, type RawBuilder, sql } from "kysely";
import type { Text } from "../../rules/game/game.ts";
import type { RankingRules } from "../../rules/game/payout.ts";

/** The tables of a season's store, as queries see them; `migrations.ts` creates them. Ids count up; dates are `YYYY-MM-DD`, or empty if unknown. */
export interface Tables {
  season: SeasonTable;
  games: GameTable;
  evenings: EveningTable;
  players: PlayerTable;
  aliases: AliasTable;
  leavers: LeaverTable;
  sheets: StoredSheet;
  results: ResultTable;
  pictures: PictureTable;
  answers: AnswerTable;
  audit: AuditTable;
  unranked: UnrankedTable;
}

/** The season itself; one row. */
interface SeasonTable {
  readonly id: Generated<number>;
  readonly name: string;
  /** The version of the program that made the store. */
  readonly program: string;
  readonly made_at: Generated<Date>;
}

/** A game with its house rules. */
interface GameTable {
  readonly id: Generated<number>;
  /** See `rulesHash`. */
  readonly rules: string;
  readonly variant: string;
  readonly name: JSONColumnType<Text>;
  readonly boxes: JSONColumnType<readonly KeptBox[]>;
  readonly lowest_wins: boolean;
  /** Null if no sheet came with it. */
  readonly ranking: JSONColumnType<KeptRanking> | null;
  /** The whole game as `packGame` packs it; null if no sheet came with it. */
  readonly packed: string | null;
}

/** How a game is ranked and paid, as plain values; null if unknown. */
export interface KeptRanking {
  readonly by: RankingRules["ranking"]["by"];
  readonly order: RankingRules["ranking"]["order"];
  /** The ids of the columns. */
  readonly columns: readonly string[];
  /** The worth of columns by their ids; null if columns are not won one by one. */
  readonly prizes: { readonly worth: Readonly<Record<string, number>>; readonly sweep: number } | null;
  readonly settlement: RankingRules["settlement"];
}

/** A box of a game, in the order in which results hold them: column by column, from top to bottom. */
export interface KeptBox {
  readonly column: string;
  readonly category: string;
  readonly label: Text;
  /** The label of its column; null if the game has only one. */
  readonly columnLabel: Text | null;
}

interface EveningTable {
  readonly id: Generated<number>;
  readonly date: string;
  readonly place: string;
  readonly name: string;
}

interface PlayerTable {
  readonly id: Generated<number>;
  /** The first name that the player was recorded under, folded; see `nameKey`. */
  readonly key: string;
  /** The displayed name. */
  readonly name: string;
}

/** A name as it was written, and its player. A player who was merged into another one has none left. */
interface AliasTable {
  readonly id: Generated<number>;
  readonly key: string;
  readonly name: string;
  readonly player_id: number;
}

/** A person who has left the season: the results of the others stay as they were. */
interface LeaverTable {
  /** The former id of the player. */
  readonly player_id: Generated<number>;
  /** Distinguishes people who have left, also across stores; it does not depend on the name. */
  readonly key: string;
}

/** Places where players with a sheet each must be ranked again, because another version of the program ranked them. */
interface UnrankedTable {
  readonly game_id: number;
  readonly evening_id: number;
}

export const SOURCES = ["photo", "form", "typed"] as const;
/** How a sheet was added. */
export type Source = (typeof SOURCES)[number];

/** `settled` counts; `open` waits for a person; `replaced` by a better photo of the same sheet; `left` is empty and no longer counts. */
export type SheetState = "settled" | "open" | "replaced" | "left";

/**
 * Why a sheet waits: for answers about boxes, for the names of players, for a decision between two sheets of one number, for another
 * reader, or because two of its names belong to one player.
 */
const WAITS = ["questions", "names", "number", "readers", "players"] as const;
export type Wait = (typeof WAITS)[number];

export interface StoredSheet {
  readonly id: Generated<number>;
  readonly source: Source;
  /** SHA-256 of the photo or form, or of the content of a typed sheet, in hexadecimal. */
  readonly hash: string;
  /** The index of the sheet on that photo or form. */
  readonly part: number;
  readonly file: string;
  /** The content of its printed code; null for sheets without a number. */
  readonly identity: string | null;
  readonly number: number;
  /** The versions of program and model that read it. */
  readonly engine: string;
  readonly game_id: number;
  readonly evening_id: number;
  readonly verdict: "correct" | "mistakes" | "unsure";
  /** Whether the game is over; unfinished games don't count in standings. */
  readonly complete: boolean;
  readonly state: SheetState;
  readonly waits: Wait | null;
  /** Open questions. */
  readonly questions: number;
  /** Players on it. */
  readonly seats: number;
  /** Boxes that hold ink. */
  readonly filled: number;
  /** A photo that waits, as `packReport` packs it, without its game; null for others. */
  readonly packed: string | null;
  /** The reading that it waits for: 1 by the first person, 2 by the second, 3 by the one who decides between them. */
  readonly reading: Generated<number>;
  readonly kept_by: string;
  readonly kept_at: Generated<Date>;
  readonly replaced_by: number | null;
  /** The first entry that it replaced, which gives its place in the order of an evening; null if it replaced none. */
  readonly came_in: number | null;
  /** The person who is answering its questions, and until when by the clock of the store. */
  readonly claimed_by: string | null;
  readonly claimed_until: Date | null;
}

/** The result of a player on one sheet. */
interface ResultTable {
  readonly id: Generated<number>;
  readonly sheet_id: number;
  /** The player's place on the sheet, from 1. */
  readonly seat: number;
  /** Null for a person who has left the season. */
  readonly alias_id: number | null;
  /** The player of the alias, kept equal by a foreign key; for a person who has left, see `leavers`. */
  readonly player_id: number;
  readonly evening_id: number;
  readonly game_id: number;
  /** Whether its sheet is settled and complete. */
  readonly counts: boolean;
  readonly total: number;
  /** The deciding points: higher is better. */
  readonly decides: number;
  /** The totals of the columns in games that they decide; null in others. */
  readonly columns: readonly number[] | null;
  /** Whether a roll won the game before its end. */
  readonly won_at_once: boolean;
  readonly left_early: boolean;
  /** Identifies the game by its first sheet; players with a sheet each have several sheets in one game. */
  readonly match_id: number;
  /** Among the players of the game: 1 for the best; level players share a rank. */
  readonly rank: number;
  readonly players: number;
  /** The number of players with a worse rank. */
  readonly beaten: number;
  readonly payout: number | null;
  /** Scores in the order of the game's boxes; null where a box is empty, 0 where it is struck. */
  readonly boxes: readonly (number | null)[];
  /** The places of struck boxes in that order, from 0. */
  readonly struck: readonly number[];
  /** Number of struck boxes. */
  readonly strikes: Generated<number>;
  /** Bonus lines that earned something, and how many there are. */
  readonly bonuses: number;
  readonly bonus_lines: number;
}

/** The straightened picture of a sheet that waits. */
export interface PictureTable {
  readonly sheet_id: number;
  readonly jpeg: Uint8Array;
  readonly width_px: number;
  readonly height_px: number;
  readonly px_per_mm: number;
}

/** An answer about a box, by its index in the reading, or about a name: then `box` is the player's place on the sheet, negative. */
interface AnswerTable {
  readonly id: Generated<number>;
  readonly sheet_id: number;
  readonly box: number;
  /** 1 for the first reader, 2 for the second, 3 for the one who decided between them. */
  readonly reading: number;
  /** `Written`, or `{name}`. */
  readonly answer: JSONColumnType<object>;
  readonly by: string;
  readonly at: Generated<Date>;
  readonly seconds: number;
}

/** The changes of the season, when and by whom. Ids give the order, since clocks jump. */
interface AuditTable {
  readonly id: Generated<number>;
  readonly at: Generated<Date>;
  readonly by: string;
  readonly kind: AuditKind;
  readonly sheet_id: number | null;
  readonly player_id: number | null;
  readonly before: JSONColumnType<object> | null;
  readonly after: JSONColumnType<object> | null;
  /** Whether the change was undone. */
  readonly undone: Generated<boolean>;
}

export type AuditKind =
  | "kept"
  | "settled"
  | "replaced"
  | "disputed"
  | "decided"
  | "alias"
  | "merge"
  | "rename"
  | "evening"
  | "undo"
  | "leave";

/** The SQL types of columns, by their names. */
type ColumnTypes = Readonly<
  Record<
    string,
    "text" | "integer" | "boolean" | "jsonb" | "double precision" | "integer[]" | "double precision[]"
  >
>;

/** Rows as a table for a query, in a single parameter, with only the named columns. */
export function toSqlTable(rows: readonly object[], columns: ColumnTypes): RawBuilder<unknown> {
  const types = Object.entries(columns).map(([name, type]) => `${name} ${type}`);
  const names = new Set(Object.keys(columns));
  const plain = rows.map((row) =>
    Object.fromEntries(Object.entries(row).filter(([name]) => names.has(name))),
  );
  return sql`(select * from jsonb_to_recordset(${JSON.stringify(plain)}::jsonb) as t(${sql.raw(types.join(", "))}))`;
}

/** Rows of a table of the store, in a single parameter. Columns that the rows don't name are null; other keys are ignored. */
export function toTableRows(table: keyof Tables, rows: readonly object[]): RawBuilder<unknown> {
  return sql`jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb)`;
}

/** Rows per page. */
export const PAGE = 1000;

/** The rows of a table in the order of their ids, in pages: a season may be larger than memory. */
export async function* readPages<Row extends { readonly id: number }>(
  read: (after: number) => Promise<readonly Row[]>,
): AsyncGenerator<readonly Row[]> {
  for (let after = 0; ; ) {
    const rows = await read(after);
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows;
    after = last.id;
  }
}
