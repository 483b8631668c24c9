import { msg } from "../../../rules/problem/message.ts";
import { getElement } from "../../../rules/arrays.ts";
import { handsOf, rollText } from "../../../rules/dice/dice.ts";
import { claimsOfHand } from "../../../rules/dice/scores.ts";
import type { Category, Game } from "../../../rules/game/game.ts";
import { listCategories } from "../../../rules/game/rows.ts";
import { type LintCheck, lintWarning } from "../lint-warning.ts";

/** A box that is worth more in a later throw: whoever has it at once would throw again for nothing. */
export const laterThrowPays: LintCheck = ({ game }) => {
  if (game.ranking.order === "lowest") return [];
  return listCategories(game).flatMap(({ id, score }) => {
    const values = score.kind === "by_roll" ? score.values : [];
    const at = values.findIndex((value, i) => value > (values[i - 1] ?? value));
    if (at === -1) return [];
    const [before, later] = [getElement(values, at - 1), getElement(values, at)];
    const message = msg(
      "authoring.worth-throw-but",
    )`\`${id}\` is worth ${later} on roll ${at + 1} but ${before} on the roll before, so it pays to wait`;
    const hint = msg(
      "authoring.list-values-roll",
    )`list the values of \`by_roll\` from the first roll to the last, the highest first`;
    return [lintWarning("later-throw-pays", [id], ["categories", id, "score"], { message, hint })];
  });
};

/** Points by throw in a game where every turn takes all its throws, so that only the last value is ever paid. */
export const byRollIdle: LintCheck = ({ game }) => {
  if (game.turn.stopEarly || game.turn.rolls === 1) return [];
  return listCategories(game).flatMap(({ id, score }) => {
    if (score.kind !== "by_roll") return [];
    const paid = getElement(score.values, score.values.length - 1);
    const message = msg(
      "authoring.pays-throw-but",
    )`\`${id}\` scores by roll, but nobody may stop early, so only the last value (${paid}) ever counts`;
    const hint = msg("authoring.write-turn-stop")`write \`turn: {stop_early: true}\`, or a single \`score\``;
    return [lintWarning("by-roll-idle", [id], ["categories", id, "score"], { message, hint })];
  });
};

/** Served dice that are worth less than the same dice gathered in several throws. */
export const servedPaysLess: LintCheck = ({ game }) => {
  if (game.ranking.order === "lowest") return [];
  return listCategories(game).flatMap((category) => {
    const loss = findServedLoss(game, category);
    if (loss === null) return [];
    const { id } = category;
    const message = msg(
      "authoring.worth-when-falls",
    )`${rollText(loss.hand)} is worth ${loss.served} in \`${id}\` on a single roll, but ${loss.usual} otherwise`;
    const hint = msg("authoring.let-served-worth")`let \`served\` be worth more than \`score\``;
    return [lintWarning("served-pays-less", [id], ["categories", id, "served"], { message, hint })];
  });
};

/** The first hand that is worth less served; null if there is none. */
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
