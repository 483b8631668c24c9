import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { emptyFolder } from "./command-line.ts";

/** Whether a small disk can be made here, which needs root. */
export function canMount(): boolean {
  if (process.platform !== "linux" || process.getuid?.() !== 0) return false;
  const disk = mkdtempSync(join(tmpdir(), "augenblock-mount-"));
  const isMounted = spawnSync("mount", ["-t", "tmpfs", "-o", "size=1m", "tmpfs", disk]).status === 0;
  if (isMounted) spawnSync("umount", [disk]);
  rmdirSync(disk);
  return isMounted;
}

/** Does work on a small disk of its own. */
export async function onSmallDisk(
  megabytes: number,
  work: (disk: string) => Promise<unknown>,
): Promise<void> {
  const disk = emptyFolder();
  execFileSync("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m`, "tmpfs", disk]);
  try {
    await work(disk);
  } finally {
    execFileSync("umount", [disk]);
  }
}
