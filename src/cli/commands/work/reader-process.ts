import { type ChildProcess, fork } from "node:child_process";
import { createHash } from "node:crypto";
import { extname } from "node:path";
import { fileURLToPath } from "node:url";
import { modelVersion, version } from "../../../files/package.ts";
import type { SheetSources } from "../../../files/pictures/sheet-sources.ts";
import { msg } from "../../../rules/problem/message.ts";
import { Failure, type Problem, problem } from "../../../rules/problem/problem.ts";
import type { EveningName } from "../../../season/sheet-to-keep.ts";
import { keepingCode, LOW_MEMORY_SETTINGS } from "../../threads/low-memory.ts";

/** A photo that is to be read. */
export interface ReadRequest {
  readonly bytes: Uint8Array;
  /** Its name, also for messages. */
  readonly file: string;
  /** The SHA-256 of its bytes in hexadecimal. */
  readonly hash: string;
  /** What was said about it, as JSON. */
  readonly told: string;
}

/** What came of it. A photo that shows nothing of use is read, too; `failed` is what may go well another time. */
export type ReadAnswer =
  | { readonly kind: "read"; readonly sheets: number; readonly record: string }
  | { readonly kind: "failed"; readonly fault: Problem };

/** Reads photos, one after the other. */
export interface PhotoReader {
  /** @throws Failure if this machine can't read photos */
  read(request: ReadRequest): Promise<ReadAnswer>;
  close(): void;
}

/** What a process that reads sends first. */
const READY = "ready";

// The module of the process is next to this one and has the same ending, built or not.
const ENDING = extname(import.meta.url);
const READER = fileURLToPath(new URL(`./photo-reader${ENDING}`, import.meta.url));

/** What Node is started with, so that a reader is work for one core, and as many of them as there are cores keep all of these busy. */
const ONE_CORE = keepingCode(512);

/**
 * Opens a process of its own that reads photos and stays warm: one that hangs or crashes takes nothing else with it. The next photo starts
 * a new one.
 *
 * @param limitMs how long a photo may take
 * @param module what runs in the process
 */
export function readerProcess(limitMs: number, module = READER): PhotoReader {
  let running: Promise<ChildProcess | null> | null = null;
  let child: ChildProcess | null = null;
  const warm = () => {
    child = fork(module, {
      serialization: "advanced",
      stdio: ["ignore", "ignore", "inherit", "ipc"],
      // Signals are for the worker: it lets the photo at hand be finished.
      detached: process.platform !== "win32",
      env: { ...LOW_MEMORY_SETTINGS, ...process.env },
      execArgv: extname(module) === ".ts" ? ["--import", import.meta.resolve("tsx")] : ONE_CORE,
    });
    const started = child;
    return receiveMessage(started).then((first) => (first === READY ? started : null));
  };
  return {
    async read(request) {
      if (!child?.connected) running = null;
      running ??= warm();
      const reader = await running;
      if (reader === null) {
        running = null;
        // That is no fault of the photo.
        const hint = msg(
          "cli.no-reader-hint",
        )`run \`augenblock check\` with any photo to see what is missing`;
        throw new Failure([
          problem("no-reader", msg("cli.no-reader")`the process that reads photos can’t start`, {
            hint,
          }),
        ]);
      }
      let isLate = false;
      const limit = setTimeout(() => {
        isLate = true;
        reader.kill("SIGKILL");
      }, limitMs);
      reader.send(request);
      const answer = await receiveMessage(reader);
      clearTimeout(limit);
      if (answer !== null) return answer as ReadAnswer;
      running = null;
      const { file } = request;
      const seconds = Math.round(limitMs / 1000);
      const fault = isLate
        ? problem(
            "photo-endless",
            msg("cli.photo-too-slow")`${file} took more than ${seconds} seconds and was given up`,
          )
        : problem("photo-crashed", msg("cli.reader-crashed")`the process that read ${file} crashed`);
      return { kind: "failed", fault };
    },
    close() {
      child?.kill("SIGKILL");
      child = null;
    },
  };
}

/** The next message of a process; null if it ended before. */
function receiveMessage(child: ChildProcess): Promise<unknown> {
  return new Promise((done) => {
    const take = (message: unknown) => {
      child.off("message", take);
      child.off("exit", end);
      child.off("error", end);
      done(message);
    };
    const end = () => take(null);
    child.on("message", take);
    child.on("exit", end);
    child.on("error", end);
  });
}

/** Makes this process one that reads photos for another one, and ends with it. */
export function answerRequests(read: (request: ReadRequest) => Promise<ReadAnswer>): void {
  process.on("message", async (request: ReadRequest) => {
    // Whoever asked may be gone by then.
    process.send?.(await read(request), () => undefined);
  });
  process.on("disconnect", () => process.kill(process.pid, "SIGKILL"));
  process.send?.(READY);
}

/** What is said about photos when they are put into a queue. */
export interface Told {
  readonly sources: SheetSources;
  readonly evening: EveningName;
  /** The language of made-up names. */
  readonly lang: string;
}

/** As JSON, the same for whoever says the same. */
export function toldJson({ sources, evening, lang }: Told): string {
  const { variant = null, choices = {}, paper = null, pad = null, templates = null } = sources;
  const chosen = Object.entries(choices).sort(([a], [b]) => (a < b ? -1 : 1));
  const { date, place, name } = evening;
  return JSON.stringify({
    sources: { variant, choices: Object.fromEntries(chosen), paper, pad, templates },
    evening: { date, place, name },
    lang,
  });
}

/** @param json as `toldJson` writes it */
export function readTold(json: string): Told {
  return JSON.parse(json) as Told;
}

/** What a reading is known by beside the photo: the versions of program and model, and what was said about the photo. */
export function createEngineKey(): (told: string) => string {
  const versions = `${version()}+${modelVersion()}`;
  return (told) => `${versions} ${createHash("sha256").update(told).digest("hex").slice(0, 8)}`;
}
