import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { fingerprintOf } from "./fingerprint.ts";
import type { PhotoScore } from "./measure/compare.ts";
import { keep } from "./print.ts";

/** What a photo came to, and the peak memory of the process that had read it, in MB. */
export interface KeptScore {
  readonly score: PhotoScore;
  readonly peakMb: number;
}

interface Entry extends KeptScore {
  readonly fingerprint: string;
}

/** Everything that decides what a photo comes to. */
const MADE_BY = ["src/scan", "src/rules", "src/check", "src/print", "src/platform", "variants", "templates"];
const MODELS_AND_MEASURE = ["models", "bench/photos/measure"];

let program: string | null = null;

/** Changes with the photo, and whenever it might come to something else. */
function fingerprint(photo: string): string {
  program ??= fingerprintOf([...MADE_BY, ...MODELS_AND_MEASURE]);
  return createHash("sha256").update(program).update(readFileSync(photo)).digest("hex").slice(0, 16);
}

/** Keeps what a photo came to beside it. @param photo the path of its JPEG @param reader which reader it was, where there are several */
export function keepScore(photo: string, kept: KeptScore, reader = ""): void {
  const entry: Entry = { fingerprint: fingerprint(photo), ...kept };
  keep(scorePath(photo, reader), JSON.stringify(entry));
}

/** What a photo came to when this same program read it; null if it has not. @param photo the path of its JPEG @param reader which one, where there are several */
export function keptScore(photo: string, reader = ""): KeptScore | null {
  const file = scorePath(photo, reader);
  if (!existsSync(file)) return null;
  const entry = JSON.parse(readFileSync(file, "utf8")) as Entry;
  return entry.fingerprint === fingerprint(photo) ? entry : null;
}

function scorePath(photo: string, reader: string): string {
  return photo.replace(/jpg$/, `${reader}score`);
}
