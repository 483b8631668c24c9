import { msg } from "../../../rules/problem/message.ts";
import type { Bonus, Game, Section } from "../../../rules/game/game.ts";
import { listColumnCategories, listCategories, possibleValues } from "../../../rules/game/rows.ts";
import { computeHull, type Range, sumOfRanges } from "../../../rules/sums/ranges.ts";
import { listCountedBoxes, bonusMeasure } from "../../../rules/sums/sum-graph.ts";
import { highestTotal, lowestTotal } from "../../../rules/sums/totals.ts";
import { type LintCheck, lintWarning } from "../lint-warning.ts";

/** A bonus step above everything that the measured points can come to. */
export const bonusUnreachable: LintCheck = ({ game }) =>
  measuredBonuses(game).flatMap(({ id, path, tiers, range }) => {
    const [, highest] = range();
    return tiers.flatMap(({ from }, i) => {
      if (from <= highest) return [];
      const message = msg(
        "authoring.bonus-unreachable",
      )`nobody can reach this bonus: \`${id}\` is at most ${highest}, never ${from}`;
      const hint = msg("authoring.bonus-unreachable-hint")`set \`from\` to ${highest} or less`;
      return [lintWarning("bonus-unreachable", [id], [...path, "tiers", i, "from"], { message, hint })];
    });
  });

/** A bonus step that every sheet earns. The lowest step of a table may be one that everybody reaches, if it gives nothing. */
export const bonusCertain: LintCheck = ({ game }) =>
  measuredBonuses(game).flatMap(({ id, path, tiers, range }) => {
    const [lowest] = range();
    return tiers.flatMap(({ from, add }, i) => {
      const isBaseOfTable = i < tiers.length - 1 && add <= 0;
      if (from > lowest || isBaseOfTable) return [];
      const message = msg(
        "authoring.bonus-certain",
      )`nobody can miss this bonus: \`${id}\` is at least ${lowest}, and ${from} is enough`;
      const hint = msg("authoring.bonus-certain-hint")`set \`from\` to more than ${lowest}`;
      return [lintWarning("bonus-certain", [id], [...path, "tiers", i, "from"], { message, hint })];
    });
  });

/** A bonus step that brings no more than the one before it, so that nobody needs to reach it. */
export const bonusStepIdle: LintCheck = ({ game }) => {
  if (game.ranking.order === "lowest") return [];
  return measuredBonuses(game).flatMap(({ id, path, tiers, tierMode }) =>
    tiers.flatMap(({ from, add }, i) => {
      const before = tierMode === "sum" ? undefined : tiers[i - 1];
      if (before === undefined ? add !== 0 : add > before.add) return [];
      const texts =
        before === undefined
          ? {
              message: msg("authoring.bonus-step-empty")`reaching ${from} earns nothing in \`${id}\``,
              hint: msg("authoring.bonus-step-empty-hint")`give \`add\` points, or remove the step`,
            }
          : {
              message: msg(
                "authoring.bonus-step-idle",
              )`reaching ${from} earns ${add} in \`${id}\`, no more than ${before.from} does already (${before.add})`,
              hint: msg(
                "authoring.bonus-step-idle-hint",
              )`make \`add\` rise from step to step, or add all steps up: \`tier_mode: sum\``,
            };
      return [lintWarning("bonus-step-idle", [id], [...path, "tiers", i, "add"], texts)];
    }),
  );
};

/** Every bonus with steps, and the `range` of what it measures in any column; ties between boxes are ignored, so it may be too wide. */
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

/** What a section comes to in each column before its bonus. */
function sectionRanges(game: Game, section: Section): Range[] {
  const ids = [...listCountedBoxes(section), ...section.categories.map(({ id }) => id)];
  const categories = listCategories(game)
    .filter(({ id }) => ids.includes(id))
    .map((box) => ({ ...box, requires: box.requires.filter(({ category }) => ids.includes(category)) }));
  const constraints = game.constraints.filter(({ left, right }) => ids.includes(left) && ids.includes(right));
  const sections = [{ ...section, categories, tiers: [] }];
  const alone = { ...game, sections, constraints, bonuses: [], repeats: null };
  // Columns that are entered alike come to the same.
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

/** The total that a bonus measures, without the bonus itself; null where it measures the boxes of a row. */
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

/** What a bonus measures, from what stands in each column. */
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
