import MarkdownIt, { type MarkdownIt as MarkdownReader, type Token } from "markdown-it";
import { DICE_MARK } from "../../i18n/template-functions.ts";
import { readDice, type ShownDie } from "./dice-marks.ts";

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

const MARK = new RegExp(`${DICE_MARK.open}([^${DICE_MARK.close}]*)${DICE_MARK.close}`);

/** A text token as texts and dice. */
function splitAtDice(token: Token, NewToken: typeof Token): Token[] {
  if (token.type !== "text") return [token];
  // Splitting at a pattern with a group gives texts and dice by turns.
  return token.content.split(MARK).flatMap((content, at) => {
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
