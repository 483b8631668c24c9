import type { Area } from "../geometry.ts";
import { boundsOf, cornersOf, type Matrix, type Point, transform } from "./matrix.ts";

/** A line that was drawn, or a rectangle so slender that it looks like one. */
export interface DrawnLine {
  readonly area: Area;
  readonly widthMm: number;
}

/** A rectangle this many times as long as it is wide is a line. */
const SLENDER = 8;

/** What the operator that ends a path does with it (ISO 32000-1, 8.5.3). */
const ENDINGS = new Map([
  ...["S", "s"].map((operator) => [operator, { isFilled: false, isDrawn: true }] as const),
  ...["f", "F", "f*"].map((operator) => [operator, { isFilled: true, isDrawn: false }] as const),
  ...["B", "B*", "b", "b*"].map((operator) => [operator, { isFilled: true, isDrawn: true }] as const),
  ["n", { isFilled: false, isDrawn: false }],
]);

/** A path that has ended. */
export interface EndedPath {
  readonly isFilled: boolean;
  readonly isDrawn: boolean;
  /** Its bounds; null if it has no points. Curves lie within their control points. */
  readonly area: Area | null;
  /** If the path has nothing but rectangles: those so slender that they look like lines. */
  readonly slender: readonly DrawnLine[];
}

/** The path that is being drawn. */
export class Path {
  #points: Point[] = [];
  #rectangles: Area[] = [];
  #isAllRectangles = true;

  /** @returns whether the operator continues a path, or clips by it */
  draw(operator: string, numbers: readonly number[], matrix: Matrix): boolean {
    switch (operator) {
      case "m":
      case "l":
      case "c":
      case "v":
      case "y":
        this.#isAllRectangles = false;
        for (let at = 0; at + 1 < numbers.length; at += 2)
          this.#points.push(transform(matrix, [numbers[at] ?? 0, numbers[at + 1] ?? 0]));
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
    const area = boundsOf(corners);
    if (area !== null) this.#rectangles.push(area);
  }

  /** @returns null if the operator does not end a path */
  end(operator: string): EndedPath | null {
    const ending = ENDINGS.get(operator);
    if (ending === undefined) return null;
    const slender = this.#isAllRectangles ? this.#rectangles.flatMap(asLine) : [];
    const ended = { ...ending, area: boundsOf(this.#points), slender };
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
