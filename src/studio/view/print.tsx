import { useEffect, useState } from "preact/hooks";
import type { PageResult } from "../engine/page-language.ts";
import type { MadeFile } from "../engine/page-language.ts";
import type { PrintNames, PrintWish } from "../engine/printer.ts";
import { Field, GameField, HouseRules } from "./game-fields.tsx";
import { LinkedGameNotice, useChosenGame } from "./address.tsx";
import { Problems } from "./notices.tsx";
import { SvgPage, useLastMade, useLatest } from "./preview.tsx";
import { fileAddress, canPrint, download, printPdf } from "./saved-file.ts";
import type { PageProps } from "./studio.tsx";

/** The same defaults as the command line. */
const FIRST: PrintWish = {
  ...{ variant: "yatzy", choices: {}, paper: "a5", profile: "home", players: "", sheets: "" },
  ...{ numbered: "", title: "", accent: "", logo: null, back: "none", link: "" },
};

/** The page on which pads and rule sheets are made. */
export function Print({ engine, words }: PageProps) {
  const { say } = words;
  const [wish, setWish] = useState(FIRST);
  const [names, setNames] = useState<PrintNames | null>(null);
  const [failed, setFailed] = useState<PageResult<MadeFile>["problems"]>([]);
  const { printer } = engine;
  const [isMaking, setMaking] = useState(false);
  useEffect(() => void printer.names().then(setNames), []);
  useChosenGame("print", engine, (variant) => setWish((now) => ({ ...now, variant, choices: {} })));
  const change = (part: Partial<PrintWish>) => setWish({ ...wish, ...part });
  const printFiles = async (kind: "pad" | "rules" | "both" | "everything") => {
    setMaking(true);
    const printed = await printer[kind](wish);
    setMaking(false);
    setFailed(printed.problems);
    return printed.made;
  };
  const save = async (kind: Parameters<typeof printFiles>[0]) => {
    const file = await printFiles(kind);
    if (file !== null) download(file.name, file.type, file.content);
  };
  /** Opens the print dialog or, where a page can't, the pad in a tab. Phones allow that only during the tap. */
  const print = async () => {
    const isHere = canPrint();
    const early = isHere ? null : window.open("about:blank");
    const file = await printFiles("pad");
    if (file === null) return early?.close();
    const address = fileAddress(file.type, file.content);
    if (isHere && (await printPdf(address))) return;
    const tab = early ?? window.open("about:blank");
    if (tab === null) download(file.name, file.type, file.content);
    else tab.location.href = address;
  };
  /** A field of the print settings. */
  const choose = (name: "paper" | "profile" | "back") => (
    <Field label={say(`print.${name}`)}>
      <select
        value={wish[name]}
        onChange={(event) => change(choiceWithPaper(name, event.currentTarget.value, names))}
      >
        {(names?.[name] ?? [wish[name]]).map((value) => (
          <option key={value} value={value}>
            {say(`print.${name}s.${value}`)}
          </option>
        ))}
      </select>
    </Field>
  );
  const preview = useLatest(async () => await printer.preview(wish), PAUSE_MS, [wish, words.code]);
  const lastPad = useLastMade(preview);
  const type = (name: "players" | "sheets" | "numbered" | "title" | "link", attributes: object = {}) => (
    <Field label={say(`print.${name}`)} faults={name in FIELDS ? preview?.fields[name as CheckedField] : []}>
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
      <LinkedGameNotice page="print" opens {...{ engine, words }} />
      <div class="halves">
        <form class="wishes" onSubmit={(event) => event.preventDefault()}>
          <GameField {...{ engine, words }} game={wish} onChange={change} />
          {type("sheets", figure)}
          {choose("paper")}
          {type("title")}
          <Field label={say("print.logo")} faults={preview?.fields.logo}>
            <input
              type="file"
              accept=".svg,.png,.jpg,.jpeg"
              onChange={async (event) => change({ logo: await readLogoFile(event.currentTarget) })}
            />
          </Field>
          <Field label={say("print.accent")} faults={preview?.fields.accent}>
            <input
              type="color"
              value={wish.accent === "" ? "#000000" : wish.accent}
              onInput={({ currentTarget: { value } }) => change({ accent: value === "#000000" ? "" : value })}
            />
          </Field>
          <HouseRules {...{ engine, words }} game={wish} onChange={change} />
          <details class="more-wishes">
            <summary>{say("print.more")}</summary>
            <div class="wishes">
              {choose("profile")}
              {choose("back")}
              {type("players", figure)}
              {type("numbered", { placeholder: "1-50" })}
              {type("link", { inputMode: "url", placeholder: "https://" })}
            </div>
          </details>
        </form>
        <div class="shown">
          <div class="take">
            <button type="button" class="main" disabled={isMaking} onClick={() => save("pad")}>
              {say("print.pad")}
            </button>
            <button type="button" disabled={isMaking} onClick={print}>
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
          <Problems problems={preview?.problems ?? []} />
          {lastPad !== null && <SvgPage svg={lastPad} label={say("print.preview")} />}
        </div>
      </div>
    </section>
  );
}

/** The fields of text that are checked by themselves. */
type CheckedField = "link" | "numbered";
const FIELDS: Readonly<Record<CheckedField, true>> = { link: true, numbered: true };

/** Choosing a profile also chooses its own paper, if it has one, as on the command line. */
function choiceWithPaper(
  name: "paper" | "profile" | "back",
  value: string,
  names: PrintNames | null,
): Partial<PrintWish> {
  const paper = name === "profile" ? names?.paperFor[value as PrintWish["profile"]] : undefined;
  return paper === undefined ? { [name]: value } : { [name]: value, paper };
}

async function readLogoFile({ files }: HTMLInputElement): Promise<PrintWish["logo"]> {
  const file = files?.[0];
  if (file === undefined) return null;
  return { name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) };
}

/** Long enough to type a letter or two. */
const PAUSE_MS = 30;
