// Runs everything that must pass and tells how long each step took: `npm run check`. The quick steps run side by side, then all tests. The
// first that fails ends it.
import { spawn } from "node:child_process";
import { availableParallelism } from "node:os";
import { performance } from "node:perf_hooks";

/** The longest ones first, so that the others fill what is left. */
const QUICK = ["build -- --unchecked", "types", "spelling", "unused", "lint", "floors", "format:check"].map(
  (script) => [script.split(" ")[0], `npm run --silent ${script}`],
);
const TESTS = ["tests", "node node_modules/vitest/vitest.mjs run"];

const minutes = (ms) => `${Math.floor(ms / 60_000)} min ${Math.round((ms % 60_000) / 1000)} s`;
const taken = [];

/** Runs a step. @param stdio `inherit` shows what it prints at once; otherwise it is shown if the step fails */
async function run([step, command], stdio) {
  const start = performance.now();
  const child = spawn(command, { stdio: ["ignore", stdio, stdio], shell: true });
  const said = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (piece) => said.push(piece));
  const code = await new Promise((resolve) => child.on("close", resolve));
  taken.push([step, performance.now() - start]);
  if (code === 0) return;
  process.stderr.write(Buffer.concat(said));
  console.error(`\n${step} failed.`);
  process.exit(code ?? 1);
}

const begin = performance.now();
const waiting = QUICK.values();
async function lane() {
  for (const step of waiting) await run(step, "pipe");
}
await Promise.all(Array.from({ length: Math.min(availableParallelism(), QUICK.length) }, lane));
await run(TESTS, "inherit");

console.log("\nEverything passed.");
for (const [step, ms] of [...taken, ["all", performance.now() - begin]])
  console.log(`  ${step.padEnd(14)} ${minutes(ms).padStart(12)}`);
