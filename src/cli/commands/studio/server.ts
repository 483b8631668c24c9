import { once } from "node:events";
import { createReadStream, statSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { extname } from "node:path";
import { pipeline } from "node:stream/promises";
import { studioFile } from "../../../files/package/studio-files.ts";
import { createLimitedServer, LIMITS, listen } from "../../console/listen.ts";
import { msg } from "../../../rules/problem/message.ts";

/** The media types of the studio's files. */
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
};

const HEADERS = { "x-content-type-options": "nosniff", "referrer-policy": "no-referrer" } as const;

/** Time to send one file: the largest has 11 MB, and a bad Wi-Fi half a megabit a second. */
const ANSWER_MS = 300_000;

/**
 * Serves the studio, which holds nothing that is not public. Ends the command if the port can't be had.
 *
 * @param port 0 for any that is free. @param isOpen whether other computers may ask for it
 */
export async function serveStudio(port: number, isOpen: boolean) {
  const server = createLimitedServer((request, response) => {
    // A reader that goes away is no fault.
    void answer(request, response).catch(() => response.destroy());
  }, LIMITS);
  const ifTaken = msg(
    "cli.if-studio-open",
  )`if the studio is open already, go to http://127.0.0.1:${port}/; else take another port with \`--port\`: it shows what was kept under that port`;
  const at = await listen(server, port, isOpen ? "0.0.0.0" : "127.0.0.1", ifTaken);
  return {
    port: at,
    async close(): Promise<void> {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

async function answer({ method, url = "/", headers }: IncomingMessage, response: ServerResponse) {
  if (method !== "GET" && method !== "HEAD") return void response.writeHead(405, HEADERS).end();
  const file = findFile(url);
  if (file === null) return void response.writeHead(404, HEADERS).end();
  const { size, mtimeMs } = statSync(file);
  const etag = `"${size.toString(36)}-${Math.round(mtimeMs).toString(36)}"`;
  const type = TYPES[extname(file)] ?? "application/octet-stream";
  // Files keep their names when the program is updated, so browsers ask each time whether they have changed.
  const told = { ...HEADERS, "content-type": type, "cache-control": "no-cache", etag };
  if (headers["if-none-match"] === etag) return void response.writeHead(304, told).end();
  response.writeHead(200, { ...told, "content-length": size });
  if (method === "HEAD") return void response.end();
  await pipeline(createReadStream(file), response, { signal: AbortSignal.timeout(ANSWER_MS) });
}

/** The file behind the path of an address; null if there is none. */
function findFile(url: string): string | null {
  try {
    const file = studioFile(decodeURIComponent(url.replace(/[?#].*$/s, "")).replace(/^\/+/, ""));
    return file !== null && statSync(file).isFile() ? file : null;
  } catch {
    return null;
  }
}
