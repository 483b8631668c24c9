import { cpus, totalmem } from "node:os";
import type { Measured } from "./run.ts";

/** The time one program took for this number of pages. */
export interface Row {
  readonly name: string;
  readonly version: string;
  readonly pages: number;
  readonly measured: Measured;
}

const HEAD = ["", "version", "pages", "time", "processor time", "peak memory", "file", "file per page"];

/** The figures side by side, with what is missing told below. */
export function table(rows: readonly Row[], missing: readonly string[]): string {
  const cells = rows.map(({ name, version, pages, measured }) => {
    const { wallSeconds, userSeconds, peakMegabytes, fileBytes } = measured;
    return [
      name,
      version,
      grouped(pages),
      `${wallSeconds.toFixed(2)} s`,
      `${userSeconds.toFixed(2)} s`,
      `${Math.round(peakMegabytes)} MB`,
      `${(fileBytes / 1e6).toFixed(2)} MB`,
      `${grouped(Math.round(fileBytes / pages))} bytes`,
    ];
  });
  const all = [HEAD, ...cells];
  const widths = HEAD.map((_, at) => Math.max(...all.map((row) => row[at]?.length ?? 0)));
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, at) => (at < 2 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0))).join(" | ")} |`;
  const rule = `|${widths.map((width, at) => (at < 2 ? "-".repeat(width + 2) : `${"-".repeat(width + 1)}:`)).join("|")}|`;
  return [line(HEAD), rule, ...cells.map(line), "", machine(), ...missing.map((text) => `\n${text}`)].join(
    "\n",
  );
}

function machine(): string {
  const [core] = cpus();
  const memory = Math.round(totalmem() / 2 ** 30);
  return `${cpus().length} cores, ${core?.model.trim()}, ${memory} GB, Node ${process.version}`;
}

/** 10000 as `10 000`. */
function grouped(n: number): string {
  return String(n).replace(/\B(?=(\d{3})+$)/g, " ");
}
