import { once } from "node:events";
import { createReadStream, statSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { extname } from "node:path";
import { pipeline } from "node:stream/promises";
import type { Message } from "../../rules/problem/message.ts";
import { createLimitedServer, LIMITS, listen } from "./listen.ts";

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
 * @param port 0 for any that is free. @param isOpen whether other computers may ask. @param ifTaken the way out if the port is taken
 */
export async function serveFiles(
  locate: FileLocator,
  port: number,
  { isOpen = false, ifTaken }: { readonly isOpen?: boolean; readonly ifTaken?: Message } = {},
) {
  const server = createLimitedServer((request, response) => {
    // A reader that goes away is no fault.
    void answer(request, response, locate).catch(() => response.destroy());
  }, LIMITS);
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
