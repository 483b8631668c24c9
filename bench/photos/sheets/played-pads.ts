import type { SharesByCategory } from "../../../src/odds/casual-play.ts";
import { getElement } from "../../../src/rules/arrays.ts";
import type { Stationery } from "../camera/photograph.ts";
import { printSheet } from "../print.ts";
import { planSheet } from "./plan.ts";

/** Pads of the program on which scores are as frequent as these shares say, by game; of these games only. */
export function playedPads(shares: ReadonlyMap<string, SharesByCategory>): Stationery {
  const games = [...shares.keys()];
  return {
    plan: (photo, topic, wish) => {
      const variant = wish.variant ?? getElement(games, photo % games.length);
      const ofGame = shares.get(variant);
      return planSheet(photo, topic, { ...wish, variant, ...(ofGame && { shares: ofGame }) });
    },
    print: printSheet,
  };
}
