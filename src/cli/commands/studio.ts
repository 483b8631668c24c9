import { once } from "node:events";
import { networkInterfaces } from "node:os";
import { copyStudio, isStudio, studioFile, hasStudio } from "../../files/package/studio-files.ts";
import { statPath } from "../../files/read/read-file.ts";
import { msg } from "../../rules/problem/message.ts";
import { Failure } from "../../rules/problem/problem.ts";
import { fail } from "../console/failure.ts";
import { t } from "../console/language.ts";
import { openBrowser, serveFiles } from "../console/server.ts";
import { PAINT, print } from "../console/output.ts";
import { unwritable } from "../console/write-file.ts";
import { parsePort } from "../flags.ts";
import type { Command } from "../help.ts";

/** Fixed, because browsers store data by address and port; outside the range of ephemeral ports. */
const USUAL_PORT = 16_661;

/** `augenblock studio`: the page that checks, prints and writes in a browser, served until Ctrl-C. */
export default function studioCommand(command: Command): Command {
  return command
    .option(
      "--port <n>",
      t`cli.studio-port-flag: port of the page; the browser keeps games and game nights for each port`,
      parsePort,
      USUAL_PORT,
    )
    .option(
      "--host",
      t`cli.studio-host-flag: also serve phones and computers in the same network, and show the address as a QR code`,
    )
    .option(
      "--out <folder>",
      t`cli.studio-out-flag: write the page as files for any web host, instead of serving it`,
    )
    .option("--no-open", t`cli.studio-no-open-flag: do not open the page, only print its address`)
    .notes(t`cli.studio-note: Press Ctrl-C to stop. Photos are read in the browser and stay there.`)
    .examples("studio", "studio --host --no-open", "studio --out output/studio")
    .action(studio);
}

interface StudioFlags {
  readonly port: number;
  /** Whether other computers in the network may ask for it. */
  readonly host?: boolean;
  /** The folder to write the page into, instead of serving it. */
  readonly out?: string;
  readonly open: boolean;
}

async function studio({ port, host = false, out, open }: StudioFlags): Promise<void> {
  needStudio();
  if (out !== undefined) return writeStudio(out);
  const stopped = ["SIGINT", "SIGTERM"].map((signal) => once(process, signal));
  const server = await serveStudio(port, host);
  try {
    const own = `http://127.0.0.1:${server.port}/`;
    if (server.isElsewhere) print(t`cli.studio-already-open: The studio is already open:`);
    const others = host ? networkAddresses().map((address) => `http://${address}:${server.port}/`) : [];
    for (const address of [own, ...others]) print(address);
    const [first] = others;
    if (first !== undefined) print(await symbolText(first));
    if (host) print(reachText());
    if (!server.isElsewhere) print(PAINT.quiet(t`cli.press-ctrl-c: Press Ctrl-C to stop.`));
    if (open && process.stdout.isTTY === true) await openBrowser(own);
    if (!server.isElsewhere) await Promise.race(stopped);
  } finally {
    await server.close();
  }
}

/** Who can open the page with `--host`, and what plain HTTP means for them. */
function reachText(): string {
  return [
    t`cli.studio-for-network: Everyone in the same network can open this page; what they enter stays in their own browser.`,
    t`cli.studio-plain-http: The connection is plain HTTP: other devices need this computer each time, can’t use the page offline and have no live camera.`,
  ].join("\n");
}

/** Writes the studio into a folder that holds nothing else. */
function writeStudio(folder: string): void {
  const there = statPath(folder);
  if (there !== null && !there.isDirectory())
    fail("bad-value", msg`files.not-a-folder: ${folder} is a file, not a folder`);
  if (there !== null && !isStudio(folder)) {
    const hint = msg`cli.folder-not-empty-hint: name an empty folder, or one that does not exist yet`;
    const message = msg`cli.folder-not-empty: the folder ${folder} already contains something else`;
    fail("folder-not-empty", message, hint);
  }
  try {
    copyStudio(folder);
  } catch (error) {
    throw new Failure([unwritable({ file: folder, flag: "--out" }, error)]);
  }
  print(folder);
}

/** The addresses under which this computer is known in its networks. */
export function networkAddresses(): string[] {
  const all = Object.values(networkInterfaces()).flatMap((some) => some ?? []);
  return all.filter(({ family, internal }) => family === "IPv4" && !internal).map(({ address }) => address);
}

/** White around a code, in modules. */
const QUIET_ZONE = 2;

/** A web address as a code that phones read off a terminal, two rows of modules in a line: white on black in most terminals. */
export async function symbolText(address: string): Promise<string> {
  const { linkSymbol } = await import("../../print/pad/symbols.ts");
  const symbol = linkSymbol(address);
  if (!symbol.ok) return "";
  const size = symbol.value.length + 2 * QUIET_ZONE;
  const isLight = (row: number, column: number) =>
    row < size && symbol.value[row - QUIET_ZONE]?.[column - QUIET_ZONE] !== true;
  const sign = (row: number, column: number) =>
    SIGNS[Number(isLight(row, column)) + 2 * Number(isLight(row + 1, column))];
  const lines = Array.from({ length: Math.ceil(size / 2) }, (_, line) =>
    Array.from({ length: size }, (_, column) => sign(2 * line, column)).join(""),
  );
  return lines.join("\n");
}

/** By light halves: none, upper, lower, both. */
const SIGNS = [" ", "▀", "▄", "█"] as const;

/**
 * Serves the studio, whose files are public, unless it is open there already. Ends the command if the port is not available.
 *
 * @param port 0 for any that is free. @param isOpen whether other computers may ask for it
 */
export function serveStudio(port: number, isOpen: boolean) {
  const hint = msg`cli.studio-port-taken-hint: choose another port with \`--port\`; the browser keeps separate games and game nights for each port`;
  const isSame = (at: number) => isAlreadyOpen(at, isOpen);
  return serveFiles(studioFile, port, { isOpen, isUsual: port === USUAL_PORT, hint, isSame });
}

/** How long a program may take to say that it is a studio. */
const ANSWER_MS = 2000;

/** Whether a studio answers at a port. Ends the command if it does not answer others who are to open it. */
async function isAlreadyOpen(port: number, isOpen: boolean): Promise<boolean> {
  const answers = async (host: string) => {
    try {
      const address = `http://${host}:${port}/manifest.webmanifest`;
      const response = await fetch(address, { signal: AbortSignal.timeout(ANSWER_MS) });
      return ((await response.json()) as { name?: unknown }).name === "augenblock";
    } catch {
      return false;
    }
  };
  if (!(await answers("127.0.0.1"))) return false;
  const others = isOpen ? await Promise.all(networkAddresses().map(answers)) : [];
  if (others.includes(false))
    fail(
      "port-taken",
      msg`cli.studio-open-alone: the studio is already open at http://127.0.0.1:${port}/, for this computer only`,
      msg`cli.studio-open-alone-hint: end it there with Ctrl-C, then start it again with \`--host\``,
    );
  return true;
}

/** Ends the command where the studio was not built. */
export function needStudio(): void {
  if (!hasStudio())
    fail(
      "no-studio",
      msg`cli.studio-not-built: the studio is not built`,
      msg`cli.studio-not-built-hint: run \`npm run build\` in the clone`,
    );
}
