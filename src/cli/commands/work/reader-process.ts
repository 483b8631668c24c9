import { type ChildProcess, fork } from "node:child_process";
import { createHash } from "node:crypto";
import { extname } from "node:path";
import { fileURLToPath } from "node:url";
import { modelVersion, version } from "../../../files/package.ts";
import type { SheetSources } from "../../../files/pictures/sheet-sources.ts";
import { msg } from "../../../rules/problem/message.ts";
import { type Problem, problem } from "../../../rules/problem/problem.ts";
import type { EveningName } from "../../../season/sheet-to-keep.ts";
import { fail } from "../../console/failure.ts";
import { keepingCode, LOW_MEMORY_SETTINGS } from "../../threads/low-memory.ts";

/** A photo that is to be read. */
export interface ReadRequest {
  readonly bytes: Uint8Array;
  /** Its name, also for messages. */
  readonly file: string;
  /** The SHA-256 of its bytes in hexadecimal. */
  readonly hash: string;
  /** Its `PhotoContext`, as JSON. */
  readonly context: string;
}

/** The outcome. A photo without a sheet counts as read; `failed` may succeed another time. */
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

// The module of the process is next to this one and has the same extension, built or not.
const READER = fileURLToPath(new URL(`./photo-reader${extname(import.meta.url)}`, import.meta.url));

/** Flags of Node that keep a reader on one core, so that one reader per core uses them all. */
const ONE_CORE = keepingCode(512);

/**
 * Starts a process that reads photos and stays warm. If it hangs or crashes, only its photo fails, and the next photo starts a new process.
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
        const hint = msg`cli.no-reader-hint: run \`augenblock check\` with any photo to see what is missing`;
        return fail("no-reader", msg`cli.no-reader: the process that reads photos can’t start`, hint);
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
            msg`cli.photo-too-slow: ${file} took more than ${seconds} seconds and was abandoned`,
          )
        : problem("photo-crashed", msg`cli.reader-crashed: the process that read ${file} crashed`);
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

/** Makes this process read photos for its parent, and ends with it. */
export function answerRequests(read: (request: ReadRequest) => Promise<ReadAnswer>): void {
  process.on("message", async (request: ReadRequest) => {
    // The parent may be gone by then.
    process.send?.(await read(request), () => undefined);
  });
  process.on("disconnect", () => process.kill(process.pid, "SIGKILL"));
  process.send?.(READY);
}

/** What is known about photos when they are put into a queue. */
export interface PhotoContext {
  readonly sources: SheetSources;
  readonly evening: EveningName;
  /** The language of made-up names. */
  readonly lang: string;
}

/** Encodes a context as JSON; equal contexts give equal texts. */
export function encodeContext({ sources, evening, lang }: PhotoContext): string {
  const { variant = null, choices = {}, paper = null, pad = null, templates = null } = sources;
  const chosen = Object.entries(choices).sort(([a], [b]) => (a < b ? -1 : 1));
  const { date, place, name } = evening;
  return JSON.stringify({
    sources: { variant, choices: Object.fromEntries(chosen), paper, pad, templates },
    evening: { date, place, name },
    lang,
  });
}

/** @param json as `encodeContext` writes it */
export function decodeContext(json: string): PhotoContext {
  return JSON.parse(json) as PhotoContext;
}

/** The key of a reading of a photo: the versions of program and model, and the context of the photo. */
export function createEngineKey(): (context: string) => string {
  const versions = `${version()}+${modelVersion()}`;
  return (context) => `${versions} ${createHash("sha256").update(context).digest("hex").slice(0, 8)}`;
}
