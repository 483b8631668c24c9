import type { PostgresPool, PostgresQueryResult } from "kysely";

// PostgreSQL in a folder: PGlite.

/** What is asked of an embedded PostgreSQL. */
export interface EmbeddedDatabase {
  query<R>(
    statement: string,
    parameters: unknown[],
  ): Promise<{ readonly rows: R[]; readonly affectedRows?: number }>;
  /** Ends in good order. @throws DatabaseError if what was kept is whole but not in its place yet */
  close(): Promise<void>;
}

/**
 * What the system refused an embedded PostgreSQL, or that it can't go on.
 *
 * `code` is that of a system error; `EDAMAGED` if its files can't be right, and `ELOCK` if another process took the folder over.
 */
export class DatabaseError extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** Texts of PostgreSQL for system errors. */
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

/**
 * Opens PostgreSQL in a folder, or makes it there.
 *
 * @throws DatabaseError if that can't be
 */
export async function openDatabase(dataDir: string): Promise<EmbeddedDatabase> {
  const { PGlite } = await import("@electric-sql/pglite");
  const last: string[] = [];
  const note = (line: string) => {
    last.push(line);
    if (last.length > LINES) last.shift();
    return false;
  };
  /** Why it ended: a process of its own would have ended with these lines. */
  const failure = (error: unknown) => {
    const text = [...last.filter((line) => /FATAL|PANIC/.test(line)), String(error)].join("\n");
    return new DatabaseError(systemError(text) ?? "EDAMAGED", text);
  };
  const database = await PGlite.create({ dataDir, onStderr: note }).catch((error: unknown) => {
    throw failure(error);
  });
  let isBroken = false;
  const end = (error: unknown) => {
    if (!hasEnded(error)) throw error;
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

/** Whether an error is the end of an embedded PostgreSQL, and not of a statement. */
function hasEnded(error: unknown): boolean {
  return (
    error instanceof RangeError || (error instanceof Error && /^RuntimeError$|^ExitStatus$/.test(error.name))
  );
}

/** Lines of its log that are kept. */
const LINES = 20;

/** An embedded PostgreSQL as a pool of the one connection that it has. @param guard is waited for before each statement, and may throw */
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
