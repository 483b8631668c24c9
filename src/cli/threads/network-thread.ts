import { extname } from "node:path";
import { Tinypool } from "tinypool";
import type { Network } from "../../scan/digits/network.ts";
import type * as Tasks from "./network-worker.ts";

// The worker is next to this module and has the same ending, built or not.
const WORKER = new URL(`./network-worker${extname(import.meta.url)}`, import.meta.url).href;

const OPEN = "open" satisfies keyof typeof Tasks;
const RUN = "run" satisfies keyof typeof Tasks;

/** A network in a thread of its own. */
export interface NetworkThread {
  /** The network as soon as it is loaded; null if its files are broken. */
  network(): Promise<Network | null>;
  close(): Promise<void>;
}

/** Starts to load the network that reads digits, which takes a moment: until a sheet has been found, nobody needs it. */
export function networkThread(): NetworkThread {
  const pool = new Tinypool({ filename: WORKER, minThreads: 1, maxThreads: 1 });
  const opened: Promise<boolean> = pool.run(null, { name: OPEN }).catch(() => false);
  const close = () => pool.destroy();
  const network: Network = {
    run: (inputs) => pool.run(inputs, { name: RUN, transferList: [inputs.buffer as ArrayBuffer] }),
    close,
  };
  return { network: async () => ((await opened) ? network : null), close };
}
