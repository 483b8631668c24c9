import { performance } from "node:perf_hooks";
import { setTimeout as wait } from "node:timers/promises";
import { loadPhoto, printablePlace, UNREACHABLE } from "../../../files/pictures/fetch-photo.ts";
import type { PhotoQueue, TakenShard } from "../../../files/season/photo-queue.ts";
import { isRefusal, serverReason } from "../../../files/season/season-store.ts";
import { msg } from "../../../rules/problem/message.ts";
import { type Problem, problem, type Result } from "../../../rules/problem/problem.ts";
import {
  beginReading,
  countPhotosLeft,
  finishReading,
  knownReading,
  MAX_STARTS,
  nextPhoto,
  recordFault,
  readQueueProgress,
  type WaitingPhoto,
} from "../../../season/queue.ts";
import { hexDigest } from "../../../season/sheet-to-keep.ts";
import { EXIT } from "../../console/failure.ts";
import { t, tell } from "../../console/language.ts";
import { print, printError } from "../../console/output.ts";
import { createCountParser, type LanguageFlags, languageFlag } from "../../flags.ts";
import type { Command } from "../../help.ts";
import { type QueueFlag, queueFlag, withQueue } from "./queue.ts";
import { createEngineKey, type PhotoReader, readerProcess } from "./reader-process.ts";

interface Flags extends LanguageFlags, QueueFlag {
  readonly jobs: number;
  readonly limit: number;
  readonly untilDone?: boolean;
}

/** `augenblock queue work`: reads the photos of a queue, on any number of machines. */
export default function workCommand(command: Command): Command {
  return queueFlag(languageFlag(command))
    .option(
      "--jobs <n>",
      t`cli.work-jobs-flag: number of photos to read at the same time`,
      createCountParser(1, 64),
      1,
    )
    .option(
      "--limit <seconds>",
      t`cli.limit-flag: give up on a photo after this many seconds`,
      createCountParser(5, 600),
      60,
    )
    .option("--until-done", t`cli.until-done-flag: stop when no photo is left, instead of waiting for more`)
    .notes(
      t`cli.work-note: Start one for each core on each machine. Ctrl-C stops a worker once its current photos are read; the others go on with the rest. A photo that fails twice is put aside; \`augenblock queue status\` lists it.`,
    )
    .examples("queue work --queue postgres://pub@db.example/club --jobs 4", "queue work --until-done")
    .action(work);
}

async function work(flags: Flags): Promise<void> {
  const stop = new AbortController();
  const signals = ["SIGINT", "SIGTERM"] as const;
  const end = () => stop.abort();
  for (const signal of signals) process.on(signal, end);
  const readers = Array.from({ length: flags.jobs }, () => readerProcess(flags.limit * 1000));
  try {
    const describeWork = (queue: PhotoQueue): Work => ({
      readers,
      engine: createEngineKey(),
      untilDone: flags.untilDone === true,
      onShard: (shard, read, failed, seconds) => {
        const perMinute = Math.round((read / Math.max(seconds, 1)) * 60);
        const done = t`cli.shard-done: shard ${shard}: ${read} read, ${perMinute} per minute`;
        print(failed === 0 ? done : `${done}, ${t`cli.photos-failed: ${failed} failed`}`);
      },
      onServerFault: (error) => {
        const refused = msg`files.server-refused: the server refused it`;
        const why = tell(isRefusal(error) ? serverReason(error) : refused);
        printError(t`cli.queue-retries: ${queue.place} is not available: ${why}; retrying`);
      },
    });
    const processAll = (queue: PhotoQueue) => processQueue(queue, describeWork(queue), stop.signal);
    await withQueue(flags, false, processAll, { connections: flags.jobs + 3 });
  } finally {
    for (const reader of readers) reader.close();
    for (const signal of signals) process.off(signal, end);
  }
  process.exitCode = EXIT.correct;
}

export interface Work {
  /** As many photos are read at once. */
  readonly readers: readonly PhotoReader[];
  /** The versions of program and model, and the context of a photo. */
  readonly engine: (context: string) => string;
  /** Whether to end when no photo is left. */
  readonly untilDone: boolean;
  /** The work on a shard ends: photos that were read, that failed, and how long it took. */
  readonly onShard?: (shard: number, read: number, failed: number, seconds: number) => void;
  /** The server does not answer, or refuses; it is tried again. */
  readonly onServerFault?: (error: unknown) => void;
}

/** After this many failures, a photo is given up. */
const MAX_FAILURES = 2;
/** Long before a lease runs out, what is left of its shard is given back. */
const LEASE_SHARE = 0.5;
const IDLE_MS = 1000;
const MAX_PAUSE_MS = 15_000;

/**
 * Takes shard after shard and reads their photos. Each photo is stored as soon as it is read; if a worker ends, others read the rest of its
 * shard.
 *
 * @param stop ends the work after the photos at hand
 */
