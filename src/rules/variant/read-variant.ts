import { type Message, msg } from "../problem/message.ts";
import type { Game } from "../game/game.ts";
import { failure, problem, type Problem, relatedPlace, type Result, success } from "../problem/problem.ts";
import { blockYaml, type YamlValue } from "../source/write-yaml.ts";
import { type VariantFiles, mergeBases, keyNamingVariant } from "./bases.ts";
import { buildGame } from "./build-game.ts";
import { type VariantDraft, readDraft, type DraftCheck } from "./draft.ts";
import { listExampleProblems } from "./examples.ts";
import { applyChoices, choiceProblems, type Choices, type OptionPart, readOptions } from "./options.ts";
import { type Parts, usable } from "./part-reader.ts";
import { KEYS } from "./parts/variant.ts";
import { keyPlace, type MapNode, plainTree, readTree, valuePlace, withEntry } from "./tree.ts";
import * as categories from "./checks/categories.ts";
import * as names from "./checks/names.ts";
import * as relations from "./checks/relations.ts";
import * as table from "./checks/table.ts";

/**
 * Reads a variant, in phases with a module each:
 *
 * 1. parse: text to a tree with places (`tree.ts`)
 * 2. extend: merge the tree with everything that it extends (`bases.ts`); 1 and 2 give a `ResolvedVariant`
 * 3. choose: apply the choices of house rules (`options.ts`)
 * 4. decode: read the parts of the tree separately (`draft.ts`, `parts/`; `part-reader.ts` words zod's issues)
 * 5. check: relations between parts (`checks/`)
 * 6. prove: the scores of the examples (`examples.ts`)
 * 7. build: the game (`build-game.ts`), only if no phase found a problem
 *
 * @param file the file's name, for messages and for finding its bases next to it
 * @param text the file's text
 * @param files access to other variant files
 * @param choices house rules by option; other options keep their default
 * @returns the game, or every problem of the file and of the choices
 */
export function readVariant(
  file: string,
  text: string,
  files: VariantFiles,
  choices: Choices = {},
): Result<Game> {
  const read = readResolved(file, text, files);
  return read.ok ? resolveGame(read.value, choices) : read;
}

/** The game under some choices, or every problem of the variant and of the choices. */
function resolveGame(resolved: ResolvedVariant, choices: Choices): Result<Game> {
  // If a base is missing, the options are unknown.
  const wrongChoices = resolved.basesFound ? choiceProblems(resolved.options, choices) : [];
  const { game, draft, problems } = buildCombination(resolved, choices);
  const found = [...resolved.problems, ...problems, ...exampleProblems(resolved)];
  const all = distinct([...wrongChoices, ...withoutBlamingBases(found, resolved)]);
  if (all.length > 0) return failure(all);
  if (game !== null) return success(game);
  const message = msg`rules.abstract-variant: \`${String(draft.id)}\` is a base for other variants and cannot be played by itself`;
  const said = {
    place: keyPlace(draft.tree, ["abstract"]),
    hint: msg`rules.abstract-variant-hint: name a variant that extends it`,
  };
  return failure([problem("abstract", message, said)]);
}

/** Every problem of a variant file, under the defaults and under each other choice of each option. */
export function lintVariant(file: string, text: string, files: VariantFiles): { problems: Problem[] } {
  const read = readOptionCombinations(file, text, files);
  return { problems: read.ok ? listVariantProblems(read.value) : distinct(read.problems) };
}

export function listVariantProblems(combinations: OptionCombinations): Problem[] {
  return withoutBlamingBases(collectCombinationProblems(combinations), combinations.resolved);
}

