import { parseArgs } from "node:util";

export interface BenchOptions {
  /** How many pages, smallest first; slow programs draw as many as they can. */
  readonly pages: readonly number[];
  readonly runs: number;
  /** Names of the programs; null for all. */
  readonly only: readonly string[] | null;
  readonly folder: string;
  /** Puts the figures into `docs/benchmarks.md`. */
  readonly write: boolean;
}

/** Reads the flags. @throws on flags that there are not */
export function readOptions(args: readonly string[]): BenchOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      pages: { type: "string", default: "10000,100000" },
      runs: { type: "string", default: "3" },
      only: { type: "string" },
      keep: { type: "string", default: "output/bench-pads" },
      write: { type: "boolean", default: false },
    },
  });
  const pages = values.pages.split(",").map((text) => count("pages", text));
  return {
    pages: pages.sort((a, b) => a - b),
    runs: count("runs", values.runs),
    only: values.only?.toLowerCase().split(",") ?? null,
    folder: values.keep,
    write: values.write,
  };
}

function count(flag: string, text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new Error(`--${flag} takes whole numbers, not \`${text}\``);
  return Number(text);
}
