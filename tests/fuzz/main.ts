// Tries parsers with damaged files for as long as there is time: `npm run fuzz -- --minutes 5 [target ...]`. The time is spread over all
// targets. An input that a parser does not survive is made small and kept in tests/fuzz/found/, where the tests try it again. Each
// target has a process of its own, so that one that hangs or breaks down is found, too.
import { fork } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import fc from "fast-check";
import { damaged } from "./damage.ts";
import { asFile, foundFile, TARGETS } from "./targets.ts";

/** However busy the machine is, no input takes this long. */
const HANGS_MS = 120_000;
/** Where the commands end a thread that takes too long, so does this. */
const ENDED_MS = 30_000;

const { values, positionals } = parseArgs({
  options: { minutes: { type: "string", default: "5" }, only: { type: "string" }, ms: { type: "string" } },
  allowPositionals: true,
});
const current = (target: string) => new URL(`../../output/fuzz/${target}`, import.meta.url);

/** Keeps an input. @returns its path */
function keep(target: string, bytes: Uint8Array): string {
  const file = foundFile(target, `found-${createHash("sha256").update(bytes).digest("hex").slice(0, 8)}`);
  writeFileSync(file, bytes);
  return file.pathname;
}

/** Tries one target in this process. */
async function tryTarget(name: string, ms: number): Promise<void> {
  const target = TARGETS[name];
  if (target === undefined) throw new Error(`there is no target ${name}`);
  const property = fc.asyncProperty(damaged(await target.seeds()), async (input) => {
    // What is tried is written down first: a parser that hangs can't tell it afterwards.
    writeFileSync(current(name), asFile(name, input));
    await target.survives(input);
  });
  const limits = { interruptAfterTimeLimit: ms, markInterruptAsFailure: false };
  const { numRuns, failed, counterexample, errorInstance } = await fc.check(property, {
    ...{ numRuns: Number.MAX_SAFE_INTEGER, ...limits },
  });
  if (failed && counterexample !== null) {
    console.log(`${name}: ${keep(name, asFile(name, counterexample[0]))}\n${String(errorInstance)}`);
    process.exitCode = 1;
  } else console.log(`${name}: ${numRuns} inputs, nothing found`);
  // A process for pictures may still be there.
  process.exit();
}

/** Tries one target in another process, and goes on in a new one after an input that the commands would end. @returns whether it survived */
async function watchTarget(name: string, ms: number): Promise<boolean> {
  const start = Date.now();
  rmSync(current(name), { force: true });
  const child = fork(new URL(import.meta.url).pathname, ["--only", name, "--ms", String(ms)]);
  const end = new Promise<number | null>((resolve) => child.on("exit", resolve));
  const mayHang = TARGETS[name]?.mayHang === true;
  // Until the first input is written down, the process starts, and a busy machine takes its time for that.
  const tried = () => statSync(current(name), { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
  const isStuck = () => Date.now() - tried() > (mayHang ? ENDED_MS : HANGS_MS);
  const watch = setInterval(() => isStuck() && child.kill("SIGKILL"), 1000);
  const code = await end;
  clearInterval(watch);
  const left = ms - (Date.now() - start);
  const last = existsSync(current(name)) ? readFileSync(current(name)) : null;
  rmSync(current(name), { force: true });
  if (last === null) throw new Error(`${name}: the process ended before its first input`);
  if (code === 0 || code === 1) return code === 0;
  // With another code, or none, it was ended or has broken down.
  if (mayHang) {
    console.log(`${name}: ended after ${Math.round((ms - left) / 1000)} s, as the commands would have`);
    return left <= 0 || (await watchTarget(name, left));
  }
  console.log(`${name}: hangs or breaks down, ${keep(name, last)}`);
  return false;
}

if (values.only !== undefined) await tryTarget(values.only, Number(values.ms));
else {
  const names = positionals.length > 0 ? positionals : Object.keys(TARGETS);
  mkdirSync(current(""), { recursive: true });
  const ms = (Number(values.minutes) * 60_000) / names.length;
  let survived = 0;
  for (const name of names) if (await watchTarget(name, ms)) survived++;
  console.log(`${survived} of ${names.length} parsers survived`);
  process.exit(survived === names.length ? 0 : 1);
}
