import { type Message, msg } from "../../../rules/problem/message.ts";
import { listSheetLines } from "../../../rules/sums/sum-graph.ts";
import { suggestWord, nearest, shorten } from "../../../rules/problem/wording.ts";
import { keyPlace, listKeys, type MapNode, findNode } from "../../../rules/variant/tree.ts";
import { listSchemasAtPath } from "../../editor.ts";
import { type LintCheck, lintWarning, type LintWarning } from "../lint-warning.ts";
import type { Game } from "../../../rules/game/game.ts";
import type { Choices } from "../../../rules/variant/options.ts";
import { usable } from "../../../rules/variant/part-reader.ts";
import type { OptionCombinations } from "../../../rules/variant/read-variant.ts";

/** A name for a sum line that the sheet doesn't have. Names of a base may be unused. */
export const lineUnseen: LintCheck = ({ game, draft: { tree } }) => {
  const known = listSheetLines(game).map(({ id }) => id);
  const isOwn = (id: string) => keyPlace(tree, ["lines", id]).file === tree.place.file;
  return [...game.lineLabels.keys()]
    .filter((id) => !known.includes(id) && isOwn(id))
    .map((id) => {
      const message = msg`authoring.line-unseen: the sheet of this game has no line \`${id}\`, so its name is never seen`;
      return lintWarning("line-unseen", [id], ["lines", id], { message, hint: lineHint(id) });
    });
};

function lineHint(id: string): Message {
  if (id === "column.total")
    return msg`authoring.column-total-unseen-hint: only games with several columns have it; remove the name`;
  if (id === "repeats")
    return msg`authoring.repeats-unseen-hint: only games with \`repeats\` and a \`bonus\` have it; remove the name`;
  return msg`authoring.section-line-unseen-hint: a section has a bonus and a total only with \`tiers\`; remove the name`;
}

/** A note in a section that the game's rule sheet doesn't have. */
export const noteUnseen: LintCheck = ({ game }) => {
  if (game.settlement !== null) return [];
  return game.notes
    .filter(({ at }) => at === "stakes")
    .map(({ id }) => {
      const message = msg`authoring.note-unseen: the note \`${id}\` belongs to the stakes, but this game has none, so it is never shown`;
      const hint = msg`authoring.note-unseen-hint: move it, or remove it: \`notes: {${id}: null}\``;
      return lintWarning("note-unseen", [id], ["notes", id, "at"], { message, hint });
    });
};

/** A note about a key that doesn't exist, so that every file that extends this one would inherit it. */
export const noteAboutNothing: LintCheck = ({ game, draft: { tree } }) =>
  game.notes.flatMap(({ id }) => {
    const path = ["notes", id, "about"];
    const node = findNode(tree, path);
    if (node?.kind !== "scalar" || typeof node.value !== "string") return [];
    const hint = hintForRule(tree, node.value.split("."));
    if (hint === null) return [];
    const message = msg`authoring.note-about-nothing: the note \`${id}\` is about \`${shorten(node.value)}\`, but there is no such key`;
    return [lintWarning("note-about-nothing", [id], path, { message, hint })];
  });

/**
 * The hint for a path that leads to no existing or possible key of the variant; null if it leads to one. A key with dots is several steps:
 * `grand.total`.
 *
 * @param before the keys that lead to the first step
 */
function hintForRule(
  tree: MapNode,
  steps: readonly string[],
  before: readonly string[] = [],
): Message | null {
  if (steps.length === 0) return null;
  const possible = listSchemasAtPath(before).flatMap(({ properties = {} }) => Object.keys(properties));
  const known = [...new Set([...listKeys(tree, before), ...possible])];
  const takeSteps = (key: string) => steps.slice(0, key.split(".").length).join(".");
  const hints = known
    .filter((key) => takeSteps(key) === key)
    .map((key) => hintForRule(tree, steps.slice(key.split(".").length), [...before, key]));
  const [hint] = hints;
  if (hint !== undefined) return hints.includes(null) ? null : hint;
  const near = known.find((key) => {
    const alike = known.filter((other) => other.split(".").length === key.split(".").length);
    return nearest(takeSteps(key), alike) === key;
  });
  if (near === undefined) return suggestWord(steps[0] ?? "", known);
  const meant = [...before, near, ...steps.slice(near.split(".").length)].join(".");
  return msg`authoring.note-about-nothing-hint: write \`about: ${meant}\``;
}

