import type { Space } from "./bend.ts";

export type Pixel = readonly [x: number, y: number];

/** The position of the camera, and how it looks at the middle of a sheet. */
export interface View {
  readonly widthPx: number;
  readonly heightPx: number;
  /** In pixels. */
  readonly focal: number;
  /** How far the camera is away from the sheet's middle. */
  readonly distanceMm: number;
  /** How the sheet is turned in its plane, in radians, clockwise as seen in the photo. */
  readonly turn: number;
  /** How far the camera looks from the side, and from which. */
  readonly tilt: number;
  readonly from: number;
  /** Where the sheet's middle is in the photo, as share of its width and height. */
  readonly middle: Pixel;
  /** Radial distortion at half the diagonal; negative is a barrel. */
  readonly distortion: number;
}

/** The way of light from the table into the photo. */
export type Project = (space: Space) => Pixel;

/** A pinhole with radial distortion. The camera does not move for another sheet: `at` puts that one elsewhere on the table. */
export function lensOf(view: View): Project {
  const { focal, distanceMm, tilt, from, widthPx, heightPx, middle, distortion } = view;
  const rotation = rotationOf(tilt, from, view.turn);
  const [cx, cy] = [widthPx / 2, heightPx / 2];
  const shiftX = ((middle[0] - 0.5) * widthPx * distanceMm) / focal;
  const shiftY = ((middle[1] - 0.5) * heightPx * distanceMm) / focal;
  const half = Math.hypot(widthPx, heightPx) / 2;
  const [r0, r1, r2, r3, r4, r5, r6, r7, r8] = rotation;
  return ([x, y, z]) => {
    const depth = distanceMm - (r6 * x + r7 * y + r8 * z);
    const right = (focal * (r0 * x + r1 * y + r2 * z + shiftX)) / depth;
    const down = (focal * (r3 * x + r4 * y + r5 * z + shiftY)) / depth;
    const outward = (right * right + down * down) / (half * half);
    const stretch = 1 + distortion * Math.min(outward, 2);
    return [cx + right * stretch, cy + down * stretch];
  };
}

type Rotation = readonly [number, number, number, number, number, number, number, number, number];

/**
 * First turned in its plane, then tilted about a level axis; rows are right, down and towards the camera. Tilted from 0, the
 * right side of the photo comes nearer.
 */
function rotationOf(tilt: number, from: number, turn: number): Rotation {
  const [c, s] = [Math.cos(tilt), Math.sin(tilt)];
  const [ax, ay] = [Math.cos(from), Math.sin(from)];
  // The part along (ax, ay) leaves the plane; the part across stays.
  const tilted = [
    [c * ax * ax + ay * ay, (c - 1) * ax * ay, -s * ax],
    [(c - 1) * ax * ay, c * ay * ay + ax * ax, -s * ay],
    [s * ax, s * ay, c],
  ] as const;
  const [ct, st] = [Math.cos(turn), Math.sin(turn)];
  const row = ([a, b, d]: readonly [number, number, number]) =>
    [a * ct + b * st, -a * st + b * ct, d] as const;
  return [...row(tilted[0]), ...row(tilted[1]), ...row(tilted[2])];
}
