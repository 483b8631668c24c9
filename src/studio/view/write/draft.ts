import { useEffect, useRef, useState } from "preact/hooks";
import type { PageProblem } from "../../engine/page-language.ts";
import type { DraftState, LinkedGame, ListedGame } from "../../engine/writer.ts";
import type { RemoteEngine } from "../engine.ts";
import { gameInAddress, keptFile, onAddressChange, useReturn } from "../address.tsx";

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

/** A new game with its form. */
type PreparedGame = DraftState & { readonly text: string };

/** New games by the id of their base, as the engine would make them; they are there before it. Empty if they can't be had. */
async function preparedGames(code: string): Promise<Readonly<Record<string, PreparedGame>>> {
  const response = await fetch(`new-games/${code}.json`).catch(() => null);
  return response?.ok ? await response.json() : {};
}

/** The default base of a new game. */
const FIRST_BASE = "yatzy";

/** The part of the address after `#` that contains a game. */
const IN_ADDRESS = /^#write=(.+)$/;

/** The draft of the page, at first the last one or a new one, with functions to change it. A game from a link waits for a decision. */
export function useDraft({ writer, countKept }: RemoteEngine, code: string) {
  const [prepared, setPrepared] = useState<PreparedGame | null>(null);
  const newGames = useRef<ReturnType<typeof preparedGames> | null>(null);
  const [isReady, setReady] = useState(false);
  useEffect(() => {
    newGames.current = preparedGames(code);
    void Promise.allSettled([newGames.current, countKept()]).then(() => setReady(true));
  }, [code]);
  const [draft, setDraft] = useState(NOTHING);
  const [kept, setKept] = useState<readonly ListedGame[]>([]);
  const [refused, refuse] = useState<readonly PageProblem[]>([]);
  const [linked, setLinked] = useState<LinkedGame | null>(null);
  // The latest draft, also before the page shows it.
  const now = useRef(NOTHING);
  const update = (next: Draft) => {
    now.current = next;
    setDraft(next);
  };
  // One change after the other, each on the result of the one before.
  const last = useRef<Promise<unknown>>(Promise.resolve());
  const queue = <T>(work: () => Promise<T>) => {
    const done = last.current.then(work);
    last.current = done.catch(() => undefined);
    return done;
  };
  /** The texts of the games as this page knows them; another window may change them. */
  const known = useRef(new Map<string, string>());
  const list = async () => {
    const games = await writer.listGames();
    setKept(games);
    return games;
  };

  const begin = (text: string, isOwn: boolean, key = String(Date.now()), isReceived = false) =>
    queue(async () => {
      await save();
      refuse([]);
      known.current.set(key, text);
      update({ key, text, turn: now.current.turn + 1, isOwn, isReceived });
    });
  /** Saves the draft, in a place of its own if another window changed the one it had. @param looked spares a look at the same text */
  const save = async (looked?: Readonly<Record<"text" | "name", string>>) => {
    const { key, text, isOwn } = now.current;
    if (!isOwn) return;
    const before = (await writer.listGames()).find((one) => one.key === key);
    const { name: read } = looked?.text === text ? looked : await writer.look(text);
    // An unreadable text has no name.
    const name = read || (before?.name ?? "");
    if (before?.text === text && before.name === name) return;
    const isFree = before === undefined || before.text === known.current.get(key);
    const place = isFree ? key : String(Date.now());
    known.current.set(place, text);
    await writer.keep({ key: place, text, name, changed: Date.now(), isReceived: false });
    await list();
    if (now.current.key === key) update({ ...now.current, key: place });
  };
  const startDraft = async (base: string) => {
    const known = (await newGames.current)?.[base];
    if (known !== undefined) {
      setPrepared(known);
      return begin(known.text, false);
    }
    const { made, problems } = await writer.begin(base);
    if (made === null) refuse(problems);
    else await begin(made, false);
  };
  const resume = async ({ key, text, isReceived }: ListedGame) => {
    await queue(() => save());
    const here = (await writer.listGames()).find((one) => one.key === key && one.isReceived === isReceived);
    return begin(here?.text ?? text, !isReceived, key, isReceived);
  };
  const openLatest = async () => {
    if ((await countKept()).games === 0) {
      setKept([]);
      return startDraft(FIRST_BASE);
    }
    const [latest] = await list();
    await (latest === undefined ? startDraft(FIRST_BASE) : resume(latest));
  };
  /** Asks about the game in the address, and removes it from the address. */
  const follow = async () => {
    const game = gameInAddress("write");
    if (game !== null) {
      history.replaceState(null, "", "#write");
      if (!game.endsWith(".yaml")) return startDraft(game);
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
    await list();
    return resume(received);
  };

  // Goes on with what another window made of it.
  useReturn(async () => {
    const { key, text } = now.current;
    const here = (await list()).find((one) => one.key === key);
    if (here !== undefined && here.text !== text && known.current.get(key) === text) await resume(here);
  }, []);
  useEffect(() => {
    const start = async () => {
      await follow();
      // No other game is shown before that of the address, because a person may begin to type.
      if (now.current.turn === 0) await openLatest();
    };
    void start();
    return onAddressChange(follow);
  }, []);

  return {
    draft,
    /** Whether all is here that a new game needs. */
    isReady,
    /** The form of the draft, if it is a new game. */
    prepared: prepared?.text === draft.text ? { turn: draft.turn, ...prepared } : null,
    kept,
    refused,
    linked,
    begin,
    beginWith: startDraft,
    resume,
    take,
    leave: () => setLinked(null),
    queue,
    /** Whether a draft is still the one that is written. */
    isOpen: (turn: number) => now.current.turn === turn,
    type: (text: string) => {
      const { key, turn, isReceived } = now.current;
      update({ key: isReceived ? String(Date.now()) : key, text, turn, isOwn: true, isReceived: false });
    },
    save: async (looked?: Parameters<typeof save>[0]) => {
      await queue(() => save(looked));
      return now.current;
    },
    /** Deletes the draft. @returns its name, and a function to undo that */
    forget: async () => {
      const game = await queue(async () => {
        await save();
        const { key, text, isReceived } = now.current;
        const before = (await writer.listGames()).find((one) => one.key === key);
        await writer.forget({ key, isReceived });
        now.current = { ...NOTHING, turn: now.current.turn + 1 };
        return { name: "", changed: Date.now(), ...before, key, text, isReceived };
      });
      await openLatest();
      const undo = async () => {
        await writer.keep(game);
        await list();
        await resume(game);
      };
      return { name: game.name, undo };
    },
  };
}
