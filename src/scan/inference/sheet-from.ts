import { referenceOf } from "../../check/sheet/reference.ts";
import type { Entry, PlayerSheet, Sheet } from "../../check/sheet/sheet.ts";
import type { Game } from "../../rules/game/game.ts";
import type { ReadBox, SheetReading } from "./sheet-reading.ts";
import { entryOf, lineValueOf } from "./written.ts";

/**
 * A reading as a typed sheet of the players who wrote anything. What could not be read is left empty, and nobody said whether the
 * game is over.
 *
 * @param names of the players in the order of the pad; where one is missing or empty, the player is called by number
 */
export function sheetFrom(reading: SheetReading, game: Game, file: string, names: readonly string[]): Sheet {
  const players = reading.players.map((player) => {
    const own = reading.boxes.filter((box) => box.player === player);
    return playerFrom(own, game, names[player - 1] || String(player));
  });
  return { file, game, complete: null, players };
}

/** One player of a reading as a player of a typed sheet. */
export function playerFrom(own: readonly ReadBox[], game: Game, name: string): PlayerSheet {
  const boxes = new Map(game.columns.map(({ id }) => [id, emptyColumn(game)]));
  const columnLines = new Map(game.columns.map(({ id }) => [id, new Map<string, number>()]));
  const sheetLines = new Map<string, number>();
  for (const { column, category, line, written } of own) {
    if (category !== null) {
      boxes.get(column ?? "")?.set(category, entryOf(written));
      continue;
    }
    const value = lineValueOf(written);
    const lines = column === null ? sheetLines : columnLines.get(column);
    if (line !== null && value !== null) lines?.set(line, value);
  }
  return { name, left: false, boxes, columnLines, sheetLines };
}

function emptyColumn(game: Game): Map<string, Entry> {
  return new Map(referenceOf(game).rowIds.map((id) => [id, { kind: "empty" }]));
}
