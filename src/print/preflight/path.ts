import type { Area } from "../geometry.ts";
import { around, cornersOf, type Matrix, moved, type Point } from "./geometry.ts";
import type { DrawnLine } from "./painted.ts";

/** A rectangle this many times as long as it is wide is a line. */
const SLENDER = 8;

/** What is done with a path by the operator that ends it (ISO 32000-1, 8.5.3). */
const ENDINGS: Readonly<Record<string, { readonly isFilled: boolean; readonly isDrawn: boolean }>> = {
  ...fromKeys(["S", "s"], { isFilled: false, isDrawn: true }),
  ...fromKeys(["f", "F", "f*"], { isFilled: true, isDrawn: false }),
  ...fromKeys(["B", "B*", "b", "b*"], { isFilled: true, isDrawn: true }),
  ...fromKeys(["n"], { isFilled: false, isDrawn: false }),
};

function fromKeys<T>(keys: readonly string[], value: T): Record<string, T> {
  return Object.fromEntries(keys.map((key) => [key, value]));
}

/** A path that has ended. */
export interface EndedPath {
  readonly isFilled: boolean;
  readonly isDrawn: boolean;
  /** Where it lies; null if it leads nowhere. Curves lie within the points that they are drawn by. */
  readonly area: Area | null;
  /** The rectangles of a path of nothing else that are so slender that they look like lines. */
  readonly slender: readonly DrawnLine[];
}

/** The path that is being drawn. */
export class Path {
  #points: Point[] = [];
  #rectangles: Area[] = [];
  #isAllRectangles = true;

  /** @returns whether the operator goes on with a path, or clips by it */
  draw(operator: string, numbers: readonly number[], matrix: Matrix): boolean {
    switch (operator) {
      case "m":
      case "l":
      case "c":
      case "v":
      case "y":
        this.#isAllRectangles = false;
        for (let at = 0; at + 1 < numbers.length; at += 2)
          this.#points.push(moved(matrix, [numbers[at] ?? 0, numbers[at + 1] ?? 0]));
        return true;
      case "re":
        this.#addRectangle(numbers, matrix);
        return true;
      case "h":
      case "W":
      case "W*":
        return true;
      default:
        return false;
    }
  }

  #addRectangle([x = 0, y = 0, width = 0, height = 0]: readonly number[], matrix: Matrix): void {
    const corners = cornersOf(matrix, [x, y], [x + width, y + height]);
    this.#points.push(...corners);
    const area = around(corners);
    if (area !== null) this.#rectangles.push(area);
  }

  /** @returns null if the operator does not end a path */
  end(operator: string): EndedPath | null {
    const ending = ENDINGS[operator];
    if (ending === undefined) return null;
    const slender = this.#isAllRectangles ? this.#rectangles.flatMap(asLine) : [];
    const ended = { ...ending, area: around(this.#points), slender };
    this.#points = [];
    this.#rectangles = [];
    this.#isAllRectangles = true;
    return ended;
  }
}

function asLine(area: Area): DrawnLine[] {
  const widthMm = Math.min(area.widthMm, area.heightMm);
  const longMm = Math.max(area.widthMm, area.heightMm);
  return longMm >= SLENDER * widthMm && longMm > 0 ? [{ area, widthMm }] : [];
}
