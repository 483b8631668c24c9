import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { createConnection, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Where Firefox lies; the tests that need it are left out where it is not. */
const FIREFOX = process.env.FIREFOX ?? "/usr/bin/firefox-esr";

export const hasFirefox = existsSync(FIREFOX);

const PREFERENCES = ["marionette.port", "browser.shell.checkDefaultBrowser"].map((name) =>
  name.endsWith("port") ? `user_pref("${name}", 0);` : `user_pref("${name}", false);`,
);
const LOOK_EVERY_MS = 100;
const LONGEST_MS = 300_000;

type Answer = readonly [kind: 1, id: number, error: { readonly message: string } | null, result: unknown];

/** Firefox without a window, told what to do by its own protocol (Marionette): the release that people have, not a changed one. */
export class Firefox {
  readonly #process: ChildProcess;
  readonly #socket: Socket;
  readonly #waiting = new Map<number, (answer: Answer) => void>();
  #received = Buffer.alloc(0);
  #asked = 0;

  static async start(): Promise<Firefox> {
    const profile = mkdtempSync(join(tmpdir(), "firefox-"));
    writeFileSync(join(profile, "user.js"), PREFERENCES.join("\n"));
    const flags = ["--headless", "--marionette", "--no-remote", "--profile", profile];
    const process = spawn(FIREFOX, flags, { stdio: "ignore" });
    const port = join(profile, "MarionetteActivePort");
    const isOpen = () => existsSync(port) && readFileSync(port, "utf8") !== "";
    while (!isOpen() && process.exitCode === null)
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
    const firefox = new Firefox(process, Number(readFileSync(port, "utf8")));
    await firefox.#send("WebDriver:NewSession", { capabilities: {} });
    await firefox.#send("WebDriver:SetTimeouts", { script: LONGEST_MS, pageLoad: LONGEST_MS });
    return firefox;
  }

  private constructor(process: ChildProcess, port: number) {
    this.#process = process;
    this.#socket = createConnection(port, "127.0.0.1");
    this.#socket.on("data", (bytes) => this.#receive(Buffer.from(bytes)));
  }

  /** Messages are JSON, each behind its length and a colon. */
  #receive(bytes: Buffer): void {
    this.#received = Buffer.concat([this.#received, bytes]);
    for (;;) {
      const start = this.#received.indexOf(":") + 1;
      const end = start + Number(this.#received.subarray(0, Math.max(0, start - 1)));
      if (start === 0 || this.#received.length < end) return;
      const message: unknown = JSON.parse(this.#received.subarray(start, end).toString());
      this.#received = this.#received.subarray(end);
      // The first message says who speaks.
      if (Array.isArray(message)) this.#waiting.get(message[1])?.(message as unknown as Answer);
    }
  }

  async #send(command: string, values: object): Promise<unknown> {
    const id = ++this.#asked;
    const message = JSON.stringify([0, id, command, values]);
    const [, , error, result] = await new Promise<Answer>((resolve) => {
      this.#waiting.set(id, resolve);
      this.#socket.write(`${Buffer.byteLength(message)}:${message}`);
    });
    if (error !== null) throw new Error(`${command}: ${error.message}`);
    return result;
  }

  /** Opens a page. */
  async open(url: string): Promise<void> {
    await this.#send("WebDriver:Navigate", { url });
  }

  /** Runs a script on the page, the body of a function that calls `done` with what is wanted, once it is there. */
  async run(script: string): Promise<unknown> {
    const body = `const done = arguments[0]; ${script}`;
    const { value } = (await this.#send("WebDriver:ExecuteAsyncScript", {
      ...{ script: body, args: [], sandbox: null },
    })) as { readonly value: unknown };
    return value;
  }

  /** Waits until an expression on the page is true, or something else that counts as such. @returns what it is then */
  until(expression: string): Promise<unknown> {
    return this.run(
      `const look = () => { const it = ${expression}; if (it) done(it); else setTimeout(look, ${LOOK_EVERY_MS}); }; look();`,
    );
  }

  async close(): Promise<void> {
    this.#socket.destroy();
    const ended = new Promise((resolve) => this.#process.once("exit", resolve));
    this.#process.kill();
    await ended;
  }
}
