/** A line of YAML in a comment: its indentation within, its key, and where it is. */
interface Commented {
  readonly line: number;
  readonly depth: number;
  readonly text: string;
}

/** How a setting that is only offered looks: a comment that holds a key and a colon. */
const OFFERED = /^(\s*)# (\s*)((?:[a-z_]\w*|"[^"]+"):(?: .*)?)$/;

/**
 * The texts that come of taking one offer each out of its comment, as someone does in an editor: the line itself, and the
 * commented lines that it is indented under.
 *
 * @returns by the offered line
 */
export function uncommentedOneByOne(text: string): Map<string, string> {
  const offers = commentedIn(text);
  const leaves = offers.filter(({ text: line }) => !line.endsWith(":"));
  return new Map(leaves.map((leaf) => [leaf.text, uncommented(text, [leaf, ...above(leaf, offers)])]));
}

/** The text with all offered lines in the given list taken out of their comments, with those that they are under. */
export function uncommentedLines(text: string, wanted: readonly string[]): string {
  const offers = commentedIn(text);
  const leaves = offers.filter((offer) => wanted.includes(offer.text));
  if (leaves.length !== wanted.length) throw new Error(`not all of ${wanted} are offered`);
  return uncommented(
    text,
    leaves.flatMap((leaf) => [leaf, ...above(leaf, offers)]),
  );
}

function commentedIn(text: string): Commented[] {
  return text.split("\n").flatMap((line, at) => {
    const [, before = "", within = "", key] = OFFERED.exec(line) ?? [];
    return key === undefined ? [] : [{ line: at, depth: before.length + within.length, text: key }];
  });
}

/** The lines that a line is indented under, as far as they are comments as well. */
function above(leaf: Commented, offers: readonly Commented[]): Commented[] {
  let depth = leaf.depth;
  return offers
    .filter(({ line }) => line < leaf.line)
    .reverse()
    .filter((offer) => {
      const isAbove = offer.depth < depth && offer.text.endsWith(":");
      if (isAbove) depth = offer.depth;
      return isAbove;
    });
}

function uncommented(text: string, lines: readonly Commented[]): string {
  const numbers = new Set(lines.map(({ line }) => line));
  return text
    .split("\n")
    .map((line, at) => (numbers.has(at) ? line.replace("# ", "") : line))
    .join("\n");
}
