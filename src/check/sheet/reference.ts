import { categoriesIn } from "../../rules/game/entering.ts";
import type { Category, Game, Section } from "../../rules/game/game.ts";
import { type Line, linesOf } from "../../rules/sums/lines.ts";
import { categoriesOf } from "../../rules/game/rows.ts";

/** What reading and checking look up about a game again and again, worked out once. */
export interface Reference {
  /** The boxes of one column, from top to bottom. */
  readonly rows: readonly Category[];
  readonly rowIds: readonly string[];
  readonly categories: ReadonlyMap<string, Category>;
  readonly sections: ReadonlyMap<string, Section>;
  /** The boxes of each column with the scores that they can have there, by the column's id. */
  readonly inColumn: ReadonlyMap<string, readonly Category[]>;
  /** The scores that a box can have, by the category as it is in its column. */
  readonly legal: ReadonlyMap<Category, ReadonlySet<number>>;
  readonly columnLines: readonly Line[];
  readonly sheetLines: readonly Line[];
  /** The lines a player can have, by id. */
  readonly lines: ReadonlyMap<string, Line>;
  /** Where a row or line stands on the pad, counted from the top. */
  readonly position: ReadonlyMap<string, number>;
  /** Boxes of one player, over all columns. */
  readonly boxes: number;
}

const known = new WeakMap<Game, Reference>();

/** The reference of a game. */
export function referenceOf(game: Game): Reference {
  const before = known.get(game);
  if (before !== undefined) return before;
  const reference = workOut(game);
  known.set(game, reference);
  return reference;
}

function workOut(game: Game): Reference {
  const rows = categoriesOf(game);
  const lines = linesOf(game);
  const inColumn = new Map(game.columns.map((column) => [column.id, categoriesIn(game, column)]));
  const all = [...rows, ...[...inColumn.values()].flat()];
  return {
    rows,
    rowIds: rows.map((row) => row.id),
    categories: new Map(rows.map((row) => [row.id, row])),
    sections: new Map(game.sections.flatMap((section) => section.categories.map((c) => [c.id, section]))),
    inColumn,
    legal: new Map(all.map((row) => [row, new Set(row.legal)])),
    columnLines: lines.filter((line) => line.scope === "column"),
    sheetLines: lines.filter((line) => line.scope === "sheet"),
    lines: new Map(lines.map((line) => [line.id, line])),
    position: new Map(padOrder(game, lines).map((id, at) => [id, at])),
    boxes: rows.length * game.columns.length,
  };
}

/** Ids of boxes and lines from the top of the pad to its foot: each section, then its lines, then the lines for all. */
export function padOrder(game: Game, lines: readonly Line[] = linesOf(game)): string[] {
  const sections = game.sections.flatMap((section) => [
    ...section.categories.map((category) => category.id),
    ...lines.filter((line) => line.section === section).map((line) => line.id),
  ]);
  return [...sections, ...lines.filter((line) => line.section === null).map((line) => line.id)];
}
