import type { FunctionComponent } from "preact";
import { useEffect, useState } from "preact/hooks";
import { onAddressChange } from "./address.tsx";
import type { RemoteEngine } from "./engine.ts";
import { type Done, KeepingNotice, type OfferUndo, Undo } from "./notices.tsx";
import type { Languages, Words } from "./words.ts";

type Page = FunctionComponent<PageProps>;

export interface PageProps {
  readonly engine: RemoteEngine;
  readonly words: Words;
  readonly offerUndo: OfferUndo;
}

interface StudioProps {
  readonly engine: RemoteEngine;
  readonly languages: Languages;
  /** By name; the first one is open at the start, and the brand leads back to it. */
  readonly pages: Readonly<Record<string, Page>>;
}

/** The frame of the studio: its pages, and the choice of a language. */
export function Studio({ engine, languages, pages }: StudioProps) {
  const [words, setWords] = useState<Words | null>(null);
  const [first = "", ...others] = Object.keys(pages);
  const [page, enter] = useOpenPage([first, ...others]);
  const [done, setDone] = useState<Done | null>(null);
  const [entered] = useState(new Set<string>());
  entered.add(page);
  const choose = async (code: string) => {
    const chosen = languages.choose(code);
    // The first words are available before the engine.
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
        <a class="brand" href={`#${first}`} aria-current={page === first ? "page" : undefined}>
          <img src="icon.svg" width="32" height="32" alt="" />
          <span>augenblock</span>
        </a>
        {others.length > 0 && (
          <nav aria-label={say("pages.label")}>
            {others.map((name) => (
              <button
                type="button"
                key={name}
                aria-current={name === page ? "page" : undefined}
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
      <main>
        <Undo words={words} done={done} onChange={setDone} />
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
