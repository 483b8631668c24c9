import { fromBase64 } from "../../rules/bytes.ts";

/** What a drawing does that no logo needs, and how to fix it. */
export interface SvgFault {
  /** Completes "the file …". */
  readonly what: string;
  readonly hint: string;
}

const NOT_UTF8: SvgFault = { what: "is not in UTF-8", hint: "save it as UTF-8" };
const PLAIN = "save it as plain SVG, or as PNG";
const INSIDE = "put what it shows into the file itself, or save it as PNG";

/** What is refused. XML does not allow entities in the names of elements and attributes, so patterns find all of them. */
const REFUSED: readonly (readonly [pattern: RegExp, what: string])[] = [
  [/<!(?:DOCTYPE|ENTITY)/i, "declares entities"],
  [/<(?:[\w.-]+:)?script[\s/>]/i, "holds a script"],
  [/[\s"'](?:[\w.-]+:)?on[a-z]+\s*=\s*["']/i, "does something when it is opened or touched"],
  [/<(?:[\w.-]+:)?(?:foreignObject|iframe|embed|object)[\s/>]/i, "holds a web page"],
  [/@import\b/i, "loads a style sheet"],
  [
    /<(?:[\w.-]+:)?fe(?:Turbulence|Morphology|ConvolveMatrix|DisplacementMap|Image|Tile|\w+Lighting)[\s/>]/i,
    "is drawn with filters that take too long",
  ],
];

/** Character sets in which plain letters, digits and signs are the same as in UTF-8. */
const OTHER_ENCODING =
  /^\s*<\?xml\s[^>]*encoding\s*=\s*["'](?!(?:utf-8|us-ascii|iso-8859-1|windows-1252)["'])/i;
const REFERENCES = /[\s"'](?:[\w.-]+:)?(?:href|src)\s*=\s*("[^"]*"|'[^']*')/gi;
const CSS_REFERENCES = /url\(\s*("[^"]*"|'[^']*'|[^()"']*)/gi;
/** A picture in a drawing. */
const HELD = /^data:image\/(?:png|jpe?g);base64,([A-Za-z0-9+/=\s]+)$/i;
/** A drawing with more elements, copies of copies included, is meant to keep a computer busy. */
const MAX_ELEMENTS = 50_000;
const MAX_SHOWN_LENGTH = 60;

/**
 * Why a drawing can't be used as a logo: scripts, entities, references to other files, and whatever takes too long to draw.
 * The renderer follows no reference and runs no script either, but without them the logo would not look as it should.
 *
 * @returns the pictures that it holds, as files, where it can be used
 */
export function readDrawing(
  bytes: Uint8Array,
): { readonly fault: SvgFault } | { readonly fault: null; readonly pictures: Uint8Array[] } {
  const svg = decodeUtf8(bytes);
  if (svg === null || OTHER_ENCODING.test(svg)) return { fault: NOT_UTF8 };
  const text = withoutComments(svg);
  const fault = faultIn(text);
  if (fault !== null) return { fault };
  const held = referencesIn(text).flatMap((reference) => HELD.exec(reference)?.[1] ?? []);
  return { fault, pictures: held.map(fromBase64) };
}

function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

function faultIn(text: string): SvgFault | null {
  const refused = REFUSED.find(([pattern]) => pattern.test(text));
  if (refused !== undefined) return { what: refused[1], hint: PLAIN };
  const foreign = referencesIn(text).find((reference) => !reference.startsWith("#") && !HELD.test(reference));
  if (foreign !== undefined) {
    const shown = foreign.replace(/[^ -~]/g, "?");
    const short = shown.length > MAX_SHOWN_LENGTH ? `${shown.slice(0, MAX_SHOWN_LENGTH)}…` : shown;
    return { what: `wants something from elsewhere: ${short}`, hint: INSIDE };
  }
  const elements = drawnElements(text, MAX_ELEMENTS);
  if (elements === null) return { what: "is damaged", hint: "export it again" };
  if (elements <= MAX_ELEMENTS) return null;
  return { what: "has far more elements than a logo", hint: "simplify it, or save it as PNG" };
}

const COMMENT = { start: "<!--", end: "-->" };
const CHARACTERS = { start: "<![CDATA[", end: "]]>" };

/** The text without comments, and with CDATA sections as plain characters: they hold no elements. */
function withoutComments(svg: string): string {
  const parts: string[] = [];
  let from = 0;
  for (let at = svg.indexOf("<!"); at !== -1; at = svg.indexOf("<!", from)) {
    const kind = [COMMENT, CHARACTERS].find(({ start }) => svg.startsWith(start, at));
    parts.push(svg.slice(from, at));
    const start = at + (kind ?? { start: "<!" }).start.length;
    if (kind === undefined) {
      parts.push("<!");
      from = start;
      continue;
    }
    const found = svg.indexOf(kind.end, start);
    const end = found === -1 ? svg.length : found;
    if (kind === CHARACTERS) parts.push(svg.slice(start, end).replaceAll("<", "&lt;"));
    from = end + kind.end.length;
  }
  return [...parts, svg.slice(from)].join("");
}

function referencesIn(text: string): string[] {
  const attributes = [...text.matchAll(REFERENCES)].map(([, value = ""]) => unescaped(value.slice(1, -1)));
  // Quotation marks may be written with entities in an attribute.
  const styles = [...unescaped(text).matchAll(CSS_REFERENCES)].map(([, value = ""]) =>
    value.trim().replace(/^(["'])(.*)\1$/s, "$2"),
  );
  return [...attributes, ...styles].map((reference) => reference.trim());
}

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };
const ENTITY = /&(?:#x([\da-f]{1,6})|#(\d{1,7})|(amp|lt|gt|quot|apos));/gi;

/** Text with its character references resolved. */
function unescaped(text: string): string {
  return text.replace(ENTITY, (all, hex?: string, decimal?: string, name?: string) => {
    if (name !== undefined) return ENTITIES[name.toLowerCase()] ?? all;
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : all;
  });
}

/** An element with its children and the elements that it refers to. */
interface Element {
  readonly children: Element[];
  /** Ids. */
  readonly takes: readonly string[];
}

const TAG = /<([/?]?)[\w:.-]+((?:[^<>"']|"[^"]*"|'[^']*')*?)([/?]?)>/y;
const ID = /[\s"']id\s*=\s*["']([^"']+)["']/;
const TAKEN = /(?:href\s*=\s*["']|url\(\s*(?:["']|&quot;|&apos;)?)#([^"')&\s]+)/gi;

/**
 * How many elements it takes to draw an SVG. A copy counts with everything in it, and copies of copies grow fast.
 *
 * @param max counting stops beyond it
 * @returns infinity if an element contains itself; null if a tag does not end
 */
function drawnElements(svg: string, max: number): number | null {
  const tree = treeOf(svg, max);
  if (tree === null) return null;
  const { root, byId } = tree;
  const counted = new Map<Element, number>();
  const count = (element: Element, depth: number): number => {
    const known = counted.get(element);
    if (known !== undefined) return known;
    if (depth > MAX_DEPTH) return Number.POSITIVE_INFINITY;
    // An element that is met again before it is counted is part of a circle.
    counted.set(element, Number.POSITIVE_INFINITY);
    const parts = [...element.children, ...element.takes.flatMap((id) => byId.get(id) ?? [])];
    const all = parts.reduce((sum, part) => sum + count(part, depth + 1), 1);
    counted.set(element, all);
    return all;
  };
  return count(root, 0);
}

/** Deeper than any drawing program nests. */
const MAX_DEPTH = 500;

function treeOf(svg: string, max: number): { root: Element; byId: Map<string, Element> } | null {
  const root: Element = { children: [], takes: [] };
  const byId = new Map<string, Element>();
  const open = [root];
  let elements = 0;
  for (let at = svg.indexOf("<"); at !== -1 && elements <= max; at = svg.indexOf("<", TAG.lastIndex)) {
    TAG.lastIndex = at;
    const tag = TAG.exec(svg);
    if (tag === null) return null;
    const [, sign, attributes = "", end] = tag;
    if (sign === "/" && open.length > 1) open.pop();
    if (sign !== "") continue;
    elements++;
    const takes = [...attributes.matchAll(TAKEN)].flatMap(([, id]) => id ?? []);
    const element: Element = { children: [], takes };
    open.at(-1)?.children.push(element);
    const id = ID.exec(attributes)?.[1];
    if (id !== undefined) byId.set(id, element);
    if (end === "") open.push(element);
  }
  return { root, byId };
}
