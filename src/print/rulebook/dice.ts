import MarkdownIt, { type MarkdownIt as MarkdownReader, type Token } from "markdown-it";
import { joinWords } from "../../i18n/format.ts";
import { diceSeparator, rollText } from "../../rules/dice/dice.ts";
import type { Language } from "../../i18n/language.ts";
import { DICE_MARK, HAND_MARK } from "../../i18n/template-functions.ts";
import type { DieState } from "../shapes/figures.ts";

/** A die as the page shows it. */
export interface ShownDie {
  /** A number, or the symbol that the die shows instead. */
  readonly face: number | string;
  readonly state: DieState;
  /** The look for its colour; null where colours don't matter. */
  readonly tint: number | null;
}

const MARK = new RegExp(`${DICE_MARK.open}([^${DICE_MARK.close}]*)${DICE_MARK.close}`, "g");
const WRITTEN = new RegExp(`${HAND_MARK.open}([^${HAND_MARK.close}]*)${HAND_MARK.close}`, "g");

/** The text with what is in handwriting as ordinary text. */
export function withoutHand(text: string): string {
  return text.replace(WRITTEN, "$1");
}

const STATES: Readonly<Record<string, DieState>> = { "!": "hit", "?": "dropped" };

/** Parses the content between dice marks, or of a dice token. */
export function readDice(inside: string): ShownDie[] {
  return inside.split(",").flatMap((die) => {
    const [, face, state = "", tint] = /^([-\u2212]?\d+|[\p{L}\p{N}]+)([!?]?)(?:\/(\d))?$/u.exec(die) ?? [];
    if (face === undefined) return [];
    const number = Number(face.replace("\u2212", "-"));
    return [
      {
        face: Number.isNaN(number) ? face : number,
        state: STATES[state] ?? "plain",
        tint: tint === undefined ? null : Number(tint),
      },
    ];
  });
}

/** Puts something else in the place of each run of dice. */
export function replaceDice(text: string, show: (dice: readonly ShownDie[]) => string): string {
  return text.replace(MARK, (_, inside: string) => show(readDice(inside)));
}

const SIGNS: Readonly<Record<DieState, string>> = { plain: "", hit: "**", dropped: "~~" };

/** The text with its dice as figures, separated in the same way all over. */
export function diceAsFigures(text: string): string {
  const faces: ShownDie["face"][] = [];
  replaceDice(text, (dice) => {
    faces.push(...dice.map(({ face }) => face));
    return "";
  });
  const between = diceSeparator(faces);
  return replaceDice(text, (dice) => diceMarkdown(dice, between));
}

/** Dice as figures in Markdown: the ones that make the pattern in bold, the one left out struck through. */
function diceMarkdown(dice: readonly ShownDie[], between: string): string {
  const figures = dice.map(({ face, state }) => `${SIGNS[state]}${rollText([face])}${SIGNS[state]}`);
  return figures.join(between).replaceAll(`**${between}**`, between).replaceAll(`~~${between}~~`, between);
}

/**
 * Dice in words for screen readers, those of the pattern first: "drei Fünfen, daneben eine Zwei und eine Vier". Where all
 * are different they are counted out: "eins, zwei, drei, vier und fünf".
 */
export function diceWords(dice: readonly ShownDie[], language: Language): string {
  const inState = (of: DieState) => {
    const faces = dice.filter(({ state }) => state === of).map(({ face }) => face);
    return groupWords(faces, language);
  };
  const [hit, rest, dropped] = [inState("hit"), inState("plain"), inState("dropped")];
  const isBeside = hit !== "" && rest !== "";
  const kept = isBeside ? language.translate("rules.dice.beside", { hit, rest }) : hit + rest;
  return dropped === "" ? kept : language.translate("rules.dice.dropped", { dice: kept, dropped });
}

/** Two different dice are still named one by one: "eine Zwei und eine Vier". */
const MIN_RUN_LENGTH = 3;

/** Dice with those of one face together, in the order in which they lie. */
function groupWords(faces: readonly ShownDie["face"][], language: Language): string {
  const different = [...new Set(faces)];
  const isRun = different.length === faces.length && faces.length >= MIN_RUN_LENGTH;
  const words = different.map((face) => {
    const n = faces.filter((other) => other === face).length;
    return language.translate(isRun ? "rules.dice.face" : "rules.dice.alike", { n, face: String(face) });
  });
  return joinWords(language, words, "and");
}

/** A Markdown reader for rule sheets: tables, no HTML, and dice and handwriting as tokens of their own. */
export function markupReader(): MarkdownReader {
  const reader = new MarkdownIt({ html: false, linkify: false, typographer: false });
  reader.core.ruler.push("dice", ({ tokens, Token: NewToken }) => {
    for (const block of tokens) {
      block.children =
        block.children
          ?.flatMap((token) => splitToken(MARK, "dice", token, NewToken))
          .flatMap((token) => splitToken(WRITTEN, "hand", token, NewToken)) ?? null;
    }
  });
  // Labels must not turn into pictures or links, and an address in a note stays a text.
  return reader.disable(["image", "link", "autolink"]);
}

/** A text token as texts and what is marked in them. */
function splitToken(mark: RegExp, type: "dice" | "hand", token: Token, NewToken: typeof Token): Token[] {
  if (token.type !== "text") return [token];
  // Splitting at a pattern with a group gives texts and what was marked by turns.
  return token.content.split(mark).flatMap((content, at) => {
    const part = new NewToken(at % 2 === 0 ? "text" : type, "", 0);
    // The handwriting has no minus sign; players write a dash.
    const written = part.type === "hand" ? content.replaceAll("−", "–") : content;
    return content === "" ? [] : [Object.assign(part, { content: written })];
  });
}

type TableKind = "boxes" | "pad" | "words" | "figures";

/** The tokens of a table, where it ends, and what it lists: boxes, each with its dice, what players wrote on a pad, figures in rows, or words, all flush left. */
export function readTokenTable(tokens: readonly Token[], open: number) {
  const end = tokens.findIndex(({ type }, at) => at > open && type === "table_close");
  const inside = tokens.slice(open, end);
  const hasToken = (wanted: string) =>
    inside.some(({ children }) => children?.some(({ type }) => type === wanted));
  const isWords = inside.every((token) => !String(token.attrGet("style")).includes("right"));
  const kind: TableKind = hasToken("dice")
    ? "boxes"
    : hasToken("hand")
      ? "pad"
      : isWords
        ? "words"
        : "figures";
  return { inside, end, kind };
}
