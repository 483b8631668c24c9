import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { findPhotos } from "../../src/cli/commands/work/enqueue.ts";
import type { PhotoReader, ReadAnswer, ReadRequest } from "../../src/cli/commands/work/reader-process.ts";
import { processQueue } from "../../src/cli/commands/work/work.ts";
import { openQueue, type PhotoQueue, type Sharing } from "../../src/files/season/photo-queue.ts";
import { msg } from "../../src/rules/problem/message.ts";
import { need, problem } from "../../src/rules/problem/problem.ts";
import { deadLetters, type Progress, readQueueProgress, queuedReadings } from "../../src/season/queue.ts";
import { bundled } from "../../tests/support/bundled.ts";
import type { PostgresServer } from "../../tests/support/postgres-server.ts";

/** How much a trial has to do. */
export interface Size {
  readonly photos: number;
  readonly shardSize: number;
  /** How often something is killed. */
  readonly kills: number;
  /** How long reading a photo takes. */
  readonly photoMs: number;
}

/** What a trial came to. */
export interface Tried {
  readonly photos: number;
  readonly read: number;
  readonly dead: number;
  /** Photos that are neither read nor given up. */
  readonly lost: number;
  /** Readings beyond one for each photo that was read. */
  readonly twice: number;
  /** How often something was killed or broken. */
  readonly blows: number;
  /** Whether what was read is, byte for byte, what a single undisturbed run reads. */
  readonly isSame: boolean;
}

const WORKER = new URL("quick-worker.ts", import.meta.url);
const READER = fileURLToPath(new URL("quick-reader.mjs", import.meta.url));

const CLOCK = new URL("wrong-clock.mjs", import.meta.url).href;
/** Leases are short here, so that what was killed is soon taken up. */
const SHARING = { leaseSeconds: 4, retrySeconds: 1, retries: 12 };
/** How long a photo may take, where one hangs and where none does. */
const LIMITS_MS = { hang: 3000, none: 60_000 };

/** A queue in a database of its own, and a folder of made-up photos that it reads. */
class Trial {
  readonly folder = mkdtempSync(join(tmpdir(), "augenblock-trial-"));
  readonly server: PostgresServer;
  readonly url: string;
  readonly queue: PhotoQueue;
  readonly #workers: ChildProcess[] = [];

  readonly #worker: string;

  private constructor(server: PostgresServer, url: string, queue: PhotoQueue, worker: string) {
    this.#worker = worker;
    this.server = server;
    this.url = url;
    this.queue = queue;
  }

  static async open(server: PostgresServer, name: string): Promise<Trial> {
    const url = await server.database(name);
    const queue = need(await openQueue(url, true, { lookSeconds: 1 }));
    return new Trial(server, url, queue, await bundled(WORKER));
  }

  /** Writes photos. @param poison what some of them do, by their places */
  write({ photos, photoMs }: Size, poison: Readonly<Record<number, string>> = {}): void {
    for (let at = 0; at < photos; at++) {
      const word = poison[at] ?? `photo-${at}`;
      writeFileSync(join(this.folder, `${String(at).padStart(6, "0")}.jpg`), `${word} ${photoMs} ${at}`);
    }
  }

  async enqueue({ shardSize }: Size): Promise<number> {
    const sharing: Sharing = { ...SHARING, shardSize };
    return this.queue.add(need(await findPhotos([this.folder])).photos, "{}", sharing);
  }

