import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { reason } from "../../files/read-file.ts";
import { msg } from "../../rules/problem/message.ts";
import { fail } from "./failure.ts";

/**
 * Lets a server listen; ends the command if the port can't be had. @param port 0 for any that is free
 *
 * @returns the port
 */
export async function listen(server: Server, port: number, host: string): Promise<number> {
  server.listen(port, host);
  await once(server, "listening").catch((error) => refusePort(port, error));
  return (server.address() as AddressInfo).port;
}

function refusePort(port: number, error: NodeJS.ErrnoException): never {
  const hint = msg`name another one, or leave out \`--port\``;
  if (error.code === "EADDRINUSE")
    return fail("port-taken", msg`port ${port} is taken by another program`, hint);
  return fail("port-refused", msg`port ${port} can’t be had: ${reason(error)}`, hint);
}
