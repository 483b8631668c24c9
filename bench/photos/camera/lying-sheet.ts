import type { Area } from "../../../src/print/geometry.ts";
import type { WrittenSheet } from "../hand/write-sheet.ts";
import type { PlannedSheet } from "../sheets/plan.ts";
import type { SheetTruth } from "../sheets/truth.ts";
import type { Bend, Spot } from "./bend.ts";
import { type Canvas, lay, partAround } from "./canvas.ts";
import type { Cv } from "./cv.ts";
import type { Pixel, Project } from "./lens.ts";
import { mapOf } from "./map.ts";
import { type Wear, wornTexture } from "./paper.ts";

/** Where a sheet lies on the table: its middle in mm from the middle of the view, and how it is turned. */
export interface Place {
  readonly xMm: number;
  readonly yMm: number;
  readonly turn: number;
}

/** A filled-in sheet on the table. */
export interface LyingSheet {
  readonly planned: PlannedSheet;
  readonly written: WrittenSheet;
  readonly paper: { readonly widthMm: number; readonly heightMm: number };
  readonly printScale: number;
  readonly bend: Bend;
  readonly place: Place;
  readonly wear: Wear;
}

/** From a spot of the paper, in mm from its middle, into the photo. */
export function projectFrom({ bend, place }: LyingSheet, lens: Project): (spot: Spot) => Pixel {
  const [cos, sin] = [Math.cos(place.turn), Math.sin(place.turn)];
  return (spot) => {
    const [x, y, z] = bend.at(spot);
    return lens([place.xMm + x * cos - y * sin, place.yMm + x * sin + y * cos, z]);
  };
}

/** Spots along the rim of the paper, clockwise from the top left. */
export function rimOf({ paper }: LyingSheet): Spot[] {
  const [w, h] = [paper.widthMm / 2, paper.heightMm / 2];
  const corners: readonly Spot[] = [
    [-w, -h],
    [w, -h],
    [w, h],
    [-w, h],
  ];
  return corners.flatMap(([x, y], at) => {
    const [toX, toY] = corners[(at + 1) % 4] ?? [x, y];
    return Array.from(
      { length: 8 },
      (_, step): Spot => [x + ((toX - x) * step) / 8, y + ((toY - y) * step) / 8],
    );
  });
}

/** Puts the sheet into the photo, with the shadow that it throws on the table. */
export function paintSheet(canvas: Canvas, sheet: LyingSheet, lens: Project, cv: Cv): void {
  const project = projectFrom(sheet, lens);
  const rim = rimOf(sheet).map(project);
  const { written, paper, printScale, bend, wear } = sheet;
  const reachMm = Math.hypot(paper.widthMm, paper.heightMm) / 2;
  const map = mapOf(project, canvas.widthPx, canvas.heightPx, reachMm);
  const pxPerMm = scaleAt(project, [0, 0]);
  const texture = wornTexture(written.paper, pxPerMm * 1.15, printScale, wear, bend, cv);
  const texturePxPerMm = ((texture.widthPx / written.paper.widthPx) * written.paper.pxPerMm) / printScale;
  const placing = {
    pxPerMm: texturePxPerMm,
    middle: [texture.widthPx / 2 - 0.5, texture.heightPx / 2 - 0.5],
  } as const;
  const reach = [(paper.widthMm / 2) * texturePxPerMm, (paper.heightMm / 2) * texturePxPerMm] as const;
  throwShadow(canvas, rim, pxPerMm * (1.5 + bend.liftMm * 0.35), wear.lightFrom);
  lay(canvas, partAround(rim, canvas), map, texture, placing, { border: "edge", reach }, cv);
}

/** Pixels of the photo for each mm at a spot. */
export function scaleAt(project: (spot: Spot) => Pixel, [x, y]: Spot): number {
  const [a, b, c] = [project([x, y]), project([x + 1, y]), project([x, y + 1])];
  const across = Math.hypot(b[0] - a[0], b[1] - a[1]);
  return (across + Math.hypot(c[0] - a[0], c[1] - a[1])) / 2;
}

