import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** Packs this package as it is built, unpacks it into an empty folder, and gives what its `package.json` says. */
export function unpack(folder: string): Record<string, unknown> {
  mkdirSync(folder, { recursive: true });
  const pack = ["pack", "--ignore-scripts", "--json", "--pack-destination", dirname(folder)];
  const [packed] = JSON.parse(execFileSync("npm", pack, { cwd: ROOT, encoding: "utf8" }));
  const tarball = join(dirname(folder), packed.filename);
  execFileSync("tar", ["-xzf", tarball, "-C", folder, "--strip-components=1"]);
  return JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
}

/** Puts packages that are installed here into `node_modules` of a folder, where programs below it find them without a network. */
export function lend(folder: string, names: readonly string[]): void {
  for (const name of names) {
    const there = join(folder, "node_modules", name);
    mkdirSync(dirname(there), { recursive: true });
    symlinkSync(join(ROOT, "node_modules", name), there);
  }
}
