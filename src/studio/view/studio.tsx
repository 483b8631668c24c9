import type { FunctionComponent } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { RemoteEngine } from "./engine.ts";
import { type Done, KeepingNotice, type OfferUndo, Undo } from "./notices.tsx";
import type { Languages, Words } from "./words.ts";

/** A room of the studio: one of its pages. */
type Room = FunctionComponent<RoomProps>;

/** What every room has. */
export interface RoomProps {
  readonly engine: RemoteEngine;
  readonly words: Words;
  readonly offerUndo: OfferUndo;
}

interface StudioProps {
  readonly engine: RemoteEngine;
  readonly languages: Languages;
  /** By their names, the first one is open at the start. */
  readonly rooms: Readonly<Record<string, Room>>;
}

/** The frame of the studio: its rooms, and the switch of languages. */
export function Studio({ engine, languages, rooms }: StudioProps) {
  const [words, setWords] = useState<Words | null>(null);
  const [room, enter] = useRoom(Object.keys(rooms));
  const [done, setDone] = useState<Done | null>(null);
  const [entered] = useState(new Set<string>());
  entered.add(room);
  const choose = async (code: string) => {
    const chosen = languages.choose(code);
    // The first words are there before the engine is.
    if (words === null) setWords(chosen);
    await engine.speak(code);
    setWords(chosen);
  };
  useEffect(() => void choose(languages.detectLanguage()), []);
  if (words === null) return null;
  const { say } = words;
  return (
    <>
      <header class="top">
        <a class="brand" href="#check">
          <img src="icon.svg" width="32" height="32" alt="" />
          <span>augenblock</span>
        </a>
        {Object.keys(rooms).length > 1 && (
          <nav aria-label={say("rooms.label")}>
            {Object.keys(rooms).map((name) => (
              <button
                type="button"
                key={name}
                aria-current={name === room ? "page" : undefined}
                onClick={() => enter(name)}
              >
                {say(`rooms.${name}`)}
              </button>
            ))}
          </nav>
        )}
        <label class="language">
          <span class="spoken">{say("language")}</span>
          <select value={words.code} onChange={(event) => choose(event.currentTarget.value)}>
            {languages.all.map(({ code, name }) => (
              <option key={code} value={code} lang={code}>
                {name}
              </option>
            ))}
          </select>
        </label>
      </header>
      <main>
        <Undo words={words} done={done} onChange={setDone} />
        <KeepingNotice engine={engine} words={words} />
        {Object.entries(rooms).map(([name, View]) => (
          // A room that was entered stays, so that nothing is lost on the way to another.
          <div key={name} hidden={name !== room}>
            {entered.has(name) && <View engine={engine} words={words} offerUndo={setDone} />}
          </div>
        ))}
      </main>
    </>
  );
}

/** Which room is open, by the part of the address after `#`; something for the room may follow it. */
function useRoom(names: readonly string[]): [string, (name: string) => void] {
  const readRoomName = () =>
    names.find((name) => /^#(\w+)/.exec(location.hash)?.[1] === name) ?? names[0] ?? "";
  const [room, setRoom] = useState(readRoomName);
  useEffect(() => {
    const follow = () => setRoom(readRoomName());
    addEventListener("hashchange", follow);
    return () => removeEventListener("hashchange", follow);
  });
  const enter = (name: string) => {
    location.hash = name;
  };
  return [room, enter];
}
