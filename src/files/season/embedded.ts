import type { PostgresPool, PostgresQueryResult } from "kysely";

// PostgreSQL in a folder: PGlite.

/** An embedded PostgreSQL. */
export interface EmbeddedDatabase {
  query<R>(
    statement: string,
    parameters: unknown[],
  ): Promise<{ readonly rows: R[]; readonly affectedRows?: number }>;
  /** Shuts down properly. @throws DatabaseError if that fails; the data is then complete, but only in the journal */
  close(): Promise<void>;
}

/**
 * A fatal error of an embedded PostgreSQL.
 *
 * `code` is that of a system error, `EDAMAGED` if its files are invalid, or `ELOCK` if another process took the folder over.
 */
export class DatabaseError extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** PostgreSQL's messages for system errors. */
const SYSTEM_ERRORS: readonly (readonly [text: RegExp, code: string])[] = [
  [/No space left on device/, "ENOSPC"],
  [/Quota exceeded/, "EDQUOT"],
  [/File too large/, "EFBIG"],
  [/Read-only file system/, "EROFS"],
  [/Permission denied/, "EACCES"],
  [/Operation not permitted/, "EPERM"],
  [/No file descriptors available|Too many open files/, "EMFILE"],
  [/I\/O error/, "EIO"],
  [/Symbolic link loop/, "ELOOP"],
  [/[Oo]ut of memory|could not allocate memory/, "ENOMEM"],
];

/** The code of the system error that a message of PostgreSQL names; null if there is none. */
export function systemError(text: string): string | null {
  return SYSTEM_ERRORS.find(([words]) => words.test(text))?.[1] ?? null;
}

/** Opens PostgreSQL in a folder, or creates it there. @throws DatabaseError if that fails */
export async function openDatabase(dataDir: string): Promise<EmbeddedDatabase> {
  const { PGlite } = await import("@electric-sql/pglite");
  const last: string[] = [];
  const note = (line: string) => {
    last.push(line);
    if (last.length > LINES) last.shift();
    return false;
  };
  // PostgreSQL logs the reason of its end.
  const failure = (error: unknown) => {
    const text = [...last.filter((line) => /FATAL|PANIC/.test(line)), String(error)].join("\n");
    return new DatabaseError(systemError(text) ?? "EDAMAGED", text);
  };
  const startParams = [...PGlite.defaultStartParams, "-c", `shared_buffers=${SHARED_BUFFERS}`];
  const database = await PGlite.create({ dataDir, startParams, onStderr: note }).catch((error: unknown) => {
    throw failure(error);
  });
  let isBroken = false;
  const end = (error: unknown) => {
    // Others are about a statement only.
    const isEnd = error instanceof Error && /^(?:RuntimeError|ExitStatus|RangeError)$/.test(error.name);
    if (!isEnd) throw error;
    isBroken = true;
    throw failure(error);
  };
  return {
    query: (statement, parameters) => database.query<never>(statement, parameters).catch(end),
    close: async () => {
      if (!isBroken) await database.close().catch(end);
    },
  };
}

/** PostgreSQL clears its buffers when it starts: of the 128 MB that it has by default, that takes half of the time of opening. */
const SHARED_BUFFERS = "32MB";

/** Lines of its log that are kept. */
const LINES = 20;

/** An embedded PostgreSQL as a pool with its single connection. @param guard is awaited before each statement, and may throw */
export function embeddedPool(database: EmbeddedDatabase, guard?: () => Promise<void>): PostgresPool {
  let isOpen = true;
  let last: Promise<void> = Promise.resolve();
  return {
    async connect() {
      const before = last;
      let release = () => {};
      last = new Promise((done) => {
        release = done;
      });
      await before;
      return {
        async query<R>(statement: unknown, parameters: readonly unknown[] = []) {
          await guard?.();
          const { rows, affectedRows = 0 } = await database.query<R>(String(statement), [...parameters]);
          return { command: "SELECT", rowCount: affectedRows || rows.length, rows } as PostgresQueryResult<R>;
        },
        release,
      } as Awaited<ReturnType<PostgresPool["connect"]>>;
    },
    async end() {
      if (!isOpen) return;
      isOpen = false;
      await database.close();
    },
  };
}
