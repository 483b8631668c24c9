import pc from "picocolors";
import type { Paint } from "../../rules/problem/show.ts";
import { EXIT } from "./failure.ts";
import { reason } from "../files/files.ts";

/** Colours for what goes to this output; picocolors leaves them out where no terminal is. */
function paintFor(stream: NodeJS.WriteStream): Paint {
  const colours = pc.createColors(pc.isColorSupported && stream.isTTY === true);
  return { strong: colours.bold, bad: colours.red, careful: colours.yellow, quiet: colours.dim };
}

export const PAINT = paintFor(process.stdout);
export const ERROR_PAINT = paintFor(process.stderr);

/** Prints what was asked for. */
export function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** Prints JSON as others' programs read it: one document, indented, with a line break at the end. */
export function printJson(value: unknown): void {
  print(JSON.stringify(value, null, 2));
}

/** Prints what went wrong. */
export function printError(text: string): void {
  process.stderr.write(`${text}\n`);
}

/**
 * What to do when the output can't be written on. `augenblock … | head` closes the pipe early; that is no error, the reader
 * has seen enough. Anything else, such as a full disk, is told in one line.
 */
export function watchOutput(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "EPIPE") process.exit(process.exitCode ?? EXIT.correct);
      if (stream === process.stdout) printError(`error: the output can't be written: ${reason(error)}`);
      process.exit(EXIT.unusable);
    });
  }
}

/** A number with a real minus sign. */
export function withMinus(n: number): string {
  return String(n).replace("-", "−");
}
