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
  nodeAt,
  type Path,
  plain,
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
  private readonly tree: MapNode;
  private readonly basesFound: boolean;

  /** @param basesFound false if a base is missing; then nothing is said that the base could mend */
  constructor(tree: MapNode, basesFound: boolean) {
    this.tree = tree;
    this.basesFound = basesFound;
  }

  /** One part; null if it is missing (which may be fine) or wrong (which has then been said). */
  part<T>(key: string, schema: z.ZodType<T>): T | null {
    return child(this.tree, key) === null ? null : this.decode(schema, [key]);
  }

  /** A map of parts by id. */
  parts<T>(path: Path, { part, most, allows }: Collection<T>): Map<string, T | null> {
    const found = new Map<string, T | null>();
    const node = nodeAt(this.tree, path);
    if (node === null || isRefused(this.tree, path)) return found;
    if (node.kind !== "map")
      this.say("wrong-type", path, `must be a map of \`id: …\`, not ${describe(node)}`);
    else if (node.entries.size > most) this.sayTooMany(path, node.entries.size, most);
    else {
      for (const [id, { keyPlace: place }] of node.entries) {
        if (!allows(id)) {
          this.problems.push(
            problem("bad-id", `\`${shorten(id)}\` cannot be an id`, { place, hint: ID_HINT }),
          );
        }
        found.set(id, this.decode(part, [...path, id]));
      }
    }
    return found;
  }

  /** A list of parts. */
  list<T>(key: string, { part, most }: Collection<T>): (T | null)[] {
    const node = child(this.tree, key);
    if (node === null || isRefused(this.tree, [key])) return [];
    if (node.kind !== "list") this.say("wrong-type", [key], `must be a list, not ${describe(node)}`);
    else if (node.items.length > most) this.sayTooMany([key], node.items.length, most);
    else return node.items.map((_, i) => this.decode(part, [key, i]));
    return [];
  }

  /** What stands at a path, in the shape that the schema gives; null if it cannot be used, which is said. */
  decode<T>(schema: z.ZodType<T>, path: Path): T | null {
    const node = nodeAt(this.tree, path);
    const read = schema.safeParse(node === null ? undefined : plain(node));
    if (read.success) return isRefused(this.tree, path) ? null : read.data;
    this.problems.push(...explain(read.error.issues, this.tree, path, this.basesFound));
    return null;
  }

  private sayTooMany(path: Path, count: number, most: number): void {
    const message = `\`${showPath(path)}\` has ${count} entries, but at most ${most} are possible`;
    this.problems.push(problem("too-many", message, { place: keyPlace(this.tree, path) }));
  }

  private say(code: string, path: Path, rest: string): void {
    const place = valuePlace(this.tree, path);
    this.problems.push(problem(code, `\`${showPath(path)}\` ${rest}`, { place }));
  }
}
