import { type Message, msg } from "../../../rules/problem/message.ts";
import { listFormulaNames } from "../../../rules/dice/formula.ts";
import type { Category, Game, Tier, Repeats } from "../../../rules/game/game.ts";
import { highestPoints, highestTotal } from "../../../rules/sums/totals.ts";
import { handsOf, type Roll, rollText } from "../../../rules/dice/dice.ts";
import { scoresOfHand, claimsOfHand } from "../../../rules/dice/scores.ts";
import { jokerClaims } from "../../../rules/game/repeats.ts";
import { listCategories, findCategory } from "../../../rules/game/rows.ts";
import { type LintCheck, type LintWarning, lintWarning } from "../lint-warning.ts";
import { getElement } from "../../../rules/arrays.ts";

/** A struck box that is better than a scored one, so that players would strike it after any roll. */
export const strikePays: LintCheck = ({ game }) => {
  const boxes = listCategories(game).filter(({ strike, legal }) => strike === "allowed" && legal.length > 0);
  if (game.ranking.order !== "lowest")
    return [
      ...boxes.flatMap((box) => minusPoints(game, box) ?? throughOthers(game, box) ?? []),
      ...listCategories(game).flatMap((box) => missPays(box) ?? []),
    ];
  // Where the fewest points win, the 0 of a strike is the best score.
  const first = boxes.find(({ legal }) => legal.some((score) => score > 0));
  if (first === undefined) return [];
  const message = msg`authoring.strike-wins: the fewest points win and a struck box counts 0, so it pays to strike every time`;
  const hint = msg`authoring.strike-wins-hint: give the boxes \`strike: never\``;
  const related = {
    message: msg`authoring.strikable-box: this box can be struck`,
    path: ["categories", first.id],
  };
  return [lintWarning("strike-pays", ["ranking"], ["ranking", "order"], { message, hint, related })];
};

/** A miss that is worth as much as the best roll. */
function missPays({ id, miss, legal }: Category): LintWarning | null {
  if (miss === null || miss < (legal.at(-1) ?? 0)) return null;
  const message = msg`authoring.miss-pays: a miss in \`${id}\` is worth ${miss}, as much as the best roll, so nobody needs to roll anything there`;
  const hint = msg`authoring.miss-pays-hint: make \`categories: {${id}: {miss: …}}\` worth less`;
  return lintWarning("strike-pays", [id], ["categories", id, "miss"], { message, hint });
}

/** Negative points that players can avoid by striking the box. */
function minusPoints({ strike }: Game, { id, legal }: Category): LintWarning | null {
  const [lowest = 0] = legal;
  const highest = legal.at(-1) ?? 0;
  // Without voluntary strikes, players may be forced to take negative points, unless the box has no others.
  if (highest > 0 && (lowest >= 0 || !strike.voluntary)) return null;
  const message =
    highest > 0
      ? msg`authoring.minus-points-avoidable: a roll can be worth ${lowest} in \`${id}\`, but striking the box costs nothing, so nobody will enter it`
      : msg`authoring.every-roll-costs: every roll costs points in \`${id}\` (${highest} at best), but striking it costs nothing, so everybody will strike it`;
  return lintWarning("strike-pays", [id], ["categories", id], { message, hint: buildStrikeHint(id) });
}

/** A strike that pays by its effect on other boxes, through constraints, formulas or falling bonuses. */
function throughOthers(game: Game, box: Category): LintWarning | null {
  if (!touchesOthers(game, box)) return null;
  const struck = computeBestResult(game, box, STRUCK);
  const scored = computeBestResult(game, box, { strike: "never" });
  if (struck <= scored) return null;
  const message =
    game.bonuses.length > 0
      ? msg`authoring.strike-pays-on-sheet: striking \`${box.id}\` pays: a sheet comes to ${struck} at most with it struck, but only to ${scored} with points in it`
      : msg`authoring.strike-pays-in-column: striking \`${box.id}\` pays: a column comes to ${struck} at most with it struck, but only to ${scored} with points in it`;
  // A constraint that would remove the advantage if it applied to struck boxes, too.
  const exempt = game.constraints.find((constraint) => {
    if (constraint.between === "all" || ![constraint.left, constraint.right].includes(box.id)) return false;
    const bound = { ...constraint, between: "all" } as const;
    const constraints = game.constraints.with(game.constraints.indexOf(constraint), bound);
    return computeBestResult({ ...game, constraints }, box, STRUCK) <= scored;
  });
  const hint =
    exempt === undefined
      ? buildStrikeHint(box.id)
      : msg`authoring.strike-pays-constraint-hint: write \`constraints: {${exempt.id}: {between: all}}\`, so that a struck box is bound as well, or ${buildStrikeHint(box.id)}`;
  return lintWarning("strike-pays", [box.id], ["categories", box.id], { message, hint });
}

