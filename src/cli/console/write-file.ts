import { msg } from "../../rules/problem/message.ts";
import { randomUUID } from "node:crypto";
import { mkdir, open, realpath, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { reason } from "../../files/read-file.ts";
import { fail } from "./failure.ts";

/** Takes the next piece of a file; the one after may come when the promise is fulfilled. */
export type PieceWriter = (piece: string | Uint8Array) => Promise<void>;

/** What a file holds, or what makes it piece by piece. */
export type Content = string | Uint8Array | ((write: PieceWriter) => Promise<void>);

/**
 * Writes a whole file or nothing: to a temporary neighbour first, which is then renamed. Links are followed; what is no file (a device,
 * a pipe) is written to as it is. @param flag the flag that named the file
 */
export async function writeWhole(file: string, content: Content, flag = "--out"): Promise<void> {
  if (file === "") fail("bad-value", msg`\`${flag}\` needs the name of a file`);
  const guarded = <T>(work: Promise<T>): Promise<T> =>
    work.catch((error) =>
      fail(
        "unwritable",
        msg`${file} can't be written: ${reason(error)}`,
        msg`give another place with ${flag}`,
      ),
    );
  const { target, draft } = await guarded(draftFor(file));
  const handle = await guarded(open(draft, "w"));
  try {
    await writeContent(content, (piece) => guarded(handle.writeFile(piece)));
    await handle.close();
    if (draft !== target) await guarded(rename(draft, target));
  } catch (error) {
    await handle.close();
    if (draft !== target) await rm(draft, { force: true }).catch(() => undefined);
    throw error;
  }
}

export async function writeContent(content: Content, write: PieceWriter): Promise<void> {
  await (typeof content === "function" ? content(write) : write(content));
}

/** The file that a name leads to, and the temporary neighbour that it is written to first. */
async function draftFor(file: string): Promise<{ target: string; draft: string }> {
  const target = await realpath(file).catch(() => file);
  const there = await stat(target).catch(() => null);
  if (there?.isDirectory()) throw Object.assign(new Error(), { code: "EISDIR" });
  if (there !== null && !there.isFile()) return { target, draft: target };
  const folder = dirname(target);
  await makeFolder(folder);
  return { target, draft: join(folder, `.${basename(target)}.${randomUUID().slice(0, 8)}.tmp`) };
}

/** Makes a folder and those above it, one by one: on some file systems, Node's recursive option never returns. */
export async function makeFolder(folder: string): Promise<void> {
  if ((await stat(folder).catch(() => null)) !== null) return;
  if (dirname(folder) !== folder) await makeFolder(dirname(folder));
  await mkdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error;
  });
}
