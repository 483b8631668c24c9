import { evaluate, namesIn } from "../dice/formula.ts";
import type { Bonus, Game, Section } from "../game/game.ts";

/** The lines of a sheet that are worked out rather than rolled, in print order. */
const LINE_KINDS = [
  "sum",
  "bonus",
  "total",
  "column-bonus",
  "column-total",
  "repeats",
  "row-bonus",
  "sheet-bonus",
  "grand-total",
  "points-total",
] as const;
export type LineKind = (typeof LINE_KINDS)[number];

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
 * The sum lines of a game. A section with tiers has a sum, a bonus and a total, one without has a sum only, unless it is all
 * that a column consists of; several columns bring a total for each, which is what its sections come to times its
 * multiplier; further rolls of the top category bring a line for their extra points, and so does every bonus that belongs to
 * no section. Those that count as victory points stand below the grand total, and what they come to is the last line.
 */
export function linesOf(game: Game): Line[] {
  const to = (target: Bonus["to"]) => game.bonuses.filter((bonus) => bonus.to === target);
  const total = (scope: Bonus["scope"]) => to("total").filter((bonus) => bonus.scope === scope);
  const sections = isAddedUpAsWhole(game) ? [] : game.sections.flatMap(sectionLines);
  const lines = [...sections, ...total("column").map(bonusLine)];
  if (game.columns.length > 1) lines.push(line("column.total", "column-total", "column"));
  if (game.repeats !== null && game.repeats.bonus !== 0) lines.push(line("repeats", "repeats", "sheet"));
  lines.push(...[...total("row"), ...total("sheet")].map(bonusLine));
  lines.push(line("grand.total", "grand-total", "sheet"), ...to("points").map(bonusLine));
  if (to("points").length > 0) lines.push(line("points.total", "points-total", "sheet"));
  return lines;
}

/** Whether a game's only section comes to what its column does, so that it needs no sum of its own. */
function isAddedUpAsWhole({ sections, columns, bonuses }: Game): boolean {
  return (
    sections.length === 1 &&
    sections.every(({ tiers }) => tiers.length === 0) &&
    columns.every(({ multiplier }) => multiplier === 1) &&
    !bonuses.some(({ scope, to }) => scope === "column" && to === "total")
  );
}

function sectionLines(section: Section): Line[] {
  const own = (name: "sum" | "bonus" | "total") => line(`${section.id}.${name}`, name, "column", { section });
  return section.tiers.length === 0 ? [own("sum")] : [own("sum"), own("bonus"), own("total")];
}

function bonusLine(bonus: Bonus): Line {
  const scope = bonus.scope === "column" ? "column" : "sheet";
  return line(`bonus.${bonus.id}`, `${bonus.scope}-bonus`, scope, { bonus });
}

function line(
  id: string,
  kind: LineKind,
  scope: Line["scope"],
  about: { readonly section?: Section; readonly bonus?: Bonus } = {},
): Line {
  return { id, kind, section: about.section ?? null, bonus: about.bonus ?? null, scope };
}

/** The boxes of a section, by their ids. */
interface Rows {
  readonly categories: readonly { readonly id: string }[];
}

/**
 * What a section comes to before its bonus, from the boxes of its column. A formula counts nothing as long as one of the
 * boxes that it speaks of is empty.
 *
 * @param scoreOf what stands in a box of the column: 0 for a strike, null for an empty one
 */
export function sectionSum(
  section: Pick<Section, "total" | "floor"> & Rows,
  scoreOf: (category: string) => number | null,
): number {
  const sum =
    section.total === null
      ? section.categories.reduce((sum, { id }) => sum + (scoreOf(id) ?? 0), 0)
      : formulaValue(section.total, scoreOf);
  return section.floor === null ? sum : Math.max(section.floor, sum);
}

function formulaValue(
  formula: NonNullable<Section["total"]>,
  scoreOf: (category: string) => number | null,
): number {
  const scores = namesIn(formula).map((id) => [id, scoreOf(id)] as const);
  if (scores.some(([, score]) => score === null)) return 0;
  return evaluate(formula, Object.fromEntries(scores.map(([id, score]) => [id, score ?? 0])));
}

/** The boxes whose entries decide what a section comes to. */
export function boxesCountedIn({ categories, total }: Pick<Section, "total"> & Rows): string[] {
  return total === null ? categories.map(({ id }) => id) : namesIn(total);
}

/**
 * The bonus that a section's sum, or whatever else is measured, earns. The tier is chosen by the sum before any bonus;
 * `highest` takes the last tier that was reached, `sum` takes all that were reached.
 */
export function bonusFor({ tiers, tierMode }: Pick<Section, "tiers" | "tierMode">, sum: number): number {
  const reached = tiers.filter((tier) => sum >= tier.from);
  if (tierMode === "sum") return reached.reduce((bonus, tier) => bonus + tier.add, 0);
  return reached.at(-1)?.add ?? 0;
}

/**
 * What one box adds to the measure of a bonus that looks at boxes: its points, or 1 if it holds points or is struck.
 *
 * @param score what stands there; 0 for a strike, null for an empty box
 */
export function measured({ of }: Pick<Bonus, "of">, score: number | null): number {
  if (of === "total") return score ?? 0;
  if (of === "scored") return score !== null && score !== 0 ? 1 : 0;
  return score === 0 ? 1 : 0;
}
