import { facesOf } from "../dice/dice.ts";
import { canRoll } from "../dice/hands.ts";
import { scoresOfRoll } from "../dice/scores.ts";
import type { Game } from "../game/game.ts";
import { categoriesOf } from "../game/rows.ts";
import { PAINT, say, sayJson, withMinus } from "./console.ts";
import { fail } from "./failure.ts";
import { languageOf } from "./languages.ts";
import { table } from "./table.ts";
import { gameOf } from "./variants.ts";

interface Flags {
  readonly lang: string;
  readonly set: Readonly<Record<string, string>>;
  readonly json?: boolean;
}

/** `augenblock score`: what a roll is worth in each category. */
export function score(variant: string, faces: readonly string[], flags: Flags): void {
  const game = gameOf(variant, flags.set);
  const roll = rollOf(game, faces);
  const scores = categoriesOf(game).map((c) => ({
    category: c.id,
    scores: scoresOfRoll(game.dice, c, roll),
  }));
  if (flags.json) {
    sayJson({ variant: game.id, roll, scores });
    return;
  }
  const language = languageOf(flags.lang);
  const rows = categoriesOf(game).map((category, at) => {
    const claims = scores[at]?.scores ?? [];
    const label = language.text(category.label);
    return claims.length === 0
      ? [PAINT.quiet(label), PAINT.quiet("–")]
      : [label, claims.map(withMinus).join(` ${language.say("cli.or")} `)];
  });
  say(table(rows));
}

/** The faces as numbers, once it is settled that the game's dice can show them. */
function rollOf(game: Game, faces: readonly string[]): number[] {
  // `5-5-5-3-3` and `5,5,5,3,3` are how people write a roll.
  const given = faces.flatMap((face) => (/^\d+([\s,-]+\d+)+$/.test(face) ? face.split(/[\s,-]+/) : [face]));
  const dice = game.dice.dice.length;
  const known = facesOf(game.dice);
  const strange = given.filter((face) => !/^\d{1,3}$/.test(face) || !known.includes(Number(face)));
  if (strange.length > 0) {
    const hint = `the dice show ${known[0]} to ${known.at(-1)}`;
    fail("no-such-face", `${strange.map((f) => `\`${f}\``).join(", ")} can't be rolled`, hint);
  }
  const roll = given.map(Number);
  if (roll.length !== dice) {
    const perLayer = game.layers.length > 0 ? ", the dice of one layer" : "";
    fail(
      "wrong-number-of-dice",
      `${game.id} rolls ${dice} dice, not ${roll.length}`,
      `give ${dice} faces${perLayer}`,
    );
  }
  if (!canRoll(game.dice, roll)) fail("no-such-roll", "these faces can't lie on the table together");
  return roll;
}
