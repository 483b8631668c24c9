import { z } from "zod";
import { tryOr } from "../../rules/problem/problem.ts";
import { nodeId, type SumNode } from "../../rules/sums/sum-graph.ts";

/** A box or line of a sheet. */
export type SpotOnSheet = Pick<SumNode, "column" | "row">;

/** The field of a box or line. @param sheet counted from 1, as `player` is */
export function boxField(sheet: number, player: number, spot: SpotOnSheet): string {
  return `sheet${sheet}.player${player}.${nodeId(spot)}`;
}

export function nameField(sheet: number, player: number): string {
  return `sheet${sheet}.name.player${player}`;
}

/** The field of another line at the head of a sheet, such as its date. @param at counted from 1 */
export function headField(sheet: number, page: number, at: number): string {
  return `sheet${sheet}.head.page${page}.line${at}`;
}

/** The field of a check box. @param at counted from 1 */
export function tickField(sheet: number, player: number, ticks: string, at: number): string {
  return `sheet${sheet}.ticks.player${player}.${ticks}.${at}`;
}

/** The hidden field in which a form identifies its game. */
export const IDENTITY_FIELD = "augenblock";

const BOX_FIELD = /^sheet([1-9][0-9]{0,3})\.player([1-9][0-9]{0,3})\./;

/** The sheet and the player that a box or line belongs to, by the name of its field; null for all other fields. */
export function fieldOwner(field: string): { readonly sheet: number; readonly player: number } | null {
  const found = BOX_FIELD.exec(field);
  return found === null ? null : { sheet: Number(found[1]), player: Number(found[2]) };
}

const IDENTITY = z.object({
  /** The code of its first sheet, as it is printed. */
  code: z.string().max(40),
  variant: z.string().max(200),
  /** Every option with the choice in force. */
  options: z.record(z.string().max(200), z.string().max(200)),
  language: z.string().max(40),
  paper: z.string().max(40),
  /** The “players” of each sheet are games of one person. */
  columnsAreGames: z.boolean().optional(),
  /** See `rulesDigest`. */
  rules: z.string().max(40),
  /** The number of the first sheet; 0 for sheets without. */
  firstNumber: z.int().min(0),
});

/** How a form identifies itself, so that it can be read back; kept in a hidden field. */
export type Identity = Readonly<z.infer<typeof IDENTITY>>;

/** Reads the text of the hidden field; null if it is something else. */
export function readIdentity(text: string): Identity | null {
  const value: unknown = tryOr(null, () => JSON.parse(text));
  return IDENTITY.safeParse(value).data ?? null;
}
