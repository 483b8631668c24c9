import { z } from "zod";
import type { Pattern } from "../dice/pattern.ts";
import type { Column, Text } from "../game/game.ts";
import type { CategoryPart } from "./parts/category.ts";
import { words } from "./parts/common.ts";
import { pattern } from "./parts/pattern.ts";
import { MAX_STEPS, rows, type SectionPart, stepStart } from "./parts/table.ts";
import type { Parts } from "./reader.ts";
import { type MapNode, nodeAt, type Path, plain } from "./tree.ts";

/**
 * Single keys of parts, read each for itself, so that a mistake in one key of a category or section does not hide one in
 * another. What is null is missing or broken; that is said where the whole part is read.
 */
export interface Pieces {
  readonly categoryLabels: Parts<Text>;
  readonly patterns: Parts<Pattern>;
  readonly columnLabels: Parts<Text>;
  readonly rows: Parts<readonly string[]>;
  /** Where the bonus steps of a section start. */
  readonly steps: Parts<readonly { readonly from: number }[]>;
}

interface Wholes {
  readonly categories: Parts<CategoryPart>;
  readonly sections: Parts<SectionPart>;
  readonly columns: Parts<Omit<Column, "id">>;
}

/** The pieces that the checks ask for: out of the parts that could be read, and, of the others, out of the tree. */
export function piecesOf(tree: MapNode, { categories, sections, columns }: Wholes): Pieces {
  const steps = z.array(stepStart).max(MAX_STEPS);
  return {
    categoryLabels: pieces(categories, "label", (id) => piece(tree, ["categories", id, "label"], words())),
    patterns: pieces(categories, "pattern", (id) => piece(tree, ["categories", id, "pattern"], pattern)),
    columnLabels: pieces(columns, "label", (id) => piece(tree, ["columns", id, "label"], words())),
    rows: pieces(sections, "rows", (id) => piece(tree, ["sections", id, "rows"], rows)),
    steps: pieces(sections, "tiers", (id) => piece(tree, ["sections", id, "tiers"], steps)),
  };
}

function pieces<P extends object, K extends keyof P, T>(
  parts: Parts<P>,
  key: K,
  otherwise: (id: string) => T | null,
): Map<string, P[K] | T | null> {
  return new Map([...parts].map(([id, part]) => [id, part === null ? otherwise(id) : part[key]]));
}

function piece<T>(tree: MapNode, path: Path, schema: z.ZodType<T>): T | null {
  const node = nodeAt(tree, path);
  const read = node === null ? null : schema.safeParse(plain(node));
  return read?.success === true ? read.data : null;
}
