import type { Bonus, Game, Section } from "../game/game.ts";
import { type LineKind, sumGraph } from "./sum-graph.ts";

/** A line of a sheet, as it stands there once or in every column. */
export interface Line {
  /** `upper.sum`, `upper.bonus`, `upper.total`, `column.total`, `repeats`, `bonus.<id>`, `grand.total` or `points.total`. */
  readonly id: string;
  readonly kind: LineKind;
  /** The section it belongs to; null for lines about the whole column or sheet. */
  readonly section: Section | null;
  /** The bonus that is written there, where it is one that belongs to no section. */
  readonly bonus: Bonus | null;
  /** Whether each column has its own or the player has one. */
  readonly scope: "column" | "sheet";
}

/**
 * The sum lines of a game in print order. A section with tiers has a sum, a bonus and a total, one without has a sum only, unless
 * it is all that a column consists of; several columns bring a total for each; further rolls of the top category bring a line for
 * their extra points, and so does every bonus that belongs to no section. Victory points stand below the grand total, and what
 * they come to is the last line.
 */
export function linesOf(game: Game): Line[] {
  const lines = new Map<string, Line>();
  for (const { kind, row, of, column } of sumGraph(game).nodes) {
    if (kind === "box" || kind === "part" || lines.has(row)) continue;
    const isOfSection = kind === "sum" || kind === "bonus" || kind === "total";
    const section = (isOfSection && game.sections.find(({ id }) => id === of)) || null;
    const bonus = (!isOfSection && game.bonuses.find(({ id }) => id === of)) || null;
    lines.set(row, { id: row, kind, section, bonus, scope: column === null ? "sheet" : "column" });
  }
  return [...lines.values()];
}
