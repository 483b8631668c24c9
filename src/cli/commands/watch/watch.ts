import { once } from "node:events";
import { join, relative } from "node:path";
import { compareGames } from "../../../authoring/diff/compare.ts";
import { tellDifference } from "../../../authoring/diff/tell-difference.ts";
import type { Game } from "../../../rules/game/game.ts";
import { drawPad } from "../../../print/pad/draw-pad.ts";
import { showProblems } from "../../../rules/problem/show.ts";
import type { Language } from "../../../i18n/language.ts";
import { PAINT, print } from "../../console/output.ts";
import { Failure, need } from "../../console/failure.ts";
import { writeWhole } from "../../files/files.ts";
import { FolderWatch } from "./folder-watch.ts";
import { languageOf } from "../../files/languages.ts";
import { type PadFlags, padJob } from "../pad/pad-job.ts";
import { rulesOf } from "../rules.ts";
import { templatesFrom } from "../../files/templates.ts";
import { findVariant } from "../../files/variants.ts";
import {
  changedFiles,
  foldersOf,
  isTemplate,
  type Snapshot,
  snapshot,
  type TemplateSources,
} from "../../files/sources.ts";

interface Flags extends PadFlags {
  /** The folder for the PDFs. */
  readonly out: string;
}

/** `augenblock watch`: pad and rules again on each save, until Ctrl-C. */
export async function watch(variant: string, flags: Flags): Promise<void> {
  need(findVariant(variant));
  templatesFrom(flags.templates);
  const language = languageOf(flags.lang);
  const printer = new Printer(variant, flags);
  const fault = new AbortController();
  const folders = new FolderWatch(() => void round().catch((error) => fault.abort(error)));
  // Once more after the folders are watched: what was saved in between has stirred nobody.
  const round = async () => {
    await printer.update();
    folders.look(printer.folders);
    await printer.update();
  };
  await round();
  print(PAINT.quiet(language.translate("watch.waiting")));
  const stopped = ["SIGINT", "SIGTERM"].map((signal) => once(process, signal, { signal: fault.signal }));
  try {
    await Promise.race(stopped);
  } catch {
    throw fault.signal.reason;
  } finally {
    folders.close();
  }
}

/** Prints what has changed, one print at a time. */
class Printer {
  readonly #variant: string;
  readonly #flags: Flags;
  #printed: Snapshot = new Map();
  #game: Game | null = null;
  #running: Promise<void> | null = null;
  #again = false;
  readonly #sources: TemplateSources;

  constructor(variant: string, flags: Flags) {
    this.#variant = variant;
    this.#flags = flags;
    this.#sources = { language: flags.lang, own: flags.templates ?? null };
  }

  /** The folders that hold what is printed from. */
  get folders(): string[] {
    return foldersOf(this.#printed, this.#sources);
  }

  /** Prints if anything has changed; a change during a print is looked at when that is done. */
  async update(): Promise<void> {
    if (this.#running !== null) {
      this.#again = true;
      return this.#running;
    }
    this.#running = this.#untilSettled().finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  async #untilSettled(): Promise<void> {
    do {
      this.#again = false;
      const now = snapshot(this.#variant, this.#sources);
      const changed = changedFiles(this.#printed, now);
      this.#printed = now;
      if (changed.length > 0) await this.#print(changed);
    } while (this.#again);
  }

  async #print(changed: readonly string[]): Promise<void> {
    try {
      const printed = await printBoth(this.#variant, this.#flags);
      const templates = changed.filter((file) => isTemplate(file, this.#sources));
      if (this.#game !== null) print(changeIn(this.#game, printed, templates));
      print(printed.files.join("\n"));
      this.#game = printed.game;
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      print(showProblems(error.problems, PAINT));
      if (this.#game !== null) print(PAINT.quiet(languageOf(this.#flags.lang).translate("watch.kept")));
    }
  }
}

interface Printed {
  readonly game: Game;
  readonly language: Language;
  readonly files: readonly string[];
}

/** Makes both PDFs, and writes them only when both are there. */
async function printBoth(variant: string, flags: Flags): Promise<Printed> {
  const { game, language, paper, layout, family, pagesPerSheet } = padJob(variant, flags);
  const title = language.text(game.name);
  const pad = await drawPad(layout, {
    title,
    language: language.code,
    family,
    sheets: pagesPerSheet,
  });
  const templates = templatesFrom(flags.templates);
  const rules = await rulesOf(game, language, templates, { format: "pdf", paper: RULES_PAPER });
  const padFile = join(flags.out, `${game.id}-${language.code}-${paper.name}.pdf`);
  const rulesFile = join(flags.out, `${game.id}-rules-${language.code}.pdf`);
  await writeWhole(padFile, pad);
  await writeWhole(rulesFile, rules);
  return { game, language, files: [padFile, rulesFile] };
}

/** Rules are read on a table, not on the pad's paper. */
const RULES_PAPER = "a4";

/** What has changed since the last print, in one line. */
function changeIn(before: Game, { game, language }: Printed, templates: readonly string[]): string {
  if (templates.length > 0) {
    const files = templates.map((file) => relative(process.cwd(), file)).join(", ");
    return language.translate("watch.template", { files });
  }
  const comparison = compareGames(before, game);
  const [first, ...others] = comparison.differences;
  if (first === undefined) return language.translate("watch.same");
  const { message } = tellDifference(comparison, first, language);
  return others.length === 0
    ? message
    : language.translate("watch.more", { change: message, n: others.length });
}
