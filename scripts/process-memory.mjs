// The memory of a process and all that it starts, from /proc, so on Linux only: each page counts once, shared ones in parts (PSS).
import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";

const INTERVAL_MS = 30;

/** Runs a command to its end. @returns the most bytes that its processes held at once; null where the system does not tell */
export async function peakMemory(program, args) {
  if (process.platform !== "linux") return null;
  const child = spawn(program, args, { stdio: "ignore" });
  let peak = 0;
  while (child.exitCode === null && child.signalCode === null) {
    peak = Math.max(peak, memoryOf(child.pid));
    await wait(INTERVAL_MS);
  }
  return peak;
}

function memoryOf(pid) {
  try {
    const [, kilobytes = 0] = /^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, "utf8")) ?? [];
    return childrenOf(pid).reduce((sum, child) => sum + memoryOf(child), Number(kilobytes) * 1024);
  } catch {
    // It has ended.
    return 0;
  }
}

function childrenOf(pid) {
  return readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
    readFileSync(`/proc/${pid}/task/${thread}/children`, "utf8").trim().split(" ").filter(Boolean),
  );
}
