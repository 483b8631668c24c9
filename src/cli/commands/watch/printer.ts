import { join, relative } from "node:path";
import { compareGames } from "../../../authoring/diff/compare.ts";
import { tellDifference } from "../../../authoring/diff/tell-difference.ts";
import { loadGame } from "../../../files/games.ts";
import { loadLanguage } from "../../../files/languages.ts";
import { padPdf } from "../../../files/pads.ts";
import { rulesFile } from "../../../files/rules.ts";
import {
  changedFiles,
  foldersOf,
  isTemplate,
  snapshot,
  type TemplateSources,
} from "../../../files/snapshot.ts";
import type { Language } from "../../../i18n/language.ts";
import { parsePaper } from "../../../print/layout/paper.ts";
import type { Game } from "../../../rules/game/game.ts";
import { Failure, need, type Problem } from "../../../rules/problem/problem.ts";
import { problemText } from "../../console/language.ts";
import { PAINT, print } from "../../console/output.ts";
import { type Output, writeAll } from "../../console/write-file.ts";
import type { WatchFlags } from "./watch-flags.ts";

/** Who else hears of prints. */
export interface PrintAudience {
  /** A game was made into pad and rules. @param change what has changed since the last time; empty for the first */
  printed(game: Game, change: string): Promise<void>;
  /** Something is wrong with the variant, its templates or the files that were to be written. */
  failed(problems: readonly Problem[]): void;
}

/** Prints what has changed, one print at a time. */
export function printerOf(variant: string, flags: WatchFlags, audience: PrintAudience | null) {
  const sources: TemplateSources = { language: flags.lang, own: flags.templates ?? null };
  let printed: ReturnType<typeof snapshot> = new Map();
  let last: Game | null = null;
  let unwritten: readonly Output[] = [];
  let queue = Promise.resolve();
  const write = async () => {
    await writeAll(unwritten);
    print(unwritten.map(({ file }) => file).join("\n"));
    unwritten = [];
  };
  const printChanges = async (changed: readonly string[]) => {
    const { game, language, files } = await printBoth(variant, flags);
    const templates = changed.filter((file) => isTemplate(file, sources));
    const change = last === null ? "" : changeSince(last, game, language, templates);
    if (change !== "") print(change);
    last = game;
    unwritten = files;
    await audience?.printed(game, change);
    await write();
  };
  const tellProblems = (error: unknown) => {
    if (!(error instanceof Failure)) throw error;
    print(problemText(error.problems, PAINT));
    if (last !== null) print(PAINT.quiet(need(loadLanguage(flags.lang)).translate("watch.kept")));
    audience?.failed(error.problems);
  };
  const printNews = async () => {
    const now = snapshot(variant, sources);
    const changed = changedFiles(printed, now);
    printed = now;
    if (changed.length > 0) await printChanges(changed).catch(tellProblems);
    // A PDF that was open in a viewer may be closed by now.
    else if (unwritten.length > 0) await write().catch(tellProblems);
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

/** Makes both PDFs, which are to be written only when both are made. */
async function printBoth(variant: string, flags: WatchFlags) {
  const language = need(loadLanguage(flags.lang));
  const game = need(await loadGame(variant, flags.set));
  const pad = need(await padPdf(game, language, flags));
  // Rules are read at the table, not on the pad's paper.
  const rules = need(await rulesFile(game, language, { templates: flags.templates }));
  const paper = need(parsePaper(flags.paper)).name;
  const outputs = {
    [`${game.id}-${language.code}-${paper}`]: pad,
    [`${game.id}-rules-${language.code}`]: rules,
  };
  const files = Object.entries(outputs).map(([name, content]) => {
    return { file: join(flags.out, `${name}.pdf`), content, flag: "--out" };
  });
  return { game, language, files };
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
