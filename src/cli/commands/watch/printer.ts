import { readdirSync, statSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { crc32 } from "node:zlib";
import { compareGames, tellDifference } from "../../../authoring/diff/compare.ts";
import { TEMPLATES } from "../../../files/package.ts";
import { loadGame } from "../../../files/package/games.ts";
import { loadLanguage } from "../../../files/package/languages.ts";
import { DISK, findVariant, namesFile } from "../../../files/package/variants.ts";
import { type PadChoices, formPdf, padPdf } from "../../../files/print/pads.ts";
import { rulesFile } from "../../../files/print/rules.ts";
import { readBytes, readText } from "../../../files/read/read-file.ts";
import type { Language } from "../../../i18n/language.ts";
import { parsePaper } from "../../../print/layout/paper.ts";
import type { Game } from "../../../rules/game/game.ts";
import { type Problem, type Result, attempt, need } from "../../../rules/problem/problem.ts";
import { readResolved } from "../../../rules/variant/read-variant.ts";
import { readBrand } from "../../brand.ts";
import { problemText } from "../../console/language.ts";
import { PAINT, print } from "../../console/output.ts";
import { type Output, buildFileStem, writeAll } from "../../console/write-file.ts";
import { type Request, resolveRequest } from "../../request.ts";
import { type PadFlags, printSettings, resolvePadFlags } from "../pad/settings.ts";

/** The flags of `watch`, with those of `pad` that only a block file can give. */
export interface WatchFlags extends Omit<PadFlags, "calibrate" | "out"> {
  /** The folder for the PDFs. */
  readonly out: string;
  /** Whether a page shows what is printed. */
  readonly serve?: boolean;
  /** The port of that page; any that is free if this is left out. */
  readonly port?: number;
  /** Whether that page is opened in a browser. */
  readonly open: boolean;
}

/** A game that was made into pad and rules. */
export interface PrintedGame {
  readonly game: Game;
  readonly language: Language;
  /** What the pad was made with; for the rules, templates, branding and look. */
  readonly choices: PadChoices;
}

/** Who else hears of prints. */
export interface PrintAudience {
  /** @param change what has changed since the last time; empty for the first */
  showPrint(print: PrintedGame, change: string): Promise<void>;
  /** Something is wrong with the variant, its templates or the files that were to be written. */
  showFailure(problems: readonly Problem[]): void;
}

/** Prints what has changed, one print at a time. @param named a variant, or a block file. @param defaults the flags that were not given */
export function createPrinter(
  named: string,
  given: WatchFlags,
  defaults: readonly string[],
  audience: PrintAudience | null,
) {
  let sources = collectSources(named, { variant: named, from: null, flags: given });
  let printed: ReturnType<typeof snapshot> = new Map();
  let last: Game | null = null;
  let unwritten: readonly Output[] = [];
  let queue = Promise.resolve();
  const write = async () => {
    await writeAll(unwritten);
    print(unwritten.map(({ file }) => file).join("\n"));
    unwritten = [];
  };
  const printChanges = async (request: Request<WatchFlags>, changed: readonly string[]) => {
    const { files, ...made } = await printBoth(request);
    const { game, language } = made;
    const folders = templateFolders(sources);
    const others = changed.filter((file) => sources.others.includes(file) || folders.includes(dirname(file)));
    const change = last === null ? "" : changeSince(last, game, language, others);
    if (change !== "") print(change);
    last = game;
    unwritten = files;
    await audience?.showPrint(made, change);
    await write();
  };
  const tellFailure = (outcome: Result<unknown>) => {
    if (outcome.ok) return;
    print(problemText(outcome.problems, PAINT));
    if (last !== null)
      print(PAINT.quiet(need(loadLanguage(given.lang, given.templates)).translate("watch.kept")));
    audience?.showFailure(outcome.problems);
  };
  const printNews = async () => {
    // What is read after its snapshot was taken is as new or newer, so that no change is taken for printed that is not.
    const known = snapshot(sources);
    const request = await attempt(() => resolveRequest(named, given, defaults, null));
    // A block file that can't be read names nothing new.
    if (request.ok) sources = collectSources(named, request.value);
    const texts = [...snapshot(sources)];
    const now = new Map(
      texts.map(([file, text]) => [file, known.has(file) ? (known.get(file) ?? null) : text]),
    );
    const changed = [...new Map([...printed, ...now]).keys()].filter(
      (file) => printed.get(file) !== now.get(file),
    );
    printed = now;
    if (changed.length > 0) await attempt(() => printChanges(need(request), changed)).then(tellFailure);
    // A PDF that was open in a viewer may be closed by now.
    else if (unwritten.length > 0) await attempt(write).then(tellFailure);
  };
  return {
    /** The folders of all files that the print is made from. */
    folders: () => [
      ...new Set([...[...printed.keys()].map((file) => dirname(file)), ...templateFolders(sources)]),
    ],
    /** Prints if anything has changed; a change during a print is looked at when that is done. */
    update: () => {
      queue = queue.then(printNews);
      return queue;
    },
  };
}

/** What a print is made from. */
function collectSources(
  named: string,
  { variant, from, flags }: Pick<Request<WatchFlags>, "variant" | "from" | "flags">,
): WatchedSources {
  const { lang: language, templates: own = null, logo, style } = flags;
  const styleFile = style !== undefined && namesFile(style) ? style : [];
  const others = [from === null ? [] : named, logo ?? [], styleFile].flat();
  return { variant, from, language, own, others };
}

/** Makes both PDFs, which are to be written only when both are made. */
async function printBoth(request: Request<WatchFlags>) {
  const { variant, from } = request;
  const flags = resolvePadFlags(request);
  const language = need(loadLanguage(flags.lang, flags.templates));
  const settings = need(printSettings(flags));
  const { branding, look } = await readBrand(flags, { variant, from, choices: flags.set });
  const game = need(await loadGame(variant, flags.set, from));
  const choices = { ...flags, settings, branding, look };
  const makePad = flags.profile === "fillable" ? formPdf : padPdf;
  const pad = need(await makePad(game, language, choices));
  // Rules are read at the table, not on the pad's paper.
  const rules = need(await rulesFile(game, language, { templates: flags.templates, branding, look }));
  const [stem, paper] = [buildFileStem(game, { title: flags.title }), need(parsePaper(flags.paper)).name];
  const outputs = { [`${stem}-${language.code}-${paper}`]: pad, [`${stem}-rules-${language.code}`]: rules };
  const files = Object.entries(outputs).map(([name, content]) => {
    return { file: join(flags.out, `${name}.pdf`), content, flag: "--out" };
  });
  return { game, language, choices, files };
}

/** What has changed since the last print, in one line. @param others changed files that say nothing about the game */
function changeSince(before: Game, game: Game, language: Language, others: readonly string[]): string {
  if (others.length > 0) {
    const files = others.map((file) => relative(process.cwd(), file)).join(", ");
    return language.translate("watch.template", { files });
  }
  const comparison = compareGames(before, game);
  const [first, ...more] = comparison.differences;
  if (first === undefined) return language.translate("watch.same");
  const { message } = tellDifference(comparison, first, language);
  if (more.length === 0) return message;
  return language.translate("watch.more", { change: message, n: more.length });
}

/** The contents of all files that a print is made from, by file; null if one can't be read. */
export type Snapshot = ReadonlyMap<string, string | null>;

/** What a print is made from. */
export interface WatchedSources extends TemplateSources {
  readonly variant: string;
  /** The block file that names the variant, if one does. */
  readonly from: string | null;
  /** Other files. */
  readonly others: readonly string[];
}

/** Where templates and words come from. */
interface TemplateSources {
  readonly language: string;
  /** The folder of the user's own templates, if given. */
  readonly own: string | null;
}

/** The variant with everything that it extends, the templates and words of a language and what else there is, as they are now. */
function snapshot(sources: WatchedSources): Snapshot {
  const { variant, from, others } = sources;
  const files = new Map<string, string | null>();
  const found = findVariant(variant, from);
  files.set(found.ok ? found.value.file : variant, found.ok ? found.value.text : null);
  const find: typeof DISK.find = (id, below) => {
    const base = DISK.find(id, below);
    if (base?.ok) files.set(base.value.file, base.value.text);
    return base;
  };
  if (found.ok) readResolved(found.value.file, found.value.text, { ...DISK, find });
  for (const file of templateFolders(sources).flatMap(listTemplateFiles)) {
    const text = readText(file);
    files.set(file, text.ok ? text.value : null);
  }
  for (const file of others) files.set(file, readFileSignature(file));
  return files;
}

/** The text of a file, or what tells pictures apart; null if it can't be read. */
function readFileSignature(file: string): string | null {
  const text = readText(file);
  if (text.ok) return text.value;
  const bytes = readBytes(file, "logo");
  return bytes.ok ? String(crc32(bytes.value)) : null;
}

/** The root of the user's own templates is included: the folder of a language may be added to it while it is watched. */
function templateFolders({ language, own }: TemplateSources): string[] {
  const roots = own === null ? [] : [own];
  const folders = [fileURLToPath(TEMPLATES), ...roots].map((root) => join(root, language));
  return [...folders.flatMap((folder) => [folder, join(folder, "partials")]), ...roots];
}

function listTemplateFiles(folder: string): string[] {
  try {
    const names = readdirSync(folder).filter((name) => /\.(hbs|yaml)$/.test(name));
    return names.map((name) => join(folder, name)).filter((file) => statSync(file).isFile());
  } catch {
    return [];
  }
}
