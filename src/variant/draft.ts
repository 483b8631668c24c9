import { z } from "zod";
import type { Dice } from "../dice/dice.ts";
import type { Column, Game, Layer, Note, Text } from "../game/game.ts";
import { type Problem, problem } from "../problem/problem.ts";
import { enumerated } from "./expected.ts";
import { isVariantId, VARIANT_ID_HINT } from "./ids.ts";
import { MOST_CATEGORIES, MOST_COLUMNS, MOST_ENTRIES, MOST_EXAMPLES, MOST_SECTIONS } from "./limits.ts";
import { type CategoryPart, category } from "./parts/category.ts";
import { words } from "./parts/common.ts";
import { dice } from "./parts/dice.ts";
import { type ExamplePart, example } from "./parts/example.ts";
import * as round from "./parts/round.ts";
import { say, strict } from "./parts/said.ts";
import {
  type ConstraintPart,
  column,
  constraint,
  lineLabel,
  note,
  type SectionPart,
  section,
} from "./parts/table.ts";
import { type Pieces, piecesOf } from "./pieces.ts";
import { type Parts, Reader } from "./reader.ts";
import { keyPlace, type MapNode } from "./tree.ts";

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
  readonly pieces: Pieces;
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

const variantId = z.unknown().transform((id, context): string => {
  if (typeof id === "string" && isVariantId(id)) return id;
  say(context, { code: "bad-id", message: "this cannot be the id of a variant", hint: VARIANT_ID_HINT });
  return z.NEVER;
});

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
const NEEDED = [
  "id",
  "name",
  "dice",
  "turn",
  "categories",
  "sections",
  "columns",
  "strike",
  "ranking",
] as const;

/**
 * Reads the parts of a variant out of its tree, options applied, and collects what is wrong with each.
 *
 * @param grounded false if a base is missing; then nothing is said that the base could mend
 */
export function readDraft(tree: MapNode, grounded: boolean): { draft: Draft; problems: Problem[] } {
  const reader = new Reader(tree, grounded);
  reader.decode(strict(KEYS), []);
  const abstract = reader.part("abstract", z.boolean()) ?? false;
  reader.problems.push(...missingParts(tree, abstract || !grounded ? ["id"] : NEEDED));
  const wholes = {
    categories: reader.parts(["categories"], category, MOST_CATEGORIES),
    sections: reader.parts(["sections"], section, MOST_SECTIONS),
    columns: reader.parts(["columns"], column, MOST_COLUMNS),
  };
  const draft: Draft = {
    tree,
    abstract,
    id: reader.part("id", variantId),
    name: reader.part("name", words()),
    dice: reader.part("dice", dice),
    layers: [...reader.parts(["dice", "layers"], round.layer, 4)].flatMap(([id, label]) =>
      label === null ? [] : [{ id, label }],
    ),
    turn: reader.part("turn", round.turn),
    start: reader.part("start", round.start),
    direction: reader.part("direction", round.direction),
    players: reader.part("players", round.players),
    ...wholes,
    pieces: piecesOf(tree, wholes),
    constraints: reader.parts(["constraints"], constraint, MOST_ENTRIES),
    repeats: reader.part("repeats", round.repeats),
    strike: reader.part("strike", round.strike),
    ranking: reader.part("ranking", round.ranking),
    settlement: reader.part("settlement", round.settlement),
    lines: reader.parts(["lines"], lineLabel, MOST_ENTRIES, () => true),
    notes: reader.parts(["notes"], note, MOST_ENTRIES),
    examples: reader.list("examples", example, MOST_EXAMPLES),
  };
  return { draft, problems: reader.problems };
}

function missingParts(tree: MapNode, needed: readonly string[]): Problem[] {
  const missing = needed.filter((key) => !tree.entries.has(key)).map((key) => `\`${key}\``);
  if (missing.length === 0) return [];
  const place = keyPlace(tree, ["id"]);
  const hint = tree.entries.has("extends") ? null : "what it lacks may also come from a base: `extends: …`";
  return [problem("missing-key", `a variant needs ${enumerated(missing)}`, { place, hint })];
}
