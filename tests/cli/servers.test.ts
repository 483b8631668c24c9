import { once } from "node:events";
import { createServer, request as ask, type RequestListener } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { serveSite } from "../../src/cli/commands/site.ts";
import { isOwnName } from "../../src/cli/commands/watch/page.ts";
import { networkAddresses, serveStudio } from "../../src/cli/commands/studio.ts";
import { createLimitedServer, LIMITS, listen, serveFiles } from "../../src/cli/console/server.ts";
import { augenblock, emptyFolder, printedBy, put } from "../support/command-line.ts";

const ended: (() => void)[] = [];
afterEach(() => {
  for (const end of ended.splice(0)) end();
});

/** A server of a few limits of its own. @returns its port */
async function serving(limits: Partial<typeof LIMITS>, answer: RequestListener): Promise<number> {
  const server = createLimitedServer(answer, { ...LIMITS, ...limits });
  ended.push(
    () => server.closeAllConnections(),
    () => server.close(),
  );
  return listen(server, 0, "127.0.0.1");
}

/** A connection that sends this and nothing more. */
function connection(port: number, text = "", localAddress = "127.0.0.1") {
  const socket = connect({ port, host: "127.0.0.1", localAddress });
  socket.on("error", () => undefined);
  socket.write(text);
  ended.push(() => socket.destroy());
  return socket;
}

describe("a server", () => {
  it("closes on whoever does not send a request to its end", async () => {
    const port = await serving({ requestMs: 20 }, (_, response) => response.end());
    for (const text of [
      "G",
      "GET / HTTP/1.1\r\nHost: a\r\n",
      "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\na",
    ])
      await once(connection(port, text).resume(), "close");
  });

  it("ends an answer that nobody takes", async () => {
    let tell = () => {};
    const closed = new Promise<void>((resolve) => {
      tell = resolve;
    });
    const port = await serving({ idleMs: 50 }, (_, response) => {
      response.on("close", tell);
      response.write(Buffer.alloc(20_000_000));
    });
    connection(port, "GET / HTTP/1.1\r\nHost: a\r\n\r\n").pause();
    await closed;
  });

  it("holds only so many connections in all", async () => {
    const port = await serving({ inAll: 3 }, (_, response) => response.end());
    const all = Array.from({ length: 8 }, () => connection(port).resume());
    const closed = all.map((socket) => once(socket, "close"));
    await Promise.any(closed);
    await expect.poll(() => all.filter((socket) => socket.closed).length).toBe(5);
  });

  // Other systems have one address of their own only.
  it.skipIf(process.platform !== "linux")(
    "is there for others while one has all its connections",
    async () => {
      const port = await serving({ perAddress: 4, inAll: 8 }, (_, response) => response.end("here"));
      const greedy = Array.from({ length: 20 }, () => connection(port).resume());
      await expect.poll(() => greedy.filter((socket) => socket.closed).length).toBe(16);
      const asked = ask({ port, host: "127.0.0.1", localAddress: "127.0.0.2" }).end();
      const [response] = await once(asked, "response");
      expect(String(await once(response, "data"))).toBe("here");
      // Who lets go gets in again.
      for (const socket of greedy) socket.destroy();
      const again = () =>
        new Promise((resolve) => {
          const asked = ask({ port, host: "127.0.0.1" }, (response) => resolve(response.resume().statusCode));
          asked.on("error", () => resolve(null)).end();
        });
      await expect.poll(again).toBe(200);
    },
  );
});

describe("the page of watch", () => {
  it.each([
    ["127.0.0.1:8080", 8080, true],
    ["localhost:8080", 8080, true],
    ["LocalHost:8080", 8080, true],
    ["127.0.0.1", 80, true],
    ["localhost", 80, true],
    ["localhost:80", 80, true],
    ["localhost", 8080, false],
    ["localhost:80", 8080, false],
    ["elsewhere.example", 80, false],
    ["elsewhere.example:80", 80, false],
    ["localhost.elsewhere.example", 80, false],
    ["", 80, false],
  ])("asked for as `%s` on port %i: %s", (host, port, isOwn) => expect(isOwnName(host, port)).toBe(isOwn));
});

