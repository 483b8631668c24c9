import { type Message, msg } from "../../rules/problem/message.ts";
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { extname } from "node:path";
import { fileURLToPath } from "node:url";
import type { Logo } from "../../print/pad/logo.ts";
import { refusal, type Result } from "../../rules/problem/problem.ts";
import type { Photo } from "../../scan/image/picture.ts";
import type { PictureTask, TaskLimits } from "./picture-worker.ts";

// The module of the process is next to this one and has the same extension, built or not.
const EXTENSION = extname(import.meta.url);
const WORKER = fileURLToPath(new URL(`./picture-worker${EXTENSION}`, import.meta.url));

type Limits = Readonly<Record<PictureTask["kind"], TaskLimits>>;

/** Generous for slow machines: the largest photos take 600 MB and three seconds, a logo a few megabytes and a fraction of a second. */
const LIMITS: Limits = {
  photo: { maxMs: 30_000, maxBytes: 800_000_000 },
  logo: { maxMs: 10_000, maxBytes: 400_000_000 },
};

/** Reads pictures from unknown sources. */
export interface PictureProcess {
  /** Like `decodePhoto`, or the problem `picture-endless`. */
  photo(bytes: Uint8Array, file: string): Promise<Result<Photo>>;
  /** Like `readLogo`, or the problem `logo-endless`. */
  logo(bytes: Uint8Array, file: string, inColour: boolean): Promise<Result<Logo>>;
  /** Starts the process ahead of the first picture. */
  start(): void;
  /** Ends the process; the next picture starts a new one. */
  close(): void;
}

/**
 * Decodes pictures one after the other in a separate process: a small file may keep a decoder busy forever or take gigabytes, and only
 * killing its process stops it. The process enforces its own limits. It starts with the first picture and ends with this program, which
 * does not wait for it.
 */
export function pictureProcess(limits: Limits = LIMITS): PictureProcess {
  let process: ChildProcess | null = null;
  let last: Promise<unknown> = Promise.resolve();
  const ensureWorker = (): ChildProcess => {
    if (process?.connected) return process;
    process = forkWorker();
    return process;
  };
  const enqueue = <T>(task: PictureTask): Promise<T | null> => {
    const answer = last.then(() => runWorkerTask<T>(ensureWorker(), task));
    last = answer.catch(() => null);
    return answer;
  };
  return {
    async photo(bytes, file) {
      const hint = msg`scan.save-as-jpeg-hint: save it as a JPEG, or take another photo`;
      return (
        (await enqueue({ kind: "photo", bytes, file, limits: limits.photo })) ??
        pictureEndless("picture", file, hint)
      );
    },
    async logo(bytes, file, inColour) {
      const hint = msg`print.simplify-picture-hint: simplify it, or save it as PNG`;
      return (
        (await enqueue({ kind: "logo", bytes, file, inColour, limits: limits.logo })) ??
        pictureEndless("logo", file, hint)
      );
    },
    start() {
      ensureWorker().unref();
      process?.channel?.unref();
    },
    close() {
      process?.kill("SIGKILL");
      process = null;
    },
  };
}

function pictureEndless(kind: "picture" | "logo", file: string, hint: Message): Result<never> {
  const message =
    kind === "logo"
      ? msg`files.logo-endless: ${file} takes far more time or memory than a logo should`
      : msg`files.picture-endless: ${file} takes far more time or memory than a picture should`;
  return refusal(`${kind}-endless`, message, hint);
}

function forkWorker(): ChildProcess {
  return fork(WORKER, {
    serialization: "advanced",
    // Decoders print messages that users shouldn't see.
    stdio: ["ignore", "ignore", "ignore", "ipc"],
    // Without a build, tsx runs the sources.
    execArgv: EXTENSION === ".ts" ? ["--import", import.meta.resolve("tsx")] : [],
  });
}

/** Null if the process ended before it answered. An idle process does not keep this program running. */
async function runWorkerTask<T>(process: ChildProcess, task: PictureTask): Promise<T | null> {
  const over = new AbortController();
  process.ref();
  process.channel?.ref();
  try {
    const answer = once(process, "message", over).then(([answer]) => answer as T);
    const end = once(process, "exit", over).then(() => null);
    process.send(task);
    return await Promise.race([answer, end]);
  } finally {
    over.abort();
    process.unref();
    process.channel?.unref();
  }
}
