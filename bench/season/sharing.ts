import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { fileURLToPath } from "node:url";
import { findPhotos } from "../../src/cli/commands/work/enqueue.ts";
import { type PhotoReader, readerProcess } from "../../src/cli/commands/work/reader-process.ts";
import { createEngineKey, encodeContext } from "../../src/cli/commands/work/reader-process.ts";
import { processQueue } from "../../src/cli/commands/work/work.ts";
import { openQueue, type PhotoQueue } from "../../src/files/season/photo-queue.ts";
import { median } from "../../src/rules/arrays.ts";
import { need } from "../../src/rules/problem/problem.ts";
import type { PostgresServer } from "../../tests/support/postgres-server.ts";

/** What sharing out costs and gains. Ratios are of one run, so that they hold on a busy machine as far as it is busy evenly. */
export interface Shared {
  readonly photos: number;
  /** Time to read a photo, the median, by one warm reader. */
  readonly readMs: number;
  /** Processor time that the processes of a warm worker spend on a photo; the database is none of them. */
  readonly photoCpuMs: number;
  /** How many cores one worker keeps busy. */
  readonly workerCores: number;
  /** Time that a worker spends on other things than reading, as a share of the reading. */
  readonly overhead: number;
  /** Photos in a given time by two workers, one being 1. */
  readonly gain: number;
  /** The same by two `check` commands without a queue, each with half of the photos. */
  readonly plainGain: number;
  /** The same by two processes that do nothing but calculate: more than that the cores of this machine don't give. */
  readonly machineGain: number;
  /** How many cores one `check` with one job keeps busy. */
  readonly cores: number;
  /** What is kept of a photo in the database, with its indexes. */
  readonly bytes: number;
  /** Photos a second that one worker gets through the queue if reading takes no time. */
  readonly throughput: number;
}

const PHOTOS = fileURLToPath(new URL("../../tests/photos/", import.meta.url));
/** As the build made it: what users run. */
const COMMAND = fileURLToPath(new URL("../../dist/cli/start.js", import.meta.url));
const READER = fileURLToPath(new URL("../../dist/bundle/photo-reader.js", import.meta.url));
const CONTEXT = encodeContext({
  sources: {},
  evening: { date: "", place: "", name: "" },
  lang: "en",
});
const SHARING = { shardSize: 200, leaseSeconds: 3600 };
const NEVER = new AbortController().signal;

/** Copies of the photos of the tests, each with a byte more behind its end: another photo, and read the same. */
function photoFolder(photos: number): string {
  const folder = mkdtempSync(join(tmpdir(), "augenblock-sharing-"));
  const samples = readdirSync(PHOTOS).filter((name) => name.endsWith(".jpg"));
  for (let at = 0; at < photos; at++) {
    const bytes = readFileSync(join(PHOTOS, samples[at % samples.length] ?? ""));
    writeFileSync(join(folder, `${at}.jpg`), Buffer.concat([bytes, Buffer.from(String(at))]));
  }
  return folder;
}

/** So many photos show what the queue by itself can do. */
const QUICK_PHOTOS = 2000;

/** Files that stand for photos where nobody looks at them. */
function quickFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "augenblock-sharing-"));
  for (let at = 0; at < QUICK_PHOTOS; at++) writeFileSync(join(folder, `${at}.jpg`), String(at));
  return folder;
}

/** A queue that holds the photos of a folder. */
async function filled(server: PostgresServer, name: string, folder: string): Promise<PhotoQueue> {
  const queue = need(await openQueue(await server.database(name), true, { connections: 8 }));
  // Two workers must not wait for the same shard.
  const { photos } = need(await findPhotos([folder]));
  await queue.add(photos, CONTEXT, {
    ...SHARING,
    shardSize: Math.min(SHARING.shardSize, Math.ceil(photos.length / 8)),
  });
  return queue;
}

/** A reader that notes how long each photo took. */
function timed(reader: PhotoReader, times: number[]): PhotoReader {
  return {
    async read(request) {
      const start = performance.now();
      const answer = await reader.read(request);
      times.push(performance.now() - start);
      return answer;
    },
    close: () => reader.close(),
  };
}

/** Reads photos with a number of workers, each with a reader of its own. @returns milliseconds */
async function worked(queue: PhotoQueue, readers: readonly PhotoReader[]): Promise<number> {
  const start = performance.now();
  await Promise.all(
    readers.map((reader) =>
      processQueue(queue, { readers: [reader], engine: createEngineKey(), untilDone: true }, NEVER),
    ),
  );
  return performance.now() - start;
}

/** Whether a process reads photos. */
function isReader(pid: number): boolean {
  return readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0").includes(READER);
}

/** A process, and all that it started. */
function processTree(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").match(/\d+/g) ?? [];
  return [pid, ...children.flatMap((child) => processTree(Number(child)))];
}

/** Linux counts the processor time of processes in hundredths of a second. */
const TICK_MS = 10;