describe("augenblock studio", () => {
  it("has the same port every time", async () => {
    const { out } = await augenblock(["studio", "--help", "--lang", "en"]);
    expect(out.replaceAll(/\s+/g, " ")).toContain("(default: 16661)");
  });

  it("says that the port is taken, and what another one means", async () => {
    const port = await takenPort();
    const { code, err } = await augenblock(["studio", "--no-open", "--port", String(port)]);
    expect(code).toBe(2);
    expect(err).toContain(`port ${port} is taken by another program`);
    expect(err).toContain("`--port`");
  });

  it("says where it is open already, and ends", async () => {
    const server = await serveStudio(0, false);
    ended.push(() => void server.close());
    const args = ["studio", "--no-open", "--port", String(server.port), "--lang", "en"];
    const { code, out, err } = await augenblock(args);
    expect({ code, out, err }).toEqual({
      code: 0,
      out: `The studio is already open:\nhttp://127.0.0.1:${server.port}/\n`,
      err: "",
    });
  });

  it.skipIf(networkAddresses().length === 0)(
    "does not tell others to open what is for this computer only",
    async () => {
      const server = await serveStudio(0, false);
      ended.push(() => void server.close());
      const { code, err } = await augenblock(["studio", "--host", "--port", String(server.port)]);
      expect(code).toBe(2);
      expect(err).toContain(`already open at http://127.0.0.1:${server.port}/, for this computer only`);
    },
  );
});

describe.skipIf(networkAddresses().length === 0)("augenblock studio --host", () => {
  it.each([
    [
      "en",
      "Everyone in the same network",
      "The connection is plain HTTP: other devices need this computer each time",
    ],
    ["de", "Alle im selben Netz", "unverschlüsselt"],
    ["sv", "samma nätverk", "okrypterad"],
  ])("says who can open the page, and what plain HTTP means for them: %s", async (code, ...sentences) => {
    const server = await serveStudio(0, true);
    ended.push(() => void server.close());
    const args = ["studio", "--host", "--no-open", "--port", String(server.port), "--lang", code];
    const { out } = await augenblock(args);
    for (const address of networkAddresses()) expect(out).toContain(`http://${address}:${server.port}/\n`);
    for (const sentence of sentences) expect(out).toContain(sentence);
  });
});

describe("augenblock site --serve", () => {
  it("shows the folder at its address until Ctrl-C", async () => {
    const folder = emptyFolder();
    put(folder, "index.html", "<title>Games</title>");
    const others = process.listeners("SIGINT");
    const { out } = await printedBy(async (printed) => {
      const served = serveSite(folder, 0, false);
      await expect.poll(() => printed.stdout).toMatch(/^http:/);
      const address = printed.stdout.split("\n", 1).join();
      const page = await fetch(address);
      expect(await page.text()).toBe("<title>Games</title>");
      expect((await fetch(`${address}%2e%2e/package.json`)).status).toBe(404);
      // Other tests of this process may have browsers open, which listen too.
      const own = process.listeners("SIGINT").filter((one) => !others.includes(one));
      for (const stop of own) stop("SIGINT");
      await served;
      await expect(fetch(address)).rejects.toThrow();
    });
    expect(out).toContain("Press Ctrl-C to stop.");
  });
});

describe("augenblock site", () => {
  it("takes its folder once, as an argument or with --out", async () => {
    const { code, err } = await augenblock(["site", "here", "--out", "there", "--lang", "en"]);
    expect([code, err]).toEqual([
      2,
      expect.stringContaining("the folder is named twice: here, and with `--out`"),
    ]);
  });

  it("refuses a folder of somebody else before it makes anything", async () => {
    const folder = emptyFolder();
    put(folder, "mine.txt", "mine");
    const { code, err } = await augenblock(["site", folder, "--lang", "en"]);
    expect([code, err]).toEqual([2, expect.stringContaining("was not made by augenblock")]);
  });

  it("shows the games of a folder, which must be there", async () => {
    const { code, err } = await augenblock(["site", "--variants", "nowhere", "--lang", "en"]);
    expect([code, err]).toEqual([2, expect.stringContaining("there is no folder nowhere")]);
  });
});

describe("a server with a usual port", () => {
  it("takes the next free one, and says what is not there", async () => {
    const port = await takenPort();
    const { err } = await printedBy(async () => {
      const server = await serveFiles(() => null, port, { isUsual: true });
      ended.push(() => void server.close());
      expect(server.isElsewhere).toBe(false);
      expect(server.port).toBeGreaterThan(port);
      // Studio and site have every other one.
      expect((server.port - port) % 2).toBe(0);
      expect((await fetch(`http://127.0.0.1:${server.port}/`)).status).toBe(404);
    });
    expect(err).toMatch(new RegExp(`Port ${port} is taken by another program, .* Games and game nights`));
  });
});

/** A port that a program has which is no studio. */
async function takenPort(): Promise<number> {
  const other = createServer((_, response) => response.end("{}")).listen(0, "127.0.0.1");
  ended.push(() => other.close());
  await once(other, "listening");
  return (other.address() as AddressInfo).port;
}
