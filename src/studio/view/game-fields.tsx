import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { PageProblem } from "../engine/page-language.ts";
import type { ShownGame, ShownOption } from "../engine/printer.ts";
import { useAddress } from "./address.tsx";
import type { RemoteEngine } from "./engine.ts";
import type { Words } from "./words.ts";

/** A game with the choices of its house rules, for the engine. */
export interface ChosenGame {
  readonly variant: string;
  readonly choices: Readonly<Record<string, string>>;
}

interface GameProps {
  readonly engine: RemoteEngine;
  readonly words: Words;
  readonly game: ChosenGame;
  readonly onChange: (game: ChosenGame) => void;
}

/** All games to choose from, those written here first; the list is updated whenever another page was opened. */
export function GameField({ engine: { printer }, words, game, onChange }: GameProps) {
  const [games, setGames] = useState<readonly ShownGame[]>([]);
  const [own, setOwn] = useState<readonly ShownGame[]>([]);
  useEffect(() => void printer.games().then(setGames), [words.code]);
  useAddress(() => printer.ownGames().then(setOwn));
  return (
    <Field label={words.say("print.game")}>
      <select
        value={game.variant}
        onChange={(event) => onChange({ variant: event.currentTarget.value, choices: {} })}
      >
        {[...own, ...games].map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </Field>
  );
}

/** The house rules of a game, without those that change nothing. */
export function HouseRules({ engine: { printer }, words, game, onChange }: GameProps) {
  const { variant, choices } = game;
  const [options, setOptions] = useState<readonly ShownOption[]>([]);
  useEffect(
    () => void printer.options(variant, choices).then(setOptions, () => setOptions([])),
    [variant, choices, words.code],
  );
  if (options.length === 0) return null;
  const choose = (id: string, choice: string) => onChange({ variant, choices: { ...choices, [id]: choice } });
  return (
    <fieldset>
      <legend>{words.say("print.house-rules")}</legend>
      {options.map(({ id, label, chosen, choices: all }) => (
        <Field key={id} label={label}>
          <select value={chosen} onChange={(event) => choose(id, event.currentTarget.value)}>
            {all.map((one) => (
              <option key={one.id} value={one.id}>
                {one.label}
              </option>
            ))}
          </select>
        </Field>
      ))}
    </fieldset>
  );
}

interface FieldProps {
  readonly label: string;
  /** What is wrong with it. */
  readonly faults?: readonly PageProblem[] | undefined;
  readonly children: ComponentChildren;
}

/** A field below its label, and what is wrong with it. */
export function Field({ label, faults, children }: FieldProps) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the field is handed in.
    <label class="field">
      <span>{label}</span>
      {children}
      <Faults faults={faults} />
    </label>
  );
}

/** What is wrong with a field. */
export function Faults({ faults = [] }: Pick<FieldProps, "faults">) {
  return faults.map(({ message, hint }) => (
    <span class="fault" role="alert" key={message}>
      {message}
      {hint !== null && <span class="hint"> {hint}</span>}
    </span>
  ));
}
