import { hintFor } from "../problem/near.ts";
import { failure, type Problem, problem, type Result, success } from "../problem/problem.ts";
import { readTree } from "./document.ts";
import type { VariantFiles } from "./files.ts";
import { isVariantId, VARIANT_ID_HINT } from "./ids.ts";
import { MAX_CHAIN_LENGTH } from "./limits.ts";
import { merge, withoutTakings } from "./merge.ts";
import { child, describe, type MapNode, type Node, shorten } from "./tree.ts";

/** A file laid over everything that it extends. */
export interface Whole {
  readonly tree: MapNode;
  /** Whether every base was found; without, only what stands in the tree can be judged, not what is missing there. */
  readonly grounded: boolean;
  /** What is wrong with the bases, and with laying the files over each other; the tree is usable all the same. */
  readonly problems: readonly Problem[];
}

interface Link {
  readonly file: string;
  readonly id: string;
  readonly tree: MapNode;
  readonly problems: readonly Problem[];
}

/**
 * Follows `extends` down to the file that extends nothing and lays the files over each other, base first.
 *
 * @param file the name of the first file, for finding its base beside it
 * @param tree the first file's own tree
 */
export function withBases(file: string, tree: MapNode, files: VariantFiles): Whole {
  const chain: Link[] = [{ file, id: wordOf(child(tree, "id")) ?? "", tree, problems: [] }];
  for (let link = chain[0]; link !== undefined; ) {
    const next = baseOf(link, chain, files);
    if (next === null) break;
    if (!next.ok) return groundless(chain, next.problems);
    chain.push(next.value);
    link = next.value;
  }
  const { tree: whole, problems } = layered(chain);
  return { tree: whole, grounded: true, problems: [...problemsIn(chain), ...problems] };
}

/** What there is of a chain whose last link hangs in the air. What takes away may take from what is not there. */
function groundless(chain: readonly Link[], why: readonly Problem[]): Whole {
  const { tree } = layered(chain);
  return { tree: withoutTakings(tree), grounded: false, problems: [...why, ...problemsIn(chain)] };
}

function problemsIn(chain: readonly Link[]): Problem[] {
  return chain.flatMap((link) => link.problems);
}

function layered(chain: readonly Link[]): { readonly tree: MapNode; readonly problems: Problem[] } {
  const problems: Problem[] = [];
  const tree = chain
    .map((link) => link.tree)
    .reduceRight((base, over) => {
      const merged = merge(base, over);
      problems.push(...merged.problems);
      return merged.tree;
    });
  return { tree, problems };
}

/** The next file down; null at the end of the chain. */
function baseOf(link: Link, chain: readonly Link[], files: VariantFiles): Result<Link> | null {
  const node = child(link.tree, "extends");
  if (node === null) return null;
  const id = wordOf(node);
  if (id === null || !isVariantId(id)) {
    const message = `\`extends\` names another variant by its id, not ${describe(node)}`;
    return refuse("bad-id", message, node, VARIANT_ID_HINT);
  }
  const ids = chain.map((l) => l.id);
  if (ids.includes(id)) {
    const circle = [...ids.slice(ids.indexOf(id)), id].join(" → ");
    return refuse("circle", `variants extend each other in a circle: ${circle}`, node, null);
  }
  if (chain.length >= MAX_CHAIN_LENGTH) {
    return refuse("chain-too-long", `more than ${MAX_CHAIN_LENGTH} variants extend each other`, node, null);
  }
  const found = files.find(id, link.file);
  if (found === null)
    return refuse("unknown-base", `there is no variant \`${id}\``, node, hintFor(id, files.ids()));
  return found.ok ? linkFrom(found.value, id) : found;
}

function linkFrom(found: { readonly file: string; readonly text: string }, id: string): Result<Link> {
  const { tree, problems } = readTree(found.file, found.text);
  if (tree === null) return failure(problems);
  const own = child(tree, "id");
  const ownId = wordOf(own);
  if (own !== null && ownId !== null && ownId !== id) {
    const message = `this file was read as \`${id}\` but calls itself \`${shorten(ownId)}\``;
    return refuse("bad-id", message, own, `write \`id: ${id}\`, or rename the file`);
  }
  return success({ file: found.file, id, tree, problems });
}

function refuse(code: string, message: string, node: Node, hint: string | null): Result<never> {
  return failure([problem(code, message, { place: node.place, hint })]);
}

/** The text of a scalar; null for anything else. */
function wordOf(node: Node | null): string | null {
  return node?.kind === "scalar" && typeof node.value === "string" ? node.value : null;
}
