import { type Message, msg } from "../rules/problem/message.ts";
import { type Problem, problem } from "../rules/problem/problem.ts";
import { elementAt } from "../rules/arrays.ts";
import type { Point } from "./image/picture.ts";

/** An edge is missing if more than this share of it lies outside of the photo. */
const MAX_OUTSIDE = 0.3;
/** At how many places an edge is looked at. */
const PLACES = 41;

/** The edges of the sheet in the order of its outline, which begins at its top left corner. */
const MISSING: readonly ((file: string) => Message)[] = [
  (file) => msg("scan.top-edge-sheet")`the top edge of the sheet is missing on ${file}`,
  (file) => msg("scan.right-edge-sheet")`the right edge of the sheet is missing on ${file}`,
  (file) => msg("scan.bottom-edge-sheet")`the bottom edge of the sheet is missing on ${file}`,
  (file) => msg("scan.left-edge-sheet")`the left edge of the sheet is missing on ${file}`,
];

/**
 * A warning for each edge of a sheet that the photo cuts off: another photo is less work than many questions.
 *
 * @param outline the corners of the sheet in the photo, clockwise from its top left one
 */
export function missingEdges(
  outline: readonly Point[],
  { widthPx, heightPx }: { readonly widthPx: number; readonly heightPx: number },
  file: string,
): Problem[] {
  const isOutside = ({ x, y }: Point) => x < 0 || y < 0 || x > widthPx || y > heightPx;
  const hint = msg(
    "scan.take-again-whole",
  )`take it again with the whole sheet in the picture; what can’t be seen has to be asked`;
  return MISSING.flatMap((message, edge) => {
    const [from, to] = [elementAt(outline, edge), elementAt(outline, (edge + 1) % outline.length)];
    const places = Array.from({ length: PLACES }, (_, at) => between(from, to, at / (PLACES - 1)));
    const share = places.filter(isOutside).length / PLACES;
    return share > MAX_OUTSIDE ? [problem("missing-edge", message(file), { severity: "warning", hint })] : [];
  });
}

function between(from: Point, to: Point, share: number): Point {
  return { x: from.x + share * (to.x - from.x), y: from.y + share * (to.y - from.y) };
}
