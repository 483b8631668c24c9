import { proxy } from "comlink";
import { useEffect, useRef, useState } from "preact/hooks";
import type { CheckedPhotos, GivenPhoto } from "../../engine/checker.ts";
import { EveningsPage } from "../evenings.tsx";
import { LinkedGameNotice } from "../linked-game.tsx";
import { askForPersistence, type Done, Problems } from "../notices.tsx";
import type { PageProps } from "../studio.tsx";
import type { Words } from "../words.ts";
import { CheckedSheetView } from "./checked-sheet.tsx";
import { hasLiveCamera, LiveCamera } from "./live-camera.tsx";
import { Questions } from "./question.tsx";

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

  const read = async (files: readonly File[]) => {
    if (files.length === 0) return;
    setWork({ kind: "loading" });
    try {
      const photos = await Promise.all(files.map(readPhotoFile));
      const tell = proxy((done: number, all: number) => setWork({ kind: "reading", done, all }));
      show(await engine.checker.add(photos, tell));
      setWork({ kind: "idle" });
      setRead((times) => times + 1);
    } catch {
      setWork({ kind: "failed" });
    }
  };
  const [isLive, setLive] = useState(false);
  const [kept, setKept] = useState(0);
  const keep = async () => {
    await engine.checker.keep();
    askForPersistence();
    setKept(kept + 1);
  };
  const exchange = async (): Promise<Done | null> => {
    const { shown, hasOthers } = await engine.checker.exchange();
    show(shown);
    return hasOthers ? { message: say("undo.exchanged"), undo: exchange } : null;
  };
  const clear = async () => {
    await engine.checker.clear();
    show(null);
    offerUndo({ message: say("undo.photos"), undo: exchange });
  };
  const isEmpty = shown === null;

  return (
    <section class="check" aria-labelledby="check-title">
      <h1 id="check-title">{say("check.title")}</h1>
      {isEmpty && <p class="lead">{say("check.intro")}</p>}
      <div class="take">
        <PhotoInput isCamera label={say(isEmpty ? "check.camera" : "check.more")} onFiles={read} />
        <PhotoInput label={say("check.choose")} onFiles={read} />
        {hasLiveCamera() && !isLive && (
          <button type="button" onClick={() => setLive(true)}>
            {say("check.live")}
          </button>
        )}
        {!isEmpty && (
          <button type="button" onClick={clear}>
            {say("check.again")}
          </button>
        )}
        {shown !== null && shown.sheets.length > 0 && (
          <button type="button" onClick={keep}>
            {say("check.keep")}
          </button>
        )}
      </div>
      {isLive && (
        <LiveCamera
          words={words}
          onPicture={(picture) => void read([picture])}
          onClose={() => setLive(false)}
        />
      )}
      {isEmpty && <p class="small">{say("check.private")}</p>}
      <LinkedGameNotice page="check" {...{ engine, words }} />
      <WorkView work={work} words={words} />
      <div class="results" ref={result} tabIndex={-1}>
        {shown !== null && <Questions {...{ engine, words, shown, show }} />}
        {shown !== null && <div class="evenings" dangerouslySetInnerHTML={{ __html: shown.evenings }} />}
        {shown?.rejects.map(({ file, problems }) => (
          <Problems key={file + problems[0]?.message} problems={problems} />
        ))}
        {shown?.sheets.map((sheet, at) => (
          <CheckedSheetView
            key={sheet.id}
            {...{ sheet, at, engine, words, show }}
            isAlone={shown.sheets.length === 1}
          />
        ))}
      </div>
      <EveningsPage {...{ engine, words, offerUndo, kept }} />
    </section>
  );
}

/** Results that begin below this share of the window are scrolled up, so that a phone shows them. */
const LOW = 0.4;

function showResult(result: HTMLElement): void {
  result.focus({ preventScroll: true });
  if (result.getBoundingClientRect().top > LOW * innerHeight) result.scrollIntoView();
}

const CAMERA = { accept: "image/*", capture: "environment" } as const;
const PICTURES = { accept: "image/*,.heic,.heif,.avif,.tif,.tiff", multiple: true } as const;

/** A button that opens the camera or the pictures of the device. */
function PhotoInput(props: {
  readonly label: string;
  readonly isCamera?: boolean;
  readonly onFiles: (files: readonly File[]) => void;
}) {
  const take = (event: Event) => {
    const input = event.currentTarget as HTMLInputElement;
    props.onFiles([...(input.files ?? [])]);
    // Allows choosing the same picture again.
    input.value = "";
  };
  return (
    <label class={props.isCamera ? "button main" : "button"}>
      {props.label}
      <input type="file" onChange={take} {...(props.isCamera ? CAMERA : PICTURES)} />
    </label>
  );
}

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

async function readPhotoFile(file: File): Promise<GivenPhoto> {
  return { name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) };
}
