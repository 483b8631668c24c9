import type { Roll } from "../../../rules/dice/dice.ts";
import { handsInRoll, handsOf } from "../../../rules/dice/hands.ts";
import { hitsOf } from "../../../rules/dice/hits.ts";
import type { Pattern } from "../../../rules/dice/pattern.ts";
import type { Category, Game } from "../../../rules/game/game.ts";
import { categoriesOf } from "../../../rules/game/rows.ts";
import { child, type Node, nodeAt } from "../../../rules/variant/tree.ts";
import { type Check, oddity } from "../oddity.ts";

/** Whether one face may serve several groups is said, or shown by an example: is five alike a full house? */
export const groupsUnsaid: Check = ({ game, draft: { tree } }) =>
  categoriesOf(game).flatMap((category) => {
    const path = ["categories", category.id, "pattern"];
    const open = openHands(game, category, nodeAt(tree, path));
    // Four alike and one other say more about two pairs than five alike do.
    const [telling] = open.toSorted((a, b) => new Set(b).size - new Set(a).size);
    if (telling === undefined || open.some((hand) => isShown(game, category.id, hand))) return [];
    const { id } = category;
    const message = `whether ${telling.join("-")} counts in \`${id}\` is left to chance: nothing says if one number may serve both groups, and unsaid it may not`;
    const hint =
      "write `distinct: true` (it does not count) or `distinct: false` (it does), or show it in `examples`";
    return [oddity("groups-unsaid", [id], path, { message, hint })];
  });

/** The hands that count or do not, depending on what was left unsaid. */
function openHands({ dice }: Game, { pattern }: Category, written: Node | null): readonly Roll[] {
  const loose = loosened(pattern, written);
  if (loose === pattern) return [];
  const isMade = (by: Pattern, hand: Roll) => hitsOf(by, hand, dice).length > 0;
  return handsOf(dice).filter((hand) => isMade(loose, hand) !== isMade(pattern, hand));
}

/** The pattern with every group that does not say `distinct` taken the other way; the same object if there is none. */
function loosened(pattern: Pattern, written: Node | null): Pattern {
  if (pattern.kind === "groups") {
    const isSaid = pattern.sizes.length < 2 || !pattern.distinct || child(written, "distinct") !== null;
    return isSaid ? pattern : { ...pattern, distinct: false };
  }
  if (pattern.kind !== "all" && pattern.kind !== "one-of") return pattern;
  const parts = child(written, pattern.kind === "all" ? "all" : "one_of");
  const of = pattern.of.map((part, i) => loosened(part, child(parts, i)));
  return of.every((part, i) => part === pattern.of[i]) ? pattern : { ...pattern, of };
}

/** Whether an example of the rule sheet shows this hand, as one that counts or as one that does not. */
function isShown({ dice, examples }: Game, category: string, hand: Roll): boolean {
  return examples.some(({ category: row, roll }) => {
    if (row !== category) return false;
    const hands = roll.length === dice.scored ? [[...roll].sort((a, b) => a - b)] : handsInRoll(dice, roll);
    return hands.some((shown) => String(shown) === String(hand));
  });
}