/** The same with the original places of problems, which may be in bases. */
function collectCombinationProblems({ resolved, all }: OptionCombinations): Problem[] {
  const [first, ...rest] = all;
  const usual = distinct([...resolved.problems, ...first.problems, ...exampleProblems(resolved)]);
  const others = rest.flatMap(({ choices, problems }) =>
    problems.map((p) => problem(p.code, withChoices(p.words.message, choices), { ...p, hint: p.words.hint })),
  );
  // A choice adds only problems that the defaults don't have.
  const known = new Set(usual.map(toProblemKey));
  const fresh = others.filter((p) => !known.has(toProblemKey(p)));
  return [...usual, ...new Map(fresh.map((p) => [toProblemKey(p), p])).values()];
}

/**
 * Attributes problems with a place in a base. Problems of the base alone are reported as such. Problems that this file's changes cause are
 * left out while the file has problems of its own, since they mostly follow from those; otherwise they are reported at the file's
 * `extends`, because the base itself is right.
 *
 * @param find finds the same kinds of problems in a base alone
 */
export function withoutBlamingBases(
  problems: readonly Problem[],
  resolved: ResolvedVariant,
  find = (base: ResolvedVariant) => collectCombinationProblems(optionCombinations(base)),
): Problem[] {
  const { tree } = resolved;
  const isInBase = ({ place }: Problem) => place !== null && place.file !== tree.place.file;
  if (!resolved.basesFound || !problems.some(isInBase)) return [...problems];
  const base = resolved.base();
  const faultsOfBase = new Set(base === null ? [] : find(base).map(toProblemKey));
  const isInherited = (one: Problem) => isInBase(one) && faultsOfBase.has(toProblemKey(one));
  const isCaused = (one: Problem) => isInBase(one) && !isInherited(one);
  const hasOwn = problems.some((one) => !isCaused(one) && one.severity === "error");
  const inherited = problems.filter(isInherited);
  // The base itself may have caused them in what it extends.
  const ofBase = base === null ? [] : withoutBlamingBases(inherited, base, find);
  const own = problems.flatMap((one) => {
    if (isInherited(one)) return [];
    if (one.place === null || !isCaused(one)) return [one];
    if (hasOwn) return [];
    const related = [
      relatedPlace(msg`rules.base-part-unfit: this part of the base no longer fits`, one.place),
      ...one.related,
    ];
    const place = keyPlace(tree, ["extends"]);
    const message = msg`rules.changes-break-base: the changes in this file don’t fit the variant it extends: ${one.words.message}`;
    return [problem(one.code, message, { ...one, hint: one.words.hint, place, related })];
  });
  return [...own, ...ofBase];
}

/** A variant under some choices. */
export interface OptionCombination {
  readonly choices: Choices;
  readonly draft: VariantDraft;
  readonly problems: readonly Problem[];
  /** Null for a base, or if there are problems. */
  readonly game: Game | null;
}

/** The variant under the defaults first, then under each other choice of each option. */
export interface OptionCombinations {
  readonly resolved: ResolvedVariant;
  readonly all: readonly [OptionCombination, ...OptionCombination[]];
  /** The game under any other choices; null if it can't be played. */
  play(choices: Choices): Game | null;
}

export function readOptionCombinations(
  file: string,
  text: string,
  files: VariantFiles,
): Result<OptionCombinations> {
  const read = readResolved(file, text, files);
  return read.ok ? success(optionCombinations(read.value)) : read;
}

export function optionCombinations(resolved: ResolvedVariant): OptionCombinations {
  const others = usable(resolved.options).flatMap(([id, option]) =>
    option.choices.filter((choice) => choice.id !== option.default).map((choice) => ({ [id]: choice.id })),
  );
  const under = (choices: Choices) => buildCombination(resolved, choices);
  let all: OptionCombinations["all"] | null = null;
  return {
    resolved,
    // Computed on demand: `play` doesn't need them.
    get all() {
      all ??= [under({}), ...others.map(under)];
      return all;
    },
    play: (choices) => under(choices).game,
  };
}

/** A base without `abstract`, to lint it as a game if it is complete. */
export function asGame(resolved: ResolvedVariant): ResolvedVariant {
  return { ...resolved, tree: withEntry(resolved.tree, "abstract", null) };
}

