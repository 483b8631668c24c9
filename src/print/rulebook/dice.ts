import { joinWords } from "../../i18n/format.ts";
import MarkdownIt, { type MarkdownIt as MarkdownReader, type Token } from "markdown-it";
import type { Language } from "../../i18n/language.ts";
import { DICE_MARK } from "../../i18n/template-functions.ts";
import type { DieState } from "../shapes/figures.ts";

/** A die as the page shows it. */
export interface ShownDie {
  /** A number, or the symbol that the die shows instead. */
  readonly face: number | string;
  readonly state: DieState;
}

const MARK = new RegExp(`${DICE_MARK.open}([^${DICE_MARK.close}]*)${DICE_MARK.close}`, "g");
const STATES: Readonly<Record<string, DieState>> = { "!": "hit", "?": "dropped" };

/** What stands between the marks, as dice. */
export function readDice(inside: string): ShownDie[] {
  return inside.split(",").flatMap((die) => {
    const [, face, state = ""] = /^(-?\d+|[\p{L}\p{N}]+)([!?]?)$/u.exec(die) ?? [];
    if (face === undefined) return [];
    return [{ face: /^-?\d+$/.test(face) ? Number(face) : face, state: STATES[state] ?? "plain" }];
  });
}

/** Puts something else in the place of each run of dice. */
export function replaceDice(text: string, show: (dice: readonly ShownDie[]) => string): string {
  return text.replace(MARK, (_, inside: string) => show(readDice(inside)));
}

/**
 * Dice as figures in Markdown: the ones that make the pattern in bold, the one left out struck through.
 */
export function diceMarkdown(dice: readonly ShownDie[]): string {
  const stretches: { state: DieState; faces: ShownDie["face"][] }[] = [];
  for (const { face, state } of dice) {
    const last = stretches.at(-1);
    if (last !== undefined && last.state === state) last.faces.push(face);
    else stretches.push({ state, faces: [face] });
  }
  const signs: Readonly<Record<DieState, string>> = { plain: "", hit: "**", dropped: "~~" };
  return stretches.map(({ state, faces }) => signs[state] + faces.join("-") + signs[state]).join("-");
}

/**
 * Dice as one tells them to somebody who can't see them: "drei Fünfen, daneben eine Zwei und eine Vier". Dice that make the
 * pattern come before those beside them; where all are different they are counted out: "eins, zwei, drei, vier und fünf".
 */
export function diceWords(dice: readonly ShownDie[], language: Language): string {
  const told = (...states: ShownDie["state"][]) =>
    groupWords(
      dice.filter(({ state }) => states.includes(state)),
      language,
    );
  const [hit, plain, dropped] = [told("hit"), told("plain"), told("dropped")];
  const kept =
    hit !== "" && plain !== "" ? language.translate("rules.dice.beside", { hit, rest: plain }) : hit + plain;
  return dropped === "" ? kept : language.translate("rules.dice.dropped", { dice: kept, dropped });
}

/** Dice with those of one face together, in the order in which they lie. */
function groupWords(dice: readonly ShownDie[], language: Language): string {
  const counts = new Map<string, number>();
  for (const { face } of dice) counts.set(String(face), (counts.get(String(face)) ?? 0) + 1);
  const isRun = counts.size === dice.length && dice.length >= MIN_RUN_LENGTH;
  const words = [...counts].map(([face, n]) =>
    isRun
      ? language.translate("rules.dice.face", { face })
      : language.translate("rules.dice.alike", { n, face }),
  );
  return joinWords(language, words, "and");
}

/** Two different dice are still told one by one: "eine Zwei und eine Vier". */
const MIN_RUN_LENGTH = 3;

/** A Markdown reader for rule sheets: tables, no HTML, and dice as tokens of their own. */
export function markupReader(): MarkdownReader {
  const reader = new MarkdownIt({ html: false, linkify: false, typographer: false });
  reader.core.ruler.push("dice", ({ tokens, Token: NewToken }) => {
    for (const block of tokens) {
      block.children = block.children?.flatMap((token) => splitAtDice(token, NewToken)) ?? null;
    }
  });
  // Labels must not turn into pictures or links, and an address in a note stays a text.
  return reader.disable(["image", "link", "autolink"]);
}

const SPLIT_AT = new RegExp(`${DICE_MARK.open}([^${DICE_MARK.close}]*)${DICE_MARK.close}`);

/** A text token as texts and dice. */
function splitAtDice(token: Token, NewToken: typeof Token): Token[] {
  if (token.type !== "text") return [token];
  // Splitting at a pattern with a group gives texts and dice by turns.
  return token.content.split(SPLIT_AT).flatMap((content, at) => {
    if (content === "") return [];
    const part = new NewToken(at % 2 === 0 ? "text" : "dice", "", 0);
    part.content = content;
    return [part];
  });
}

/** The dice of a dice token. */
export function diceOf(token: Token): ShownDie[] {
  return readDice(token.content);
}

/** Whether a table is a list of boxes, each with its dice, rather than figures in rows. */
export function isBoxTable(tokens: readonly Token[], tableOpen: number): boolean {
  for (let at = tableOpen; at < tokens.length; at++) {
    const token = tokens[at];
    if (token?.type === "table_close") return false;
    if (token?.children?.some((child) => child.type === "dice")) return true;
  }
  return false;
}
