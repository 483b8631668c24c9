import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { reason } from "../../files/read/read-file.ts";
import { type Message, msg } from "../../rules/problem/message.ts";
import { fail } from "./failure.ts";
import { t } from "./language.ts";
import { printError } from "./output.ts";

/** Limits for the clients of a server. */
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

/**
 * Lets a server listen; ends the command if the port can't be had.
 *
 * @param port 0 for any that is free
 * @param ifTaken the way out if another program has the port
 * @returns the port
 */
export async function listen(
  server: Server,
  port: number,
  host: string,
  ifTaken: Message = msg("cli.port-taken-hint")`choose another one, or leave out \`--port\``,
): Promise<number> {
  server.listen(port, host);
  await once(server, "listening").catch((error) => refusePort(port, error, ifTaken));
  return (server.address() as AddressInfo).port;
}

function refusePort(port: number, error: NodeJS.ErrnoException, ifTaken: Message): never {
  if (error.code === "EADDRINUSE")
    return fail("port-taken", msg("cli.port-taken")`port ${port} is taken by another program`, ifTaken);
  const hint = msg("cli.port-refused-hint")`choose another one with \`--port\``;
  return fail("port-refused", msg("cli.port-refused")`port ${port} can’t be opened: ${reason(error)}`, hint);
}

/** Opens an address in the user's browser. Ignores failures, because the address is printed too. */
export async function openBrowser(address: string): Promise<void> {
  const reportBrowserFailure = () =>
    printError(t("cli.no-browser")`Can’t open a browser; open this address yourself.`);
  try {
    const { default: open } = await import("open");
    (await open(address)).once("error", reportBrowserFailure);
  } catch {
    reportBrowserFailure();
  }
}
