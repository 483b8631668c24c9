import { useEffect, useRef, useState } from "preact/hooks";
import type { PageProblem } from "../../engine/page-language.ts";
import type { LinkedGame, ListedGame } from "../../engine/writer.ts";
import type { RemoteEngine } from "../engine.ts";
import { gameInAddress, keptFile, onAddressChange } from "../address.tsx";

/** The text that is being written. */
export interface Draft {
  /** Its key among the saved games. */
  readonly key: string;
  readonly text: string;
  /** Counts changes to another text. */
  readonly turn: number;
  /** Whether there is anything to lose. */
  readonly isOwn: boolean;
  /** Whether it is an unchanged game from a link; typing makes it a game of its own. */
  readonly isReceived: boolean;
}

const NOTHING: Draft = { key: "", text: "", turn: 0, isOwn: false, isReceived: false };

/** The default base of a new game. */
const FIRST_BASE = "yatzy";

/** The part of the address after `#` that contains a game. */
const IN_ADDRESS = /^#write=(.+)$/;

/** The address of the page that contains a game. */
export function draftAddress(packed: string): string {
  return new URL(`#write=${packed}`, location.href).href;
}

/** The draft of the page, at first the last one or a new one, with functions to change it. A game from a link waits for a decision. */
export function useDraft({ writer }: RemoteEngine) {
  const [draft, setDraft] = useState(NOTHING);
  const [kept, setKept] = useState<readonly ListedGame[]>([]);
  const [refused, refuse] = useState<readonly PageProblem[]>([]);
  const [linked, setLinked] = useState<LinkedGame | null>(null);
  const turn = useRef(0);

  const begin = (text: string, isOwn: boolean, key = String(Date.now()), isReceived = false) => {
    turn.current++;
    refuse([]);
    setDraft({ key, text, turn: turn.current, isOwn, isReceived });
  };
  const startDraft = async (base: string) => {
    const { made, problems } = await writer.begin(base);
    if (made === null) refuse(problems);
    else begin(made, false);
  };
  const resume = ({ key, text, isReceived }: ListedGame) => begin(text, !isReceived, key, isReceived);
  /** Asks about the game in the address, and removes it from the address. */
  const follow = async () => {
    const game = gameInAddress("write");
    if (game !== null) {
      history.replaceState(null, "", "#write");
      const here = (await writer.listGames()).find((one) => keptFile(one) === game);
      return here === undefined ? startDraft(game) : resume(here);
    }
    const packed = IN_ADDRESS.exec(location.hash)?.[1];
    if (packed === undefined) return;
    history.replaceState(null, "", "#write");
    const { made, problems } = await writer.unpack(packed);
    refuse(problems);
    // A game that is here already is opened without a question.
    if (made?.isKnown === true) await take(made);
    else setLinked(made);
  };
  /** Opens the game from the link; a playable one is saved, separate from games written here. */
  const take = async (game: LinkedGame) => {
    setLinked(null);
    if (!game.isPlayable) return begin(game.text, false);
    const received = await writer.receive(game);
    setKept(await writer.listGames());
    resume(received);
  };

  useEffect(() => {
    const start = async () => {
      const before = await writer.listGames();
      setKept(before);
      const [latest] = before;
      if (latest === undefined) await startDraft(FIRST_BASE);
      else resume(latest);
      await follow();
    };
    void start();
    return onAddressChange(follow);
  }, []);

  return {
    draft,
    kept,
    refused,
    linked,
    begin,
    beginWith: startDraft,
    resume,
    take,
    leave: () => setLinked(null),
    type: (text: string) =>
      setDraft((now) => ({
        ...now,
        text,
        isOwn: true,
        isReceived: false,
        key: now.isReceived ? String(Date.now()) : now.key,
      })),
    /** Saves the draft. @param name as the list shows it */
    keep: async ({ key, text, isReceived }: Draft, known: string) => {
      if (isReceived) return;
      const before = kept.find((one) => one.key === key);
      // An unreadable text has none.
      const name = known === "" ? (before?.name ?? "") : known;
      if (before?.text === text && before.name === name) return;
      await writer.keep({ key, text, name, changed: Date.now(), isReceived: false });
      setKept(await writer.listGames());
    },
    /** Deletes the draft. @returns a function to undo that */
    forget: async ({ key, text, isReceived }: Draft, name: string) => {
      const before = kept.find((one) => one.key === key);
      await writer.forget({ key, isReceived });
      const left = await writer.listGames();
      setKept(left);
      const [latest] = left;
      if (latest === undefined) await startDraft(FIRST_BASE);
      else resume(latest);
      return async () => {
        const game = { name, changed: Date.now(), ...before, key, text, isReceived };
        await writer.keep(game);
        setKept(await writer.listGames());
        resume(game);
        return null;
      };
    },
  };
}
