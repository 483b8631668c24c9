import { type Logo, readLogo } from "../../print/pad/logo.ts";
import type { Result } from "../../rules/problem/problem.ts";
import { decodePhoto, loadDecoder } from "../../scan/image/decode.ts";
import type { Photo } from "../../scan/image/picture.ts";
import { startWatch, type TaskLimits } from "./picture-watch.ts";

/** What the process can be asked for; each answers with the result of the function of the engine. */
export type PictureTask = {
  readonly bytes: Uint8Array;
  readonly file: string;
  readonly limits: TaskLimits;
} & ({ readonly kind: "photo" } | { readonly kind: "logo"; readonly inColour: boolean });

// This module is a process of its own, and the only one here that knows it.
const watch = startWatch();

process.on("message", async (task: PictureTask) => {
  watch(task.limits);
  const answer = await carriedOut(task);
  watch(null);
  process.send?.(answer);
});
// The decoder is loaded while the first photo is on its way.
void loadDecoder();
// Whoever asked is gone.
process.on("disconnect", () => process.kill(process.pid, "SIGKILL"));

async function carriedOut(task: PictureTask): Promise<Result<Photo | Logo>> {
  switch (task.kind) {
    case "photo":
      return await decodePhoto(task.bytes, task.file);
    case "logo":
      return await readLogo(task.file, task.bytes, task.inColour);
    default:
      return task satisfies never;
  }
}
