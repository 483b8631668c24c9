import type { Token } from "markdown-it";
import type { WritingFamily } from "../../fonts/typeface.ts";
import type { Role, StructureElement, TaggedContent } from "../../pdf/document.ts";
import { markupReader, readDice, readTokenTable, type ShownDie } from "../dice.ts";

type Weight = keyof WritingFamily;

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

/** Boxes: name, dice, rule and points of each; their head is not printed. Figures: numbers in columns. Words: a name and texts in each row. Pad: what players wrote, and notes. */
export interface TableBlock {
  readonly kind: "boxes" | "figures" | "words" | "pad";
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
      const { inside, end, kind } = readTokenTable(tokens, at);
      const [head = [], ...rows] = parseRows(inside);
      blocks.push({ kind, head, rows });
      at = end;
    } else if (token?.type === "inline") {
      blocks.push(textBlock(tokens[at - 2], tokens[at - 1], parseRuns(token)));
    }
  }
  return blocks;
}

function textBlock(outer: Token | undefined, opened: Token | undefined, runs: Runs): Block {
  if (opened?.type === "heading_open") return { kind: "heading", level: Number(opened.tag.slice(1)), runs };
  const isItem = opened?.type === "paragraph_open" && outer?.type === "list_item_open";
  return isItem ? { kind: "bullet", runs, label: Symbol("bullet") } : { kind: "paragraph", runs };
}

function parseRows(tokens: readonly Token[]): Runs[][] {
  const rows: Runs[][] = [];
  for (const token of tokens) {
    if (token.type === "tr_open") rows.push([]);
    if (token.type === "inline") rows.at(-1)?.push(parseRuns(token));
  }
  return rows;
}

function parseRuns({ children }: Token): Run[] {
  const runs: Run[] = [];
  let weight: Weight = "regular";
  let content = Symbol("text");
  for (const { type, content: words } of children ?? []) {
    if (type === "strong_open") weight = "bold";
    else if (type === "strong_close") weight = "regular";
    else if (type === "dice") {
      runs.push({ kind: "dice", dice: readDice(words), content: Symbol("dice") });
      content = Symbol("text");
    } else if (type === "hand") runs.push({ kind: "text", text: words, weight: "hand", content });
    else {
      const text = type === "softbreak" || type === "hardbreak" ? " " : words;
      if (text !== "") runs.push({ kind: "text", text, weight, content });
    }
  }
  return runs;
}

/** The same words, not read out: they are read out where they come first. */
export function sayAgain(runs: Runs): Runs {
  return runs.map((run) => (run.kind === "text" ? { ...run, content: null } : run));
}

/** Whether a row of figures is a sum: its name is bold. */
export function isSumRow(row: readonly Runs[] | undefined): boolean {
  return row?.[0]?.some((run) => run.kind === "text" && run.weight === "bold") ?? false;
}

/** The words of a text, without its dice. */
export function joinText(runs: Runs): string {
  return runs.map((run) => (run.kind === "text" ? run.text : "")).join("");
}

/** The same text in bold. */
export function boldRuns(runs: Runs): Runs {
  return runs.map((run) => (run.kind === "text" ? { ...run, weight: "bold" } : run));
}

/** The structure of a rule sheet for programs that read it out (PDF/UA-1). @param describe what is read out instead of dice */
export function buildStructure(
  blocks: readonly Block[],
  describe: (dice: readonly ShownDie[]) => string,
): StructureElement {
  const buildElement: ElementOf = (role, runs, more) => {
    const parts = runs.flatMap((run): StructureElement["children"] => {
      if (run.kind === "text") return run.content === null ? [] : [run.content];
      return [{ role: "Figure", alternative: describe(run.dice), children: [run.content] }];
    });
    return { role, ...more, children: [...new Set(parts)] };
  };
  const children: StructureElement[] = [];
  let level = 0;
  for (const [at, block] of blocks.entries()) {
    if (block.kind === "heading") {
      // A template may skip levels, which PDF/UA forbids (ISO 14289-1, 7.4.2).
      level = Math.min(block.level, level + 1);
      children.push(buildElement(`H${level}` as Role, block.runs));
    } else if (block.kind === "bullet") {
      const label: StructureElement = { role: "Lbl", children: [block.label] };
      const item: StructureElement = { role: "LI", children: [label, buildElement("LBody", block.runs)] };
      const list = blocks[at - 1]?.kind === "bullet" ? children.pop() : undefined;
      children.push({ role: "L", children: [...(list?.children ?? []), item] });
    } else
      children.push(
        block.kind === "paragraph" ? buildElement("P", block.runs) : buildTable(block, buildElement),
      );
  }
  return { role: "Document", children };
}

type ElementOf = (role: Role, runs: Runs, more?: Pick<StructureElement, "scope">) => StructureElement;

/** The first cell of a row is its heading; the heads of columns are headings where they are printed. */
function buildTable({ kind, head, rows }: TableBlock, elementOf: ElementOf): StructureElement {
  const buildRow = (children: StructureElement[]): StructureElement => ({ role: "TR", children });
  const body = rows.map(([first, ...cells]) =>
    buildRow([
      ...(first === undefined ? [] : [elementOf("TH", first, { scope: "Row" })]),
      ...cells.map((runs) => elementOf("TD", runs)),
    ]),
  );
  if (kind === "boxes") return { role: "Table", summary: head.map(joinText).join(", "), children: body };
  const headings = buildRow(head.map((runs) => elementOf("TH", runs, { scope: "Column" })));
  return { role: "Table", children: [headings, ...body] };
}
