import { type Kysely, type Transaction, sql, type Generated, type Migration } from "kysely";
import type { Problem } from "../rules/problem/problem.ts";
import type { SheetToKeep } from "./sheet-to-keep.ts";
import { readPages, toSqlTable } from "./store/tables.ts";

/** The location of a photo to be read. */
export interface PlacedPhoto {
  /** An absolute path, or a URL. */
  readonly place: string;
  /** Size and time of change of a file, to detect a different photo of the same name; empty for URLs. */
  readonly stamp: string;
}

/** A photo of a shard that is to be read now. */
export interface WaitingPhoto extends PlacedPhoto {
  readonly id: number;
  readonly starts: number;
  readonly failures: number;
  /** The settings for reading it, as JSON. */
  readonly settings: string;
}

export interface PhotoReading {
  readonly hash: string;
  /** The versions of program and model, and the photo's settings. */
  readonly engine: string;
  readonly sheets: number;
  /** See {@link PhotoRecord}. */
  readonly record: string;
}

/** Photos per statement. */
const BATCH = 5000;

/** Adds new photos to the queue, in shards. Concurrent calls wait for each other, so that each photo is in one shard. @returns how many are new, and their shards */
export async function addPhotos(
  store: Transaction<QueueTables>,
  photos: readonly PlacedPhoto[],
  settings: string,
  shardSize: number,
): Promise<{ readonly added: number; readonly shards: readonly number[] }> {
  await sql`select pg_advisory_xact_lock(hashtext('augenblock queue ' || current_schema()))`.execute(store);
  await sql`insert into settings (told) values (${settings}) on conflict do nothing`.execute(store);
  const [known] = await store.selectFrom("settings").select("id").where("told", "=", settings).execute();
  const settingsId = known?.id ?? 0;
  const shards: number[] = [];
  let added = 0;
  let room = 0;
  const distinct = [...new Map(photos.map((photo) => [`${photo.place}\n${photo.stamp}`, photo])).values()];
  for (let at = 0; at < distinct.length; at += BATCH) {
    const fresh = await selectNew(store, distinct.slice(at, at + BATCH), settingsId);
    const rows: object[] = [];
    for (const photo of fresh) {
      if (room === 0) {
        const next = await sql<{ shard: number }>`select nextval('shards')::integer as shard`.execute(store);
        shards.push(next.rows[0]?.shard ?? 0);
        room = shardSize;
      }
      room--;
      rows.push({ ...photo, settings_id: settingsId, shard: shards.at(-1) });
    }
    const types = { place: "text", stamp: "text", settings_id: "integer", shard: "integer" } as const;
    await sql`
      insert into photos (place, stamp, settings_id, shard)
      select place, stamp, settings_id, shard from ${toSqlTable(rows, types)} g`.execute(store);
    added += rows.length;
  }
  return { added, shards };
}

async function selectNew(
  store: Transaction<QueueTables>,
  photos: readonly PlacedPhoto[],
  settings: number,
): Promise<PlacedPhoto[]> {
  const given = toSqlTable(
    photos.map((photo, at) => ({ ...photo, at })),
    { place: "text", stamp: "text", at: "integer" },
  );
  const { rows } = await sql<PlacedPhoto>`
    select g.place, g.stamp from ${given} g
    where not exists (select from photos p where p.place = g.place and p.stamp = g.stamp and p.settings_id = ${settings})
    order by g.at`.execute(store);
  return rows;
}

/** A process may crash for reasons other than its photo, so a photo gets several starts. */
export const MAX_STARTS = 5;

/** The next photo of a shard; those that failed before come last. Null if none is left. @param skipped photos to leave out */
export async function nextPhoto(
  db: Kysely<QueueTables>,
  shard: number,
  skipped: readonly number[],
): Promise<WaitingPhoto | null> {
  const { rows } = await sql<WaitingPhoto>`
    select p.id, p.place, p.stamp, p.starts, p.failures, s.told as settings
    from photos p join settings s on s.id = p.settings_id
    where p.state = 'waiting' and p.shard = ${shard} and not p.id = any(${skipped})
    order by p.failures, p.starts, p.id limit 1`.execute(db);
  return rows[0] ?? null;
}

/** Records that a worker starts to read a photo. @returns the number of starts; null if another worker has finished it */
export async function beginReading(db: Kysely<QueueTables>, id: number): Promise<number | null> {
  const begun = await db
    .updateTable("photos")
    .set((at) => ({ starts: at("starts", "+", 1) }))
    .where("id", "=", id)
    .where("state", "=", "waiting")
    .returning("starts")
    .executeTakeFirst();
  return begun?.starts ?? null;
}

