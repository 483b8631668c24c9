import { existsSync } from "node:fs";
import { type PictureProcess, pictureProcess } from "../../../files/picture-process.ts";
import { MAX_PHOTOS_AS_STARTED } from "../../threads/low-memory.ts";
import { isPhoto } from "./job.ts";

/** Started, and not yet in use. */
let first: PictureProcess | null = null;

/**
 * Starts the process that decodes photos while the command is still being loaded: it takes about as long. Not if it is unclear yet whether
 * there are photos, or if there are so many that a new process checks them.
 */
export function startFirstDecoder(words: readonly string[]): void {
  if (words.length > MAX_PHOTOS_AS_STARTED) return;
  if (!words.every((word) => isPhoto(word) && existsSync(word))) return;
  first ??= pictureProcess();
  first.start();
}

/** What decodes photos: what has been started, if nobody has taken that yet. Whoever takes it closes it. */
export function takeDecoder(): PictureProcess {
  const taken = first ?? pictureProcess();
  first = null;
  return taken;
}

/** Ends what has been started, if nobody has taken it. */
export function closeFirstDecoder(): void {
  first?.close();
  first = null;
}
