import type { Tier } from "../../../rules/game/game.ts";
import { laddersOf } from "../ladders.ts";
import { type Check, oddity } from "../oddity.ts";

/** A bonus step that brings no more than the one before it, so that nobody need reach it. */
export const bonusStepIdle: Check = ({ game }) => {
  if (game.ranking.order === "lowest") return [];
  return laddersOf(game).flatMap(({ id, path, tiers, tierMode }) =>
    tiers.flatMap((tier, i) => {
      const said = saidOf(id, tier, tierMode === "sum" ? undefined : tiers[i - 1]);
      return said === null ? [] : [oddity("bonus-step-idle", [id], [...path, "tiers", i, "add"], said)];
    }),
  );
};

/** @param before the step that gives way to this one; undefined where there is none */
function saidOf(
  id: string,
  { from, add }: Tier,
  before: Tier | undefined,
): { message: string; hint: string } | null {
  if (before === undefined) {
    if (add !== 0) return null;
    const message = `reaching ${from} earns nothing in \`${id}\``;
    return { message, hint: "give `add` points, or take the step away" };
  }
  if (add > before.add) return null;
  const message = `reaching ${from} earns ${add} in \`${id}\`, no more than ${before.from} does already (${before.add})`;
  return { message, hint: "let `add` climb from step to step, or add all steps up: `tier_mode: sum`" };
}
