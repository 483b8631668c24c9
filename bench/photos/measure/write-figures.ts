import { readFileSync, writeFileSync } from "node:fs";

const DOCUMENT = new URL("../../../docs/benchmarks.md", import.meta.url);
const [BEGIN, END] = ["<!-- figures of bench:photos -->", "<!-- end of figures -->"] as const;

/** Puts the figures into their place in the document. @throws if it has no such place */
export function writeFigures(figures: string): void {
  const text = readFileSync(DOCUMENT, "utf8");
  const [from, to] = [text.indexOf(BEGIN), text.indexOf(END)];
  if (from < 0 || to < from) throw new Error("docs/benchmarks.md has no place for the figures");
  const head = text.slice(0, from + BEGIN.length);
  writeFileSync(DOCUMENT, `${head}\n\n${figures}\n\n${text.slice(to)}`);
}
