import { elementAt } from "../../rules/arrays.ts";
import type { Game } from "../../rules/game/game.ts";
import { referenceOf } from "../../check/sheet.ts";
import type { BoxPlace } from "../inference/sheet-reading.ts";
import type { CellPlace } from "../tables/found-table.ts";
import type { PadFit } from "./fit-rows.ts";
import { rowsOfPad } from "./pad.ts";

/** A cell of a ruled sheet that is the box of a category or a line. */
export interface BoughtPadBox {
  readonly place: BoxPlace;
  readonly cell: CellPlace;
}

/** The boxes of a sheet, if its cells are those of a pad in this way: column by column, each from the top. */
export function boxesIn(fit: PadFit): BoughtPadBox[] {
  const { game } = fit.pad;
  return Array.from({ length: fit.columns }, (_, at) =>
    rowsOfPad(fit.pad).flatMap(({ holds }, row): BoughtPadBox[] => {
      const cell = fit.rows[row]?.[at];
      if (cell === undefined || holds.kind === "names" || holds.kind === "nothing") return [];
      const place = placeOf(game, at, holds);
      return place === null ? [] : [{ place, cell }];
    }),
  ).flat();
}

/** The cells for the names of the players, each with its player, counted from 1: the first column of each. None where columns are games. */
export function nameCellsIn({ pad, rows }: PadFit): { readonly player: number; readonly cell: CellPlace }[] {
  if (pad.columns === "games") return [];
  const { length } = pad.game.columns;
  return rowsOfPad(pad).flatMap(({ holds }, row) =>
    holds.kind !== "names"
      ? []
      : (rows[row] ?? []).flatMap((cell, at) =>
          at % length === 0 ? [{ player: at / length + 1, cell }] : [],
        ),
  );
}

/**
 * Whose box stands in a column of numbers: each player has as many columns as the game, from the left. A line that spans the columns of
 * a player stands in the last of them; null elsewhere.
 */
function placeOf(game: Game, at: number, holds: { kind: "category" | "line"; id: string }): BoxPlace | null {
  const { length } = game.columns;
  const player = Math.floor(at / length) + 1;
  const column = elementAt(game.columns, at % length).id;
  if (holds.kind === "category") return { player, column, category: holds.id, line: null };
  const spans = referenceOf(game).lines.get(holds.id)?.scope === "sheet";
  if (spans && at % length !== length - 1) return null;
  return { player, column: spans ? null : column, category: null, line: holds.id };
}
