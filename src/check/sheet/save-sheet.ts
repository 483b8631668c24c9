import type { Game } from "../../rules/game/game.ts";
import { csvCell, yamlWord } from "./quote.ts";
import type { SheetFormat } from "./read-sheet.ts";
import { padOrder, referenceOf } from "./reference.ts";
import type { Entry, PlayerSheet, Sheet } from "./sheet.ts";

/** Lets a spreadsheet know that the file is UTF-8. */
export const BYTE_ORDER_MARK = "\ufeff";

/**
 * Writes a sheet down so that `readSheet` gives it back. Blank boxes and lines are left out, except in a spreadsheet.
 */
export function saveSheet(sheet: Sheet, format: SheetFormat): string {
  if (format === "csv") return saveCsv(sheet);
  return format === "yaml" ? saveYaml(sheet) : `${JSON.stringify(jsonSheet(sheet), null, 2)}\n`;
}

/** The options whose choice is not the default, with the choice. */
export function chosenOptions(game: Game): (readonly [id: string, choice: string])[] {
  return game.options
    .filter((option) => option.chosen !== option.default)
    .map((option) => [option.id, option.chosen]);
}

/** Ids of boxes and lines of one column, from the top of the pad to its foot. */
export function columnRows(game: Game): string[] {
  const { lines } = referenceOf(game);
  return padOrder(game).filter((id) => lines.get(id)?.scope !== "sheet");
}

function ink(entry: Entry | undefined): string | number | null {
  if (entry === undefined || entry.kind === "empty") return null;
  return entry.kind === "strike" ? entry.mark : entry.value;
}

/** What stands in a box or on a line of one column; null if nothing does. */
function inkAt(player: PlayerSheet, column: string, row: string): string | number | null {
  return ink(player.boxes.get(column)?.get(row)) ?? player.columnLines.get(column)?.get(row) ?? null;
}

function columnInk(game: Game, player: PlayerSheet, column: string): (readonly [string, string | number])[] {
  return columnRows(game).flatMap((row) => {
    const value = inkAt(player, column, row);
    return value === null ? [] : [[row, value] as const];
  });
}

function jsonSheet({ game, complete, players }: Sheet): unknown {
  const options = chosenOptions(game);
  return {
    variant: game.id,
    ...(options.length > 0 ? { options: Object.fromEntries(options) } : {}),
    ...(complete === null ? {} : { complete }),
    players: players.map((player) => ({
      name: player.name,
      ...(player.left ? { left: true } : {}),
      columns: Object.fromEntries(
        game.columns.map(({ id }) => [id, Object.fromEntries(columnInk(game, player, id))]),
      ),
      ...Object.fromEntries(player.sheetLines),
    })),
  };
}

function saveYaml({ game, complete, players }: Sheet): string {
  const options = chosenOptions(game);
  const lines = [`variant: ${yamlWord(game.id)}`];
  if (options.length > 0)
    lines.push("options:", ...options.map(([id, choice]) => `  ${id}: ${yamlWord(choice)}`));
  if (complete !== null) lines.push(`complete: ${complete}`);
  lines.push("players:", ...players.flatMap((player) => playerYaml(game, player)));
  return `${lines.join("\n")}\n`;
}

function playerYaml(game: Game, player: PlayerSheet): string[] {
  const lines = [`  - name: ${yamlWord(player.name)}`];
  if (player.left) lines.push("    left: true");
  lines.push("    columns:");
  for (const { id } of game.columns) {
    lines.push(`      ${yamlWord(id)}:`);
    for (const [row, value] of columnInk(game, player, id))
      lines.push(`        ${row}: ${typeof value === "number" ? value : yamlWord(value)}`);
  }
  for (const [id, value] of player.sheetLines) lines.push(`    ${id}: ${value}`);
  return lines;
}

function saveCsv({ game, complete, players }: Sheet): string {
  const tracks = players.flatMap((player) => game.columns.map((column) => ({ player, column: column.id })));
  const options = chosenOptions(game).map(([id, choice]) => [`option ${id}`, choice]);
  const rows: (string | number | null)[][] = [["variant", game.id], ...options];
  if (complete !== null) rows.push(["complete", complete ? "yes" : "no"]);
  rows.push(["player", ...tracks.map(({ player }) => player.name)]);
  if (game.columns.length > 1) rows.push(["column", ...tracks.map(({ column }) => column)]);
  if (players.some((player) => player.left))
    rows.push(["left", ...tracks.map(({ player }) => (player.left ? "yes" : "no"))]);
  for (const row of columnRows(game))
    rows.push([row, ...tracks.map(({ player, column }) => inkAt(player, column, row))]);
  const [first] = game.columns;
  for (const { id } of referenceOf(game).sheetLines) {
    const values = tracks.map(({ player, column }) =>
      column === first?.id ? (player.sheetLines.get(id) ?? null) : null,
    );
    rows.push([id, ...values]);
  }
  return BYTE_ORDER_MARK + csvText(rows, ";");
}

/** Rows as CSV with the line ends that spreadsheets write. */
export function csvText(rows: readonly (readonly (string | number | null)[])[], delimiter: string): string {
  return rows.map((row) => `${row.map((cell) => csvCell(String(cell ?? ""))).join(delimiter)}\r\n`).join("");
}
