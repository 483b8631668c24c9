import { gameReference } from "../../check/sheet.ts";
import type { Game, Text } from "../../rules/game/game.ts";
import type { YamlMap } from "../../rules/source/write-yaml.ts";

/** A store-bought pad: the contents of its ruled tables. It is read from a pad file and validated against its game. */
export interface Pad {
  readonly id: string;
  readonly name: Text;
  /** The game with the pad's house rules; boxes and lines are labelled as printed on the pad. */
  readonly game: Game;
  /** Changes to the variant beyond house rules, in the keys of a variant file. */
  readonly changes: YamlMap;
  /** Whether a column of numbers is for a player or for one of several consecutive games. */
  readonly columns: (typeof COLUMN_USES)[number];
  /** At least one, in the order in which they are filled. */
  readonly tables: readonly PadTable[];
}

/** What a pad may have at most. The height of a row is compared with most rows. */
export const PAD_LIMITS = {
  labels: 6,
  right: 6,
  columns: 40,
  rows: 100,
  tables: 12,
  height: { min: 0.2, max: 5 },
} as const;

export const COLUMN_USES = ["players", "games"] as const;

/** One ruled table of a pad. */
interface PadTable {
  /** The number of columns on the left with printed labels. */
  readonly labels: number;
  /** The range of the number of columns for numbers. */
  readonly entries: { readonly min: number; readonly max: number };
  /** At least one, from the top. */
  readonly rows: readonly CommercialPadRow[];
}

/** One row of a table. */
export interface CommercialPadRow {
  readonly holds: RowContent;
  /** Relative to most rows. */
  readonly height: number;
  /** The line below it. */
  readonly line: (typeof ROW_LINES)[number];
  /** The contents of the columns right of the boxes, which each player has once: sums of rows, points. */
  readonly right?: readonly RowContent[];
}

export const ROW_LINES = ["single", "double", "thick"] as const;

/** The content of a row, in each column of numbers. */
export type RowContent =
  | { readonly kind: "category"; readonly id: string }
  /** A sum, bonus or total. A pad may have the same line twice. */
  | { readonly kind: "line"; readonly id: string }
  /** The head: names of players or numbers of games. Its columns needn't all be ruled. */
  | { readonly kind: "names" }
  /** Room for a tick for each extra roll of the top category. */
  | { readonly kind: "ticks" }
  /** Nothing that counts: a heading, a rule, an empty row. */
  | { readonly kind: "nothing" };

/** Words for the rows of a pad file that hold neither a category nor a line. */
export const WORDLESS_ROWS = ["names", "nothing", "ticks"] as const satisfies readonly RowContent["kind"][];

/** The ids of all that a row of a pad for a game can hold, in pad files and flags. */
export function listRowContentIds(game: Game): string[] {
  const { rowIds, lines } = gameReference(game);
  return [...rowIds, ...lines.keys(), ...WORDLESS_ROWS];
}

/** What a row holds by its id; null if the game has nothing of this id. */
export function findRowContent(id: string, game: Game): RowContent | null {
  const wordless = WORDLESS_ROWS.find((kind) => kind === id);
  if (wordless !== undefined) return { kind: wordless };
  const { categories, lines } = gameReference(game);
  if (categories.has(id)) return { kind: "category", id };
  return lines.has(id) ? { kind: "line", id } : null;
}

/** The word of pad files for a sum that the game itself doesn't have. */
export const SUM_ROW = "sum";

/** The number of columns of numbers that each player has: those of the game, and those right of them. */
export function columnsPerPlayer({ tables, game }: Pick<Pad, "tables" | "game">): number {
  return game.columns.length + Math.max(0, ...rowsOfPad({ tables }).map(({ right = [] }) => right.length));
}

/** All rows of a pad, from its first table to its last. */
export function rowsOfPad({ tables }: Pick<Pad, "tables">): CommercialPadRow[] {
  return tables.flatMap(({ rows }) => rows);
}

/** The pad that was recognised on a sheet. */
export interface PadOnPhoto {
  readonly id: string;
  readonly name: Text;
  /** The probability that the cells are assigned to the right boxes. */
  readonly confidence: number;
  /** Whether it is this pad beyond doubt. */
  readonly isSure: boolean;
  /** Rows of it were not found, so that nothing can be said about its sums. */
  readonly lacksRows?: true;
  /** A person who names it settles nothing: a part of the sheet is not on the photo, or the numbers don't fit the rows. */
  readonly staysUnsure?: true;
  /** A person said that it is another pad, so nothing can be said about the sheet. */
  readonly isOther?: true;
  readonly columns: Pad["columns"];
  readonly changes: Pad["changes"];
}

/** Whether a person who says that a sheet is of this pad settles all doubt about it. */
export function isPadAsked(pad: PadOnPhoto | null): pad is PadOnPhoto {
  return pad !== null && !pad.isSure && pad.staysUnsure !== true && pad.isOther !== true;
}

/** Whether the columns of a photographed sheet are games of one person. Reports of earlier versions say so of store-bought pads alone. */
export function hasGames(sheet: {
  readonly pad: PadOnPhoto | null;
  readonly columnsAreGames?: boolean;
}): boolean {
  return sheet.columnsAreGames ?? sheet.pad?.columns === "games";
}
