import { parentPort } from "node:worker_threads";
import { preflight } from "../../print/preflight/preflight.ts";
import type { Asked } from "../../print/preflight/requirements.ts";

/** A file to be looked at, and what it has to keep. */
export interface PreflightRequest {
  readonly bytes: Uint8Array;
  readonly asked: Asked;
}

/** Looks at files in a thread of its own, which can be ended. */
parentPort?.on("message", async ({ bytes, asked }: PreflightRequest) => {
  parentPort?.postMessage(await preflight(bytes, asked));
});
