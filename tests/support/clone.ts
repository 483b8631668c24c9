import { type ChildProcess, spawn } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { emptyFolder, MAIN, put } from "./command-line.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** What belongs to a working copy alone, and what commands write to. */
const OWN = [".git", "coverage", "examples", "output"];

/** A clone after `npm run demo`: commands may write into it without changing the sources. */
export function clone(): string {
  const folder = emptyFolder();
  for (const name of readdirSync(ROOT))
    if (!OWN.includes(name)) symlinkSync(join(ROOT, name), join(folder, name));
  cpSync(join(ROOT, "examples"), join(folder, "examples"), { recursive: true });
  mkdirSync(join(folder, "output"));
  return folder;
}

/** The commands in the blocks of `sh` on a page of the documentation, verbatim, without the words behind `#`. */
export function commandsOn(page: string): string[] {
  const text = readFileSync(join(ROOT, page), "utf8");
  return [...text.matchAll(/^```sh\n(.*?)^```/gms)].flatMap(([, block = ""]) =>
    block
      .trim()
      .split("\n")
      .map((line) => line.replace(/ +# .*/, "")),
  );
}

/** The settings of a system in German. */
export const GERMAN = { LANG: "de_DE.UTF-8", LC_ALL: undefined };

/** What someone at a terminal does while a command runs: sends a signal or types, once these words are there. */
export interface Reaction {
  readonly to: RegExp;
  readonly by: NodeJS.Signals | string;
}

/**
 * Runs a command in a shell, as people type it. `npx` is not npm's, which takes a second each time, but runs the same program.
 *
 * @param reaction if it needs a person; what is typed then reaches it through a terminal
 */
export async function inShell(command: string, cwd: string, reaction: Reaction | null = null) {
  const home = emptyFolder();
  chmodSync(put(home, "npx", `#!/bin/sh\nshift\nexec "${process.execPath}" "${MAIN}" "$@"\n`), 0o755);
  const PATH = `${home}${delimiter}${process.env.PATH}`;
  const env = {
    ...process.env,
    PATH,
    HOME: home,
    ...GERMAN,
    NO_COLOR: "1",
    FORCE_COLOR: undefined,
  };
  const isTyped = reaction !== null && !reaction.by.startsWith("SIG");
  const [program = "", ...args] = isTyped
    ? ["script", "-qec", command, "/dev/null"]
    : ["bash", "-c", command];
  const child = spawn(program, args, { cwd, env, detached: true });
  const said = { out: "", err: "" };
  let isDue = reaction !== null;
  const hear = (stream: keyof typeof said) => (chunk: unknown) => {
    said[stream] += String(chunk);
    if (!isDue || reaction?.to.test(said.out + said.err) !== true) return;
    isDue = false;
    react(child, reaction.by);
  };
  child.stdout.on("data", hear("out"));
  child.stderr.on("data", hear("err"));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", resolve);
  });
  return { code, ...said };
}

function react(child: ChildProcess, by: string): void {
  // The shell and what it runs get the signal, as from a terminal.
  if (by.startsWith("SIG")) process.kill(-(child.pid ?? 0), by as NodeJS.Signals);
  else child.stdin?.write(by);
}
