const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Escapes a text for elements and attributes. The characters of placeholders are removed. */
export function escapeHtml(text: string): string {
  return text.replace(/[\ue000-\uf8ff]/g, "").replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);
}

/** Safe HTML, in which all inserted texts are escaped. */
export class Markup {
  readonly html: string;

  constructor(html: string) {
    this.html = html;
  }
}

type MarkupValue = string | number | Markup | null | readonly Markup[];

/** A template tag for HTML: texts are escaped, markup is kept, null is left out. */
export function markup(raw: TemplateStringsArray, ...values: readonly MarkupValue[]): Markup {
  const inside = (value: MarkupValue): string => {
    if (value === null) return "";
    if (value instanceof Markup) return value.html;
    return typeof value === "object" ? value.map(({ html }) => html).join("\n") : escapeHtml(String(value));
  };
  return new Markup(String.raw({ raw }, ...values.map(inside)));
}

/** A placeholder in templates for content that is large or must not be escaped; escaped texts can't contain it. */
export function placeholder(name: string | number): string {
  return `\ue010${name}\ue011`;
}

/** Replaces placeholders by their contents. Unknown ones are removed. */
export function fillPlaceholders(html: string, contentOf: (name: string) => string | undefined): string {
  return html.replace(/\ue010([^\ue011]*)\ue011/g, (_, name: string) => contentOf(name) ?? "");
}

/** An HTML page: self-contained with a style sheet, or with elements in its head that load what it needs. */
export interface HtmlPage {
  /** BCP 47 code. */
  readonly language: string;
  readonly title: string;
  /** The content security policy. */
  readonly policy: string;
  readonly style?: string;
  readonly head?: string;
  readonly body: string;
}

export function htmlPage({ language, title, policy, style, head, body }: HtmlPage): string {
  return `<!doctype html>
<html lang="${escapeHtml(language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
${[style === undefined ? [] : `<style>${style}</style>`, head ?? []].flat().join("\n")}
</head>
<body>
${body}
</body>
</html>
`;
}
