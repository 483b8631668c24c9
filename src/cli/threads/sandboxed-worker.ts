import { extname } from "node:path";
import { Worker } from "node:worker_threads";

/** Why a request was not answered: the thread broke down, or was ended because it took too much time or memory. */
export type NoAnswer = "broken" | "endless";

interface Limits {
  readonly longestMs: number;
  readonly mostBytes: number;
}

const LOOK_EVERY_MS = 50;

/**
 * A thread that looks at files from who knows where, one after the other. Such a file may keep a library busy for ever, or unpack to
 * gigabytes; then the thread is ended, and the next file has a new one.
 */
export class SandboxedWorker<Request, Answer> {
  readonly #module: string;
  readonly #limits: Limits;
  #worker: Worker | null = null;

  /** @param module its name in this folder, without ending; it answers each message with one of its own */
  constructor(module: string, limits: Limits) {
    this.#module = module;
    this.#limits = limits;
  }

  async ask(request: Request): Promise<{ readonly answer: Answer } | NoAnswer> {
    this.#worker ??= this.#start();
    const worker = this.#worker;
    return new Promise((resolve) => {
      const end = (outcome: { readonly answer: Answer } | NoAnswer) => {
        clearInterval(watch);
        worker.off("message", answered).off("error", fail).off("exit", fail);
        resolve(outcome);
      };
      const giveUp = (why: NoAnswer) => {
        end(why);
        void this.close();
      };
      const answered = (answer: Answer) => end({ answer });
      // It ran out of memory, or the library gave up in a way of its own.
      const fail = () => giveUp("broken");
      const watch = setInterval(this.#watchman(giveUp), LOOK_EVERY_MS);
      worker.on("message", answered).on("error", fail).on("exit", fail).postMessage(request);
    });
  }

  async close(): Promise<void> {
    const worker = this.#worker;
    this.#worker = null;
    await worker?.terminate();
  }

  /** Gives up as soon as a limit is passed. The limits that a thread knows itself leave out what is unpacked. */
  #watchman(giveUp: (why: NoAnswer) => void): () => void {
    const { longestMs, mostBytes } = this.#limits;
    const start = Date.now();
    const usual = process.memoryUsage.rss();
    return () => {
      const isTooLarge = process.memoryUsage.rss() - usual > mostBytes;
      if (isTooLarge || Date.now() - start > longestMs) giveUp("endless");
    };
  }

  #start(): Worker {
    // The same ending as this module: the worker stands beside it, built or not.
    const worker = new Worker(new URL(`./${this.#module}${extname(import.meta.url)}`, import.meta.url), {
      // What the libraries have to say is for their own developers.
      stdout: true,
      stderr: true,
      resourceLimits: { maxOldGenerationSizeMb: this.#limits.mostBytes / (1024 * 1024) },
    });
    worker.stdout.resume();
    worker.stderr.resume();
    return worker;
  }
}
