import { msg } from "../../rules/problem/message.ts";
import { type Cmyk, type Colour, luminance, type PressInk, simulateInk } from "../pdf/colour.ts";
import { decimal, suggestWord } from "../../rules/problem/wording.ts";
import { unprintable } from "../../rules/source/text.ts";
import { refusal, type Result, success } from "../../rules/problem/problem.ts";

/** The sixteen basic colours of CSS, by name. */
const NAMED: Readonly<Record<string, string>> = Object.fromEntries(
  `black=000000 silver=c0c0c0 gray=808080 white=ffffff maroon=800000 red=ff0000
purple=800080 fuchsia=ff00ff green=008000 lime=00ff00 olive=808000 yellow=ffff00
navy=000080 blue=0000ff teal=008080 aqua=00ffff`
    .split(/\s+/)
    .map((named) => named.split("=")),
);

/** The least contrast with white for text (WCAG 2.2, success criterion 1.4.3); it also survives a copier. */
const MIN_CONTRAST = 4.5;

/**
 * Reads a colour to print with: `#rrggbb`, `#rgb`, a basic name of CSS, `cmyk:c,m,y,k` in percent, or `spot:Name=c,m,y,k` for a
 * ready-mixed ink and what it looks like. The problem of a colour that is too light suggests a darker one.
 */
export function readAccent(text: string): Result<Colour> {
  const [, kind, ink = ""] = /^\s*(cmyk|spot):(.*)$/is.exec(text) ?? [];
  if (kind !== undefined) return readInk(text, kind.toLowerCase() === "spot", ink);
  const word = text.trim().toLowerCase();
  const hex = Object.hasOwn(NAMED, word) ? NAMED[word] : /^#([\da-f]{6}|[\da-f]{3})$/.exec(word)?.[1];
  if (hex === undefined) {
    const isWord = /^[a-z]+$/.test(word);
    const hint = isWord
      ? suggestWord(word, Object.keys(NAMED))
      : msg`print.colour-hint: write #rrggbb, such as #7a1f1f, or cmyk:c,m,y,k or spot:Name=c,m,y,k`;
    return refusal("bad-colour", msg`print.no-such-colour: there is no colour \`${text}\``, hint);
  }
  const colour = fromHex(hex.length === 3 ? [...hex].map((digit) => digit + digit).join("") : hex);
  return readable(text, colour, darker);
}

/** A colour, unless it is too light. @param darkerThan writes its lightest readable shade */
function readable<C extends Colour>(text: string, colour: C, darkerThan: (colour: C) => string): Result<C> {
  if (contrast(colour) >= MIN_CONTRAST) return success(colour);
  const found = decimal(contrast(colour), 1);
  const message = msg`print.colour-too-light: \`${text}\` is too light to read on paper: its contrast is ${found}, but it needs ${decimal(MIN_CONTRAST)}`;
  return refusal(
    "light-colour",
    message,
    msg`print.colour-too-light-hint: use a darker one: ${darkerThan(colour)}`,
  );
}

/** Names that a PDF reserves for process inks. */
const PROCESS_INKS = ["cyan", "magenta", "yellow", "black", "all", "none"];
const MAX_INK_NAME_LENGTH = 60;

/** Reads `c,m,y,k`, after `Name=` for a ready-mixed ink. */
function readInk(text: string, isSpot: boolean, ink: string): Result<Colour> {
  const [, name = "", shares = ""] = isSpot ? (/^(.*)=([^=]*)$/s.exec(ink) ?? []) : [ink, "", ink];
  const cmyk = parseCmyk(shares);
  const spot = name.trim();
  const hint = isSpot
    ? msg`print.spot-colour-hint: write the ink’s name and what it looks like in percent, such as spot:HKS 16=20,100,80,30`
    : msg`print.process-colour-hint: write four numbers from 0 to 100, such as cmyk:0,90,80,40`;
  if (cmyk === null || (isSpot && (spot === "" || spot.length > MAX_INK_NAME_LENGTH || unprintable(spot))))
    return refusal("bad-colour", msg`print.no-such-colour: there is no colour \`${text}\``, hint);
  if (isSpot && PROCESS_INKS.includes(spot.toLowerCase())) {
    const message = msg`print.spot-is-process-ink: \`${spot}\` is not a spot colour: every press has it`;
    return refusal("bad-colour", message, msg`print.spot-is-process-ink-hint: write cmyk:${shares} instead`);
  }
  return readable(text, simulateInk({ spot: isSpot ? spot : null, cmyk }), darkerInk);
}

function parseCmyk(text: string): Cmyk | null {
  const shares = text
    .split(",")
    .map((share) => (/^\s*\d{1,3}(\.\d+)?\s*$/.test(share) ? Number(share) / 100 : 2));
  const [cyan = 2, magenta = 2, yellow = 2, black = 2, ...more] = shares;
  const isInk = more.length === 0 && Math.max(cyan, magenta, yellow, black) <= 1;
  return isInk ? [cyan, magenta, yellow, black] : null;
}

/** The same ink with just enough black to be readable. */
function darkerInk({ press }: Colour): string {
  const { spot, cmyk }: PressInk = press ?? { spot: null, cmyk: [0, 0, 0, 1] };
  const [cyan, magenta, yellow, black] = cmyk.map((share) => Math.round(share * 100)) as [...Cmyk];
  const inks = Array.from({ length: 101 - black }, (_, more): Cmyk => [cyan, magenta, yellow, black + more]);
  const dark = inks.find((ink) => contrast(simulateInk({ spot, cmyk: percent(ink) })) >= MIN_CONTRAST);
  return `${spot === null ? "cmyk:" : `spot:${spot}=`}${(dark ?? [0, 0, 0, 100]).join(",")}`;
}

const percent = (shares: Cmyk) => shares.map((share) => share / 100) as [...Cmyk];

/** The contrast of a dark page's background with white. */
const DARK_GROUND = 17;

/** A tint of a colour that is readable on a dark page. */
export function lightenColour(colour: Colour): Colour {
  for (let percent = 0; percent < 100; percent++) {
    const mixWhite = (share: number) => share + ((1 - share) * percent) / 100;
    const tint = { red: mixWhite(colour.red), green: mixWhite(colour.green), blue: mixWhite(colour.blue) };
    if (DARK_GROUND / contrast(tint) >= MIN_CONTRAST) return tint;
  }
  return { red: 1, green: 1, blue: 1 };
}

function fromHex(hex: string): Colour {
  const share = (at: number) => Number.parseInt(hex.slice(at, at + 2), 16) / 255;
  return { red: share(0), green: share(2), blue: share(4) };
}

/** The lightest readable shade of a colour. */
function darker({ red, green, blue }: Colour): string {
  for (let percent = 99; percent > 0; percent--) {
    const bytes = [red, green, blue].map((share) => Math.floor(share * (percent / 100) * 255));
    const hex = bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("");
    if (contrast(fromHex(hex)) >= MIN_CONTRAST) return `#${hex}`;
  }
  return "#000000";
}

/** The contrast with white (WCAG 2.2): 1 for white itself, 21 for black. */
function contrast(colour: Colour): number {
  return 1.05 / (luminance(colour) + 0.05);
}
