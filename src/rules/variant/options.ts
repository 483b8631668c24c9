import { msg } from "../problem/message.ts";
import type { Option } from "../game/game.ts";
import { suggestWord, nearHint, shorten } from "../problem/wording.ts";
import { type Problem, problem, relatedPlace } from "../problem/problem.ts";
import { ID_HINT, MAX_CHOICES, MAX_ENTRIES } from "./limits.ts";
import { isAtomic } from "./bases.ts";
import { choiceId } from "./parts/definition.ts";
import { KEYS } from "./parts/variant.ts";
import { type Parts, PartReader, usable } from "./part-reader.ts";
import {
  type MapEntry,
  isNull,
  keyPlace,
  listKeys,
  type MapNode,
  findNode,
  valuePlace,
  withEntry,
} from "./tree.ts";

/** Choices by option. */
export type Choices = Readonly<Record<string, string>>;

export type OptionPart = Omit<Option, "chosen" | "isIdle" | "changes">;

/** Keys that no option can change. */
export const UNPATCHABLE: readonly string[] = ["id", "extends", "abstract", "options", "examples"];

/** Reads the options of a merged tree. @param basesFound if not, problems that a base could solve are left out */
export function readOptions(
  tree: MapNode,
  basesFound: boolean,
): { options: Parts<OptionPart>; problems: Problem[] } {
  const reader = new PartReader(tree, basesFound);
  const options = new Map<string, OptionPart | null>();
  for (const [id, read] of reader.parts(["options"], KEYS.options)) {
    const choices = Object.entries(read?.choices ?? {}).map(([id, { label, pad }]) => ({ id, label, pad }));
    options.set(id, read === null ? null : { id, label: read.label, default: read.default, choices });
    if (read !== null) reader.problems.push(...choicesProblems(tree, id, read.default));
  }
  return { options, problems: reader.problems };
}

/** The problems of an option's choices: their number, their ids, and an unknown default. */
function choicesProblems(tree: MapNode, id: string, byDefault: string): Problem[] {
  const path = ["options", id, "choices"];
  const choices = listKeys(tree, path);
  const place = keyPlace(tree, path);
  if (choices.length === 0)
    return [problem("empty", msg`rules.option-without-choices: \`options.${id}\` has no choices`, { place })];
  if (choices.length > MAX_CHOICES) {
    const message = msg`rules.too-many-choices: \`options.${id}\` has ${choices.length} choices, but at most ${MAX_CHOICES} are possible`;
    return [problem("too-many", message, { place })];
  }
  const problems = choices
    .filter((choice) => !choiceId.safeParse(choice).success)
    .map((choice) => {
      const said = { place: keyPlace(tree, [...path, choice]), hint: ID_HINT };
      return problem("bad-id", msg`rules.bad-id: \`${shorten(choice)}\` cannot be an id`, said);
    });
  if (choices.includes(byDefault)) return problems;
  const message = msg`rules.unknown-choice: \`${shorten(byDefault)}\` is not a choice of \`${id}\``;
  const said = { place: valuePlace(tree, ["options", id, "default"]), hint: suggestWord(byDefault, choices) };
  return [...problems, problem("unknown-choice", message, said)];
}

/** The problems of a user's choices: options and choices that the variant doesn't have. */
export function choiceProblems(options: Parts<OptionPart>, chosen: Choices): Problem[] {
  return Object.entries(chosen).flatMap(([id, wanted]) => {
    if (!options.has(id)) {
      const hint =
        options.size === 0
          ? msg`rules.no-options-hint: it has no options`
          : suggestWord(id, [...options.keys()]);
      return [
        problem("unknown-option", msg`rules.unknown-option: this variant has no option \`${shorten(id)}\``, {
          hint,
        }),
      ];
    }
    const choices = options.get(id)?.choices.map((choice) => choice.id);
    if (choices === undefined || choices.includes(wanted)) return [];
    const message = msg`rules.unknown-choice-possible: \`${shorten(wanted)}\` is not a choice of \`${id}\`; possible here: ${choices.join(", ")}`;
    return [problem("unknown-choice", message, { hint: nearHint(wanted, choices) })];
  });
}

/** The options of a game, each with the choice in force. @param tree before or after applying the choices @param settled paths of irrelevant values */
export function optionsInForce(
  tree: MapNode,
  options: Parts<OptionPart>,
  chosen: Choices,
  settled: readonly string[] = [],
): Option[] {
  const inForce = withChoices(options, chosen);
  return inForce.map((option, at) => {
    const later = inForce.slice(at + 1).flatMap(({ id, chosen }) => pathsSet(tree, id, chosen));
    const changes = option.choices.flatMap((choice) => pathsSet(tree, option.id, choice.id));
    const isReplaced = (path: string) =>
      [...later, ...settled].some((one) => path === one || path.startsWith(`${one}.`));
    return { ...option, isIdle: changes.length > 0 && changes.every(isReplaced), changes };
  });
}

