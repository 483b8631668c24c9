import type { Problem } from "../../rules/problem/problem.ts";
import type { Grey, PixelArea } from "../image/picture.ts";

/** One box, cut out. */
export interface BoxPicture {
  /** The ink without the print, with a margin of an eighth of the box's height on all sides. */
  readonly picture: Grey;
  /** 0 to 1: how much of the lines around the box can be seen. */
  readonly visible: number;
  /** Surely no ink: need not be read. */
  readonly isBlank: boolean;
  /** Its darkest place is far lighter than ink elsewhere on the sheet, as the ring of a glass, a smear or a shadow is. */
  readonly isFaint: boolean;
  /** The box in the straightened sheet, without margin. */
  readonly area: PixelArea;
}

/** A sheet as if it lay flat below the camera in even light. */
export interface StraightSheet {
  readonly pxPerMm: number;
  /** The page with print and ink on white paper. */
  readonly grey: Grey;
  /** The same in colour: red, green and blue for each pixel. */
  readonly rgb: Uint8Array;
  /** In the order of the layout's boxes. */
  readonly boxes: readonly BoxPicture[];
  /** What makes reading harder but not impossible: a photo that is small or unsharp. */
  readonly warnings: readonly Problem[];
}
