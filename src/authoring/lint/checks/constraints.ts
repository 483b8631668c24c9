import { type Message, type MessageValue, msg } from "../../../rules/problem/message.ts";
import { facesOf, handsInRoll, handsOf, rollText } from "../../../rules/dice/dice.ts";
import { findMatches } from "../../../rules/dice/pattern.ts";
import type { Category, Constraint, Game } from "../../../rules/game/game.ts";
import { orderAllows } from "../../../rules/game/order.ts";
import { listCategories, findCategory, constraintHolds, possibleValues } from "../../../rules/game/rows.ts";
import { type LintCheck, lintWarning, type LintWarning } from "../lint-warning.ts";

/** A sheet that can't be finished, because nothing may be entered in its last box. */
export const cannotFinish: LintCheck = ({ game }) => [
  ...listCategories(game).flatMap((box) => checkUnstrikableBox(game, box) ?? []),
  ...game.constraints.flatMap((constraint) => {
    const end = deadEnd(game, constraint);
    if (end === null) return [];
    const { box } = end;
    const written = [...end.written].map(([id, value]) =>
      value === 0
        ? msg`authoring.box-struck: \`${id}\` struck`
        : msg`authoring.score-in-box: ${value} in \`${id}\``,
    );
    const filled = written.reduce((first, second) => msg`rules.list-and: ${first} and ${second}`);
    const message =
      box.strike === "allowed"
        ? msg`authoring.box-stuck: with ${filled}, nothing can be entered in \`${box.id}\`: no score fits, and a strike counts as 0, which does not fit either`
        : msg`authoring.unstrikable-box-stuck: with ${filled}, nothing can be entered in \`${box.id}\`: no score fits, and it cannot be struck`;
    const hint =
      box.strike === "allowed"
        ? msg`authoring.box-stuck-hint: write \`constraints: {${constraint.id}: {between: scored}}\`, so that struck boxes are exempt`
        : msg`authoring.unstrikable-box-stuck-hint: write \`categories: {${box.id}: {strike: allowed}}\``;
    // If struck boxes are bound, the hint is about that.
    const path = ["constraints", constraint.id, box.strike === "allowed" ? "between" : "expr"];
    return [lintWarning("cannot-finish", [constraint.id], path, { message, hint })];
  }),
];

/** The most rolls to try in a box that all of them must fit. */
const MAX_ROLLS = 20_000;

/** A box that can't be struck, and that some roll doesn't fit. */
function checkUnstrikableBox(game: Game, { id, strike, miss, pattern }: Category): LintWarning | null {
  const { dice } = game;
  if (strike !== "never" || miss !== null || pattern.kind === "any") return null;
  const faces = facesOf(dice).length;
  const maxRolls = dice.dice.reduce((rolls, _, i) => (rolls * (faces + i)) / (i + 1), 1);
  if (maxRolls > MAX_ROLLS) return null;
  const rolls = handsOf({ ...dice, scored: dice.dice.length });
  const misfit = rolls.find((roll) =>
    handsInRoll(dice, roll).every((hand) => findMatches(pattern, hand, dice).length === 0),
  );
  if (misfit === undefined) return null;
  const message = msg`authoring.roll-without-box: \`${id}\` cannot be struck, but not every roll fits it (${rollText(misfit)} does not), so a sheet can get stuck`;
  const hint = msg`authoring.roll-without-box-hint: write \`categories: {${id}: {strike: allowed}}\`, or \`pattern: any\``;
  return lintWarning("cannot-finish", [id], ["categories", id, "strike"], { message, hint });
}

/** The most ways to fill the other boxes to try at once. */
const MAX_WAYS = 50_000;

/** A box, and allowed values of the boxes tied to it that leave no value for it; null if there are none. */
function deadEnd(game: Game, constraint: Constraint) {
  for (const id of [constraint.right, constraint.left]) {
    const box = findCategory(game, id);
    if (box === undefined) continue;
    const tied = game.constraints.map(({ left, right }) =>
      left === id ? right : right === id ? left : null,
    );
    const others = listCategories(game).filter(
      (other) => tied.includes(other.id) && comesFirst(game, other, box),
    );
    const written = others.length === 0 ? null : findBlockingValues(game, box, others, constraint);
    if (written !== null) return { box, written };
  }
  return null;
}