  /** Starts a worker, which ends by itself when no photo is left. @param hoursOff how wrong its clock is */
  worker(limitMs = LIMITS_MS.none, hoursOff = 0): ChildProcess {
    const clock = hoursOff === 0 ? [] : ["--import", CLOCK];
    const args = [...clock, this.#worker, this.url, READER, "1", String(limitMs)];
    const env = { ...process.env, HOURS_OFF: String(hoursOff) };
    const started = spawn(process.execPath, args, { env, stdio: ["ignore", "ignore", "inherit"] });
    this.#workers.push(started);
    return started;
  }

  progress(): Promise<Progress> {
    return readQueueProgress(this.queue.db);
  }

  /** Waits until this number of photos is done. */
  async until(done: number): Promise<void> {
    for (;;) {
      const { read, dead } = await this.progress().catch(() => ({ read: 0, dead: 0 }));
      if (read + dead >= done) return;
      await wait(20);
    }
  }

  /** Waits until no photo is left and all workers have ended. */
  async done(): Promise<void> {
    await this.until((await this.progress()).photos);
    await Promise.all(this.#workers.map(ended));
  }

  async outcome(expected: string, blows: number): Promise<Tried> {
    const { photos, read, dead, left } = await this.progress();
    const { rows } = await this.rows();
    const told = rows.join("\n");
    return { photos, read, dead, lost: left, twice: rows.length - read, blows, isSame: told === expected };
  }

  /** What was read, photo by photo; the folder has another name each time. */
  async rows() {
    const rows: string[] = [];
    for await (const { place, record } of queuedReadings(this.queue.db))
      rows.push(`${place.slice(this.folder.length)} ${record}`);
    return { rows };
  }

  async close(): Promise<void> {
    for (const one of this.#workers) one.kill("SIGKILL");
    await this.queue.close();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

function ended(child: ChildProcess): Promise<unknown> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((done) => child.once("exit", done));
}

/** What the processes of the workers answer, in this one. */
function quickAnswer({ bytes, hash }: ReadRequest): ReadAnswer {
  const [word = ""] = new TextDecoder().decode(bytes).split(" ");
  if (word === "crash" || word === "hang")
    return { kind: "failed", fault: problem("photo-crashed", msg`test.poison: poison`) };
  return { kind: "read", sheets: 1, record: JSON.stringify({ hash, word }) };
}

/** What a single worker reads that nobody disturbs. */
async function undisturbed(
  server: PostgresServer,
  name: string,
  size: Size,
  poison: Readonly<Record<number, string>>,
) {
  const trial = await Trial.open(server, `${name}_alone`);
  try {
    trial.write(size, poison);
    await trial.enqueue(size);
    const reader: PhotoReader = { read: async (photo) => quickAnswer(photo), close: () => undefined };
    const work = { readers: [reader], engine: () => "quick", untilDone: true };
    await processQueue(trial.queue, work, new AbortController().signal);
    return (await trial.rows()).rows.join("\n");
  } finally {
    await trial.close();
  }
}

/** What is done to a queue that is worked on. @returns how many blows it dealt */
type Disturbance = (trial: Trial, size: Size) => Promise<number>;

/** Two workers, one of which is killed again and again, and another one started. @param hoursOff how wrong the clock of each is, in the order of their starts */
async function killing(trial: Trial, size: Size, hoursOff: (at: number) => number): Promise<number> {
  await trial.enqueue(size);
  const start = (at: number) => trial.worker(LIMITS_MS.none, hoursOff(at));
  let workers = [start(0), start(1)];
  for (let kill = 1; kill <= size.kills; kill++) {
    await trial.until((kill * size.photos) / (size.kills + 2));
    const [victim, ...others] = workers;
    victim?.kill("SIGKILL");
    workers = [...others, start(kill + 1)];
  }
  await trial.done();
  return size.kills;
}

/** All that may happen to shared work, and must change nothing of what is read. */
export const TRIALS: Readonly<
  Record<string, { readonly poison?: (size: Size) => Record<number, string>; readonly disturb: Disturbance }>
> = {
  "workers killed in mid-shard": { disturb: (trial, size) => killing(trial, size, () => 0) },
  "database killed in mid-commit": {
    async disturb(trial, size) {
      await trial.enqueue(size);
      trial.worker();
      trial.worker();
      for (let kill = 1; kill <= size.kills; kill++) {
        await trial.until((kill * size.photos) / (size.kills + 2));
        await trial.server.kill();
        await trial.server.run();
      }
      await trial.done();
      return size.kills;
    },
  },
  "each shard twice": {
    async disturb(trial, size) {
      await trial.enqueue(size);
      const shards = await trial.server.query(
        trial.url.split("/").at(-1) ?? "",
        `insert into augenblock_queue_jobs.job (name, data, expire_in, retry_limit, retry_delay, dead_letter)
         select name, data, expire_in, retry_limit, retry_delay, dead_letter from augenblock_queue_jobs.job
         where name = 'shards' returning 1`,
      );
      trial.worker();
      trial.worker();
      await trial.done();
      return shards.length;
    },
  },
  "poison photos": {
    poison: ({ photos }) => ({ [Math.floor(photos / 3)]: "crash", [Math.floor(photos / 2)]: "hang" }),
    async disturb(trial, size) {
      await trial.enqueue(size);
      trial.worker(LIMITS_MS.hang);
      trial.worker(LIMITS_MS.hang);
      await trial.done();
      return (await deadLetters(trial.queue.db)).length;
    },
  },
  "full disk": {
    async disturb(trial, size) {
      await trial.enqueue(size);
      trial.worker();
      trial.worker();
      const database = trial.url.split("/").at(-1) ?? "";
      for (let full = 1; full <= size.kills; full++) {
        await trial.until((full * size.photos) / (size.kills + 2));
        await trial.server.query(database, FULL);
        await wait(1000);
        await trial.server.query(database, "drop trigger full_disk on augenblock_queue.readings");
      }
      await trial.done();
      return size.kills;
    },
  },
  "clocks that jump by hours, and workers killed": {
    disturb: (trial, size) => killing(trial, size, (at) => (at % 2 === 0 ? 12 : -50)),
  },
  "one folder put in twice at once": {
    async disturb(trial, size) {
      const added = await Promise.all([trial.enqueue(size), trial.enqueue(size)]);
      trial.worker();
      trial.worker();
      await trial.done();
      return added.filter((n) => n === 0).length;
    },
  },
};

/** Answers every write as a server does whose disk is full. */
const FULL = `
create or replace function augenblock_queue.full_disk() returns trigger language plpgsql as $$
begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$;
create trigger full_disk before insert on augenblock_queue.readings
  for each row execute function augenblock_queue.full_disk()`;

/** Puts a queue through a trial, and counts. */
export async function tried(name: keyof typeof TRIALS, server: PostgresServer, size: Size): Promise<Tried> {
  const { poison: poisonOf = () => ({}), disturb } = TRIALS[name] ?? { disturb: async () => 0 };
  const database = `trial_${Object.keys(TRIALS).indexOf(name)}`;
  const poison = poisonOf(size);
  const expected = await undisturbed(server, database, size, poison);
  const trial = await Trial.open(server, database);
  try {
    trial.write(size, poison);
    const blows = await disturb(trial, size);
    return await trial.outcome(expected, blows);
  } finally {
    await trial.close();
  }
}
