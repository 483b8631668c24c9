import { msg } from "../../rules/problem/message.ts";
import { realpathSync } from "node:fs";
import { dirname, isAbsolute, join, relative, sep, win32 } from "node:path";
import { refusal, type Result, success } from "../../rules/problem/problem.ts";
import { shorten } from "../../rules/problem/wording.ts";

// Untrusted files (sheets, blocks, templates) may refer to other files, but only in their own folder.

/**
 * The real path of a path below a folder, with links resolved; null if it is outside the folder.
 *
 * @param root the real path of the folder
 * @throws the system's error if nothing is there
 */
export function realPathInside(root: string, path: string): string | null {
  const real = realpathSync(join(root, path));
  return leadsOut(root, real) ? null : real;
}

function leadsOut(root: string, path: string): boolean {
  const way = relative(root, path);
  return way === ".." || way.startsWith(`..${sep}`) || isAbsolute(way);
}

/**
 * Resolves a path that a file refers to. The target needn't exist.
 *
 * @param from the file that contains the reference
 * @returns a problem if the target is outside the folder of the file, after resolving links
 */
export function resolveReference(from: string, ref: string): Result<string> {
  const message = msg(
    "files.reference-outside-folder",
  )`${from} names \`${shorten(ref)}\`, which is not in its folder`;
  const outside = refusal(
    "leads-out",
    message,
    msg("files.copy-there-hint")`copy it there, or name it on the command line`,
  );
  const folder = dirname(from);
  // `C:x` is a path from another folder, and on Windows only.
  if (win32.isAbsolute(ref) || /^[a-z]:/i.test(ref) || leadsOut(folder, join(folder, ref))) return outside;
  try {
    if (realPathInside(realpathSync(folder), ref) === null) return outside;
  } catch {
    // Reading the file reports the error.
  }
  return success(join(folder, ref));
}
