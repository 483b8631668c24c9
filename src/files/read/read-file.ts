import {
  type Stats,
  closeSync,
  constants,
  fstatSync,
  openSync,
  readSync,
  readdirSync,
  statSync,
  realpathSync,
} from "node:fs";
import { basename, dirname, join, sep, isAbsolute, relative, win32 } from "node:path";
import { concatBytes } from "../../rules/bytes.ts";
import { type Message, msg } from "../../rules/problem/message.ts";
import {
  type Problem,
  type Result,
  failure,
  problem,
  refusal,
  success,
  tryOr,
} from "../../rules/problem/problem.ts";
import { meantHint, nearest, shorten } from "../../rules/problem/wording.ts";
import { MAX_TEXT_LENGTH, decodeText, tooLong } from "../../rules/source/text.ts";

/** The files that were read for the user since the command started, by their given names. */
const inputs = new Set<string>();

/** Records a file that is about to be read, or that another thread reads, so that it is never overwritten. */
export function noteInput(file: string): void {
  inputs.add(file);
}

/** Every file that was read for the user. */
export function inputFiles(): readonly string[] {
  return [...inputs];
}

/** Clears the list for the next command. */
export function forgetInputs(): void {
  inputs.clear();
}

const FOLDER = msg`files.is-a-folder: this is a folder`;
const NAME_A_FILE = msg`files.file-in-folder-hint: name a file in it`;
const CHECK_PATH = msg`files.check-path-hint: check the name and the folder`;
const ASK_FOR_RIGHTS = msg`files.read-permission-hint: ask the owner for permission to read it, or for a copy`;

/** Reasons by the system's error code. */
const REASONS: Readonly<Record<string, Message>> = {
  ENOENT: msg`files.no-such-file: there is no such file`,
  EACCES: msg`files.no-permission: no permission`,
  EPERM: msg`files.no-permission: no permission`,
  EISDIR: FOLDER,
  ENOTDIR: msg`files.path-part-not-a-folder: a part of the path is not a folder`,
  ENOSPC: msg`files.disk-full: the disk is full`,
  EROFS: msg`files.disk-read-only: the disk is read-only`,
  ENAMETOOLONG: msg`files.name-too-long: the name is too long`,
  ELOOP: msg`files.link-loop: the symbolic links form a loop`,
  EMFILE: msg`files.too-many-open-files: too many files are open`,
  ENXIO: msg`files.pipe-no-reader: nobody reads from this pipe`,
  EPIPE: msg`files.pipe-closed: nobody reads from this pipe any more`,
  EBUSY: msg`files.file-open-elsewhere: another program has it open`,
  EDQUOT: msg`files.quota-used-up: your disk quota is used up`,
  EFBIG: msg`files.file-size-limit: files can’t be larger here`,
  EIO: msg`files.disk-error: the disk reports an error`,
  ENOMEM: msg`files.out-of-memory: there is not enough memory`,
};

/** Hints for reading, by the same codes. */
const WAYS_OUT: Readonly<Record<string, Message>> = {
  ENOENT: CHECK_PATH,
  EACCES: ASK_FOR_RIGHTS,
  EPERM: ASK_FOR_RIGHTS,
  EISDIR: NAME_A_FILE,
  ENOTDIR: CHECK_PATH,
  ENAMETOOLONG: msg`files.shorter-name-hint: give it a shorter name`,
  ELOOP: msg`files.link-loop-hint: name the file that the links should point to`,
  EMFILE: msg`files.fewer-files-hint: name fewer files at once, or close other programs`,
  EBUSY: msg`files.close-program-hint: close it in that program, and try again`,
};

/** The code of an error of the system or a database; empty for other errors. */
export function errorCode(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}

/** The problem of a file or folder that the system refuses to read. @param near a more specific hint than that of the error code */
export function unreadable(path: string, error: unknown, near: Message | null = null): Problem {
  const hint =
    near ??
    WAYS_OUT[errorCode(error)] ??
    msg`files.copy-elsewhere-hint: copy it to another disk, and name the copy`;
  return problem("unreadable", msg`files.cant-read: ${path} can’t be read: ${reason(error)}`, { hint });
}

/** The reason why the system refuses a file. */
export function reason(error: unknown, isWindows = sep === "\\"): Message {
  const code = errorCode(error);
  // Windows gives this error for a PDF that is open in a viewer.
  if (code === "EPERM" && isWindows)
    return msg`files.no-permission-or-open: no permission, or another program has it open`;
  return REASONS[code] ?? msg`files.system-refused: the system refused it`;
}

