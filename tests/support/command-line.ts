import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
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

/**
 * Runs the built program as a user does.
 *
 * @param main another copy of it
 */
export function augenblock(args: readonly string[], cwd = emptyFolder(), main = MAIN): Promise<Outcome> {
  if (!existsSync(main)) throw new Error("the program is not built: run `npm run build` first");
  return new Promise((resolve) => {
    const env = { ...process.env, NO_COLOR: "1", FORCE_COLOR: undefined };
    execFile(process.execPath, [main, ...args], { cwd, env, maxBuffer: 1 << 28 }, (error, out, err) => {
      resolve({ code: typeof error?.code === "number" ? error.code : 0, out, err });
    });
  });
}

/** Runs a command that prints JSON and must end with the given exit code. */
export async function json<T>(args: readonly string[], code = 0, cwd?: string): Promise<T> {
  const outcome = await augenblock([...args, "--json"], cwd);
  if (outcome.code !== code) throw new Error(`exit code ${outcome.code}: ${outcome.err}${outcome.out}`);
  return JSON.parse(outcome.out) as T;
}

/** What work in this process prints and which exit code it sets; quicker than starting the program. Both are as before afterwards. */
export async function printedBy(work: () => Promise<unknown>): Promise<Outcome> {
  const before = process.exitCode;
  const texts = { stdout: "", stderr: "" };
  const spies = (["stdout", "stderr"] as const).map((name) =>
    vi.spyOn(process[name], "write").mockImplementation((piece) => {
      texts[name] += String(piece);
      return true;
    }),
  );
  try {
    process.exitCode = 0;
    await work();
    return { code: Number(process.exitCode), out: texts.stdout, err: texts.stderr };
  } finally {
    for (const spy of spies) spy.mockRestore();
    process.exitCode = before;
  }
}
