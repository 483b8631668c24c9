import { msg } from "../../../rules/problem/message.ts";
import type { Bonus, Game, Section } from "../../../rules/game/game.ts";
import { listColumnCategories, listCategories, possibleValues } from "../../../rules/game/rows.ts";
import {
  listCountedBoxes,
  bonusMeasure,
  computeHull,
  type Range,
  sumOfRanges,
} from "../../../rules/sums/sum-graph.ts";
import { highestTotal, lowestTotal } from "../../../rules/sums/totals.ts";
import { type LintCheck, lintWarning } from "../lint-warning.ts";

/** A bonus step that no sheet can reach. */
export const bonusUnreachable: LintCheck = ({ game }) =>
  measuredBonuses(game).flatMap(({ id, path, tiers, range }) => {
    const [, highest] = range();
    return tiers.flatMap(({ from }, i) => {
      if (from <= highest) return [];
      const message = msg`authoring.bonus-unreachable: nobody can reach this bonus: \`${id}\` is at most ${highest}, never ${from}`;
      const hint = msg`authoring.bonus-unreachable-hint: set \`from\` to ${highest} or less`;
      return [lintWarning("bonus-unreachable", [id], [...path, "tiers", i, "from"], { message, hint })];
    });
  });

/** A bonus step that every sheet reaches, except a lowest step of several that adds nothing. */
export const bonusCertain: LintCheck = ({ game }) =>
  measuredBonuses(game).flatMap(({ id, path, tiers, range }) => {
    const [lowest] = range();
    return tiers.flatMap(({ from, add }, i) => {
      const isBaseOfTable = i < tiers.length - 1 && add <= 0;
      if (from > lowest || isBaseOfTable) return [];
      const message = msg`authoring.bonus-certain: nobody can miss this bonus: \`${id}\` is at least ${lowest}, and ${from} is enough`;
      const hint = msg`authoring.bonus-certain-hint: set \`from\` to more than ${lowest}`;
      return [lintWarning("bonus-certain", [id], [...path, "tiers", i, "from"], { message, hint })];
    });
  });

/** A bonus step that adds no more than the one before it. */
export const bonusStepIdle: LintCheck = ({ game }) => {
  if (game.ranking.order === "lowest") return [];
  return measuredBonuses(game).flatMap(({ id, path, tiers, tierMode }) =>
    tiers.flatMap(({ from, add }, i) => {
      const before = tierMode === "sum" ? undefined : tiers[i - 1];
      if (before === undefined ? add !== 0 : add > before.add) return [];
      const texts =
        before === undefined
          ? {
              message: msg`authoring.bonus-step-empty: reaching ${from} earns nothing in \`${id}\``,
              hint: msg`authoring.bonus-step-empty-hint: give \`add\` points, or remove the step`,
            }
          : {
              message: msg`authoring.bonus-step-idle: reaching ${from} earns ${add} in \`${id}\`, no more than ${before.from} does already (${before.add})`,
              hint: msg`authoring.bonus-step-idle-hint: make \`add\` rise from step to step, or add all steps up: \`tier_mode: sum\``,
            };
      return [lintWarning("bonus-step-idle", [id], [...path, "tiers", i, "add"], texts)];
    }),
  );
};

/** Every bonus with steps, and the `range` of its measure in any column; it ignores ties between boxes, so it may be too wide. */
export function measuredBonuses(game: Game) {
  const sections = game.sections.map((section) => ({
    ...section,
    path: ["sections", section.id],
    range: () => computeHull(sectionRanges(game, section)),
  }));
  const bonuses = game.bonuses.map((bonus) => ({
    ...bonus,
    path: ["bonuses", bonus.id],
    range: () => bonusRange(game, bonus),
  }));
  return [...sections, ...bonuses].filter(({ tiers }) => tiers.length > 0);
}

/** The range of a section in each column before its bonus. */
function sectionRanges(game: Game, section: Section): Range[] {
  const ids = [...listCountedBoxes(section), ...section.categories.map(({ id }) => id)];
  const categories = listCategories(game)
    .filter(({ id }) => ids.includes(id))
    .map((box) => ({ ...box, requires: box.requires.filter(({ category }) => ids.includes(category)) }));
  const constraints = game.constraints.filter(({ left, right }) => ids.includes(left) && ids.includes(right));
  const sections = [{ ...section, categories, tiers: [] }];
  const alone = { ...game, sections, constraints, bonuses: [], repeats: null };
  // Columns with the same entry rule have the same range.
  const known = new Map<string, Range>();
  return game.columns.map((column) => {
    const key = JSON.stringify(column.entry);
    const range = known.get(key) ?? totalRange({ ...alone, columns: [{ ...column, multiplier: 1 }] });
    known.set(key, range);
    return range;
  });
}

function bonusRange(game: Game, bonus: Bonus): Range {
  const section = game.sections.find(({ id }) => id === bonus.section);
  if (section !== undefined && bonus.of === "total") {
    const ranges = sectionRanges(game, section);
    return rangeInScope(bonus, ranges);
  }
  const points = bonus.of === "total" ? totalMeasured(game, bonus) : null;
  if (points !== null) return points;
  const columns = game.columns.map((column) => {
    const ids = section?.categories.map(({ id }) => id);
    const boxes = listColumnCategories(game, column).filter(({ id }) =>
      bonus.row === null ? (ids?.includes(id) ?? true) : id === bonus.row,
    );
    return sumOfRanges(
      boxes.map((box) => computeHull(possibleValues(box).map((score) => [bonusMeasure(bonus, score)]))),
    );
  });
  return rangeInScope(bonus, columns);
}

/** The range of the total that a bonus measures, without the bonus itself; null if it measures the boxes of a row. */
function totalMeasured(game: Game, { id, scope }: Bonus): Range | null {
  const others = { ...game, bonuses: game.bonuses.filter((other) => other.id !== id) };
  switch (scope) {
    case "column":
      return computeHull(
        game.columns.map((column) => totalRange({ ...others, columns: [column], repeats: null })),
      );
    case "sheet":
      return totalRange(others);
    case "row":
      return null;
    default:
      return scope satisfies never;
  }
}

/** The range of a bonus measure, from those of the columns. */
function rangeInScope({ scope }: Bonus, columns: readonly Range[]): Range {
  switch (scope) {
    case "column":
      return computeHull(columns);
    case "row":
    case "sheet":
      return sumOfRanges(columns);
    default:
      return scope satisfies never;
  }
}

function totalRange(game: Game): Range {
  return [lowestTotal(game), highestTotal(game)];
}
