import { once } from "node:events";
import {
  createServer,
  type RequestListener,
  type Server,
  type IncomingMessage,
  type ServerResponse,
} from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { reason } from "../../files/read/read-file.ts";
import { type Message, msg } from "../../rules/problem/message.ts";
import { fail } from "./failure.ts";
import { t } from "./language.ts";
import { printError } from "./output.ts";
import { createReadStream, statSync } from "node:fs";
import { extname } from "node:path";
import { pipeline } from "node:stream/promises";

export interface ServerLimits {
  /** To send a request, in milliseconds. */
  readonly requestMs: number;
  /** Without a byte in either direction, in milliseconds; 0 for any time. */
  readonly idleMs: number;
  /** Connections at a time, of one address and of all together; what comes on top is closed. */
  readonly perAddress: number;
  readonly inAll: number;
}

/** A browser opens six connections; a few of them may be open on one computer. */
export const LIMITS: ServerLimits = { requestMs: 10_000, idleMs: 30_000, perAddress: 48, inAll: 512 };

/** Creates a server that slow clients, or many connections of one client, can't block. */
export function createLimitedServer(answer: RequestListener, limits: ServerLimits): Server {
  const { requestMs, idleMs, perAddress, inAll } = limits;
  const times = {
    headersTimeout: requestMs,
    requestTimeout: requestMs,
    connectionsCheckingInterval: requestMs,
  };
  const server = createServer(times, answer);
  server.maxConnections = inAll;
  server.timeout = idleMs;
  const open = new Map<string, number>();
  server.on("connection", (socket: Socket) => {
    const { remoteAddress: address = "" } = socket;
    const before = open.get(address) ?? 0;
    if (before >= perAddress) {
      socket.destroy();
      return;
    }
    open.set(address, before + 1);
    socket.once("close", () => {
      const left = (open.get(address) ?? 0) - 1;
      if (left > 0) open.set(address, left);
      else open.delete(address);
    });
  });
  return server;
}

/** What to do where another program has the port. */
interface IfTaken {
  /** The way out to name. */
  readonly hint?: Message;
  /** Whether that program does the same, and so this one is not needed. */
  readonly isSame?: (port: number) => Promise<boolean>;
  /** How many more ports may be tried. */
  readonly more?: number;
}

/** From a usual port to the next: studio and site have every other one, since pages stored for one would answer for the other. */
const PORT_STEP = 2;
const MORE_PORTS = 4;

/**
 * Lets a server listen; ends the command if the port can't be had.
 *
 * @param port 0 for any that is free
 * @returns the port; the server does not listen if another program does the same there
 */
export async function listen(server: Server, port: number, host: string, ifTaken: IfTaken = {}) {
  const { isSame, more = 0 } = ifTaken;
  server.listen(port, host);
  const error = await once(server, "listening").then(
    () => null,
    (error: NodeJS.ErrnoException) => error,
  );
  if (error === null) return (server.address() as AddressInfo).port;
  if (error.code !== "EADDRINUSE") {
    const hint = msg`cli.port-refused-hint: choose another one with \`--port\``;
    return fail("port-refused", msg`cli.port-refused: port ${port} can’t be opened: ${reason(error)}`, hint);
  }
  if ((await isSame?.(port)) === true) return port;
  if (more > 0) return listen(server, port + PORT_STEP, host, { ...ifTaken, more: more - 1 });
  const { hint = msg`cli.port-taken-hint: choose another one, or leave out \`--port\`` } = ifTaken;
  return fail("port-taken", msg`cli.port-taken: port ${port} is taken by another program`, hint);
}

/** Opens an address in the user's browser. Ignores failures, because the address is printed too. */
export async function openBrowser(address: string): Promise<void> {
  const reportBrowserFailure = () =>
    printError(t`cli.no-browser: Can’t open a browser; open this address yourself.`);
  try {
    const { default: open } = await import("open");
    (await open(address)).once("error", reportBrowserFailure);
  } catch {
    reportBrowserFailure();
  }
}

/** The file at a path below the address of a server; null if there is none. */
export type FileLocator = (path: string) => string | null;

/** The media types of files that browsers open. */
const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".webmanifest": "application/manifest+json",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".wasm": "application/wasm",
  ".woff2": "font/woff2",
  ".txt": "text/plain; charset=utf-8",
  ".md": "text/markdown; charset=utf-8",
  ".yaml": "application/yaml",
  ".pdf": "application/pdf",
  ".jpg": "image/jpeg",
};

const HEADERS = { "x-content-type-options": "nosniff", "referrer-policy": "no-referrer" } as const;

/** Time to send one file: the largest has 11 MB, and a bad Wi-Fi half a megabit a second. */
const ANSWER_MS = 300_000;

/**
 * Serves files that anyone may read. Ends the command if the port is not available.
 *
 * @param port 0 for any that is free
 * @param isOpen whether other computers may ask
 * @param isUsual whether the next port will do if this one is taken
 */
export async function serveFiles(
  locate: FileLocator,
  port: number,
  {
    isOpen = false,
    isUsual = false,
    ...ifTaken
  }: { isOpen?: boolean; isUsual?: boolean } & Omit<IfTaken, "more"> = {},
) {
  const server = createLimitedServer((request, response) => {
    // A reader that goes away is no fault.
    void answer(request, response, locate).catch(() => response.destroy());
  }, LIMITS);
  const more = isUsual ? MORE_PORTS : 0;
  const at = await listen(server, port, isOpen ? "0.0.0.0" : "127.0.0.1", { ...ifTaken, more });
  if (isUsual && at !== port)
    printError(
      t`cli.next-port: Port ${port} is taken by another program, so this time it is port ${at}. Games and game nights that the browser keeps for the usual port are not there; a file saved with “Save everything” brings them over.`,
    );
  return {
    port: at,
    /** Whether another program serves the same already. */
    isElsewhere: !server.listening,
    async close(): Promise<void> {
      if (!server.listening) return;
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

async function answer(
  { method, url = "/", headers }: IncomingMessage,
  response: ServerResponse,
  locate: FileLocator,
) {
  if (method !== "GET" && method !== "HEAD") return void response.writeHead(405, HEADERS).end();
  const file = findFile(url, locate);
  if (file === null) return void response.writeHead(404, HEADERS).end();
  const { size, mtimeMs } = statSync(file);
  const etag = `"${size.toString(36)}-${Math.round(mtimeMs).toString(36)}"`;
  const type = TYPES[extname(file)] ?? "application/octet-stream";
  // Files keep their names when the program is updated, so browsers ask each time whether they have changed.
  const fields = { ...HEADERS, "content-type": type, "cache-control": "no-cache", etag };
  if (headers["if-none-match"] === etag) return void response.writeHead(304, fields).end();
  response.writeHead(200, { ...fields, "content-length": size });
  if (method === "HEAD") return void response.end();
  await pipeline(createReadStream(file), response, { signal: AbortSignal.timeout(ANSWER_MS) });
}

/** The file behind the path of an address; null if there is none. */
function findFile(url: string, locate: FileLocator): string | null {
  try {
    const file = locate(decodeURIComponent(url.replace(/[?#].*$/s, "")).replace(/^\/+/, ""));
    return file !== null && statSync(file).isFile() ? file : null;
  } catch {
    return null;
  }
}