/** Darkens the table around the sheet, more on the side that is away from the light. */
function throwShadow(canvas: Canvas, rim: readonly Pixel[], reachPx: number, lightFrom: number): void {
  const away: Pixel = [-0.5 * reachPx * Math.cos(lightFrom), -0.5 * reachPx * Math.sin(lightFrom)];
  // A shadow is soft: a third of the rim's points are enough.
  const shifted = rim.filter((_, at) => at % 4 === 0).map(([x, y]): Pixel => [x + away[0], y + away[1]]);
  const grown = partAround(
    shifted.flatMap(([x, y]): Pixel[] => [
      [x - reachPx, y - reachPx],
      [x + reachPx, y + reachPx],
    ]),
    canvas,
  );
  const cell = Math.max(4, Math.round(reachPx / 8));
  const { rgb, widthPx } = canvas;
  for (let top = grown.y; top < grown.y + grown.height; top += cell) {
    for (let left = grown.x; left < grown.x + grown.width; left += cell) {
      const outside = distanceOut(shifted, [left + cell / 2, top + cell / 2]);
      if (outside > reachPx) continue;
      const dark = 1 - 0.4 * (1 - Math.max(0, outside) / reachPx) ** 2;
      const [bottom, right] = [
        Math.min(top + cell, grown.y + grown.height),
        Math.min(left + cell, grown.x + grown.width),
      ];
      for (let y = top; y < bottom; y++) {
        for (let at = 3 * (y * widthPx + left); at < 3 * (y * widthPx + right); at++)
          rgb[at] = (rgb[at] ?? 0) * dark;
      }
    }
  }
}

/** How far a pixel lies outside of a ring of pixels; 0 inside. */
function distanceOut(ring: readonly Pixel[], [x, y]: Pixel): number {
  let least = Number.POSITIVE_INFINITY;
  let isInside = false;
  ring.forEach(([bx, by], at) => {
    const [ax, ay] = ring.at(at - 1) ?? [bx, by];
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) isInside = !isInside;
    const long = (bx - ax) ** 2 + (by - ay) ** 2 || 1;
    const along = Math.max(0, Math.min(1, ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / long));
    least = Math.min(least, Math.hypot(x - ax - along * (bx - ax), y - ay - along * (by - ay)));
  });
  return isInside ? 0 : least;
}

/** Tells whether a pixel of the photo shows what lies there. */
export type CanSee = (pixel: Pixel) => boolean;

/** The truth about a sheet, as far as it can be seen in the photo. */
export function truthOf(sheet: LyingSheet, lens: Project, canSee: CanSee, isSubject: boolean): SheetTruth {
  const { planned, written, printScale } = sheet;
  const { layout, game, sheet: filled } = planned;
  const project = projectFrom(sheet, lens);
  const { widthMm, heightMm } = layout.page;
  const onPage = (xMm: number, yMm: number): Pixel =>
    project([(xMm - widthMm / 2) * printScale, (yMm - heightMm / 2) * printScale]);
  const seenShare = (area: Area) => shareSeen(area, onPage, canSee);
  const { pxPerMm } = written.paper;
  const boxes = layout.boxes.map((box, at) => {
    const { ink, crossedOut, frame } = written.boxes[at] ?? {
      ink: { kind: "empty" },
      crossedOut: null,
      frame: null,
    };
    const inkSeen =
      frame === null
        ? 1
        : seenShare({
            xMm: frame.left / pxPerMm,
            yMm: frame.top / pxPerMm,
            widthMm: (frame.right - frame.left) / pxPerMm,
            heightMm: (frame.bottom - frame.top) / pxPerMm,
          });
    const { player, column, category, line } = box;
    return {
      player,
      column,
      category,
      line,
      ink,
      crossedOut,
      hidden: inkSeen < 0.86 || seenShare(box) < 0.5,
    };
  });
  const corners = [onPage(0, 0), onPage(widthMm, 0), onPage(widthMm, heightMm), onPage(0, heightMm)] as const;
  return {
    variant: filled.game.id,
    language: planned.language,
    paper: planned.paper,
    players: planned.places,
    number: planned.number,
    boxes,
    isCopied: written.isCopied,
    writers: written.writers,
    planted: planned.planted,
    faults: planned.faults,
    corners: corners.map(([x, y]) => [Math.round(x), Math.round(y)]),
    visibleMarks: layout.marks.filter((mark) => seenShare(mark) > 0.99).map(({ place }) => place),
    isSubject: isSubject && game.id === layout.variant,
  };
}

/** How much of an area of the page can be seen. */
function shareSeen(
  { xMm, yMm, widthMm, heightMm }: Area,
  onPage: (xMm: number, yMm: number) => Pixel,
  canSee: CanSee,
): number {
  const [columns, rows] = [12, 8];
  let seen = 0;
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const x = xMm + ((column + 0.5) / columns) * widthMm;
      const y = yMm + ((row + 0.5) / rows) * heightMm;
      if (canSee(onPage(x, y))) seen++;
    }
  }
  return seen / (columns * rows);
}
