import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Node asks for the folder of temporary files here: on Windows for the latter two. */
const TEMPORARY = ["TMPDIR", "TEMP", "TMP"];

/** Programs look for their settings here. */
const SETTINGS = ["XDG_CONFIG_HOME", "APPDATA"];

/**
 * All that the tests of a run put into the folder for temporary files goes into one folder, which is removed at the end: also what
 * browsers and programs leave that were ended amid their work. The developer's own settings change nothing, because ours are
 * looked for in that folder, too; a browser that a test starts may put its own there.
 */
export default function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), "augenblock-tests-"));
  // A database server does not run as root, and must get to its own folder there.
  chmodSync(folder, 0o711);
  for (const name of TEMPORARY) process.env[name] = folder;
  for (const name of SETTINGS) process.env[name] = join(folder, "no-settings");
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
}
