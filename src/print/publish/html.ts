const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** A text that is shown literally, in an element as in an attribute; private-use characters stand for pictures here and are taken out. */
export function escapeHtml(text: string): string {
  return text.replace(/[\ue000-\uf8ff]/g, "").replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);
}

/** What a browser may load for the page: this very style and the fonts in it, and nothing else (CSP Level 3). */
export async function contentPolicy(style: string): Promise<string> {
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(style));
  const digest = btoa(String.fromCharCode(...new Uint8Array(hash)));
  return `default-src 'none'; font-src data:; style-src 'sha256-${digest}'; base-uri 'none'; form-action 'none'`;
}
