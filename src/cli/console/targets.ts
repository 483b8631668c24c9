import { msg } from "../../rules/problem/message.ts";
import { readlinkSync, realpathSync, type Stats, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { Failure, type Problem, problem } from "../../rules/problem/problem.ts";
import { inputFiles } from "../../files/read/read-file.ts";
import { reason, statPath } from "../../files/read/read-file.ts";

/** The name of a file that is to be written, with the flag that gave it. */
export interface NamedOutput {
  readonly file: string;
  readonly flag: string;
}

/** Where an output goes: the path that its name leads to, links followed, and what is there now. */
export interface OutputTarget {
  readonly path: string;
  readonly there: Stats | null;
}

/** The file that a flag names: in a folder, one of the usual name. @param named what the flag says; the usual file without it */
export function fileOrInFolder(named: string | undefined, usual: string): string {
  if (named === undefined) return usual;
  const isFolder = /[/\\]$/.test(named) || statPath(named)?.isDirectory() === true;
  return isFolder ? join(named, basename(usual)) : named;
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
    // Devices and pipes take whatever comes.
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
  if (file === "")
    return problem("bad-value", msg("cli.needs-name-file")`\`${flag}\` needs the name of a file`);
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

/** The problem of an output that the system refuses. */
export function unwritable({ file, flag }: NamedOutput, error: unknown): Problem {
  return problem(
    "unwritable",
    msg("cli.cant-written")`${file} can’t be written: ${reason(error)}`,
    elsewhere(flag),
  );
}

/** Windows refuses to replace a file that is open, or write-protected, with one of these. */
const REFUSED_ON_WINDOWS = ["EPERM", "EACCES"];

/** The problem of an output that is written, but can't take the place of the file that is there. */
export function unreplaceable(
  output: NamedOutput,
  error: unknown,
  platform: string = process.platform,
): Problem {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const isRefused = platform === "win32" && REFUSED_ON_WINDOWS.includes(code);
  if (!isRefused && code !== "EBUSY") return unwritable(output, error);
  const { file, flag } = output;
  const message = isRefused
    ? msg(
        "cli.cant-replaced-another",
      )`${file} can’t be replaced: another program has it open, or it is write-protected`
    : msg("cli.cant-replaced-another-program")`${file} can’t be replaced: another program has it open`;
  return problem("in-use", message, {
    hint: msg("cli.close-there-give")`close it there, or give another place with ${flag}`,
  });
}

function lostInput({ file, flag }: NamedOutput): Problem {
  return problem(
    "would-overwrite",
    msg("cli.would-replaced-but-command")`${file} would be replaced, but this command reads it`,
    elsewhere(flag),
  );
}

function lostOutput(first: NamedOutput, { file, flag }: NamedOutput): Problem {
  const message = msg("cli.both-write")`\`${first.flag}\` and \`${flag}\` both write ${file}`;
  return problem("same-output", message, {
    hint: msg("cli.give-each-them")`give each of them a file of its own`,
  });
}

function elsewhere(flag: string) {
  return { hint: msg("cli.give-another-place-2")`give another place with ${flag}` };
}

/** The path that a name leads to, whether anything is there or not. @throws the error of the system */
export function realPath(path: string): string {
  try {
    return realpathSync.native(path);
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
  // A circle of links has ended this already.
  const link = readSymlink(path);
  if (link !== null) return realPath(resolve(dirname(path), link));
  const above = dirname(resolve(path));
  return above === resolve(path) ? above : join(realPath(above), basename(path));
}

function readSymlink(path: string): string | null {
  try {
    return readlinkSync(path);
  } catch {
    return null;
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}

/** The same for all names of a file, be they links or hard links. */
function computeFileIdentity(file: string): string {
  try {
    const path = realPath(file);
    const there = statSync(path, { bigint: true, throwIfNoEntry: false });
    return there !== undefined && there.nlink > 1n ? `${there.dev}:${there.ino}` : path;
  } catch {
    return resolve(file);
  }
}