const STRUCK: Partial<Category> = { pattern: { kind: "none" }, served: null, strike: "always", legal: [] };

function computeBestResult(game: Game, box: Category, state: Partial<Category>): number {
  const best = game.ranking.by === "points" ? highestPoints : highestTotal;
  const sections = game.sections.map((section) => ({
    ...section,
    categories: section.categories.map((one) => (one.id === box.id ? { ...one, ...state } : one)),
  }));
  // Columns affect each other only through bonuses, and repeats are possible with strikes, too.
  const columns = game.bonuses.length > 0 ? game.columns : game.columns.slice(0, 1);
  return best({ ...game, sections, columns, repeats: null });
}

function buildStrikeHint(id: string): Message {
  return msg`authoring.strike-pays-hint: write \`categories: {${id}: {strike: never}}\``;
}

/** Whether a box affects more than its own points. */
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

/** Whether a higher tier adds less than a lower one. */
function falls(tiers: readonly Tier[]): boolean {
  return tiers.some((tier, i) => tier.add < (tiers[i - 1]?.add ?? tier.add));
}

/** A joker that is worth more than a real roll in its box, or than the first roll of its kind. */
export const jokerBeatsReal: LintCheck = ({ game }) => {
  const { repeats } = game;
  const top = repeats === null ? undefined : findCategory(game, repeats.of);
  if (repeats === null || top === undefined || repeats.joker === null) return [];
  const rolls = handsOf(game.dice).filter((hand) => scoresOfHand(game.dice, top, hand).length > 0);
  const jokers = listCategories(game)
    .filter(({ id }) => id !== top.id)
    .flatMap((box) => findBestJoker(rolls.flatMap((roll) => listJokers(game, repeats, box, roll))) ?? []);
  return [...jokers.flatMap(aboveBox), ...aboveTop(top, jokers)];
};

interface Joker {
  readonly box: Category;
  readonly roll: Roll;
  readonly worth: number;
}

/** The first joker with the highest worth. */
function findBestJoker(jokers: readonly Joker[]): Joker | undefined {
  const most = Math.max(...jokers.map(({ worth }) => worth));
  return jokers.find(({ worth }) => worth === most);
}

/** The scores of a roll as a joker, in a box that it doesn't fit by itself. */
function listJokers(game: Game, repeats: Repeats, box: Category, roll: Roll): Joker[] {
  const natural = scoresOfHand(game.dice, box, roll);
  // `as_if_matched` is for rolls that don't make the pattern.
  if (repeats.joker?.lowerValue === "as_if_matched" && natural.length > 0) return [];
  const claims = jokerClaims(game, repeats, box, roll).filter((worth) => !natural.includes(worth));
  return claims.map((worth) => ({ box, roll, worth }));
}

/** Worth more than any real roll in the box. */
function aboveBox({ box, roll, worth }: Joker): LintWarning[] {
  const highest = box.legal.at(-1) ?? 0;
  if (worth <= highest) return [];
  const message = msg`authoring.joker-beats-box: as a joker, ${rollText(roll)} would be worth ${worth} in \`${box.id}\`, but no real one is worth more than ${highest}`;
  const hint = msg`authoring.joker-beats-box-hint: write \`repeats: {joker: {lower_value: max}}\`, or give \`${box.id}\` a fixed score`;
  const path = ["repeats", "joker", "lower_value"];
  return [lintWarning("joker-beats-real", ["repeats", box.id], path, { message, hint })];
}

