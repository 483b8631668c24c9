import { proxy } from "comlink";
import { useEffect, useRef, useState } from "preact/hooks";
import type { CheckedPhotos, OnProgress } from "../../engine/checker.ts";
import type { PageProblem, PageResult } from "../../engine/page-language.ts";
import type { LinkedGame } from "../../engine/writer.ts";
import { GAMES, LinkedGameNotice, packedGame, useAddress, useReturn } from "../address.tsx";
import { FileButton } from "../game-fields.tsx";
import {
  Button,
  askForPersistence,
  type Done,
  tellKept,
  Problems,
  type PageProps,
  useLossWarning,
} from "../notices.tsx";
import type { Words } from "../words.ts";
import { CheckedSheetView, Questions } from "./checked-sheet.tsx";
import { hasLiveCamera, LiveCamera } from "./live-camera.tsx";

type Work =
  | { readonly kind: "idle" }
  | { readonly kind: "loading" }
  | { readonly kind: "reading"; readonly done: number; readonly all: number }
  | { readonly kind: "failed" };

/** The page to check and correct photographed sheets. */
export function Check({ engine, words, offerUndo }: PageProps) {
  const { say } = words;
  const [shown, show] = useState<CheckedPhotos | null>(null);
  const [work, setWork] = useState<Work>({ kind: "idle" });
  const result = useRef<HTMLDivElement>(null);
  const [times, setRead] = useState(0);
  useEffect(() => void (times > 0 && result.current && showResult(result.current)), [times]);
  // Loads the reader while a person takes a picture.
  useEffect(() => void engine.checker.open().catch(() => undefined), [engine]);
  // A change of language loads all texts again.
  useEffect(() => void (shown && engine.checker.describePhotos().then(show)), [words.code]);

  const run = async (work: (tell: OnProgress) => Promise<CheckedPhotos>) => {
    setWork({ kind: "loading" });
    try {
      show(await work(proxy((done, all) => setWork({ kind: "reading", done, all }))));
      setWork({ kind: "idle" });
      setRead((times) => times + 1);
    } catch {
      setWork({ kind: "failed" });
    }
  };
  const read = async (files: readonly File[]) => {
    if (files.length === 0) return;
    const bytes = async (one: File) => new Uint8Array(await one.arrayBuffer());
    const photos = files.map(async (one) => ({ name: one.name, bytes: await bytes(one) }));
    await run(async (tell) => engine.checker.add(await Promise.all(photos), tell));
  };
  useSample(say("check.sample-file"), read);
  // A game may have been opened or written on another page, or came with a link.
  const readAgain = async () => {
    if (await engine.checker.hasNewGames()) await run((tell) => engine.checker.readAgain(tell));
  };
  const readWithCode = async (letters: string): Promise<boolean> => {
    let isCode = true;
    await run(async (tell) => {
      const read = await engine.checker.readWithCode(letters, tell);
      isCode = read !== null;
      return read ?? (await engine.checker.describePhotos());
    });
    return isCode;
  };
  useAddress(() => shown !== null && location.hash.startsWith("#check") && readAgain(), [shown === null]);
  // The camera of a phone opens the code of a pad in another tab, and so does the gallery of a site.
  useReturn(() => shown !== null && readAgain(), [shown === null]);
  const [isLive, setLive] = useState(false);
  const [kept, setKept] = useState(shown);
  useLossWarning(shown?.isCorrected === true && shown !== kept);
  const keep = async () => {
    await engine.checker.keep();
    setKept(shown);
    await tellKept(offerUndo);
  };
  const exchange = async (): Promise<Done | null> => {
    const { shown, hasOthers } = await engine.checker.exchange();
    show(shown);
    return hasOthers ? { message: (say) => say("undo.exchanged"), undo: exchange } : null;
  };
  const clear = async () => {
    await engine.checker.clear();
    show(null);
    offerUndo({ message: (say) => say("undo.photos"), undo: exchange });
  };
  const isEmpty = shown === null;

  return (
    <section class="check" aria-labelledby="check-title">
      <h1 id="check-title">{say("check.title")}</h1>
      {isEmpty && <p class="lead">{say("check.intro")}</p>}
      <div class="take">
        <FileButton
          {...CAMERA}
          isMain={isEmpty || shown.sheets.length === 0}
          label={say(isEmpty ? "check.camera" : "check.more")}
          onFile={(...files) => read(files)}
        />
        <FileButton {...PICTURES} label={say("check.choose")} onFile={(...files) => read(files)} />
        {hasLiveCamera() && !isLive && <Button onTap={() => setLive(true)} label={say("check.live")} />}
        {!isEmpty && <Button onTap={clear} label={say("check.again")} />}
        {shown !== null && shown.sheets.length > 0 && (
          <Button isMain={shown.question === null} label={say("check.keep")} onTap={keep} />
        )}
      </div>
      {isLive && (
        <LiveCamera
          words={words}
          onPicture={(picture) => void read([picture])}
          onClose={() => setLive(false)}
        />
      )}
      {isEmpty && (
        <p>
          <a class="button" href={SAMPLE}>
            {say("home.sample")}
          </a>
        </p>
      )}
      {isEmpty && <p class="small">{say("check.private")}</p>}
      <LinkedGameNotice page="check" {...{ engine, words }} onTake={readAgain} />
      <WorkView work={work} words={words} />
      <div class="results" ref={result} tabIndex={-1}>
        {shown !== null && <Questions {...{ engine, words, shown, show }} />}
        {shown !== null && <div class="evenings" dangerouslySetInnerHTML={{ __html: shown.evenings }} />}
        {shown?.rejects.map(({ file, problems }) => (
          <Problems key={file + problems[0]?.message} problems={problems} />
        ))}
        {shown?.rejects.some(({ isCodeMissing }) => isCodeMissing) && (
          <TypeCode words={words} onType={readWithCode} />
        )}
        {shown?.rejects.some(({ isGameMissing }) => isGameMissing) && (
          <OpenGame {...{ engine, words }} onOpen={readAgain} />
        )}
        {shown?.sheets.map((sheet) => (
          <CheckedSheetView
            key={sheet.id}
            {...{ sheet, engine, words, show }}
            isAlone={shown.sheets.length === 1}
          />
        ))}
      </div>
    </section>
  );
}

