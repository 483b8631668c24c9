import type { Token } from "markdown-it";
import type { Content } from "../../pdf/structure.ts";
import type { TypeFamily } from "../../fonts/typeface.ts";
import { diceOf, isBoxTable, markupReader, type ShownDie } from "../dice.ts";

export type Weight = keyof TypeFamily;

/**
 * A stretch of a paragraph: words in one weight, or dice. Stretches of text with no dice between them are one content; what only
 * adorns the page is none.
 */
type Run =
  | {
      readonly kind: "text";
      readonly text: string;
      readonly weight: Weight;
      readonly content: Content | null;
    }
  | { readonly kind: "dice"; readonly dice: readonly ShownDie[]; readonly content: Content };

export type Runs = readonly Run[];

/** The rule sheet as a column of blocks. */
export type Block =
  | { readonly kind: "heading"; readonly level: number; readonly runs: Runs }
  | { readonly kind: "paragraph"; readonly runs: Runs }
  | { readonly kind: "bullet"; readonly runs: Runs; readonly label: Content }
  /** Name, dice, rule and points of each box; what the head says is not printed. */
  | { readonly kind: "boxes"; readonly head: readonly Runs[]; readonly rows: readonly (readonly Runs[])[] }
  /** Figures in columns. */
  | { readonly kind: "figures"; readonly head: readonly Runs[]; readonly rows: readonly (readonly Runs[])[] };

/** Reads the Markdown of a rule sheet into blocks. */
export function readBlocks(markup: string): Block[] {
  const tokens = markupReader().parse(markup, {});
  const blocks: Block[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at];
    if (token?.type === "table_open") {
      const end = tokens.findIndex((other, i) => i > at && other.type === "table_close");
      blocks.push(table(tokens.slice(at, end), isBoxTable(tokens, at)));
      at = end;
    } else if (token?.type === "inline") {
      blocks.push(textBlock(tokens, at, runsOf(token)));
    }
  }
  return blocks;
}

function textBlock(tokens: readonly Token[], at: number, runs: Runs): Block {
  const opened = tokens[at - 1];
  if (opened?.type === "heading_open") return { kind: "heading", level: Number(opened.tag.slice(1)), runs };
  const isItem = opened?.type === "paragraph_open" && tokens[at - 2]?.type === "list_item_open";
  return isItem ? { kind: "bullet", runs, label: Symbol("bullet") } : { kind: "paragraph", runs };
}

function table(tokens: readonly Token[], isBoxes: boolean): Block {
  const rows: Runs[][] = [];
  for (const token of tokens) {
    if (token.type === "tr_open") rows.push([]);
    if (token.type === "inline") rows.at(-1)?.push(runsOf(token));
  }
  const [head = [], ...body] = rows;
  return { kind: isBoxes ? "boxes" : "figures", head, rows: body };
}

function runsOf(inline: Token): Run[] {
  const runs: Run[] = [];
  let weight: Weight = "regular";
  let content = Symbol("text");
  for (const token of inline.children ?? []) {
    if (token.type === "strong_open") weight = "bold";
    else if (token.type === "strong_close") weight = "regular";
    else if (token.type === "dice") {
      runs.push({ kind: "dice", dice: diceOf(token), content: Symbol("dice") });
      content = Symbol("text");
    } else if (token.type === "softbreak" || token.type === "hardbreak")
      runs.push({ kind: "text", text: " ", weight, content });
    else if (token.content !== "") runs.push({ kind: "text", text: token.content, weight, content });
  }
  return runs;
}
