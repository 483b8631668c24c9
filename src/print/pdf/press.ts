import type { Colour, PressInk } from "./colour.ts";

/**
 * What a print shop must know about a file (ISO 15930-4, PDF/X-1a:2003). That part of the standard takes black, CMYK and named inks, all
 * opaque, which is all that pads are made of; and for a printing condition of the register of the International Color Consortium it
 * takes the name instead of a profile, so that the file needs none that somebody else owns.
 */
export const PDF_X = "PDF/X-1a:2003";

/** The version of PDF that it builds on: no packed objects. */
export const PDF_X_VERSION = "1.4";

/** Offset printing on uncoated paper, which takes pencil and ballpoint (ISO 12647-2, PSO uncoated v3). */
export const PRINT_CONDITION = {
  identifier: "FOGRA52",
  name: "Offset on wood-free uncoated white paper (ISO 12647-2:2013, paper type 5)",
  registry: "http://www.color.org",
} as const;

/** The ink of a colour; one that names none is mixed from the four, with as much black as possible. */
export function pressInk({ red, green, blue, press }: Colour): PressInk {
  if (press !== undefined) return press;
  const light = Math.max(red, green, blue);
  const share = (one: number) => (light === 0 ? 0 : (light - one) / light);
  return { spot: null, cmyk: [share(red), share(green), share(blue), 1 - light] };
}

/** What an ink looks like on a screen, as far as it can be told without knowing press and paper. */
export function simulateInk(press: PressInk): Colour {
  const [cyan, magenta, yellow, black] = press.cmyk;
  const light = (ink: number) => (1 - ink) * (1 - black);
  return { red: light(cyan), green: light(magenta), blue: light(yellow), press };
}

/** Characters that stand for themselves in a name (ISO 32000-1, 7.3.5). */
const REGULAR = /[A-Za-z0-9_.+-]/;

/** A name as a file has it, without its slash. */
export function nameText(name: string): string {
  const byteText = (byte: number) => {
    const character = String.fromCharCode(byte);
    return REGULAR.test(character) ? character : `#${byte.toString(16).padStart(2, "0")}`;
  };
  return Array.from(new TextEncoder().encode(name), byteText).join("");
}
