import { setTimeout as wait } from "node:timers/promises";
import { readerProcess } from "../../src/cli/commands/work/reader-process.ts";
import { processQueue } from "../../src/cli/commands/work/work.ts";
import { openQueue, type QueueOptions } from "../../src/files/season/photo-queue.ts";

// A worker of the trials: `quick-worker.ts URL READER READERS LIMIT_MS`, for as long as photos are left. READER is what runs as its processes.
const [url = "", reader = "", readers = "1", limitMs = "5000"] = process.argv.slice(2);
// What is left behind is soon taken up.
const QUICK_QUEUE: QueueOptions = { lookSeconds: 1 };
const stop = new AbortController();
process.once("SIGTERM", () => stop.abort());
const own = Array.from({ length: Number(readers) }, () => readerProcess(Number(limitMs), reader));
let opened = await openQueue(url, false, QUICK_QUEUE);
// The server may be down while this starts.
while (!opened.ok) {
  await wait(200);
  opened = await openQueue(url, false, QUICK_QUEUE);
}
const queue = opened.value;
await processQueue(queue, { readers: own, engine: () => "quick", untilDone: true }, stop.signal);
for (const one of own) one.close();
await queue.close();
