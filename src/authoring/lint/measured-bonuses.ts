import { categoriesIn, categoriesOf } from "../../rules/game/rows.ts";
import type { Bonus, Category, Game, Section, Tier, TierMode } from "../../rules/game/game.ts";
import { boxesCountedIn, measured } from "../../rules/sums/sum-graph.ts";
import { highestTotal, lowestTotal } from "../../rules/sums/totals.ts";
import type { Path } from "../../rules/variant/tree.ts";

/** From the lowest to the highest that something can come to. */
interface Range {
  readonly lowest: number;
  readonly highest: number;
}

/** A bonus with its steps and the range of what they measure. */
export interface MeasuredBonus {
  /** The id of the section or of the bonus. */
  readonly id: string;
  readonly path: Path;
  readonly tiers: readonly Tier[];
  readonly tierMode: TierMode;
  /**
   * What is measured, over all columns that it is measured in. What ties boxes inside to boxes outside is left out, so the real
   * range may be narrower, never wider.
   */
  range(): Range;
}

/** Every bonus of a game that has steps: those of its sections, and those that belong to none. */
export function measuredBonuses(game: Game): MeasuredBonus[] {
  const sections = game.sections.map((section) => ({
    ...section,
    path: ["sections", section.id],
    range: () => sectionRange(game, section),
  }));
  const bonuses = game.bonuses.map((bonus) => ({
    ...bonus,
    path: ["bonuses", bonus.id],
    range: () => bonusRange(game, bonus),
  }));
  return [...sections, ...bonuses].filter(({ tiers }) => tiers.length > 0);
}

/** What a section comes to before its bonus, in whichever column. */
function sectionRange(game: Game, section: Section): Range {
  const ids = [...boxesCountedIn(section), ...section.categories.map(({ id }) => id)];
  const isHere = (id: string) => ids.includes(id);
  const categories = categoriesOf(game)
    .filter(({ id }) => isHere(id))
    .map((box) => ({ ...box, requires: box.requires.filter(({ category }) => isHere(category)) }));
  const alone = {
    ...game,
    sections: [{ ...section, categories, tiers: [] }],
    constraints: game.constraints.filter(({ left, right }) => isHere(left) && isHere(right)),
    bonuses: [],
    repeats: null,
  };
  const ranges = kindsOfColumns(game).map((column) => {
    const inColumn = { ...alone, columns: [{ ...column, multiplier: 1 }] };
    return { lowest: lowestTotal(inColumn), highest: highestTotal(inColumn) };
  });
  return { lowest: least(ranges), highest: most(ranges) };
}

/** One column for each way of entering; the others come to the same. */
function kindsOfColumns({ columns }: Game): Game["columns"] {
  const key = ({ entry }: Game["columns"][number]) => JSON.stringify(entry);
  return columns.filter((column, at) => columns.findIndex((other) => key(other) === key(column)) === at);
}

function bonusRange(game: Game, bonus: Bonus): Range {
  const others = { ...game, bonuses: game.bonuses.filter(({ id }) => id !== bonus.id) };
  if (bonus.of === "total" && bonus.scope === "sheet") {
    return { lowest: lowestTotal(others), highest: highestTotal(others) };
  }
  const columns = game.columns.map((column) =>
    bonus.of === "total" && bonus.scope === "column"
      ? rangeOfColumn(others, column)
      : added(boxesOf(game, column, bonus).map((box) => rangeOfBox(box, bonus))),
  );
  if (bonus.scope === "column") return { lowest: least(columns), highest: most(columns) };
  return added(columns);
}

function rangeOfColumn(game: Game, column: Game["columns"][number]): Range {
  const alone = { ...game, columns: [column], repeats: null };
  return { lowest: lowestTotal(alone), highest: highestTotal(alone) };
}

function boxesOf(game: Game, column: Game["columns"][number], { row }: Bonus): Category[] {
  return categoriesIn(game, column).filter(({ id }) => row === null || id === row);
}

/** What one box adds to the measure. */
function rangeOfBox({ legal, strike }: Category, bonus: Bonus): Range {
  const values = (strike === "never" ? legal : [0, ...legal]).map((score) => measured(bonus, score));
  return { lowest: Math.min(...values), highest: Math.max(...values) };
}

function added(ranges: readonly Range[]): Range {
  return ranges.reduce(
    (sum, { lowest, highest }) => ({ lowest: sum.lowest + lowest, highest: sum.highest + highest }),
    { lowest: 0, highest: 0 },
  );
}

function least(ranges: readonly Range[]): number {
  return Math.min(...ranges.map(({ lowest }) => lowest));
}

function most(ranges: readonly Range[]): number {
  return Math.max(...ranges.map(({ highest }) => highest));
}
