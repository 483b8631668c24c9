import type { ProxyMarked } from "comlink";
import { setSvgDrawer, type SvgDrawer } from "../../platform/browser.ts";
import { need } from "../../rules/problem/problem.ts";
import { loadLanguage } from "../../files/package/languages.ts";
import { PackageFiles } from "../shelf.ts";
import type { Checker } from "./checker.ts";
import type { Evenings } from "./evenings.ts";
import type { Filler } from "./filler.ts";
import { Kept, type Keeping, type KeptCounts, unsavedFile } from "./kept.ts";
import { eveningDay } from "../../check/read/occasion.ts";
import type { Added } from "./backup.ts";
import type { Printer } from "./printer.ts";
import { type MadeFile, PageLanguage, type PageResult, tryToMake } from "./page-language.ts";
import type { Writer } from "./writer.ts";

/** The API of the worker, which keeps the page responsive. Each part is loaded on first use, after `speak`. */
export class Engine {
  /** Marked as a proxy for comlink, like the others. */
  readonly checker: Checker & ProxyMarked;
  readonly printer: Printer & ProxyMarked;
  readonly writer: Writer & ProxyMarked;
  readonly evenings: Evenings & ProxyMarked;
  readonly filler: Filler & ProxyMarked;
  readonly #files: PackageFiles;
  readonly #pageLanguage = new PageLanguage();
  readonly #kept = new Kept();
  #checker: Checker | null = null;
  #begin: () => void = () => undefined;
  readonly #begun = new Promise<void>((resolve) => {
    this.#begin = resolve;
  });

  /** @param folder the address of the studio, with `/` behind it */
  constructor(folder: string) {
    const files = new PackageFiles(folder);
    const needs = [files, this.#pageLanguage, this.#kept] as const;
    this.#files = files;
    const lazy = <T extends object>(load: () => Promise<T>) => lazyPart(() => this.#begun.then(load));
    this.checker = lazy(async () => {
      const { Checker } = await import("./checker.ts");
      this.#checker = new Checker(...needs);
      return this.#checker;
    });
    this.printer = lazy(async () => new (await import("./printer.ts")).Printer(...needs));
    this.evenings = lazy(async () => new (await import("./evenings.ts")).Evenings(...needs));
    this.filler = lazy(async () => new (await import("./filler.ts")).Filler(...needs));
    this.writer = lazy(async () => new (await import("./writer.ts")).Writer(...needs));
  }

  /** Lets the page draw SVGs, because workers can't. */
  registerSvgDrawer(drawer: SvgDrawer): void {
    setSvgDrawer(drawer);
  }

  /** Tells the page whether the browser saves entries, now and on every change. */
  onKeeping(tell: (keeping: Keeping) => void): void {
    this.#kept.onChange(tell);
    tell(this.#kept.keeping);
  }

  /** Tries again to save unsaved data. */
  retryKeeping(): Promise<void> {
    return this.#kept.retry();
  }

  /** Unsaved data as a file to download; null if there is none. */
  async exportUnsavedWork(): Promise<MadeFile | null> {
    const isFilling = this.#kept.fillings.unsaved.length > 0;
    return unsavedFile(this.#kept, isFilling ? await this.filler.save("yaml") : null);
  }

  /** How much is kept; loads nothing else. */
  countKept(): Promise<KeptCounts> {
    return this.#kept.count();
  }

  /** All that is kept as one file. */
  async exportAll(): Promise<MadeFile> {
    return (await import("./backup.ts")).exportAll(this.#kept, eveningDay(new Date()));
  }

  /** Adds all of such a file. @returns what was added, for `removeAdded` */
  async importAll(text: string): Promise<PageResult<Added>> {
    const { importAll } = await import("./backup.ts");
    return tryToMake(await this.#pageLanguage.language(), async () =>
      need(await importAll(this.#kept, text)),
    );
  }

  /** Takes an import back. */
  async removeAdded(added: Added): Promise<void> {
    await (await import("./backup.ts")).removeAdded(this.#kept, added);
  }

  /** Sets the language, before everything but `countKept`. */
  async speak(code: string): Promise<void> {
    this.#begin();
    await this.#files.takeTexts();
    const language = need(loadLanguage(code));
    this.#pageLanguage.choose(language);
    this.#checker?.speak(language);
  }
}

/** A part that is loaded on its first call. Callers are in another thread and wait anyway. */
function lazyPart<T extends object>(load: () => Promise<T>): T & ProxyMarked {
  let loaded: Promise<T> | null = null;
  const call = async (name: string | symbol, given: unknown[]) => {
    // A failed download may work the next time.
    loaded ??= load().catch((error) => {
      loaded = null;
      throw error;
    });
    const part = await loaded;
    const method = Reflect.get(part, name) as (...given: unknown[]) => unknown;
    return method.apply(part, given);
  };
  return new Proxy({} as T & ProxyMarked, {
    get:
      (_, name) =>
      (...given: unknown[]) =>
        call(name, given),
  });
}
