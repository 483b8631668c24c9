import type { z } from "zod";
import { type Problem, problem } from "../problem/problem.ts";
import { explain } from "./explain.ts";
import { ID_HINT } from "./limits.ts";
import type { Collection } from "./parts/definition.ts";
import {
  child,
  describe,
  isRefused,
  keyPlace,
  type MapNode,
  type Node,
  nodeAt,
  type Path,
  plainValue,
  showPath,
  valuePlace,
} from "./tree.ts";
import { shorten } from "../problem/wording.ts";

/** Parts by id in file order; null where a part is there but cannot be used. */
export type Parts<T> = ReadonlyMap<string, T | null>;

/** The parts that can be used, with their ids. */
export function usable<T>(parts: Parts<T>): [string, T][] {
  return [...parts].flatMap(([id, part]) => (part === null ? [] : [[id, part] as [string, T]]));
}

/** Reads parts out of a tree, each for itself, and collects what is wrong with them. */
export class PartReader {
  readonly problems: Problem[] = [];
  readonly #tree: MapNode;
  readonly #basesFound: boolean;

  /** @param basesFound false if a base is missing; then nothing is reported that the base could mend */
  constructor(tree: MapNode, basesFound: boolean) {
    this.#tree = tree;
    this.#basesFound = basesFound;
  }

  /** One part; null if it is missing (which may be fine) or wrong (which has been reported). */
  part<T>(key: string, schema: z.ZodType<T>): T | null {
    return child(this.#tree, key) === null ? null : this.decode(schema, [key]);
  }

  /** A map of parts by id. */
  parts<T>(path: Path, { part, most, allows }: Collection<T>): Map<string, T | null> {
    const node = this.#collection(path, "map", "a map of `id: …`", most);
    if (node?.kind !== "map") return new Map();
    for (const [id, { keyPlace: place }] of node.entries) {
      const message = `\`${shorten(id)}\` cannot be an id`;
      if (!allows(id)) this.problems.push(problem("bad-id", message, { place, hint: ID_HINT }));
    }
    return new Map([...node.entries.keys()].map((id) => [id, this.decode(part, [...path, id])]));
  }

  /** A list of parts. */
  list<T>(key: string, { part, most }: Collection<T>): (T | null)[] {
    const node = this.#collection([key], "list", "a list", most);
    return node?.kind === "list" ? node.items.map((_, i) => this.decode(part, [key, i])) : [];
  }

  /** What stands at a path, as the schema reads it; null if it cannot be used, which is reported. */
  decode<T>(schema: z.ZodType<T>, path: Path): T | null {
    const node = nodeAt(this.#tree, path);
    const read = schema.safeParse(node === null ? undefined : plainValue(node));
    if (read.success) return isRefused(this.#tree, path) ? null : read.data;
    this.problems.push(...explain(read.error.issues, this.#tree, path, this.#basesFound));
    return null;
  }

  /** The map or list at a path; null if it is missing, or something else, or too large, which is reported. */
  #collection(path: Path, kind: "map" | "list", expected: string, most: number): Node | null {
    const node = nodeAt(this.#tree, path);
    if (node === null || isRefused(this.#tree, path)) return null;
    const name = `\`${showPath(path)}\``;
    if (node.kind === "scalar" || node.kind !== kind) {
      const message = `${name} must be ${expected}, not ${describe(node)}`;
      this.problems.push(problem("wrong-type", message, { place: valuePlace(this.#tree, path) }));
      return null;
    }
    const count = node.kind === "map" ? node.entries.size : node.items.length;
    if (count <= most) return node;
    const message = `${name} has ${count} entries, but at most ${most} are possible`;
    this.problems.push(problem("too-many", message, { place: keyPlace(this.#tree, path) }));
    return null;
  }
}
