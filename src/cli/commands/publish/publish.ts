import type { Command } from "commander";
import { basename, join } from "node:path";
import type { Game } from "../../../rules/game/game.ts";
import { listed, manifestFile, publishedFile, sizeWords } from "../../../print/publish/publication.ts";
import { publishPage, type ShownEdition } from "../../../print/publish/publish-page.ts";
import { fontFaces } from "../../../print/rulebook/page-style.ts";
import { readVariant, resolveVariant } from "../../../rules/variant/read-variant.ts";
import type { Language } from "../../../i18n/language.ts";
import { wordsProblem } from "../../../i18n/game-words.ts";
import { PAINT, print, printJson } from "../../console/output.ts";
import { Failure, need } from "../../../rules/problem/problem.ts";
import { rulesWebFonts, typeFamily } from "../../../files/fonts.ts";
import { version } from "../../../files/package.ts";
import { loadLanguages } from "../../../files/languages.ts";
import { BRAND_FLAGS, type BrandFlags, brandFlags, defaultsOf } from "../../flags.ts";
import { type SheetFlags, sheetFlags } from "../../flags.ts";
import { brandOf } from "../../brand.ts";
import { stemFor } from "../../file-stem.ts";
import { requestOf } from "../../request.ts";
import { blockNote, examples, notes } from "../../help.ts";
import { destinationFor, placePublication } from "./destination.ts";
import { makeEdition } from "../../../print/publish/edition.ts";
import { shippedTemplate, loadTemplates } from "../../../files/templates.ts";
import { DISK, findVariant, shown } from "../../../files/variants.ts";
import { inputFiles } from "../../../files/inputs.ts";
import { t } from "../../console/language.ts";

interface Flags extends SheetFlags, BrandFlags {
  readonly out?: string;
  readonly json?: boolean;
}

/** `augenblock publish`: a game as a folder to put online and as a ZIP to pass on. */
export default function publishCommand(command: Command): Command {
  const publishing = sheetFlags(command)
    .option("--out <folder>", t`folder to create (default: output/<variant>)`)
    .option("--json", t`print JSON`);
  return brandFlags(publishing)
    .addHelpText(
      "after",
      notes(
        blockNote(),
        t`The page opens in the language of --lang and links to the others. A folder that exists is replaced only if \`publish\` made it.`,
      ) + examples("publish my-yazzo.yaml", "publish doppel-yatzy --set extra=chance --lang en --out site"),
    )
    .action((variant, flags) => publish(variant, flags, defaultsOf(command)));
}

/** Everything is made from the one file with all rules that is published, too: whoever has only that gets the same pads and codes. */
export async function publish(named: string, given: Flags, defaults: readonly string[] = []): Promise<void> {
  // Paper is not chosen here, and names and dates are for an evening.
  const takes = ["lang", "templates", "players", "marks", ...BRAND_FLAGS] as const;
  const { variant, from, flags } = await requestOf(named, given, defaults, takes);
  const brand = await brandOf(flags);
  const templates = need(loadTemplates(flags.templates));
  const source = need(findVariant(variant, from));
  const text = need(resolveVariant(source.file, source.text, DISK, flags.set));
  const game = need(readVariant(basename(source.file), text, NO_OTHERS));
  const { language, languages, silent } = languagesFor(game, flags.lang);
  const comment = language.translate("publish.file.comment", { name: language.text(game.name) });
  const file = publishedFile("variant", `${game.id}.yaml`, `# ${comment}\n${text}`);
  const out = flags.out ?? join("output", stemFor(game, flags.title));
  const destination = destinationFor(out, inputFiles());
  const [family, fonts] = [await typeFamily(), rulesWebFonts()];
  const editions: ShownEdition[] = [];
  for (const spoken of languages)
    editions.push(need(await makeEdition(game, spoken, templates, flags, family, fonts, brand)));
  const style = fontFaces(fonts) + shippedTemplate("publish.css").text;
  const parts = { template: shippedTemplate("publish.hbs"), style, family, version: version(), brand };
  const page = publishedFile("page", "index.html", need(await publishPage(game, editions, file, parts)));
  const files = [page, file, ...editions.flatMap((edition) => edition.files)];
  const zipBytes = await placePublication(destination, [manifestFile(game.id, files), ...files]);
  const [folder, zip] = [shown(destination.folder), shown(destination.zip)];
  if (flags.json) return printJson({ variant: game.id, folder, zip, files: listed(files) });
  print(join(folder, page.path));
  const size = sizeWords({ length: zipBytes }, language);
  print(language.translate("publish.written", { file: zip, n: files.length + 1, size }));
  const [first] = silent;
  if (first === undefined) return;
  const names = new Intl.DisplayNames(language.code, { type: "language" });
  const missing = silent.map(({ code }) => names.of(code) ?? code).join(", ");
  const told = { languages: missing, file: variant, code: first.code };
  print(PAINT.quiet(language.translate("publish.silent", told)));
}

const NO_OTHERS = { find: () => null, ids: () => [] };

/** The languages for which the game has all words, that of `--lang` first, and the others. Ends the command if `--lang` is of these. */
function languagesFor(game: Game, wanted: string) {
  const [language, ...others] = need(loadLanguages(wanted));
  const problem = wordsProblem(game, language);
  if (problem !== null) throw new Failure([problem]);
  const speaks = (other: Language) => wordsProblem(game, other) === null;
  const languages = [language, ...others.filter(speaks)];
  return { language, languages, silent: others.filter((other) => !speaks(other)) };
}