/** Whether some column lets the one box be filled while the other is still empty. */
function comesFirst(game: Game, first: Category, later: Category): boolean {
  const rows = listCategories(game).map(({ id }) => id);
  const at = rows.indexOf(later.id);
  return game.columns.some(({ order }) => {
    const stages = order.kind === "stages" ? order.stages : [];
    const upToStage = stages.slice(0, stages.findIndex((stage) => stage.includes(later.id)) + 1).flat();
    const filled = [rows, rows.slice(0, at), rows.slice(at + 1), upToStage].map(
      (some) => new Set(some.filter((row) => row !== later.id)),
    );
    return filled.some((set) => set.has(first.id) && orderAllows(order, rows, set));
  });
}

/** Values of the other boxes, 0 for a strike, that leave no value for the box, at least partly by the constraint `because`. */
function findBlockingValues(
  game: Game,
  box: Category,
  others: readonly Category[],
  because: Constraint,
): ReadonlyMap<string, number> | null {
  const own = possibleValues(box);
  const ways = others.reduce((count, other) => count * possibleValues(other).length, own.length);
  // With too many ways, tries only the boxes of this constraint, which finds all but rare cases.
  const tried =
    ways > MAX_WAYS ? others.filter(({ id }) => id === because.left || id === because.right) : others;
  const search = (at: number, written: ReadonlyMap<string, number>): typeof written | null => {
    const other = tried[at];
    if (other === undefined) {
      const filled = own.map((value) => new Map(written).set(box.id, value));
      const isStuck = !filled.some((sheet) => keeps(game.constraints, sheet));
      return isStuck && !filled.every((sheet) => keeps([because], sheet)) ? written : null;
    }
    // From the highest down, since extreme values make the clearest examples; a strike last.
    for (const value of possibleValues(other).toReversed()) {
      const next = new Map(written).set(other.id, value);
      const found = keeps(game.constraints, next) ? search(at + 1, next) : null;
      if (found !== null) return found;
    }
    return null;
  };
  return search(0, new Map());
}

function keeps(constraints: readonly Constraint[], written: ReadonlyMap<string, number>): boolean {
  const entryScore = (id: string) => written.get(id) ?? null;
  return constraints.every((one) => constraintHolds(one, entryScore(one.left), entryScore(one.right)));
}

/** A constraint that no two scores can break, or that no two scores can keep. */
export const constraintIdle: LintCheck = ({ game }) =>
  game.constraints.flatMap((constraint) => {
    const left = findCategory(game, constraint.left);
    const right = findCategory(game, constraint.right);
    const reason =
      left === undefined || right === undefined ? null : explainIdleConstraint(constraint, left, right);
    if (reason === null) return [];
    const path = ["constraints", constraint.id, "expr"];
    const hint = msg`authoring.constraint-idle-hint: compare other boxes, reverse the sign, or remove it: \`constraints: {${constraint.id}: null}\``;
    return [lintWarning("constraint-idle", [constraint.id], path, { message: reason, hint })];
  });

function explainIdleConstraint(constraint: Constraint, left: Category, right: Category): Message | null {
  if (left.legal.length === 0 || right.legal.length === 0) return null;
  const holds = listBoundValues(constraint, left).flatMap((a) =>
    listBoundValues(constraint, right).map((b) => constraintHolds(constraint, a, b)),
  );
  const ranges = msg`authoring.score-ranges: ${left.id} has ${formatRange(left)}, ${right.id} has ${formatRange(right)}`;
  if (!holds.includes(false))
    return msg`authoring.constraint-never-broken: this constraint can never be broken: ${ranges}`;
  const scored = left.legal.flatMap((a) => right.legal.map((b) => constraintHolds(constraint, a, b)));
  if (!scored.includes(true))
    return msg`authoring.constraint-never-kept: two scored boxes can never keep this constraint: ${ranges}`;
  return null;
}

/** The values of a box that the constraint applies to. */
function listBoundValues({ between }: Constraint, { legal, strike }: Category): readonly number[] {
  return between === "all" && strike === "allowed" ? [0, ...legal] : legal;
}

function formatRange({ legal }: Category): MessageValue {
  const [lowest = 0] = legal;
  const highest = legal.at(-1) ?? lowest;
  return lowest === highest ? lowest : msg`authoring.score-range: ${lowest} to ${highest}`;
}
