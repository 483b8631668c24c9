import type { Command } from "commander";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { studioFiles } from "../../../files/package/studio-files.ts";
import { webAddress } from "../../../print/pad/web-address.ts";
import {
  manifestEntries,
  manifestFile,
  type PublishedFile,
  publishedFile,
  sizeWords,
} from "../../../print/publish/publication.ts";
import { PAINT, print, printJson } from "../../console/output.ts";
import { BRAND_FLAGS, type BrandFlags, brandFlags, listDefaultFlags } from "../../flags.ts";
import { type SheetFlags, sheetFlags } from "../../flags.ts";
import { readBrand } from "../../brand.ts";
import { buildFileStem } from "../../file-stem.ts";
import { resolveRequest } from "../../request.ts";
import { blockNote, examples, notes } from "../../help.ts";
import { resolveDestination, placePublication } from "./destination.ts";
import { buildPublication, INDEX_PAGE } from "../../../files/print/publication.ts";
import { toDisplayPath } from "../../../files/package/variants.ts";
import { inputFiles } from "../../../files/read/read-file.ts";
import { msg } from "../../../rules/problem/message.ts";
import { need } from "../../../rules/problem/problem.ts";
import { fail } from "../../console/failure.ts";
import { needStudio } from "../../need-studio.ts";
import { t } from "../../console/language.ts";

interface Flags extends SheetFlags, BrandFlags {
  readonly studio?: string;
  readonly withStudio?: boolean;
  readonly out?: string;
  readonly json?: boolean;
}

/** `augenblock publish`: a game as a folder to put online and as a ZIP to pass on. */
export default function publishCommand(command: Command): Command {
  const publishing = sheetFlags(command)
    .option(
      "--studio <address>",
      t("cli.let-page-lead")`let the page lead to a studio on the web, where sheets are checked`,
    )
    .option("--with-studio", t("cli.put-studio-beside")`put the studio next to the page, for a web host`)
    .option(
      "--out <folder>",
      t(
        "cli.folder-create-default",
      )`folder to create (default: output/<variant>); the path of its page is printed`,
    )
    .option("--json", t("cli.print-json")`print JSON`);
  return brandFlags(publishing)
    .addHelpText(
      "after",
      notes(
        blockNote(),
        t(
          "cli.page-opens-language",
        )`The page opens in the language of --lang and links to the others. A folder that exists is replaced only if \`publish\` made it.`,
      ) + examples("publish my-yazzo.yaml", "publish doppel-yatzy --set extra=chance --lang en --out site"),
    )
    .action((variant, flags) => publish(variant, flags, listDefaultFlags(command)));
}

/** Everything is made from the one file with all rules that is published, too: whoever has only that gets the same pads and codes. */
export async function publish(named: string, given: Flags, defaults: readonly string[] = []): Promise<void> {
  // Paper is not chosen here, and names and dates are for an evening.
  const takes = ["lang", "templates", "players", "marks", ...BRAND_FLAGS] as const;
  const { variant, from, flags } = await resolveRequest(named, given, defaults, takes);
  const brand = await readBrand(flags);
  const studio = chooseStudio(given);
  const made = await buildPublication(variant, { ...flags, choices: flags.set, from, brand, ...studio });
  const { game, language, silent } = made;
  const files = [...made.files, ...(given.withStudio === true ? ownStudio() : [])];
  const out = flags.out ?? join("output", buildFileStem(game, flags.title));
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
  const told = { languages: missing, file: variant, code: first.code };
  print(PAINT.quiet(language.translate("publish.silent", told)));
}

/** The folder of a studio beside the page. */
const STUDIO = "studio/";

/** The two ways to a studio. */
const [AT_ADDRESS, BESIDE_PAGE] = ["studio", "with-studio"];

/** Where the page leads to check sheets. */
function chooseStudio({ studio, withStudio }: Flags): { readonly studio?: string } {
  if (studio !== undefined && withStudio === true)
    fail(
      "flags-collide",
      msg("cli.dont-go-together")`\`--${AT_ADDRESS}\` and \`--${BESIDE_PAGE}\` don’t go together`,
      msg("authoring.leave-out-one")`leave out one of them`,
    );
  if (withStudio === true) return { studio: STUDIO };
  return studio === undefined ? {} : { studio: need(webAddress(studio)).href.replace(/#.*$/, "") };
}

function ownStudio(): PublishedFile[] {
  needStudio();
  return studioFiles().map(({ path, source }) =>
    publishedFile("studio", STUDIO + path, new Uint8Array(readFileSync(source))),
  );
}