export async function countPhotosLeft(db: Kysely<QueueTables>, shard: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::integer as n from photos where state = 'waiting' and shard = ${shard}`.execute(db);
  return rows[0]?.n ?? 0;
}

/** The reading of the same bytes, stored for this or an earlier photo; null if there is none. */
export async function knownReading(
  db: Kysely<QueueTables>,
  id: number,
  { hash, engine }: Pick<PhotoReading, "hash" | "engine">,
): Promise<PhotoReading | null> {
  const found = await db
    .selectFrom("readings")
    .selectAll()
    .where("hash", "=", hash)
    .where("engine", "=", engine)
    .where("photo_id", "<=", id)
    .executeTakeFirst();
  return found ?? null;
}

/**
 * Stores the reading of a photo, once for each content and engine. Of photos with the same bytes, the first one added gives the name, so
 * that the result doesn't depend on the order of reading.
 */
export async function finishReading(
  db: Kysely<QueueTables>,
  id: number,
  reading: PhotoReading,
): Promise<void> {
  const { hash, engine, sheets, record } = reading;
  await sql`
    with kept as (
      insert into readings (hash, engine, photo_id, sheets, record)
      values (${hash}, ${engine}, ${id}, ${sheets}, ${record})
      on conflict (hash, engine) do update set
        photo_id = excluded.photo_id, sheets = excluded.sheets, record = excluded.record
        where excluded.photo_id < readings.photo_id
    ), revived as (
      delete from dead_letters where photo_id = ${id}
    )
    update photos set state = 'read', hash = ${hash}, engine = ${engine}, fault = null, done_at = now()
    where id = ${id} and state <> 'read'`.execute(db);
}

/** Records that a photo could not be read. @param isLast whether the photo is not retried */
export async function recordFault(
  db: Kysely<QueueTables>,
  id: number,
  fault: string,
  { isCharged, isLast }: { readonly isCharged: boolean; readonly isLast: boolean },
): Promise<void> {
  await db.transaction().execute(async (store) => {
    const changed = await store
      .updateTable("photos")
      .set((at) => ({
        fault,
        starts: 0,
        failures: at("failures", "+", isCharged ? 1 : 0),
        ...(isLast ? { state: "dead" as const, done_at: sql<Date>`now()` } : {}),
      }))
      .where("id", "=", id)
      .where("state", "=", "waiting")
      .executeTakeFirst();
    if (isLast && changed.numUpdatedRows > 0n)
      await sql`
        insert into dead_letters (photo_id, fault) values (${id}, ${fault})
        on conflict do nothing`.execute(store);
  });
}

/** Gives up the remaining photos of a shard. @param fault the reason for photos without one of their own */
export async function giveUpShard(db: Kysely<QueueTables>, shard: number, fault: string): Promise<void> {
  await sql`
    with dead as (
      update photos set state = 'dead', done_at = now()
      where shard = ${shard} and state = 'waiting' returning id, coalesce(fault, ${fault}) as fault
    )
    insert into dead_letters (photo_id, fault) select id, fault from dead
    on conflict (photo_id) do nothing`.execute(db);
}

/** Retries dead photos. @returns how many, and their shards */
export async function revive(store: Transaction<QueueTables>) {
  const { rows } = await sql<{ shard: number }>`
    with dead as (delete from dead_letters returning photo_id)
    update photos p set state = 'waiting', starts = 0, failures = 0, done_at = null
    from dead where p.id = dead.photo_id returning p.shard`.execute(store);
  return { revived: rows.length, shards: [...new Set(rows.map(({ shard }) => shard))].sort((a, b) => a - b) };
}

export interface Progress {
  readonly photos: number;
  readonly read: number;
  /** Of the read photos, those without a readable sheet. */
  readonly unusable: number;
  readonly left: number;
  /** Of the remaining photos, those that failed at least once. */
  readonly failing: number;
  readonly dead: number;
  /** Photos per minute, over the last five minutes or since the first photo; null before that. */
  readonly perMinute: number | null;
  readonly minutesLeft: number | null;
}

export async function readQueueProgress(db: Kysely<QueueTables>): Promise<Progress> {
  const { rows } = await sql<Record<"photos" | "read" | "left" | "failing" | "dead" | "unusable", number>>`
    select count(*)::integer as photos,
      count(*) filter (where state = 'read')::integer as read,
      count(*) filter (where state = 'waiting')::integer as left,
      count(*) filter (where state = 'waiting' and failures > 0)::integer as failing,
      count(*) filter (where state = 'dead')::integer as dead,
      count(*) filter (where state = 'read' and r.sheets = 0)::integer as unusable
    from photos p left join readings r using (hash, engine)`.execute(db);
  const counts = rows[0] ?? { photos: 0, read: 0, left: 0, failing: 0, dead: 0, unusable: 0 };
  const rate = await sql<{ n: number; minutes: number | null }>`
    select count(*)::integer as n,
      greatest(extract(epoch from now() - min(done_at)) / 60, 1.0 / 60)::double precision as minutes
    from photos where done_at > now() - interval '5 minutes'`.execute(db);
  const { n = 0, minutes = null } = rate.rows[0] ?? {};
  const perMinute = minutes === null || n === 0 ? null : n / minutes;
  return { ...counts, perMinute, minutesLeft: perMinute === null ? null : counts.left / perMinute };
}

/** A dead photo with the reason: a problem as JSON. */
export interface DeadLetter {
  readonly id: number;
  readonly place: string;
  readonly failures: number;
  readonly fault: string;
  readonly at: Date;
}

/** The dead photos, in the order in which they were added. */
export function deadLetters(db: Kysely<QueueTables>): Promise<DeadLetter[]> {
  return db
    .selectFrom("dead_letters as d")
    .innerJoin("photos as p", "p.id", "d.photo_id")
    .select(["p.id", "p.place", "p.failures", "d.fault", "d.at"])
    .orderBy("p.id")
    .execute();
}

/** The readings in the order in which their photos were added, loaded in pages. */
export async function* queuedReadings(db: Kysely<QueueTables>) {
  const read = async (after: number) => {
    const { rows } = await sql<{ id: number; place: string; record: string }>`
      select p.id, p.place, r.record from readings r join photos p on p.id = r.photo_id
      where r.photo_id > ${after} order by r.photo_id limit 200`.execute(db);
    return rows;
  };
  for await (const rows of readPages(read)) yield* rows;
}

/** The reading of one photo, as JSON. */
export interface PhotoRecord {
  readonly sheets: readonly SheetToKeep[];
  /** Of sheets that can't be read, or of the whole photo. */
  readonly problems: readonly Problem[];
}

/** The tables of a queue of photos, as queries see them; the migrations below create them. Times are those of the server. */
export interface QueueTables {
  /** Settings of photos, given when they were added; as JSON without defaults. */
  settings: { readonly id: Generated<number>; readonly told: string };
  photos: PhotoTable;
  readings: ReadingTable;
  /** Photos that are not retried, each with a problem as JSON. */
  dead_letters: { readonly photo_id: number; readonly fault: string; readonly at: Generated<Date> };
}

interface PhotoTable extends PlacedPhoto {
  readonly id: Generated<number>;
  readonly settings_id: number;
  readonly shard: number;
  /** A `dead` one is not retried. */
  readonly state: Generated<"waiting" | "read" | "dead">;
  /** How many times a worker started to read it. */
  readonly starts: Generated<number>;
  /** How many attempts failed with a temporary error. */
  readonly failures: Generated<number>;
  /** The last temporary error: a problem as JSON. */
  readonly fault: string | null;
  /** The SHA-256 of its bytes in hexadecimal, once it was read. */
  readonly hash: string | null;
  readonly engine: string | null;
  readonly done_at: Date | null;
}

/** The reading of a photo: one for each content and engine, independent of the file name. */
interface ReadingTable extends PhotoReading {
  /** The first of the photos with these bytes. */
  readonly photo_id: number;
}

/** The migrations of a queue, in order. A released migration is never changed. */
export const QUEUE_MIGRATIONS: Readonly<Record<string, Migration>> = {
  "001-photos": {
    async up(db: Kysely<unknown>) {
      for (const statement of FIRST_TABLES.split(/;\n/)) await sql.raw(statement).execute(db);
    },
  },
};

const FIRST_TABLES = `
create table settings (
  id integer generated by default as identity primary key,
  told text not null unique
);
create sequence shards;
create table photos (
  id integer generated by default as identity primary key,
  settings_id integer not null references settings,
  place text not null,
  stamp text not null,
  shard integer not null,
  state text not null default 'waiting',
  starts integer not null default 0,
  failures integer not null default 0,
  fault text,
  hash text,
  engine text,
  done_at timestamptz,
  unique (place, stamp, settings_id)
);
create index photos_that_wait on photos (shard, failures, starts, id) where state = 'waiting';
create index photos_done on photos (done_at) where done_at is not null;
create table readings (
  hash text not null,
  engine text not null,
  photo_id integer not null references photos,
  sheets integer not null,
  record text not null,
  primary key (hash, engine)
);
create table dead_letters (
  photo_id integer primary key references photos,
  fault text not null,
  at timestamptz not null default now()
)`;
