import type { Examined, ExaminedPlayer } from "../checks/check.ts";
import { orderBreach } from "./breaches.ts";
import { computedLines } from "./computed-lines.ts";
import { type Reference, referenceOf } from "./reference.ts";
import type { PlayerSheet, Sheet } from "./sheet.ts";
import { filledBoxes } from "./values.ts";

/** Works out everything that the checks look at. */
export function examine(sheet: Sheet): Examined {
  const reference = referenceOf(sheet.game);
  const players = sheet.players.map((player) => examinePlayer(player, sheet, reference));
  const isDone = players.every(({ player, filled }) => player.left || filled === reference.boxes);
  return { sheet, reference, players, complete: sheet.complete === true || isDone };
}

function examinePlayer(player: PlayerSheet, { game, complete }: Sheet, reference: Reference): ExaminedPlayer {
  const mustBeFull = complete === true && !player.left;
  const filled = filledBoxes(player);
  const holes = game.columns.filter((column) => orderBreach(column, player, reference) !== null).length;
  const lines = computedLines(game, reference, player, mustBeFull);
  return { player, filled, filledWithHoles: filled + holes, mustBeFull, lines };
}
