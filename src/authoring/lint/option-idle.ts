import { msg } from "../../rules/problem/message.ts";
import type { Game } from "../../rules/game/game.ts";
import type { Choices } from "../../rules/variant/options.ts";
import { keyPlace } from "../../rules/variant/tree.ts";
import { usable } from "../../rules/variant/part-reader.ts";
import type { OptionCombinations } from "../../rules/variant/read-variant.ts";
import { type LintWarning, lintWarning } from "./lint-warning.ts";

/** More games than this are not played to find out whether two choices ever differ; they are taken to. */
const MAX_PLAYED = 200;

/** Two choices of an option that make the same game, whatever else is chosen. Other choices are tried only if the defaults agree. */
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
        // Choices that cannot be played by themselves say nothing; beside some other choice neither of them may be possible.
        if (fingerprint === null && beside === alone) return false;
        return fingerprint === fingerprintOf({ ...beside, [option]: b });
      });
    return choices.flatMap(({ id }, at) => {
      const twin = choices.slice(0, at).find((other) => areSame(other.id, id));
      if (twin === undefined) return [];
      const message = msg(
        "authoring.makes-same-game",
      )`\`${option}: ${id}\` makes the same game as \`${option}: ${twin.id}\`, so choosing it changes nothing`;
      const hint = msg("authoring.say-set-what")`write in its \`set\` what it changes, or remove the choice`;
      const path = ["options", option, "choices", id];
      // A file that settles what a base leaves open makes the base's choices idle, and means to.
      if (keyPlace(tree, path).file !== tree.place.file) return [];
      return [lintWarning("option-idle", [option], path, { message, hint })];
    });
  });
}

/** What each choice makes of the game; those that were tried are at hand, others are played when they are asked for. */
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

/** All that a game says but for the choices that led to it. */
function fingerprint(game: Game | null): string | null {
  if (game === null) return null;
  return JSON.stringify({ ...game, options: null }, (_, value) =>
    value instanceof Map ? [...value] : value,
  );
}
