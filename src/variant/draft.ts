import { z } from "zod";
import type { Dice } from "../dice/dice.ts";
import type { Column, Game, Layer, Note, Text } from "../game/game.ts";
import { type Problem, problem } from "../problem/problem.ts";
import { explain } from "./explain.ts";
import { ID_HINT, isId, isVariantId, VARIANT_ID_HINT } from "./ids.ts";
import { MOST_CATEGORIES, MOST_COLUMNS, MOST_ENTRIES, MOST_EXAMPLES, MOST_SECTIONS } from "./limits.ts";
import { type CategoryPart, category } from "./parts/category.ts";
import { words } from "./parts/common.ts";
import { dice } from "./parts/dice.ts";
import { type ExamplePart, example } from "./parts/example.ts";
import * as round from "./parts/round.ts";
import { strict } from "./parts/said.ts";
import {
  type ConstraintPart,
  column,
  constraint,
  lineLabel,
  note,
  type SectionPart,
  section,
} from "./parts/table.ts";
import {
  child,
  describe,
  keyPlace,
  type MapNode,
  type Node,
  nodeAt,
  type Path,
  plain,
  shorten,
  valuePlace,
} from "./tree.ts";

/** Parts by id in file order; null where a part is there but cannot be used. */
export type Parts<T> = ReadonlyMap<string, T | null>;

/**
 * A variant as far as it could be read, each part for itself, so that a mistake in one part does not hide those in others.
 * What is null is missing or broken; either way it has been reported, or may be missing.
 */
export interface Draft {
  readonly tree: MapNode;
  readonly abstract: boolean;
  readonly id: string | null;
  readonly name: Text | null;
  readonly dice: Dice | null;
  readonly layers: readonly Layer[];
  readonly turn: Omit<Game["turn"], "entries"> | null;
  readonly start: Game["start"];
  readonly direction: Game["direction"];
  readonly players: Game["players"] | null;
  readonly categories: Parts<CategoryPart>;
  readonly sections: Parts<SectionPart>;
  readonly columns: Parts<Omit<Column, "id">>;
  readonly constraints: Parts<ConstraintPart>;
  readonly repeats: Game["repeats"];
  readonly strike: Game["strike"] | null;
  readonly ranking: Game["ranking"] | null;
  readonly settlement: Game["settlement"];
  readonly lines: Parts<Text>;
  readonly notes: Parts<Omit<Note, "id">>;
  /** By position in the list. */
  readonly examples: readonly (ExamplePart | null)[];
}

const anything = z.unknown().optional();

/** Every key that a variant may have; what is below them is read part by part. */
const KEYS = {
  id: anything,
  extends: anything,
  abstract: anything,
  name: anything,
  dice: anything,
  turn: anything,
  start: anything,
  direction: anything,
  players: anything,
  categories: anything,
  sections: anything,
  columns: anything,
  constraints: anything,
  repeats: anything,
  strike: anything,
  ranking: anything,
  settlement: anything,
  lines: anything,
  options: anything,
  examples: anything,
  notes: anything,
};

/** What a game cannot do without; a base may leave it to those that extend it. */
const NEEDED = ["name", "dice", "turn", "categories", "sections", "columns", "strike", "ranking"] as const;

/** Reads the parts of a variant out of its tree, options applied, and collects what is wrong with each. */
export function readDraft(tree: MapNode): { draft: Draft; problems: Problem[] } {
  const reader = new Reader(tree);
  reader.checkKeys();
  const abstract = reader.part("abstract", z.boolean()) ?? false;
  if (!abstract) reader.need(NEEDED);
  const draft: Draft = {
    tree,
    abstract,
    id: reader.id(),
    name: reader.part("name", words()),
    dice: reader.part("dice", dice),
    layers: [...reader.parts("dice.layers", round.layer, 4)].flatMap(([id, label]) =>
      label === null ? [] : [{ id, label }],
    ),
    turn: reader.part("turn", round.turn),
    start: reader.part("start", round.start),
    direction: reader.part("direction", round.direction),
    players: reader.part("players", round.players),
    categories: reader.parts("categories", category, MOST_CATEGORIES),
    sections: reader.parts("sections", section, MOST_SECTIONS),
    columns: reader.parts("columns", column, MOST_COLUMNS),
    constraints: reader.parts("constraints", constraint, MOST_ENTRIES),
    repeats: reader.part("repeats", round.repeats),
    strike: reader.part("strike", round.strike),
    ranking: reader.part("ranking", round.ranking),
    settlement: reader.part("settlement", round.settlement),
    lines: reader.parts("lines", lineLabel, MOST_ENTRIES, () => true),
    notes: reader.parts("notes", note, MOST_ENTRIES),
    examples: reader.list("examples", example, MOST_EXAMPLES),
  };
  return { draft, problems: reader.problems };
}

