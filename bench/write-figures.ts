import { readFileSync, writeFileSync } from "node:fs";

const END = "<!-- end of figures -->";

/**
 * Puts figures into their place in the document.
 *
 * @param bench the script that measured them, such as `bench:photos`
 * @param document its name in `docs/`
 * @throws if the document has no such place
 */
export function writeFigures(bench: string, figures: string, document = "benchmarks.md"): void {
  const { file, text, from, to } = placeOf(bench, document);
  writeFileSync(file, `${text.slice(0, from)}\n\n${figures}\n\n${text.slice(to)}`);
}

/** The lines of figures that are in the document. @throws if the document has no such place */
export function knownRows(bench: string, document: string): string[] {
  const { text, from, to } = placeOf(bench, document);
  return text.slice(from, to).trim().split("\n");
}

function placeOf(bench: string, document: string) {
  const file = new URL(`../docs/${document}`, import.meta.url);
  const begin = `<!-- figures of ${bench} -->`;
  const text = readFileSync(file, "utf8");
  const from = text.indexOf(begin);
  const to = text.indexOf(END, from);
  if (from < 0 || to < 0) throw new Error(`docs/${document} has no place for the figures of ${bench}`);
  return { file, text, from: from + begin.length, to };
}
