import { count, readFlags } from "../flags.ts";

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

/** What the flags can be. */
const FLAGS = {
  options: {
    pages: { type: "string", default: "10000,100000" },
    runs: { type: "string", default: "3" },
    only: { type: "string" },
    keep: { type: "string", default: "output/bench-pads" },
    write: { type: "boolean", default: false },
  },
} as const;

/** Reads the flags. Ends the bench on flags that there are not. */
export function readOptions(args: readonly string[]): BenchOptions {
  return readFlags(FLAGS, args, ({ values }) => {
    const pages = values.pages.split(",").map((text) => count("pages", text, 1));
    return {
      pages: pages.sort((a, b) => a - b),
      runs: count("runs", values.runs, 1),
      only: values.only?.toLowerCase().split(",") ?? null,
      folder: values.keep,
      write: values.write,
    };
  });
}
