import { readFileSync } from "node:fs";
import { PACKAGE_ROOT } from "./files.ts";

/** The version of this program, as its package says. */
export function version(): string {
  const { version } = JSON.parse(readFileSync(new URL("package.json", PACKAGE_ROOT), "utf8"));
  return String(version);
}
