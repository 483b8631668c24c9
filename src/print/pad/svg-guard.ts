import { type Message, msg } from "../../rules/problem/message.ts";
import { fromBase64 } from "../../rules/bytes.ts";
import type { SvgTag } from "../svg/outlines.ts";

/** What a drawing does that no logo needs, and how to fix it. */
interface SvgFault {
  readonly message: Message;
  readonly hint: Message;
}

const PLAIN = msg("print.save-plain-svg")`save it as plain SVG, or as PNG`;
/** What takes too long when it is nested; a logo rarely has it, and printers often draw it otherwise. */
const SIMPLER = msg("print.leave-effect-out")`leave this effect out, or save the logo as PNG`;
const INSIDE = msg("print.put-what-shows")`put what it shows into the file itself, or save it as PNG`;

/** What is refused. XML does not allow entities in the names of elements and attributes, so patterns find all of them. */
const REFUSED: readonly (readonly [pattern: RegExp, message: (file: string) => Message, hint?: Message])[] = [
  [/<!(?:DOCTYPE|ENTITY)/i, (file) => msg("print.declares-entities")`${file} declares entities`],
  [/<(?:[\w.-]+:)?script[\s/>]/i, (file) => msg("print.holds-script")`${file} holds a script`],
  [
    /[\s"'](?:[\w.-]+:)?on[a-z]+\s*=\s*["']/i,
    (file) => msg("print.does-something-when")`${file} does something when it is opened or touched`,
  ],
  [
    /<(?:[\w.-]+:)?(?:foreignObject|iframe|embed|object)[\s/>]/i,
    (file) => msg("print.holds-web-page")`${file} holds a web page`,
  ],
  [/@import\b/i, (file) => msg("print.loads-style-sheet")`${file} loads a style sheet`],
  [
    /<(?:[\w.-]+:)?filter[\s/>]/i,
    (file) => msg("print.drawn-filter")`${file} is drawn with a filter`,
    SIMPLER,
  ],
  [
    /[\s:"'](?:blur|brightness|contrast|drop-shadow|grayscale|hue-rotate|invert|opacity|saturate|sepia)\s*\(/i,
    (file) => msg("print.drawn-filter")`${file} is drawn with a filter`,
    SIMPLER,
  ],
  [/<(?:[\w.-]+:)?mask[\s/>]/i, (file) => msg("print.drawn-mask")`${file} is drawn with a mask`, SIMPLER],
  [
    /<(?:[\w.-]+:)?pattern[\s/>]/i,
    (file) => msg("print.drawn-pattern")`${file} is drawn with a pattern`,
    SIMPLER,
  ],
];

/** The tags of a drawing that `readDrawing` has let pass, in their order. */
export function* listSvgTags(bytes: Uint8Array): Generator<SvgTag> {
  const svg = withoutComments(decodeUtf8(bytes) ?? "");
  for (const [, sign, name = "", attributes = "", end] of svg.matchAll(new RegExp(TAG.source, "g"))) {
    if (sign !== "?")
      yield { name, attributes, kind: sign === "/" ? "close" : end === "" ? "open" : "empty" };
  }
}

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
 * Reads a drawing, unless it can't be used as a logo: the renderer follows no reference and runs no script, so it would look different.
 * @returns the pictures that it holds, as files
 */
export function readDrawing(file: string, bytes: Uint8Array): SvgFault | Uint8Array[] {
  const svg = decodeUtf8(bytes);
  if (svg === null || OTHER_ENCODING.test(svg))
    return {
      message: msg("print.not-utf-8")`${file} is not in UTF-8`,
      hint: msg("print.save-utf-8")`save it as UTF-8`,
    };
  const text = withoutComments(svg);
  const held = listReferences(text).flatMap((reference) => HELD.exec(reference)?.[1] ?? []);
  return findSvgFault(file, text) ?? held.map(fromBase64);
}

function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

function findSvgFault(file: string, text: string): SvgFault | null {
  const refused = REFUSED.find(([pattern]) => pattern.test(text));
  if (refused !== undefined) return { message: refused[1](file), hint: refused[2] ?? PLAIN };
  const foreign = listReferences(text).find(
    (reference) => !reference.startsWith("#") && !HELD.test(reference),
  );
  if (foreign !== undefined) {
    const shown = foreign.replace(/[^ -~]/g, "?");
    const short = shown.length > MAX_SHOWN_LENGTH ? `${shown.slice(0, MAX_SHOWN_LENGTH)}…` : shown;
    return {
      message: msg("print.wants-something-from")`${file} wants something from elsewhere: ${short}`,
      hint: INSIDE,
    };
  }
  const elements = drawnElements(text);
  if (elements === null)
    return {
      message: msg("print.damaged")`${file} is damaged`,
      hint: msg("print.export-again")`export it again`,
    };
  if (elements <= MAX_ELEMENTS) return null;
  return {
    message: msg("print.has-far-more")`${file} has far more elements than a logo`,
    hint: msg("print.simplify-save-png")`simplify it, or save it as PNG`,
  };
}

/** A comment, or a CDATA section with its characters; one without an end takes the rest of the file. */
const ASIDE = /<!--[\s\S]*?(?:-->|$)|<!\[CDATA\[([\s\S]*?)(?:\]\]>|$)/g;

/** The text without comments, and with CDATA sections as plain characters: they hold no elements. */
function withoutComments(svg: string): string {
  return svg.replace(ASIDE, (_, characters = "") => characters.replaceAll("<", "&lt;"));
}

function listReferences(text: string): string[] {
  const attributes = [...text.matchAll(REFERENCES)].map(([, value = ""]) =>
    decodeEntities(value.slice(1, -1)),
  );
  // Quotation marks may be written with entities in an attribute.
  const styles = [...decodeEntities(text).matchAll(CSS_REFERENCES)].map(([, value = ""]) =>
    value.trim().replace(/^(["'])(.*)\1$/s, "$2"),
  );
  return [...attributes, ...styles].map((reference) => reference.trim());
}

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };
const ENTITY = /&(?:#x([\da-f]{1,6})|#(\d{1,7})|(amp|lt|gt|quot|apos));/gi;

/** Text with its character references resolved. */
function decodeEntities(text: string): string {
  return text.replace(ENTITY, (all, hex?: string, decimal?: string, name?: string) => {
    if (name !== undefined) return ENTITIES[name.toLowerCase()] ?? all;
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : all;
  });
}

/** An element with its children and the ids of the elements that it refers to. */
interface Element {
  readonly children: Element[];
  readonly takes: readonly string[];
}

const TAG = /<([/?]?)([\w:.-]+)((?:[^<>"']|"[^"]*"|'[^']*')*?)([/?]?)>/y;
const ID = /[\s"']id\s*=\s*["']([^"']+)["']/;
const TAKEN = /(?:href\s*=\s*["']|url\(\s*(?:["']|&quot;|&apos;)?)#([^"')&\s]+)/gi;
/** Deeper than any drawing program nests. */
const MAX_DEPTH = 500;

/** The elements that are drawn, those of copies included. Infinite if one contains itself; null if a tag does not end. */
function drawnElements(svg: string): number | null {
  const byId = new Map<string, Element>();
  const root = parseTree(svg, byId);
  if (root === null) return null;
  const counted = new Map<Element, number>();
  const count = (element: Element, depth: number): number => {
    const known = counted.get(element) ?? (depth > MAX_DEPTH ? Number.POSITIVE_INFINITY : null);
    if (known !== null) return known;
    // An element that is met again before it is counted is part of a circle.
    counted.set(element, Number.POSITIVE_INFINITY);
    const parts = [...element.children, ...element.takes.flatMap((id) => byId.get(id) ?? [])];
    const all = parts.reduce((sum, part) => sum + count(part, depth + 1), 1);
    counted.set(element, all);
    return all;
  };
  return count(root, 0);
}

/** The root of all elements, up to some more than may be drawn; puts those with an id into a map. */
function parseTree(svg: string, byId: Map<string, Element>): Element | null {
  const root: Element = { children: [], takes: [] };
  const open = [root];
  let left = MAX_ELEMENTS;
  for (let at = svg.indexOf("<"); at !== -1 && left >= 0; at = svg.indexOf("<", TAG.lastIndex)) {
    TAG.lastIndex = at;
    const tag = TAG.exec(svg);
    if (tag === null) return null;
    const [, sign, , attributes = "", end] = tag;
    if (sign === "/" && open.length > 1) open.pop();
    if (sign !== "") continue;
    left--;
    const element = { children: [], takes: [...attributes.matchAll(TAKEN)].flatMap(([, id]) => id ?? []) };
    open.at(-1)?.children.push(element);
    const id = ID.exec(attributes)?.[1];
    if (id !== undefined) byId.set(id, element);
    if (end === "") open.push(element);
  }
  return root;
}
