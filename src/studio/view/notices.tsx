import { proxy } from "comlink";
import { useEffect, useRef, useState } from "preact/hooks";
import type { Keeping } from "../engine/kept.ts";
import type { PageProblem } from "../engine/page-language.ts";
import type { LinkedGame } from "../engine/writer.ts";
import type { RemoteEngine } from "./engine.ts";
import { download } from "./saved-file.ts";
import type { Words } from "./words.ts";

/** Problems with their hints. */
export function Problems({ problems }: { readonly problems: readonly PageProblem[] }) {
  if (problems.length === 0) return null;
  return (
    <div class="reject" role="alert">
      {problems.map(({ message, hint }) => (
        <p key={message}>
          <strong>{message}</strong>
          {hint !== null && <span class="hint">{hint}</span>}
        </p>
      ))}
    </div>
  );
}

interface ButtonProps {
  readonly label: string;
  readonly isMain?: boolean;
  readonly disabled?: boolean;
  readonly onTap: (event: MouseEvent) => unknown;
}

/** A button with words. */
export function Button({ label, isMain = false, disabled = false, onTap }: ButtonProps) {
  return (
    <button type="button" class={isMain ? "main" : ""} disabled={disabled} onClick={onTap}>
      {label}
    </button>
  );
}

interface LinkedProps {
  readonly words: Words;
  readonly game: LinkedGame;
  readonly onTake: () => void;
  readonly onLeave: () => void;
}

export function LinkedGameQuestion({ words: { say }, game, onTake, onLeave }: LinkedProps) {
  const name = game.name === "" ? say("write.unnamed") : game.name;
  return (
    <section class="linked" role="alert">
      <p>
        <strong>{say("linked.brings", { name })}</strong>
        <span class="hint">{say("linked.apart")}</span>
      </p>
      <div class="answer">
        <Button onTap={onTake} label={say("linked.take")} />
        <Button onTap={onLeave} label={say("linked.leave")} />
      </div>
    </section>
  );
}

/** An action that was done. */
export interface Done {
  /** The sentence about the action, in the language of the moment. */
  readonly message: (say: Words["say"]) => string;
  /** Null if there is nothing to undo. @returns the reverse action, if it can be undone in turn */
  readonly undo: (() => Promise<Done | null> | Promise<void>) | null;
  /** Where its result is shown. */
  readonly link?: { readonly address: string; readonly key: string };
}

/** Offers to undo the last action. */
export type OfferUndo = (done: Done) => void;

/** What every page of the studio gets. */
export interface PageProps {
  readonly engine: RemoteEngine;
  readonly words: Words;
  readonly offerUndo: OfferUndo;
}

interface UndoProps {
  readonly words: Words;
  readonly done: Done | null;
  readonly onChange: (done: Done | null) => void;
}

/** The button to undo the last action. It stays until the next action, or until it is closed. */
export function Undo({ words: { say }, done, onChange }: UndoProps) {
  const button = useRef<HTMLButtonElement>(null);
  const strip = useRef<HTMLDivElement>(null);
  const [isBusy, setBusy] = useState(false);
  // What sticks to the top of the page lies below the strip.
  useEffect(() => {
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() => {
      style.setProperty("--undone", `${strip.current?.offsetHeight ?? 0}px`);
    });
    if (strip.current !== null) observer.observe(strip.current);
    return () => observer.disconnect();
  }, []);
  useEffect(() => {
    // The tapped button may be gone; keyboard users continue here.
    if (done !== null && document.activeElement === document.body)
      button.current?.focus({ preventScroll: true });
  }, [done]);
  const undo = async () => {
    if (done === null || done.undo === null || isBusy) return;
    setBusy(true);
    onChange((await done.undo().finally(() => setBusy(false))) ?? null);
  };
  return (
    <div class="undone" role="status" ref={strip} hidden={done === null}>
      {done !== null && (
        <>
          <p>{done.message(say)}</p>
          {done.link && (
            <a class="button" href={done.link.address} onClick={() => onChange(null)}>
              {say(done.link.key)}
            </a>
          )}
          {done.undo !== null && (
            <button type="button" ref={button} onClick={undo}>
              {say("undo.back")}
            </button>
          )}
          <button type="button" class="close" aria-label={say("undo.close")} onClick={() => onChange(null)}>
            ×
          </button>
        </>
      )}
    </div>
  );
}

