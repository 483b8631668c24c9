import { mkdirSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { writeFigures } from "../write-figures.ts";
import { CONTENDERS, type Contender } from "./contenders.ts";
import { type Measured, measure, medianOf } from "./measure/run.ts";
import { type Row, table } from "./measure/table.ts";
import { type BenchOptions, readOptions } from "./options.ts";
import type { RecordedSheet } from "./recorded-sheet.ts";
import { writeSheetFiles } from "./sheet-files.ts";

/** Lets several programs draw the same numbered sheets, one after the other, and prints what each took. */
async function bench({ pages, runs, only, folder, write }: BenchOptions): Promise<void> {
  const work = resolve(folder);
  mkdirSync(work, { recursive: true });
  const contenders = CONTENDERS.filter(({ name }) => only?.includes(name.toLowerCase()) ?? true);
  const rows: Row[] = [];
  const missing: string[] = [];
  const sheets = sheetsFor(work);
  for (const contender of contenders) {
    const version = contender.version();
    if (version === null) {
      missing.push(`${contender.name} is left out: it takes ${contender.needs}.`);
      continue;
    }
    for (const count of pagesFor(contender, pages)) {
      try {
        const measured = await medianTaken(contender, count, runs, work, sheets(count));
        rows.push({ name: contender.name, version, pages: count, measured });
      } catch (error) {
        missing.push(`${contender.name} failed at ${count} pages: ${firstLine(error)}`);
      }
    }
  }
  const figures = table(rows, missing);
  console.log(figures);
  if (write) writeFigures("bench:pads", figures);
}

/** As many as were asked for; of those that are too many, as many as it can. */
function pagesFor({ mostPages }: Contender, pages: readonly number[]): number[] {
  return [...new Set(pages.map((count) => Math.min(count, mostPages)))];
}

interface Drawn {
  readonly folder: string;
  readonly sheet: RecordedSheet;
}

/** What the others draw from, written once for each count of pages: a number has as many figures as the last one. */
function sheetsFor(work: string): (pages: number) => Drawn {
  const known = new Map<number, Drawn>();
  return (pages) => {
    const folder = join(work, String(pages));
    const drawn = known.get(pages) ?? { folder, sheet: writeSheetFiles(folder, pages) };
    known.set(pages, drawn);
    return drawn;
  };
}

async function medianTaken(
  contender: Contender,
  pages: number,
  runs: number,
  work: string,
  { folder, sheet }: Drawn,
): Promise<Measured> {
  contender.prepare?.(folder, sheet, pages);
  const out = join(work, `${contender.name.toLowerCase()}-${pages}.pdf`);
  const taken: Measured[] = [];
  for (let run = 1; run <= runs; run++) {
    process.stderr.write(`${contender.name}, ${pages} pages: run ${run} of ${runs}\n`);
    rmSync(out, { force: true });
    taken.push(await measure(contender.command(folder, pages, out), folder, out));
  }
  return medianOf(taken);
}

function firstLine(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split("\n").at(-1) ?? "";
}

await bench(readOptions(process.argv.slice(2)));
