import { type Message, msg } from "../../../rules/problem/message.ts";
import { listFormulaNames } from "../../../rules/dice/formula.ts";
import type { Category, Game, Tier } from "../../../rules/game/game.ts";
import { listCategories } from "../../../rules/game/rows.ts";
import { highestPoints, highestTotal } from "../../../rules/sums/totals.ts";
import { type LintCheck, type LintWarning, lintWarning } from "../lint-warning.ts";

/** A struck box that brings more than a scored one: players would strike it whatever they roll. */
export const strikePays: LintCheck = ({ game }) => {
  const boxes = listCategories(game).filter(({ strike, legal }) => strike === "allowed" && legal.length > 0);
  if (game.ranking.order !== "lowest")
    return [
      ...boxes.flatMap((box) => minusPoints(game, box) ?? throughOthers(game, box) ?? []),
      ...listCategories(game).flatMap((box) => missPays(box) ?? []),
    ];
  // Where the fewest points win, the 0 of a strike is the best score there is.
  const first = boxes.find(({ legal }) => legal.some((score) => score > 0));
  if (first === undefined) return [];
  const message = msg(
    "authoring.fewest-points-win",
  )`the fewest points win and a struck box counts 0, so it pays to strike every time`;
  const hint = msg("authoring.give-boxes-strike")`give the boxes \`strike: never\``;
  const related = {
    message: msg("authoring.box-can-struck")`this box can be struck`,
    path: ["categories", first.id],
  };
  return [lintWarning("strike-pays", ["ranking"], ["ranking", "order"], { message, hint, related })];
};

/** A miss that is worth as much as anything that dice can show. */
function missPays({ id, miss, legal }: Category): LintWarning | null {
  if (miss === null || miss < (legal.at(-1) ?? 0)) return null;
  const message = msg(
    "authoring.miss-worth-much",
  )`a miss in \`${id}\` is worth ${miss}, as much as the best roll, so nobody needs to roll anything there`;
  const hint = msg("authoring.let-categories-miss")`let \`categories: {${id}: {miss: …}}\` be worth less`;
  return lintWarning("strike-pays", [id], ["categories", id, "miss"], { message, hint });
}

/** Points below 0 that nobody need write, because the box can be struck. */
function minusPoints({ strike }: Game, { id, legal }: Category): LintWarning | null {
  const [lowest = 0] = legal;
  const highest = legal.at(-1) ?? 0;
  // Who may strike only what nothing fits can still be made to take some minus points, but not if there is nothing else.
  if (highest > 0 && (lowest >= 0 || !strike.voluntary)) return null;
  const message =
    highest > 0
      ? msg(
          "authoring.roll-can-worth",
        )`a roll can be worth ${lowest} in \`${id}\`, but striking the box costs nothing, so nobody will write that`
      : msg(
          "authoring.every-roll-costs",
        )`every roll costs points in \`${id}\` (${highest} at best), but striking it costs nothing, so everybody will`;
  return lintWarning("strike-pays", [id], ["categories", id], { message, hint: buildStrikeHint(id) });
}

/** A strike that pays by what it does to other boxes, through constraints, formulas, falling bonuses and the like. */
function throughOthers(game: Game, box: Category): LintWarning | null {
  if (!touchesOthers(game, box)) return null;
  const struck = computeBestResult(game, box, STRUCK);
  const scored = computeBestResult(game, box, { strike: "never" });
  if (struck <= scored) return null;
  const message =
    game.bonuses.length > 0
      ? msg(
          "authoring.striking-pays-sheet",
        )`striking \`${box.id}\` pays: a sheet comes to ${struck} at most with it struck, but only to ${scored} with points in it`
      : msg(
          "authoring.striking-pays-column",
        )`striking \`${box.id}\` pays: a column comes to ${struck} at most with it struck, but only to ${scored} with points in it`;
  // A constraint that no longer lets the strike pay once it binds struck boxes, too.
  const exempt = game.constraints.find((constraint) => {
    if (constraint.between === "all" || ![constraint.left, constraint.right].includes(box.id)) return false;
    const bound = { ...constraint, between: "all" } as const;
    const constraints = game.constraints.with(game.constraints.indexOf(constraint), bound);
    return computeBestResult({ ...game, constraints }, box, STRUCK) <= scored;
  });
  const hint =
    exempt === undefined
      ? buildStrikeHint(box.id)
      : msg(
          "authoring.write-constraints-between-all",
        )`write \`constraints: {${exempt.id}: {between: all}}\`, so that a struck box is bound as well, or ${buildStrikeHint(box.id)}`;
  return lintWarning("strike-pays", [box.id], ["categories", box.id], { message, hint });
}

const STRUCK: Partial<Category> = { pattern: { kind: "none" }, served: null, strike: "always", legal: [] };

/** The best that there is with the box in that state. */
function computeBestResult(game: Game, box: Category, state: Partial<Category>): number {
  const best = game.ranking.by === "points" ? highestPoints : highestTotal;
  const sections = game.sections.map((section) => ({
    ...section,
    categories: section.categories.map((one) => (one.id === box.id ? { ...one, ...state } : one)),
  }));
  // Columns touch each other only through bonuses, and further rolls go with strikes as well as with points.
  const columns = game.bonuses.length > 0 ? game.columns : game.columns.slice(0, 1);
  return best({ ...game, sections, columns, repeats: null });
}

function buildStrikeHint(id: string): Message {
  return msg("authoring.write-categories-strike-never")`write \`categories: {${id}: {strike: never}}\``;
}

/** Whether more than the box's own points hangs on it. */
export function touchesOthers(game: Game, { id }: Category): boolean {
  const isTied = game.constraints.some(({ left, right }) => left === id || right === id);
  const isCounted = game.sections.some(({ total }) => total !== null && listFormulaNames(total).includes(id));
  const home = game.sections.filter(({ categories }) => categories.some((box) => box.id === id));
  const isWatched = game.bonuses.some(
    ({ row, section, of, tiers }) =>
      (row === null || row === id) &&
      (section === null || home.some((one) => one.id === section)) &&
      (of === "struck" || falls(tiers)),
  );
  return isTied || isCounted || isWatched || home.some(({ tiers }) => falls(tiers));
}

/** Whether more can earn less. */
function falls(tiers: readonly Tier[]): boolean {
  return tiers.some((tier, i) => tier.add < (tiers[i - 1]?.add ?? tier.add));
}
