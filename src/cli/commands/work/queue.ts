import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { version } from "../../../files/package.ts";
import { printablePlace } from "../../../files/pictures/fetch-photo.ts";
import { type PhotoQueue, openQueue, type QueueOptions } from "../../../files/season/photo-queue.ts";
import { msg } from "../../../rules/problem/message.ts";
import { type Problem, need } from "../../../rules/problem/problem.ts";
import { deadLetters, type PhotoRecord, queuedReadings, readQueueProgress } from "../../../season/queue.ts";
import { resultsHead, resultsLine } from "../../../season/transfer-file.ts";
import { fail, problemJson } from "../../console/failure.ts";
import { problemText, t } from "../../console/language.ts";
import { PAINT, print, printJson } from "../../console/output.ts";
import { needWritable, type PieceWriter, writeWhole } from "../../console/write-file.ts";
import { type JsonFlag, type LanguageFlags, languageFlag } from "../../flags.ts";
import type { Command } from "../../help.ts";
import { isRefusal, serverReason } from "../../../files/season/season-store.ts";

interface Flags extends LanguageFlags, JsonFlag, QueueFlag {
  readonly watch?: boolean;
  readonly results?: string;
  readonly retry?: boolean;
}

const WATCH_MS = 2000;
/** How photos that are tried again are shared out. */
const SHARING = { shardSize: 200, leaseSeconds: 300 };

/** `augenblock queue status`: how far a queue is, what it could not read, and what it read. */
export default function queueCommand(command: Command): Command {
  return queueFlag(languageFlag(command))
    .option("--json", t`cli.print-json: print JSON`)
    .option("--watch", t`cli.queue-watch-flag: print again every two seconds until no photo is left`)
    .option("--retry", t`cli.queue-retry-flag: retry the photos that were put aside`)
    .option("--results <file>", t`cli.queue-results-flag: write the results for \`augenblock season import\``)
    .notes(
      t`cli.queue-note: A photo that fails twice is put aside. The results do not depend on which machine read a photo, or in what order.`,
    )
    .examples(
      "queue status --queue postgres://pub@db.example/club --watch",
      "queue status --json",
      "queue status --results results.jsonl",
    )
    .action(queue);
}

async function queue(flags: Flags): Promise<void> {
  const { results, watch = false, json = false, retry = false } = flags;
  if (watch && json)
    fail(
      "usage",
      msg`cli.watch-with-json: \`--watch\` and \`--json\` can’t be combined`,
      msg`cli.conflicting-flags-hint: leave one of them out`,
    );
  if (results !== undefined) await needWritable([{ file: results, flag: "--results" }], []);
  await withQueue(flags, false, async (opened) => {
    if (retry) print(t`cli.photos-retried: retrying: ${await opened.revive(SHARING)}`);
    if (results !== undefined) {
      await writeWhole(results, (write) => writeResults(opened, write), "--results");
      return print(results);
    }
    if (watch) return watchQueue(opened);
    const state = await readState(opened);
    if (json) printJson(stateJson(state));
    else print(stateText(state));
  });
}

type State = Awaited<ReturnType<typeof readState>>;

async function readState(queue: PhotoQueue) {
  const { db } = queue;
  const [progress, shards, dead] = await Promise.all([
    readQueueProgress(db),
    queue.shards(),
    deadLetters(db),
  ]);
  return { progress, shards, dead };
}

function stateJson({ progress, shards, dead }: State): object {
  const { perMinute, minutesLeft, ...counts } = progress;
  const roundTenth = (n: number | null) => (n === null ? null : Math.round(n * 10) / 10);
  return {
    ...counts,
    perMinute: roundTenth(perMinute),
    minutesLeft: roundTenth(minutesLeft),
    shards,
    deadLetters: dead.map(({ place, failures, fault, at }) => ({
      photo: place,
      failures,
      at: at.toISOString(),
      problem: problemJson(JSON.parse(fault) as Problem),
    })),
  };
}

