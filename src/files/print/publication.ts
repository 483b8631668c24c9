import { basename } from "node:path";
import { wordsProblem } from "../../i18n/game-words.ts";
import type { Language } from "../../i18n/language.ts";
import type { Brand } from "../../print/brand.ts";
import type { SheetOptions } from "../../print/layout/layout.ts";
import { type PublishedFile, publishedFile, packText } from "../../print/publish/publication.ts";
import { makeEdition, publishPage, type ShownEdition } from "../../print/publish/publish-page.ts";
import { fontFaces } from "../../print/rulebook/page-style.ts";
import type { Game } from "../../rules/game/game.ts";
import { Failure, need } from "../../rules/problem/problem.ts";
import type { Choices } from "../../rules/variant/options.ts";
import { readVariant, resolveVariant } from "../../rules/variant/read-variant.ts";
import { rulesFamily, rulesWebFonts } from "../package/fonts.ts";
import { loadLanguages } from "../package/languages.ts";
import { version } from "../package.ts";
import { loadTemplates, pageStyle, shippedTemplate } from "../package/templates.ts";
import { DISK, findVariant, playableIds } from "../package/variants.ts";

/** The page of a publication, by its path in the folder. */
export const INDEX_PAGE = "index.html";

/** Options of a publication. */
export interface PublicationChoices extends SheetOptions {
  /** The initial language of the page. */
  readonly lang: string;
  readonly choices?: Choices;
  /** A folder of the user's own templates. */
  readonly templates?: string;
  /** See `findVariant`. */
  readonly from?: string | null;
  readonly brand?: Brand;
  /** The studio that the page links to: a URL, or a path relative to the page. Without it, there is no link. */
  readonly studio?: string;
}

/**
 * Builds the publication of a game: a page, pads and rules in every language that has words for it, and the variant as one file. All of it
 * is made from that file, so that it alone reproduces the same pads and codes.
 *
 * @param variant an id or a file
 * @throws Failure if it can't be made
 */
export async function buildPublication(variant: string, options: PublicationChoices) {
  const { lang, choices = {}, templates: own, from = null, brand } = options;
  const templates = need(loadTemplates(own));
  const source = need(findVariant(variant, from));
  const text = need(resolveVariant(source.file, source.text, DISK, choices));
  const game = need(readVariant(basename(source.file), text, NO_OTHERS));
  const { language, languages, silent } = chooseGameLanguages(game, lang);
  const comment = language.translate("publish.file.comment", { name: language.text(game.name) });
  const file = publishedFile("variant", `${game.id}.yaml`, `# ${comment}\n${text}`);
  const [family, fonts] = [await rulesFamily(), rulesWebFonts()];
  const editions: ShownEdition[] = [];
  for (const spoken of languages)
    editions.push(need(await makeEdition(game, spoken, templates, options, family, fonts, brand)));
  const style = fontFaces(fonts) + pageStyle("publish.css");
  const parts = {
    template: shippedTemplate("publish.hbs"),
    style,
    family,
    version: version(),
    ...(brand && { brand }),
  };
  const studio = options.studio === undefined ? null : studioAddress(options.studio, variant, text);
  const page = publishedFile(
    "page",
    INDEX_PAGE,
    need(await publishPage(game, editions, file, { ...parts, studio })),
  );
  const files: PublishedFile[] = [page, file, ...editions.flatMap((edition) => edition.files)];
  return { game, language, silent, files };
}

/** The URL of the studio's check page; includes a game that is not shipped, unless it is too large. */
function studioAddress(studio: string, variant: string, text: string): string {
  const packed = playableIds().includes(variant) ? null : packText(text);
  return `${studio}#check${packed?.ok === true ? `=${packed.value}` : ""}`;
}

const NO_OTHERS = { find: () => null, ids: () => [] };

/** The languages in which the game has all words, the wanted one first, and the others. @throws Failure if the wanted one is not among them */
function chooseGameLanguages(game: Game, wanted: string) {
  const [language, ...others] = need(loadLanguages(wanted));
  const problem = wordsProblem(game, language);
  if (problem !== null) throw new Failure([problem]);
  const speaks = (other: Language) => wordsProblem(game, other) === null;
  const languages = [language, ...others.filter(speaks)];
  return { language, languages, silent: others.filter((other) => !speaks(other)) };
}
