import { useEffect, useRef } from "preact/hooks";

/** A rule sheet in a tree of shadows, so that its style and that of the page stay apart. @param html a whole page */
export function RulesPage({ html, label }: { readonly html: string; readonly label: string }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const host = place.current;
    if (host === null) return;
    const root = host.shadowRoot ?? host.attachShadow({ mode: "open" });
    // The policy of the page lets in no style that stands in a document.
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
    // The studio has a main part already.
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

/** The style of a page for a part of another one. It stays paper: white, and as narrow as a column. */
function styleInside(style: string): string {
  return style
    .replaceAll(/@media (?:screen and )?\(prefers-color-scheme: dark\) \{[^{}]*\{[^{}]*\}\s*\}/g, "")
    .replaceAll(":root", ":host")
    .replaceAll(/(?<=^|\n)body(?= \{)/g, ".body")
    .replaceAll(/(?<=^|\n)main(?= \{)/g, ".body > .main");
}