class Reader {
  readonly problems: Problem[] = [];
  private readonly tree: MapNode;

  constructor(tree: MapNode) {
    this.tree = tree;
  }

  checkKeys(): void {
    this.decode(strict(KEYS), this.tree, []);
  }

  need(keys: readonly string[]): void {
    for (const key of keys) {
      if (this.tree.entries.has(key)) continue;
      const message = `a variant needs \`${key}\``;
      const hint = "it may also come from a base: `extends: …`";
      this.problems.push(problem("missing-key", message, { place: keyPlace(this.tree, ["id"]), hint }));
    }
  }

  id(): string | null {
    const node = child(this.tree, "id");
    if (node?.kind === "scalar" && typeof node.value === "string" && isVariantId(node.value))
      return node.value;
    const place = node?.place ?? this.tree.place;
    const said =
      node === null
        ? problem("missing-key", "a variant needs `id`", { place, hint: VARIANT_ID_HINT })
        : problem("bad-id", `\`id\` cannot be ${describe(node)}`, { place, hint: VARIANT_ID_HINT });
    this.problems.push(said);
    return null;
  }

  /** One part; null if it is missing (which may be fine) or wrong (which has then been said). */
  part<T>(key: string, schema: z.ZodType<T>): T | null {
    const node = child(this.tree, key);
    return node === null ? null : this.decode(schema, node, [key]);
  }

  /** A map of parts by id. */
  parts<T>(dotted: string, schema: z.ZodType<T>, most: number, allowed = isId): Map<string, T | null> {
    const path = dotted.split(".");
    const found = new Map<string, T | null>();
    const node = nodeAt(this.tree, path);
    if (node === null) return found;
    if (node.kind !== "map") {
      const message = `\`${dotted}\` must be a map of \`id: …\`, not ${describe(node)}`;
      this.problems.push(problem("wrong-type", message, { place: node.place }));
      return found;
    }
    if (node.entries.size > most) {
      const message = `\`${dotted}\` has ${node.entries.size} entries; at most ${most} are possible`;
      this.problems.push(problem("too-many", message, { place: keyPlace(this.tree, path) }));
      return found;
    }
    for (const [id, entry] of node.entries) {
      if (!allowed(id)) {
        const message = `\`${shorten(id)}\` cannot be an id`;
        this.problems.push(problem("bad-id", message, { place: entry.keyPlace, hint: ID_HINT }));
      }
      found.set(id, this.decode(schema, entry.value, [...path, id]));
    }
    return found;
  }

  /** A list of parts. */
  list<T>(key: string, schema: z.ZodType<T>, most: number): (T | null)[] {
    const node = child(this.tree, key);
    if (node === null) return [];
    if (node.kind !== "list") {
      const message = `\`${key}\` must be a list, not ${describe(node)}`;
      this.problems.push(problem("wrong-type", message, { place: node.place }));
      return [];
    }
    if (node.items.length > most) {
      const message = `\`${key}\` has ${node.items.length} entries; at most ${most} are possible`;
      this.problems.push(problem("too-many", message, { place: valuePlace(this.tree, [key]) }));
      return [];
    }
    return node.items.map((item, i) => this.decode(schema, item, [key, i]));
  }

  private decode<T>(schema: z.ZodType<T>, node: Node, path: Path): T | null {
    const read = schema.safeParse(plain(node));
    if (read.success) return read.data;
    this.problems.push(...explain(read.error.issues, this.tree, path));
    return null;
  }
}
