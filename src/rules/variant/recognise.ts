import { KEYS } from "./parts/variant.ts";
import { type MapNode, readTree } from "./tree.ts";

/**
 * Whether a text is meant as a variant, rather than something else under its name: most of its keys are those of variants. A file that
 * only another file names may be anything, so it must not be quoted before this is known.
 *
 * @param tree what `readTree` made of it, if that is known
 */
export function isMeantAsVariant(text: string, tree = readTree("", text).tree): boolean {
  const keys = tree === null ? keysAtLineStarts(text) : [...tree.entries.keys()];
  return keys.filter((key) => Object.hasOwn(KEYS, key)).length * 2 > keys.length;
}

/** The key by which a file names a variant instead of being one: `variant` of a sheet, `block` of a block file; null for any other file. */
export function keyNamingVariant({ entries }: MapNode): "variant" | "block" | null {
  if (entries.has("id") || entries.has("extends")) return null;
  return (["variant", "block"] as const).find((key) => entries.has(key)) ?? null;
}

/** The keys of a text that is no good YAML. */
function keysAtLineStarts(text: string): string[] {
  return [...text.matchAll(/^\uFEFF?["']?([^\s:"'#]+)["']?[ \t]*:/gm)].map(([, key]) => key ?? "");
}
