import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { format } from "node:util";
import { vi } from "vitest";

/** The built program. */
export const MAIN = fileURLToPath(new URL("../../dist/cli/main.js", import.meta.url));

export interface Outcome {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** A new empty folder to work in. */
export function emptyFolder(): string {
  return mkdtempSync(join(tmpdir(), "augenblock-test-"));
}

/** Puts a file into a folder and gives its path. */
export function put(folder: string, name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

/** What the built program runs, without the process around it; the same from its sources, of which coverage is measured. */
const RUN =
  process.env.AUGENBLOCK_SOURCES === undefined
    ? new URL("run.js", pathToFileURL(MAIN)).href
    : "../../src/cli/run.ts";

/**
 * Runs the built program in a process of its own, as a user does: for what only a process shows, such as signals, streams and memory.
 *
 * @param main another copy of it
 */
export function inOwnProcess(args: readonly string[], cwd = emptyFolder(), main = MAIN): Promise<Outcome> {
  if (!existsSync(main)) throw new Error("the program is not built: run `npm run build` first");
  return new Promise((resolve) => {
    const env = { ...process.env, NO_COLOR: "1", FORCE_COLOR: undefined };
    execFile(process.execPath, [main, ...args], { cwd, env, maxBuffer: 1 << 28 }, (error, out, err) => {
      resolve({ code: typeof error?.code === "number" ? error.code : 0, out, err });
    });
  });
}

let last: Promise<unknown> = Promise.resolve();

/** Runs the built program in this process, one command after the other: starting Node and loading everything anew takes far longer. */
export function augenblock(args: readonly string[], cwd = emptyFolder()): Promise<Outcome> {
  const outcome = last.then(() => inFolder(args, cwd));
  last = outcome.catch(() => undefined);
  return outcome;
}

async function inFolder(args: readonly string[], cwd: string): Promise<Outcome> {
  const before = { argv: process.argv, cwd: process.cwd(), noColor: process.env.NO_COLOR };
  process.argv = [process.execPath, MAIN, ...args];
  process.env.NO_COLOR = "1";
  process.chdir(cwd);
  try {
    const { runCommandLine }: typeof import("../../src/cli/run.ts") = await import(RUN);
    return await printedBy(runCommandLine);
  } finally {
    process.argv = before.argv;
    process.chdir(before.cwd);
    if (before.noColor === undefined) delete process.env.NO_COLOR;
    else process.env.NO_COLOR = before.noColor;
  }
}

/** Runs a command that prints JSON and must end with the given exit code. */
export async function json<T>(args: readonly string[], code = 0, cwd?: string): Promise<T> {
  const outcome = await augenblock([...args, "--json"], cwd);
  if (outcome.code !== code) throw new Error(`exit code ${outcome.code}: ${outcome.err}${outcome.out}`);
  return JSON.parse(outcome.out) as T;
}

/**
 * What work in this process prints and which exit code it sets; quicker than starting the program. Both are as before afterwards.
 *
 * @param work is told what it has printed so far
 */
export async function printedBy(
  work: (printed: { readonly stdout: string; readonly stderr: string }) => Promise<unknown>,
): Promise<Outcome> {
  const before = process.exitCode;
  const texts = { stdout: "", stderr: "" };
  const spies = (["stdout", "stderr"] as const).map((name) =>
    vi.spyOn(process[name], "write").mockImplementation((piece) => {
      texts[name] += typeof piece === "string" ? piece : Buffer.from(piece).toString();
      return true;
    }),
  );
  const log = vi.spyOn(console, "log").mockImplementation((...words) => {
    texts.stdout += `${format(...words)}\n`;
  });
  try {
    process.exitCode = 0;
    await work(texts);
    return { code: Number(process.exitCode), out: texts.stdout, err: texts.stderr };
  } finally {
    for (const spy of [...spies, log]) spy.mockRestore();
    process.exitCode = before;
  }
}
