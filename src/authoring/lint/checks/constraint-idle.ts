import type { Category, Constraint } from "../../../rules/game/game.ts";
import { categoryOf, constraintHolds } from "../../../rules/game/rows.ts";
import { type LintCheck, lintWarning } from "../lint-warning.ts";

/** A constraint that no two scores can break, or that no two scores can keep. */
export const constraintIdle: LintCheck = ({ game }) =>
  game.constraints.flatMap((constraint) => {
    const left = categoryOf(game, constraint.left);
    const right = categoryOf(game, constraint.right);
    const reason = left === undefined || right === undefined ? null : reasonOf(constraint, left, right);
    if (reason === null) return [];
    const path = ["constraints", constraint.id, "expr"];
    const hint = `compare other boxes, turn the sign round, or take it away: \`constraints: {${constraint.id}: null}\``;
    return [lintWarning("constraint-idle", [constraint.id], path, { message: reason, hint })];
  });

function reasonOf(constraint: Constraint, left: Category, right: Category): string | null {
  if (left.legal.length === 0 || right.legal.length === 0) return null;
  const holds = valuesOf(constraint, left).flatMap((a) =>
    valuesOf(constraint, right).map((b) => constraintHolds(constraint, a, b)),
  );
  const ranges = `${left.id} has ${rangeOf(left)}, ${right.id} has ${rangeOf(right)}`;
  if (!holds.includes(false)) return `this constraint can never be broken: ${ranges}`;
  const scored = left.legal.flatMap((a) => right.legal.map((b) => constraintHolds(constraint, a, b)));
  if (!scored.includes(true)) return `two scored boxes can never keep this constraint: ${ranges}`;
  return null;
}

/** What can stand in a box and is bound by the constraint. */
function valuesOf({ between }: Constraint, { legal, strike }: Category): readonly number[] {
  return between === "all" && strike === "allowed" ? [0, ...legal] : legal;
}

function rangeOf({ legal }: Category): string {
  const [lowest] = legal;
  const highest = legal.at(-1);
  return lowest === highest ? String(lowest) : `${lowest} to ${highest}`;
}
