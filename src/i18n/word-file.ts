import {
  failure,
  type Place,
  type Problem,
  problem,
  type Result,
  success,
} from "../rules/problem/problem.ts";
import type { TextNode } from "../rules/source/text.ts";
import { readYaml } from "../rules/source/yaml.ts";

/** A message of a word list as it stands in the file. */
export interface WrittenWord {
  /** The keys that lead to it, joined by dots. */
  readonly key: string;
  readonly message: string;
  readonly place: Place;
}

interface Collecting {
  readonly place: (at: { readonly from: number; readonly to: number }) => Place;
  readonly words: Map<string, WrittenWord>;
  readonly problems: Problem[];
}

/**
 * Reads the YAML of a word list: keys within keys, with a text at the end of each.
 *
 * @returns the texts in the order of the file, or a problem for everything that is not a text
 */
export function readWordFile(file: string, yamlText: string): Result<WrittenWord[]> {
  const read = readYaml(file, yamlText);
  if (!read.ok) return read;
  const { root, place } = read.value;
  if (root.kind !== "map") {
    return failure([problem("not-a-word-list", "a word list starts with keys", { place: place(root) })]);
  }
  const collecting: Collecting = { place, words: new Map(), problems: [] };
  collect(root, "", collecting);
  const { words, problems } = collecting;
  return problems.length > 0 ? failure(problems) : success([...words.values()]);
}

function collect(node: TextNode, path: string, into: Collecting): void {
  if (node.kind === "map") {
    const seen = new Set<string>();
    for (const { key, keySpan, value } of node.entries) {
      const place = into.place(keySpan);
      if (seen.has(key))
        into.problems.push(problem("repeated-key", `\`${key}\` stands here twice`, { place }));
      seen.add(key);
      collect(value, path === "" ? key : `${path}.${key}`, into);
    }
    return;
  }
  const place = into.place(node);
  if (node.kind === "scalar" && typeof node.value === "string" && node.value !== "") {
    into.words.set(path, { key: path, message: node.value, place });
  } else {
    const hint = "put it in quotation marks";
    into.problems.push(problem("not-a-text", `\`${path}\` is not a text`, { place, hint }));
  }
}
