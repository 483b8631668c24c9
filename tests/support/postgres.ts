import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A PostgreSQL server that runs for tests. */
export interface TestServer {
  /** The URL of an empty database of its own. */
  readonly url: string;
  /** Ends the whole server at once, as when the power fails; `start` brings it back. */
  crash(): void;
  start(): void;
  /** Ends it for good, and takes its files away. */
  stop(): void;
}

/** Where Debian puts the programs of the newest server that is installed; null if none is. */
function programs(): string | null {
  const root = "/usr/lib/postgresql";
  const versions = existsSync(root) ? readdirSync(root).sort((a, b) => Number(b) - Number(a)) : [];
  return versions.map((one) => join(root, one, "bin")).find((bin) => existsSync(join(bin, "initdb"))) ?? null;
}

/** Why no server can be started here; null if one can. */
export const NO_POSTGRES = programs() === null ? "needs PostgreSQL: install the package postgresql" : null;

/** Starts a server in a folder of its own. It refuses to run as root, who runs it as the user that the package has made. */
export async function startPostgres(): Promise<TestServer> {
  const bin = programs();
  if (bin === null) throw new Error("PostgreSQL is not installed");
  const folder = mkdtempSync(join(tmpdir(), "augenblock-postgres-"));
  const isRoot = process.getuid?.() === 0;
  if (isRoot) {
    execFileSync("chown", ["postgres", folder]);
    chmodSync(folder, 0o711);
  }
  const run = (program: string, ...args: string[]) => {
    const command = join(bin, program);
    // What the server leaves open would keep a pipe from ending.
    const [file, all] = isRoot ? ["runuser", ["-u", "postgres", "--", command, ...args]] : [command, args];
    const done = spawnSync(file, all, { stdio: "ignore", cwd: folder });
    if (done.status !== 0) throw new Error(`${program} failed`);
  };
  const data = join(folder, "data");
  run("initdb", "-D", data, "-A", "trust", "-U", "test", "--no-sync", "-E", "UTF8", "--locale=C");
  const port = await freePort();
  const options = `-p ${port} -k ${folder} -c listen_addresses=127.0.0.1`;
  const start = () => run("pg_ctl", "-D", data, "-o", options, "-l", join(folder, "log"), "-w", "start");
  start();
  return {
    url: `postgres://test@127.0.0.1:${port}/postgres`,
    start,
    crash() {
      run("pg_ctl", "-D", data, "-m", "immediate", "-w", "stop");
    },
    stop() {
      spawnSync(isRoot ? "runuser" : join(bin, "pg_ctl"), [
        ...(isRoot ? ["-u", "postgres", "--", join(bin, "pg_ctl")] : []),
        ...["-D", data, "-m", "immediate", "-w", "stop"],
      ]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() =>
        typeof address === "object" && address ? resolve(address.port) : reject(new Error("no port")),
      );
    });
  });
}
