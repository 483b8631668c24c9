import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { PageProblem } from "../engine/page-language.ts";
import type { ShownGame, ShownOption } from "../engine/printer.ts";
import { useAddress } from "./address.tsx";
import type { PageProps } from "./notices.tsx";

/** A game with the choices of its house rules, for the engine. */
export interface ChosenGame {
  readonly variant: string;
  readonly choices: Readonly<Record<string, string>>;
}

interface GameProps extends Pick<PageProps, "engine" | "words"> {
  readonly game: ChosenGame;
  readonly onChange: (game: ChosenGame) => void;
}

/** All games to choose from, those written here first; the list is updated whenever another page was opened. */
export function GameField({ engine: { printer }, words, game, onChange }: GameProps) {
  const [own, setOwn] = useState<readonly ShownGame[]>([]);
  useAddress(() => printer.ownGames().then(setOwn));
  return (
    <SelectField
      label={words.say("print.game")}
      value={game.variant}
      choices={[...own, ...words.games].map(({ id, name }) => ({ id, label: name }))}
      onChoose={(variant) => onChange({ variant, choices: {} })}
    />
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
        <SelectField
          key={id}
          label={label}
          value={chosen}
          choices={all}
          onChoose={(choice) => choose(id, choice)}
        />
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

interface FileButtonProps {
  readonly label: string;
  readonly accept: string;
  readonly capture?: "environment";
  readonly multiple?: boolean;
  readonly isMain?: boolean;
  readonly onFile: (file: File, ...others: File[]) => unknown;
}

/** A button that opens files; the same one can be chosen again, as it may have been corrected. */
export function FileButton({ label, isMain = false, onFile, ...attributes }: FileButtonProps) {
  return (
    <label class={isMain ? "button main" : "button"}>
      {label}
      <input
        type="file"
        {...attributes}
        onChange={({ currentTarget: input }) => {
          const [file, ...others] = input.files ?? [];
          input.value = "";
          if (file !== undefined) void onFile(file, ...others);
        }}
      />
    </label>
  );
}

interface ChoiceProps<T extends string> extends Omit<FieldProps, "children"> {
  readonly value: T;
  readonly choices: readonly { readonly id: T; readonly label: string }[];
  readonly onChoose: (id: T) => void;
}

/** A list to choose from. What is chosen is shown over it, because browsers cut a text that is too long for one line. */
export function SelectField<T extends string>({ value, choices, onChoose, ...field }: ChoiceProps<T>) {
  return (
    <Field {...field}>
      <span class="select">
        <select value={value} onChange={(event) => onChoose(event.currentTarget.value as T)}>
          {choices.map(({ id, label }) => (
            <option key={id} value={id}>
              {label}
            </option>
          ))}
        </select>
        <span aria-hidden="true">{choices.find(({ id }) => id === value)?.label}</span>
      </span>
    </Field>
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

interface EditorProps {
  readonly box: number;
  /** Loads the HTML to show. */
  readonly load: () => Promise<string>;
  /** Its dependencies other than the box. */
  readonly changes: readonly unknown[];
  /** The fault of the last answer; empty if there is none. */
  readonly fault: string;
  readonly onAnswer: (typed: string) => void;
  readonly onUndo: () => void;
  readonly onClose: () => void;
  /** Draws the picture of the box, if there is one. */
  readonly draw?: (canvas: HTMLCanvasElement) => void;
}

/** One box, with its possible entries to tap. */
export function BoxEditor(props: EditorProps) {
  const { box, load, changes, fault, draw } = props;
  const [html, setHtml] = useState("");
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => void load().then(setHtml), [box, ...changes]);
  useEffect(() => {
    const canvas = place.current?.querySelector("canvas");
    if (canvas) draw?.(canvas);
  }, [html, draw, box]);
  useEffect(() => {
    place.current?.focus({ preventScroll: true });
    place.current?.scrollIntoView({ block: "nearest" });
  }, [box, html === ""]);
  useEffect(() => {
    const line = place.current?.querySelector(".fault");
    if (line) line.textContent = fault;
  }, [fault, html]);
  useEffect(() => {
    const around = place.current?.closest("article");
    // Looked up each time, because every answer renders the table again.
    const cell = () => around?.querySelector<HTMLElement>(`.cell[data-at="${box}"]`);
    cell()?.setAttribute("aria-current", "true");
    return () => {
      cell()?.removeAttribute("aria-current");
      // Keyboard users continue at the box.
      if (document.activeElement === document.body) cell()?.focus({ preventScroll: true });
    };
  }, [box]);
  const onClick = (event: MouseEvent) => {
    const button = (event.target as Element).closest("button");
    event.stopPropagation();
    if (button === null) return;
    if (button.dataset.value !== undefined) props.onAnswer(button.dataset.value);
    else if (button.matches(".undo")) props.onUndo();
    else if (button.matches(".close")) props.onClose();
  };
  const onSubmit = (event: Event) => {
    event.preventDefault();
    props.onAnswer(place.current?.querySelector("input")?.value ?? "");
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: what is tapped are the buttons inside.
    <div
      class="editor"
      ref={place}
      tabIndex={-1}
      onClick={onClick}
      onSubmit={onSubmit}
      onKeyDown={({ key }) => key === "Escape" && props.onClose()}
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}
