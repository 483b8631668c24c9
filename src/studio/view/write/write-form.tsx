import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { FormSection, VariantForm } from "../../../authoring/form.ts";
import type { PageEdit } from "../../engine/writer.ts";
import { SelectField } from "../game-fields.tsx";
import type { Words } from "../words.ts";
import { Button } from "../notices.tsx";

interface FormProps {
  readonly form: VariantForm;
  readonly words: Words;
  /** Whether the text is unreadable, so that the form can't change it. */
  readonly isStill: boolean;
  readonly onEdit: (edit: PageEdit) => void;
  /** Boxes of other games that would fit. */
  readonly offers: () => Promise<readonly { readonly word: string; readonly label: string }[]>;
  /** The boxes that the game can't be played without. */
  readonly needed: readonly string[];
}

const ORDERS = ["free", "down", "up", "inward"] as const;

/** The most common changes to a game. */
export function WriteForm({ form, words, isStill, onEdit, offers, needed }: FormProps) {
  const { say } = words;
  // Words that differ by language stay apart, also while they happen to be typed alike.
  const apart = useRef<readonly (string | null)[]>([]);
  if (form.names.length > 1) apart.current = form.names.map(({ code }) => code);
  const columnsApart = useRef(new Set<string>());
  for (const { id, code } of form.columns) if (code !== null) columnsApart.current.add(id);
  return (
    <form class="write-form" onSubmit={(event) => event.preventDefault()}>
      {isStill && <p class="fault">{say("write.still")}</p>}
      <fieldset class="plain" disabled={isStill}>
        <div class="names-of-game">
          {(apart.current.length > 0
            ? apart.current.map((code) => ({
                ...form.names[0],
                ...form.names.find((one) => one.code === code),
                code,
              }))
            : form.names
          ).map(({ code, name = "" }) => (
            <Typed
              key={code}
              label={code === null ? say("write.name") : say("write.name-in", { code })}
              value={name}
              fault={say("write.no-name")}
              isGood={(typed) => typed.trim() !== ""}
              onType={(typed) => onEdit({ kind: "name", code, name: typed.trim() })}
            />
          ))}
        </div>
        {form.sections.map((section) => (
          <Section key={section.id} {...{ section, words, onEdit, offers, needed }} />
        ))}
        <Group title={say("write.columns")}>
          {form.columns.map(({ id, label, order }) => (
            <div class="together" key={id}>
              <Typed
                label={say("write.column")}
                value={label}
                isGood={(typed) => typed.trim() !== ""}
                onType={(typed) => {
                  const scope = columnsApart.current.has(id) ? words.code : null;
                  onEdit({ kind: "column-name", column: id, code: scope, name: typed.trim() });
                }}
              />
              {order !== null && (
                <SelectField
                  label={say("write.order")}
                  value={order}
                  choices={ORDERS.map((one) => ({ id: one, label: say(`write.orders.${one}`) }))}
                  onChoose={(one) =>
                    onEdit({ kind: "column-order", column: id, order: one as (typeof ORDERS)[number] })
                  }
                />
              )}
              {form.columns.length > 1 && (
                <Remove words={words} of={label} onRemove={() => onEdit({ kind: "no-column", column: id })} />
              )}
            </div>
          ))}
          <Button label={say("write.more-columns")} onTap={() => onEdit({ kind: "new-column" })} />
        </Group>
        {form.options.length > 0 && (
          <Group title={say("write.house-rules")}>
            {form.options.map(({ id, label, chosen, choices }) => (
              <SelectField
                key={id}
                {...{ label, value: chosen, choices }}
                onChoose={(choice) => onEdit({ kind: "option", option: id, choice })}
              />
            ))}
          </Group>
        )}
      </fieldset>
    </form>
  );
}

type SectionProps = Pick<FormProps, "words" | "onEdit" | "offers" | "needed"> & {
  readonly section: FormSection;
};

