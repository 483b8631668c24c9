import { proxy } from "comlink";
import { useEffect, useState } from "preact/hooks";
import type { Keeping } from "../engine/kept.ts";
import { download } from "./download.ts";
import type { RemoteEngine } from "./engine.ts";
import type { Words } from "./words.ts";

interface KeepingProps {
  readonly engine: RemoteEngine;
  readonly words: Words;
}

/** Says so if the browser keeps nothing, and offers what would be lost as a file. */
export function KeepingNotice({ engine, words: { say } }: KeepingProps) {
  const [{ isKept, unsaved }, setKeeping] = useState<Keeping>({ isKept: true, unsaved: 0 });
  const [isAsked, setAsked] = useState(false);
  useEffect(() => void engine.onKeeping(proxy(setKeeping)), []);
  useEffect(() => {
    if (isKept) return;
    setAsked(true);
    if (unsaved === 0) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", warn);
    return () => removeEventListener("beforeunload", warn);
  }, [isKept, unsaved]);
  const save = async () => {
    const file = await engine.unsaved();
    if (file !== null) download(file.name, file.type, file.content);
  };
  if (isKept) return <p role="status">{isAsked && say("keeping.again")}</p>;
  return (
    <div class="reject" role="alert">
      <p>
        <strong>{say("keeping.lost")}</strong>
        <span class="hint">{say("keeping.why")}</span>
      </p>
      <div class="answer">
        {unsaved > 0 && (
          <button type="button" onClick={save}>
            {say("keeping.save")}
          </button>
        )}
        <button type="button" onClick={() => engine.retryKeeping()}>
          {say("keeping.retry")}
        </button>
      </div>
    </div>
  );
}

/** Asks the browser, once, not to clear away what is kept here when space runs out. Firefox asks the person in turn. */
let isPersistenceAsked = false;

/** To be called when something is kept that somebody would miss. */
export function askForPersistence(): void {
  if (isPersistenceAsked) return;
  isPersistenceAsked = true;
  // Whoever refuses has still what was kept, as long as there is space.
  navigator.storage?.persist?.().catch(() => false);
}
