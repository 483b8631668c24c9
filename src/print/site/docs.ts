import MarkdownIt, { type MarkdownIt as MarkdownReader, type Token } from "markdown-it";
import { escapeHtml } from "../../i18n/html.ts";

/** A page of the documentation as HTML. */
export interface DocsPage {
  readonly title: string;
  readonly html: string;
  readonly headings: readonly DocsHeading[];
  readonly sections: readonly DocsSection[];
}

/** A heading of the table of contents: the second and third level. */
interface DocsHeading {
  readonly id: string;
  readonly text: string;
  readonly isNested: boolean;
}

/** The text below a heading, for the search. */
interface DocsSection {
  /** Empty for what comes before the first heading. */
  readonly id: string;
  readonly title: string;
  readonly text: string;
}

/** What a page of the documentation needs from the site. */
export interface DocsLinks {
  /** The address of what a link or picture names, relative to the page; null if the site doesn't have it. */
  readonly resolve: (href: string) => string | null;
  readonly copyLabel: string;
}

/** A page of the documentation from its Markdown. Links to what the site doesn't have become plain text. */
export function renderDocsPage(markdown: string, links: DocsLinks): DocsPage {
  const reader = new MarkdownIt({ html: false });
  const tokens = reader.parse(markdown.replace(/^<!--.*?-->\n?/gms, ""), {});
  const sections: { id: string; title: string; text: string }[] = [{ id: "", title: "", text: "" }];
  const headings: DocsHeading[] = [];
  const taken = new Map<string, number>();
  for (const [at, token] of tokens.entries()) {
    const inline = tokens[at + 1];
    if (token.type === "heading_open" && inline !== undefined) {
      const text = plainText(inline);
      const id = uniqueAnchor(text, taken);
      token.attrSet("id", id);
      if (token.tag === "h2" || token.tag === "h3") headings.push({ id, text, isNested: token.tag === "h3" });
      sections.push({ id, title: text, text: "" });
    } else if (token.type === "inline" || token.type === "fence") {
      if (token.type === "inline") resolveLinks(token, links);
      const section = sections.at(-1);
      const isHeading = tokens[at - 1]?.type === "heading_open";
      if (section !== undefined && !isHeading) section.text += ` ${plainText(token)}`;
    }
  }
  addRules(reader, links.copyLabel);
  const title = sections[1]?.title ?? "";
  const filled = sections.map((one) => ({ ...one, text: one.text.replace(/\s+/g, " ").trim() }));
  return {
    title,
    html: reader.renderer.render(tokens, reader.options, {}),
    headings,
    sections: filled.filter(({ title, text }) => title !== "" || text !== ""),
  };
}

/** An anchor as GitHub makes it: lowercase, spaces as hyphens, without punctuation, numbered where it repeats. */
function uniqueAnchor(heading: string, taken: Map<string, number>): string {
  const anchor = heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-");
  const times = taken.get(anchor) ?? 0;
  taken.set(anchor, times + 1);
  return times === 0 ? anchor : `${anchor}-${times}`;
}

function plainText({ children, content }: Token): string {
  if (!children?.length) return content;
  return children.map((child) => (child.type === "softbreak" ? " " : plainText(child))).join("");
}

/** Points links and pictures to the files of the site, and takes away links to what it doesn't have. */
function resolveLinks(inline: Token, { resolve }: DocsLinks): void {
  const open: boolean[] = [];
  inline.children = (inline.children ?? []).filter((token) => {
    if (token.type === "link_open") {
      const href = resolve(String(token.attrGet("href") ?? ""));
      open.push(href !== null);
      if (href !== null) token.attrSet("href", href);
      return href !== null;
    }
    if (token.type === "link_close") return open.pop() ?? true;
    if (token.type !== "image") return true;
    const source = resolve(String(token.attrGet("src") ?? ""));
    if (source === null) return false;
    token.attrSet("src", source);
    token.attrSet("loading", "lazy");
    return true;
  });
}

/** Comments after a command, which nobody wants to paste. */
const COMMENT = /[ \t]+#.*$/gm;

/** Tables and code that scroll by themselves, also with the keyboard, and a button that copies commands. */
function addRules({ renderer: { rules } }: MarkdownReader, copyLabel: string): void {
  rules.table_open = () => '<div class="wide" tabindex="0"><table>\n';
  rules.table_close = () => "</table></div>\n";
  // A column without a heading has an empty cell in its place; inline styles are not allowed on the page.
  const open = (token: Token | undefined, tag: string) =>
    `<${tag}${/right/.test(String(token?.attrGet("style"))) ? ' class="right"' : ""}>`;
  rules.td_open = (tokens, at) => open(tokens[at], "td");
  rules.th_open = (tokens, at) => open(tokens[at], tokens[at + 1]?.content === "" ? "td" : "th");
  rules.th_close = (tokens, at) => (tokens[at - 1]?.content === "" ? "</td>" : "</th>");
  rules.fence = (tokens, at) => {
    const { content = "", info = "" } = tokens[at] ?? {};
    const code = `<pre tabindex="0"><code>${escapeHtml(content)}</code></pre>`;
    if (info.trim() !== "sh") return `${code}\n`;
    const commands = escapeHtml(content.replace(COMMENT, "").trim());
    return `<div class="command">${code}<button type="button" class="copy" data-copy="${commands}" hidden>${escapeHtml(copyLabel)}</button></div>\n`;
  };
}
