import type { Role, StructureElement } from "../../pdf/structure.ts";
import type { ShownDie } from "../dice.ts";
import type { Block, Runs } from "./blocks.ts";

/** What dice are called where they can't be seen. */
type Describe = (dice: readonly ShownDie[]) => string;
type Children = StructureElement["children"];

/**
 * What a rule sheet is made of, in reading order, for programs that read it out (PDF/UA-1): headings, paragraphs, lists, tables,
 * and dice as figures.
 */
export function structureOf(blocks: readonly Block[], describe: Describe): StructureElement {
  const children: StructureElement[] = [];
  let level = 0;
  blocks.forEach((block, at) => {
    if (block.kind === "heading") {
      // No level may be left out on the way down (ISO 14289-1, 7.4.2), whatever a template does.
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

/** The first cell of a row says what the row is about; so does the head of a column where it is printed. */
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
