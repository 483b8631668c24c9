import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { MadeFile, PrintWish, ShownGame, ShownOption } from "../engine/printer.ts";
import type { Printed } from "../engine/told-problem.ts";
import { addressOf, download } from "./download.ts";
import type { RemoteEngine } from "./engine.ts";
import { useLatest } from "./latest.ts";
import { Problems } from "./problems.tsx";
import { SvgPage } from "./svg-page.tsx";
import type { Words } from "./words.ts";

const PAPERS = ["a4", "a5", "a6", "letter"] as const;
const BACKS = ["none", "long-edge", "short-edge"] as const;
const PROFILES = ["home", "copyshop", "printshop", "large-print", "archive", "fillable"] as const;

/** What is printed unless something else is asked for: the same as by the command. */
const FIRST: PrintWish = {
  ...{ variant: "yatzy", choices: {}, paper: "a5", profile: "home", players: "", sheets: "" },
  ...{ numbered: "", title: "", accent: "", logo: null, back: "none", link: "" },
};

/** The game that another room sends here, by the part of the address behind `#`. */
function gameInAddress(): string | null {
  const key = /^#print=(\w+)$/.exec(location.hash)?.[1];
  return key === undefined ? null : `own/${key}.yaml`;
}

interface RoomProps {
  readonly engine: RemoteEngine;
  readonly words: Words;
}

