import { msg, type Message } from "../problem/message.ts";
import { z } from "zod";
import { legalScores, type ScoringRule } from "../dice/scores.ts";
import { problem, type Problem, type Place } from "../problem/problem.ts";
import { joinCodeWords, suggestWord, shorten } from "../problem/wording.ts";
import { MAX_EXAMPLES } from "./limits.ts";
import { type Parts, PartReader, usable } from "./part-reader.ts";
import { pattern } from "./parts/category.ts";
import { strict, words } from "./parts/definition.ts";
import { hands, layers, symbols } from "./parts/dice.ts";
import { rows, tierStarts } from "./parts/table.ts";
import { KEYS, NEEDED } from "./parts/variant.ts";
import { keyPlace, type MapNode, findNode, plainTree, type Path, valuePlace } from "./tree.ts";

/** Finds unknown keys; the values of the others are read part by part. */
const KNOWN_KEYS = strict(Object.fromEntries(Object.keys(KEYS).map((key) => [key, z.unknown().optional()])));

/** A variant as far as it is readable. Missing or invalid parts are null; invalid ones have been reported. */
export type VariantDraft = ReturnType<typeof readParts>;

/** Reads the parts of a variant, with their problems. @param basesFound if not, problems that a base could solve are left out */
export function readDraft(tree: MapNode, basesFound: boolean): { draft: VariantDraft; problems: Problem[] } {
  const reader = new PartReader(tree, basesFound);
  reader.decode(KNOWN_KEYS, []);
  const draft = readParts(tree, reader);
  const needed = draft.abstract || !basesFound ? ["id"] : NEEDED;
  const missing = needed.filter((key) => !tree.entries.has(key));
  if (missing.length === 0) return { draft, problems: reader.problems };
  const place = keyPlace(tree, ["id"]);
  const hint = tree.entries.has("extends")
    ? null
    : msg`rules.missing-keys-hint: missing keys can also come from a base: \`extends: …\``;
  const message = msg`rules.missing-keys: a variant needs ${joinCodeWords(missing)}`;
  const lacking = problem("missing-key", message, { place, hint });
  return { draft, problems: [...reader.problems, lacking] };
}

function readParts(tree: MapNode, reader: PartReader) {
  const dice = reader.part("dice", KEYS.dice);
  const categories = reader.parts(["categories"], KEYS.categories);
  const sections = reader.parts(["sections"], KEYS.sections);
  const columns = reader.parts(["columns"], KEYS.columns);
  return {
    tree,
    abstract: reader.part("abstract", KEYS.abstract) ?? false,
    id: reader.part("id", KEYS.id),
    name: reader.part("name", KEYS.name),
    dice,
    layers: usable(reader.parts(["dice", "layers"], layers)).map(([id, label]) => ({ id, label })),
    hands: findNode(tree, ["dice", "hands"]) === null ? 1 : (reader.decode(hands, ["dice", "hands"]) ?? 1),
    symbols: reader.parts(["dice", "symbols"], symbols),
    turn: reader.part("turn", KEYS.turn),
    start: reader.part("start", KEYS.start),
    direction: reader.part("direction", KEYS.direction),
    players: reader.part("players", KEYS.players),
    categories,
    sections,
    columns,
    /** Single keys, so that a mistake in one key of a part doesn't hide one in another. */
    partial: {
      categoryLabels: keyOfEach(tree, "categories", categories, "label", words()),
      patterns: keyOfEach(tree, "categories", categories, "pattern", pattern),
      columnLabels: keyOfEach(tree, "columns", columns, "label", words()),
      rows: keyOfEach(tree, "sections", sections, "rows", rows),
      /** Where the bonus tiers of a section start. */
      tiers: keyOfEach(tree, "sections", sections, "tiers", tierStarts),
    },
    constraints: reader.parts(["constraints"], KEYS.constraints),
    bonuses: reader.parts(["bonuses"], KEYS.bonuses),
    repeats: reader.part("repeats", KEYS.repeats),
    strike: reader.part("strike", KEYS.strike),
    ranking: reader.part("ranking", KEYS.ranking),
    settlement: reader.part("settlement", KEYS.settlement),
    lines: reader.parts(["lines"], KEYS.lines),
    formerNames: reader.parts(["former_names"], KEYS.former_names),
    notes: reader.parts(["notes"], KEYS.notes),
    accept: reader.part("accept", KEYS.accept) ?? {},
    /** By index in the list. */
    examples: reader.list("examples", KEYS.examples, MAX_EXAMPLES),
    /** Every score of a rule with the dice, ascending, without 0; empty if the dice are unreadable. */
    legal: (rule: ScoringRule): readonly number[] => (dice === null ? [] : legalScores(dice, rule)),
  };
}

/** One key of each part, read separately where the part is invalid; null if it is invalid or missing. */
function keyOfEach<P extends object, K extends keyof P & string, T>(
  tree: MapNode,
  kind: string,
  parts: Parts<P>,
  key: K,
  schema: z.ZodType<T>,
): Map<string, P[K] | T | null> {
  return new Map(
    [...parts].map(([id, part]): [string, P[K] | T | null] => {
      if (part !== null) return [id, part[key]];
      const node = findNode(tree, [kind, id, key]);
      return [id, schema.safeParse(node === null ? undefined : plainTree(node)).data ?? null];
    }),
  );
}

/** Checks a relation between parts of a variant. Unreadable parts have been reported, and are skipped. */
export type DraftCheck = (draft: VariantDraft) => Problem[];

const createProblemBuilder =
  (placeOf: typeof keyPlace) =>
  (
    { tree }: VariantDraft,
    path: Path,
    code: string,
    message: Message,
    hint: Message | null = null,
  ): Problem =>
    problem(code, message, { place: placeOf(tree, path), hint });

/** A problem with the value at a path. */
export const atValue = createProblemBuilder(valuePlace);
/** A problem with the key at the end of a path, or with everything below it. */
export const atKey = createProblemBuilder(keyPlace);

/** All rows of a column from top to bottom; null if those of a section are unreadable. */
export function listRowIds({ partial }: VariantDraft): string[] | null {
  const known = usable(partial.rows);
  return known.length < partial.rows.size ? null : known.flatMap(([, ids]) => ids);
}

/** Problems with names that aren't categories of the game. */
export function unknownCategories(
  { categories }: VariantDraft,
  names: readonly string[],
  placeOf: (name: string) => Place,
): Problem[] {
  const known = [...categories.keys()];
  return names
    .filter((name) => !known.includes(name))
    .map((name) => {
      const said = { place: placeOf(name), hint: suggestWord(name, known) };
      const message = msg`rules.unknown-category: there is no category \`${shorten(name)}\``;
      return problem("unknown-category", message, said);
    });
}

/** The same for names in a text such as a formula, each at its first occurrence. */
export function unknownNames(draft: VariantDraft, names: readonly string[], path: Path): Problem[] {
  const node = findNode(draft.tree, path);
  const [text, within] = node?.kind === "scalar" ? [String(node.value), node.within] : ["", null];
  return unknownCategories(draft, names, (name) => {
    const at = text.search(new RegExp(`\\b${name}\\b`));
    return within?.(at, name.length) ?? valuePlace(draft.tree, path);
  });
}
