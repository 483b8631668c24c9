import { existsSync } from "node:fs";
import { extname } from "node:path";
import { Tinypool } from "tinypool";
import { type PictureProcess, pictureProcess } from "../../files/pictures/picture-process.ts";
import { readBytes } from "../../files/read/read-file.ts";
import { getElement } from "../../rules/arrays.ts";
import { type Result, success } from "../../rules/problem/problem.ts";
import type { Network } from "../../scan/digits/network.ts";
import type { Photo } from "../../scan/image/picture.ts";
import type { Viewed } from "../../scan/scan.ts";
import type { Scan } from "../../scan/view/view-sheets.ts";
import { isPhoto } from "../file-kinds.ts";
import { MAX_PHOTOS_AS_STARTED } from "./low-memory.ts";
import type * as NetworkTasks from "./network-worker.ts";
import type * as Tasks from "./view-worker.ts";
import type { PhotoSettings, PhotoSource, ViewRequest } from "./view-worker.ts";

/** The processes and threads that decode photos and read digits for this thread. */
export type PhotoWorkers = ReturnType<typeof startPhotoWorkers>;

/**
 * Starts the workers, and with them the first photo: it is decoded while this thread loads the rest. The network that reads digits has a
 * thread only where several threads view photos and this one reads what they saw; else that would only cost memory and time.
 *
 * @param sources at least one
 * @param jobs how many photos are viewed at the same time
 */
export function startPhotoWorkers(sources: readonly PhotoSource[], jobs: number) {
  const threads = Math.min(jobs, sources.length);
  const decoders = openDecoders(threads);
  const first = decoders.photo(getElement(sources, 0));
  const network = threads > 1 ? networkThread() : null;
  return {
    threads,
    /** The reader of digits; null if it is loaded in this thread. */
    network: network && (() => network.network()),
    /** A photo, by its place among the sources. */
    photo: (at: number) => (at === 0 ? first : decoders.photo(getElement(sources, at))),
    async close() {
      decoders.close();
      await network?.close();
    },
  };
}

/** Photos are decoded in a fraction of the time that viewing takes, but may need most of the memory. */
const THREADS_PER_DECODER = 2;

/** Decodes the photos of some threads, in their order. */
function openDecoders(threads: number) {
  const processes = Array.from({ length: Math.ceil(threads / THREADS_PER_DECODER) }, takeDecoder);
  let next = 0;
  return {
    async photo({ file, bytes: given }: PhotoSource): Promise<Result<Photo>> {
      const bytes = given === null ? readBytes(file, "photo") : success(given);
      if (!bytes.ok) return bytes;
      return getElement(processes, next++ % processes.length).photo(bytes.value, file);
    },
    close() {
      for (const one of processes) one.close();
    },
  };
}

// The worker is next to this module and has the same extension, built or not.
const WORKER = new URL(`./view-worker${extname(import.meta.url)}`, import.meta.url).href;

const PREPARE = "prepare" satisfies keyof typeof Tasks;

/** Threads that view photos. Each loads what it needs once. */
export function viewThreads(threads: number, settings: PhotoSettings) {
  const pool = new Tinypool({ filename: WORKER, minThreads: threads, maxThreads: threads });
  // If preparing fails, the first photo reports it.
  for (let one = 0; one < threads; one++) void pool.run(settings, { name: PREPARE }).catch(() => undefined);
  return {
    view(request: ViewRequest): Promise<Scan<Viewed>> {
      const { grey, chroma } = request.photo;
      // Both may lie in one buffer. Transferred, they are not held twice.
      const buffers = new Set([grey.pixels.buffer, chroma.pixels.buffer] as ArrayBuffer[]);
      return pool.run(request, { transferList: [...buffers] });
    },
    close: () => pool.destroy(),
  };
}

/** Started, and not yet in use. */
let firstDecoder: PictureProcess | null = null;

/**
 * Starts the process that decodes photos while the command is still being loaded, which takes about as long. Not if it is unclear whether
 * there are photos, or if there are enough for a new process to check them.
 */
export function startFirstDecoder(words: readonly string[]): void {
  if (words.length > MAX_PHOTOS_AS_STARTED) return;
  if (!words.every((word) => isPhoto(word) && existsSync(word))) return;
  firstDecoder ??= pictureProcess();
  firstDecoder.start();
}

/** The decoder that was started, or a new one. The caller closes it. */
function takeDecoder(): PictureProcess {
  const taken = firstDecoder ?? pictureProcess();
  firstDecoder = null;
  return taken;
}

/** Ends the first decoder if it was never used. */
export function closeFirstDecoder(): void {
  firstDecoder?.close();
  firstDecoder = null;
}

// The worker is next to this module and has the same extension, built or not.
const NETWORK_WORKER = new URL(`./network-worker${extname(import.meta.url)}`, import.meta.url).href;

const OPEN_NETWORK = "open" satisfies keyof typeof NetworkTasks;
const RUN_NETWORK = "run" satisfies keyof typeof NetworkTasks;

interface NetworkThread {
  /** The network as soon as it is loaded; null if its files are broken. */
  network(): Promise<Network | null>;
  close(): Promise<void>;
}

/** Starts to load the network that reads digits, which takes a moment: until a sheet has been found, nobody needs it. */
function networkThread(): NetworkThread {
  const pool = new Tinypool({ filename: NETWORK_WORKER, minThreads: 1, maxThreads: 1 });
  const opened: Promise<boolean> = pool.run(null, { name: OPEN_NETWORK }).catch(() => false);
  const close = () => pool.destroy();
  const network: Network = {
    run: (inputs) => pool.run(inputs, { name: RUN_NETWORK, transferList: [inputs.buffer as ArrayBuffer] }),
    close,
  };
  return { network: async () => ((await opened) ? network : null), close };
}