/** Inputs are never overwritten; `look` is for files that are only inspected to detect their kind. */
type Use = "input" | "look";

/** The text of a file, without a byte order mark, or a problem; see {@link decodeText}. Synchronous, because sheets and variants name other files. */
export function readText(file: string, use: Use = "input"): Result<string> {
  const bytes = readBytes(file, "text", use);
  return bytes.ok ? decodeTextFile(file, bytes.value) : bytes;
}

/** Decodes the bytes of a text file, like {@link readText}. */
export function decodeTextFile(file: string, bytes: Uint8Array): Result<string> {
  if (bytes.length > MAX_BYTES.text) return failure([tooLong(file)]);
  const text = decodeText(bytes);
  if (text !== null) return success(text);
  return refusal(
    "not-text",
    msg`files.not-text-file: ${file} is not a text file`,
    msg`files.text-file-hint: name a text file; if a program asks for the encoding, choose UTF-8`,
  );
}

/** Limits on the size of files: far more than a file of the kind needs. */
export const MAX_BYTES = {
  text: MAX_TEXT_LENGTH,
  photo: 64 * 1024 * 1024,
  logo: 8 * 1024 * 1024,
  form: 16 * 1024 * 1024,
  pdf: 256 * 1024 * 1024,
} as const;

/** The bytes of a file, up to one more than the limit for its kind, so that the decoder can report that. A problem if it is no file, or unreadable. */
export function readBytes(
  file: string,
  kind: keyof typeof MAX_BYTES,
  use: Use = "input",
): Result<Uint8Array> {
  if (use === "input") noteInput(file);
  const most = MAX_BYTES[kind] + 1;
  const chunks: Uint8Array[] = [];
  try {
    // A pipe without a writer would block otherwise.
    const handle = openSync(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    try {
      const there = fstatSync(handle);
      if (!there.isFile()) return notAFile(file, there);
      for (let length = 0, read = 1; length < most && read > 0; length += read) {
        const chunk = new Uint8Array(Math.min(65_536, most - length));
        read = readSync(handle, chunk);
        chunks.push(chunk.subarray(0, read));
      }
    } finally {
      closeSync(handle);
    }
    return success(concatBytes(chunks));
  } catch (error) {
    const there = statPath(file);
    if (there !== null && !there.isFile()) return notAFile(file, there);
    return failure([unreadable(file, error, nearFile(file))]);
  }
}

/** A hint to a file of a similar name next to a missing one. */
export function nearFile(file: string): Message | null {
  try {
    const near = nearest(basename(file), readdirSync(dirname(file)));
    return near === null || near === basename(file) ? null : meantHint(join(dirname(file), near));
  } catch {
    return null;
  }
}

/** The status of a path, links followed; null if there is nothing or no permission. */
export function statPath(path: string): Stats | null {
  return tryOr(null, () => statSync(path, { throwIfNoEntry: false }) ?? null);
}

/** The problem of a folder, pipe or device in place of a file. */
export function notAFile(file: string, there: Stats): Result<never> {
  if (there.isDirectory())
    return refusal("unreadable", msg`files.cant-read: ${file} can’t be read: ${FOLDER}`, NAME_A_FILE);
  const hint = msg`files.save-output-hint: save its output in a file, and name that file`;
  const message = msg`files.not-a-regular-file: ${file} is not a regular file but a pipe or a device`;
  return refusal("no-file", message, hint);
}

/** The bytes of a PDF, or a problem with the given hint if it is too large. */
export function readPdf(file: string, kind: "form" | "pdf", hint: Message): Result<Uint8Array> {
  const bytes = readBytes(file, kind);
  if (!bytes.ok || bytes.value.length <= MAX_BYTES[kind]) return bytes;
  const megabytes = MAX_BYTES[kind] / (1024 * 1024);
  return refusal("too-large", msg`print.file-too-large: ${file} is larger than ${megabytes} MB`, hint);
}

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
  const fromRoot = relative(root, path);
  return fromRoot === ".." || fromRoot.startsWith(`..${sep}`) || isAbsolute(fromRoot);
}

/**
 * Resolves a path that a file refers to. The target needn't exist.
 *
 * @param from the file that contains the reference
 * @returns a problem if the target is outside the folder of the file, after resolving links
 */
export function resolveReference(from: string, ref: string): Result<string> {
  const message = msg`files.reference-outside-folder: ${from} names \`${shorten(ref)}\`, which is not in its folder`;
  const hint = msg`files.copy-there-hint: copy it there, or name it on the command line`;
  const outside = refusal("leads-out", message, hint);
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
