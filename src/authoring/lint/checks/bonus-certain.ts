import { type Ladder, laddersOf } from "../ladders.ts";
import { type Check, oddity } from "../oddity.ts";

/**
 * A bonus that every sheet earns. The lowest step of a table may well be one that everybody reaches, as long as it gives
 * nothing away.
 */
export const bonusCertain: Check = ({ game }) =>
  laddersOf(game).flatMap((ladder) => {
    const { lowest } = ladder.range();
    return ladder.tiers.flatMap(({ from }, i) => {
      if (from > lowest || isFloor(ladder, i)) return [];
      const message = `nobody can miss this bonus: \`${ladder.id}\` comes to ${lowest} at least, and ${from} will do`;
      const hint = `let \`from\` be more than ${lowest}`;
      return [oddity("bonus-certain", [ladder.id], [...ladder.path, "tiers", i, "from"], { message, hint })];
    });
  });

function isFloor({ tiers }: Ladder, at: number): boolean {
  return at < tiers.length - 1 && (tiers[at]?.add ?? 0) <= 0;
}
