import type { Bonus, Game, Section } from "../../rules/game/game.ts";
import { categoriesIn, categoriesOf, possibleValues } from "../../rules/game/rows.ts";
import { hullOf, type Range, sumOfRanges } from "../../rules/sums/ranges.ts";
import { boxesCountedIn, measured } from "../../rules/sums/sum-graph.ts";
import { highestTotal, lowestTotal } from "../../rules/sums/totals.ts";

/**
 * Every bonus of a game that has steps: those of its sections, and those that belong to none. `range` is that of what is measured,
 * over all columns that it is measured in. Ties between boxes inside and outside are ignored, so the real range may be narrower,
 * never wider.
 */
export function measuredBonuses(game: Game) {
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
  return hullOf(
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
    return sumOfRanges(
      boxes.map((box) => hullOf(possibleValues(box).map((score) => [measured(bonus, score)]))),
    );
  });
  return bonus.scope === "column" ? hullOf(columns) : sumOfRanges(columns);
}

function totalRange(game: Game): Range {
  return [lowestTotal(game), highestTotal(game)];
}
