import { once } from "node:events";
import { constants, existsSync, readlinkSync, realpathSync, type Stats, statSync } from "node:fs";
import { copyFile, type FileHandle, open, readFile, writeFile } from "node:fs/promises";
import { basename, dirname, extname, join, resolve } from "node:path";
import { makeFolder } from "../../files/read/make-folder.ts";
import { inputFiles, reason, statPath } from "../../files/read/read-file.ts";
import { getElement } from "../../rules/arrays.ts";
import type { Game } from "../../rules/game/game.ts";
import type { ChosenOptions } from "../flags.ts";
import { msg } from "../../rules/problem/message.ts";
import { Failure, type Problem, problem, tryOr } from "../../rules/problem/problem.ts";
import { dropDraft, newDraft, placeDraft, sweepDrafts } from "./drafts.ts";
import { t } from "./language.ts";
import { harmless, print, printError } from "./output.ts";

/** Takes the next piece of a file; the one after may come when the promise is fulfilled. */
export type PieceWriter = (piece: string | Uint8Array) => Promise<void>;

/** The content of a file, or a function that writes it piece by piece. */
export type Content = string | Uint8Array | ((write: PieceWriter) => Promise<void>);

export interface Output extends NamedOutput {
  readonly content: Content;
}

/** Writes a whole file or nothing; see `writeAll`. @param flag the flag that named the file */
export function writeWhole(file: string, content: Content, flag = "--out"): Promise<void> {
  return writeAll([{ file, content, flag }]);
}

/** Writes a result to the file of `--out`; `-` is the standard output. @param message printed after a file */
export async function deliver(content: Content, out: string, message: string = out): Promise<void> {
  if (out !== "-") {
    await writeWhole(out, content);
    return print(message);
  }
  // The reader of a pipe may be slower than we are.
  await writeContent(content, async (piece) => {
    // A terminal gets only characters that it can show.
    const isShown = typeof piece === "string" && process.stdout.isTTY === true;
    if (!process.stdout.write(isShown ? harmless(piece, false) : piece)) await once(process.stdout, "drain");
  });
}

/**
 * Writes all files or none: each to a draft in the same folder first. Links are followed; what is no file (a device, a pipe) is written to as it
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
      if (draft === null) continue;
      await wrapWriteErrors(output, keepOld(draft, getElement(targets, at)));
      await wrapWriteErrors(output, placeDraft(draft, getElement(targets, at).path), unreplaceable);
    }
  } finally {
    for (const draft of drafts) if (draft !== null) await dropDraft(draft);
  }
}

/** Copies a YAML file that a draft would change, as people work on those. @returns once it is kept as `FILE.old`, and was named */
async function keepOld(draft: string, { path, there }: OutputTarget): Promise<void> {
  if (there === null || !/\.ya?ml$/i.test(path)) return;
  if ((await readFile(path)).equals(await readFile(draft))) return;
  let old = `${path}.old`;
  for (let n = 2; existsSync(old); n++) old = `${path}.old${n}`;
  await copyFile(path, old, constants.COPYFILE_EXCL);
  printError(t`cli.old-file-kept: what ${path} contained before is now in ${old}`);
}

/**
 * Ends the command with every output that can't be written, so that a long run doesn't fail at its end.
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

/** Whether a path is an existing folder, or ends with a separator. */
export function isFolder(path: string): boolean {
  return /[\\/]$/.test(path) || statPath(path)?.isDirectory() === true;
}

/** A folder, or its nearest existing ancestor. */
function nearestFolder(folder: string): string {
  return dirname(folder) === folder || existsSync(folder) ? folder : nearestFolder(dirname(folder));
}

/** Ends the command if the system reports an error. */
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
  // Fails if a pipe has no reader; a blocking open would wait for one.
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

async function writeContent(content: Content, write: PieceWriter): Promise<void> {
  await (typeof content === "function" ? content(write) : write(content));
}

/** The name of a file that is to be written, with the flag that gave it. */
export interface NamedOutput {
  readonly file: string;
  readonly flag: string;
}

/** Where an output goes: the path behind links, and what exists there now. */
export interface OutputTarget {
  readonly path: string;
  readonly there: Stats | null;
}

/** Text that people write by hand. */
const BY_HAND = /\.(?:ya?ml|json|csv)$/i;

/** The file that `--out` names, unless it is text of another type; in a folder, with the default name. @param named the flag's value; without it, the default file */
export function fileOrInFolder(named: string | undefined, usual: string): string {
  if (named === undefined) return usual;
  const fault = BY_HAND.test(named) ? extensionProblem("--out", named, [extname(usual)]) : null;
  if (fault !== null) throw new Failure([fault]);
  return isFolder(named) ? join(named, basename(usual)) : named;
}

/** The problem of a file with the extension of another type; null for none, also for a name without an extension and for a folder. */
export function extensionProblem(flag: string, file = "", extensions: readonly string[] = []) {
  const extension = extname(file);
  const isName = /^\.[a-z]\w*$/i.test(extension) && !isFolder(file);
  if (!isName || extensions.some((one) => one === extension.toLowerCase())) return null;
  const usual = getElement(extensions, 0);
  const named = `${file.slice(0, -extension.length)}${usual}`;
  const message = msg`cli.wrong-output-extension: \`${flag}\` can’t write ${file}: its files end in ${usual}`;
  const hint = msg`cli.wrong-output-extension-hint: use \`${flag} ${named}\``;
  return problem("wrong-ending", message, { hint });
}

/**
 * Where the outputs of a command go. Ends the command, before anything is written, with every output that would replace one of its
 * inputs or another output, or that can't be written.
 */
