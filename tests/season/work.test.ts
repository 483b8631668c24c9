import { type ChildProcess, spawn } from "node:child_process";
import { copyFileSync, mkdirSync, readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { join } from "node:path";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { TRIES_ALL } from "../support/cases.ts";
import { augenblock, emptyFolder, inOwnProcess, MAIN, put } from "../support/command-line.ts";
import { itWithServer, PostgresServer } from "../support/postgres-server.ts";

let server: Promise<PostgresServer> | null = null;
const web: Server[] = [];
let databases = 0;
afterAll(async () => {
  await (await server)?.stop();
});
afterEach(async () => {
  for (const one of web.splice(0)) {
    one.closeAllConnections();
    await new Promise((done) => one.close(done));
  }
});

/** The URL of a new database. */
async function database(): Promise<string> {
  server ??= PostgresServer.start();
  return (await server).database(`work_${++databases}`);
}

/** A web server that answers paths with photos; others are not there. */
async function served(photos: Readonly<Record<string, string | Uint8Array | null>>): Promise<string> {
  const one = createServer(({ url = "" }, response) => {
    const found = photos[url.slice(1)];
    if (found === undefined) response.writeHead(404).end();
    // It never answers.
    else if (found !== null) response.end(found);
  });
  web.push(one);
  await new Promise<void>((done) => one.listen(0, "127.0.0.1", done));
  const address = one.address();
  return `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`;
}

const PHOTO = join("tests", "photos", "correct.jpg");

interface State {
  readonly photos: number;
  readonly read: number;
  readonly left: number;
  readonly unusable: number;
  readonly deadLetters: readonly { readonly photo: string; readonly problem: { readonly code: string } }[];
}

async function stateOf(queue: string): Promise<State> {
  return JSON.parse((await augenblock(["queue", "status", "--queue", queue, "--json"])).out) as State;
}

/** Starts `augenblock work` in a process of its own. */
function worker(queue: string, ...more: readonly string[]): ChildProcess {
  return spawn(process.execPath, [MAIN, "queue", "work", "--queue", queue, ...more], {
    stdio: ["ignore", "pipe", "pipe"],
  });
}

function ended(child: ChildProcess): Promise<number | null> {
  return new Promise((done) => child.once("exit", done));
}

/** Waits until a photo of a queue has been read. The database is asked itself: a command would take more time than the worker leaves. */
async function untilRead(queue: string): Promise<void> {
  const read = "select 1 from augenblock_queue.readings limit 1";
  const database = new URL(queue).pathname.slice(1);
  await expect.poll(async () => (await server)?.query(database, read), { interval: 100 }).toHaveLength(1);
}

describe("a queue of photos", () => {
  itWithServer("is read as `check` reads them, by workers that may be stopped at any time", async () => {
    const queue = await database();
    const folder = emptyFolder();
    mkdirSync(join(folder, "photos"));
    // Reading a sheet takes each of three processes seconds.
    if (TRIES_ALL) copyFileSync(PHOTO, join(folder, "photos", "correct.jpg"));
    else put(join(folder, "photos"), "other.jpg", "no picture either");
    const unusable = TRIES_ALL ? 1 : 2;
    put(join(folder, "photos"), "broken.jpg", "no picture");
    put(join(folder, "photos"), "notes.txt", "not a sheet");
    const first = await augenblock(["queue", "add", "photos", "--queue", queue], folder);
    expect(first).toMatchObject({ code: 0, out: "added: 2\n" });
    const again = await augenblock(["queue", "add", "photos", "--queue", queue, "--json"], folder);
    expect(JSON.parse(again.out)).toEqual({ photos: 2, added: 0, known: 2, others: 0 });
    const one = worker(queue);
    await untilRead(queue);
    one.kill("SIGTERM");
    expect(await ended(one)).toBe(0);
    const stopped = await stateOf(queue);
    expect(stopped.read + stopped.left).toBe(2);
    // What is left can be had at once.
    const other = worker(queue, "--until-done");
    expect(await ended(other)).toBe(0);
    expect(await stateOf(queue)).toMatchObject({ photos: 2, read: 2, left: 0, unusable, deadLetters: [] });
    await augenblock(["queue", "status", "--queue", queue, "--results", "shared.jsonl"], folder);
    await augenblock(["check", join(folder, "photos", "*.jpg"), "--results", "alone.jsonl"], folder);
    const lines = (file: string) =>
      readFileSync(join(folder, file), "utf8")
        .replaceAll(/^\{"at":\d+/gm, "{")
        .split("\n");
    expect(lines("shared.jsonl")).toEqual(lines("alone.jsonl"));
    const season = await augenblock(["season", "import", "season", "shared.jsonl"], folder);
    expect(season.err).toMatch("broken.jpg");
    expect(season.out).toMatch(`could not be read: ${unusable}`);
  });

  itWithServer("is begun once, by however many at the same time", async () => {
    const queue = await database();
    const folder = emptyFolder();
    mkdirSync(join(folder, "photos"));
    put(join(folder, "photos"), "a.jpg", "no picture");
    const enqueue = () => inOwnProcess(["queue", "add", "photos", "--queue", queue, "--json"], folder);
    const outcomes = await Promise.all([enqueue(), enqueue(), enqueue()]);
    expect(outcomes.map(({ code, err }) => ({ code, err }))).toEqual(
      outcomes.map(() => ({ code: 0, err: "" })),
    );
    expect(outcomes.map(({ out }) => JSON.parse(out).added).sort()).toEqual([0, 0, 1]);
  });

  (TRIES_ALL ? itWithServer : it.skip)(
    "fetches photos from a store, and puts aside what fails twice",
    async () => {
      const queue = await database();
      const host = await served({ "correct.jpg": readFileSync(PHOTO) });
      const folder = emptyFolder();
      const list = put(
        folder,
        "photos.txt",
        `# of the first evening\n${host}/correct.jpg\n\n${host}/gone.jpg\n`,
      );
      expect((await augenblock(["queue", "add", list, "--queue", queue])).out).toBe("added: 2\n");
      expect(await ended(worker(queue, "--until-done"))).toBe(0);
      const state = await stateOf(queue);
      expect(state).toMatchObject({ read: 1, left: 0, unusable: 0 });
      expect(state.deadLetters.map(({ photo, problem }) => [photo, problem.code])).toEqual([
        [`${host}/gone.jpg`, "no-photo"],
      ]);
      const told = await augenblock(["queue", "status", "--queue", queue]);
      expect(told.out).toMatch("put aside: 1");
      expect(told.out).toMatch(`no photo at ${host}/gone.jpg: the server answers 404`);
      expect((await augenblock(["queue", "status", "--queue", queue, "--retry"])).out).toMatch("retrying: 1");
      expect(await stateOf(queue)).toMatchObject({ left: 1, deadLetters: [] });
    },
  );
});

describe("one clear problem tells of", () => {
  const problemOf = async (args: readonly string[], cwd?: string) => {
    const { code, out, err } = await augenblock(args, cwd);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err.match(/^error: /gm)).toHaveLength(1);
    expect(err).not.toMatch(/\n\s+at /);
    return /\[([\w-]+)\]/.exec(err)?.[1];
  };
  const NOBODY = "postgres://anna@127.0.0.1:1/club";

  it("no queue, and a URL that is none", async () => {
    expect(await problemOf(["queue", "work"])).toBe("no-queue");
    expect(await problemOf(["queue", "status", "--queue", "club"])).toBe("bad-url");
    expect(await problemOf(["queue", "work", "--queue", "postgres://h/db#Not a name"])).toBe("bad-url");
  });

  it("a server that does not answer", async () => {
    expect(await problemOf(["queue", "work", "--queue", NOBODY])).toBe("no-server");
  });

  it("a folder without photos, a list that is none, and photos that are not there", async () => {
    const folder = emptyFolder();
    put(folder, "list.txt", "a.jpg\nb.jpg\n");
    put(folder, "prose.txt", "Dear Anna,\n");
    put(folder, "mixed.txt", "https://example.org/a.jpg\nprose\n");
    const enqueue = (word: string) => problemOf(["queue", "add", word, "--queue", NOBODY], folder);
    expect(await enqueue(".")).toBe("no-match");
    expect(await enqueue("prose.txt")).toBe("no-list");
    expect(await enqueue("mixed.txt")).toBe("no-photo");
    expect(await enqueue("gone.jpg")).toBe("unreadable");
    expect(await enqueue("gone")).toBe("unreadable");
    const both = await augenblock(["queue", "add", "list.txt", "--queue", NOBODY], folder);
    expect(both.err.match(/^error: /gm)).toHaveLength(2);
  });

  it("a URL that gives no list", async () => {
    const host = await served({ page: "<html><body>Hello</body></html>" });
    expect(await problemOf(["queue", "add", `${host}/page`, "--queue", NOBODY])).toBe("no-list");
    expect(await problemOf(["queue", "add", `${host}/gone`, "--queue", NOBODY])).toBe("no-photo");
    expect(await problemOf(["queue", "add", "http://127.0.0.1:1/list", "--queue", NOBODY])).toBe(
      "unreachable",
    );
  });

  it("a game, a pad or a day that there is not", async () => {
    const correct = join(process.cwd(), PHOTO);
    const enqueue = (...flags: string[]) => problemOf(["queue", "add", correct, "--queue", NOBODY, ...flags]);
    expect(await enqueue("--pad", "nothing")).toBe("unknown-pad");
    expect(await enqueue("--date", "2026-13-01")).toBe("bad-value");
    expect(await enqueue("--shard-size", "0")).toBe("bad-value");
  });

  itWithServer(
    "a database that is not there, that holds no queue, or the queue of a newer version",
    async () => {
      const queue = await database();
      expect(await problemOf(["queue", "work", "--queue", `${queue}_gone`])).toBe("no-server");
      expect(await problemOf(["queue", "status", "--queue", queue])).toBe("no-queue");
      const photo = join(process.cwd(), PHOTO);
      expect((await augenblock(["queue", "add", photo, "--queue", queue])).code).toBe(0);
      const name = new URL(queue).pathname.slice(1);
      await (await server)?.query(
        name,
        "insert into augenblock_queue.kysely_migration (name, timestamp) values ('999-future', '')",
      );
      for (const command of [
        ["queue", "work"],
        ["queue", "status"],
        ["queue", "add", photo],
      ])
        expect(await problemOf([...command, "--queue", queue])).toBe("newer-queue");
    },
  );
});
