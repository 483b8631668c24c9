import { z } from "zod";
import type { Dice } from "../dice/dice.ts";
import type { Bonus, Column, Game, Layer, Note, Text } from "../game/game.ts";
import { type Problem, problem } from "../problem/problem.ts";
import { enumerated } from "./expected.ts";
import type { AcceptPart } from "./parts/accept.ts";
import type { CategoryPart } from "./parts/category.ts";
import { hands, layers, symbols } from "./parts/dice.ts";
import type { ExamplePart } from "./parts/example.ts";
import { strict } from "./parts/said.ts";
import type { SettlementPart } from "./parts/settlement.ts";
import type { ConstraintPart, SectionPart } from "./parts/table.ts";
import { KEYS, NEEDED } from "./parts/variant.ts";
import { type Pieces, piecesOf } from "./pieces.ts";
import { type Parts, Reader } from "./reader.ts";
import { keyPlace, type MapNode, nodeAt } from "./tree.ts";

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
  readonly hands: number;
  readonly symbols: Parts<Text>;
  readonly turn: Omit<Game["turn"], "entries"> | null;
  readonly start: Game["start"];
  readonly direction: Game["direction"];
  readonly players: Game["players"] | null;
  readonly categories: Parts<CategoryPart>;
  readonly sections: Parts<SectionPart>;
  readonly columns: Parts<Omit<Column, "id">>;
  readonly pieces: Pieces;
  readonly constraints: Parts<ConstraintPart>;
  readonly bonuses: Parts<Omit<Bonus, "id">>;
  readonly repeats: Game["repeats"];
  readonly strike: Game["strike"] | null;
  readonly ranking: Game["ranking"] | null;
  readonly settlement: SettlementPart | null;
  readonly lines: Parts<Text>;
  readonly notes: Parts<Omit<Note, "id">>;
  readonly accept: AcceptPart;
  /** By position in the list. */
  readonly examples: readonly (ExamplePart | null)[];
}

/** Looks for keys that no variant has; what is below the others is read part by part. */
const KNOWN_KEYS = strict(Object.fromEntries(Object.keys(KEYS).map((key) => [key, z.unknown().optional()])));

/**
 * Reads the parts of a variant out of its tree, options applied, and collects what is wrong with each.
 *
 * @param grounded false if a base is missing; then nothing is said that the base could mend
 */
export function readDraft(tree: MapNode, grounded: boolean): { draft: Draft; problems: Problem[] } {
  const reader = new Reader(tree, grounded);
  reader.decode(KNOWN_KEYS, []);
  const abstract = reader.part("abstract", KEYS.abstract) ?? false;
  reader.problems.push(...missingParts(tree, abstract || !grounded ? ["id"] : NEEDED));
  const wholes = {
    categories: reader.parts(["categories"], KEYS.categories),
    sections: reader.parts(["sections"], KEYS.sections),
    columns: reader.parts(["columns"], KEYS.columns),
  };
  const draft: Draft = {
    tree,
    abstract,
    id: reader.part("id", KEYS.id),
    name: reader.part("name", KEYS.name),
    dice: reader.part("dice", KEYS.dice),
    layers: [...reader.parts(["dice", "layers"], layers)].flatMap(([id, label]) =>
      label === null ? [] : [{ id, label }],
    ),
    hands: nodeAt(tree, ["dice", "hands"]) === null ? 1 : (reader.decode(hands, ["dice", "hands"]) ?? 1),
    symbols: reader.parts(["dice", "symbols"], symbols),
    turn: reader.part("turn", KEYS.turn),
    start: reader.part("start", KEYS.start),
    direction: reader.part("direction", KEYS.direction),
    players: reader.part("players", KEYS.players),
    ...wholes,
    pieces: piecesOf(tree, wholes),
    constraints: reader.parts(["constraints"], KEYS.constraints),
    bonuses: reader.parts(["bonuses"], KEYS.bonuses),
    repeats: reader.part("repeats", KEYS.repeats),
    strike: reader.part("strike", KEYS.strike),
    ranking: reader.part("ranking", KEYS.ranking),
    settlement: reader.part("settlement", KEYS.settlement),
    lines: reader.parts(["lines"], KEYS.lines),
    notes: reader.parts(["notes"], KEYS.notes),
    accept: reader.part("accept", KEYS.accept) ?? {},
    examples: reader.list("examples", KEYS.examples),
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