function Section({ section, words, onEdit, offers, needed }: SectionProps) {
  const { say } = words;
  const { id, label, tiers, boxes } = section;
  return (
    <Group title={label}>
      {tiers.map((tier, at) => (
        <div class="together" key={at}>
          {(["from", "add"] as const).map((part) => (
            <Typed
              key={part}
              label={say(`write.bonus-${part}`)}
              value={String(tier[part] ?? "")}
              isNumber
              fault={say("write.no-number")}
              isGood={isWhole}
              onType={(typed) =>
                onEdit({ kind: "tier", section: id, at, shown: tier, part, points: Number(typed) })
              }
            />
          ))}
          <Remove
            words={words}
            of={say("write.bonus")}
            onRemove={() => onEdit({ kind: "no-tier", section: id, at, shown: tier })}
          />
        </div>
      ))}
      {(tiers.length > 0 || boxes.length > 1) && (
        <Button
          onTap={() => onEdit({ kind: "new-tier", section: id })}
          label={say(tiers.length === 0 ? "write.bonus-first" : "write.bonus-more")}
        />
      )}
      <ul class="boxes-of-game">
        {boxes.map((box) => (
          <li key={box.id}>
            <label class="switch">
              <input
                type="checkbox"
                checked={box.isPlayed}
                disabled={box.isPlayed && needed.includes(box.id)}
                onChange={({ currentTarget: { checked } }) =>
                  onEdit({ kind: "play", section: id, box: box.id, isPlayed: checked })
                }
              />
              <span>
                {box.label}
                {box.isPlayed && needed.includes(box.id) && <span class="small"> {say("write.needed")}</span>}
              </span>
            </label>
            {box.points !== null && box.isPlayed && (
              <Typed
                label={say("write.points", { box: box.label })}
                isSpoken
                value={String(box.points)}
                isNumber
                fault={say("write.no-number")}
                isGood={isWhole}
                onType={(typed) => onEdit({ kind: "points", box: box.id, points: Number(typed) })}
              />
            )}
          </li>
        ))}
      </ul>
      <MoreBoxes {...{ words, offers }} onAdd={(word) => onEdit({ kind: "new-box", section: id, word })} />
    </Group>
  );
}

function isWhole(typed: string): boolean {
  return /^-?\d{1,5}$/.test(typed);
}

interface MoreProps extends Pick<FormProps, "words" | "offers"> {
  readonly onAdd: (word: string) => void;
}

/** A button that becomes a list of boxes to choose from. */
function MoreBoxes({ words: { say }, offers, onAdd }: MoreProps) {
  const [offered, offer] = useState<Awaited<ReturnType<FormProps["offers"]>> | null>(null);
  if (offered === null)
    return <Button onTap={async () => offer(await offers())} label={say("write.more-boxes")} />;
  const choices = [
    { id: "", label: say("write.choose-box") },
    ...offered.map(({ word, label }) => ({ id: word, label })),
  ];
  return (
    <SelectField
      label={say("write.more-boxes")}
      value=""
      choices={choices}
      onChoose={(word) => {
        offer(null);
        if (word !== "") onAdd(word);
      }}
    />
  );
}

function Group({ title, children }: { readonly title: string; readonly children: ComponentChildren }) {
  return (
    <fieldset>
      <legend>{title}</legend>
      {children}
    </fieldset>
  );
}

interface TypedProps {
  readonly label: string;
  readonly value: string;
  readonly isNumber?: boolean;
  /** Whether the label is for screen readers only. */
  readonly isSpoken?: boolean;
  /** What is said about a value that is not good. */
  readonly fault?: string;
  /** Only good values are reported. */
  readonly isGood: (typed: string) => boolean;
  readonly onType: (typed: string) => void;
}

/** Text field that commits on every keystroke, and ignores how its own commits come back, which may be late. */
export function Typed(props: TypedProps) {
  const { label, value, isNumber = false, isSpoken = false, fault = "", isGood, onType } = props;
  const [typed, setTyped] = useState(value);
  // Numbers, and lists of them, come back in another notation.
  const plain = (text: string) => (isNumber && text !== "" ? String(Number(text)) : splitList(text).join());
  const sent = useRef(new Set<string>());
  useEffect(() => {
    if (!sent.current.has(plain(value))) setTyped(value);
    if (plain(typed) === plain(value)) sent.current.clear();
  }, [value]);
  return (
    <label class={isNumber ? "field figure" : "field"}>
      <span class={isSpoken ? "spoken" : ""}>{label}</span>
      <input
        value={typed}
        autocomplete="off"
        {...(isNumber && { inputMode: "numeric" })}
        aria-invalid={!isGood(typed)}
        onInput={({ currentTarget }) => {
          setTyped(currentTarget.value);
          if (!isGood(currentTarget.value)) return;
          sent.current.add(plain(currentTarget.value));
          onType(currentTarget.value);
        }}
      />
      {!isGood(typed) && fault !== "" && (
        <span class="fault" role="alert">
          {fault}
        </span>
      )}
    </label>
  );
}

interface RemoveProps {
  readonly words: Words;
  /** The thing to remove, for screen readers. */
  readonly of: string;
  readonly onRemove: () => void;
}

function Remove({ words: { say }, of, onRemove }: RemoveProps) {
  return (
    <button type="button" class="remove" aria-label={say("write.remove", { what: of })} onClick={onRemove}>
      ×
    </button>
  );
}

/** The parts of a text such as `10, 6; 4`. */
export function splitList(text: string): string[] {
  return text.match(/[^\s,;]+/g) ?? [];
}
