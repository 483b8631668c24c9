import { existsSync, type Stats } from "node:fs";
import { basename, resolve } from "node:path";
import type { FSWatcher } from "chokidar";
import { loadLanguage } from "../../../files/package/languages.ts";
import { loadTemplates } from "../../../files/package/templates.ts";
import { findVariant } from "../../../files/package/variants.ts";
import { reason } from "../../../files/read/read-file.ts";
import { msg } from "../../../rules/problem/message.ts";
import { need, problem } from "../../../rules/problem/problem.ts";
import { fail } from "../../console/failure.ts";
import { problemText, t } from "../../console/language.ts";
import { PAINT, print } from "../../console/output.ts";
import type { WatchFlags } from "./printer.ts";
import { brandFlags, listDefaultFlags, paperFlags, parsePort, styleFlag } from "../../flags.ts";
import { blockNote, type Command } from "../../help.ts";

/** `augenblock watch`: pad and rules again on each save, until Ctrl-C. */
export default function watchCommand(command: Command): Command {
  const watching = styleFlag(paperFlags(command))
    .option("--out <folder>", t`cli.watch-out-flag: folder for the PDFs`, "output")
    .option(
      "--serve",
      t`cli.watch-serve-flag: also show pad and rules on a page in your browser that updates on every save`,
    )
    .option("--port <n>", t`cli.watch-port-flag: port of that page (default: any free one)`, parsePort)
    .option("--no-open", t`cli.watch-no-open-flag: do not open that page, only print its address`);
  return brandFlags(watching)
    .notes(
      blockNote(),
      t`cli.watch-note: Press Ctrl-C to stop. Only this computer can open the page, and it needs no network.`,
    )
    .examples(
      "watch my-yazzo.yaml",
      "watch my-yazzo.yaml --serve",
      "watch my-yazzo.yaml --paper a4 --lang en",
    )
    .action((named: string, flags: Omit<WatchFlags, "profile">) =>
      watch(named, { ...flags, profile: "home" }, [...listDefaultFlags(command), "profile"]),
    );
}

/** Long enough for an editor to write a file, rename it and touch it again; too short to be noticed. */
const SETTLED_MS = 80;

/** @param named a variant, or a block file. @param defaults the flags that were not given */
async function watch(named: string, flags: WatchFlags, defaults: readonly string[]): Promise<void> {
  if (flags.serve !== true && (flags.port !== undefined || !flags.open))
    fail(
      "flags-collide",
      msg`cli.page-without-serve: \`--port\` and \`--no-open\` need \`--serve\``,
      msg`cli.page-without-serve-hint: add \`--serve\``,
    );
  need(findVariant(named));
  need(loadTemplates(flags.templates));
  const fault = new AbortController();
  const end = endOfWatching(fault.signal);
  const page = flags.serve === true ? await (await import("./page.ts")).openWatchPage(flags) : null;
  const { createPrinter } = await import("./printer.ts");
  const printer = createPrinter(named, flags, defaults, page);
  const watcher = await createWatcher(named);
  const ready = new Promise<void>((done) => watcher.once("ready", done));
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
    await update();
    await Promise.race([ready, end.reached]);
    await page?.present();
    print(PAINT.quiet(need(loadLanguage(flags.lang, flags.templates)).translate("watch.waiting")));
    await end.reached;
  } catch (error) {
    throw fault.signal.reason ?? error;
  } finally {
    clearTimeout(settled);
    await Promise.all([watcher.close(), page?.close()]);
    end.forget();
  }
}

const SIGNALS = ["SIGINT", "SIGTERM"] as const;

/** Resolves on a signal, rejects on a fault. Listens until `forget`: without a handler, a signal would skip the cleanup of drafts. */
function endOfWatching(fault: AbortSignal) {
  let stop = () => {};
  const reached = new Promise<void>((resolve, reject) => {
    stop = resolve;
    fault.addEventListener("abort", () => reject(fault.reason));
  });
  // A fault may come while nobody waits yet.
  reached.catch(() => undefined);
  for (const signal of SIGNALS) process.on(signal, stop);
  const forget = () => {
    for (const signal of SIGNALS) process.off(signal, stop);
  };
  return { reached, forget };
}

/** Variants, block files, templates and logos. */
const WATCHED = /\.(ya?ml|hbs|svg|png|jpe?g)$/i;

/** Watches folders. Reports each one that can't be watched once, and goes on with the others. */
async function createWatcher(named: string): Promise<FSWatcher> {
  const { watch: watchFolders } = await import("chokidar");
  const isOther = (path: string) => !WATCHED.test(path) && basename(path) !== basename(named);
  const canIgnore = (path: string, stats?: Stats) => stats?.isFile() === true && isOther(path);
  const watcher = watchFolders([], { depth: 0, ignored: canIgnore });
  const reported = new Set<string>();
  watcher.on("error", (error) => {
    const unwatched = unwatchable(error);
    if (reported.has(unwatched.message)) return;
    reported.add(unwatched.message);
    print(problemText([unwatched], PAINT));
  });
  return watcher;
}

/** Systems watch a limited number of files for all programs together. */
const TOO_MANY = ["ENOSPC", "EMFILE", "ENFILE"];

/** Why changes are no longer seen. */
function unwatchable(error: unknown) {
  const { code = "", path } = error as NodeJS.ErrnoException;
  const why = TOO_MANY.includes(code)
    ? msg`cli.too-many-watched: the system already watches too many files`
    : reason(error);
  const message =
    path === undefined
      ? msg`cli.unwatchable: can’t watch for changes: ${why}`
      : msg`cli.unwatchable-path: can’t watch ${path} for changes: ${why}`;
  const hint = TOO_MANY.includes(code)
    ? msg`cli.too-many-watched-hint: close programs that watch files, such as editors, and start \`watch\` again`
    : msg`cli.unwatchable-hint: fix that and start \`watch\` again`;
  return problem("unwatchable", message, { hint });
}
