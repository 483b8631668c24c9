import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { emptyFolder, MAIN } from "../support/command-line.ts";

const OURS = "id: ours\nextends: base\nname: {de: Unser, en: Ours}\n";
const BASE = "id: base\nextends: yazzo\nname: {de: Basis, en: Base}\n";

/** The running program, and what it has said. */
class Watching {
  readonly process: ChildProcess;
  readonly folder: string;
  #said = "";

  constructor(...flags: string[]) {
    this.folder = emptyFolder();
    this.write("ours.yaml", OURS);
    this.write("base.yaml", BASE);
    const env = { ...process.env, NO_COLOR: "1" };
    const args = [MAIN, "watch", "ours.yaml", "--lang", "en", ...flags];
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

const PAD = "ours-en-a5.pdf";
const RULES = "ours-rules-en.pdf";
const running: ChildProcess[] = [];

function start(...flags: string[]): Watching {
  const watching = new Watching(...flags);
  running.push(watching.process);
  return watching;
}

afterEach(() => {
  for (const process of running.splice(0)) process.kill("SIGKILL");
});

describe("watch", () => {
  it("prints at once, then on each save of the variant or its base, and says what has changed", async () => {
    const watching = start();
    await watching.until("Ctrl-C ends it.");
    const first = watching.pdf(PAD);
    watching.write("ours.yaml", `${OURS}sections: {upper: {tiers: [{from: 60, add: 99}]}}\n`);
    expect(await watching.until(RULES)).toContain("99");
    expect(watching.pdf(PAD).equals(first)).toBe(false);
    watching.replace("base.yaml", `${BASE}categories: {straight: {score: 41}}\n`);
    expect(await watching.until(RULES)).toContain("41");
    watching.replace("base.yaml", `${BASE}categories: {straight: {score: 42}}\n`);
    expect(await watching.until(RULES)).toContain("42");
    watching.write("ours.yaml", `# words\n${OURS}sections: {upper: {tiers: [{from: 60, add: 99}]}}\n`);
    expect(await watching.until(RULES)).toContain("Nothing in the rules has changed.");
  });

  it("shows mistakes as lint does, and leaves the last good PDFs in place", async () => {
    const watching = start();
    await watching.until("Ctrl-C ends it.");
    const good = [watching.pdf(PAD), watching.pdf(RULES)];
    watching.write("ours.yaml", `${OURS}turn: {rols: 3}\n`);
    const told = await watching.until("The last good PDFs stay in place.");
    expect(told).toContain("ours.yaml:4:8 error: `rols` is no key of `turn`");
    expect(told).toContain("did you mean `rolls`?");
    expect([watching.pdf(PAD), watching.pdf(RULES)].every((pdf, at) => good[at]?.equals(pdf))).toBe(true);
    watching.write("ours.yaml", `${OURS}turn: {rolls: 4}\n`);
    expect(await watching.until(RULES)).toContain("4");
  });

  it("looks at one's own templates, too, also where they are new", async () => {
    const own = emptyFolder();
    mkdirSync(join(own, "de"));
    writeFileSync(join(own, "de", "rules.hbs"), "for others");
    const watching = start("--templates", own);
    await watching.until("Ctrl-C ends it.");
    const first = watching.pdf(RULES);
    mkdirSync(join(own, "en"));
    writeFileSync(join(own, "en", "rules.hbs"), "# {{name}}, briefly");
    expect(await watching.until(RULES)).toMatch(/Changed: .*rules\.hbs/);
    expect(watching.pdf(RULES).equals(first)).toBe(false);
    writeFileSync(join(own, "en", "rules.hbs"), "# {{nmae}}");
    expect(await watching.until("did you mean")).toContain("rules.hbs:1:5 error: ");
  });

  it("takes the flags of pad, and ends cleanly", async () => {
    const watching = start("--paper", "a4", "--set", "bonus_tiers=both", "--out", "printed");
    expect(await watching.until("Ctrl-C ends it.")).toContain(join("printed", "ours-en-a4.pdf"));
    watching.process.kill("SIGINT");
    expect(await once(watching.process, "exit")).toEqual([0, null]);
  });

  it("waits for a file that is mended, even where there was none to print at the start", async () => {
    const watching = start();
    watching.write("ours.yaml", "id: ours\nextends: nowhere\n");
    await watching.until("Ctrl-C ends it.");
    watching.write("ours.yaml", `${OURS}turn: {rolls: 2}\n`);
    await watching.until(RULES);
    expect(watching.pdf(PAD).subarray(0, 5).toString()).toBe("%PDF-");
  });
});
