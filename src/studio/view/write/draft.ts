import { useEffect, useRef, useState } from "preact/hooks";
import type { KeptVariant } from "../../engine/kept.ts";
import type { ToldProblem } from "../../engine/told-problem.ts";
import type { RemoteEngine } from "../engine.ts";

/** The text that is being written. */
export interface Draft {
  /** Its place among those that are kept. */
  readonly key: string;
  readonly text: string;
  /** Counts how often another text was begun with. */
  readonly turn: number;
  /** Whether there is anything to lose. */
  readonly isOwn: boolean;
}

const NOTHING: Draft = { key: "", text: "", turn: 0, isOwn: false };

/** What a game is written upon if nothing is told. */
const FIRST_BASE = "yatzy";

/** The part of the address behind `#` in which a game stands. */
const IN_ADDRESS = /^#write=(.+)$/;

/** The address of the page with a game in it. */
export function addressWith(packed: string): string {
  return new URL(`#write=${packed}`, location.href).href;
}

/** The draft of the page: that of a link, else the one that was written last, else a new one; and the ways to another. */
export function useDraft({ writer }: RemoteEngine) {
  const [draft, setDraft] = useState(NOTHING);
  const [kept, setKept] = useState<readonly KeptVariant[]>([]);
  const [refused, refuse] = useState<readonly ToldProblem[]>([]);
  const turn = useRef(0);

  const begin = (text: string, isOwn: boolean, key = String(Date.now())) => {
    turn.current++;
    refuse([]);
    setDraft({ key, text, turn: turn.current, isOwn });
  };
  /** The game in the address, which holds it only once; null if there is none. */
  const inAddress = async () => {
    const packed = IN_ADDRESS.exec(location.hash)?.[1];
    if (packed === undefined) return null;
    history.replaceState(null, "", "#write");
    return await writer.unpack(packed);
  };
  const beginWith = async (base: string) => begin(await writer.begin(base), false);
  const resume = ({ key, text }: KeptVariant) => begin(text, true, key);

  useEffect(() => {
    const start = async () => {
      const [linked, before] = [await inAddress(), await writer.kept()];
      setKept(before);
      const [latest] = before;
      if (linked !== null && linked.made !== null) return begin(linked.made, true);
      if (latest === undefined) await beginWith(FIRST_BASE);
      else resume(latest);
      refuse(linked?.problems ?? []);
    };
    void start();
    const follow = async () => {
      const linked = await inAddress();
      if (linked === null) return;
      if (linked.made === null) refuse(linked.problems);
      else begin(linked.made, true);
    };
    addEventListener("hashchange", follow);
    return () => removeEventListener("hashchange", follow);
  }, []);

  return {
    draft,
    kept,
    refused,
    begin,
    beginWith,
    resume,
    /** What was typed. */
    type: (text: string) => setDraft((now) => ({ ...now, text, isOwn: true })),
    /** Keeps the draft for the next visit. @param name as the list shows it */
    keep: async ({ key, text }: Draft, known: string) => {
      const before = kept.find((one) => one.key === key);
      // A text that can't be read has none just now.
      const name = known === "" ? (before?.name ?? "") : known;
      if (before?.text === text && before.name === name) return;
      await writer.keep({ key, text, name, changed: Date.now() });
      setKept(await writer.kept());
    },
    /** Forgets the draft. */
    forget: async ({ key }: Draft) => {
      await writer.forget(key);
      const [latest, ...others] = await writer.kept();
      setKept(latest === undefined ? [] : [latest, ...others]);
      if (latest === undefined) await beginWith(FIRST_BASE);
      else resume(latest);
    },
  };
}