/** Results that begin below this share of the window are scrolled up, so that a phone shows them. */
const LOW = 0.4;

function showResult(result: HTMLElement): void {
  result.focus({ preventScroll: true });
  if (result.getBoundingClientRect().top > LOW * innerHeight) result.scrollIntoView();
}

/** The address at which a sample photo is read. */
export const SAMPLE = "#check-sample";

/** Reads the sample photo where the address asks for it. @param name its name without extension */
function useSample(name: string, read: (files: readonly File[]) => Promise<void>): void {
  useAddress(async () => {
    if (location.hash !== SAMPLE) return;
    history.replaceState(null, "", "#check");
    // The page is never below another folder than its files.
    const response = await fetch("sample.jpg");
    await read([new File([await response.blob()], `${name}.jpg`, { type: "image/jpeg" })]);
  }, [name]);
}

interface TypeCodeProps extends Pick<PageProps, "words"> {
  /** Reads the photos again with these letters. @returns whether they are a code */
  readonly onType: (letters: string) => Promise<boolean>;
}

/** The letters of a code that no photo shows clearly. */
function TypeCode({ words: { say }, onType }: TypeCodeProps) {
  const [isWrong, setWrong] = useState(false);
  return (
    <form
      class="answer"
      onSubmit={async (event) => {
        event.preventDefault();
        const letters = event.currentTarget.querySelector("input")?.value ?? "";
        setWrong(!(await onType(letters)));
      }}
    >
      <label class="field">
        <span>{say("check.code.letters")}</span>
        <input type="text" autocomplete="off" autocapitalize="characters" placeholder="F519Q DFO9" />
      </label>
      <button type="submit">{say("check.code.read")}</button>
      {isWrong && <Problems problems={[{ message: say("check.code.wrong"), hint: null }]} />}
    </form>
  );
}

interface OpenGameProps extends Pick<PageProps, "engine" | "words"> {
  /** Runs once a game was opened. */
  readonly onOpen: () => void;
}

/** Opens the game of a sheet that is not known here: by its file, by its link, or by writing it. */
function OpenGame({ engine: { writer }, words: { say }, onOpen }: OpenGameProps) {
  const [problems, setProblems] = useState<readonly PageProblem[]>([]);
  const take = async (opened: Promise<PageResult<LinkedGame>>) => {
    const { made, problems } = await opened;
    setProblems(made === null || made.isPlayable ? problems : made.problems);
    if (!made?.isPlayable) return;
    await writer.receive(made);
    askForPersistence();
    onOpen();
  };
  const openLink = async (packed: string) => {
    const opened = await writer.unpack(packed);
    const isGame = opened.made !== null && opened.made.text.trim() !== "";
    if (isGame) await take(Promise.resolve(opened));
    else setProblems([{ message: say("unknown.no-link"), hint: null }]);
  };
  return (
    <section class="linked">
      <h2>{say("unknown.heading")}</h2>
      <p>{say("unknown.how")}</p>
      <div class="take">
        <FileButton
          label={say("unknown.file")}
          accept=".yaml,.yml,.json,text/*"
          isMain
          onFile={async (file) => take(writer.preview(await file.text()))}
        />
        <a class="button" href="#write">
          {say("unknown.games")}
        </a>
        <a class="button" href={GAMES}>
          {say("games.heading")}
        </a>
      </div>
      <form
        class="answer"
        onSubmit={(event) => {
          event.preventDefault();
          const address = event.currentTarget.querySelector("input")?.value ?? "";
          void openLink(packedGame(address.trim()) ?? "");
        }}
      >
        <label class="field">
          <span>{say("unknown.link")}</span>
          <input type="url" autocomplete="off" placeholder="https://" />
        </label>
        <button type="submit">{say("unknown.open")}</button>
      </form>
      <Problems problems={problems} />
    </section>
  );
}

const CAMERA = { accept: "image/*", capture: "environment" } as const;
const PICTURES = { accept: "image/*,.heic,.heif,.avif,.tif,.tiff", multiple: true } as const;

function WorkView({ work, words: { say } }: { readonly work: Work; readonly words: Words }) {
  const status = (() => {
    switch (work.kind) {
      case "idle":
        return "";
      case "loading":
        return say("check.loading");
      case "reading":
        return say("check.reading", { n: Math.min(work.done + 1, work.all), all: work.all });
      case "failed":
        return say("check.failed");
      default:
        return work satisfies never;
    }
  })();
  const isBusy = work.kind === "loading" || work.kind === "reading";
  return (
    <div class="work" role="status" hidden={work.kind === "idle"}>
      {isBusy && (
        <progress
          {...(work.kind === "reading" && work.all > 1 ? { value: work.done, max: work.all } : {})}
          aria-label={status}
        />
      )}
      <p class={work.kind === "failed" ? "fault" : ""}>{status}</p>
    </div>
  );
}