export function resolveOutputTargets(outputs: readonly NamedOutput[]): OutputTarget[] {
  const problems: Problem[] = [];
  const inputs = new Set(inputFiles().map((file) => computeFileIdentity(file)));
  const taken = new Map<string, NamedOutput>();
  const targets = outputs.flatMap((output): OutputTarget[] => {
    const target = resolveOutputTarget(output);
    if (!("path" in target)) {
      problems.push(target);
      return [];
    }
    // Devices and pipes are never replaced.
    if (target.there !== null && !target.there.isFile()) return [target];
    const identity = computeFileIdentity(target.path);
    const other = taken.get(identity);
    if (inputs.has(identity)) problems.push(lostInput(output));
    else if (other !== undefined) problems.push(lostOutput(other, output));
    taken.set(identity, output);
    return [target];
  });
  if (problems.length > 0) throw new Failure(problems);
  return targets;
}

function resolveOutputTarget(output: NamedOutput): OutputTarget | Problem {
  const { file, flag } = output;
  if (file === "") return problem("bad-value", msg`cli.no-output-name: \`${flag}\` needs a file name`);
  try {
    const path = realPath(file);
    const there = statSync(path, { throwIfNoEntry: false }) ?? null;
    return there?.isDirectory()
      ? unwritable(output, Object.assign(new Error(), { code: "EISDIR" }))
      : { path, there };
  } catch (error) {
    return unwritable(output, error);
  }
}

/** Ends the command if a file exists that people may have worked on, unless `--force` replaces it; `-` is free. @returns the file */
export function needFree(file: string, force = false): string {
  const [target] = file === "-" ? [] : resolveOutputTargets([{ file, flag: "--out" }]);
  if (force || target?.there?.isFile() !== true) return file;
  const hint = msg`cli.file-exists-hint: choose another name, or overwrite it with --force`;
  throw new Failure([problem("exists", msg`cli.file-exists: ${file} already exists`, { hint })]);
}

/** The problem of an output that the system refuses. */
export function unwritable({ file, flag }: NamedOutput, error: unknown): Problem {
  const message = msg`cli.unwritable: ${file} can’t be written: ${reason(error)}`;
  return problem("unwritable", message, elsewhere(flag));
}

/** Windows refuses to replace a file that is open, or write-protected, with one of these. */
const REFUSED_ON_WINDOWS = ["EPERM", "EACCES"];

/** The problem of an output that is written, but can't take the place of the file that is there. */
function unreplaceable(output: NamedOutput, error: unknown, platform: string = process.platform): Problem {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const isRefused = platform === "win32" && REFUSED_ON_WINDOWS.includes(code);
  if (!isRefused && code !== "EBUSY") return unwritable(output, error);
  const { file, flag } = output;
  const message = isRefused
    ? msg`cli.in-use-or-protected: ${file} can’t be replaced: another program has it open, or it is write-protected`
    : msg`cli.in-use: ${file} can’t be replaced: another program has it open`;
  return problem("in-use", message, {
    hint: msg`cli.in-use-hint: close it there, or choose another place with ${flag}`,
  });
}

function lostInput({ file, flag }: NamedOutput): Problem {
  const message = msg`cli.would-overwrite-input: ${file} would be overwritten, but this command reads it`;
  return problem("would-overwrite", message, elsewhere(flag));
}

function lostOutput(first: NamedOutput, { file, flag }: NamedOutput): Problem {
  const message = msg`cli.same-output: \`${first.flag}\` and \`${flag}\` both write ${file}`;
  return problem("same-output", message, {
    hint: msg`cli.same-output-hint: give each of them its own file`,
  });
}

function elsewhere(flag: string) {
  return { hint: msg`cli.other-place-hint: choose another place with ${flag}` };
}

/** Resolves links, also of a path that doesn't exist. @throws the error of the system */
export function realPath(path: string): string {
  try {
    return realpathSync.native(path);
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
  // A loop of links has thrown ELOOP above.
  const link = tryOr(null, () => readlinkSync(path));
  if (link !== null) return realPath(resolve(dirname(path), link));
  const above = dirname(resolve(path));
  return above === resolve(path) ? above : join(realPath(above), basename(path));
}

/** Whether an error of the system says that a file does not exist. */
export function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}

/** Identifies a file, whichever link or hard link names it. */
function computeFileIdentity(file: string): string {
  try {
    const path = realPath(file);
    const there = statSync(path, { bigint: true, throwIfNoEntry: false });
    return there !== undefined && there.nlink > 1n ? `${there.dev}:${there.ino}` : path;
  } catch {
    return resolve(file);
  }
}

/** The prefix of a game's output files: its id, the title of `--title`, and the house rules of `--set` if they are given. */
export function buildFileStem(
  { id }: Pick<Game, "id">,
  { title, set = {} }: { readonly title?: string | undefined; readonly set?: ChosenOptions },
): string {
  const houseRules = Object.entries(set).map(([option, choice]) => `${option}-${choice}`);
  // Letters and digits, with hyphens between.
  const words = title?.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-") ?? "";
  return joinFileName(id, words.slice(0, MAX_TITLE_LENGTH).replace(/^-+|-+$/g, ""), ...houseRules);
}

/**
 * A name of its parts, without the empty ones. An output's default name has a part for every flag that makes another kind of print, so
 * that none overwrites another; defaults are left out.
 */
export function joinFileName(...parts: readonly string[]): string {
  return parts.filter((part) => part !== "").join("-");
}

const MAX_TITLE_LENGTH = 40;
