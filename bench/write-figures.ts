import { readFileSync, writeFileSync } from "node:fs";

const DOCUMENT = new URL("../docs/benchmarks.md", import.meta.url);
const END = "<!-- end of figures -->";

/**
 * Puts figures into their place in the document.
 *
 * @param bench the script that measured them, such as `bench:photos`
 * @throws if the document has no such place
 */
export function writeFigures(bench: string, figures: string): void {
  const begin = `<!-- figures of ${bench} -->`;
  const text = readFileSync(DOCUMENT, "utf8");
  const from = text.indexOf(begin);
  const to = text.indexOf(END, from);
  if (from < 0 || to < 0) throw new Error(`docs/benchmarks.md has no place for the figures of ${bench}`);
  const head = text.slice(0, from + begin.length);
  writeFileSync(DOCUMENT, `${head}\n\n${figures}\n\n${text.slice(to)}`);
}
