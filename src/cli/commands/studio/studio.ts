import { once } from "node:events";
import { networkInterfaces } from "node:os";
import { statPath } from "../../../files/read/read-file.ts";
import { copyStudio, isStudio } from "../../../files/package/studio-files.ts";
import { linkSymbol } from "../../../print/pad/link-symbol.ts";
import { msg } from "../../../rules/problem/message.ts";
import { Failure } from "../../../rules/problem/problem.ts";
import { needStudio } from "../../need-studio.ts";
import { openBrowser } from "../../console/browser.ts";
import { fail } from "../../console/failure.ts";
import { t } from "../../console/language.ts";
import { PAINT, print } from "../../console/output.ts";
import { unwritable } from "../../console/targets.ts";
import type { StudioFlags } from "./studio-flags.ts";
import { serveStudio } from "./server.ts";

/** The work of `augenblock studio`. */
export async function studio({ port, host = false, out, open }: StudioFlags): Promise<void> {
  needStudio();
  if (out !== undefined) return writeStudio(out);
  const stopped = ["SIGINT", "SIGTERM"].map((signal) => once(process, signal));
  const server = await serveStudio(port, host);
  try {
    const own = `http://127.0.0.1:${server.port}/`;
    const others = host ? networkAddresses().map((address) => `http://${address}:${server.port}/`) : [];
    for (const address of [own, ...others]) print(address);
    const [first] = others;
    if (first !== undefined) print(symbolText(first));
    if (host) print(reachText());
    print(PAINT.quiet(t("cli.ctrl-c-ends")`Ctrl-C ends it.`));
    if (open && process.stdout.isTTY === true) await openBrowser(own);
    await Promise.race(stopped);
  } finally {
    await server.close();
  }
}

/** Who can open the page with `--host`, and what plain HTTP means for them. */
function reachText(): string {
  return [
    t(
      "cli.everyone-same-network",
    )`Everyone in the same network can open this page; what they enter stays in their own browser.`,
    t(
      "cli.plain-http-other",
    )`It is plain HTTP: on other devices the page needs this computer each time, and there is no offline use and no live camera.`,
  ].join("\n");
}

/** Writes the studio into a folder that holds nothing else. */
function writeStudio(folder: string): void {
  const there = statPath(folder);
  if (there !== null && !there.isDirectory())
    fail("bad-value", msg("files.file-not-folder")`${folder} is a file, not a folder`);
  if (there !== null && !isStudio(folder)) {
    const hint = msg("cli.name-folder-empty")`name a folder that is empty, or that does not exist yet`;
    fail(
      "folder-not-empty",
      msg("cli.folder-holds-something")`the folder ${folder} holds something else`,
      hint,
    );
  }
  try {
    copyStudio(folder);
  } catch (error) {
    throw new Failure([unwritable({ file: folder, flag: "--out" }, error)]);
  }
  print(folder);
}

/** The addresses under which this computer is known in its networks. */
function networkAddresses(): string[] {
  const all = Object.values(networkInterfaces()).flatMap((some) => some ?? []);
  return all.filter(({ family, internal }) => family === "IPv4" && !internal).map(({ address }) => address);
}

/** White around a code, in modules. */
const QUIET_ZONE = 2;

/** A web address as a code that phones read off a terminal, two rows of modules in a line: white on black in most terminals. */
export function symbolText(address: string): string {
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

/** By which of its two halves are light: neither, the upper one, the lower one, both. */
const SIGNS = [" ", "▀", "▄", "█"] as const;