/** Lets the browser ask before the page is closed. */
export function useLossWarning(isAsked: boolean): void {
  useEffect(() => {
    if (!isAsked) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", warn);
    return () => removeEventListener("beforeunload", warn);
  }, [isAsked]);
}

/** Warns if the browser saves nothing, and offers unsaved data as a file. */
export function KeepingNotice({ engine, words: { say } }: Pick<PageProps, "engine" | "words">) {
  const [{ isKept, unsaved }, setKeeping] = useState<Keeping>({ isKept: true, unsaved: 0 });
  const [isAsked, setAsked] = useState(false);
  useEffect(() => void engine.onKeeping(proxy(setKeeping)), []);
  useEffect(() => {
    if (!isKept) setAsked(true);
  }, [isKept]);
  useLossWarning(!isKept && unsaved > 0);
  const save = async () => download(await engine.exportUnsavedWork());
  if (isKept) return <p role="status">{isAsked && say("keeping.again")}</p>;
  return (
    <div class="reject" role="alert">
      <p>
        <strong>{say("keeping.lost")}</strong>
        <span class="hint">{say("keeping.why")}</span>
      </p>
      <div class="answer">
        {unsaved > 0 && <Button onTap={save} label={say("keeping.save")} />}
        <Button onTap={() => engine.retryKeeping()} label={say("keeping.retry")} />
      </div>
    </div>
  );
}

/** Says that a sheet was kept for the evening, and leads there; also, if the browser may delete it. */
export async function tellKept(offerUndo: OfferUndo): Promise<void> {
  const link = { address: "#evenings", key: "evenings.show" };
  offerUndo({ message: (say) => say("evenings.kept"), undo: null, link });
  if (await askForPersistence()) return;
  offerUndo({ message: (say) => `${say("evenings.kept")} ${say("keeping.may-go")}`, undo: null, link });
}

interface Import extends Pick<PageProps, "engine" | "offerUndo"> {
  /** Loads what is shown again. */
  readonly look: () => Promise<unknown>;
}

/** Adds all that a saved file or a link contains, and offers to undo that. @returns what is wrong with it */
export async function importWithUndo(text: string, { engine, offerUndo, look }: Import) {
  const before = await engine.countKept();
  const { made, problems } = await engine.importAll(text);
  if (made === null) return problems;
  const now = await engine.countKept();
  askForPersistence();
  await look();
  const undo = async () => {
    await engine.removeAdded(made);
    await look();
  };
  const added = {
    // Some nights are there already, and only get a name.
    evenings: now.evenings - before.evenings || made.evenings.length,
    ...{ sheets: made.sheets.length, games: made.variants.length + made.received.length },
    ...{ seasons: made.seasons.length, fillings: made.fillings.length },
  };
  const parts = Object.entries(added).filter(([, n]) => n > 0);
  const message = (say: Words["say"]) => {
    const what = parts.map(([part, n]) => say(`home.parts.${part}`, { n })).join(", ");
    return say("home.opened", { n: parts.length, what, differing: made.differing.length });
  };
  offerUndo({ message, undo: parts.length === 0 ? null : undo });
  return problems;
}

let persistence: Promise<boolean> | null = null;

/** Asks the browser once to keep the data when space runs out; call it after the first data was saved. Firefox asks the person. */
export function askForPersistence(): Promise<boolean> {
  persistence ??= navigator.storage?.persist?.().catch(() => false) ?? Promise.resolve(false);
  return persistence;
}
