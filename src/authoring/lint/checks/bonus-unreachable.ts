import { laddersOf } from "../ladders.ts";
import { type Check, oddity } from "../oddity.ts";

/** A bonus step that lies above everything that it is measured by. */
export const bonusUnreachable: Check = ({ game }) =>
  laddersOf(game).flatMap((ladder) => {
    const { highest } = ladder.range();
    return ladder.tiers.flatMap(({ from }, i) => {
      if (from <= highest) return [];
      const message = `nobody can reach this bonus: \`${ladder.id}\` comes to ${highest} at most, not to ${from}`;
      const hint = `let \`from\` be ${highest} or less`;
      return [
        oddity("bonus-unreachable", [ladder.id], [...ladder.path, "tiers", i, "from"], { message, hint }),
      ];
    });
  });
