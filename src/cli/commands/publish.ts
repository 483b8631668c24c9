import { readFileSync } from "node:fs";
import { join } from "node:path";
import { studioFiles } from "../../files/package/studio-files.ts";
import { toDisplayPath } from "../../files/package/variants.ts";
import { buildPublication, INDEX_PAGE } from "../../files/print/publication.ts";
import { inputFiles } from "../../files/read/read-file.ts";
import { webAddress } from "../../print/pad/symbols.ts";
import { manifestEntries, manifestFile, publishedFile, sizeWords } from "../../print/publish/publication.ts";
import { msg } from "../../rules/problem/message.ts";
import { need } from "../../rules/problem/problem.ts";
import { readBrand } from "../brand.ts";
import { fail } from "../console/failure.ts";
import { t } from "../console/language.ts";
import { PAINT, print, printJson } from "../console/output.ts";
import { placePublication, resolveDestination } from "../console/whole-folder.ts";
import { buildFileStem } from "../console/write-file.ts";
import {
  BRAND_FLAGS,
  type BrandFlags,
  brandFlags,
  listDefaultFlags,
  type SheetFlags,
  sheetFlags,
  styleFlag,
} from "../flags.ts";
import { blockNote, type Command } from "../help.ts";
import { needStudio } from "./studio.ts";
import { resolveRequest } from "../request.ts";

interface Flags extends SheetFlags, BrandFlags {
  readonly studio?: string;
  readonly withStudio?: boolean;
  readonly out?: string;
  readonly json?: boolean;
}

/** `augenblock publish`: a game as a folder to put online and as a ZIP to pass on. */
export default function publishCommand(command: Command): Command {
  const publishing = styleFlag(sheetFlags(command))
    .option(
      "--studio <address>",
      t`cli.publish-studio-flag: link from the page to a studio on the web, which checks sheets`,
    )
    .option("--with-studio", t`cli.publish-with-studio-flag: put the studio next to the page, for a web host`)
    .option(
      "--out <folder>",
      t`cli.publish-out-flag: folder to create (default: output/<variant>); the path of its page is printed`,
    )
    .option("--json", t`cli.print-json: print JSON`);
  return brandFlags(publishing)
    .notes(
      blockNote(),
      t`cli.publish-notes: The page opens in the language of --lang and links to the others. An existing folder is replaced only if \`publish\` made it.`,
    )
    .examples("publish my-yazzo.yaml", "publish doppel-yatzy --set extra=chance --lang en --out site")
    .action((variant, flags) => publish(variant, flags, listDefaultFlags(command)));
}

/** Makes everything from the published rules file, so that it alone gives the same pads and codes. */
export async function publish(named: string, given: Flags, defaults: readonly string[] = []): Promise<void> {
  // The page offers all papers; names and dates belong to one evening.
  const takes = ["lang", "templates", "players", "games", "marks", "style", ...BRAND_FLAGS] as const;
  const { variant, from, flags } = await resolveRequest(named, given, defaults, takes);
  const brand = await readBrand(flags);
  const studio = chooseStudio(given);
  const made = await buildPublication(variant, { ...flags, choices: flags.set, from, brand, ...studio });
  const { game, language, silent } = made;
  const files = [...made.files, ...(given.withStudio === true ? ownStudio() : [])];
  const out = flags.out ?? join("output", buildFileStem(game, { title: flags.title }));
  const destination = resolveDestination(out, inputFiles());
  const zipBytes = await placePublication(destination, [manifestFile(game.id, files), ...files]);
  const [folder, zip] = [toDisplayPath(destination.folder), toDisplayPath(destination.zip)];
  if (flags.json) return printJson({ variant: game.id, folder, zip, files: manifestEntries(files) });
  print(join(folder, INDEX_PAGE));
  const size = sizeWords({ length: zipBytes }, language);
  print(language.translate("publish.written", { file: zip, n: files.length + 1, size }));
  const [first] = silent;
  if (first === undefined) return;
  const names = new Intl.DisplayNames(language.code, { type: "language" });
  const missing = silent.map(({ code }) => names.of(code) ?? code).join(", ");
  const facts = { languages: missing, file: variant, code: first.code };
  print(PAINT.quiet(language.translate("publish.silent", facts)));
}

/** The folder of a studio next to the page. */
const STUDIO = "studio/";

function chooseStudio({ studio, withStudio }: Flags): { readonly studio?: string } {
  const [one, other] = ["studio", "with-studio"];
  if (studio !== undefined && withStudio === true)
    fail(
      "flags-collide",
      msg`cli.flags-collide: \`--${one}\` and \`--${other}\` can’t be combined`,
      msg`authoring.leave-out-one-hint: leave out one of them`,
    );
  if (withStudio === true) return { studio: STUDIO };
  return studio === undefined ? {} : { studio: need(webAddress(studio)).href.replace(/#.*$/, "") };
}

function ownStudio() {
  needStudio();
  return studioFiles().map(({ path, source }) =>
    publishedFile("studio", STUDIO + path, new Uint8Array(readFileSync(source))),
  );
}
