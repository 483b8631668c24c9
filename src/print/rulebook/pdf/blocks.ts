import type { Token } from "markdown-it";
import type { TypeFamily } from "../../fonts/typeface.ts";
import type { TaggedContent, Role, StructureElement } from "../../pdf/tagging.ts";
import { diceOf, isBoxTable, markupReader, type ShownDie } from "../dice.ts";

export type Weight = keyof TypeFamily;

/** A stretch of a paragraph: words in one weight, or dice. Texts without dice between them share one content; decoration has none. */
type Run =
  | {
      readonly kind: "text";
      readonly text: string;
      readonly weight: Weight;
      readonly content: TaggedContent | null;
    }
  | { readonly kind: "dice"; readonly dice: readonly ShownDie[]; readonly content: TaggedContent };

export type Runs = readonly Run[];

/** The rule sheet as a column of blocks. */
export type Block =
  | { readonly kind: "heading"; readonly level: number; readonly runs: Runs }
  | { readonly kind: "paragraph"; readonly runs: Runs }
  | { readonly kind: "bullet"; readonly runs: Runs; readonly label: TaggedContent }
  | TableBlock;

/** Boxes: name, dice, rule and points of each; their head is not printed. Figures: numbers in columns. */
export interface TableBlock {
  readonly kind: "boxes" | "figures";
  readonly head: readonly Runs[];
  readonly rows: readonly (readonly Runs[])[];
}

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

/** The same text in bold. */
export function inBold(runs: Runs): Runs {
  return runs.map((run) => (run.kind === "text" ? { ...run, weight: "bold" } : run));
}

/**
 * The structure of a rule sheet in reading order, for programs that read it out (PDF/UA-1): headings, paragraphs, lists, tables, and
 * dice as figures.
 *
 * @param describe what is read out instead of dice
 */
export function structureOf(
  blocks: readonly Block[],
  describe: (dice: readonly ShownDie[]) => string,
): StructureElement {
  const elementOf: ElementOf = (role, runs, more = {}) => ({
    role,
    ...more,
    children: childrenOf(runs, describe),
  });
  const children: StructureElement[] = [];
  let level = 0;
  blocks.forEach((block, at) => {
    if (block.kind === "heading") {
      // No level may be skipped on the way down (ISO 14289-1, 7.4.2), whatever a template does.
      level = Math.min(block.level, level + 1);
      children.push(elementOf(`H${level}` as Role, block.runs));
    } else if (block.kind === "bullet") {
      const label: StructureElement = { role: "Lbl", children: [block.label] };
      const list = blocks[at - 1]?.kind === "bullet" ? children.pop() : undefined;
      const item: StructureElement = { role: "LI", children: [label, elementOf("LBody", block.runs)] };
      children.push({ role: "L", children: [...(list?.children ?? []), item] });
    } else children.push(block.kind === "paragraph" ? elementOf("P", block.runs) : tableOf(block, elementOf));
  });
  return { role: "Document", children };
}

type ElementOf = (role: Role, runs: Runs, more?: Pick<StructureElement, "scope">) => StructureElement;

/** The first cell of a row is its heading; the heads of columns are headings where they are printed. */
function tableOf({ kind, head, rows }: TableBlock, elementOf: ElementOf): StructureElement {
  const body = rows.map(
    (cells): StructureElement => ({
      role: "TR",
      children: cells.map((runs, at) =>
        at === 0 ? elementOf("TH", runs, { scope: "Row" }) : elementOf("TD", runs),
      ),
    }),
  );
  if (kind === "boxes") {
    const wordsOf = (runs: Runs) => runs.map((run) => (run.kind === "text" ? run.text : "")).join("");
    return { role: "Table", summary: head.map(wordsOf).join(", "), children: body };
  }
  const headings = head.map((runs) => elementOf("TH", runs, { scope: "Column" }));
  return { role: "Table", children: [{ role: "TR", children: headings }, ...body] };
}

/** Texts with the dice between them as figures. */
function childrenOf(
  runs: Runs,
  describe: (dice: readonly ShownDie[]) => string,
): StructureElement["children"] {
  const children: StructureElement["children"][number][] = [];
  for (const run of runs) {
    if (run.kind === "dice")
      children.push({ role: "Figure", alternative: describe(run.dice), children: [run.content] });
    else if (run.content !== null && children.at(-1) !== run.content) children.push(run.content);
  }
  return children;
}