function buildCombination(resolved: ResolvedVariant, choices: Choices): OptionCombination {
  const { draft, problems } = buildDraft(resolved, choices);
  const checks = resolved.basesFound ? DRAFT_CHECKS : CHECKS_WITHOUT_BASE;
  problems.push(...checks.flatMap((check) => check(draft)));
  const isPlayable = resolved.problems.length + problems.length === 0 && !draft.abstract;
  return { choices, draft, problems, game: isPlayable ? buildGame(draft, resolved.options, choices) : null };
}

/** A message followed by the choices, if any: "… (with `extra: chance`)". */
export function withChoices(message: Message, choices: Choices): Message {
  const shown = Object.entries(choices).map(([option, choice]) => `\`${option}: ${choice}\``);
  return shown.length === 0 ? message : msg`rules.with-choices: ${message} (with ${shown.join(", ")})`;
}

/** A file merged with everything that it extends, and its problems before any choice. */
export interface ResolvedVariant {
  readonly tree: MapNode;
  /** Whether every base was found; if not, what the files lack is unknown. */
  readonly basesFound: boolean;
  readonly options: Parts<OptionPart>;
  readonly problems: readonly Problem[];
  /** The file that this one extends, resolved by itself; null if there is none. */
  base(): ResolvedVariant | null;
}

/** Reads a file and everything that it extends. */
export function readResolved(file: string, text: string, files: VariantFiles): Result<ResolvedVariant> {
  const own = readTree(file, text);
  if (own.tree === null) return failure(own.problems);
  const other = otherKind(file, own.tree);
  if (other !== null) return failure([other]);
  const { tree, basesFound, base, ...merged } = mergeBases(file, own.tree, files);
  const { options, ...read } = readOptions(tree, basesFound);
  const problems = [...own.problems, ...merged.problems, ...read.problems];
  const resolvedBase = () => {
    const found = base === null ? null : readResolved(base.file, base.text, files);
    return found?.ok ? found.value : null;
  };
  return success({ tree, basesFound, options, problems, base: resolvedBase });
}

/** The problem of a sheet or block file, which refers to a variant; null for other files. */
function otherKind(file: string, tree: MapNode): Problem | null {
  const key = keyNamingVariant(tree);
  if (key === null) return null;
  const place = keyPlace(tree, [key]);
  let message = msg`rules.sheet-file: ${file} is a filled-in sheet, not a variant`;
  let hint = msg`rules.sheet-file-hint: \`augenblock check ${file}\` checks it; a variant starts with \`id: …\``;
  if (key === "block") {
    message = msg`rules.block-file: ${file} is a block file, not a variant`;
    hint = msg`rules.block-file-hint: \`augenblock pad ${file}\` prints it; a variant starts with \`id: …\``;
  }
  return problem("no-variant", message, { place, hint });
}

/** The variant under these choices as far as it is readable, and its problems. */
function buildDraft(
  resolved: ResolvedVariant,
  choices: Choices,
): { draft: VariantDraft; problems: Problem[] } {
  const { tree, options, basesFound } = resolved;
  const patched = applyChoices(tree, options, choices, basesFound);
  const { draft, problems } = readDraft(patched.tree, basesFound);
  return { draft, problems: [...patched.problems, ...problems] };
}

/** The wrong examples of the file itself, each under its own choices. Bases prove their own. */
function exampleProblems(resolved: ResolvedVariant): Problem[] {
  const isOwn = (index: number) =>
    valuePlace(resolved.tree, ["examples", index]).file === resolved.tree.place.file;
  return resolved.basesFound ? exampleFaults(resolved, isOwn).flat() : [];
}

