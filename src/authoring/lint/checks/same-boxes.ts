import { namesIn } from "../../../rules/dice/formula.ts";
import { handsOf } from "../../../rules/dice/hands.ts";
import { scoresOfHand } from "../../../rules/dice/scores.ts";
import type { Category, Game } from "../../../rules/game/game.ts";
import { categoriesOf } from "../../../rules/game/rows.ts";
import { type Check, oddity } from "../oddity.ts";

/** Two boxes that take every roll at the same points can never differ. */
export const sameBoxes: Check = ({ game }) => {
  const boxes = categoriesOf(game).filter(({ legal }) => legal.length > 0);
  const payings = payingsOf(game, boxes);
  return boxes.flatMap((box, at) => {
    const paying = payings.get(box);
    const twin = boxes
      .slice(0, at)
      .find(
        (other) => paying !== undefined && payings.get(other) === paying && !isToldApart(game, other, box),
      );
    if (twin === undefined) return [];
    const message = `\`${box.id}\` takes every roll at the same points as \`${twin.id}\`, so the two boxes can never differ`;
    const hint = `change \`pattern\` or \`score\` of one, take one away, or tie them: \`constraints: {…: {expr: ${twin.id} < ${box.id}}}\``;
    const related = { message: "the other one is here", path: ["categories", twin.id] };
    const path = ["categories", box.id];
    return [oddity("same-boxes", [twin.id, box.id], path, { message, hint, related })];
  });
};

/** What every hand earns in a box, in one text, for boxes that have the same scores as another; the others differ anyway. */
function payingsOf({ dice }: Game, boxes: readonly Category[]): ReadonlyMap<Category, string> {
  const key = (box: Category) => `${box.legal.join()} ${paysByThrow(box)}`;
  const keys = boxes.map(key);
  const alike = boxes.filter((box) => keys.filter((other) => other === key(box)).length > 1);
  return new Map(
    alike.map((box) => [
      box,
      `${key(box)} ${handsOf(dice)
        .map((hand) => scoresOfHand(dice, box, hand).join())
        .join(";")}`,
    ]),
  );
}

/** What the throw changes about the points; dice alone do not show it. */
function paysByThrow({ score, served }: Category): string {
  return JSON.stringify([score.kind === "by-throw" ? score.values : null, served]);
}

/** By a constraint or a formula, by what one of them waits for, or because one of them counts towards another bonus. */
function isToldApart(game: Game, a: Category, b: Category): boolean {
  const tied = game.constraints.some(
    ({ left, right }) => (left === a.id && right === b.id) || (left === b.id && right === a.id),
  );
  const homes = game.sections.filter(
    (section) => section.categories.includes(a) !== section.categories.includes(b),
  );
  const waits = JSON.stringify(a.requires) !== JSON.stringify(b.requires);
  const counted = game.sections.some(
    ({ total }) => total !== null && namesIn(total).some((id) => id === a.id || id === b.id),
  );
  const watched = game.bonuses.some(({ row }) => row === a.id || row === b.id);
  return tied || waits || counted || watched || homes.some(({ tiers }) => tiers.length > 0);
}
