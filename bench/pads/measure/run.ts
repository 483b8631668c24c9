import { spawn } from "node:child_process";
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { median } from "../../../src/rules/arrays.ts";

/** What a whole process took, its children included. */
export interface Measured {
  readonly wallSeconds: number;
  readonly userSeconds: number;
  /** Of the process, or of the largest of its children. */
  readonly peakMegabytes: number;
  readonly fileBytes: number;
}

/** GNU time, which asks the system what a process used once it has ended. */
const TIME = "/usr/bin/time";

/**
 * Runs a program from start to end.
 *
 * @param folder to work in
 * @param out the file that it writes
 * @throws with what it said if it fails, or if there is no GNU time
 */
export async function measure(command: readonly string[], folder: string, out: string): Promise<Measured> {
  const record = join(folder, "time.txt");
  await run(TIME, ["--format", "%e %U %M", "--output", record, ...command], folder);
  const [wall, user, kilobytes] = readFileSync(record, "utf8").trim().split(" ").map(Number);
  if (wall === undefined || user === undefined || kilobytes === undefined)
    throw new Error("time told nothing");
  return {
    wallSeconds: wall,
    userSeconds: user,
    peakMegabytes: kilobytes / 1024,
    fileBytes: statSync(out).size,
  };
}

function run(program: string, args: readonly string[], cwd: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd, stdio: ["ignore", "ignore", "pipe"] });
    let said = "";
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      said = (said + text).slice(-2000);
    });
    child.on("error", () => reject(new Error(`${program} is missing: install the package time`)));
    child.on("exit", (code) =>
      code === 0 ? resolve() : reject(new Error(said.trim() || `exit code ${code}`)),
    );
  });
}

/** For each figure the middle one of several runs. */
export function medianOf(runs: readonly Measured[]): Measured {
  const middle = (figure: (run: Measured) => number) => median(runs.map(figure));
  return {
    wallSeconds: middle(({ wallSeconds }) => wallSeconds),
    userSeconds: middle(({ userSeconds }) => userSeconds),
    peakMegabytes: middle(({ peakMegabytes }) => peakMegabytes),
    fileBytes: middle(({ fileBytes }) => fileBytes),
  };
}
