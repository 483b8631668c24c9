import { readFileSync } from "node:fs";
import type { Shared } from "./sharing.ts";

const BENCHMARKS = new URL("../../docs/benchmarks.md", import.meta.url);

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

/** Boxes that were asked about, for each sheet, as `npm run bench:photos` counted them last. */
function questionsPerSheet(): number {
  const text = readFileSync(BENCHMARKS, "utf8");
  const row = (name: string) => text.split("\n").find((line) => line.startsWith(`| ${name} `)) ?? "";
  const last = (line: string) => Number(/(\d+)[^|]*\|\s*$/.exec(line)?.[1]);
  const perSheet = last(row("boxes asked")) / last(row("sheets found"));
  if (!(perSheet > 0)) throw new Error("docs/benchmarks.md does not tell how many boxes were asked about");
  return perSheet;
}

const whole = new Intl.NumberFormat("en", { maximumFractionDigits: 0 });
const fine = new Intl.NumberFormat("en", { maximumFractionDigits: 1 });

/** A million photos in eight hours, with what was measured, as a table. */
export function plan({ readMs, overhead, gain, bytes, throughput }: Shared): string {
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
      `${fine.format(questions)} questions a sheet, ${secondsPerQuestion} seconds each`,
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
