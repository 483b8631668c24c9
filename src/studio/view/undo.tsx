import { useEffect, useRef, useState } from "preact/hooks";
import type { Words } from "./words.ts";

/** Something that was done, and the way back. */
export interface Done {
  /** What was done, as a sentence. */
  readonly told: string;
  /** Takes it back. @returns what else was done thereby, if that can be taken back in turn */
  readonly undo: () => Promise<Done | null>;
}

/** Offers the way back of what was done last, until something else is done. */
export type OfferUndo = (done: Done) => void;

interface UndoProps {
  readonly words: Words;
  readonly done: Done | null;
  readonly onChange: (done: Done | null) => void;
}

/** The way back of what was done last. It stays until something else is done, or it is closed. */
export function Undo({ words: { say }, done, onChange }: UndoProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [isBusy, setBusy] = useState(false);
  useEffect(() => {
    // What was tapped may be gone; whoever uses the keyboard goes on here.
    if (done !== null && document.activeElement === document.body)
      button.current?.focus({ preventScroll: true });
  }, [done]);
  const undo = async () => {
    if (done === null || isBusy) return;
    setBusy(true);
    onChange(await done.undo().finally(() => setBusy(false)));
  };
  return (
    <div class="undone" role="status" hidden={done === null}>
      {done !== null && (
        <>
          <p>{done.told}</p>
          <button type="button" ref={button} onClick={undo}>
            {say("undo.back")}
          </button>
          <button type="button" class="close" aria-label={say("undo.close")} onClick={() => onChange(null)}>
            ×
          </button>
        </>
      )}
    </div>
  );
}
