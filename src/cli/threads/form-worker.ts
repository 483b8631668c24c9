import { parentPort } from "node:worker_threads";
import { readFields } from "../../print/form/fields.ts";

/** Reads forms in a thread of its own, which can be ended: a PDF from who knows where may keep it busy for ever. */
parentPort?.on("message", async (bytes: Uint8Array) => {
  parentPort?.postMessage(await readFields(bytes));
});
