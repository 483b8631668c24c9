import type { Pool } from "pg";
import { CompiledQuery, Kysely, PostgresDialect, sql, type Transaction } from "kysely";
import { msg } from "../../rules/problem/message.ts";
import { problem, refusal, type Result, success } from "../../rules/problem/problem.ts";
import {
  addPhotos,
  giveUpShard,
  type PlacedPhoto,
  revive,
  QUEUE_MIGRATIONS,
  type QueueTables,
} from "../../season/queue.ts";
import { migrate } from "../../season/store/migrations.ts";
import { parseServer } from "./season-address.ts";
import { openPool, refuseServer } from "./season-store.ts";

/** Options for sharing photos among workers. */
export interface Sharing {
  /** Photos in a shard; a worker takes one shard at a time. */
  readonly shardSize: number;
  /** Seconds without a report after which a shard goes to another worker. */
  readonly leaseSeconds: number;
  /** Seconds before the first retry of a shard; each later one waits twice as long. */
  readonly retrySeconds?: number;
  /** Retries after which the remaining photos of a shard are given up. */
  readonly retries?: number;
}

export interface TakenShard {
  readonly job: string;
  readonly shard: number;
  readonly sharing: Sharing;
}

/** An open queue of photos on a PostgreSQL server. Its methods throw the errors of the server; see `serverReason`. */
export interface PhotoQueue {
  readonly db: Kysely<QueueTables>;
  /** For display: the URL without its password. */
  readonly place: string;
  /** Adds new photos, all or none. @param flags those that were given for them, as JSON @returns how many are new */
  add(photos: readonly PlacedPhoto[], flags: string, sharing: Sharing): Promise<number>;
  /** Leases a shard to this process; null if none is available. */
  take(): Promise<TakenShard | null>;
  /** Completes a shard without remaining photos. */
  complete(taken: TakenShard): Promise<void>;
  /** Returns the rest of a shard to the queue, to renew the lease or when a worker stops. */
  handOver(taken: TakenShard): Promise<void>;
  /** Returns a shard with failed photos, to be retried later. */
  retryLater(taken: TakenShard, why: string): Promise<void>;
  /** Gives up the photos of shards that were tried too often. */
  giveUp(): Promise<void>;
  /** Retries dead photos. @returns how many */
  revive(sharing: Sharing): Promise<number>;
  /** The numbers of leased and of waiting shards. */
  shards(): Promise<Readonly<Record<"taken" | "waiting", number>>>;
  close(): Promise<void>;
}

export interface QueueOptions {
  /** The maximum number of concurrent statements. */
  readonly connections?: number;
  /** The interval of checks for expired leases. */
  readonly lookSeconds?: number;
}

const CONNECT_MS = 10_000;
const STATEMENT_MS = 120_000;
const SHARDS = "shards";
const GIVEN_UP = "given-up";
/** Jobs stay in the queue even if there is no worker for years. */
const RETENTION_MINUTES = 10 * 365 * 24 * 60;

interface JobData {
  readonly shard: number;
  readonly sharing: Sharing;
}

/**
 * Opens a queue of photos by the URL of a PostgreSQL server, with the queue in the fragment if the server holds several
 * (`postgres://host/club#spring`).
 *
 * @param isNew whether to create a queue if there is none
 */
export async function openQueue(
  given: string,
  isNew: boolean,
  { connections = 4, lookSeconds = 5 }: QueueOptions = {},
): Promise<Result<PhotoQueue>> {
  const address = parseServer(given);
  if (!address.ok) return address;
  const { place, schema: named } = address.value;
  const schema = named ?? "augenblock_queue";
  const { default: PgBoss } = await import("pg-boss");
  const pool = await openPool(address.value, schema, {
    connectionTimeoutMillis: CONNECT_MS,
    max: connections,
    keepAlive: true,
    // Detects a server that disappears silently.
    query_timeout: STATEMENT_MS,
  });
  const db = new Kysely<QueueTables>({ dialect: new PostgresDialect({ pool }) });
  const begin = async () => {
    if (isNew) await sql`create schema if not exists ${sql.id(schema)}`.execute(db);
    const ready = await migrate(db, QUEUE_MIGRATIONS, isNew);
    if (ready !== "done") return ready;
    const boss = new PgBoss({
      db: { executeSql: (text, values) => pool.query(text, values) },
      schema: `${schema}_jobs`,
      schedule: false,
      maintenanceIntervalSeconds: lookSeconds,
    });
    // Background tasks are retried automatically.
    boss.on("error", () => undefined);
    await boss.start();
    await boss.createQueue(GIVEN_UP, { name: GIVEN_UP, retentionMinutes: RETENTION_MINUTES });
    const kept = { retentionMinutes: RETENTION_MINUTES, deadLetter: GIVEN_UP };
    await boss.createQueue(SHARDS, { name: SHARDS, ...kept });
    return boss;
  };
  try {
    await sql`select 1`.execute(db);
    const boss = isNew ? await withQueueLock(pool, begin) : await begin();
    if (boss === "newer" || boss === "none") {
      await db.destroy();
      return boss === "newer" ? newerQueue() : noQueue(place);
    }
    return success(buildPhotoQueue(db, boss, place));
  } catch (error) {
    await db.destroy();
    return refuseServer(place, error);
  }
}

