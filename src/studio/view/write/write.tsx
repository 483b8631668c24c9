import { useEffect, useRef, useState } from "preact/hooks";
import type { ShownGame } from "../../engine/printer.ts";
import type { DraftState, PageEdit, PlacedProblem } from "../../engine/writer.ts";
import { gameAddress, keptFile } from "../address.tsx";
import type { RemoteEngine } from "../engine.ts";
import { FileButton, SelectField } from "../game-fields.tsx";
import { Button, LinkedGameQuestion, Problems, type PageProps } from "../notices.tsx";
import { Panel, Tabs, useLatest, WritePreview } from "../preview.tsx";
import { download, shareLink } from "../saved-file.ts";
import type { Words } from "../words.ts";
import { useDraft } from "./draft.ts";
import { WriteForm } from "./write-form.tsx";
import type { YamlEditor } from "./yaml-editor.ts";

type UsedDraft = ReturnType<typeof useDraft>;

/** Long enough to type a letter or two. */
const PAUSE_MS = 60;
/** The full check waits until typing stops. */
const LINT_PAUSE_MS = 600;

/** The page to write games: form and text on one side, pad and rules on the other. */
export function Write({ engine, words, offerUndo }: PageProps) {
  const { say } = words;
  const { writer } = engine;
  const drafts = useDraft(engine, words.code);
  const { draft, linked, prepared } = drafts;
  const { text, turn } = draft;
  const isThere = turn > 0;
  // The form comes first.
  useEffect(() => void (isThere && writer.open().catch(() => undefined)), [isThere]);
  const [tab, openTab] = useState("form");
  const look = async () => ({ text, turn, ...(await writer.look(text)) });
  const lint = async () => ({ text, problems: await writer.lint(text) });
  const latest = useLatest(isThere ? look : null, PAUSE_MS, [text, isThere, words.code]);
  const looked = latest?.text === text ? latest : (prepared ?? latest);
  const linted = useLatest(isThere ? lint : null, LINT_PAUSE_MS, [text, isThere, words.code]);
  const isTried = isThere && tab === "form";
  const needed = useLatest(isTried ? () => writer.neededBoxes(text) : null, LINT_PAUSE_MS, [text, isTried]);
  // The editor is hidden at first, so it is loaded last.
  const { editor, place } = useEditor(engine, words, drafts, tab === "text" || linted !== null);
  // Problems of another text would be in wrong places.
  const problems = linted?.text === text ? linted.problems : looked?.text === text ? looked.problems : [];
  useEffect(() => void (linted && editor()?.then((one) => one.show(problems))), [linted, looked, text]);
  useEffect(() => {
    if (draft.isOwn && looked?.text === text) void drafts.save(looked);
  }, [looked, draft.isOwn]);

  /** Changes the text as it is then. What was meant for another draft is left out. */
  const edit = (turn: number, change: (text: string) => Promise<string | null>) =>
    drafts.queue(async () => {
      const open = await editor();
      while (open !== null && drafts.isOpen(turn)) {
        const before = open.text();
        const changed = await change(before);
        if (changed === null) return;
        // The text may have been typed in meanwhile.
        if (open.text() === before) return open.change(changed);
      }
    });
  const showPlace = async (at: NonNullable<PlacedProblem["place"]>) => {
    openTab("text");
    (await editor())?.moveCursor(at);
  };
  const faults = problems.filter(({ severity }) => severity === "error").length;
  const count = problems.length === 0 ? "" : ` (${problems.length})`;

  return (
    <section class="write" aria-labelledby="write-title" aria-busy={!drafts.isReady} data-open={tab}>
      <h1 id="write-title">{say("write.heading")}</h1>
      <WriteBar {...{ engine, words, drafts, offerUndo }} {...(looked ?? UNREAD)} />
      <Problems problems={drafts.refused} />
      {linked !== null && (
        <LinkedGameQuestion
          {...{ words, game: linked }}
          onTake={() => drafts.take(linked)}
          onLeave={drafts.leave}
        />
      )}
      <Tabs
        label={say("write.parts")}
        open={tab}
        onOpen={openTab}
        tabs={[
          { id: "form", title: say("write.form") },
          { id: "text", title: `${say("write.text")}${count}` },
          { id: "preview", title: say("write.preview"), class: "narrow" },
        ]}
      />
      <div class="halves">
        <div class="desk">
          <div class="answer">
            {(["undo", "redo"] as const).map((step) => (
              <Button
                key={step}
                onTap={() => drafts.queue(async () => (await editor())?.[step]())}
                label={say(`write.${step}`)}
              />
            ))}
          </div>
          <PlacedProblems {...{ problems, words, goTo: showPlace }} isInForm={tab === "form"} />
          <Panel id="form" open={tab}>
            {looked !== null && (
              <LastForm
                key={looked.turn}
                looked={looked.form}
                edit={(one) => edit(looked.turn, (now) => writer.change(now, one))}
                {...{ words, needed: needed ?? [] }}
                offers={() => writer.offers(text)}
              />
            )}
          </Panel>
          <Panel id="text" open={tab}>
            <div class="yaml" ref={place} />
          </Panel>
        </div>
        <div class="shown" id="panel-preview" role="tabpanel" aria-label={say("write.preview")}>
          <WritePreview {...{ engine, words, text, isThere }} isRight={faults === 0} />
        </div>
      </div>
    </section>
  );
}

interface LastFormProps extends Pick<PageProps, "words"> {
  readonly looked: Parameters<typeof WriteForm>[0]["form"] | null;
  readonly edit: (change: PageEdit) => void;
  readonly offers: Parameters<typeof WriteForm>[0]["offers"];
  readonly needed: readonly string[];
}

