import { z } from "zod";
import type { Choice, Option, Text } from "../game/game.ts";
import { hintFor } from "../problem/near.ts";
import { type Problem, problem } from "../problem/problem.ts";
import { explain } from "./explain.ts";
import { ID_HINT, isId } from "./ids.ts";
import { MOST_CHOICES, MOST_ENTRIES, MOST_OPTIONS } from "./limits.ts";
import { words } from "./parts/common.ts";
import { strict } from "./parts/said.ts";
import {
  child,
  describe,
  type Entry,
  keyPlace,
  keysAt,
  type MapNode,
  nodeAt,
  plain,
  shorten,
  withEntry,
} from "./tree.ts";

/** Choices by option. */
export type Choices = Readonly<Record<string, string>>;

/** An option as the file has it. */
export interface OptionPart {
  readonly id: string;
  readonly label: Text;
  readonly default: string;
  readonly choices: readonly Choice[];
}

/** What a variant is never patched in: what it is, and what it patches with. */
const UNTOUCHABLE = ["id", "extends", "abstract", "options", "examples"];

const choice = strict({ label: words(), set: z.record(z.string(), z.unknown()).default({}) });
const option = strict({
  label: words(),
  default: z.string(),
  choices: z.record(z.string(), choice),
});

/** Reads the options of a merged tree: those that can be used, and what is wrong with the others. */
export function readOptions(tree: MapNode): { options: OptionPart[]; problems: Problem[] } {
  const node = child(tree, "options");
  if (node === null) return { options: [], problems: [] };
  if (node.kind !== "map") {
    const message = `\`options\` must be a map of \`id: …\`, not ${describe(node)}`;
    return { options: [], problems: [problem("wrong-type", message, { place: node.place })] };
  }
  if (node.entries.size > MOST_OPTIONS) {
    const message = `\`options\` has ${node.entries.size} entries; at most ${MOST_OPTIONS} are possible`;
    return { options: [], problems: [problem("too-many", message, { place: keyPlace(tree, ["options"]) })] };
  }
  const options: OptionPart[] = [];
  const problems: Problem[] = [];
  for (const [id, entry] of node.entries) {
    const read = option.safeParse(plain(entry.value));
    problems.push(...idProblems(tree, id));
    if (!read.success) problems.push(...explain(read.error.issues, tree, ["options", id]));
    else {
      problems.push(...sizeProblems(tree, id), ...defaultProblems(tree, id, read.data.default));
      options.push(optionFrom(id, read.data));
    }
  }
  return { options, problems };
}

function optionFrom(id: string, read: z.infer<typeof option>): OptionPart {
  const choices = Object.entries(read.choices).map(([key, { label }]) => ({ id: key, label }));
  return { id, label: read.label, default: read.default, choices };
}

function idProblems(tree: MapNode, id: string): Problem[] {
  const paths = [
    ["options", id],
    ...keysAt(tree, ["options", id, "choices"]).map((c) => ["options", id, "choices", c]),
  ];
  return paths
    .filter((path) => !isId(path.at(-1) ?? ""))
    .map((path) => {
      const message = `\`${shorten(path.at(-1) ?? "")}\` cannot be an id`;
      return problem("bad-id", message, { place: keyPlace(tree, path), hint: ID_HINT });
    });
}

function sizeProblems(tree: MapNode, id: string): Problem[] {
  const path = ["options", id, "choices"];
  const count = keysAt(tree, path).length;
  const place = keyPlace(tree, path);
  if (count === 0) return [problem("empty", `\`options.${id}\` has no choices`, { place })];
  if (count <= MOST_CHOICES) return [];
  return [
    problem("too-many", `\`options.${id}\` has ${count} choices; at most ${MOST_CHOICES} are possible`, {
      place,
    }),
  ];
}

