import { useEffect, useState } from "preact/hooks";
import type { PageProblem } from "../engine/page-language.ts";
import type { LinkedGame, ListedGame } from "../engine/writer.ts";
import type { RemoteEngine } from "./engine.ts";
import { askForPersistence, LinkedGameQuestion, type PageProps, Problems } from "./notices.tsx";

// The part of the address after `#` names the open page. A link may bring a game there: `#print=game/yazzo` a shipped one, `#print=own/123`
// one that is kept here, and `#print=` with a packed text any other.

/** Calls `follow` whenever the address changes, as when another page is opened. @returns ends this */
export function onAddressChange(follow: () => unknown): () => void {
  addEventListener("hashchange", follow);
  return () => removeEventListener("hashchange", follow);
}

/** Calls `follow` now, whenever one of `inputs` changes, and whenever the address does. */
export function useAddress(follow: () => unknown, inputs: readonly unknown[] = []): void {
  useEffect(() => {
    void follow();
    return onAddressChange(follow);
  }, inputs);
}

/** Calls `follow` whenever a person comes back to this window, as after a change in another one. */
export function useReturn(follow: () => unknown, inputs: readonly unknown[]): void {
  useEffect(() => {
    let running: Promise<unknown> | null = null;
    // A return to the window often causes both events.
    const look = () => {
      if (document.visibilityState === "hidden" || running !== null) return;
      running = Promise.resolve(follow()).finally(() => (running = null));
    };
    const ended = new AbortController();
    document.addEventListener("visibilitychange", look, ended);
    addEventListener("focus", look, ended);
    return () => ended.abort();
  }, inputs);
}

/** Enters what is typed in a field when a person leaves its page or the window, though the field keeps the focus. */
export function enterOnLeave(): void {
  let typed: EventTarget | null = null;
  const enter = () => typed?.dispatchEvent(new Event("change", { bubbles: true }));
  addEventListener("input", ({ target }) => {
    typed = target;
  });
  addEventListener("change", () => {
    typed = null;
  });
  for (const leaving of ["hashchange", "pagehide"]) addEventListener(leaving, enter);
  document.addEventListener("visibilitychange", enter);
}

/** The id or file of the game in the address; null if it names none, or brings one as a text. */
export function gameInAddress(page: string): string | null {
  const [, shipped] = new RegExp(`^#${page}=game/([\\w-]+)$`).exec(location.hash) ?? [];
  const [, kept] = new RegExp(`^#${page}=((?:own|received)/\\w+)$`).exec(location.hash) ?? [];
  return shipped ?? (kept === undefined ? null : `${kept}.yaml`);
}

/** The address of the page of all games. */
export const GAMES = "#games";

/** The address at which a page opens a game that is here, by its id or file. */
export function gameAddress(page: string, game: string): string {
  return `#${page}=${game.endsWith(".yaml") ? game.replace(/\.yaml$/, "") : `game/${game}`}`;
}

export function keptFile({ key, isReceived }: Pick<ListedGame, "key" | "isReceived">): string {
  return `${isReceived ? "received" : "own"}/${key}.yaml`;
}

/** The packed text of a game in an address that opens a page; null if there is none. @param page any page if left out */
export function packedGame(address: string, page = "\\w+"): string | null {
  const [, packed] = new RegExp(`#${page}=((?:qr/)?[\\w-]+)$`).exec(address) ?? [];
  return packed ?? null;
}

/** Follows the game in the address, now and whenever it changes. @param choose gets its id or file */
export function useChosenGame(page: string, engine: RemoteEngine, choose: (variant: string) => void): void {
  useAddress(async () => {
    const variant = gameInAddress(page);
    if (variant === null) return;
    // Makes the engine aware of games that were written in the meantime.
    if (variant.endsWith(".yaml")) await engine.printer.ownGames();
    choose(variant);
  });
}

interface LinkedProps extends Pick<PageProps, "engine" | "words"> {
  readonly page: string;
  /** Whether the page opens the game that was taken; otherwise it is only kept. */
  readonly opens?: boolean;
  /** Runs once the game is kept. */
  readonly onTake?: () => unknown;
}

/** Asks about a game whose text is in the address of a page, and removes it from there; or tells its problems. */
export function LinkedGameNotice({ page, engine: { writer }, words, opens = false, onTake }: LinkedProps) {
  const [refused, refuse] = useState<readonly PageProblem[]>([]);
  const [game, setGame] = useState<LinkedGame | null>(null);
  const take = async (taken: LinkedGame) => {
    const { key, isReceived } = await writer.receive(taken);
    setGame(null);
    onTake?.();
    if (opens) location.hash = gameAddress(page, keptFile({ key, isReceived }));
  };
  useAddress(async () => {
    const packed = packedGame(location.hash, page);
    if (packed === null) return;
    history.replaceState(null, "", `#${page}`);
    const { made, problems } = await writer.unpack(packed);
    refuse(made === null || made.isPlayable ? problems : made.problems);
    const isNew = made?.isPlayable === true && !made.isKnown;
    setGame(isNew ? made : null);
    if (made?.isKnown === true) await take(made);
  });
  const accept = async (taken: LinkedGame) => {
    await take(taken);
    askForPersistence();
  };
  return (
    <>
      <Problems problems={refused} />
      {game !== null && (
        <LinkedGameQuestion {...{ words, game }} onTake={() => accept(game)} onLeave={() => setGame(null)} />
      )}
    </>
  );
}
