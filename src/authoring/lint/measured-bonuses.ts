import type { Bonus, Game, Section, Tier, TierMode } from "../../rules/game/game.ts";
import { categoriesIn, categoriesOf } from "../../rules/game/rows.ts";
import { boxesCountedIn, measured } from "../../rules/sums/sum-graph.ts";
import { highestTotal, lowestTotal } from "../../rules/sums/totals.ts";
import type { Path } from "../../rules/variant/tree.ts";

/** The lowest and the highest that something can come to. */
type Range = Readonly<Record<"lowest" | "highest", number>>;

/** A bonus with its steps and the range of what they measure. */
export interface MeasuredBonus {
  /** The id of the section or of the bonus. */
  readonly id: string;
  readonly path: Path;
  readonly tiers: readonly Tier[];
  readonly tierMode: TierMode;
  /**
   * What is measured, over all columns that it is measured in. Ties between boxes inside and outside are ignored, so the real
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
  const categories = categoriesOf(game)
    .filter(({ id }) => ids.includes(id))
    .map((box) => ({ ...box, requires: box.requires.filter(({ category }) => ids.includes(category)) }));
  const constraints = game.constraints.filter(({ left, right }) => ids.includes(left) && ids.includes(right));
  const sections = [{ ...section, categories, tiers: [] }];
  // Columns that are entered alike come to the same.
  const columns = new Map(game.columns.map((column) => [JSON.stringify(column.entry), column]));
  const alone = { ...game, sections, constraints, bonuses: [], repeats: null };
  return hull(
    [...columns.values()].map((column) => totalRange({ ...alone, columns: [{ ...column, multiplier: 1 }] })),
  );
}

function bonusRange(game: Game, bonus: Bonus): Range {
  const others = { ...game, bonuses: game.bonuses.filter(({ id }) => id !== bonus.id) };
  if (bonus.of === "total" && bonus.scope === "sheet") return totalRange(others);
  const columns = game.columns.map((column) => {
    if (bonus.of === "total" && bonus.scope === "column")
      return totalRange({ ...others, columns: [column], repeats: null });
    const boxes = categoriesIn(game, column).filter(({ id }) => bonus.row === null || id === bonus.row);
    return sumOf(
      boxes.map(({ legal, strike }) => {
        const values = (strike === "never" ? legal : [0, ...legal]).map((score) => measured(bonus, score));
        return { lowest: Math.min(...values), highest: Math.max(...values) };
      }),
    );
  });
  return bonus.scope === "column" ? hull(columns) : sumOf(columns);
}

function totalRange(game: Game): Range {
  return { lowest: lowestTotal(game), highest: highestTotal(game) };
}

function sumOf(ranges: readonly Range[]): Range {
  const sum = (key: keyof Range) => ranges.reduce((all, range) => all + range[key], 0);
  return { lowest: sum("lowest"), highest: sum("highest") };
}

/** The range that holds all of these. */
function hull(ranges: readonly Range[]): Range {
  return {
    lowest: Math.min(...ranges.map(({ lowest }) => lowest)),
    highest: Math.max(...ranges.map(({ highest }) => highest)),
  };
}
