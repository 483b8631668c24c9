import { msg } from "../../../rules/problem/message.ts";
import { handsInRoll, handsOf, type Roll, rollText } from "../../../rules/dice/dice.ts";
import { listFormulaNames } from "../../../rules/dice/formula.ts";
import { findHits, type Pattern } from "../../../rules/dice/pattern.ts";
import { scoresOfHand } from "../../../rules/dice/scores.ts";
import type { Category, Game } from "../../../rules/game/game.ts";
import { listCategories } from "../../../rules/game/rows.ts";
import { child, type Node, findNode } from "../../../rules/variant/tree.ts";
import { type LintCheck, lintWarning } from "../lint-warning.ts";

/** Two boxes that score the same for every roll. */
export const sameBoxes: LintCheck = ({ game }) => {
  const boxes = listCategories(game).filter(({ legal }) => legal.length > 0);
  const payings = describeScores(game, boxes);
  return boxes.flatMap((box, at) => {
    const paying = payings.get(box);
    const twin = boxes
      .slice(0, at)
      .find(
        (other) =>
          paying !== undefined && payings.get(other) === paying && !isDistinguished(game, other, box),
      );
    if (twin === undefined) return [];
    const message = msg`authoring.same-boxes: \`${box.id}\` takes every roll at the same points as \`${twin.id}\`, so the two boxes can never differ`;
    const hint = msg`authoring.same-boxes-hint: change \`pattern\` or \`score\` of one, remove one, or link them: \`constraints: {…: {expr: ${twin.id} < ${box.id}}}\``;
    const related = {
      message: msg`rules.other-place: the other one is here`,
      path: ["categories", twin.id],
    };
    const path = ["categories", box.id];
    return [lintWarning("same-boxes", [twin.id, box.id], path, { message, hint, related })];
  });
};

/** A text of the scores of all hands, for each box that has the same set of scores as another; other boxes differ anyway. */
function describeScores({ dice }: Game, boxes: readonly Category[]): ReadonlyMap<Category, string> {
  // How scores depend on the roll of the turn; the dice alone don't show it.
  const byThrow = ({ score, served }: Category) => [score.kind === "by_roll" ? score.values : null, served];
  const key = (box: Category) => `${box.legal.join()} ${JSON.stringify(byThrow(box))}`;
  const keys = boxes.map(key);
  const alike = boxes.filter((box) => keys.filter((other) => other === key(box)).length > 1);
  return new Map(
    alike.map((box) => {
      const scores = handsOf(dice).map((hand) => scoresOfHand(dice, box, hand).join());
      return [box, `${key(box)} ${scores.join(";")}`];
    }),
  );
}

/** Whether a constraint, a formula, a requirement or a bonus distinguishes two boxes. */
function isDistinguished(game: Game, a: Category, b: Category): boolean {
  const tied = game.constraints.some(
    ({ left, right }) => (left === a.id && right === b.id) || (left === b.id && right === a.id),
  );
  const homes = game.sections.filter(
    (section) => section.categories.includes(a) !== section.categories.includes(b),
  );
  const waits = JSON.stringify(a.requires) !== JSON.stringify(b.requires);
  const counted = game.sections.some(
    ({ total }) => total !== null && listFormulaNames(total).some((id) => id === a.id || id === b.id),
  );
  const watched = game.bonuses.some(
    ({ row, section }) => row === a.id || row === b.id || homes.some(({ id }) => id === section),
  );
  return tied || waits || counted || watched || homes.some(({ tiers }) => tiers.length > 0);
}

/** A pattern that doesn't say whether one face may fill several groups: is five of a kind a full house? */
export const groupsUnsaid: LintCheck = ({ game, draft: { tree } }) =>
  listCategories(game).flatMap((category) => {
    const path = ["categories", category.id, "pattern"];
    const open = openHands(game, category, findNode(tree, path));
    // For two pairs, four of a kind and another die is a better example than five of a kind.
    const [telling] = open.toSorted((a, b) => new Set(b).size - new Set(a).size);
    if (telling === undefined || open.some((hand) => isShown(game, category.id, hand))) return [];
    const { id } = category;
    const message = msg`authoring.groups-unsaid: it is unclear whether ${rollText(telling)} counts in \`${id}\`: nothing says if both groups may have the same number, and by default they may not`;
    const hint = msg`authoring.groups-unsaid-hint: write \`distinct: true\` (it does not count) or \`distinct: false\` (it does), or show it in \`examples\``;
    return [lintWarning("groups-unsaid", [id], path, { message, hint })];
  });

/** The hands that count or not, depending on `distinct`. */
function openHands({ dice }: Game, { pattern }: Category, written: Node | null): readonly Roll[] {
  const loose = dropDistinct(pattern, written);
  if (loose === pattern) return [];
  const isMade = (by: Pattern, hand: Roll) => findHits(by, hand, dice).length > 0;
  return handsOf(dice).filter((hand) => isMade(loose, hand) !== isMade(pattern, hand));
}

/** The pattern with `distinct: false` where a file doesn't set it; the same object if it always does. */
function dropDistinct(pattern: Pattern, written: Node | null): Pattern {
  if (pattern.kind === "groups") {
    const isSaid = pattern.sizes.length < 2 || !pattern.distinct || child(written, "distinct") !== null;
    return isSaid ? pattern : { ...pattern, distinct: false };
  }
  if (pattern.kind !== "all" && pattern.kind !== "one_of") return pattern;
  const parts = child(written, pattern.kind === "all" ? "all" : "one_of");
  const of = pattern.of.map((part, i) => dropDistinct(part, child(parts, i)));
  return of.every((part, i) => part === pattern.of[i]) ? pattern : { ...pattern, of };
}

/** Whether an example of the rule sheet shows whether this hand counts. */
function isShown({ dice, examples }: Game, category: string, hand: Roll): boolean {
  return examples.some(({ category: row, roll }) => {
    if (row !== category) return false;
    const hands = roll.length === dice.scored ? [[...roll].sort((a, b) => a - b)] : handsInRoll(dice, roll);
    return hands.some((shown) => String(shown) === String(hand));
  });
}
