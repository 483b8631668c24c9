import type { PixelArea } from "../image/picture.ts";
import type { NameCell } from "../view/name-cells.ts";

/* The photo of a checked sheet on the report page and in the studio. Types name only what is used of the browser's own. */

interface Canvas<Image> {
  width: number;
  height: number;
  getContext(kind: "2d"): { drawImage(image: Image, ...place: CutPlace): void } | null;
}

/** Left, top, width and height in the photo, then on the canvas. */
type CutPlace = [number, number, number, number, number, number, number, number];

interface NameField {
  readonly dataset: { readonly player?: string | undefined };
  closest(
    selector: "li",
  ): { querySelector(selector: ".fault"): { textContent: string | null } | null } | null;
}

/** A box is shown with this share of its height around it. */
const AROUND = 0.5;
/** Pixels of the canvas for each of the photo: enough for screens of any density. */
const SHARPNESS = 2;

/**
 * Cuts an area out of the photo, with a margin around it.
 *
 * @param around the margin, as a share of the area's height
 * @returns whether there was anything to draw
 */
export function drawCut<Image>(
  canvas: Canvas<Image>,
  image: Image | null,
  area: PixelArea | undefined,
  around = AROUND,
): boolean {
  if (image === null || area === undefined) return false;
  const margin = around * area.heightPx;
  const [width, height] = [area.widthPx + 2 * margin, area.heightPx + 2 * margin];
  canvas.width = width * SHARPNESS;
  canvas.height = height * SHARPNESS;
  const [left, top] = [area.xPx - margin, area.yPx - margin];
  canvas.getContext("2d")?.drawImage(image, left, top, width, height, 0, 0, canvas.width, canvas.height);
  return true;
}

/** Draws how the names are written, on the canvases next to their fields. */
export function drawNames<Image>(
  canvases: Iterable<Canvas<Image> & { readonly dataset: { readonly written?: string | undefined } }>,
  image: Image | null,
  cells: readonly NameCell[],
): void {
  const findArea = (written: number) => cells.find(({ player }) => player === written)?.area;
  for (const canvas of canvases) drawCut(canvas, image, findArea(Number(canvas.dataset.written)), 0);
}

/**
 * The box under a tap on the photo, by its index; -1 if there is none.
 *
 * @param shown where the photo lies on the screen
 * @param widthPx how wide the photo itself is
 */
export function tappedBox(
  tap: { readonly clientX: number; readonly clientY: number },
  shown: Readonly<Record<"left" | "top" | "width", number>>,
  widthPx: number,
  areas: readonly PixelArea[],
): number {
  const scale = widthPx / shown.width;
  const [x, y] = [(tap.clientX - shown.left) * scale, (tap.clientY - shown.top) * scale];
  return areas.findIndex(
    ({ xPx, yPx, widthPx, heightPx }) => x >= xPx && y >= yPx && x < xPx + widthPx && y < yPx + heightPx,
  );
}

/**
 * Applies the name that was typed or picked for a player, and shows a problem next to its field.
 *
 * @param give takes the player (from 1) and the name; returns the problem or null
 * @returns whether the name was taken
 */
export async function applyRename(
  field: NameField,
  name: string,
  give: (player: number, name: string) => string | null | Promise<string | null>,
): Promise<boolean> {
  const fault = await give(Number(field.dataset.player), name);
  const place = field.closest("li")?.querySelector(".fault");
  if (fault !== null && place) place.textContent = fault;
  return fault === null;
}
