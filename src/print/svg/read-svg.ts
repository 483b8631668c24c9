import svgpath from "svgpath";
import { fromBase64 } from "../../rules/bytes.ts";
import { type Message, msg } from "../../rules/problem/message.ts";
import type { Ink, Outlines, PaintedPath, PathStep } from "../pdf/canvas.ts";
import type { Colour } from "../pdf/colour.ts";

/** Why a drawing is rejected, and how to fix it. */
interface SvgFault {
  readonly message: Message;
  readonly hint: Message;
}

const SAVE_PLAIN = msg`print.unsafe-svg-hint: save it as plain SVG, or as PNG`;
/** The hint for effects that are slow when nested; logos rarely have them, and printers often render them differently. */
const SIMPLER = msg`print.svg-effect-hint: leave out this effect, or save the logo as PNG`;
const INSIDE = msg`print.svg-reference-hint: embed it in the file, or save the logo as PNG`;

/** What is rejected. XML does not allow entities in names of elements and attributes, so patterns find all of them. */
const REFUSED: readonly (readonly [pattern: RegExp, message: (file: string) => Message, hint?: Message])[] = [
  [/<!(?:DOCTYPE|ENTITY)/i, (file) => msg`print.svg-declares-entities: ${file} declares entities`],
  [/<(?:[\w.-]+:)?script[\s/>]/i, (file) => msg`print.svg-has-script: ${file} contains a script`],
  [
    /[\s"'](?:[\w.-]+:)?on[a-z]+\s*=\s*["']/i,
    (file) =>
      msg`print.svg-has-event-handler: ${file} contains a script that runs when it is opened or clicked`,
  ],
  [
    /<(?:[\w.-]+:)?(?:foreignObject|iframe|embed|object)[\s/>]/i,
    (file) => msg`print.svg-has-web-page: ${file} contains a web page`,
  ],
  [/@import\b/i, (file) => msg`print.svg-loads-style-sheet: ${file} loads a style sheet`],
  [/<(?:[\w.-]+:)?filter[\s/>]/i, (file) => msg`print.svg-has-filter: ${file} uses a filter`, SIMPLER],
  [
    /[\s:"'](?:blur|brightness|contrast|drop-shadow|grayscale|hue-rotate|invert|opacity|saturate|sepia)\s*\(/i,
    (file) => msg`print.svg-has-filter: ${file} uses a filter`,
    SIMPLER,
  ],
  [/<(?:[\w.-]+:)?mask[\s/>]/i, (file) => msg`print.svg-has-mask: ${file} uses a mask`, SIMPLER],
  [/<(?:[\w.-]+:)?pattern[\s/>]/i, (file) => msg`print.svg-has-pattern: ${file} uses a pattern`, SIMPLER],
];

/** The tags of a drawing that `readDrawing` accepted, in their order. */
export function* listSvgTags(bytes: Uint8Array): Generator<SvgTag> {
  const svg = withoutComments(decodeUtf8(bytes) ?? "");
  for (const [, sign, name = "", attributes = "", end] of svg.matchAll(new RegExp(TAG.source, "g"))) {
    if (sign !== "?")
      yield { name, attributes, kind: sign === "/" ? "close" : end === "" ? "open" : "empty" };
  }
}

/** Matches all encodings but those that agree with UTF-8 on ASCII. */
const OTHER_ENCODING =
  /^\s*<\?xml\s[^>]*encoding\s*=\s*["'](?!(?:utf-8|us-ascii|iso-8859-1|windows-1252)["'])/i;
const REFERENCES = /[\s"'](?:[\w.-]+:)?(?:href|src)\s*=\s*("[^"]*"|'[^']*')/gi;
const CSS_REFERENCES = /url\(\s*("[^"]*"|'[^']*'|[^()"']*)/gi;
/** An embedded picture. */
const HELD = /^data:image\/(?:png|jpe?g);base64,([A-Za-z0-9+/=\s]+)$/i;
/** More elements, copies of copies included, are an attack on the renderer. */
const MAX_ELEMENTS = 50_000;
const MAX_SHOWN_LENGTH = 60;

/**
 * Checks whether a drawing can be a logo: the renderer follows no reference and runs no script, so others would look different.
 * @returns its embedded pictures, as files; or why it is rejected
 */
export function readDrawing(file: string, bytes: Uint8Array): SvgFault | Uint8Array[] {
  const svg = decodeUtf8(bytes);
  if (svg === null || OTHER_ENCODING.test(svg))
    return {
      message: msg`print.svg-not-utf-8: ${file} is not encoded in UTF-8`,
      hint: msg`print.svg-not-utf-8-hint: save it as UTF-8`,
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
  if (refused !== undefined) return { message: refused[1](file), hint: refused[2] ?? SAVE_PLAIN };
  const foreign = listReferences(text).find(
    (reference) => !reference.startsWith("#") && !HELD.test(reference),
  );
  if (foreign !== undefined) {
    const shown = foreign.replace(/[^ -~]/g, "?");
    const short = shown.length > MAX_SHOWN_LENGTH ? `${shown.slice(0, MAX_SHOWN_LENGTH)}…` : shown;
    const message = msg`print.svg-refers-outside: ${file} refers to something outside the file: ${short}`;
    return { message, hint: INSIDE };
  }
  const elements = drawnElements(text);
  if (elements === null) {
    const hint = msg`print.export-again-hint: export it again`;
    return { message: msg`print.svg-damaged: ${file} is damaged`, hint };
  }
  if (elements <= MAX_ELEMENTS) return null;
  const message = msg`print.svg-too-complex: ${file} has far more elements than a logo needs`;
  return { message, hint: msg`print.simplify-picture-hint: simplify it, or save it as PNG` };
}

/** A comment, or a CDATA section with its characters; unclosed ones extend to the end of the file. */
const ASIDE = /<!--[\s\S]*?(?:-->|$)|<!\[CDATA\[([\s\S]*?)(?:\]\]>|$)/g;

/** The text without comments, and with CDATA sections as escaped characters. */
function withoutComments(svg: string): string {
  return svg.replace(ASIDE, (_, characters = "") => characters.replaceAll("<", "&lt;"));
}

function listReferences(text: string): string[] {
  const attributes = [...text.matchAll(REFERENCES)].map(([, value = ""]) =>
    decodeEntities(value.slice(1, -1)),
  );
  // In attributes, quotation marks may be entities.
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

/** An element with its children and the ids of elements that it refers to. */
interface Element {
  readonly children: Element[];
  readonly takes: readonly string[];
}

const TAG = /<([/?]?)([\w:.-]+)((?:[^<>"']|"[^"]*"|'[^']*')*?)([/?]?)>/y;
const ID = /[\s"']id\s*=\s*["']([^"']+)["']/;
const TAKEN = /(?:href\s*=\s*["']|url\(\s*(?:["']|&quot;|&apos;)?)#([^"')&\s]+)/gi;
/** Deeper than any drawing program nests. */
const MAX_DEPTH = 500;

/** Counts drawn elements, copies included. Infinite if one contains itself; null if a tag does not end. */
function drawnElements(svg: string): number | null {
  const byId = new Map<string, Element>();
  const root = parseTree(svg, byId);
  if (root === null) return null;
  const counted = new Map<Element, number>();
  const count = (element: Element, depth: number): number => {
    const known = counted.get(element) ?? (depth > MAX_DEPTH ? Number.POSITIVE_INFINITY : null);
    if (known !== null) return known;
    // An element that is met again before it is counted contains itself.
    counted.set(element, Number.POSITIVE_INFINITY);
    const parts = [...element.children, ...element.takes.flatMap((id) => byId.get(id) ?? [])];
    const all = parts.reduce((sum, part) => sum + count(part, depth + 1), 1);
    counted.set(element, all);
    return all;
  };
  return count(root, 0);
}

/** The tree of all elements, up to just above the limit; puts those with an id into a map. */
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

/** A tag of a drawing, with its attributes as written. */
export interface SvgTag {
  readonly name: string;
  readonly kind: "open" | "close" | "empty";
  readonly attributes: string;
}

/** Inherited properties, by the names of attributes. */
type Style = ReadonlyMap<string, string>;

/** The presentation attributes that outlines support; a drawing with others (`OTHER`) is printed as pixels. */
const PLAIN = [
  "fill",
  "fill-rule",
  "stroke",
  "stroke-width",
  "stroke-linecap",
  "stroke-linejoin",
  "transform",
];
const OTHER =
  /^(?:class|clip-path|opacity|fill-opacity|stroke-opacity|stroke-dasharray|marker.*|paint-order|vector-effect|display|visibility|mix-blend-mode|preserveAspectRatio)$/;
const SILENT = ["title", "desc", "metadata"];
const NUMBER = /^-?(?:\d+\.?\d*|\.\d+)(?:e-?\d+)?(?:px)?$/i;
/** More steps are no longer a logo. */
const MAX_STEPS = 20_000;

/**
 * Reads a drawing of plain shapes: paths, rectangles, circles, lines and polygons in groups, in solid colours.
 * @param inkOf a colour of the drawing as it will be printed
 * @returns all of it; null for a drawing that has anything else in it
 */
export function readOutlines(tags: Iterable<SvgTag>, inkOf: (colour: Colour) => Ink): Outlines | null {
  try {
    return new Reader(inkOf).read(tags);
  } catch (error) {
    if (error instanceof NotPlain) return null;
    throw error;
  }
}

/** A drawing has something that outlines can't express. */
class NotPlain extends Error {}

class Reader {
  readonly #inkOf: (colour: Colour) => Ink;
  readonly #outlines: PaintedPath[] = [];
  readonly #styles: Style[] = [];
  #view: readonly number[] = [];
  #steps = 0;

  constructor(inkOf: (colour: Colour) => Ink) {
    this.#inkOf = inkOf;
  }

  read(tags: Iterable<SvgTag>): Outlines {
    let silent = 0;
    for (const { name, kind, attributes } of tags) {
      // Private elements of drawing programs have a prefix.
      const isSilent = SILENT.includes(name) || name.includes(":") || (name === "defs" && kind === "empty");
      if (isSilent && kind !== "empty") silent += kind === "open" ? 1 : -1;
      if (isSilent || silent > 0) continue;
      if (kind === "close") this.#styles.pop();
      else this.#take(name, parseAttributes(attributes), kind === "open");
    }
    const [x = 0, y = 0, width = 0, height = 0] = this.#view;
    if (!(width > 0 && height > 0) || this.#outlines.length === 0) throw new NotPlain();
    return { box: { x, y, width, height }, outlines: this.#outlines };
  }

  #take(name: string, own: ReadonlyMap<string, string>, isOpen: boolean): void {
    const style = inheritStyle(this.#styles.at(-1) ?? new Map(), own);
    if (name === "svg") {
      if (this.#view.length > 0) throw new NotPlain();
      this.#view = (own.get("viewBox") ?? "")
        .trim()
        .split(/[\s,]+/)
        .map(parseNumber);
      if (this.#view.length !== 4) throw new NotPlain();
    } else if (name !== "g") this.#draw(toPathData(name, own), style);
    if (isOpen) this.#styles.push(style);
  }

  #draw(path: string, style: Style): void {
    const transform = style.get("transform") ?? "";
    const parsed = svgpath(path).transform(transform).abs().unarc().unshort();
    if ("err" in parsed && parsed.err !== "") throw new NotPlain();
    const steps = toPathSteps(parsed);
    this.#steps += steps.length;
    if (this.#steps > MAX_STEPS) throw new NotPlain();
    const fill = this.#ink(style.get("fill") ?? "#000");
    const ink = this.#ink(style.get("stroke") ?? "none");
    const weight = parseNumber(style.get("stroke-width") ?? "1") * measureScale(transform);
    const cap = requireIndex(["butt", "round", "square"], style.get("stroke-linecap"));
    const join = requireIndex(["miter", "round", "bevel"], style.get("stroke-linejoin"));
    const isEvenOdd = requireIndex(["nonzero", "evenodd"], style.get("fill-rule")) === 1;
    const stroke = ink === null || weight === 0 ? null : { ink, weight, cap, join };
    if (fill !== null || stroke !== null) this.#outlines.push({ steps, fill, isEvenOdd, stroke });
  }

  #ink(colour: string): Ink | null {
    if (colour === "none") return null;
    return this.#inkOf(parseColour(colour.trim().toLowerCase()));
  }
}

/** Attributes with the properties of `style`, which take precedence. */
function parseAttributes(written: string): Map<string, string> {
  const found = [...written.matchAll(/([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)];
  const own = new Map(found.map(([, name = "", one, other]) => [name, (one ?? other ?? "").trim()]));
  for (const property of (own.get("style") ?? "").split(";")) {
    const [name = "", value] = property.split(":").map((part) => part.trim());
    if (value !== undefined) own.set(name, value);
  }
  if ([...own].some(([name, value]) => OTHER.test(name) || value.includes("&"))) throw new NotPlain();
  return own;
}

/** The properties of an element: its own, else those of its parent; transformations are chained. */
function inheritStyle(parent: Style, own: ReadonlyMap<string, string>): Style {
  const style = new Map(parent);
  for (const name of PLAIN) {
    const value = own.get(name);
    if (value !== undefined && value !== "inherit") style.set(name, value);
  }
  const transforms = [parent.get("transform"), own.get("transform")].filter((one) => one !== undefined);
  if (transforms.length > 0) style.set("transform", transforms.join(" "));
  return style;
}

/** An element as path data. */
function toPathData(name: string, own: ReadonlyMap<string, string>): string {
  const n = (key: string) => parseNumber(own.get(key) ?? "0");
  const ellipse = (x: number, y: number, rx: number, ry: number) =>
    `M${x - rx} ${y}a${rx} ${ry} 0 1 0 ${2 * rx} 0a${rx} ${ry} 0 1 0 ${-2 * rx} 0z`;
  switch (name) {
    case "path":
      return own.get("d") ?? "";
    case "rect":
      if (own.has("rx") || own.has("ry")) throw new NotPlain();
      return `M${n("x")} ${n("y")}h${n("width")}v${n("height")}h${-n("width")}z`;
    case "circle":
      return ellipse(n("cx"), n("cy"), n("r"), n("r"));
    case "ellipse":
      return ellipse(n("cx"), n("cy"), n("rx"), n("ry"));
    case "line":
      return `M${n("x1")} ${n("y1")}L${n("x2")} ${n("y2")}`;
    case "polyline":
      return `M${own.get("points") ?? ""}`;
    case "polygon":
      return `M${own.get("points") ?? ""}z`;
    default:
      throw new NotPlain();
  }
}

function toPathSteps(path: ReturnType<typeof svgpath>): PathStep[] {
  const steps: PathStep[] = [];
  path.iterate((segment, _, fromX, fromY) => {
    switch (segment[0]) {
      case "M":
      case "L":
        steps.push([segment[0], segment[1], segment[2]]);
        return;
      case "H":
        steps.push(["L", segment[1], fromY]);
        return;
      case "V":
        steps.push(["L", fromX, segment[1]]);
        return;
      case "C":
        steps.push(segment);
        return;
      case "Q": {
        const [, x, y, toX, toY] = segment;
        const near = (from: number, control: number) => from + (2 / 3) * (control - from);
        steps.push(["C", near(fromX, x), near(fromY, y), near(toX, x), near(toY, y), toX, toY]);
        return;
      }
      case "Z":
      case "z":
        steps.push(["Z"]);
        return;
      default:
        throw new NotPlain();
    }
  });
  if (steps.some((step) => step.slice(1).some((n) => !Number.isFinite(n)))) throw new NotPlain();
  return steps;
}

function parseNumber(text: string): number {
  if (!NUMBER.test(text.trim())) throw new NotPlain();
  return Number.parseFloat(text);
}

function requireIndex(values: readonly string[], value = values[0] ?? ""): number {
  const at = values.indexOf(value);
  if (at === -1) throw new NotPlain();
  return at;
}

function parseColour(colour: string): Colour {
  const named = colour === "black" ? "#000" : colour === "white" ? "#fff" : colour;
  const short = /^#([\da-f])([\da-f])([\da-f])$/
    .exec(named)
    ?.slice(1)
    .map((digit) => digit + digit);
  const digits = short ?? /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})$/.exec(named)?.slice(1);
  if (digits === undefined) throw new NotPlain();
  const [red = 0, green = 0, blue = 0] = digits.map((pair) => Number.parseInt(pair, 16) / 255);
  return { red, green, blue };
}

/** The scale of a transformation, which must be the same in all directions to keep strokes even. */
function measureScale(transform: string): number {
  const ends: [number, number][] = [];
  svgpath("M0 0L1 0L0 1")
    .transform(transform)
    .abs()
    .iterate((segment) => {
      if (segment[0] === "M" || segment[0] === "L") ends.push([segment[1], segment[2]]);
    });
  const [[x, y] = [0, 0], ...others] = ends;
  const [across = 1, down = 1] = others.map(([toX, toY]) => Math.hypot(toX - x, toY - y));
  if (Math.abs(across - down) > 0.01 * across) throw new NotPlain();
  return across;
}
