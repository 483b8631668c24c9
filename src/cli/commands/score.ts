import type { Command } from "commander";
import { examples, type VariantFlags, variantFlags } from "../flags.ts";
import { facesOf, canRoll } from "../../rules/dice/dice.ts";
import { scoresOfRoll } from "../../rules/dice/scores.ts";
import type { Game } from "../../rules/game/game.ts";
import { categoriesOf } from "../../rules/game/rows.ts";
import { plainNumber } from "../../i18n/format.ts";
import { PAINT, print, printJson } from "../console/output.ts";
import { fail } from "../console/failure.ts";
import { languageOf } from "../files/languages.ts";
import { table } from "../console/table.ts";
import { gameOf } from "../files/variants.ts";

interface Flags extends VariantFlags {
  readonly json?: boolean;
}

/** `augenblock score`: what a roll scores in each category. */
export default function scoreCommand(command: Command): Command {
  return variantFlags(command)
    .argument("<faces...>", "the faces of the dice")
    .option("--json", "print JSON")
    .addHelpText("after", examples("score yahtzee-block 5 5 5 3 3", "score doppel-yatzy 6 6 4 3 3 3 --json"))
    .action(score);
}

function score(variant: string, faces: readonly string[], flags: Flags): void {
  const game = gameOf(variant, flags.set);
  const roll = rollOf(game, faces);
  const categories = categoriesOf(game).map((category) => ({
    ...category,
    scores: scoresOfRoll(game.dice, category, roll),
  }));
  if (flags.json) {
    const scores = categories.map(({ id, scores }) => ({ category: id, scores }));
    printJson({ variant: game.id, roll, scores });
    return;
  }
  const language = languageOf(flags.lang);
  const rows = categories.map(({ label, scores }) =>
    scores.length === 0
      ? [language.text(label), "–"].map(PAINT.quiet)
      : [language.text(label), scores.map(plainNumber).join(language.translate("list.or"))],
  );
  print(table(rows));
}

/** The faces as numbers, once it is settled that the game's dice can show them. */
function rollOf(game: Game, faces: readonly string[]): number[] {
  // `5-5-5-3-3` and `5,5,5,3,3` are how people write a roll.
  const given = faces.flatMap((face) =>
    /^[\p{L}\p{N}]+([\s,-]+[\p{L}\p{N}]+)+$/u.test(face) ? face.split(/[\s,-]+/) : [face],
  );
  const dice = game.dice.dice.length;
  const read = given.map((face) => ({ face, number: faceOf(game, face) }));
  const strange = read.filter(({ number }) => number === null).map(({ face }) => `\`${face}\``);
  if (strange.length > 0) {
    fail("no-such-face", `${strange.join(", ")} can't be rolled`, `the dice show ${shownBy(game)}`);
  }
  const roll = read.flatMap(({ number }) => number ?? []);
  if (roll.length !== dice) {
    const part = game.layers.length > 0 ? ", the dice of one layer" : game.hands > 1 ? ", one hand" : "";
    const message = `${game.id} ${game.hands > 1 ? "scores" : "rolls"} ${dice} dice, not ${roll.length}`;
    fail("wrong-number-of-dice", message, `give ${dice} faces${part}`);
  }
  if (!canRoll(game.dice, roll)) fail("no-such-roll", "these faces can't lie on the table together");
  return roll;
}

/** The number of a face by what it shows, in any language and with small letters too; null for what no die shows. */
function faceOf({ dice, symbols }: Game, text: string): number | null {
  if (symbols.size === 0)
    return /^\d{1,3}$/.test(text) && facesOf(dice).includes(Number(text)) ? Number(text) : null;
  const shows = (names: Readonly<Record<string, string>>) =>
    Object.values(names).some((name) => name.toLowerCase() === text.toLowerCase());
  return [...symbols].find(([, names]) => shows(names))?.[0] ?? null;
}

/** What the dice show, for a hint. */
function shownBy({ dice, symbols }: Game): string {
  const known = facesOf(dice);
  if (symbols.size === 0) return `${known[0]} to ${known.at(-1)}`;
  return known.map((face) => [...new Set(Object.values(symbols.get(face) ?? {}))].join("/")).join(", ");
}
