import { type Message, msg } from "../rules/problem/message.ts";
import { shorten } from "../rules/problem/wording.ts";
import { unprintable } from "../rules/source/text.ts";

// Names of players, places and evenings: their spelling, what can't be one, and which two are the same.

/** In UTF-16 code units. */
export const MAX_NAME_LENGTH = 80;

/** Joins letters of some scripts and parts of emoji; has no effect elsewhere. */
const JOINERS = String.raw`\u200c\u200d\ufe0e\ufe0f`;
/** Zero-width spaces, soft hyphens, direction marks, fillers. */
const INVISIBLE = String.raw`\p{Default_Ignorable_Code_Point}\ufff9-\ufffb`;
const ALL_INVISIBLE = new RegExp(`[${INVISIBLE}]`, "gu");
const INVISIBLE_ANYWHERE = new RegExp(`(?![${JOINERS}])[${INVISIBLE}]`, "gu");
const IDLE_JOINERS = new RegExp(
  String.raw`(?<![\p{Extended_Pictographic}\p{Emoji_Modifier}\p{M}\p{Lo}])[${JOINERS}]+`,
  "gu",
);
/** Spaces of all widths, line breaks, and the blank Braille pattern. */
const SPACES = String.raw`[\s\u2800]`;
const SPACE_RUNS = new RegExp(`${SPACES}+`, "gu");
const LAST_JOINERS = new RegExp(String.raw`[\u200c\u200d]+(?=${SPACES}|$)`, "gu");

/** Normalizes a name for display and storage: no invisible characters, NFC, single spaces. Empty if nothing is visible. */
export function tidyName(text: string): string {
  const tidied = text
    .replace(INVISIBLE_ANYWHERE, "")
    .normalize("NFC")
    .replace(IDLE_JOINERS, "")
    .replace(LAST_JOINERS, "")
    .replace(SPACE_RUNS, " ")
    .trim()
    .normalize("NFC");
  // Behind letters that were composed only now, joiners are idle, too.
  return tidied === text ? text : tidyName(tidied);
}

/** The names in a field for those who played the games of a sheet in turns: with commas between them. At least one. */
export function splitNames(text: string): string[] {
  const names = text.split(",").flatMap((name) => plainName(name) || []);
  return names.length > 0 ? names : [plainName(text)];
}

/** Makes a valid name of any text, such as a file name; empty if nothing is visible. */
export function plainName(text: string): string {
  return cutName(tidyName(text.replace(/[\p{Cc}\p{Cs}\ufffe\uffff]+/gu, " ")));
}

/** Shortens a name to the maximum without splitting surrogate pairs. */
function cutName(name: string, maxLength = MAX_NAME_LENGTH): string {
  return name
    .slice(0, maxLength)
    .replace(/[\ud800-\udbff]$/, "")
    .trimEnd();
}

/** Why something can't be a name, and how to fix it. */
export interface NameFault {
  readonly message: Message;
  readonly hint: Message;
}

/** Why a text can't be a name even after tidying; null if it can. */
export function nameFault(text: string): NameFault | null {
  const name = tidyName(text);
  const odd = unprintable(name);
  if (odd !== null)
    return {
      message: msg`check.bad-character-in-name: a name can’t contain the character ${odd.name}`,
      hint: msg`check.bad-character-in-name-hint: type the name again instead of copying it`,
    };
  if (name === "")
    return {
      message: msg`check.invisible-name: this name is invisible`,
      hint: msg`check.invisible-name-hint: write a name that people can see`,
    };
  if (name.length > MAX_NAME_LENGTH)
    return {
      message: msg`check.name-too-long: this name is too long`,
      hint: msg`check.name-too-long-hint: a name has at most ${MAX_NAME_LENGTH} characters`,
    };
  return null;
}

/**
 * Two names with the same key belong to the same person. Ignores case (in all alphabets), compatibility forms (NFKC), invisible
 * characters, the number and width of spaces, and the forms of apostrophes and hyphens.
 */
export function nameKey(name: string): string {
  const compatible = name.normalize("NFKC").replace(ALL_INVISIBLE, "").normalize("NFKC");
  return foldCase(compatible)
    .replace(ALL_INVISIBLE, "")
    .replace(/[‘’ʼ`′]/g, "'")
    .replace(/[\p{Pd}\u2212]/gu, "-")
    .replace(SPACE_RUNS, " ")
    .trim();
}

/** Via upper case, which unifies `ß`, `ı` and the two lowercase sigmas; twice for `ẞ`. */
function foldCase(text: string): string {
  return text
    .toUpperCase()
    .toLowerCase()
    .toUpperCase()
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll("i\u0307", "i")
    .normalize("NFKC");
}

/** The hint for two players with the same name. */
export const TELL_APART = msg`check.duplicate-player-hint: tell them apart: Anna B., Anna M.`;

/** The message about two players with the same name. */
export function sameNameMessage(name: string, other: string): Message {
  return name === other
    ? msg`check.duplicate-player: two players are called ${shorten(name)}`
    : msg`check.alike-names: ${shorten(name)} and ${shorten(other)} count as the same name`;
}

/** Whether a name is among others, by the same key. */
export function hasName(names: readonly string[], name: string): boolean {
  const key = nameKey(name);
  return names.some((one) => nameKey(one) === key);
}

/** Appends a number to a name that is taken, and adds its key to `taken`. */
export function distinctName(name: string, taken: Set<string>): string {
  let found = name;
  for (let n = 2; taken.has(nameKey(found)); n++) found = `${cutName(name, MAX_NAME_LENGTH - 6)} (${n})`;
  taken.add(nameKey(found));
  return found;
}

/** The fault of naming more people than a sheet has games; null if there are not more. */
export function spareNamesFault(names: readonly string[], games: number): NameFault | null {
  const spare = names.slice(games).join(", ");
  if (spare === "") return null;
  return {
    message: msg`check.spare-names: there are ${names.length} names for ${games} games; left over: ${spare}`,
    hint: msg`check.spare-names-hint: give one name for all games, or one for each from left to right`,
  };
}

/** Names with the same key as an earlier one, each once. */
export function repeatedNames(names: readonly string[]): string[] {
  const keys = names.map(nameKey);
  return [...new Set(names.filter((_, at) => keys.indexOf(keys[at] ?? "") !== at))];
}
