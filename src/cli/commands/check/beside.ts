import { readBytes } from "../../../files/read-file.ts";
import { elementAt } from "../../../rules/arrays.ts";
import { type Result, success } from "../../../rules/problem/problem.ts";
import type { Photo } from "../../../scan/image/picture.ts";
import { networkThread } from "../../threads/network-thread.ts";
import { takeDecoder } from "./first-decoder.ts";
import type { PhotoSource } from "./photo-sources.ts";

/** What works beside this thread while photos are read. */
export type Beside = ReturnType<typeof startBeside>;

/**
 * Starts that, and with it the first photo: it is decoded while this thread still loads all the rest. Where several threads view photos,
 * and this one reads what all of them saw, the network that reads digits has a thread, too; else that would only take memory and time.
 *
 * @param sources at least one
 * @param jobs how many photos are viewed at the same time
 */
export function startBeside(sources: readonly PhotoSource[], jobs: number) {
  const threads = Math.min(jobs, sources.length);
  const decoders = openDecoders(threads);
  const first = decoders.photo(elementAt(sources, 0));
  const network = threads > 1 ? networkThread() : null;
  return {
    threads,
    /** What reads digits, if it is not to be loaded in this thread. */
    network: network && (() => network.network()),
    /** A photo, by its place among the sources. */
    photo: (at: number) => (at === 0 ? first : decoders.photo(elementAt(sources, at))),
    async close() {
      decoders.close();
      await network?.close();
    },
  };
}

/** Photos are decoded in a fraction of the time that they are viewed in, but may take most of the memory. */
const THREADS_PER_DECODER = 2;

/** Decodes the photos of some threads, in their order. */
function openDecoders(threads: number) {
  const processes = Array.from({ length: Math.ceil(threads / THREADS_PER_DECODER) }, takeDecoder);
  let next = 0;
  return {
    async photo({ file, bytes: given }: PhotoSource): Promise<Result<Photo>> {
      const bytes = given === null ? readBytes(file, "photo") : success(given);
      if (!bytes.ok) return bytes;
      return elementAt(processes, next++ % processes.length).photo(bytes.value, file);
    },
    close() {
      for (const one of processes) one.close();
    },
  };
}
