import { type ProxyMarked, proxy } from "comlink";
import { drawSvgsWith, type SvgDrawer } from "../../platform/browser.ts";
import { need } from "../../rules/problem/problem.ts";
import { loadLanguage } from "../../files/languages.ts";
import { PackageFiles } from "../shelf/package-files.ts";
import { Checker } from "./checker.ts";
import { Evenings } from "./evenings.ts";
import { Filler } from "./filler.ts";
import { Kept } from "./kept.ts";
import { Printer } from "./printer.ts";
import { Spoken } from "./spoken.ts";
import { Writer } from "./writer.ts";

/** All that the page asks for. It runs in a worker, so that the page never stands still. */
export class Engine {
  /** Marked, as the others, so that the page may call it through the engine. */
  readonly checker: Checker & ProxyMarked;
  readonly printer: Printer & ProxyMarked;
  readonly writer: Writer & ProxyMarked;
  readonly evenings: Evenings & ProxyMarked;
  readonly filler: Filler & ProxyMarked;
  readonly #files: PackageFiles;
  readonly #spoken = new Spoken();

  /** @param folder the address of the studio, with `/` behind it */
  constructor(folder: string) {
    const kept = new Kept();
    this.#files = new PackageFiles(folder);
    this.checker = proxy(new Checker(this.#files, this.#spoken, kept));
    this.printer = proxy(new Printer(this.#files, this.#spoken, kept));
    this.evenings = proxy(new Evenings(this.#files, this.#spoken, kept));
    this.filler = proxy(new Filler(this.#files, this.#spoken, kept));
    this.writer = proxy(new Writer(this.#files, this.#spoken, kept));
  }

  /** Takes the page's help with SVGs, which workers can't draw. */
  drawSvgsWith(drawer: SvgDrawer): void {
    drawSvgsWith(drawer);
  }

  /** Speaks a language from now on; to be called before everything else. */
  async speak(code: string): Promise<void> {
    await this.#files.takeTexts();
    const language = need(loadLanguage(code));
    this.#spoken.choose(language);
    this.checker.speak(language);
  }
}