function stateText({ progress, shards, dead }: State): string {
  const { photos, read, unusable, left, failing, perMinute, minutesLeft } = progress;
  const lines = [
    PAINT.strong(t`cli.photos-read: ${read} of ${photos} photos read`),
    ...(unusable > 0 ? [t`cli.photos-without-sheet: without a readable sheet: ${unusable}`] : []),
    left === 0
      ? t`cli.no-photos-left: none left`
      : t`cli.photos-left: left: ${left} · shards: ${shards.taken + shards.waiting}, in progress: ${shards.taken}`,
    ...(failing > 0 ? [t`cli.photos-failed-once: failed once: ${failing}`] : []),
    ...(perMinute === null || left === 0
      ? []
      : [
          t`cli.queue-rate: ${Math.round(perMinute)} per minute · minutes left at this rate: ${Math.ceil(minutesLeft ?? 0)}`,
        ]),
    ...(dead.length > 0 ? [PAINT.bad(t`cli.photos-put-aside: put aside: ${dead.length}`)] : []),
  ];
  const faults = dead
    .slice(0, MAX_TOLD)
    .map(({ fault }) => problemText([JSON.parse(fault) as Problem], PAINT));
  const more =
    dead.length > MAX_TOLD
      ? [t`cli.more-in-json: and ${dead.length - MAX_TOLD} more; \`--json\` lists them all`]
      : [];
  return [...lines, ...faults, ...more].join("\n");
}

const MAX_TOLD = 20;

async function watchQueue(queue: PhotoQueue): Promise<void> {
  const stop = new AbortController();
  const signals = (["SIGINT", "SIGTERM"] as const).map((signal) =>
    once(process, signal, { signal: stop.signal }).catch(() => undefined),
  );
  const stopped = Promise.race(signals).then(() => stop.abort());
  const isTerminal = process.stdout.isTTY === true;
  while (!stop.signal.aborted) {
    const state = await readState(queue);
    // A terminal shows the last state only.
    if (isTerminal) process.stdout.write("\u001b[2J\u001b[H");
    print(stateText(state));
    if (state.progress.left === 0) stop.abort();
    await wait(WATCH_MS, null, { signal: stop.signal }).catch(() => undefined);
  }
  await stopped;
}

async function writeResults(queue: PhotoQueue, write: PieceWriter): Promise<void> {
  await write(resultsHead(version()));
  const dead = (await deadLetters(queue.db)).values();
  let next = dead.next().value;
  const writeDead = async (before: number) => {
    for (; next !== undefined && next.id < before; next = dead.next().value) {
      const problems = [JSON.parse(next.fault) as Problem];
      await write(resultsLine({ at: next.id, file: printablePlace(next.place), problems }));
    }
  };
  for await (const { id, place, record } of queuedReadings(queue.db)) {
    await writeDead(id);
    const { sheets, problems } = JSON.parse(record) as PhotoRecord;
    for (const sheet of sheets) await write(resultsLine({ at: id, sheet }));
    if (problems.length > 0) await write(resultsLine({ at: id, file: place, problems }));
  }
  await writeDead(Number.POSITIVE_INFINITY);
}

export interface QueueFlag {
  readonly queue?: string;
}

/** Where the queue is named for all commands of a machine, so that its password is in no list of processes. */
const VARIABLE = "AUGENBLOCK_QUEUE";

export function queueFlag(command: Command): Command {
  return command.option(
    "--queue <url>",
    t`cli.queue-flag: the PostgreSQL server that holds the queue: postgres://name@host/database (default: the environment variable ${VARIABLE})`,
  );
}

/** Does work with the queue that a command names. Ends the command if it can't be opened, or fails meanwhile. */
export async function withQueue<T>(
  { queue: named = process.env[VARIABLE] }: QueueFlag,
  isNew: boolean,
  work: (queue: PhotoQueue) => Promise<T>,
  options: QueueOptions = {},
): Promise<T> {
  if (named === undefined || named === "")
    fail(
      "no-queue",
      msg`cli.no-queue: no queue is named`,
      msg`cli.no-queue-hint: add \`--queue postgres://name@host/database\`, or set ${VARIABLE}`,
    );
  const queue = need(await openQueue(named, isNew, options));
  try {
    return await work(queue);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    const hint = msg`files.step-not-saved-hint: this step was not saved; run the command again`;
    return fail(
      "queue-failed",
      msg`files.store-failed: ${queue.place} can’t be used any more: ${serverReason(error)}`,
      hint,
    );
  } finally {
    await queue.close();
  }
}
