import type { Token } from "markdown-it";
import type { TypeFamily } from "../../fonts/typeface.ts";
import type { Content, Role, StructureElement } from "../../pdf/tagging.ts";
import { diceOf, isBoxTable, markupReader, type ShownDie } from "../dice.ts";

export type Weight = keyof TypeFamily;

/** A stretch of a paragraph: words in one weight, or dice. Texts without dice between them share one content; decoration has none. */
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
  /** Name, dice, rule and points of each box; the head is not printed. */
  | { readonly kind: "boxes"; readonly head: readonly Runs[]; readonly rows: readonly (readonly Runs[])[] }
  /** Numbers in columns. */
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

/** What is read out instead of dice. */
type Describe = (dice: readonly ShownDie[]) => string;
type Children = StructureElement["children"];

/**
 * The structure of a rule sheet in reading order, for programs that read it out (PDF/UA-1): headings, paragraphs, lists, tables, and
 * dice as figures.
 */
export function structureOf(blocks: readonly Block[], describe: Describe): StructureElement {
  const children: StructureElement[] = [];
  let level = 0;
  blocks.forEach((block, at) => {
    if (block.kind === "heading") {
      // No level may be skipped on the way down (ISO 14289-1, 7.4.2), whatever a template does.
      level = Math.min(block.level, level + 1);
      children.push({ role: `H${level}` as Role, children: childrenOf(block.runs, describe) });
    } else if (block.kind === "bullet") {
      const item = itemOf(block, describe);
      const list = blocks[at - 1]?.kind === "bullet" ? children.pop() : undefined;
      children.push({ role: "L", children: [...(list?.children ?? []), item] });
    } else if (block.kind === "paragraph") {
      children.push({ role: "P", children: childrenOf(block.runs, describe) });
    } else children.push(tableOf(block, describe));
  });
  return { role: "Document", children };
}

function itemOf({ label, runs }: Extract<Block, { kind: "bullet" }>, describe: Describe): StructureElement {
  const body: StructureElement = { role: "LBody", children: childrenOf(runs, describe) };
  return { role: "LI", children: [{ role: "Lbl", children: [label] }, body] };
}

/** The first cell of a row is its heading; the heads of columns are headings where they are printed. */
function tableOf(
  { kind, head, rows }: Extract<Block, { kind: "boxes" | "figures" }>,
  describe: Describe,
): StructureElement {
  const heading = (runs: Runs, scope: "Row" | "Column"): StructureElement => ({
    role: "TH",
    scope,
    children: childrenOf(runs, describe),
  });
  const body = rows.map(
    (cells): StructureElement => ({
      role: "TR",
      children: cells.map((runs, at) =>
        at === 0 ? heading(runs, "Row") : { role: "TD", children: childrenOf(runs, describe) },
      ),
    }),
  );
  if (kind === "boxes") return { role: "Table", summary: head.map(wordsOf).join(", "), children: body };
  const top: StructureElement = { role: "TR", children: head.map((runs) => heading(runs, "Column")) };
  return { role: "Table", children: [top, ...body] };
}

/** Texts with the dice between them as figures. */
function childrenOf(runs: Runs, describe: Describe): Children {
  const children: Children[number][] = [];
  for (const run of runs) {
    if (run.kind === "dice")
      children.push({ role: "Figure", alternative: describe(run.dice), children: [run.content] });
    else if (run.content !== null && children.at(-1) !== run.content) children.push(run.content);
  }
  return children;
}

function wordsOf(runs: Runs): string {
  return runs.map((run) => (run.kind === "text" ? run.text : "")).join("");
}
