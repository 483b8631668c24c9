import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createLimitedServer, LIMITS, listen } from "../../console/listen.ts";

/** A text that is served. */
export interface ServedFile {
  /** With `/` before it. */
  readonly path: string;
  /** Its media type; texts are in UTF-8. */
  readonly type: string;
  readonly text: string;
}

/** Other computers can't reach it. */
const HOST = "127.0.0.1";

/** Where the page hears of prints, as server-sent events. */
const NEWS = "/news";

/**
 * Serves a page for browsers on this computer, and tells it of news. Ends the command if the port can't be had.
 *
 * @param lasting what is served all the time. @param port 0 for any that is free
 */
export async function servePage(lasting: readonly ServedFile[], port: number) {
  let files: readonly ServedFile[] = [];
  let news = "";
  const listeners = new Set<ServerResponse>();
  const tellNews = (response: ServerResponse) => {
    listeners.add(response.on("close", () => listeners.delete(response)));
    response.writeHead(200, { ...HEADERS, "content-type": "text/event-stream" });
    response.write(news);
  };
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    const status = findErrorStatus(request, port);
    if (status !== null) response.writeHead(status, HEADERS).end();
    else if (request.url === NEWS) tellNews(response);
    else
      sendFile(
        response,
        [...lasting, ...files].find(({ path }) => path === request.url),
      );
  };
  // A page that waits for news is idle for hours.
  const server = createLimitedServer(answer, { ...LIMITS, idleMs: 0 });
  port = await listen(server, port, HOST);
  return {
    address: `http://${HOST}:${port}/`,
    /** Tells all pages, and those that are opened later. @param data JSON @param now the files from now on; those before if left out */
    show(data: string, now: readonly ServedFile[] = files): void {
      files = now;
      news = `data: ${data}\n\n`;
      for (const listener of listeners) listener.write(news);
    },
    async close(): Promise<void> {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

const HEADERS = { "cache-control": "no-store", "x-content-type-options": "nosniff" } as const;

/** The status of a request that gets nothing; null if it gets something. */
function findErrorStatus({ method, headers }: IncomingMessage, port: number): number | null {
  if (!isOwnName(headers.host ?? "", port)) return 403;
  return method === "GET" ? null : 405;
}

/** Browsers leave it out. */
const HTTP_PORT = 80;

/**
 * Whether a `Host` header names this computer. A page of a stranger may give its own name this address, and would then be asked for under
 * that name.
 */
export function isOwnName(host: string, port: number): boolean {
  const names = [HOST, "localhost"].flatMap((name) => [
    `${name}:${port}`,
    ...(port === HTTP_PORT ? [name] : []),
  ]);
  return names.includes(host.toLowerCase());
}

function sendFile(response: ServerResponse, file: ServedFile | undefined): void {
  if (file === undefined) response.writeHead(404, HEADERS).end();
  else response.writeHead(200, { ...HEADERS, "content-type": `${file.type}; charset=utf-8` }).end(file.text);
}