export async function processQueue(queue: PhotoQueue, work: Work, stop: AbortSignal): Promise<void> {
  let pauseMs = IDLE_MS;
  while (!stop.aborted) {
    try {
      await queue.giveUp();
      const taken = await queue.take();
      if (taken !== null) await readShard(queue, taken, work, stop);
      else if (work.untilDone && (await readQueueProgress(queue.db)).left === 0) return;
      else await pause(IDLE_MS, stop);
      pauseMs = IDLE_MS;
    } catch (error) {
      if (!isRefusal(error)) throw error;
      // The lease of the shard runs out, and it is read again.
      work.onServerFault?.(error);
      await pause(pauseMs, stop);
      pauseMs = Math.min(2 * pauseMs, MAX_PAUSE_MS);
    }
  }
}

async function pause(ms: number, stop: AbortSignal): Promise<void> {
  await wait(ms, null, { signal: stop }).catch(() => undefined);
}

async function readShard(queue: PhotoQueue, taken: TakenShard, work: Work, stop: AbortSignal): Promise<void> {
  const { db } = queue;
  const { shard, sharing } = taken;
  const start = performance.now();
  const needsStop = () =>
    stop.aborted || performance.now() - start > sharing.leaseSeconds * 1000 * LEASE_SHARE;
  // At hand here, or failed this time.
  const excluded: number[] = [];
  const failed: Problem[] = [];
  let [read, dead] = [0, 0];
  const next = async () => {
    const photo = needsStop() ? null : await inTurn(() => nextPhoto(db, shard, excluded));
    if (photo === null) return null;
    excluded.push(photo.id);
    return { photo, bytes: loadPhoto(photo.place) };
  };
  // Two readers must not be given the same photo.
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(ask: () => Promise<T>): Promise<T> => {
    const answer = last.then(ask);
    last = answer.catch(() => undefined);
    return answer;
  };
  const lane = async (reader: PhotoReader) => {
    for (let at = await next(); at !== null && !needsStop(); ) {
      // The next one is fetched meanwhile.
      const reading = readOne(queue, at.photo, at.bytes, reader, work);
      const [outcome, following] = await Promise.all([reading, next()]);
      if (outcome === "read") read++;
      else if (outcome === "dead") dead++;
      else failed.push(outcome);
      at = following;
    }
  };
  const lanes = await Promise.allSettled(work.readers.map(lane));
  for (const one of lanes) if (one.status === "rejected") throw one.reason;
  const left = await countPhotosLeft(db, shard);
  const [first] = failed;
  if (left === 0) await queue.complete(taken);
  else if (first !== undefined && !stop.aborted && (read === 0 || !needsStop()))
    await queue.retryLater(taken, first.message);
  else await queue.handOver(taken);
  work.onShard?.(shard, read, failed.length + dead, (performance.now() - start) / 1000);
}

/** Reads a photo and stores the outcome. @returns the fault if it is to be tried again */
async function readOne(
  { db }: PhotoQueue,
  { id, place, settings: context, failures }: WaitingPhoto,
  loading: Promise<Result<Uint8Array>>,
  reader: PhotoReader,
  { engine: engineFor }: Work,
): Promise<Problem | "read" | "dead"> {
  const bytes = await loading;
  const file = printablePlace(place);
  const starts = await beginReading(db, id);
  if (starts === null) return "read";
  const faulty = async (fault: Problem, isCharged: boolean) => {
    const isLast = isCharged && failures + 1 >= MAX_FAILURES;
    await recordFault(db, id, JSON.stringify(fault), { isCharged, isLast });
    return isLast ? "dead" : fault;
  };
  if (starts > MAX_STARTS) {
    const message = msg`cli.worker-ended: ${file} was started ${MAX_STARTS} times, and the worker crashed each time`;
    const fault = JSON.stringify(problem("worker-ended", message));
    await recordFault(db, id, fault, { isCharged: true, isLast: true });
    return "dead";
  }
  if (!bytes.ok) {
    const [fault = problem(UNREACHABLE, msg`cli.unreadable-photo: ${file} can’t be read`)] = bytes.problems;
    return faulty(fault, fault.code !== UNREACHABLE);
  }
  const hash = hexDigest(bytes.value);
  const engine = engineFor(context);
  const known = await knownReading(db, id, { hash, engine });
  if (known !== null) {
    await finishReading(db, id, known);
    return "read";
  }
  const answer = await reader.read({ bytes: bytes.value, file, hash, context });
  switch (answer.kind) {
    case "read":
      await finishReading(db, id, { hash, engine, sheets: answer.sheets, record: answer.record });
      return "read";
    case "failed":
      return faulty(answer.fault, true);
    default:
      return answer satisfies never;
  }
}
