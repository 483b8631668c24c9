import { once } from "node:events";
import { existsSync, type Stats } from "node:fs";
import { basename, join, relative, resolve } from "node:path";
import { watch as watchFolders } from "chokidar";
import type { Command } from "commander";
import { compareGames } from "../../authoring/diff/compare.ts";
import { tellDifference } from "../../authoring/diff/tell-difference.ts";
import type { Language } from "../../i18n/language.ts";
import { parsePaper } from "../../print/layout/paper.ts";
import type { Game } from "../../rules/game/game.ts";
import { problemText, t } from "../console/language.ts";
import { Failure, need } from "../../rules/problem/problem.ts";
import { PAINT, print } from "../console/output.ts";
import { writeAll } from "../console/write-file.ts";
import { loadLanguage } from "../../files/languages.ts";
import { changedFiles, foldersOf, isTemplate, snapshot, type TemplateSources } from "../../files/snapshot.ts";
import { padPdf } from "../../files/pads.ts";
import { rulesFile } from "../../files/rules.ts";
import { loadTemplates } from "../../files/templates.ts";
import { loadGame } from "../../files/games.ts";
import { findVariant } from "../../files/variants.ts";
import { type PaperFlags, paperFlags } from "../flags.ts";
import { examples, notes } from "../help.ts";

interface Flags extends PaperFlags {
  /** The folder for the PDFs. */
  readonly out: string;
}

/** `augenblock watch`: pad and rules again on each save, until Ctrl-C. */
export default function watchCommand(command: Command): Command {
  return paperFlags(command)
    .option("--out <folder>", t`where to write the PDFs`, "output")
    .addHelpText(
      "after",
      notes(t`Press Ctrl-C to stop.`) +
        examples("watch my-yazzo.yaml", "watch my-yazzo.yaml --paper a4 --lang en"),
    )
    .action(watch);
}

/** Long enough for an editor to write a file, rename it and touch it again; too short to be noticed. */
const SETTLED_MS = 80;

async function watch(variant: string, flags: Flags): Promise<void> {
  need(findVariant(variant));
  need(loadTemplates(flags.templates));
  const printer = printerOf(variant, flags);
  const fault = new AbortController();
  const stopped = ["SIGINT", "SIGTERM"].map((signal) => once(process, signal, { signal: fault.signal }));
  const isOther = (path: string) => !/\.(ya?ml|hbs)$/i.test(path) && basename(path) !== basename(variant);
  const ignored = (path: string, stats?: Stats) => stats?.isFile() === true && isOther(path);
  const watcher = watchFolders([], { depth: 0, ignored });
  const watched = new Set<string>();
  // Folders, not files: variants and templates may be added next to others. A new folder reports all its files, so nothing is lost that
  // was saved before it was watched.
  const update = async () => {
    await printer.update();
    const paths = printer.folders().map((folder) => resolve(folder));
    const fresh = paths.filter((path) => !watched.has(path) && existsSync(path));
    for (const path of fresh) watched.add(path);
    watcher.add(fresh);
  };
  let settled: NodeJS.Timeout | undefined;
  watcher.on("all", (event, path) => {
    if (event === "unlinkDir") watched.delete(path);
    clearTimeout(settled);
    settled = setTimeout(() => void update().catch((error) => fault.abort(error)), SETTLED_MS);
  });
  try {
    const ready = once(watcher, "ready");
    await update();
    await Promise.race([ready, ...stopped]);
    print(PAINT.quiet(need(loadLanguage(flags.lang)).translate("watch.waiting")));
    await Promise.race(stopped);
  } catch (error) {
    throw fault.signal.reason ?? error;
  } finally {
    clearTimeout(settled);
    await watcher.close();
  }
}

/** Prints what has changed, one print at a time. */
function printerOf(variant: string, flags: Flags) {
  const sources: TemplateSources = { language: flags.lang, own: flags.templates ?? null };
  let printed: ReturnType<typeof snapshot> = new Map();
  let last: Game | null = null;
  let queue = Promise.resolve();
  const printChanges = async (changed: readonly string[]) => {
    try {
      const { game, language, files } = await printBoth(variant, flags);
      const templates = changed.filter((file) => isTemplate(file, sources));
      if (last !== null) print(changeSince(last, game, language, templates));
      print(files.join("\n"));
      last = game;
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      print(problemText(error.problems, PAINT));
      if (last !== null) print(PAINT.quiet(need(loadLanguage(flags.lang)).translate("watch.kept")));
    }
  };
  const printNews = async () => {
    const now = snapshot(variant, sources);
    const changed = changedFiles(printed, now);
    printed = now;
    if (changed.length > 0) await printChanges(changed);
  };
  return {
    /** The folders of all files that the print is made from. */
    folders: () => foldersOf(printed, sources),
    /** Prints if anything has changed; a change during a print is looked at when that is done. */
    update: () => {
      queue = queue.then(printNews);
      return queue;
    },
  };
}

/** Makes both PDFs, and writes them only when both are made. */
async function printBoth(variant: string, flags: Flags) {
  const language = need(loadLanguage(flags.lang));
  const game = need(await loadGame(variant, flags.set));
  const pad = need(await padPdf(game, language, flags));
  // Rules are read at the table, not on the pad's paper.
  const rules = need(await rulesFile(game, language, { templates: flags.templates }));
  const paper = need(parsePaper(flags.paper)).name;
  const padFile = join(flags.out, `${game.id}-${language.code}-${paper}.pdf`);
  const rulesName = join(flags.out, `${game.id}-rules-${language.code}.pdf`);
  await writeAll([
    { file: padFile, content: pad, flag: "--out" },
    { file: rulesName, content: rules, flag: "--out" },
  ]);
  return { game, language, files: [padFile, rulesName] };
}

/** What has changed since the last print, in one line. */
function changeSince(before: Game, game: Game, language: Language, templates: readonly string[]): string {
  if (templates.length > 0) {
    const files = templates.map((file) => relative(process.cwd(), file)).join(", ");
    return language.translate("watch.template", { files });
  }
  const comparison = compareGames(before, game);
  const [first, ...others] = comparison.differences;
  if (first === undefined) return language.translate("watch.same");
  const { message } = tellDifference(comparison, first, language);
  if (others.length === 0) return message;
  return language.translate("watch.more", { change: message, n: others.length });
}
