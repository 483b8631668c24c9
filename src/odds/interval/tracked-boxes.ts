import { getElement } from "../../rules/arrays.ts";
import type { Game } from "../../rules/game/game.ts";
import { listCategories } from "../../rules/game/rows.ts";
import { Positions, precedingGroups } from "../positions.ts";
import type { TurnTables } from "./turn-tables.ts";

/** A column group, or some of its rows, whose boxes are tracked. */
interface Part {
  readonly positions: Positions;
  readonly stride: number;
  /** By box of the game: its index in the part; -1 for those of others. */
  readonly boxes: Int32Array;
  readonly columnGroup: number;
}

/** The positions of a relaxed game: which tracked boxes are filled. Of the others, only their number is known. */
export class TrackedBoxes {
  /** The number of positions. */
  readonly count: number;
  /** The boxes that are not tracked, and how many entries they take together. */
  readonly untracked: readonly number[];
  readonly spare: number;
  /** How many entries the tracked boxes take. */
  readonly tracked: number;
  readonly #parts: readonly Part[];
  readonly #partOf: readonly number[];
  /** By part: the one that has to be full first; null for none, or where none of its boxes is tracked. */
  readonly #before: readonly (Part | null)[];

  /** @param isTracked by box */
  constructor(tables: TurnTables, isTracked: readonly boolean[]) {
    const { game, columnGroups, boxes } = tables;
    let stride = 1;
    const parts: Part[] = [];
    for (const [at, columnGroup] of columnGroups.entries()) {
      const mine = boxes.filter((box) => box.columnGroup === at && isTracked[box.at]);
      if (mine.length === 0) continue;
      const rows = mine.map(({ category }) => category.id);
      const local = mine.map((box, i) => ({ ...box, at: i, columnGroup: 0, row: i }));
      const positions = new Positions(keepRows(game, rows), [columnGroup], local);
      const index = new Int32Array(boxes.length).fill(-1);
      mine.forEach((box, i) => {
        index[box.at] = i;
      });
      parts.push({ positions, stride, boxes: index, columnGroup: at });
      stride *= positions.count;
    }
    this.#parts = parts;
    const before = precedingGroups(columnGroups);
    this.#before = parts.map(
      ({ columnGroup }) => parts.find((part) => part.columnGroup === before[columnGroup]) ?? null,
    );
    this.#partOf = boxes.map(({ at }) => parts.findIndex((part) => part.boxes[at] !== -1));
    this.count = stride;
    const entries = (tracked: boolean) =>
      boxes.reduce((sum, { at, nodes }) => sum + (isTracked[at] === tracked ? nodes.length : 0), 0);
    this.tracked = entries(true);
    this.spare = entries(false);
    this.untracked = boxes.flatMap(({ at }) => (isTracked[at] ? [] : [at]));
  }

  isTracked(box: number): boolean {
    return this.#partOf[box] !== -1;
  }

  /** The position after filling a tracked box; -1 if it may not be filled. */
  next(position: number, box: number): number {
    const at = this.#partOf[box] ?? -1;
    if (at === -1) return -1;
    const part = getElement(this.#parts, at);
    const before = this.#before[at] ?? null;
    if (before !== null && !before.positions.isFull(localPosition(before, position))) return -1;
    const { positions, stride, boxes } = part;
    const local = localPosition(part, position);
    const next = positions.next(local, boxes[box] ?? 0);
    return next === -1 ? -1 : position + (next - local) * stride;
  }

  filledCount(position: number, box: number): number {
    const at = this.#partOf[box] ?? -1;
    if (at === -1) return 0;
    const part = getElement(this.#parts, at);
    const { positions, boxes } = part;
    return positions.filledCount(localPosition(part, position), boxes[box] ?? 0);
  }

  size(position: number): number {
    return this.#parts.reduce((sum, part) => sum + part.positions.size(localPosition(part, position)), 0);
  }
}

function localPosition({ positions, stride }: Part, position: number): number {
  return Math.floor(position / stride) % positions.count;
}

/** The game with these rows only, as far as positions depend on it. */
function keepRows(game: Game, rows: readonly string[]): Game {
  const sections = game.sections.map((section) => ({
    ...section,
    categories: section.categories.filter(({ id }) => rows.includes(id)),
  }));
  const kept = { ...game, sections };
  if (listCategories(kept).length !== rows.length) throw new RangeError("no such rows");
  return kept;
}
