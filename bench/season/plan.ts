import { readFileSync } from "node:fs";
import { knownRows } from "../write-figures.ts";
import type { Shared } from "./sharing.ts";

const SCALE = new URL("../../docs/scale.md", import.meta.url);

/** What the plan goes by. */
type Measured = Pick<Shared, "readMs" | "overhead" | "gain" | "bytes" | "throughput">;

/** What the plan takes for granted; prices are rough ones of rented machines. */
const GIVEN = {
  photos: 1_000_000,
  hours: 8,
  /** Of a photo from a telephone. */
  photoMegabytes: 3,
  /** How long a person takes for a question, with the picture of the box before them. */
  secondsPerQuestion: 6,
  eurosPerCoreHour: 0.04,
  eurosPerGigabyteMonth: 0.02,
  eurosPerPersonHour: 20,
  /** Machines fail, and photos differ. */
  reserve: 1.25,
} as const;

/** The lines of a document's table that hold one of some rows, as cells; of the first table that has them all. */
function rowsWith(document: string, ...names: readonly string[]): string[][] | null {
  for (const table of document.split(/\n(?!\|)/)) {
    const rows = table.split("\n").map((line) =>
      line
        .split("|")
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
    const found = names.map((name) => rows.find(([first]) => first === name) ?? []);
    if (found.every(({ length }) => length > 0))
      return [rows.find(({ length }) => length > 0) ?? [], ...found];
  }
  return null;
}

/** Questions for each sheet, as `npm run bench:photos` counted them last. @throws if the document does not tell */
function questionsPerSheet(): number {
  const rows = knownRows("bench:photos --folds", "benchmarks.md");
  const perSheet = Number(rowsWith(rows.join("\n"), "questions per sheet")?.[1]?.at(-1));
  if (!(perSheet > 0)) throw new Error("docs/benchmarks.md does not tell how many questions there were");
  return perSheet;
}

/** What was measured before, as docs/scale.md tells it. */
export function measuredBefore(): Measured {
  const text = readFileSync(SCALE, "utf8");
  const figure = (name: string) => Number.parseFloat(rowsWith(text, name)?.[1]?.[1] ?? "");
  return {
    readMs: figure("time to read a photo, median"),
    overhead: figure("what the queue adds to the reading") / 100,
    gain: figure("two workers, one being 1"),
    bytes: 1000 * figure("kept in the database of each photo"),
    throughput: figure("photos a second through the queue, if reading takes no time"),
  };
}

const whole = new Intl.NumberFormat("en", { maximumFractionDigits: 0 });
const fine = new Intl.NumberFormat("en", { maximumFractionDigits: 1 });

/** A million photos in eight hours, with what was measured, as a table. */
export function plan({ readMs, overhead, gain, bytes, throughput }: Measured): string {
  const { photos, hours, photoMegabytes, secondsPerQuestion, reserve } = GIVEN;
  const perSecond = photos / (hours * 3600);
  const busyCores = (perSecond * readMs * (1 + overhead)) / 1000 / (gain / 2);
  const cores = Math.ceil(busyCores * reserve);
  const questions = questionsPerSheet();
  const personHours = (photos * questions * secondsPerQuestion) / 3600;
  const photoGigabytes = (photos * photoMegabytes) / 1000;
  const databaseGigabytes = (photos * bytes) / 1e9;
  const machineEuros = cores * hours * GIVEN.eurosPerCoreHour;
  const storageEuros = (photoGigabytes + databaseGigabytes) * GIVEN.eurosPerGigabyteMonth;
  const row = (what: string, how: string, much: string) => `| ${what} | ${how} | ${much} |`;
  return [
    "| what | how it comes about | how much |",
    "|---|---|--:|",
    row("photos a second", `${whole.format(photos)} in ${hours} hours`, fine.format(perSecond)),
    row(
      "cores",
      `${whole.format(readMs)} ms a photo, ${fine.format(100 * overhead)} % for the queue, ${fine.format(gain)} times one worker by two, a quarter in reserve`,
      whole.format(cores),
    ),
    row(
      "load of the queue",
      `one worker gets ${whole.format(throughput)} photos a second through it if reading takes no time`,
      `${fine.format((100 * perSecond) / throughput)} % of one connection`,
    ),
    row("photos, stored", `${photoMegabytes} MB each`, `${whole.format(photoGigabytes)} GB`),
    row(
      "network to the workers",
      "each photo is fetched once",
      `${fine.format((perSecond * photoMegabytes * 8) / 1000)} Gbit/s`,
    ),
    row(
      "database",
      `${whole.format(bytes / 1000)} KB a photo, with the pictures of sheets that wait`,
      `${whole.format(databaseGigabytes)} GB`,
    ),
    row(
      "people",
      `${questions.toFixed(2)} questions a sheet, ${secondsPerQuestion} seconds each`,
      `${whole.format(personHours)} hours; ${whole.format(personHours / hours)} people for ${hours} hours`,
    ),
    row("cost of machines", `${GIVEN.eurosPerCoreHour} € a core and hour`, `${whole.format(machineEuros)} €`),
    row(
      "cost of storage",
      `${GIVEN.eurosPerGigabyteMonth} € a GB and month`,
      `${whole.format(storageEuros)} € a month`,
    ),
    row(
      "cost of people",
      `${GIVEN.eurosPerPersonHour} € an hour`,
      `${whole.format(personHours * GIVEN.eurosPerPersonHour)} €`,
    ),
  ].join("\n");
}
