/** A tag of a template that opens a block, goes on with `else`, or closes a block. */
const TAG = /^\{\{~?(?:(?<opens>#|\^\s*[^\s~}])|(?<goesOn>else\s+[^\s~}])|(?<closes>\/))/;

/**
 * Where blocks within blocks, or calls within calls, go deeper than that: the offset of what is too much; null if nothing is.
 * It only looks at brackets, and looks at each once: Handlebars takes the square of the depth, and so has to be kept from trying.
 *
 * @param most more than any template may be nested, by a good margin
 */
export function tooDeepAt(text: string, most: number): number | null {
  /** How deep each open block is: `else if` puts a further block into the one that it goes on. */
  const blocks: number[] = [];
  let depth = 0;
  for (let at = text.indexOf("{{"); at !== -1; ) {
    const end = text.indexOf("}}", at);
    const tag = text.slice(at, end === -1 ? undefined : end);
    const { opens, goesOn, closes } = TAG.exec(tag)?.groups ?? {};
    if (opens !== undefined) blocks.push(1);
    else if (goesOn !== undefined) blocks.push((blocks.pop() ?? 0) + 1);
    if (opens !== undefined || goesOn !== undefined) depth += 1;
    if (closes !== undefined) depth -= blocks.pop() ?? 0;
    if (depth > most || callDepth(tag) > most) return at;
    at = end === -1 ? -1 : text.indexOf("{{", end);
  }
  return null;
}

/** How many calls within calls stand in a tag. */
function callDepth(tag: string): number {
  let [depth, deepest] = [0, 0];
  for (const char of tag) {
    if (char === "(") depth += 1;
    if (char === ")") depth -= 1;
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}