/** The page on which pads and rule sheets are made. */
export function Print({ engine, words }: RoomProps) {
  const { say } = words;
  const [wish, setWish] = useState(FIRST);
  const [games, setGames] = useState<readonly ShownGame[]>([]);
  const [options, setOptions] = useState<readonly ShownOption[]>([]);
  const [failed, setFailed] = useState<Printed<MadeFile>["problems"]>([]);
  const { printer } = engine;
  const [own, setOwn] = useState<readonly ShownGame[]>([]);
  const [isMaking, setMaking] = useState(false);
  useEffect(() => void printer.games().then(setGames), [words.code]);
  useEffect(() => {
    // What was written in the meantime can be printed, too.
    const follow = async () => {
      setOwn(await printer.ownGames());
      const variant = gameInAddress();
      if (variant !== null) setWish((now) => ({ ...now, variant, choices: {} }));
    };
    void follow();
    addEventListener("hashchange", follow);
    return () => removeEventListener("hashchange", follow);
  }, []);
  useEffect(
    () => void printer.options(wish.variant, wish.choices).then(setOptions, () => setOptions([])),
    [wish.variant, wish.choices, words.code],
  );
  const change = (part: Partial<PrintWish>) => setWish({ ...wish, ...part });
  const made = async (kind: "pad" | "rules" | "both" | "everything") => {
    setMaking(true);
    const printed = await printer[kind](wish);
    setMaking(false);
    setFailed(printed.problems);
    return printed.made;
  };
  const save = async (kind: Parameters<typeof made>[0]) => {
    const file = await made(kind);
    if (file !== null) download(file.name, file.type, file.content);
  };
  /** Opens the pad in a tab of its own, where browsers print it. That tab has to be opened while the click lasts. */
  const open = async () => {
    const tab = window.open("about:blank");
    const file = await made("pad");
    if (file === null || tab === null) return tab?.close();
    tab.location.href = addressOf(file.type, file.content);
  };
  /** A field of the wish: its label, and what is typed or picked there. */
  const choose = (name: "paper" | "profile" | "back", values: readonly string[]) => (
    <Field label={say(`print.${name}`)}>
      <select value={wish[name]} onChange={(event) => change(chosen(name, event.currentTarget.value))}>
        {values.map((value) => (
          <option key={value} value={value}>
            {say(`print.${name}s.${value}`)}
          </option>
        ))}
      </select>
    </Field>
  );
  const type = (name: "players" | "sheets" | "numbered" | "title" | "link", attributes: object = {}) => (
    <Field label={say(`print.${name}`)}>
      <input
        value={wish[name]}
        autocomplete="off"
        {...attributes}
        onInput={(event) => change({ [name]: event.currentTarget.value })}
      />
    </Field>
  );
  const figure = { type: "number", min: 1, max: 999, inputMode: "numeric" };

  return (
    <section class="print" aria-labelledby="print-title">
      <h1 id="print-title">{say("print.heading")}</h1>
      <div class="halves">
        <form class="wishes" onSubmit={(event) => event.preventDefault()}>
          <Field label={say("print.game")}>
            <select
              value={wish.variant}
              onChange={(event) => change({ variant: event.currentTarget.value, choices: {} })}
            >
              {[...own, ...games].map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          </Field>
          {choose("paper", PAPERS)}
          {choose("profile", PROFILES)}
          {choose("back", BACKS)}
          {type("players", figure)}
          {type("sheets", figure)}
          {type("numbered", { placeholder: "1-50" })}
          {type("title")}
          {type("link", { inputMode: "url", placeholder: "https://" })}
          <Field label={say("print.accent")}>
            <input
              type="color"
              value={wish.accent === "" ? "#000000" : wish.accent}
              onInput={({ currentTarget: { value } }) => change({ accent: value === "#000000" ? "" : value })}
            />
          </Field>
          <Field label={say("print.logo")}>
            <input
              type="file"
              accept=".svg,.png,.jpg,.jpeg"
              onChange={async (event) => change({ logo: await logoIn(event.currentTarget) })}
            />
          </Field>
          {options.length > 0 && (
            <fieldset>
              <legend>{say("print.house-rules")}</legend>
              {options.map(({ id, label, chosen, choices }) => (
                <Field key={id} label={label}>
                  <select
                    value={chosen}
                    onChange={(event) =>
                      change({ choices: { ...wish.choices, [id]: event.currentTarget.value } })
                    }
                  >
                    {choices.map((one) => (
                      <option key={one.id} value={one.id}>
                        {one.label}
                      </option>
                    ))}
                  </select>
                </Field>
              ))}
            </fieldset>
          )}
        </form>
        <div class="shown">
          <div class="take">
            <button type="button" class="main" disabled={isMaking} onClick={() => save("pad")}>
              {say("print.pad")}
            </button>
            <button type="button" disabled={isMaking} onClick={open}>
              {say("print.open")}
            </button>
            {(["rules", "both", "everything"] as const).map((kind) => (
              <button type="button" key={kind} disabled={isMaking} onClick={() => save(kind)}>
                {say(`print.${kind}`)}
              </button>
            ))}
          </div>
          <p role="status">{isMaking && say("print.making")}</p>
          <Problems problems={failed} />
          <Preview {...{ wish, engine, words }} />
        </div>
      </div>
    </section>
  );
}

/** Large print goes on A4 unless another paper is chosen after it, as by the command. */
function chosen(name: "paper" | "profile" | "back", value: string): Partial<PrintWish> {
  return value === "large-print" ? { profile: value, paper: "a4" } : { [name]: value };
}

function Field({ label, children }: { readonly label: string; readonly children: ComponentChildren }) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the field is handed in.
    <label class="field">
      <span>{label}</span>
      {children}
    </label>
  );
}

async function logoIn({ files }: HTMLInputElement): Promise<PrintWish["logo"]> {
  const file = files?.[0];
  if (file === undefined) return null;
  return { name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) };
}

/** Long enough that a word is typed in the meantime. */
const PAUSE_MS = 120;

/** A sheet of the pad as it will be printed, drawn anew after each change. */
function Preview({ wish, engine, words }: RoomProps & { readonly wish: PrintWish }) {
  const shown = useLatest(async () => await engine.printer.preview(wish), PAUSE_MS, [wish, words.code]);
  return (
    <>
      <Problems problems={shown?.problems ?? []} />
      {shown?.made && <SvgPage svg={shown.made} label={words.say("print.preview")} />}
    </>
  );
}
