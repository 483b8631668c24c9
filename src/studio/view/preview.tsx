import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { PageResult } from "../engine/page-language.ts";
import type { ComparisonWords } from "../engine/writer.ts";
import type { PageProps } from "./notices.tsx";
import type { Words } from "./words.ts";

/**
 * The result of work that is repeated after each change: debounced, one run at a time, and the last result wins.
 *
 * @param work null to keep the last result
 * @param pauseMs the time without changes before it begins
 * @param changes the dependencies, as for an effect
 */
export function useLatest<T>(
  work: (() => Promise<T>) | null,
  pauseMs: number,
  changes: readonly unknown[],
): T | null {
  const [made, setMade] = useState<T | null>(null);
  const running = useRef<Promise<unknown>>(Promise.resolve());
  const latest = useRef(0);
  useEffect(() => {
    if (work === null) return;
    const turn = ++latest.current;
    const pause = setTimeout(async () => {
      await running.current;
      if (turn !== latest.current) return;
      // After a failure, such as a file that can't be fetched, the last result stays.
      const result = work().catch(() => null);
      running.current = result;
      const value = await result;
      if (turn === latest.current && value !== null) setMade(() => value);
    }, pauseMs);
    return () => clearTimeout(pause);
  }, changes);
  return made;
}

/** The last successful result: a preview stays while what is typed is wrong. */
export function useLastMade<T>(printed: { readonly made: T | null } | null): T | null {
  const last = useRef<T | null>(null);
  if (printed !== null && printed.made !== null) last.current = printed.made;
  return last.current;
}

/** An SVG page as an image, so that no script in it can run. */
export function SvgPage({ svg, label }: { readonly svg: string; readonly label: string }) {
  const [address, setAddress] = useState("");
  useEffect(() => {
    const url = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
    setAddress(url);
    return () => URL.revokeObjectURL(url);
  }, [svg]);
  if (address === "") return null;
  return (
    <figure class="paper">
      <img src={address} alt={label} />
    </figure>
  );
}

interface TabsProps {
  /** For screen readers. */
  readonly label: string;
  readonly open: string;
  readonly tabs: readonly {
    readonly id: string;
    readonly title: ComponentChildren;
    readonly class?: string;
  }[];
  readonly onOpen: (id: string) => void;
}

/** A row of tabs with arrow keys. The panel of each has the id `panel-<id>`. */
export function Tabs({ label, open, tabs, onOpen }: TabsProps) {
  const move = (event: KeyboardEvent) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (by === undefined) return;
    const row = event.currentTarget as HTMLElement;
    const shown = [...row.querySelectorAll("button")].filter((one) => one.offsetWidth > 0);
    const at = shown.findIndex(({ tabIndex }) => tabIndex === 0);
    const next = shown[(at + by + shown.length) % shown.length];
    next?.focus();
    next?.click();
  };
  return (
    <div class="tabs" role="tablist" aria-label={label} onKeyDown={move}>
      {tabs.map(({ id, title, ...own }) => (
        <button
          key={id}
          type="button"
          role="tab"
          id={`tab-${id}`}
          class={own.class ?? ""}
          aria-selected={id === open}
          aria-controls={`panel-${id}`}
          tabIndex={id === open ? 0 : -1}
          onClick={() => onOpen(id)}
        >
          {title}
        </button>
      ))}
    </div>
  );
}

interface PanelProps {
  readonly id: string;
  readonly open: string;
  readonly children: ComponentChildren;
}

/** The panel of a tab; it stays mounted while another one is open. */
export function Panel({ id, open, children }: PanelProps) {
  return (
    <div role="tabpanel" id={`panel-${id}`} aria-labelledby={`tab-${id}`} hidden={id !== open} class="panel">
      {children}
    </div>
  );
}

interface PreviewProps extends Pick<PageProps, "engine" | "words"> {
  readonly text: string;
  /** Whether there is a text yet. */
  readonly isThere: boolean;
  /** Whether it has no known problem. */
  readonly isRight: boolean;
}

