import { type ReadAnswer, type ReadRequest, READY } from "./reader-process.ts";

/** Makes this process one that reads photos for another one, and ends with it. */
export function answerRequests(read: (request: ReadRequest) => Promise<ReadAnswer>): void {
  process.on("message", async (request: ReadRequest) => {
    // Whoever asked may be gone by then.
    process.send?.(await read(request), () => undefined);
  });
  process.on("disconnect", () => process.kill(process.pid, "SIGKILL"));
  process.send?.(READY);
}
