import { type Problem, problem } from "../problem/problem.ts";
import type { TextNode } from "../source/node.ts";
import { readYaml } from "../source/yaml.ts";
import { Planter } from "./plant.ts";
import type { MapNode } from "./tree.ts";

/** A file as a tree, or null if there is none to be had, with everything that is wrong with its text. */
export interface ReadTree {
  readonly tree: MapNode | null;
  readonly problems: readonly Problem[];
}

/**
 * Reads the text of a variant file into a tree with places.
 *
 * A value that had to be refused is marked as spoilt in the tree, so that the rest can still be looked at. Only what nobody
 * writes by mistake (control characters, keys that every object has) ends the reading.
 */
export function readTree(file: string, raw: string): ReadTree {
  const text = raw.replace(/^\uFEFF/, "");
  const read = readYaml(file, text);
  if (!read.ok) return { tree: null, problems: read.problems };
  const { root, place } = read.value;
  const planter = new Planter(text, place);
  const tree = planter.plant(root);
  if (planter.foreign.length > 0) return { tree: null, problems: planter.foreign };
  if (tree.kind === "map") return { tree, problems: planter.problems };
  const [code, message] = noVariant(root);
  const start = place({ from: root.from, to: root.from + 1 });
  const hint = "a variant starts with `id: …` and `name: …`";
  return { tree: null, problems: [problem(code, message, { place: start, hint })] };
}

function noVariant(root: TextNode): [code: string, message: string] {
  if (root.kind === "scalar" && root.source === "") return ["empty-file", "there is nothing in this file"];
  const what = root.kind === "scalar" ? "a single value" : "a list";
  return ["not-a-map", `this file holds ${what}, not a variant`];
}
