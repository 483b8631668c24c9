// Runs everything that must pass and tells how long each step took: `npm run check`. The tests begin as soon as the program is built;
// now and then they wait, for browsers, servers and other processes, and the quick steps take that time. The first that fails ends it.
import { spawn } from "node:child_process";
import { availableParallelism } from "node:os";
import { performance } from "node:perf_hooks";

const npm = (script) => ({ step: script.split(" ")[0], command: `npm run --silent ${script}` });

const BUILD = npm("build -- --unchecked");
const TESTS = { step: "tests", command: process.execPath, args: ["node_modules/vitest/vitest.mjs", "run"] };
/** The longest ones first, so that the others fill what is left. */
const QUICK = ["types", "spelling", "unused", "lint", "floors", "format:check"].map(npm);

const minutes = (ms) => `${Math.floor(ms / 60_000)} min ${Math.round((ms % 60_000) / 1000)} s`;
const taken = [];
const running = new Set();

/** Runs a step. @param stdio `inherit` shows what it prints at once; otherwise it is shown if the step fails */
async function run({ step, command, args }, stdio) {
  const start = performance.now();
  const child = spawn(command, args ?? [], { stdio: ["ignore", stdio, stdio], shell: args === undefined });
  running.add(child);
  const said = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (piece) => said.push(piece));
  const code = await new Promise((resolve) => child.on("close", resolve));
  running.delete(child);
  taken.push([step, performance.now() - start]);
  if (code === 0) return;
  for (const other of running) other.kill();
  process.stderr.write(Buffer.concat(said));
  console.error(`\n${step} failed.`);
  process.exit(code ?? 1);
}

async function builtAndTested() {
  await run(BUILD, "pipe");
  await run(TESTS, "inherit");
}

const waiting = QUICK.values();
async function lane() {
  for (const step of waiting) await run(step, "pipe");
}

const begin = performance.now();
const lanes = Math.min(Math.max(1, availableParallelism() - 1), QUICK.length);
await Promise.all([builtAndTested(), ...Array.from({ length: lanes }, lane)]);

console.log("\nEverything passed.");
for (const [step, ms] of [...taken, ["all", performance.now() - begin]])
  console.log(`  ${step.padEnd(14)} ${minutes(ms).padStart(12)}`);
