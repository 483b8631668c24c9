/** Shares of the four inks of a press, 0 to 1. */
export type Cmyk = readonly [cyan: number, magenta: number, yellow: number, black: number];

/** The inks of a colour. */
export interface PressInk {
  /** A ready-mixed ink by its name; `cmyk` then says what it looks like. Null for a colour that is mixed from the four. */
  readonly spot: string | null;
  readonly cmyk: Cmyk;
}

/** A colour by its shares of red, green and blue light (sRGB), 0 to 1. */
export interface Colour extends Readonly<Record<"red" | "green" | "blue", number>> {
  /** What a press prints it with; mixed from the four inks if left out. */
  readonly press?: PressInk;
}

/** The ink of a colour; one that names none is mixed from the four, with as much black as possible. */
export function pressInk({ red, green, blue, press }: Colour): PressInk {
  if (press !== undefined) return press;
  const light = Math.max(red, green, blue);
  const share = (one: number) => (light === 0 ? 0 : (light - one) / light);
  return { spot: null, cmyk: [share(red), share(green), share(blue), 1 - light] };
}

/** The relative luminance of a colour (WCAG 2.2): 0 for black, 1 for white. */
export function luminance({ red, green, blue }: Colour): number {
  const linear = (share: number) => (share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4);
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

/** Approximates an ink on a screen, without knowing press and paper. */
export function simulateInk(press: PressInk): Colour {
  const [cyan, magenta, yellow, black] = press.cmyk;
  const light = (ink: number) => (1 - ink) * (1 - black);
  return { red: light(cyan), green: light(magenta), blue: light(yellow), press };
}