/** More dice for deciding who starts than the game has. */
export const startDice: LintCheck = ({ game: { start, dice, hands } }) => {
  const there = dice.dice.length * hands;
  if (start === null || start.dice <= there) return [];
  const message = msg`authoring.start-dice: the players roll ${start.dice} dice to see who starts, but the game has ${there}`;
  const hint = msg`authoring.start-dice-hint: write \`start: {dice: ${there}}\` or less`;
  return [lintWarning("start-dice", ["start"], ["start", "dice"], { message, hint })];
};

/** The most games to build for comparing choices; beyond that, choices count as different. */
const MAX_PLAYED = 200;

/** Two choices of an option that make the same game under all other choices, which are tried only if the defaults agree. */
export function unusedOptions(trials: OptionCombinations): LintWarning[] {
  const { tree } = trials.resolved;
  const options = usable(trials.resolved.options).map(([, option]) => option);
  const fingerprintOf = memory(trials);
  return options.flatMap(({ id: option, choices }) => {
    const others = options.filter(({ id }) => id !== option);
    const alone: Choices = {};
    const singles = others.flatMap(({ id, choices, default: usual }) =>
      choices.filter((choice) => choice.id !== usual).map((choice): Choices => ({ [id]: choice.id })),
    );
    const areSame = (a: string, b: string) =>
      [alone, ...singles].every((beside) => {
        const fingerprint = fingerprintOf({ ...beside, [option]: a });
        // Choices that aren't playable under the defaults are skipped; under another choice, neither may be playable.
        if (fingerprint === null && beside === alone) return false;
        return fingerprint === fingerprintOf({ ...beside, [option]: b });
      });
    return choices.flatMap(({ id }, at) => {
      const twin = choices.slice(0, at).find((other) => areSame(other.id, id));
      if (twin === undefined) return [];
      const message = msg`authoring.option-idle: \`${option}: ${id}\` makes the same game as \`${option}: ${twin.id}\`, so choosing it changes nothing`;
      const hint = msg`authoring.option-idle-hint: list what it changes under \`set\`, or remove the choice`;
      const path = ["options", option, "choices", id];
      // A file that fixes what its base leaves open makes the base's choices idle on purpose.
      if (keyPlace(tree, path).file !== tree.place.file) return [];
      return [lintWarning("option-idle", [option], path, { message, hint })];
    });
  });
}

/** Computes the fingerprint of the game under any choices, starting with those that were tried. */
function memory({ resolved, all, play }: OptionCombinations): (choices: Choices) => string | null {
  const defaults = new Map(usable(resolved.options).map(([id, option]) => [id, option.default]));
  const buildChoiceKey = (choices: Choices) => {
    const others = Object.entries(choices).filter(([id, choice]) => defaults.get(id) !== choice);
    return JSON.stringify(others.sort());
  };
  let played = 0;
  const known = new Map(all.map(({ choices, game }) => [buildChoiceKey(choices), fingerprint(game)]));
  return (choices) => {
    const key = buildChoiceKey(choices);
    const found = known.get(key);
    if (found !== undefined) return found;
    if (++played > MAX_PLAYED) return key;
    const made = fingerprint(play(choices));
    known.set(key, made);
    return made;
  };
}

/** A game as text, without its options. */
function fingerprint(game: Game | null): string | null {
  if (game === null) return null;
  return JSON.stringify({ ...game, options: null }, (_, value) =>
    value instanceof Map ? [...value] : value,
  );
}
