/** A box or line of a sheet, as a field names it. */
export interface SpotOnSheet {
  /** Null for lines that span the columns. */
  readonly column: string | null;
  /** The id of a category or line. */
  readonly row: string;
}

/** Stands for the column where a line spans all of them. No line has the id of one that does not, so a column may be called the same. */
const ALL_COLUMNS = "sheet";

/**
 * What the field of a box or line is called among those of its player: `main.ones`, `sheet.grand-total`. A point parts the levels of a
 * name, and ids of boxes and columns have no hyphens, so that a line's point becomes one.
 */
export function spotName({ column, row }: SpotOnSheet): string {
  return `${column ?? ALL_COLUMNS}.${row.replaceAll(".", "-")}`;
}

/** The field of a box or line. @param sheet counted from 1, as `player` is */
export function boxField(sheet: number, player: number, spot: SpotOnSheet): string {
  return `sheet${sheet}.player${player}.${spotName(spot)}`;
}

/** The field of a player's name. */
export function nameField(sheet: number, player: number): string {
  return `sheet${sheet}.name.player${player}`;
}

/** The field of something else that is written at the head of a sheet: date, place. @param at counted from 1 */
export function headField(sheet: number, page: number, at: number): string {
  return `sheet${sheet}.head.page${page}.line${at}`;
}

/** The field of a small box to tick. @param at counted from 1 */
export function tickField(sheet: number, player: number, ticks: string, at: number): string {
  return `sheet${sheet}.ticks.player${player}.${ticks}.${at}`;
}

/** The field in which a form says of which game it is; nobody sees it. */
export const IDENTITY_FIELD = "augenblock";

const BOX_FIELD = /^sheet([1-9][0-9]{0,3})\.player([1-9][0-9]{0,3})\./;

/** The sheet and the player that a box or line belongs to, by the name of its field; null for all other fields. */
export function ownerOf(field: string): { readonly sheet: number; readonly player: number } | null {
  const found = BOX_FIELD.exec(field);
  return found === null ? null : { sheet: Number(found[1]), player: Number(found[2]) };
}
