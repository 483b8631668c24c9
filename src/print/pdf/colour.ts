/** Shares of the four inks of a press, 0 to 1. */
export type Cmyk = readonly [cyan: number, magenta: number, yellow: number, black: number];

/** What a press prints a colour with. */
export interface PressInk {
  /** A ready-mixed ink by its name; `cmyk` then says what it looks like. Null for a colour that is mixed from the four. */
  readonly spot: string | null;
  readonly cmyk: Cmyk;
}

/** A colour by its shares of red, green and blue light (sRGB), 0 to 1. */
export interface Colour extends Readonly<Record<"red" | "green" | "blue", number>> {
  /** What a press prints it with, if somebody said so. */
  readonly press?: PressInk;
}
