import { z } from "zod";
import type { Dice } from "../dice/dice.ts";
import type { Pattern } from "../dice/pattern.ts";
import { legalScores, type Rule } from "../dice/scores.ts";
import type { Bonus, Column, Game, Layer, Note, Text } from "../game/game.ts";
import { problem, type Problem } from "../problem/problem.ts";
import { enumerated } from "../problem/wording.ts";
import { type Parts, PartReader } from "./part-reader.ts";
import type { AcceptPart } from "./parts/option.ts";
import { type CategoryPart, pattern } from "./parts/category.ts";
import { strict } from "./parts/definition.ts";
import { hands, layers, symbols } from "./parts/dice.ts";
import type { ExamplePart } from "./parts/example.ts";
import type { SettlementPart } from "./parts/ranking.ts";
import { type ConstraintPart, MAX_TIERS, rows, type SectionPart, tierStart } from "./parts/table.ts";
import { words } from "./parts/values.ts";
import { KEYS, NEEDED } from "./parts/variant.ts";
import { keyPlace, type MapNode, nodeAt, type Path, plain } from "./tree.ts";

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
  readonly partial: PartialParts;
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
 * @param basesFound false if a base is missing; then nothing is said that the base could mend
 */
export function readDraft(tree: MapNode, basesFound: boolean): { draft: Draft; problems: Problem[] } {
  const reader = new PartReader(tree, basesFound);
  reader.decode(KNOWN_KEYS, []);
  const abstract = reader.part("abstract", KEYS.abstract) ?? false;
  reader.problems.push(...missingParts(tree, abstract || !basesFound ? ["id"] : NEEDED));
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
    partial: partialParts(tree, wholes),
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

/**
 * Single keys of parts, read each for itself, so that a mistake in one key of a category or section does not hide one in
 * another. What is null is missing or broken; that is said where the whole part is read.
 */
interface PartialParts {
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
function partialParts(tree: MapNode, { categories, sections, columns }: Wholes): PartialParts {
  const steps = z.array(tierStart).max(MAX_TIERS);
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

/**
 * The legal scores of rules, each worked out once. The choices of a variant's options mostly leave its categories as they
 * are, and every hand is looked at for every category.
 */
export class LegalScores {
  private readonly dice = new Map<string, Dice>();
  private readonly known = new Map<string, readonly number[]>();

  /** Every score that the rule can earn with the dice, ascending, 0 left out. */
  of(dice: Dice, rule: Rule): readonly number[] {
    const diceKey = JSON.stringify([dice.dice, dice.scored, [...(dice.colours ?? [])]]);
    const key = `${diceKey} ${JSON.stringify([rule.pattern, rule.score, rule.served])}`;
    const known = this.known.get(key);
    if (known !== undefined) return known;
    // One object for equal dice: the hands of dice are remembered by object.
    const same = this.dice.get(diceKey) ?? dice;
    this.dice.set(diceKey, same);
    const scores = legalScores(same, rule);
    this.known.set(key, scores);
    return scores;
  }
}
