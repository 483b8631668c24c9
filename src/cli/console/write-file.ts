import { constants, existsSync } from "node:fs";
import { type FileHandle, open, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { getElement } from "../../rules/arrays.ts";
import { Failure, type Problem } from "../../rules/problem/problem.ts";
import { makeFolder } from "../../files/read/make-folder.ts";
import { statPath } from "../../files/read/read-file.ts";
import { dropDraft, newDraft, placeDraft, sweepDrafts } from "./drafts.ts";
import {
  type NamedOutput,
  type OutputTarget,
  resolveOutputTargets,
  unreplaceable,
  unwritable,
} from "./targets.ts";

/** Takes the next piece of a file; the one after may come when the promise is fulfilled. */
export type PieceWriter = (piece: string | Uint8Array) => Promise<void>;

/** What a file holds, or what makes it piece by piece. */
export type Content = string | Uint8Array | ((write: PieceWriter) => Promise<void>);

/** A file that a command writes. */
export interface Output extends NamedOutput {
  readonly content: Content;
}

/** Writes a whole file or nothing; see `writeAll`. @param flag the flag that named the file */
export function writeWhole(file: string, content: Content, flag = "--out"): Promise<void> {
  return writeAll([{ file, content, flag }]);
}

/**
 * Writes all files or none: each to a draft beside it first. Links are followed; what is no file (a device, a pipe) is written to as it
 * is. Ends the command if a file can't be written, or would replace an input of the command or another of these files.
 */
export async function writeAll(outputs: readonly Output[]): Promise<void> {
  const targets = resolveOutputTargets(outputs);
  const drafts: (string | null)[] = [];
  try {
    for (const [at, output] of outputs.entries()) {
      const target = getElement(targets, at);
      const draft = target.there?.isFile() === false ? null : newDraft(target.path);
      drafts.push(draft);
      await wrapWriteErrors(output, prepare(target));
      await writeAndClose(await wrapWriteErrors(output, openOutputFile(target, draft)), output);
    }
    for (const [at, output] of outputs.entries()) {
      const draft = getElement(drafts, at);
      if (draft !== null)
        await wrapWriteErrors(output, placeDraft(draft, getElement(targets, at).path), unreplaceable);
    }
  } finally {
    for (const draft of drafts) if (draft !== null) await dropDraft(draft);
  }
}

/**
 * Ends the command with every output that could not be written as things are: whoever waits for minutes should not learn it at the end.
 *
 * @param families outputs that become several, each named after a file or a folder
 */
export async function needWritable(
  outputs: readonly NamedOutput[],
  families: readonly NamedOutput[],
): Promise<void> {
  const files = resolveOutputTargets(outputs).flatMap(({ path, there }, at) =>
    there?.isFile() === false ? [] : [[getElement(outputs, at), dirname(path)] as const],
  );
  const folders = families.map((one) => [one, isFolder(one.file) ? one.file : dirname(one.file)] as const);
  const problems: Problem[] = [];
  for (const [output, folder] of [...files, ...folders]) {
    const draft = newDraft(join(nearestFolder(folder), "probe"));
    await writeFile(draft, "", { flag: "wx" }).catch((error) => problems.push(unwritable(output, error)));
    await dropDraft(draft);
  }
  if (problems.length > 0) throw new Failure(problems);
}

/** Whether a path is meant as a folder: one is there, or it ends as one. */
export function isFolder(path: string): boolean {
  return /[\\/]$/.test(path) || statPath(path)?.isDirectory() === true;
}

/** A folder, or the nearest above it that is there. */
function nearestFolder(folder: string): string {
  return dirname(folder) === folder || existsSync(folder) ? folder : nearestFolder(dirname(folder));
}

/** Ends the command if the system refuses the work. */
function wrapWriteErrors<T>(output: NamedOutput, work: Promise<T>, faultOf = unwritable): Promise<T> {
  return work.catch((error) => {
    throw new Failure([faultOf(output, error)]);
  });
}

async function prepare({ path }: OutputTarget): Promise<void> {
  await makeFolder(dirname(path));
  await sweepDrafts(path);
}

async function openOutputFile({ path, there }: OutputTarget, draft: string | null): Promise<FileHandle> {
  if (draft !== null) return open(draft, "wx", there === null ? undefined : there.mode & 0o777);
  if (there?.isFIFO() !== true) return open(path, "w");
  // Refused if nobody reads; to open it in the usual way would wait for a reader.
  const probe = await open(path, constants.O_WRONLY | constants.O_NONBLOCK);
  return open(path, constants.O_WRONLY).finally(() => probe.close());
}

async function writeAndClose(handle: FileHandle, output: Output): Promise<void> {
  try {
    await writeContent(output.content, (piece) => wrapWriteErrors(output, handle.writeFile(piece)));
  } finally {
    await wrapWriteErrors(output, handle.close());
  }
}

export async function writeContent(content: Content, write: PieceWriter): Promise<void> {
  await (typeof content === "function" ? content(write) : write(content));
}
