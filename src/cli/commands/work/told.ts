import { createHash } from "node:crypto";
import { modelVersion, version } from "../../../files/package.ts";
import type { SheetSources } from "../../../files/pictures/sheet-sources.ts";
import type { EveningName } from "../../../season/sheet-to-keep.ts";

/** What is said about photos when they are put into a queue. */
export interface Told {
  readonly sources: SheetSources;
  readonly evening: EveningName;
  /** The language of made-up names. */
  readonly lang: string;
}

/** As JSON, the same for whoever says the same. */
export function toldJson({ sources, evening, lang }: Told): string {
  const { variant = null, choices = {}, paper = null, pad = null, templates = null } = sources;
  const chosen = Object.entries(choices).sort(([a], [b]) => (a < b ? -1 : 1));
  const { date, place, name } = evening;
  return JSON.stringify({
    sources: { variant, choices: Object.fromEntries(chosen), paper, pad, templates },
    evening: { date, place, name },
    lang,
  });
}

/** @param json as `toldJson` writes it */
export function readTold(json: string): Told {
  return JSON.parse(json) as Told;
}

/** What a reading is known by beside the photo: the versions of program and model, and what was said about the photo. */
export function createEngineKey(): (told: string) => string {
  const versions = `${version()}+${modelVersion()}`;
  return (told) => `${versions} ${createHash("sha256").update(told).digest("hex").slice(0, 8)}`;
}