/** Runs work under a lock, so that only one process at a time creates the tables of a queue. */
async function withQueueLock<T>(pool: Pool, work: () => Promise<T>): Promise<T> {
  const turn = await pool.connect();
  try {
    await turn.query("select pg_advisory_lock(hashtext('augenblock queue'))");
    return await work();
  } finally {
    // The lock ends with its connection.
    turn.release(true);
  }
}

function newerQueue(): Result<never> {
  const message = msg`files.queue-too-new: this queue was made by a newer version of augenblock`;
  return refusal("newer-queue", message, msg`season.newer-version-hint: use that version, or a newer one`);
}

function noQueue(place: string): Result<never> {
  const hint = msg`files.queue-add-hint: \`augenblock queue add <folder> --queue <url>\` adds photos`;
  return refusal("no-queue", msg`files.no-queue: there is no queue at ${place}`, hint);
}

type Boss = import("pg-boss");

function buildPhotoQueue(db: Kysely<QueueTables>, boss: Boss, place: string): PhotoQueue {
  const inside = (store: Transaction<QueueTables>) => ({
    db: {
      executeSql: async (text: string, values: unknown[] = []) => {
        const { rows } = await store.executeQuery(CompiledQuery.raw(text, values));
        return { rows: [...rows] };
      },
    },
  });
  const send = async (
    store: Transaction<QueueTables>,
    shards: readonly number[],
    sharing: Sharing,
    priority = 0,
  ) => {
    if (shards.length === 0) return;
    const { leaseSeconds, retrySeconds = 5, retries = 8 } = sharing;
    const how = { retryLimit: retries, retryDelay: retrySeconds, retryBackoff: true };
    const common = { ...how, name: SHARDS, expireInSeconds: leaseSeconds, deadLetter: GIVEN_UP, priority };
    await boss.insert(
      shards.map((shard) => ({ ...common, data: { shard, sharing } satisfies JobData })),
      inside(store),
    );
  };
  return {
    db,
    place,
    add: (photos, flags, sharing) =>
      db.transaction().execute(async (store) => {
        const { added, shards } = await addPhotos(store, photos, flags, sharing.shardSize);
        await send(store, shards, sharing);
        return added;
      }),
    async take() {
      // `fetch` returns no job if the server does not answer, so check that first.
      await sql`select 1`.execute(db);
      const [job] = await boss.fetch<JobData>(SHARDS, { batchSize: 1 });
      return job === undefined ? null : { job: job.id, ...job.data };
    },
    async complete({ job }) {
      await boss.complete(SHARDS, job);
    },
    handOver: ({ job, shard, sharing }) =>
      db.transaction().execute(async (store) => {
        // The declared type lacks the returned value.
        const ended: unknown = await boss.complete(SHARDS, job, {}, inside(store));
        // If the lease has expired, the shard is waiting already. Begun shards come first.
        if ((ended as { affected: number }).affected > 0) await send(store, [shard], sharing, 1);
      }),
    async retryLater({ job }, why) {
      await boss.fail(SHARDS, job, { message: why });
    },
    async giveUp() {
      const fault = problem(
        "given-up",
        msg`files.shard-given-up: its shard was interrupted too often before this photo was reached`,
      );
      for (;;) {
        const [job] = await boss.fetch<JobData>(GIVEN_UP, { batchSize: 1 });
        if (job === undefined) return;
        await giveUpShard(db, job.data.shard, JSON.stringify(fault));
        await boss.complete(GIVEN_UP, job.id);
      }
    },
    revive: (sharing) =>
      db.transaction().execute(async (store) => {
        const { revived, shards } = await revive(store);
        await send(store, shards, sharing);
        return revived;
      }),
    async shards() {
      const [waiting, open] = await Promise.all([
        boss.getQueueSize(SHARDS),
        boss.getQueueSize(SHARDS, { before: "completed" }),
      ]);
      return { waiting, taken: open - waiting };
    },
    async close() {
      await boss.stop({ graceful: false });
      await db.destroy();
    },
  };
}
