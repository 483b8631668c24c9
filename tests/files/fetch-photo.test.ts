import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isInternal, loadPhoto, printablePlace } from "../../src/files/pictures/fetch-photo.ts";

const PHOTO = Uint8Array.from([0xff, 0xd8, 0xff, 0xe0]);
const asked: IncomingMessage[] = [];
let port = 0;

function answer(request: IncomingMessage, response: ServerResponse): void {
  asked.push(request);
  const url = new URL(request.url ?? "", `http://${request.headers.host}`);
  const to = url.searchParams.get("to");
  if (to !== null) response.writeHead(302, { location: to }).end("elsewhere");
  else if (url.pathname === "/loop") response.writeHead(302, { location: "/loop" }).end();
  else if (url.pathname === "/gone") response.writeHead(404).end();
  else if (url.pathname === "/busy") response.writeHead(503).end();
  else response.end(PHOTO);
}

const server = createServer(answer);
beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, done));
  ({ port } = server.address() as AddressInfo);
});
afterAll(() => server.close());

async function outcome(url: string): Promise<string> {
  const loaded = await loadPhoto(url);
  if (loaded.ok) return loaded.value.join(" ");
  return loaded.problems.map(({ code, message }) => `${code} ${message}`).join();
}

const here = (path: string, host = "127.0.0.1") => `http://${host}:${port}${path}`;
const to = (target: string) => `/photo.jpg?to=${encodeURIComponent(target)}`;
const FOUND = PHOTO.join(" ");

describe("a photo by its URL", () => {
  it("is fetched, also with a name and a password, and by way of redirects on its host", async () => {
    expect(await outcome(here("/photo.jpg"))).toBe(FOUND);
    expect(await outcome(here(to("/other.jpg")))).toBe(FOUND);
    expect(await outcome(here("/photo.jpg", "anna:secret@127.0.0.1"))).toBe(FOUND);
    expect(asked.at(-1)?.headers.authorization).toBe(`Basic ${btoa("anna:secret")}`);
  });

  it.each([
    ["/loop", "too many redirects"],
    [to("file:///etc/hostname"), "something other than an http(s) address"],
    [to("data:image/png;base64,AAAA"), "something other than an http(s) address"],
    [to("ftp://example.org/a.jpg"), "something other than an http(s) address"],
    ["/gone", "answers 404"],
  ])("%s fails for good", async (path, words) => {
    expect(await outcome(here(path))).toMatch(/^no-photo /);
    expect(await outcome(here(path))).toContain(words);
  });

  it("fails for now where the server is busy or nobody answers", async () => {
    expect(await outcome(here("/busy"))).toMatch(/^unreachable /);
    expect(await outcome("http://127.0.0.1:1/a.jpg")).toMatch(/^unreachable /);
  });

  it("is not looked for at an internal address to which another host leads", async () => {
    const before = asked.length;
    const targets = ["127.0.0.1", "[::1]", "[::ffff:127.0.0.1]", "0.0.0.0"];
    for (const target of targets)
      expect(await outcome(here(to(here("/x.jpg", target)), "localhost"))).toMatch(
        /^no-photo .* internal network$/,
      );
    // By way of its name.
    expect(await outcome(here(to(here("/x.jpg", "localhost"))))).toMatch(/^no-photo .* internal network$/);
    expect(asked.length - before).toBe(targets.length + 1);
  });

  it("shows no secret, whatever goes wrong", async () => {
    const secret = "X-Amz-Signature=abcdef&sig=s3cr3t&token=hush&page=2";
    const urls = [
      here(`/gone?${secret}`, "anna:hidden@127.0.0.1"),
      here(`/busy?${secret}`, "anna:hidden@127.0.0.1"),
      here(`/loop?${secret}`, "anna:hidden@127.0.0.1"),
      `http://anna:hidden@127.0.0.1:1/a.jpg?${secret}#hidden`,
      `http://anna:hidden@%zz/a.jpg?${secret}`,
      `http://anna:hidden@127.0.0.1:999999/a.jpg?${secret}`,
    ];
    for (const url of urls) {
      const told = await outcome(url);
      expect(told).toMatch(/^[a-z-]+ .*\bhttp:\/\//);
      expect(told).not.toMatch(/anna|hidden|abcdef|s3cr3t|hush/);
    }
  });
});

describe("a place as it is shown", () => {
  it.each([
    ["photos/a?b.jpg", "photos/a?b.jpg"],
    ["https://x.example/a%20b.jpg", "https://x.example/a%20b.jpg"],
    ["https://x.example/get?id=7&w=100", "https://x.example/get?id=7&w=100"],
    ["https://a:b@x.example/get?id=7&sig=q", "https://x.example/get?id=7&sig=…"],
    [`https://x.example/a.jpg?p=${"q".repeat(24)}`, "https://x.example/a.jpg?p=…"],
  ])("%s", (place, shown) => {
    expect(printablePlace(place)).toBe(shown);
  });
});

it("internal addresses are those that the internet does not route", () => {
  const inside =
    "127.0.0.1 10.1.2.3 172.31.0.1 192.168.1.1 169.254.169.254 100.64.0.1 0.0.0.0 ::1 :: fe80::1 fd00::1 ::ffff:10.0.0.1";
  const outside = "8.8.8.8 172.32.0.1 11.0.0.1 100.128.0.1 2001:4860:4860::8888 ::ffff:8.8.8.8";
  expect(inside.split(" ").filter((one) => !isInternal(one))).toEqual([]);
  expect(outside.split(" ").filter(isInternal)).toEqual([]);
});