function withChoices(options: Parts<OptionPart>, chosen: Choices) {
  const byOption = new Map(Object.entries(chosen));
  return usable(options).map(([id, option]) => ({ ...option, chosen: byOption.get(id) ?? option.default }));
}

function pathsSet(tree: MapNode, option: string, choice: string): string[] {
  return listKeys(tree, ["options", option, "choices", choice, "set"]);
}

/** Applies the choices, option by option. @param basesFound if not, assumes that the missing base has what paths lead through */
export function applyChoices(
  tree: MapNode,
  options: Parts<OptionPart>,
  chosen: Choices,
  basesFound: boolean,
): { tree: MapNode; problems: Problem[] } {
  const problems: Problem[] = [];
  let patched = tree;
  for (const option of withChoices(options, chosen)) {
    const set = findNode(tree, ["options", option.id, "choices", option.chosen, "set"]);
    if (set?.kind !== "map") continue;
    if (set.entries.size > MAX_ENTRIES) {
      const message = msg`rules.too-many-patches: more than ${MAX_ENTRIES} patches in one choice`;
      problems.push(problem("too-many", message, { place: set.place }));
      continue;
    }
    for (const [path, entry] of set.entries) {
      if (isNull(entry.value) && isRemoved(tree, patched, path)) continue;
      const outcome = patch(patched, path, entry, basesFound);
      if (!("code" in outcome)) patched = outcome;
      // A file may remove what an option of its base changes.
      else if (entry.keyPlace.file === tree.place.file || outcome.code !== "unknown-path")
        problems.push(outcome);
    }
  }
  return { tree: patched, problems };
}

/** Whether another choice has already removed the value at a path. */
function isRemoved(before: MapNode, after: MapNode, path: string): boolean {
  const steps = path.split(".");
  return findNode(before, steps) !== null && findNode(after, steps) === null;
}

type Steps = readonly [string, ...string[]];

/** The tree with one value replaced, added or (by null) removed; or the problem that prevents it. */
function patch(tree: MapNode, path: string, entry: MapEntry, basesFound: boolean): MapNode | Problem {
  const [first = "", ...further] = path.split(".");
  if (UNPATCHABLE.includes(first))
    return problem("bad-path", msg`rules.option-changes-fixed-key: an option cannot change \`${first}\``, {
      place: entry.keyPlace,
    });
  const steps: Steps = [first, ...further];
  // Part of a missing atomic value: `pattern.distinct` without a pattern.
  const isPartOfMissing = steps.some((_, i) => {
    const way = steps.slice(0, i);
    return isAtomic(way) && findNode(tree, way) === null;
  });
  return isPartOfMissing && !basesFound ? tree : patchBelow(tree, [], steps, entry, basesFound);
}

/** @param before the steps that led to this map */
function patchBelow(
  map: MapNode,
  before: readonly string[],
  [step, next, ...further]: Steps,
  entry: MapEntry,
  basesFound: boolean,
): MapNode | Problem {
  const { keyPlace: place, value } = entry;
  const unknown: MapEntry = { keyPlace: place, value: { kind: "map", place, entries: new Map() } };
  const below = map.entries.get(step) ?? (basesFound ? undefined : unknown);
  const upTo = [...before, step];
  if (next === undefined && isNull(value) && below !== undefined) return withEntry(map, step, null);
  if (next === undefined && !isNull(value)) return withEntry(map, step, entry);
  if (next !== undefined && below?.value.kind === "map") {
    const inner = patchBelow(below.value, upTo, [next, ...further], entry, basesFound);
    return "code" in inner ? inner : withEntry(map, step, { ...below, value: inner });
  }
  const all = next === undefined ? upTo : [...upTo, next, ...further];
  const leadsNowhere = msg`rules.unknown-path: the path \`${shorten(all.join("."))}\` does not exist`;
  const here = `\`${shorten(upTo.join("."))}\``;
  if (below === undefined) {
    const hint = suggestWord(step, [...map.entries.keys()]);
    return problem("unknown-path", msg`rules.unknown-path-step: ${leadsNowhere}: there is no ${here}`, {
      place,
      hint,
    });
  }
  const related = [relatedPlace(msg`rules.path-below-value-place: it is here`, below.keyPlace)];
  return problem("unknown-path", msg`rules.path-below-value: ${leadsNowhere}: ${here} has no keys`, {
    place,
    related,
  });
}
