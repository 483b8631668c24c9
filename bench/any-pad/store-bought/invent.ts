import { stringify } from "yaml";
import type { Game } from "../../../src/rules/game/game.ts";
import { listSheetLines } from "../../../src/rules/sums/sum-graph.ts";
import type { Chance } from "../../photos/chance.ts";

/** Games that pads are sold for. */
export const SOLD_GAMES = ["kniffel", "yatzy", "maxi-yatzy", "yahtzee", "yahtzee-block"] as const;

/** A row of a pad file. */
type Row = string | Readonly<Record<string, { readonly line?: string; readonly height?: number }>>;

/** The pad file of a pad that nobody has sold so far: the rows of a game in one or two tables, with lines, head and headings of its own. */
export function inventPad(id: string, game: Game, chance: Chance): string {
  const hasNames = chance.isSo(0.7);
  const isInTwo = chance.isSo(0.45);
  const labels = chance.isSo(0.3) ? 2 : 1;
  const mark = chance.pick(["single", "double", "thick"] as const);
  const sums = chance.isSo(0.5);
  const last = game.sections.length - 1;
  const tables: Row[][] = [[]];
  for (const [at, section] of game.sections.entries()) {
    if (isInTwo && at > 0) tables.push([]);
    else if (at > 0 && chance.isSo(0.25)) tables.at(-1)?.push({ nothing: { height: chance.pick([0.5, 1]) } });
    const categories = section.categories.map((one) => one.id);
    if (at > 0 && chance.isSo(0.3)) swapTwo(categories, chance);
    const lines = linesIn(game, section.id);
    const rows = [...categories, ...lines, ...(at === last ? linesBelow(game) : [])];
    const table = tables.at(-1) ?? [];
    if (hasNames && (at === 0 || (isInTwo && chance.isSo(0.5)))) table.push("names");
    for (const [index, row] of rows.entries()) {
      const isBefore = index === categories.length - 1 && rows.length > categories.length;
      const isMarked =
        mark !== "single" && (isBefore || (sums && index >= categories.length && index < rows.length - 1));
      table.push(isMarked ? { [row]: { line: mark } } : row);
    }
  }
  return stringify({
    pad: id,
    name: id,
    game: game.id,
    tables: tables.map((rows) => ({ labels, columns: [1, 12], rows })),
  });
}

function swapTwo(ids: string[], chance: Chance): void {
  const at = chance.whole(0, ids.length - 2);
  const [one, other] = [ids[at] ?? "", ids[at + 1] ?? ""];
  ids.splice(at, 2, other, one);
}

function linesIn(game: Game, section: string): string[] {
  return listSheetLines(game)
    .map(({ id }) => id)
    .filter((id) => id.startsWith(`${section}.`));
}

/** The lines that belong to no section. */
function linesBelow(game: Game): string[] {
  return listSheetLines(game)
    .map(({ id }) => id)
    .filter((id) => game.sections.every((section) => !id.startsWith(`${section.id}.`)));
}