/** The form; while the text is unreadable, that of the last readable one. */
function LastForm({ looked, words, edit, offers, needed }: LastFormProps) {
  const last = useRef(looked);
  if (looked !== null) last.current = looked;
  if (last.current === null) return <p>{words.say("write.still")}</p>;
  return (
    <WriteForm form={last.current} isStill={looked === null} onEdit={edit} {...{ words, offers, needed }} />
  );
}

/** The editor of the text, which is reset with every draft. @param isWanted whether to load it now */
function useEditor({ writer }: RemoteEngine, { say }: Words, drafts: UsedDraft, isWanted: boolean) {
  const place = useRef<HTMLDivElement>(null);
  const editor = useRef<Promise<YamlEditor> | null>(null);
  const { turn, text } = drafts.draft;
  const load = () => {
    const host = place.current;
    if (editor.current !== null || host === null || turn === 0) return editor.current;
    const root = host.shadowRoot ?? host.attachShadow({ mode: "open" });
    const needs = {
      label: say("write.text"),
      onChange: drafts.type,
      complete: writer.complete,
      explain: writer.explain,
    };
    editor.current = import("./yaml-editor.ts").then(({ openEditor }) => openEditor(root, text, needs));
    return editor.current;
  };
  useEffect(() => void editor.current?.then((open) => open.begin(text)), [turn]);
  useEffect(() => void (isWanted && load()), [isWanted, turn]);
  useEffect(() => () => void editor.current?.then((open) => open.close()), []);
  return { editor: load, place };
}

interface PlacedProps extends Pick<PageProps, "words"> {
  readonly problems: readonly PlacedProblem[];
  readonly goTo: (place: NonNullable<PlacedProblem["place"]>) => void;
  readonly isInForm: boolean;
}

/** All problems of the text, each with a link to its line; where the form is open, in its words. */
function PlacedProblems({ problems, words: { say }, goTo, isInForm }: PlacedProps) {
  return (
    <div role="status">
      <ul class="placed">
        {problems.map((problem) => {
          const { severity, place } = problem;
          const { message, hint } = isInForm ? problem.inForm : problem;
          return (
            <li key={`${message}${place?.line}:${place?.col}`} class={severity}>
              {place !== null && (
                <Button onTap={() => goTo(place)} label={say("write.line", { n: place.line })} />
              )}
              <span>
                <strong>{message}</strong>
                {hint !== null && <span class="hint">{hint}</span>}
              </span>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

interface BarProps extends PageProps, Pick<DraftState, "id" | "name" | "isPlayable"> {
  readonly drafts: UsedDraft;
}

const UNREAD = { id: "", name: "", isPlayable: false };

/** No game is larger. */
const MAX_BYTES = 1_000_000;

/** Buttons to open, share, save and delete drafts. */
function WriteBar({ engine, words, drafts, id, name, isPlayable, offerUndo }: BarProps) {
  const { say } = words;
  const { draft, kept } = drafts;
  const [status, setStatus] = useState("");
  const [link, setLink] = useState("");
  const [own, setOwn] = useState<readonly ShownGame[]>([]);
  useEffect(() => void engine.writer.bases().then(setOwn), [kept]);
  useEffect(() => {
    setStatus("");
    setLink("");
  }, [draft.text, words.code]);

  const openFile = async (file: File) => {
    if (file.size > MAX_BYTES) setStatus(say("write.no-file", { file: file.name }));
    else drafts.begin(await file.text(), true);
  };
  const share = async () => {
    const { made, problems } = await engine.writer.pack(draft.text);
    if (made === null)
      return setStatus(problems.flatMap(({ message, hint }) => [message, hint ?? []].flat()).join(" – "));
    // Who gets a game wants to play or print it; one that can't be played yet is for its other authors.
    const { url, message } = await shareLink(`${isPlayable ? "games" : "write"}=${made}`, name);
    setLink(url);
    setStatus(message(say, "write"));
  };
  /** Saves the draft first, because the print page reads the saved one. */
  const print = async () => {
    location.hash = gameAddress("print", keptFile(await drafts.save()));
  };
  const forget = async () => {
    const { name, undo } = await drafts.forget();
    offerUndo({ message: (say) => say("undo.game", { game: name || say("write.unnamed") }), undo });
  };
  const isKept = draft.isOwn || draft.isReceived;
  return (
    <>
      <div class="bar">
        <SelectField
          label={say("write.start")}
          value=""
          choices={[
            { id: "", label: say("write.choose") },
            ...[...own, ...words.games].map(({ id, name }) => ({ id, label: name })),
          ]}
          onChoose={(id) => void drafts.beginWith(id)}
        />
        {kept.length > 0 && (
          <SelectField
            label={say("write.kept")}
            value={draft.key}
            choices={[
              ...(kept.some(({ key }) => key === draft.key) ? [] : [{ id: draft.key, label: name }]),
              ...kept.map((one) => ({
                id: one.key,
                label: one.name === "" ? say("write.unnamed") : one.name,
              })),
            ]}
            onChoose={(key) => {
              const chosen = kept.find((one) => one.key === key);
              if (chosen !== undefined) drafts.resume(chosen);
            }}
          />
        )}
        <FileButton label={say("write.open")} accept=".yaml,.yml" onFile={openFile} />
        <Button
          onTap={() =>
            download({ name: `${id || "game"}.yaml`, type: "application/yaml", content: draft.text })
          }
          label={say("write.save")}
        />
        <Button onTap={share} label={say("write.share")} />
        {isKept && <Button onTap={print} label={say("write.print")} />}
        {isKept && <Button onTap={forget} label={say("write.forget")} />}
      </div>
      <p class="status" role="status">
        {link === "" ? status : <a href={link}>{status}</a>}
      </p>
    </>
  );
}
