const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** A text that is shown literally, in an element as in an attribute. The characters of placeholders are taken out. */
export function escapeHtml(text: string): string {
  return text.replace(/[\ue000-\uf8ff]/g, "").replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);
}

/** What templates write in the place of something that is too large or not to be escaped; escaped texts can't hold it. */
export function placeholder(name: string | number): string {
  return `\ue010${name}\ue011`;
}

/** Puts contents into the places of their placeholders. Those of unknown names are taken out. */
export function fillPlaceholders(html: string, contentOf: (name: string) => string | undefined): string {
  return html.replace(/\ue010([^\ue011]*)\ue011/g, (_, name: string) => contentOf(name) ?? "");
}

/** An HTML page that needs nothing but itself. */
export interface HtmlPage {
  /** BCP 47 code. */
  readonly language: string;
  readonly title: string;
  /** The content security policy; none if this is left out. */
  readonly policy?: string;
  readonly style: string;
  readonly body: string;
}

export function htmlPage({ language, title, policy, style, body }: HtmlPage): string {
  const meta =
    policy === undefined ? "" : `<meta http-equiv="Content-Security-Policy" content="${policy}">\n`;
  return `<!doctype html>
<html lang="${escapeHtml(language)}">
<head>
<meta charset="utf-8">
${meta}<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<style>${style}</style>
</head>
<body>
${body}
</body>
</html>
`;
}

/** A policy (CSP Level 3) that lets in the very style of a page, other sources by their directives, and nothing else. */
export async function contentPolicy(style: string, ...sources: readonly string[]): Promise<string> {
  const styleSource = `style-src ${await sourceHash(style)}`;
  return ["default-src 'none'", ...sources, styleSource, "base-uri 'none'", "form-action 'none'"].join("; ");
}

/** The hash by which a content security policy knows a style or a script. */
export async function sourceHash(text: string): Promise<string> {
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return `'sha256-${btoa(String.fromCharCode(...new Uint8Array(hash)))}'`;
}
