import { msg } from "../../../rules/problem/message.ts";
import { handsOf, type Roll, rollText } from "../../../rules/dice/dice.ts";
import { scoresOfHand } from "../../../rules/dice/scores.ts";
import type { Category, Game, Repeats } from "../../../rules/game/game.ts";
import { jokerClaims } from "../../../rules/game/repeats.ts";
import { listCategories, findCategory } from "../../../rules/game/rows.ts";
import { type LintCheck, type LintWarning, lintWarning } from "../lint-warning.ts";

/** A joker that is worth more than what it stands for, or than the roll that makes it. */
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

/** The joker that is worth most; the first of several. */
function findBestJoker(jokers: readonly Joker[]): Joker | undefined {
  const most = Math.max(...jokers.map(({ worth }) => worth));
  return jokers.find(({ worth }) => worth === most);
}

/** What a roll is worth as a joker in a box that it does not fit by itself. */
function listJokers(game: Game, repeats: Repeats, box: Category, roll: Roll): Joker[] {
  const natural = scoresOfHand(game.dice, box, roll);
  // As if the pattern were made is said of rolls that do not make it.
  if (repeats.joker?.lowerValue === "as_if_matched" && natural.length > 0) return [];
  const claims = jokerClaims(game, repeats, box, roll).filter((worth) => !natural.includes(worth));
  return claims.map((worth) => ({ box, roll, worth }));
}

/** Worth more than any roll that the box really asks for. */
function aboveBox({ box, roll, worth }: Joker): LintWarning[] {
  const highest = box.legal.at(-1) ?? 0;
  if (worth <= highest) return [];
  const message = msg(
    "authoring.joker-would-worth",
  )`as a joker, ${rollText(roll)} would be worth ${worth} in \`${box.id}\`, but no real one is worth more than ${highest}`;
  const hint = msg(
    "authoring.write-repeats-joker",
  )`write \`repeats: {joker: {lower_value: max}}\`, or give \`${box.id}\` a fixed score`;
  const path = ["repeats", "joker", "lower_value"];
  return [lintWarning("joker-beats-real", ["repeats", box.id], path, { message, hint })];
}

/** Worth more than the same roll can be the first time, in its own box. */
function aboveTop(top: Category, jokers: readonly Joker[]): LintWarning[] {
  const highest = top.legal.at(-1) ?? 0;
  const best = findBestJoker(
    jokers.map((joker) => ({ ...joker, worth: Math.min(joker.worth, joker.box.legal.at(-1) ?? 0) })),
  );
  if (best === undefined || best.worth <= highest) return [];
  const message = msg(
    "authoring.joker-further-worth",
  )`as a joker in \`${best.box.id}\`, another \`${top.id}\` is worth ${best.worth}, but the first one at most ${highest}, so it pays to keep its box for later`;
  const hint = msg(
    "authoring.let-categories-score",
  )`let \`categories: {${top.id}: {score: …}}\` be worth more, or let the joker be worth less`;
  return [lintWarning("joker-beats-real", ["repeats", top.id], ["repeats", "joker"], { message, hint })];
}
