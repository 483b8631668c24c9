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
  const file = new URL(`../docs/${document}`, import.meta.url);
  const begin = `<!-- figures of ${bench} -->`;
  const text = readFileSync(file, "utf8");
  const from = text.indexOf(begin);
  const to = text.indexOf(END, from);
  if (from < 0 || to < 0) throw new Error(`docs/${document} has no place for the figures of ${bench}`);
  const head = text.slice(0, from + begin.length);
  writeFileSync(file, `${head}\n\n${figures}\n\n${text.slice(to)}`);
}
