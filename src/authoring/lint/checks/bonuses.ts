import { type LintCheck, lintWarning } from "../lint-warning.ts";
import { measuredBonuses } from "../measured-bonuses.ts";

/** A bonus step above everything that the measured points can come to. */
export const bonusUnreachable: LintCheck = ({ game }) =>
  measuredBonuses(game).flatMap(({ id, path, tiers, range }) => {
    const [, highest] = range();
    return tiers.flatMap(({ from }, i) => {
      if (from <= highest) return [];
      const message = `nobody can reach this bonus: \`${id}\` comes to ${highest} at most, not to ${from}`;
      const hint = `let \`from\` be ${highest} or less`;
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
      const message = `nobody can miss this bonus: \`${id}\` comes to ${lowest} at least, and ${from} will do`;
      const hint = `let \`from\` be more than ${lowest}`;
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
              message: `reaching ${from} earns nothing in \`${id}\``,
              hint: "give `add` points, or take the step away",
            }
          : {
              message: `reaching ${from} earns ${add} in \`${id}\`, no more than ${before.from} does already (${before.add})`,
              hint: "let `add` climb from step to step, or add all steps up: `tier_mode: sum`",
            };
      return [lintWarning("bonus-step-idle", [id], [...path, "tiers", i, "add"], texts)];
    }),
  );
};