/** The processor time that this process, and those that read for it, have spent so far. */
function spentMs(readers: readonly number[]): number {
  const ticks = [process.pid, ...readers.flatMap(processTree)].map((pid) => {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    // Its name may hold anything, and is in brackets.
    const [user, system] = text
      .slice(text.lastIndexOf(")") + 2)
      .split(" ")
      .slice(11, 13);
    return Number(user) + Number(system);
  });
  return TICK_MS * ticks.reduce((sum, one) => sum + one, 0);
}

/** A run of a command with all the processes that it started. */
interface Ran {
  readonly ms: number;
  /** Processor time. */
  readonly cpuMs: number;
}

/** Runs a program to its end. */
async function ran(...command: readonly string[]): Promise<Ran> {
  const start = performance.now();
  // The second line that the shell prints is what its children took.
  const shell = spawn("bash", ["-c", '"$@" > /dev/null; times', "bash", ...command], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const told = (await shell.stdout.setEncoding("utf8").toArray()).join("");
  const spent = (told.trim().split("\n").at(-1) ?? "").matchAll(/(\d+)m([\d.]+)s/g);
  const cpuMs = Array.from(
    spent,
    ([, minutes, seconds]) => 60_000 * Number(minutes) + 1000 * Number(seconds),
  );
  return { ms: performance.now() - start, cpuMs: cpuMs.reduce((sum, one) => sum + one, 0) };
}

/** What two of something get done while one does 1, the two of them one half each. */
async function gainOfTwo(one: readonly string[], halves: readonly (readonly string[])[]) {
  const alone = await ran(...one);
  const start = performance.now();
  await Promise.all(halves.map((half) => ran(...half)));
  return { alone, gain: alone.ms / (performance.now() - start) };
}

/** Reads photos with \`check\`, by one and by two that know nothing of each other. */
async function withoutQueue(folder: string) {
  const out = mkdtempSync(join(tmpdir(), "augenblock-sharing-"));
  const check = (shard: string) => {
    const results = join(out, `${shard.replace("/", "-")}.jsonl`);
    return [
      process.execPath,
      COMMAND,
      "check",
      folder,
      "--jobs",
      "1",
      "--shard",
      shard,
      "--results",
      results,
    ];
  };
  try {
    return await gainOfTwo(check("1/1"), [check("1/2"), check("2/2")]);
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
}

/** Adds up numbers that fit into a register: some seconds of it. */
function calculating(share: number): string[] {
  return [process.execPath, "-e", `let x = 1; for (let i = 0; i < ${3e9 * share}; i++) x = (x * 31 + i) | 0`];
}

/** Measures with this number of photos for each number of workers. */
export async function shared(server: PostgresServer, photos: number): Promise<Shared> {
  const folder = photoFolder(photos);
  const quickPhotos = quickFolder();
  const [one, other] = [readerProcess(600_000, READER), readerProcess(600_000, READER)];
  try {
    const sample = readFileSync(join(folder, "0.jpg"));
    // What is loaded once is loaded before.
    for (const reader of [one, other])
      for (let round = 0; round < 2; round++)
        await reader.read({ bytes: sample, file: "warm.jpg", hash: "0".repeat(64), context: CONTEXT });
    const times: number[] = [];
    const alone = await filled(server, "sharing_alone", folder);
    const readers = processTree(process.pid).filter(isReader);
    const before = spentMs(readers);
    const aloneMs = await worked(alone, [timed(one, times)]);
    const aloneCpuMs = spentMs(readers) - before;
    const size = await server.query(
      "sharing_alone",
      `select sum(pg_total_relation_size(c.oid))::float8 as bytes from pg_class c
       join pg_namespace n on n.oid = c.relnamespace where n.nspname like 'augenblock%' and c.relkind = 'r'`,
    );
    await alone.close();
    const both = await filled(server, "sharing_both", folder);
    const bothMs = await worked(both, [one, other]);
    await both.close();
    const plain = await withoutQueue(folder);
    const machine = await gainOfTwo(calculating(1), [calculating(1 / 2), calculating(1 / 2)]);
    const quick = await filled(server, "sharing_quick", quickPhotos);
    const record = JSON.stringify({ sheets: [], problems: [] });
    const instant: PhotoReader = {
      read: async () => ({ kind: "read", sheets: 0, record }),
      close: () => undefined,
    };
    const quickMs = await worked(quick, [instant]);
    await quick.close();
    const reading = times.reduce((sum, ms) => sum + ms, 0);
    return {
      photos,
      readMs: median(times),
      photoCpuMs: aloneCpuMs / photos,
      workerCores: aloneCpuMs / aloneMs,
      overhead: (aloneMs - reading) / reading,
      gain: aloneMs / bothMs,
      plainGain: plain.gain,
      machineGain: machine.gain,
      cores: plain.alone.cpuMs / plain.alone.ms,
      bytes: (size[0] as { bytes: number }).bytes / photos,
      throughput: QUICK_PHOTOS / (quickMs / 1000),
    };
  } finally {
    one.close();
    other.close();
    for (const one of [folder, quickPhotos]) rmSync(one, { recursive: true, force: true });
  }
}
