import type { Game, Text } from "../../rules/game/game.ts";
import type { YamlMap } from "../../rules/source/write-yaml.ts";

/**
 * A pad that was not printed by this program, such as a Kniffel card: what its ruled tables hold. Read from a pad file and proved to fit
 * its game, so everybody else may trust it.
 */
export interface Pad {
  readonly id: string;
  readonly name: Text;
  /** What is played on it, with the pad's house rules; boxes and lines have the names that are printed on the pad. */
  readonly game: Game;
  /** What its own rules change of its variant beyond house rules, in the keys of a variant file. */
  readonly changes: YamlMap;
  /** What a column of numbers is for: one of several players, or one of several consecutive games. */
  readonly columns: (typeof COLUMN_USES)[number];
  /** At least one, in the order in which they are filled. */
  readonly tables: readonly PadTable[];
}

/** What a pad may have at most. The height of a row is compared with most rows. */
export const PAD_LIMITS = {
  labels: 6,
  columns: 40,
  rows: 100,
  tables: 12,
  height: { min: 0.2, max: 5 },
} as const;

export const COLUMN_USES = ["players", "games"] as const;

/** One ruled table of a pad. */
interface PadTable {
  /** How many columns on the left hold what is printed. */
  readonly labels: number;
  /** How many columns for numbers there may be. */
  readonly entries: { readonly min: number; readonly max: number };
  /** At least one, from the top. */
  readonly rows: readonly CommercialPadRow[];
}

/** One row of a table. */
export interface CommercialPadRow {
  readonly holds: RowContent;
  /** How high it is compared with most rows. */
  readonly height: number;
  /** The line below it. */
  readonly line: (typeof ROW_LINES)[number];
}

export const ROW_LINES = ["single", "double", "thick"] as const;

/** The content of a row, in each column of numbers. */
export type RowContent =
  | { readonly kind: "category"; readonly id: string }
  /** What the players add up. A pad may have the same line twice. */
  | { readonly kind: "line"; readonly id: string }
  /** Names of players, numbers of games: part of the head. Not every column of such a row need be ruled. */
  | { readonly kind: "names" }
  /** Nothing that counts: a heading, a rule, an empty row. */
  | { readonly kind: "nothing" };

/** Words for the rows of a pad file that hold neither a category nor a line. */
export const WORDLESS_ROWS = ["names", "nothing"] as const satisfies readonly RowContent["kind"][];

/** All rows of a pad, from its first table to its last. */
export function rowsOfPad({ tables }: Pick<Pad, "tables">): CommercialPadRow[] {
  return tables.flatMap(({ rows }) => rows);
}

/** The pad that a sheet was taken to be of. */
export interface PadOnPhoto {
  readonly id: string;
  readonly name: Text;
  /** The probability that the cells are the boxes of this pad, in this order. */
  readonly confidence: number;
  /** Whether it is this pad beyond doubt. */
  readonly isSure: boolean;
  readonly columns: Pad["columns"];
  readonly changes: Pad["changes"];
}
