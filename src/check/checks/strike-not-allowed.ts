import { boxesOfPlayer, faultOf, writtenIn } from "../sheet.ts";
import { type Check, finding } from "./check.ts";

/** A box that always earns something can't be struck, neither with a mark nor with a 0. */
export const strikeNotAllowed: Check = {
  code: "strike-not-allowed",
  find: ({ sheet, reference, players }) =>
    players.flatMap(({ player }) =>
      [...boxesOfPlayer(sheet.game, reference, player)].flatMap(({ column, category, entry }) => {
        if (faultOf(entry, category, reference, false) !== "strike-not-allowed") return [];
        const where = { player: player.name, column, category: category.id };
        const { legal } = category;
        const facts = { low: legal[0] ?? 0, high: legal.at(-1) ?? 0, values: legal.length };
        return [finding("strike-not-allowed", { ...where, written: writtenIn(entry), facts })];
      }),
    ),
};
