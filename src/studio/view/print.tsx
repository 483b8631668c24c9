import { useState } from "preact/hooks";
import type { PageProblem } from "../engine/page-language.ts";
import type { PrintWish } from "../engine/printer.ts";
import { SelectField, Faults, Field, FileButton, GameField, HouseRules } from "./game-fields.tsx";
import { LinkedGameNotice, useChosenGame } from "./address.tsx";
import { Button, Problems, type PageProps } from "./notices.tsx";
import { SvgPage, useLastMade, useLatest } from "./preview.tsx";
import { fileAddress, canPrint, download, isOnlyHere, printPdf } from "./saved-file.ts";

/** The same defaults as the command line. */
const FIRST: PrintWish = {
  variant: "yatzy",
  choices: {},
  paper: "a5",
  profile: "home",
  players: "",
  games: "",
  blocks: "",
  sheets: "",
  numbered: "",
  style: "plain",
  marks: "standard",
  ...{ title: "", subtitle: "", footer: "" },
  accent: "",
  logo: null,
  back: "none",
  link: "",
};

/** Fields with a list, and the key of their values' words. */
const CHOICES = { paper: "papers", profile: "profiles", back: "backs", marks: "mark-kinds" } as const;
type ChoiceField = keyof typeof CHOICES;

/** The page on which pads and rule sheets are made. */
export function Print({ engine, words }: PageProps) {
  const { say, print: names } = words;
  const [wish, setWish] = useState(FIRST);
  const [failed, setFailed] = useState<readonly PageProblem[]>([]);
  const { printer } = engine;
  const [isMaking, setMaking] = useState(false);
  const [isMoreOpen, openMore] = useState(false);
  useChosenGame("print", engine, (variant) => setWish((now) => ({ ...now, variant, choices: {} })));
  const change = (part: Partial<PrintWish>) => {
    setWish((now) => ({ ...now, ...part }));
    setFailed([]);
  };
  const printFiles = async (kind: "pad" | "rules" | "both" | "everything") => {
    setMaking(true);
    const printed = await printer[kind](wish);
    setMaking(false);
    setFailed(printed.problems);
    return printed.made;
  };
  const save = async (kind: Parameters<typeof printFiles>[0]) => download(await printFiles(kind));
  /** Opens the print dialog or, where a page can't, the pad in a tab. Phones allow that only during the tap. */
  const print = async () => {
    const isHere = canPrint();
    const early = isHere ? null : window.open("about:blank");
    const file = await printFiles("pad");
    if (file === null) return early?.close();
    const address = fileAddress(file);
    if (isHere && (await printPdf(address))) return;
    const tab = early ?? window.open("about:blank");
    if (tab === null) download(file);
    else tab.location.href = address;
  };
  const preview = useLatest(async () => await printer.preview(wish), PAUSE_MS, [wish, words.code]);
  const lastPad = useLastMade(preview);
  const { fields = {}, problems = [] } = preview ?? {};
  const isRight = Object.keys(fields).length + problems.length === 0;
  const choose = (name: ChoiceField) => (
    <SelectField
      label={say(`print.${name}`)}
      faults={name === "paper" ? fields.paper : []}
      value={wish[name]}
      choices={names[name].map((id) => ({ id, label: say(`print.${CHOICES[name]}.${id}`) }))}
      onChoose={(value) => {
        // A profile brings its own paper, as on the command line.
        const paper = name === "profile" ? names.paperFor[value as PrintWish["profile"]] : undefined;
        change({ [name]: value, ...(paper && { paper }) });
      }}
    />
  );
  const type = (
    name: "players" | "games" | "blocks" | "sheets" | "numbered" | "title" | "subtitle" | "footer" | "link",
    attributes: object = {},
  ) => (
    <Field label={say(`print.${name}`)} faults={fields[name]}>
      <input
        value={wish[name]}
        autocomplete="off"
        {...attributes}
        onInput={(event) => change({ [name]: event.currentTarget.value })}
      />
    </Field>
  );
  const figure = { type: "number", min: 1, max: 999, inputMode: "numeric" };
  const moreFaults = fields.subtitle ?? fields.footer ?? fields.numbered ?? fields.link;

  return (
    <section class="print" aria-labelledby="print-title">
      <h1 id="print-title">{say("print.heading")}</h1>
      <LinkedGameNotice page="print" opens {...{ engine, words }} />
      <div class="halves">
        <div class="shown">
          <div class={isRight ? "" : "pale"}>
            {lastPad === null && <p class="coming">{say("print.coming")}</p>}
            {lastPad !== null && <SvgPage svg={lastPad} label={say("print.preview")} />}
          </div>
          {!isRight && <p class="small">{say("print.pale")}</p>}
          <Problems problems={problems} />
          <Problems problems={failed} />
          <div class="take">
            <Button isMain disabled={isMaking} onTap={() => save("pad")} label={say("print.pad")} />
            <Button disabled={isMaking} onTap={print} label={say("print.open")} />
          </div>
          <p role="status">{isMaking && say("print.making")}</p>
        </div>
        <form class="wishes" onSubmit={(event) => event.preventDefault()}>
          <GameField {...{ engine, words }} game={wish} onChange={change} />
          {type("blocks", { ...figure, placeholder: "1" })}
          {type("sheets", figure)}
          {choose("paper")}
          {type("players", figure)}
          {type("games", { ...figure, min: 2, max: 9 })}
          <StyleField words={words} chosen={wish.style} onChange={(style) => change({ style })} />
          {type("title")}
          <LogoField
            {...{ words }}
            logo={wish.logo}
            faults={fields.logo}
            onChange={(logo) => change({ logo })}
          />
          <Field label={say("print.accent")} faults={fields.accent}>
            <input
              type="color"
              value={wish.accent === "" ? "#000000" : wish.accent}
              onInput={({ currentTarget: { value } }) => change({ accent: value === "#000000" ? "" : value })}
            />
          </Field>
          <HouseRules {...{ engine, words }} game={wish} onChange={change} />
          <details
            class="more-wishes"
            open={isMoreOpen || moreFaults !== undefined}
            onToggle={(event) => openMore(event.currentTarget.open)}
          >
            <summary>{say("print.more")}</summary>
            <div class="wishes">
              {type("subtitle")}
              {type("footer")}
              {choose("profile")}
              {choose("marks")}
              {choose("back")}
              {type("numbered", { placeholder: "1–50" })}
              {type("link", { inputMode: "url", placeholder: "https://" })}
              {!isOnlyHere() && (
                <Button
                  onTap={() => change({ link: new URL("#check", location.href).href })}
                  label={say("print.link-here")}
                />
              )}
            </div>
          </details>
          <div class="take">
            {(["rules", "both", "everything"] as const).map((kind) => (
              <Button key={kind} disabled={isMaking} onTap={() => save(kind)} label={say(`print.${kind}`)} />
            ))}
          </div>
        </form>
      </div>
    </section>
  );
}

