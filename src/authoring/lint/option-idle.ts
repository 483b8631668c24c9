import type { Game } from "../../rules/game/game.ts";
import type { Choices, OptionPart } from "../../rules/variant/options.ts";
import { usable } from "../../rules/variant/part-reader.ts";
import type { OptionCombinations } from "../../rules/variant/read-variant.ts";
import { type LintWarning, lintWarning } from "./lint-warning.ts";

/**
 * Two choices of an option that make the same game, whatever else is chosen: one of them changes nothing. Looks at the
 * defaults first, and beside every other single choice only if they agree there.
 */
export function unusedOptions(trials: OptionCombinations): LintWarning[] {
  const options = usable(trials.resolved.options).map(([, option]) => option);
  const gamesBy = memory(trials);
  return options.flatMap((option) =>
    option.choices.flatMap(({ id }, at) => {
      const beside = contexts(option, options);
      const twin = option.choices
        .slice(0, at)
        .find((other) => beside.every((others) => sameGame(gamesBy, option.id, [other.id, id], others)));
      if (twin === undefined) return [];
      const message = `\`${option.id}: ${id}\` makes the same game as \`${option.id}: ${twin.id}\`, so choosing it changes nothing`;
      const hint = "say in its `set` what it changes, or take the choice away";
      const path = ["options", option.id, "choices", id];
      return [lintWarning("option-idle", [option.id], path, { message, hint })];
    }),
  );
}

/** Nothing else chosen, then every single choice of another option. */
function contexts(option: OptionPart, options: readonly OptionPart[]): Choices[] {
  const others = options.filter(({ id }) => id !== option.id);
  const singles = others.flatMap(({ id, choices, default: usual }) =>
    choices.filter((choice) => choice.id !== usual).map((choice) => ({ [id]: choice.id })),
  );
  return [{}, ...singles];
}

type Fingerprints = (choices: Choices) => string | null;

function sameGame(
  fingerprintOf: Fingerprints,
  option: string,
  [a, b]: readonly [string, string],
  others: Choices,
): boolean {
  const fingerprint = fingerprintOf({ ...others, [option]: a });
  // Choices that cannot be played by themselves say nothing; beside some other choice neither of them may be possible.
  if (fingerprint === null && Object.keys(others).length === 0) return false;
  return fingerprint === fingerprintOf({ ...others, [option]: b });
}

/** More games than this are not played to find out whether two choices ever differ; they are taken to. */
const MAX_PLAYED = 200;

/** Games by their choices; those that were tried are at hand, others are played when they are asked for. */
function memory({ resolved, all, play }: OptionCombinations): Fingerprints {
  const defaults = new Map(usable(resolved.options).map(([id, option]) => [id, option.default]));
  const keyOf = (choices: Choices) => {
    const others = Object.entries(choices).filter(([id, choice]) => defaults.get(id) !== choice);
    return JSON.stringify(others.sort());
  };
  let played = 0;
  const known = new Map(all.map(({ choices, game }) => [keyOf(choices), fingerprint(game)]));
  return (choices) => {
    const key = keyOf(choices);
    const found = known.get(key);
    if (found !== undefined) return found;
    played++;
    if (played > MAX_PLAYED) return key;
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
