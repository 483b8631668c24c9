import type { Generated } from "kysely";

/** The tables of a queue of photos, as queries see them; `migrations.ts` makes them. Times are those of the server. */
export interface QueueTables {
  settings: SettingsTable;
  photos: PhotoTable;
  readings: ReadingTable;
  dead_letters: DeadLetterTable;
}

/** What was said about photos when they were put in. */
interface SettingsTable {
  readonly id: Generated<number>;
  /** As JSON; what was not said is left out. */
  readonly told: string;
}

/** What became of a photo: `dead` ones nobody tries any more. */
type PhotoState = "waiting" | "read" | "dead";

interface PhotoTable {
  readonly id: Generated<number>;
  readonly settings_id: number;
  /** An absolute path, or a URL. */
  readonly place: string;
  /** Size and time of change of a file, so that another photo of the same name is another photo; empty for URLs. */
  readonly stamp: string;
  /** The shard that it is read with. */
  readonly shard: number;
  readonly state: Generated<PhotoState>;
  /** How often a worker began to read it. */
  readonly starts: Generated<number>;
  /** How often it could not be read through a fault that may pass. */
  readonly failures: Generated<number>;
  /** The last of these faults: a problem as JSON. */
  readonly fault: string | null;
  /** The SHA-256 of its bytes in hexadecimal, once it was read. */
  readonly hash: string | null;
  readonly engine: string | null;
  readonly done_at: Date | null;
}

/** What was read in a photo, once for each engine, whatever the photo is called. */
interface ReadingTable {
  readonly hash: string;
  /** The versions of program and model, and what was said about the photo. */
  readonly engine: string;
  /** The first of the photos with these bytes. */
  readonly photo_id: number;
  /** Sheets in it that could be read. */
  readonly sheets: number;
  /** See `PhotoRecord`. */
  readonly record: string;
}

/** A photo that nobody tries any more. */
interface DeadLetterTable {
  readonly photo_id: number;
  /** A problem as JSON. */
  readonly fault: string;
  readonly at: Generated<Date>;
}
