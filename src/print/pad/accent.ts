import { msg } from "../../rules/problem/message.ts";
import type { Colour } from "../pdf/canvas.ts";
import { hintFor } from "../../rules/problem/wording.ts";
import { refusal, type Result, success } from "../../rules/problem/problem.ts";

/** The sixteen basic colours of CSS, by name. */
const NAMED: Readonly<Record<string, string>> = Object.fromEntries(
  `black=000000 silver=c0c0c0 gray=808080 white=ffffff maroon=800000 red=ff0000
purple=800080 fuchsia=ff00ff green=008000 lime=00ff00 olive=808000 yellow=ffff00
navy=000080 blue=0000ff teal=008080 aqua=00ffff`
    .split(/\s+/)
    .map((named) => named.split("=")),
);

/** What text needs on white to be read by most people (WCAG 2.2, success criterion 1.4.3); it survives a copier then, too. */
const MIN_CONTRAST = 4.5;

/** Reads a colour to print with: `#rrggbb`, `#rgb` or a basic name of CSS. For one that is too light, it names a darker one. */
export function readAccent(text: string): Result<Colour> {
  const word = text.trim().toLowerCase();
  const hex = Object.hasOwn(NAMED, word) ? NAMED[word] : /^#([\da-f]{6}|[\da-f]{3})$/.exec(word)?.[1];
  if (hex === undefined) {
    const isWord = /^[a-z]+$/.test(word);
    const hint = isWord ? hintFor(word, Object.keys(NAMED)) : msg`write it as #rrggbb, such as #7a1f1f`;
    return refusal("bad-colour", msg`there is no colour \`${text}\``, hint);
  }
  const colour = fromHex(hex.length === 3 ? [...hex].map((digit) => digit + digit).join("") : hex);
  if (contrast(colour) >= MIN_CONTRAST) return success(colour);
  const found = contrast(colour).toFixed(1);
  const message = msg`\`${text}\` is too light to be read on paper: its contrast is ${found}, and ${MIN_CONTRAST} is needed`;
  return refusal("light-colour", message, msg`a darker one would do: ${darker(colour)}`);
}

/** What a dark page is dark by: the contrast of its ground with white. */
const DARK_GROUND = 17;

/** A tint of a colour that can be read on a dark page. */
export function lightened(colour: Colour): Colour {
  for (let percent = 0; percent < 100; percent++) {
    const mixed = (share: number) => share + ((1 - share) * percent) / 100;
    const tint = { red: mixed(colour.red), green: mixed(colour.green), blue: mixed(colour.blue) };
    if (DARK_GROUND / contrast(tint) >= MIN_CONTRAST) return tint;
  }
  return { red: 1, green: 1, blue: 1 };
}

function fromHex(hex: string): Colour {
  const share = (at: number) => Number.parseInt(hex.slice(at, at + 2), 16) / 255;
  return { red: share(0), green: share(2), blue: share(4) };
}

/** The lightest shade of the same colour that can be read. */
function darker({ red, green, blue }: Colour): string {
  for (let percent = 99; percent > 0; percent--) {
    const bytes = [red, green, blue].map((share) => Math.floor(share * (percent / 100) * 255));
    const hex = bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("");
    if (contrast(fromHex(hex)) >= MIN_CONTRAST) return `#${hex}`;
  }
  return "#000000";
}

/** The contrast with white (WCAG 2.2): 1 for white itself, 21 for black. */
function contrast({ red, green, blue }: Colour): number {
  const linear = (share: number) => (share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4);
  return 1.05 / (0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue) + 0.05);
}
