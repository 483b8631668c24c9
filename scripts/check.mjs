// Runs all checks and prints the time of each: `npm run check`. The tests start as soon as the program is built. They sometimes wait
// for browsers, servers and other processes; the quick steps use that time. The first failure ends the run. Of long lists of like cases,
// tests try a part, or with `--all` all of them.
import { spawn } from "node:child_process";
import { availableParallelism } from "node:os";
import { performance } from "node:perf_hooks";

if (process.argv.includes("--all")) process.env.AUGENBLOCK_CASES = "all";

const npm = (script) => ({ step: script.split(" ")[0], command: `npm run --silent ${script}` });

const BUILD = npm("build -- --unchecked");
const TESTS = { step: "tests", command: process.execPath, args: ["node_modules/vitest/vitest.mjs", "run"] };
/** The longest first, so that the short ones fill the gaps. `house` also checks the layers. */
const QUICK = ["types", "spelling", "unused", "house", "lint", "format:check"].map(npm);
/** Only with every case: the pages of all rule sheets, of which the tests measure a few. */
if (process.env.AUGENBLOCK_CASES === "all") QUICK.unshift(npm("leaflets"));

const minutes = (ms) => `${Math.floor(ms / 60_000)} min ${Math.round((ms % 60_000) / 1000)} s`;
const durations = [];
const running = new Set();

/** Runs a step. @param stdio `inherit` shows what it prints at once; otherwise it is shown if the step fails */
async function run({ step, command, args }, stdio) {
  const start = performance.now();
  const child = spawn(command, args ?? [], { stdio: ["ignore", stdio, stdio], shell: args === undefined });
  running.add(child);
  const output = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (piece) => output.push(piece));
  const code = await new Promise((resolve) => child.on("close", resolve));
  running.delete(child);
  durations.push([step, performance.now() - start]);
  if (code === 0) return;
  for (const other of running) other.kill();
  process.stderr.write(Buffer.concat(output));
  console.error(`\n${step} failed.`);
  process.exit(code ?? 1);
}

async function buildAndTest() {
  await run(BUILD, "pipe");
  await run(TESTS, "inherit");
}

const waiting = QUICK.values();
async function lane() {
  for (const step of waiting) await run(step, "pipe");
}

const begin = performance.now();
const lanes = Math.min(Math.max(1, availableParallelism() - 1), QUICK.length);
await Promise.all([buildAndTest(), ...Array.from({ length: lanes }, lane)]);

console.log("\nEverything passed.");
for (const [step, ms] of [...durations, ["all", performance.now() - begin]])
  console.log(`  ${step.padEnd(14)} ${minutes(ms).padStart(12)}`);
