import { once } from "node:events";
import { realpathSync } from "node:fs";
import { join, sep } from "node:path";
import { isVariantFolder, listVariantFiles, toDisplayPath } from "../../files/package/variants.ts";
import { buildSite } from "../../files/print/site.ts";
import { inputFiles } from "../../files/read/read-file.ts";
import { manifestEntries, manifestFile } from "../../print/publish/publication.ts";
import { HOME_PAGE } from "../../print/site/site-pages.ts";
import { msg } from "../../rules/problem/message.ts";
import { need } from "../../rules/problem/problem.ts";
import { fail } from "../console/failure.ts";
import { t } from "../console/language.ts";
import { openBrowser, serveFiles } from "../console/server.ts";
import { PAINT, print, printError, printJson } from "../console/output.ts";
import { placeFolder, resolveFolder } from "../console/whole-folder.ts";
import { type JsonFlag, languageFlag, type LanguageFlags, parsePort } from "../flags.ts";
import type { Command } from "../help.ts";
import { needStudio } from "./studio.ts";

interface Flags extends LanguageFlags, JsonFlag {
  readonly out?: string;
  readonly variants?: string;
  readonly serve?: boolean;
  readonly port: number;
  readonly open: boolean;
}

/** Next to the port of the studio. */
const USUAL_PORT = 16_662;

/** `augenblock site`: all games, the studio and the documentation as a folder for any web host. */
export default function siteCommand(command: Command): Command {
  return languageFlag(command)
    .argument("[folder]", t`cli.site-folder-argument: folder to create (default: output/site)`)
    .option("--out <folder>", t`cli.site-out-flag: folder to create, instead of the argument`)
    .option(
      "--variants <folder>",
      t`cli.site-variants-flag: also show the variants in this folder, as your own games`,
    )
    .option("--serve", t`cli.site-serve-flag: then show the site in your browser, until Ctrl-C`)
    .option("--port <n>", t`cli.site-port-flag: port of --serve`, parsePort, USUAL_PORT)
    .option("--no-open", t`cli.studio-no-open-flag: do not open the page, only print its address`)
    .option("--json", t`cli.print-json: print JSON`)
    .notes(
      t`cli.site-notes: The site opens in the language of the browser, or else in that of --lang. An existing folder is replaced only if \`site\` made it.`,
    )
    .examples("site", "site --out public --variants examples", "site --serve")
    .action(site);
}

async function site(named: string | undefined, flags: Flags): Promise<void> {
  const { out = join("output", "site"), lang, variants, serve = false, port, open, json } = flags;
  if (named !== undefined && flags.out !== undefined) {
    const message = msg`cli.folder-given-twice: the folder is named twice: ${named}, and with \`--out\``;
    fail("flags-collide", message, msg`cli.leave-out-out-hint: leave out \`--out\``);
  }
  needStudio();
  // Before minutes of work.
  resolveFolder(named ?? out, []);
  const own = variants === undefined ? [] : listOwnVariants(variants);
  const onGame = (name: string) => {
    if (process.stderr.isTTY) printError(PAINT.quiet(name));
  };
  const files = await buildSite({ lang, variants: own, onGame });
  // Everything that was read counts as an input.
  const folder = resolveFolder(named ?? out, inputFiles());
  await placeFolder(folder, [manifestFile(null, files), ...files]);
  if (json) printJson({ folder: toDisplayPath(folder), files: manifestEntries(files) });
  else print(join(toDisplayPath(folder), HOME_PAGE));
  if (serve) await serveSite(folder, port, open);
}

/** The variant files of a club. Ends the command if there are none. */
function listOwnVariants(folder: string): string[] {
  if (!isVariantFolder(folder))
    fail(
      "unreadable",
      msg`cli.site-no-folder: there is no folder ${folder}`,
      msg`cli.site-no-folder-hint: name the folder that contains your variant files`,
    );
  return need(listVariantFiles(folder));
}

/** Serves a site until Ctrl-C. @param port 0 for any that is free */
export async function serveSite(folder: string, port: number, open: boolean): Promise<void> {
  const stopped = ["SIGINT", "SIGTERM"].map((signal) => once(process, signal));
  const root = realpathSync(folder) + sep;
  const server = await serveFiles((path) => findPage(root, path), port, {
    isUsual: port === USUAL_PORT,
  });
  const address = `http://127.0.0.1:${server.port}/`;
  print(address);
  print(PAINT.quiet(t`cli.press-ctrl-c: Press Ctrl-C to stop.`));
  if (open && process.stdout.isTTY === true) await openBrowser(address);
  await Promise.race(stopped);
  await server.close();
}

/** The file at a path of the site; null if it would be outside. */
export function findPage(root: string, path: string): string | null {
  const file = join(root, path === "" || path.endsWith("/") ? `${path}${HOME_PAGE}` : path);
  return file.startsWith(root) ? file : null;
}