/** Worth more than the first such roll in its own box. */
function aboveTop(top: Category, jokers: readonly Joker[]): LintWarning[] {
  const highest = top.legal.at(-1) ?? 0;
  const best = findBestJoker(
    jokers.map((joker) => ({ ...joker, worth: Math.min(joker.worth, joker.box.legal.at(-1) ?? 0) })),
  );
  if (best === undefined || best.worth <= highest) return [];
  const message = msg`authoring.joker-beats-first: as a joker in \`${best.box.id}\`, another \`${top.id}\` is worth ${best.worth}, but the first one at most ${highest}, so it pays to keep its box for later`;
  const hint = msg`authoring.joker-beats-first-hint: make \`categories: {${top.id}: {score: …}}\` worth more, or the joker worth less`;
  return [lintWarning("joker-beats-real", ["repeats", top.id], ["repeats", "joker"], { message, hint })];
}

/** A box that is worth more in a later roll, so that players would wait. */
export const laterThrowPays: LintCheck = ({ game }) => {
  if (game.ranking.order === "lowest") return [];
  return listCategories(game).flatMap(({ id, score }) => {
    const values = score.kind === "by_roll" ? score.values : [];
    const at = values.findIndex((value, i) => value > (values[i - 1] ?? value));
    if (at === -1) return [];
    const [before, later] = [getElement(values, at - 1), getElement(values, at)];
    const message = msg`authoring.later-roll-pays: \`${id}\` is worth ${later} on roll ${at + 1} but ${before} on the roll before, so it pays to wait`;
    const hint = msg`authoring.later-roll-pays-hint: list the values of \`by_roll\` from the first roll to the last, the highest first`;
    return [lintWarning("later-throw-pays", [id], ["categories", id, "score"], { message, hint })];
  });
};

/** Scores by roll in a game in which every turn has all its rolls, so that only the last value counts. */
export const byRollIdle: LintCheck = ({ game }) => {
  if (game.turn.stopEarly || game.turn.rolls === 1) return [];
  return listCategories(game).flatMap(({ id, score }) => {
    if (score.kind !== "by_roll") return [];
    const paid = getElement(score.values, score.values.length - 1);
    const message = msg`authoring.by-roll-idle: \`${id}\` scores by roll, but nobody may stop early, so only the last value (${paid}) ever counts`;
    const hint = msg`authoring.by-roll-idle-hint: write \`turn: {stop_early: true}\`, or a single \`score\``;
    return [lintWarning("by-roll-idle", [id], ["categories", id, "score"], { message, hint })];
  });
};

/** Served dice that are worth less than the same dice after several rolls. */
export const servedPaysLess: LintCheck = ({ game }) => {
  if (game.ranking.order === "lowest") return [];
  return listCategories(game).flatMap((category) => {
    const loss = findServedLoss(game, category);
    if (loss === null) return [];
    const { id } = category;
    const message = msg`authoring.served-pays-less: ${rollText(loss.hand)} is worth ${loss.served} in \`${id}\` on a single roll, but ${loss.usual} otherwise`;
    const hint = msg`authoring.served-pays-less-hint: make \`served\` worth more than \`score\``;
    return [lintWarning("served-pays-less", [id], ["categories", id, "served"], { message, hint })];
  });
};

/** The first hand that is worth less if served; null if there is none. */
function findServedLoss({ dice }: Game, category: Category) {
  const { score, served } = category;
  if (served === null || score.kind !== "formula") return null;
  const quickly = { kind: "formula", formula: served } as const;
  for (const hand of handsOf(dice)) {
    const usual = claimsOfHand(dice, { ...category, served: null }, hand);
    const quick = claimsOfHand(dice, { ...category, score: quickly, served: null }, hand);
    const at = usual.findIndex((claim, i) => (quick[i]?.score ?? claim.score) < claim.score);
    const [worse, better] = [quick[at], usual[at]];
    if (worse !== undefined && better !== undefined)
      return { hand, served: worse.score, usual: better.score };
  }
  return null;
}
