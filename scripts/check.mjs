// Runs everything that must pass, one step after the other, and tells how long each took: `npm run check`. The first that fails ends it.
import { spawnSync } from "node:child_process";
import { performance } from "node:perf_hooks";

const STEPS = ["format:check", "lint", "types", "floors", "unused", "coverage"];

const minutes = (ms) => `${Math.floor(ms / 60_000)} min ${Math.round((ms % 60_000) / 1000)} s`;

const begin = performance.now();
const taken = STEPS.map((step) => {
  const start = performance.now();
  const { status } = spawnSync(`npm run ${step}`, { stdio: "inherit", shell: true });
  if (status !== 0) {
    console.error(`\n${step} failed.`);
    process.exit(status ?? 1);
  }
  return [step, performance.now() - start];
});

console.log("\nEverything passed.");
for (const [step, ms] of [...taken, ["all", performance.now() - begin]])
  console.log(`  ${step.padEnd(14)} ${minutes(ms).padStart(12)}`);
