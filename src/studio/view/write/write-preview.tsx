import { useEffect, useRef, useState } from "preact/hooks";
import type { PageResult } from "../../engine/page-language.ts";
import type { ComparisonWords } from "../../engine/writer.ts";
import type { RemoteEngine } from "../engine.ts";
import { SvgPage, useLastMade, useLatest } from "../preview.tsx";
import { Panel, Tabs } from "../tabs.tsx";
import type { Words } from "../words.ts";

interface PreviewProps {
  readonly engine: RemoteEngine;
  readonly words: Words;
  readonly text: string;
  /** Whether there is a text yet. */
  readonly isThere: boolean;
  /** Whether it has no known problem. */
  readonly isRight: boolean;
}

/** Long enough to type a letter or two. */
const PAUSE_MS = 80;

/** Pad, rules and differences of a text, updated while typing. While it can't be played, the last preview stays, paler. */
export function WritePreview({ engine: { writer }, words, text, isThere, isRight }: PreviewProps) {
  const { say, code } = words;
  const [open, openTab] = useState("pad");
  const usePreview = <T,>(tab: string, draw: (text: string) => Promise<PageResult<T>>) => {
    const last = useLatest(isThere && open === tab ? () => draw(text) : null, PAUSE_MS, [
      text,
      isThere,
      open,
      code,
    ]);
    return useLastMade(last);
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
          <h3>{heading}</h3>
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