function defaultProblems(tree: MapNode, id: string, chosen: string): Problem[] {
  const choices = keysAt(tree, ["options", id, "choices"]);
  if (choices.includes(chosen)) return [];
  const place = nodeAt(tree, ["options", id, "default"])?.place ?? keyPlace(tree, ["options", id]);
  const message = `\`${shorten(chosen)}\` is no choice of \`${id}\``;
  return [problem("unknown-choice", message, { place, hint: hintFor(chosen, choices) })];
}

/** What is wrong with choices that somebody made: options and choices that the variant does not have. */
export function choiceProblems(options: readonly OptionPart[], chosen: Choices): Problem[] {
  const ids = options.map((o) => o.id);
  return Object.entries(chosen).flatMap(([id, wanted]) => {
    const known = options.find((o) => o.id === id);
    if (known === undefined) {
      const hint = ids.length === 0 ? "it has no options" : hintFor(id, ids);
      return [problem("unknown-option", `this variant has no option \`${shorten(id)}\``, { hint })];
    }
    const choices = known.choices.map((c) => c.id);
    if (choices.includes(wanted)) return [];
    const message = `\`${shorten(wanted)}\` is no choice of \`${id}\`; its choices are ${choices.join(", ")}`;
    const near = hintFor(wanted, choices);
    return [problem("unknown-choice", message, { hint: near })];
  });
}

/** The options as a game tells them, with the choice in force. */
export function settled(options: readonly OptionPart[], chosen: Choices): Option[] {
  return options.map((o) => ({ ...o, chosen: choiceOf(o, chosen) }));
}

function choiceOf(option: OptionPart, chosen: Choices): string {
  return (Object.hasOwn(chosen, option.id) ? chosen[option.id] : undefined) ?? option.default;
}

/**
 * Applies the patches of the choices in force, in the order of the options. A patched value keeps the place it is written
 * at, below its choice.
 */
export function applyChoices(
  tree: MapNode,
  options: readonly OptionPart[],
  chosen: Choices,
): { tree: MapNode; problems: Problem[] } {
  const problems: Problem[] = [];
  let patched = tree;
  for (const one of options) {
    const set = nodeAt(tree, ["options", one.id, "choices", choiceOf(one, chosen), "set"]);
    if (set?.kind !== "map") continue;
    if (set.entries.size > MOST_ENTRIES) {
      const message = `more than ${MOST_ENTRIES} patches in one choice`;
      problems.push(problem("too-many", message, { place: set.place }));
      continue;
    }
    for (const [path, entry] of set.entries) {
      const outcome = patch(patched, path, entry);
      if ("code" in outcome) problems.push(outcome);
      else patched = outcome;
    }
  }
  return { tree: patched, problems };
}

/** The tree with one value replaced, added or (by null) taken away; or why that cannot be. */
function patch(tree: MapNode, path: string, entry: Entry): MapNode | Problem {
  const steps = path.split(".");
  const [first = ""] = steps;
  if (UNTOUCHABLE.includes(first)) {
    return problem("bad-path", `an option cannot change \`${first}\``, { place: entry.keyPlace });
  }
  return patchBelow(tree, steps, 0, entry);
}

function patchBelow(map: MapNode, steps: readonly string[], at: number, entry: Entry): MapNode | Problem {
  const step = steps[at] ?? "";
  const last = at === steps.length - 1;
  const below = map.entries.get(step);
  const takesAway = entry.value.kind === "scalar" && entry.value.value === null;
  if (last && !(takesAway && below === undefined)) return withEntry(map, step, takesAway ? null : entry);
  if (!last && below?.value.kind === "map") {
    const inner = patchBelow(below.value, steps, at + 1, entry);
    return "code" in inner ? inner : withEntry(map, step, { ...below, value: inner });
  }
  const upTo = steps.slice(0, at + 1).join(".");
  const message = `the path \`${shorten(steps.join("."))}\` leads nowhere: there is no \`${shorten(upTo)}\``;
  const related = below === undefined ? [] : [{ message: "this is no map", place: below.keyPlace }];
  const hint = below === undefined ? hintFor(step, [...map.entries.keys()]) : null;
  return problem("unknown-path", message, { place: entry.keyPlace, hint, related });
}
