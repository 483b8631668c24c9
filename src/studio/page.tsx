import { type FunctionComponent, render } from "preact";
import { useEffect, useState } from "preact/hooks";
import { enterOnLeave, onAddressChange } from "./view/address.tsx";
import { Check } from "./view/check/check.tsx";
import { type RemoteEngine, startEngine } from "./view/engine.ts";
import { EveningsPage } from "./view/evenings.tsx";
import { Fill } from "./view/fill.tsx";
import { GamesPage, Home } from "./view/home.tsx";
import { Print } from "./view/print.tsx";
import { type Done, KeepingNotice, type PageProps, Undo } from "./view/notices.tsx";
import { SeasonPage } from "./view/season.tsx";
import { Languages, type Words } from "./view/words.ts";
import { Write } from "./view/write/write.tsx";

/** The folder of the studio, which contains this module. */
const FOLDER = new URL("./", import.meta.url).href;

async function start(place: HTMLElement): Promise<void> {
  enterOnLeave();
  const languages = await Languages.load(FOLDER);
  const engine: RemoteEngine = startEngine(FOLDER);
  render(
    <Studio
      engine={engine}
      languages={languages}
      pages={{
        ...{ home: Home, check: Check, fill: Fill, print: Print, write: Write },
        ...{ evenings: EveningsPage, season: SeasonPage, games: GamesPage },
      }}
      below={{ season: "evenings", games: "home" }}
    />,
    place,
  );
}

/** Waits for what the open page shows first; everything else would compete with it for the network. */
async function firstViewShown(): Promise<void> {
  do await new Promise((resolve) => setTimeout(resolve, 20));
  while (document.querySelector("[aria-busy=true]") !== null);
}

/** Makes the studio work offline, if the browser can. */
async function registerServiceWorker(): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  try {
    await navigator.serviceWorker.register(new URL("service-worker.js", FOLDER));
    const { active } = await navigator.serviceWorker.ready;
    active?.postMessage("keep-all");
  } catch {
    // Pages opened from a disk, and some private windows, have no service workers.
  }
}

type Page = FunctionComponent<PageProps>;

interface StudioProps {
  readonly engine: RemoteEngine;
  readonly languages: Languages;
  /** By name; the first one is open at the start, and the brand leads back to it. */
  readonly pages: Readonly<Record<string, Page>>;
  /** Pages that are reached from another one only, by their names, with the name of that one. */
  readonly below: Readonly<Record<string, string>>;
}

/** The frame of the studio: its pages, and the choice of a language. */
function Studio({ engine, languages, pages, below }: StudioProps) {
  const [words, setWords] = useState<Words | null>(null);
  const [first = "", ...others] = Object.keys(pages);
  const [page, enter] = useOpenPage([first, ...others]);
  const [done, setDone] = useState<Done | null>(null);
  const [entered] = useState(new Set<string>());
  entered.add(page);
  const choose = async (code: string) => {
    const chosen = languages.choose(code);
    // The first words are available before the engine.
    if (words === null) {
      setWords(chosen);
      await firstViewShown();
    }
    await engine.speak(code);
    setWords(chosen);
  };
  useEffect(() => void choose(languages.detectLanguage()).then(registerServiceWorker), []);
  if (words === null) return null;
  const { say } = words;
  return (
    <>
      <header class="top">
        <a class="brand" href={`#${first}`} aria-current={page === first ? "page" : undefined}>
          <img src="icon.svg" width="32" height="32" alt="" />
          <span>augenblock</span>
        </a>
        {others.length > 0 && (
          <nav aria-label={say("pages.label")}>
            {others
              .filter((name) => below[name] === undefined)
              .map((name) => (
                <button
                  type="button"
                  key={name}
                  aria-current={name === (below[page] ?? page) ? "page" : undefined}
                  onClick={() => enter(name)}
                >
                  {say(`pages.${name}`)}
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
      <Undo words={words} done={done} onChange={setDone} />
      <main>
        <KeepingNotice engine={engine} words={words} />
        {Object.entries(pages).map(([name, View]) => (
          // A visited page stays mounted, so that nothing is lost on the way to another.
          <div key={name} hidden={name !== page}>
            {entered.has(name) && <View engine={engine} words={words} offerUndo={setDone} />}
          </div>
        ))}
      </main>
    </>
  );
}

/** The open page, by the part of the address after `#`; data for the page may follow it. */
function useOpenPage(names: readonly string[]): [string, (name: string) => void] {
  const readPageName = () =>
    names.find((name) => /^#(\w+)/.exec(location.hash)?.[1] === name) ?? names[0] ?? "";
  const [page, setPage] = useState(readPageName);
  useEffect(() => onAddressChange(() => setPage(readPageName())));
  // The scroll position is that of the page before, where dialogs and lists of suggestions would open out of sight.
  useEffect(() => scrollTo(0, 0), [page]);
  const enter = (name: string) => {
    location.hash = name;
  };
  return [page, enter];
}

const place = document.getElementById("studio");
if (place !== null) void start(place);