interface StyleProps {
  readonly words: PageProps["words"];
  readonly chosen: string;
  readonly onChange: (style: string) => void;
}

/** The styles, each with a picture of the head of a pad. */
function StyleField({ words: { say, print }, chosen, onChange }: StyleProps) {
  return (
    <fieldset class="styles">
      <legend>{say("print.style")}</legend>
      {print.style.map((style) => (
        <label key={style}>
          <input type="radio" name="style" checked={style === chosen} onChange={() => onChange(style)} />
          <img src={`styles/${style}.webp`} alt="" width="160" height="84" loading="lazy" />
          <span>{say(`print.styles.${style}`)}</span>
        </label>
      ))}
    </fieldset>
  );
}

interface LogoProps {
  readonly words: PageProps["words"];
  readonly logo: PrintWish["logo"];
  readonly faults: readonly PageProblem[] | undefined;
  readonly onChange: (logo: PrintWish["logo"]) => void;
}

/** Takes a picture from a file, and removes it again. */
function LogoField({ words: { say }, logo, faults, onChange }: LogoProps) {
  return (
    <div class="field logo">
      <span>{say("print.logo")}</span>
      <div>
        <FileButton
          label={logo === null ? say("print.logo-choose") : logo.name}
          accept=".svg,.png,.jpg,.jpeg"
          onFile={async (file) =>
            onChange({ name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) })
          }
        />
        {logo !== null && (
          <button
            type="button"
            class="remove"
            aria-label={say("print.logo-remove")}
            onClick={() => onChange(null)}
          >
            ×
          </button>
        )}
      </div>
      <Faults faults={faults} />
    </div>
  );
}

/** Long enough to type a letter or two. */
const PAUSE_MS = 30;
