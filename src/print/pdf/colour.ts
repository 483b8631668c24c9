import type { PressInk } from "./press.ts";

/** A colour by its shares of red, green and blue light (sRGB), 0 to 1. */
export interface Colour extends Readonly<Record<"red" | "green" | "blue", number>> {
  /** What a press prints it with, if somebody said so. */
  readonly press?: PressInk;
}
