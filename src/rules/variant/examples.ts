import { type Message, msg } from "../problem/message.ts";
import { getElement } from "../arrays.ts";
import { canRoll, type Dice, facesText, handsInRoll } from "../dice/dice.ts";
import { scoresOfHand, scoresOfRoll } from "../dice/scores.ts";
import { formatList } from "../problem/wording.ts";
import { type Problem, problem } from "../problem/problem.ts";
import { type VariantDraft, unknownCategories } from "./draft.ts";
import type { ExamplePart } from "./parts/variant.ts";
import { type Path, valuePlace } from "./tree.ts";

/** The problems of an example: its row, its dice or its score. @param draft the variant under the choices of the example */
export function listExampleProblems(example: ExamplePart, index: number, draft: VariantDraft): Problem[] {
  const at = (...path: Path) => valuePlace(draft.tree, ["examples", index, ...path]);
  const { row, score } = example;
  const { dice } = draft;
  const category = draft.categories.get(row);
  if (category === undefined) return unknownCategories(draft, [row], () => at("row"));
  if (dice === null) return [];
  const wrongDice = findDiceFault(example, dice);
  if (wrongDice !== null) {
    const [key, message, hint = null] = wrongDice;
    return [problem("impossible-roll", message, { place: at(key), hint })];
  }
  if (category === null) return [];
  const { faces, drop } = example;
  const kept = drop === null ? faces : faces.toSpliced(faces.indexOf(drop), 1);
  const ofHand = example.handOnly || drop !== null;
  const earned = ofHand ? scoresOfHand(dice, category, kept) : scoresOfRoll(dice, category, faces);
  const scores = formatList(earned.map(String), "or");
  if (score === null) {
    if (earned.length === 0) return [];
    const message = msg`rules.illegal-example-scores: the example says that this roll is worth nothing in \`${row}\`, but it can be entered as ${scores}`;
    return [problem("wrong-example", message, { place: at("illegal") })];
  }
  if (earned.includes(score)) return [];
  const hint =
    earned.length === 0
      ? msg`rules.example-earns-nothing-hint: it earns nothing there`
      : msg`rules.example-earns-hint: it earns ${scores}`;
  const message = msg`rules.wrong-example: this roll does not earn ${score} in \`${row}\``;
  return [problem("wrong-example", message, { place: at("score"), hint })];
}

/** Whether an example is true in a game, even if it was written for other choices. */
export function exampleHolds(example: ExamplePart, draft: VariantDraft): boolean {
  const isReadable = draft.dice !== null && (draft.categories.get(example.row) ?? null) !== null;
  return isReadable && listExampleProblems(example, 0, draft).length === 0;
}

/** Why the dice can't show the faces, with the key to blame and a hint; null if they can. */
function findDiceFault(example: ExamplePart, dice: Dice): [key: string, why: Message, hint?: Message] | null {
  const { faces, handOnly, drop } = example;
  const rolled = dice.dice.length;
  const [key, wanted, otherKey, others] = handOnly
    ? (["hand", dice.scored, "roll", rolled] as const)
    : (["roll", rolled, "hand", dice.scored] as const);
  if (faces.length !== wanted) {
    const why = handOnly
      ? msg`rules.hand-dice-count: \`hand\` has ${faces.length} dice, but ${wanted} are scored`
      : msg`rules.roll-dice-count: \`roll\` has ${faces.length} dice, but ${wanted} are rolled`;
    return faces.length === others
      ? [key, why, msg`rules.other-dice-key-hint: write \`${otherKey}\``]
      : [key, why];
  }
  if (!canFall(example, dice))
    return [key, msg`rules.impossible-roll: these dice cannot show ${facesText(faces)}`];
  if (drop === null) return null;
  if (rolled - dice.scored !== 1) {
    const why = msg`rules.drop-of-several: \`drop\` names one die, but ${rolled - dice.scored} are left out`;
    return ["drop", why, msg`rules.drop-of-several-hint: write the scored dice as \`hand\``];
  }
  return faces.includes(drop) ? null : ["drop", msg`rules.drop-not-in-roll: the roll has no ${drop} to drop`];
}

/** Whether the dice can show the faces; for a hand, whether any choice of scored dice can. */
function canFall({ faces, handOnly }: ExamplePart, dice: Dice): boolean {
  if (!handOnly) return canRoll(dice, faces);
  return handsInRoll(dice, [...dice.dice.keys()]).some((positions) => {
    const kept = positions.map((i) => getElement(dice.dice, i));
    return canRoll({ ...dice, dice: kept, scored: kept.length }, faces);
  });
}
