/** An element with those in it, and those that it takes from elsewhere in the file. */
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
 * @param svg without comments
 * @param most beyond these nobody needs to know
 * @returns infinity if something is made of itself; null where a tag does not end
 */
export function drawnElements(svg: string, most: number): number | null {
  const tree = treeOf(svg, most);
  if (tree === null) return null;
  const { root, byId } = tree;
  const counted = new Map<Element, number>();
  const count = (element: Element, depth: number): number => {
    const known = counted.get(element);
    if (known !== undefined) return known;
    if (depth > DEEPEST) return Number.POSITIVE_INFINITY;
    // Whoever comes here again before it is counted has gone in a circle.
    counted.set(element, Number.POSITIVE_INFINITY);
    const parts = [...element.children, ...element.takes.flatMap((id) => byId.get(id) ?? [])];
    const all = parts.reduce((sum, part) => sum + count(part, depth + 1), 1);
    counted.set(element, all);
    return all;
  };
  return count(root, 0);
}

/** Deeper than any drawing program nests. */
const DEEPEST = 500;

function treeOf(svg: string, most: number): { root: Element; byId: Map<string, Element> } | null {
  const root: Element = { children: [], takes: [] };
  const byId = new Map<string, Element>();
  const open = [root];
  let elements = 0;
  for (let at = svg.indexOf("<"); at !== -1 && elements <= most; at = svg.indexOf("<", TAG.lastIndex)) {
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
