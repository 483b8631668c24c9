import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach } from "vitest";
import { emptyFolder, MAIN, put } from "./command-line.ts";

export const OURS = "id: ours\nextends: base\nname: {de: Unser, en: Ours}\n";
export const BASE = "id: base\nextends: yazzo\nname: {de: Basis, en: Base}\n";

/** How to start it. */
interface WatchStart {
  /** What is watched; `ours.yaml` if this is left out. */
  readonly named?: string;
  /** Further files of its folder, by their names. */
  readonly files?: Readonly<Record<string, string>>;
  readonly flags?: readonly string[];
  /** Code that changes what `fs` and `childProcess` of Node do, for another computer than this one. */
  readonly system?: string | null;
}

function systemModule(code: string): string {
  return `import childProcess from "node:child_process";
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
${code}
syncBuiltinESMExports();
`;
}

/** The running program, and what it has said. */
class Watching {
  readonly process: ChildProcess;
  readonly folder: string;
  #said = "";

  constructor({ named = "ours.yaml", files = {}, flags = [], system = null }: WatchStart) {
    this.folder = emptyFolder();
    this.write("ours.yaml", OURS);
    this.write("base.yaml", BASE);
    for (const [name, text] of Object.entries(files)) this.write(name, text);
    const env = { ...process.env, NO_COLOR: "1" };
    const before = system === null ? [] : ["--import", put(this.folder, "system.mjs", systemModule(system))];
    const args = [...before, MAIN, "watch", named, "--lang", "en", ...flags];
    this.process = spawn(process.execPath, args, { cwd: this.folder, env });
    for (const stream of [this.process.stdout, this.process.stderr]) {
      stream?.on("data", (chunk) => {
        this.#said += String(chunk);
      });
    }
  }

  write(name: string, text: string): void {
    writeFileSync(join(this.folder, name), text);
  }

  /** Saves as many editors do: a new file that takes the old one's place. */
  replace(name: string, text: string): void {
    this.write(`${name}.new`, text);
    renameSync(join(this.folder, `${name}.new`), join(this.folder, name));
  }

  /** What is said from now on, up to these words; throws if the program ends without them. */
  async until(words: string): Promise<string> {
    while (!this.#said.includes(words)) {
      const { exitCode, signalCode } = this.process;
      if (exitCode !== null || signalCode !== null)
        throw new Error(`\`${words}\` was never said, only: ${this.#said}`);
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
    const upTo = this.#said.indexOf(words) + words.length;
    const heard = this.#said.slice(0, upTo);
    this.#said = this.#said.slice(upTo);
    return heard;
  }

  pdf(name: string): Buffer {
    return readFileSync(join(this.folder, "output", name));
  }
}

/** Starts `watch`, as often as a test file asks; what runs ends with each test. */
export function watching(): (start?: WatchStart) => Watching {
  const running: ChildProcess[] = [];
  afterEach(() => {
    for (const process of running.splice(0)) process.kill("SIGKILL");
  });
  return (start = {}) => {
    const started = new Watching(start);
    running.push(started.process);
    return started;
  };
}
