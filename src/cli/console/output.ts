import pc from "picocolors";
import { reason } from "../../files/read/read-file.ts";
import type { Area } from "../../print/geometry.ts";
import type { Problem, Paint } from "../../rules/problem/problem.ts";
import { EXIT } from "./failure.ts";
import { problemText, t } from "./language.ts";

/** Whether a stream shows colours: only a terminal does. */
function hasColours(stream: NodeJS.WriteStream): boolean {
  return pc.isColorSupported && stream.isTTY === true;
}

function createPaint(stream: NodeJS.WriteStream): Paint {
  const colours = pc.createColors(hasColours(stream));
  return { strong: colours.bold, bad: colours.red, careful: colours.yellow, quiet: colours.dim };
}

export const PAINT = createPaint(process.stdout);
export const ERROR_PAINT = createPaint(process.stderr);

/** Prints a result and a line break. */
export function print(text: string): void {
  process.stdout.write(`${harmless(text, hasColours(process.stdout))}\n`);
}

/** Prints one JSON document, indented. */
export function printJson(value: unknown): void {
  print(harmlessJson(JSON.stringify(value, null, 2)));
}

/** An area in a JSON document, rounded to a part of a mm. */
export function areaJson({ xMm, yMm, widthMm, heightMm }: Area, partsPerMm: number): Area {
  const round = (mm: number) => Math.round(mm * partsPerMm) / partsPerMm;
  return { xMm: round(xMm), yMm: round(yMm), widthMm: round(widthMm), heightMm: round(heightMm) };
}

/** Prints what went wrong. */
export function printError(text: string): void {
  process.stderr.write(`${harmless(text, hasColours(process.stderr))}\n`);
}

/** Prints problems that do not end the command, in the language of this run. */
export function printProblems(problems: readonly Problem[]): void {
  printError(problemText(problems, ERROR_PAINT));
}

/** Handles an output that can't be written to, such as a full disk. `augenblock … | head` closes the pipe early, which is no error. */
export function watchOutput(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "EPIPE") process.exit(process.exitCode ?? EXIT.correct);
      if (stream === process.stdout)
        printError(
          `${t`cli.error: error`}: ${t`cli.output-failed: the output can’t be written: ${reason(error)}`}`,
        );
      process.exit(EXIT.unusable);
    });
  }
}

/** Work that takes less time than this needs no bar. */
const PATIENCE_MS = 1000;

/** In a log, lines about progress are this far apart. */
const LOG_EVERY_MS = 15_000;

/**
 * A bar on the error output, once the work takes a while; without a terminal, a line from time to time.
 * @param format with `{bar}`, `{percentage}`, `{value}` and `{total}`
 */
export async function progressBar(format: string, write = printError) {
  if (process.stderr.isTTY !== true) return { update: progressLog(format, write), stop: () => {} };
  const { SingleBar } = await import("cli-progress");
  const start = performance.now();
  // Doesn't hide the cursor or wrap lines, because nothing would restore the terminal if the command is ended.
  const options = { hideCursor: false, linewrap: true, clearOnComplete: true } as const;
  const bar = new SingleBar({ format, ...options, stream: process.stderr });
  const update = (done: number, all: number) => {
    if (bar.isActive) bar.update(done);
    else if (performance.now() - start >= PATIENCE_MS) bar.start(all, done);
  };
  return { update, stop: () => bar.isActive && bar.stop() };
}

function progressLog(format: string, write: (line: string) => void) {
  let last = performance.now();
  return (done: number, all: number) => {
    const now = performance.now();
    if (now - last < LOG_EVERY_MS) return;
    last = now;
    const values = { bar: "", percentage: Math.floor((100 * done) / all), value: done, total: all };
    const line = format.replace(/\{(\w+)\}/g, (_, key) => String(values[key as keyof typeof values] ?? ""));
    write(line.replace(/ +/g, " ").trim());
  };
}

/** The colours that we print ourselves: bold, dim, red, yellow, and back. */
const COLOUR = String.raw`\u001b\[(?:1|2|22|31|33|39)m`;

/** Control characters except tab and line break, and those that change the direction of writing. */
const STEERING = String.raw`[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]`;

const COLOURS_AND_STEERING = new RegExp(`${COLOUR}|${STEERING}`, "g");

/**
 * Makes a text safe for a terminal. Names in sheets, files and variants come from outside and could move the cursor, clear the screen or
 * type commands, so control characters become visible symbols. @param hasColours whether our own colours stay
 */
export function harmless(text: string, hasColours: boolean): string {
  return text.replace(COLOURS_AND_STEERING, (found) => {
    if (found.length === 1) return toVisibleSymbol(found.charCodeAt(0));
    return hasColours ? found : toVisibleSymbol(ESCAPE) + found.slice(1);
  });
}

const ESCAPE = 0x1b;
const DELETE = 0x7f;

/** Unicode has pictures for the control characters of ASCII: `␛` for escape. */
function toVisibleSymbol(code: number): string {
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  return code === DELETE ? "␡" : "\ufffd";
}

/** Escapes the control characters that JSON leaves as they are; the value stays the same. */
export function harmlessJson(json: string): string {
  const toUnicodeEscape = (sign: string) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return json.replace(new RegExp(STEERING, "g"), toUnicodeEscape);
}
