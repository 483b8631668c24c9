import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { it } from "vitest";

const DEBIAN = "/usr/lib/postgresql";

/** The folder of the programs of the newest PostgreSQL here, as Debian's package puts them; null if there is none. */
function programs(): string | null {
  if (!existsSync(DEBIAN)) return null;
  const versions = readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a));
  return (
    versions.map((version) => join(DEBIAN, version, "bin")).find((bin) => existsSync(join(bin, "initdb"))) ??
    null
  );
}

const BIN = programs();

/** Whether a server can be started here. */
export const hasServer = BIN !== null;

/** For tests that need a PostgreSQL server: at a desk without one they are left out, which is told. */
export const itWithServer =
  BIN !== null || process.env.AUGENBLOCK_TOOLS === "required"
    ? it
    : (Object.assign(
        (name: string) => it.skip(`${name} (needs PostgreSQL: install the package postgresql)`),
        {
          each: it.skip.each,
        },
      ) as unknown as typeof it);

/** PostgreSQL refuses to be root's: then it is the user's that its package made. */
function owner(): { readonly uid: number; readonly gid: number } | null {
  if (process.getuid?.() !== 0) return null;
  const id = (flag: string) => Number(execFileSync("id", [flag, "postgres"], { encoding: "utf8" }));
  return { uid: id("-u"), gid: id("-g") };
}

/** A PostgreSQL server of a test's own. */
export class PostgresServer {
  readonly folder: string;
  readonly port: number;
  readonly #as = owner();
  #process: ChildProcess | null = null;

  private constructor(folder: string, port: number) {
    this.folder = folder;
    this.port = port;
  }

  /** Starts one with an empty database. @param parent the folder to keep its files in */
  static async start(parent = tmpdir()): Promise<PostgresServer> {
    if (BIN === null) throw new Error("PostgreSQL is missing: install the package postgresql");
    const folder = mkdtempSync(join(parent, "augenblock-postgres-"));
    const server = new PostgresServer(folder, await freePort());
    if (server.#as !== null) chownSync(folder, server.#as.uid, server.#as.gid);
    chmodSync(folder, 0o700);
    const how = ["--auth=trust", "--username=augenblock", "--encoding=UTF8", "--locale=C", "--no-sync"];
    execFileSync(join(BIN, "initdb"), ["-D", join(folder, "data"), ...how], {
      ...server.#as,
      stdio: "ignore",
      cwd: folder,
    });
    await server.run();
    return server;
  }

  /** Starts it again after its end. */
  async run(): Promise<void> {
    // Processes of one that was killed may hold its memory for a moment.
    for (;;) {
      const settings = [`port=${this.port}`, "listen_addresses=127.0.0.1", "unix_socket_directories="];
      const flags = settings.flatMap((one) => ["-c", one]);
      const started = spawn(join(BIN ?? "", "postgres"), ["-D", join(this.folder, "data"), ...flags], {
        ...this.#as,
        stdio: "ignore",
        cwd: this.folder,
      });
      this.#process = started;
      started.unref();
      while (started.exitCode === null && started.signalCode === null) {
        if (await this.answers()) return;
        await wait(50);
      }
      await wait(200);
    }
  }

  async answers(): Promise<boolean> {
    const client = new pg.Client({ connectionString: this.url("postgres") });
    client.on("error", () => undefined);
    try {
      await client.connect();
      await client.query("select 1");
      return true;
    } catch {
      return false;
    } finally {
      await client.end().catch(() => undefined);
    }
  }

  /** The URL of a database. */
  url(database: string): string {
    return `postgres://augenblock@127.0.0.1:${this.port}/${database}`;
  }

  /** A new empty database. @returns its URL */
  async database(name: string): Promise<string> {
    await this.query("postgres", `create database ${name}`);
    return this.url(name);
  }

  async query(database: string, text: string): Promise<unknown[]> {
    const client = new pg.Client({ connectionString: this.url(database) });
    await client.connect();
    try {
      return (await client.query(text)).rows;
    } finally {
      await client.end();
    }
  }

  /** Ends it as a power cut does. */
  async kill(): Promise<void> {
    await this.#end("SIGKILL");
  }

  /** Ends it and removes its files. */
  async stop(): Promise<void> {
    await this.#end("SIGQUIT");
    rmSync(this.folder, { recursive: true, force: true });
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const process = this.#process;
    if (process === null || process.exitCode !== null || process.signalCode !== null) return;
    const over = new Promise((done) => process.once("exit", done));
    process.ref();
    process.kill(signal);
    await over;
    this.#process = null;
  }
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const address = server.address();
  await new Promise((done) => server.close(done));
  return typeof address === "object" && address !== null ? address.port : 0;
}