/** The problems of each example, by index. @param choices apply in addition to those of the example */
function exampleFaults(
  resolved: ResolvedVariant,
  isAsked: (index: number) => boolean,
  choices: Choices = {},
): Problem[][] {
  const drafts = new Map<string, VariantDraft>();
  const getDraft = (others: Choices) => {
    const key = JSON.stringify(Object.entries(others).sort());
    const draft = drafts.get(key) ?? buildDraft(resolved, { ...choices, ...others }).draft;
    drafts.set(key, draft);
    return draft;
  };
  return getDraft({}).examples.map((example, i) => {
    if (example === null || !isAsked(i)) return [];
    const unknown = Object.entries(example.with).flatMap(([option, choice]) =>
      choiceProblems(resolved.options, { [option]: choice }).map((found) => {
        const at = found.code === "unknown-option" ? keyPlace : valuePlace;
        return { ...found, place: at(resolved.tree, ["examples", i, "with", option]) };
      }),
    );
    return unknown.length > 0 ? unknown : listExampleProblems(example, i, getDraft(example.with));
  });
}

/** Removes duplicates: the same mistake may be found in several ways. */
export function distinct(problems: readonly Problem[]): Problem[] {
  return [...new Map(problems.map((p) => [`${toProblemKey(p)} ${p.message}`, p])).values()];
}

function toProblemKey({ code, place }: Problem): string {
  return `${code} ${place?.file} ${place?.line} ${place?.col}`;
}

/**
 * A variant as one self-contained file: merged with everything that it extends, with the choices as defaults. Reading it gives the same game.
 *
 * Examples of a base that are wrong under the house rules are left out, as in the game. Comments are lost. The parameters are those of
 * `readVariant`.
 */
export function resolveVariant(
  file: string,
  text: string,
  files: VariantFiles,
  choices: Choices = {},
): Result<string> {
  const resolved = readResolved(file, text, files);
  if (!resolved.ok) return resolved;
  const game = resolveGame(resolved.value, choices);
  if (!game.ok) return game;
  const written = plainTree(resolved.value.tree) as WrittenVariant;
  for (const [id, option] of Object.entries(written.options ?? {}))
    option.default = choices[id] ?? option.default;
  const faults = exampleFaults(resolved.value, () => true, choices);
  const examples = written.examples?.filter((_, at) => faults[at]?.length === 0) ?? [];
  const parts: WrittenVariant = { ...written, examples: examples.length === 0 ? undefined : examples };
  // Top-level keys in documented order, without the merged base.
  const keys = Object.keys(KEYS).filter((key) => key !== "extends" && parts[key] !== undefined);
  return success(blockYaml(Object.fromEntries(keys.map((key) => [key, parts[key] ?? null]))));
}

/** The parts of a written variant that are changed here. */
interface WrittenVariant extends Record<string, YamlValue | undefined> {
  readonly options?: Record<string, { [key: string]: YamlValue; default: string }>;
  readonly examples?: readonly YamlValue[] | undefined;
}

/** All checks of relations between parts, in order. */
const DRAFT_CHECKS: readonly DraftCheck[] = [
  table.somethingToFill,
  names.reservedIds,
  names.labelsDiffer,
  table.knownRows,
  table.listedOnce,
  table.allListed,
  relations.sectionTotalsFit,
  relations.bonusRowsFit,
  relations.bonusSectionsFit,
  names.symbolsFit,
  categories.possiblePatterns,
  categories.valuesForRolls,
  categories.formulasForPatterns,
  categories.tiersAscend,
  table.columnsNamed,
  table.ordersFit,
  table.columnsCanStart,
  table.boxesFillTurns,
  table.maxRollsFit,
  relations.constraintsFit,
  categories.requirementsFit,
  relations.missesCount,
  relations.repeatsFit,
  relations.checkWinnerRule,
  relations.prizesFit,
  relations.totalsCountable,
  names.knownLines,
];

/** The checks that work without a missing base. */
const CHECKS_WITHOUT_BASE: readonly DraftCheck[] = [
  names.reservedIds,
  names.labelsDiffer,
  table.listedOnce,
  categories.valuesForRolls,
  categories.tiersAscend,
];
