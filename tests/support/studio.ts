import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadLanguage } from "../../src/files/package/languages.ts";
import { need } from "../../src/rules/problem/problem.ts";
import { Evenings } from "../../src/studio/engine/evenings.ts";
import { Filler } from "../../src/studio/engine/filler.ts";
import { Kept, type Shelves } from "../../src/studio/engine/kept.ts";
import { PageLanguage } from "../../src/studio/engine/page-language.ts";
import { Printer } from "../../src/studio/engine/printer.ts";
import type { Database, OpenDatabase } from "../../src/studio/engine/store.ts";
import { Writer } from "../../src/studio/engine/writer.ts";

/** The database of a browser in small. What it holds outlives connections and pages. */
export class FakeBrowser {
  readonly stored = new Map<string, Map<string, unknown>>();
  /** Which steps fail: to open, to read, to write. */
  fails: (step: "open" | "read" | "write") => boolean = () => false;
  #connections: { isClosed: boolean; readonly onLost: () => void }[] = [];

  /** Closes all connections, as browsers do. @param isTold whether their owners hear of it */
  closeAll(isTold: boolean): void {
    for (const connection of this.#connections.splice(0)) {
      connection.isClosed = true;
      if (isTold) connection.onLost();
    }
  }

  readonly open: OpenDatabase<Shelves> = async (onLost) => {
    if (this.fails("open")) throw new Error("can't be opened");
    const connection = { isClosed: false, onLost };
    this.#connections.push(connection);
    const use = (step: "read" | "write", name: string) => {
      if (connection.isClosed) throw new DOMException("closed", "InvalidStateError");
      if (this.fails(step)) throw new DOMException("full", "QuotaExceededError");
      const store = this.stored.get(name) ?? new Map<string, unknown>();
      this.stored.set(name, store);
      return store;
    };
    const database = {
      getAll: async (name: string) => structuredClone([...use("read", name).values()]),
      transaction(name: string) {
        const changes: (() => void)[] = [];
        const change = (work: (store: Map<string, unknown>) => void) => {
          const store = use("write", name);
          changes.push(() => work(store));
          return Promise.resolve();
        };
        const store = {
          put: async (one: { key: string }) => change((all) => void all.set(one.key, structuredClone(one))),
          delete: async (key: string) => change((all) => void all.delete(key)),
        };
        // All of a transaction, or nothing.
        const done = Promise.resolve()
          .then(() => Promise.resolve())
          .then(() => {
            if (connection.isClosed) throw new DOMException("aborted", "AbortError");
            for (const one of changes) one();
          });
        done.catch(() => undefined);
        return { store, done };
      },
      close: () => undefined,
    };
    return database as unknown as Database<Shelves>;
  };
}

/** The parts of the studio's engine in a language, on a browser's database. The files of the package lie on disk here. */
export function openEngine(code: string, browser = new FakeBrowser()) {
  const spoken = new PageLanguage();
  spoken.choose(need(loadLanguage(code)));
  const files = { takeFonts: async () => undefined, takeTexts: async () => undefined } as never;
  const kept = new Kept(browser.open);
  const needs = [files, spoken, kept] as const;
  return {
    browser,
    spoken,
    kept,
    filler: new Filler(...needs),
    evenings: new Evenings(...needs),
    printer: new Printer(...needs),
    writer: new Writer(...needs),
    speak: (other: string) => spoken.choose(need(loadLanguage(other))),
  };
}

/** A studio whose games of one's own are files of a new folder, where the package reads them as in a browser; `leave` goes back. */
export function openWithGames() {
  const [before, folder] = [process.cwd(), mkdtempSync(join(tmpdir(), "studio-"))];
  process.chdir(folder);
  const engine = openEngine("en");
  const { variants, received } = engine.kept;
  return {
    ...engine,
    /** Writes games by their keys, and deletes those without a text. */
    async write(texts: Readonly<Record<number, string | null>>): Promise<void> {
      for (const [key, text] of Object.entries(texts))
        await (text === null
          ? variants.forget(key)
          : variants.keep({ key, text, name: "", changed: Number(key) }));
      for (const [folder, games] of [["own", variants] as const, ["received", received] as const]) {
        rmSync(folder, { recursive: true, force: true });
        mkdirSync(folder);
        for (const { key, text } of await games.all()) {
          writeFileSync(`${folder}/${key}.yaml`, text);
          // Only games of one's own are found by their ids.
          const [, id] = /^id: (\S+)/m.exec(text) ?? [];
          if (games === variants && id !== undefined) writeFileSync(`${folder}/${id}.yaml`, text);
        }
      }
    },
    leave(): void {
      process.chdir(before);
      rmSync(folder, { recursive: true });
    },
  };
}