/** Long enough to type a letter or two. */
const TYPING_PAUSE_MS = 80;

/** Pad, rules and differences of a text, updated while typing. While it can't be played, the last preview stays, paler. */
export function WritePreview({ engine: { writer }, words, text, isThere, isRight }: PreviewProps) {
  const { say, code } = words;
  const [open, openTab] = useState("pad");
  const usePreview = <T,>(tab: string, draw: (text: string) => Promise<PageResult<T>>) => {
    const work = isThere && open === tab ? () => draw(text) : null;
    return useLastMade(useLatest(work, TYPING_PAUSE_MS, [text, isThere, open, code]));
  };
  const pad = usePreview("pad", writer.pad);
  const rules = usePreview("rules", writer.rules);
  const changes = usePreview("changes", writer.differences);
  const tabs = ["pad", "rules", "changes"].map((id) => ({ id, title: say(`write.${id}`) }));
  return (
    <div class={isRight ? "" : "pale"}>
      <Tabs label={say("write.preview")} open={open} onOpen={openTab} tabs={tabs} />
      {!isRight && <p class="small">{say("write.pale")}</p>}
      <Panel id="pad" open={open}>
        {pad !== null && <SvgPage svg={pad} label={say("print.preview")} />}
      </Panel>
      <Panel id="rules" open={open}>
        {rules !== null && <RulesPage html={rules} label={say("write.rules")} />}
      </Panel>
      <Panel id="changes" open={open}>
        {changes !== null && <Differences comparison={changes} words={words} />}
      </Panel>
    </div>
  );
}

interface DifferencesProps {
  readonly comparison: ComparisonWords;
  readonly words: Words;
}

function Differences({ comparison, words: { say } }: DifferencesProps) {
  if (!comparison.hasBase) return <p>{say("write.no-base")}</p>;
  return (
    <div class="differences">
      {comparison.groups.map(({ heading, lines }) => (
        <section key={heading}>
          <h2>{heading}</h2>
          <ul>
            {lines.map(({ message, scores }) => (
              <li key={message}>
                {message}
                {scores.map((line) => (
                  <span class="small" key={line}>
                    {line}
                  </span>
                ))}
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

/** A rule sheet in a shadow root, which separates its style from the page's. @param html a whole page */
function RulesPage({ html, label }: { readonly html: string; readonly label: string }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const host = place.current;
    if (host === null) return;
    const root = host.shadowRoot ?? host.attachShadow({ mode: "open" });
    // The page's CSP forbids inline styles in the document.
    const [, own = ""] = /<style>([\s\S]*?)<\/style>/.exec(html) ?? [];
    const page = new DOMParser().parseFromString(
      html.replace(`<style>${own}</style>`, () => ""),
      "text/html",
    );
    const style = new CSSStyleSheet();
    style.replaceSync(styleInside(own));
    root.adoptedStyleSheets = [style];
    const body = document.createElement("div");
    body.className = "body";
    body.lang = page.documentElement.lang;
    body.append(...page.body.childNodes);
    // The studio already has a main element.
    for (const main of body.querySelectorAll("main")) {
      const part = document.createElement("div");
      part.className = "main";
      part.append(...main.childNodes);
      main.replaceWith(part);
    }
    root.replaceChildren(body);
  }, [html]);
  return <section class="paper rules-page" aria-label={label} ref={place} />;
}

/** Adapts the style of a page to a part of another one. It stays white and as narrow as a column. */
function styleInside(style: string): string {
  return style
    .replaceAll(/@media (?:screen and )?\(prefers-color-scheme: dark\) \{[^{}]*\{[^{}]*\}\s*\}/g, "")
    .replaceAll(":root", ":host")
    .replaceAll(/(?<=^|\n)body(?= \{)/g, ".body")
    .replaceAll(/(?<=^|\n)main(?= \{)/g, ".body > .main");
}
