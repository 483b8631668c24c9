import { extname } from "node:path";
import { fail } from "../../console/failure.ts";
import type { Choices, LanguageFlags } from "../../flags.ts";

/** The flags of `check`. */
export interface CheckFlags extends LanguageFlags {
  readonly variant?: string;
  readonly set: Choices;
  readonly json?: boolean;
  readonly names?: string;
  readonly code?: string;
  readonly paper?: string;
  readonly templates?: string;
  readonly confirm?: boolean;
  readonly picture?: string;
  readonly save?: string;
  readonly report?: string;
  readonly csv?: string;
  readonly jobs: number;
}

const PHOTO_ENDINGS = [
  ...[".jpg", ".jpeg", ".png", ".webp", ".tif", ".tiff", ".avif", ".heic", ".heif", ".gif"],
];

/** Whether a file is a photo, by its ending. */
export function isPhoto(file: string): boolean {
  return PHOTO_ENDINGS.includes(extname(file).toLowerCase());
}

/** Whether a file is a form that was filled in on a screen, by its ending. */
export function isForm(file: string): boolean {
  return extname(file).toLowerCase() === ".pdf";
}

/** Flags about photos only. */
const FOR_PHOTOS = ["names", "code", "paper", "templates", "confirm", "picture", "save"] as const;

/** Ends the command if a flag about photos is given without any. */
export function needPhotos(files: readonly string[], flags: CheckFlags): void {
  if (files.some(isPhoto)) return;
  const idle = FOR_PHOTOS.find((flag) => flags[flag] !== undefined);
  if (idle === undefined) return;
  fail("no-photo", `\`--${idle}\` is about photographed sheets`, `photos end in ${PHOTO_ENDINGS.join(" ")}`);
}
