import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { fingerprintOf } from "./fingerprint.ts";
import type { Fold } from "./folds.ts";
import type { PhotoScore } from "./measure/compare.ts";
import { keep } from "./print.ts";

/** What a photo came to, and the peak memory of the process that had read it, in MB. */
export interface KeptScore {
  readonly score: PhotoScore;
  readonly peakMb: number;
}

/** A photo, and what it is read with. */
export interface ReadPhoto {
  /** Of its JPEG. */
  readonly path: string;
  /** Whose network. */
  readonly fold: Fold;
  /** Which reader it is, where there are several; otherwise empty. */
  readonly reader: string;
}

interface Entry extends KeptScore {
  readonly fingerprint: string;
}

/** Everything that decides what a photo comes to. */
const MADE_BY = ["src/scan", "src/rules", "src/check", "src/print", "src/platform", "variants", "templates"];
const MEASURE = "bench/photos/measure";

const programs = new Map<string, string>();

/** Changes with the photo, and whenever it might come to something else. */
function fingerprint(photo: string, fold: Fold): string {
  const network = resolve(fold);
  const program = programs.get(network) ?? fingerprintOf([...MADE_BY, network, MEASURE]);
  programs.set(network, program);
  return createHash("sha256").update(program).update(readFileSync(photo)).digest("hex").slice(0, 16);
}

/** Keeps what a photo came to next to it. */
export function keepScore(photo: ReadPhoto, kept: KeptScore): void {
  const entry: Entry = { fingerprint: fingerprint(photo.path, photo.fold), ...kept };
  keep(scorePath(photo), JSON.stringify(entry));
}

/** What a photo came to when this same program read it; null if it has not. */
export function keptScore(photo: ReadPhoto): KeptScore | null {
  const file = scorePath(photo);
  if (!existsSync(file)) return null;
  const entry = JSON.parse(readFileSync(file, "utf8")) as Entry;
  return entry.fingerprint === fingerprint(photo.path, photo.fold) ? entry : null;
}

function scorePath({ path, reader }: ReadPhoto): string {
  return path.replace(/jpg$/, `${reader}score`);
}
