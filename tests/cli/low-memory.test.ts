import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { rareTest } from "../support/cases.ts";
import { emptyFolder, put } from "../support/command-line.ts";

const MODULE = new URL("../../src/cli/threads/low-memory.ts", import.meta.url).href;
const SOURCES = ["--import", import.meta.resolve("tsx")];

/** Whether a process is at work; one that has ended may wait for someone to ask how. */
function isAlive(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return false;
  }
}

function unsetEnv(): NodeJS.ProcessEnv {
  const { MALLOC_ARENA_MAX: _pools, MALLOC_MMAP_THRESHOLD_: _large, ...env } = process.env;
  return env;
}

/** A program that starts itself anew unless it was already, and then does something. */
function programOf(work: string): string {
  const program = `import { endWithParent, hasLowMemorySettings, respawnLowMemory } from ${JSON.stringify(MODULE)};
    if (hasLowMemorySettings()) { ${work} } else await respawnLowMemory();`;
  return put(emptyFolder(), "program.mjs", program);
}

/** Runs a program that starts itself anew unless it was already, and then does something. */
function run(work: string, settings: NodeJS.ProcessEnv = {}) {
  const file = programOf(work);
  const options = { env: { ...unsetEnv(), ...settings }, input: "typed", encoding: "utf8" } as const;
  return spawnSync(process.execPath, [...SOURCES, file, "one", "two words"], options);
}

describe.skipIf(process.platform !== "linux")("a process started again to use less memory", () => {
  it("is the same program with the same arguments, input and output, and ends the same way", () => {
    const work = `
      process.stdin.pipe(process.stdout);
      console.log(process.env.MALLOC_ARENA_MAX, process.argv.slice(2).join("|"));
      console.error("told");
      process.exitCode = 3;`;
    expect(run(work)).toMatchObject({ stdout: "1 one|two words\ntyped", stderr: "told\n", status: 3 });
  });

  rareTest("ends as if it had failed when it is ended", () => {
    expect(run(`process.kill(process.pid, "SIGKILL"); setTimeout(() => {}, 5000);`).status).toBe(128 + 9);
  });

  it("ends with the one that started it, however that was ended", async () => {
    const work = "endWithParent(); console.log(process.pid); setInterval(() => {}, 1000);";
    const parent = spawn(process.execPath, [...SOURCES, programOf(work)], { env: unsetEnv() });
    const [pid] = (await once(parent.stdout, "data")) as [Buffer];
    const child = Number(String(pid));
    expect(child).toBeGreaterThan(0);
    expect(child).not.toBe(parent.pid);
    parent.kill("SIGKILL");
    // Its output is closed as soon as nobody is left who could write there.
    await once(parent.stdout, "close");
    await expect.poll(() => isAlive(child)).toBe(false);
  });

  it("leaves little room for new objects", () => {
    const work = `const { getHeapSpaceStatistics } = await import("node:v8");
      const kept = [];
      for (let n = 0; n < 3e6; n++) kept[n % 1e5] = { n };
      const [space] = getHeapSpaceStatistics().filter((one) => one.space_name === "new_space");
      console.log(Math.round(space.space_size / 1e6), process.execArgv[0]);`;
    const { stdout } = run(work);
    expect(Number.parseInt(stdout, 10)).toBeLessThan(10);
    expect(stdout).toContain("--max-semi-space-size=2");
  });

  rareTest("works in one thread and collects nothing while old objects are few", () => {
    const work = `const { constants, PerformanceObserver } = await import("node:perf_hooks");
      let collections = 0;
      new PerformanceObserver((list) => {
        for (const { detail } of list.getEntries())
          if (detail.kind === constants.NODE_PERFORMANCE_GC_MAJOR) collections++;
      }).observe({ entryTypes: ["gc"] });
      const kept = [];
      for (let n = 0; n < 6e5; n++) kept.push({ n, text: [n] });
      // The observer is told of what happened in a later turn.
      await new Promise((done) => setTimeout(done, 50));
      console.log(kept.length, collections, process.execArgv.includes("--single-threaded"));`;
    expect(run(work).stdout).toBe("600000 0 true\n");
  });

  it("is left as it is by whoever has settings of their own", () => {
    expect(run("console.log(process.env.MALLOC_ARENA_MAX);", { MALLOC_ARENA_MAX: "7" }).stdout).toBe("7\n");
  });
});
