import { canRoll, facesOf } from "../../rules/dice/dice.ts";
import type { Game } from "../../rules/game/game.ts";
import { type Message, type MessageValue, msg } from "../../rules/problem/message.ts";
import { fail } from "../console/failure.ts";

/** The faces as numbers, once it is settled that the game's dice can show them. */
export function parseRollArguments(game: Game, faces: readonly string[]): number[] {
  const given = faces.flatMap((face) => splitFaceWord(game, face));
  const strange = given.filter((face) => findFaceNumber(game, face) === null).map((face) => `\`${face}\``);
  if (strange.length > 0) {
    fail(
      "no-such-face",
      msg("cli.cant-rolled")`${strange.join(", ")} can’t be rolled`,
      msg("cli.dice-show")`the dice show ${describeFaces(game)}`,
    );
  }
  const roll = given.flatMap((face) => findFaceNumber(game, face) ?? []);
  const dice = game.dice.dice.length;
  if (roll.length !== dice) {
    const message =
      game.hands > 1
        ? msg("cli.scores-dice-not")`${game.id} scores ${dice} dice, not ${roll.length}`
        : msg("cli.rolls-dice-not")`${game.id} rolls ${dice} dice, not ${roll.length}`;
    fail("wrong-number-of-dice", message, facesWanted(game, dice));
  }
  if (!canRoll(game.dice, roll))
    fail("no-such-roll", msg("odds.no-such-roll")`no roll can show these faces together`);
  return roll;
}

/** The faces in one word: people also write a roll as `5-5-5-3-3`, `5,5,5,3,3` or `55533`. */
function splitFaceWord({ dice, symbols }: Game, word: string): string[] {
  if (/^[\p{L}\p{N}]+([\s,-]+[\p{L}\p{N}]+)+$/u.test(word)) return word.split(/[\s,-]+/);
  const isRow = /^\d{2,}$/.test(word) && symbols.size === 0 && facesOf(dice).every((face) => face < 10);
  return isRow ? [...word] : [word];
}

function facesWanted({ layers, hands }: Game, dice: number): Message {
  if (layers.length > 0) return msg("cli.give-faces-dice")`give ${dice} faces, the dice of one layer`;
  return hands > 1
    ? msg("cli.give-faces-one")`give ${dice} faces, one hand`
    : msg("cli.give-faces")`give ${dice} faces`;
}

/** The number of a face by what it shows, in any language and with small letters too; null for what no die shows. */
function findFaceNumber({ dice, symbols }: Game, text: string): number | null {
  if (symbols.size === 0)
    return /^\d{1,3}$/.test(text) && facesOf(dice).includes(Number(text)) ? Number(text) : null;
  const shows = (names: Readonly<Record<string, string>>) =>
    Object.values(names).some((name) => name.toLowerCase() === text.toLowerCase());
  return [...symbols].find(([, names]) => shows(names))?.[0] ?? null;
}

/** What the dice show, for a hint. */
function describeFaces({ dice, symbols }: Game): MessageValue {
  const known = facesOf(dice);
  if (symbols.size === 0) return msg("authoring.pattern-2")`${known[0] ?? ""} to ${known.at(-1) ?? ""}`;
  return known.map((face) => [...new Set(Object.values(symbols.get(face) ?? {}))].join("/")).join(", ");
}
