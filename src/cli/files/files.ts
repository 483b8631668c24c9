import { randomUUID } from "node:crypto";
import { closeSync, openSync, readSync } from "node:fs";
import { mkdir, open, realpath, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { joined } from "../../rules/bytes.ts";
import { type Result, success } from "../../rules/problem/problem.ts";
import { MAX_TEXT_LENGTH, MAX_TEXT_LENGTH_WORDS } from "../../rules/source/text.ts";
import { fail, refusal } from "../console/failure.ts";

/** What went wrong with a file, by the system's error code. */
const REASONS: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file",
  EACCES: "no permission",
  EPERM: "no permission",
  EISDIR: "this is a folder",
  ENOTDIR: "a part of the path is not a folder",
  ENOSPC: "the disk is full",
  EROFS: "the disk is read-only",
  ENAMETOOLONG: "the name is too long",
  ELOOP: "the links go in a circle",
  EMFILE: "too many files are open",
};

export function reason(error: unknown): string {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return REASONS[code] ?? "the system refused it";
}

/** The text of a UTF-8 file, without a byte order mark, or a problem. Synchronous, because sheets and variants name further files. */
export function readText(file: string): Result<string> {
  const bytes = readBytes(file, "text");
  if (!bytes.ok) return bytes;
  if (bytes.value.length > MAX_BYTES.text)
    return refusal(
      "too-large",
      `${file} is larger than ${MAX_TEXT_LENGTH_WORDS}, so it is not one of our files`,
    );
  try {
    return success(new TextDecoder("utf-8", { fatal: true }).decode(bytes.value));
  } catch {
    return refusal("not-text", `${file} is not a UTF-8 text file`, "save it as UTF-8 text and try again");
  }
}

/** Limits on the size of files: far more than a file of the kind needs. */
const MAX_BYTES = {
  text: MAX_TEXT_LENGTH,
  photo: 64 * 1024 * 1024,
  logo: 8 * 1024 * 1024,
  form: 16 * 1024 * 1024,
  pdf: 256 * 1024 * 1024,
} as const;

/** The bytes of a file, or one more than the limit for its kind: what decodes a photo or logo reports that. A problem if unreadable. */
export function readBytes(file: string, kind: keyof typeof MAX_BYTES): Result<Uint8Array> {
  const most = MAX_BYTES[kind] + 1;
  const chunks: Uint8Array[] = [];
  try {
    const handle = openSync(file, "r");
    try {
      // The size of a file is not queried: pipes and devices have none, and some never end.
      for (let length = 0, read = 1; length < most && read > 0; length += read) {
        const chunk = new Uint8Array(Math.min(65_536, most - length));
        read = readSync(handle, chunk);
        chunks.push(chunk.subarray(0, read));
      }
    } finally {
      closeSync(handle);
    }
    return success(joined(chunks));
  } catch (error) {
    return refusal("unreadable", `${file} can't be read: ${reason(error)}`);
  }
}

/** The bytes of a PDF, or a problem with the given hint if it is too large. */
export function readPdf(file: string, kind: "form" | "pdf", hint: string): Result<Uint8Array> {
  const bytes = readBytes(file, kind);
  if (!bytes.ok || bytes.value.length <= MAX_BYTES[kind]) return bytes;
  const megabytes = MAX_BYTES[kind] / (1024 * 1024);
  return refusal("too-large", `${file} is larger than ${megabytes} MB`, hint);
}

/** Takes the next piece of a file; the one after may come when the promise is fulfilled. */
export type PieceWriter = (piece: string | Uint8Array) => Promise<void>;

/** What a file holds, or what makes it piece by piece. */
export type Content = string | Uint8Array | ((write: PieceWriter) => Promise<void>);

/**
 * Writes a whole file or nothing: to a temporary neighbour first, which is then renamed. A link is followed to its file; what is no
 * file (a device, a pipe) is written to as it is. @param flag the flag that named the file
 */
export async function writeWhole(file: string, content: Content, flag = "--out"): Promise<void> {
  if (file === "") fail("bad-value", `\`${flag}\` needs the name of a file`);
  const guarded = <T>(work: Promise<T>): Promise<T> =>
    work.catch((error) =>
      fail("unwritable", `${file} can't be written: ${reason(error)}`, `give another place with ${flag}`),
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
