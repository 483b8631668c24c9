import type { Game, Section } from "./game.ts";

/** The lines of a sheet that are worked out rather than rolled, in print order. */
const LINE_KINDS = ["sum", "bonus", "total", "column-total", "repeats", "grand-total"] as const;
export type LineKind = (typeof LINE_KINDS)[number];

export interface Line {
  /** `upper.sum`, `upper.bonus`, `upper.total`, `column.total`, `repeats` or `grand.total`. */
  readonly id: string;
  readonly kind: LineKind;
  /** The section it belongs to; null for lines about the whole column or sheet. */
  readonly section: Section | null;
  /** Whether each column has its own or the player has one. */
  readonly scope: "column" | "sheet";
}

/**
 * The sum lines of a game. A section with tiers has a sum, a bonus and a total, one without has a sum only; several columns
 * bring a total for each, which is what its sections come to times its multiplier; further rolls of the top category bring a line for their extra points.
 */
export function linesOf(game: Game): Line[] {
  const lines = game.sections.flatMap(sectionLines);
  if (game.columns.length > 1) lines.push(line("column.total", "column-total", null, "column"));
  if (game.repeats !== null && game.repeats.bonus !== 0)
    lines.push(line("repeats", "repeats", null, "sheet"));
  lines.push(line("grand.total", "grand-total", null, "sheet"));
  return lines;
}

function sectionLines(section: Section): Line[] {
  const sum = line(`${section.id}.sum`, "sum", section, "column");
  if (section.tiers.length === 0) return [sum];
  return [
    sum,
    line(`${section.id}.bonus`, "bonus", section, "column"),
    line(`${section.id}.total`, "total", section, "column"),
  ];
}

function line(id: string, kind: LineKind, section: Section | null, scope: "column" | "sheet"): Line {
  return { id, kind, section, scope };
}

/**
 * The bonus that a section's sum earns. The tier is chosen by the sum before any bonus; `highest` takes the last tier that
 * was reached, `sum` takes all that were reached.
 */
export function bonusFor(section: Pick<Section, "tiers" | "tierMode">, sum: number): number {
  const reached = section.tiers.filter((tier) => sum >= tier.from);
  if (section.tierMode === "sum") return reached.reduce((bonus, tier) => bonus + tier.add, 0);
  return reached.at(-1)?.add ?? 0;
}
