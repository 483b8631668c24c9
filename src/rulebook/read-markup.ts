import MarkdownIt, { type MarkdownIt as MarkdownReader, type Token } from "markdown-it";
import { DICE_MARK } from "../words/template-functions.ts";
import { readDice, type ShownDie } from "./dice-marks.ts";

/** A Markdown reader for rule sheets: tables, no HTML, and dice as tokens of their own. */
export function markupReader(): MarkdownReader {
  const reader = new MarkdownIt({ html: false, linkify: false, typographer: false });
  reader.inline.ruler.before("text", "dice", (state, silent) => {
    if (state.src[state.pos] !== DICE_MARK.open) return false;
    const end = state.src.indexOf(DICE_MARK.close, state.pos);
    if (end === -1) return false;
    if (!silent) {
      const token = state.push("dice", "", 0);
      token.content = state.src.slice(state.pos + 1, end);
    }
    state.pos = end + 1;
    return true;
  });
  // Labels must not turn into pictures or links, and an address in a note stays a text.
  return reader.disable(["image", "link", "autolink"]);
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
