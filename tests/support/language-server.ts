import { type ChildProcess, fork } from "node:child_process";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

/** A finding of the server: what it underlines, as text, and why. */
export interface Underlined {
  readonly text: string;
  readonly message: string;
}

interface Position {
  readonly line: number;
  readonly character: number;
}

interface Answer {
  readonly id?: number | string;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

interface Diagnostic {
  readonly range: { readonly start: Position; readonly end: Position };
  readonly message: string;
}

/** The YAML language server as an editor runs it: a process of its own that is told of open files and asked about them. */
export class LanguageServer {
  readonly #process: ChildProcess;
  readonly #folder: string;
  readonly #waiting = new Map<number, (answer: Answer) => void>();
  readonly #diagnosed = new Map<string, (found: readonly Diagnostic[]) => void>();
  #asked = 0;

  private constructor(folder: string) {
    const main = createRequire(import.meta.url).resolve("yaml-language-server/bin/yaml-language-server");
    this.#folder = folder;
    this.#process = fork(main, ["--node-ipc"], { silent: true });
    this.#process.on("message", (message) => this.#hear(message as Answer));
  }

  /** Starts a server for the files of a folder. */
  static async start(folder: string): Promise<LanguageServer> {
    const server = new LanguageServer(folder);
    const capabilities = {
      textDocument: {
        completion: { completionItem: { snippetSupport: false } },
        hover: { contentFormat: ["markdown"] },
        publishDiagnostics: {},
      },
    };
    await server.#ask("initialize", {
      processId: process.pid,
      rootUri: pathToFileURL(folder).href,
      capabilities,
    });
    server.#tell("initialized", {});
    return server;
  }

  /** Ends the process. */
  stop(): void {
    this.#process.kill();
  }

  /** Opens a file with this text and gives what is underlined in it. */
  async open(name: string, text: string): Promise<Underlined[]> {
    const uri = this.#uri(name);
    const found = await new Promise<readonly Diagnostic[]>((resolve) => {
      this.#diagnosed.set(uri, resolve);
      this.#tell("textDocument/didOpen", { textDocument: { uri, languageId: "yaml", version: 1, text } });
    });
    const lines = text.split("\n");
    return found.map(({ range, message }) => ({
      text: (lines[range.start.line] ?? "").slice(range.start.character, range.end.character),
      message,
    }));
  }

  /** What the server offers at a spot: the labels of the completions. */
  async offered(name: string, position: Position): Promise<string[]> {
    const answer = await this.#ask("textDocument/completion", this.#at(name, position));
    const items = answer as { readonly items: readonly { readonly label: string }[] };
    return items.items.map((item) => item.label);
  }

  /** What the server says about a spot, as Markdown. */
  async hover(name: string, position: Position): Promise<string> {
    const answer = await this.#ask("textDocument/hover", this.#at(name, position));
    const hover = answer as { readonly contents: { readonly value: string } } | null;
    return hover?.contents.value ?? "";
  }

  #uri(name: string): string {
    return pathToFileURL(join(this.#folder, name)).href;
  }

  #at(name: string, position: Position): object {
    return { textDocument: { uri: this.#uri(name) }, position };
  }

  #tell(method: string, params: object): void {
    this.#process.send({ jsonrpc: "2.0", method, params });
  }

  #ask(method: string, params: object): Promise<unknown> {
    const id = ++this.#asked;
    this.#process.send({ jsonrpc: "2.0", id, method, params });
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, ({ result, error }) =>
        error === undefined ? resolve(result) : reject(new Error(error.message)),
      );
    });
  }

  #hear(message: Answer): void {
    const { id, method, params } = message;
    if (method === "textDocument/publishDiagnostics") {
      const { uri, diagnostics } = params as { uri: string; diagnostics: readonly Diagnostic[] };
      this.#diagnosed.get(uri)?.(diagnostics);
    } else if (method !== undefined && id !== undefined) {
      // What the server asks of its editor: its settings, of which there are none.
      const items = (params as { items?: readonly unknown[] } | undefined)?.items;
      this.#process.send({ jsonrpc: "2.0", id, result: items?.map(() => null) ?? null });
    } else if (typeof id === "number") {
      this.#waiting.get(id)?.(message);
      this.#waiting.delete(id);
    }
  }
}
