import { basename } from "node:path";
import { wordsProblem } from "../../i18n/game-words.ts";
import type { Language } from "../../i18n/language.ts";
import type { Brand } from "../../print/brand.ts";
import type { SheetOptions } from "../../print/layout/layout.ts";
import { type PublishedFile, publishedFile, packText } from "../../print/publish/publication.ts";
import {
  makeEdition,
  publishPage,
  type ShownEdition,
  type StudioActions,
} from "../../print/publish/publish-page.ts";
import { fontFaces } from "../../print/rulebook/page-style.ts";
import type { Game } from "../../rules/game/game.ts";
import { Failure, need } from "../../rules/problem/problem.ts";
import type { Choices } from "../../rules/variant/options.ts";
import { readVariant, resolveVariant } from "../../rules/variant/read-variant.ts";
import { rulesFamily, rulesWebFonts, withTitleFace } from "../package/fonts.ts";
import { loadLanguages } from "../package/languages.ts";
import { version } from "../package.ts";
import { loadTemplates, pageStyle, shippedTemplate, loadStyle } from "../package/templates.ts";
import { DISK, findVariant, playableIds } from "../package/variants.ts";
import { chooseMarks, type MarksChoice } from "../../print/layout/marks.ts";

/** The page of a publication, by its path in the folder. */
export const INDEX_PAGE = "index.html";

export interface PublicationChoices extends Omit<SheetOptions, "marks"> {
  readonly marks?: MarksChoice;
  /** The initial language of the page. */
  readonly lang: string;
  readonly choices?: Choices;
  /** A folder of the user's own templates. */
  readonly templates?: string;
  /** A shipped style, or the path of a style file; plain if left out. */
  readonly style?: string;
  /** See `findVariant`. */
  readonly from?: string | null;
  readonly brand?: Brand;
  /** The studio that the page links to: a URL, or a path relative to the page. Without it, there is no link. */
  readonly studio?: string;
  /** The page of all games that it links to, relative to the page; without it, there is no link. `{language}` is replaced by the code. */
  readonly gallery?: string;
  /** Takes another language where the game lacks words for the wanted one, instead of failing. */
  readonly takesAnyLanguage?: boolean;
}

/**
 * Builds the publication of a game: a page, pads and rules in every language that has words for it, and the variant as one file. All of it
 * is made from that file, so that it alone reproduces the same pads and codes.
 *
 * @param variant an id or a file
 * @throws Failure if it can't be made
 */
export async function buildPublication(variant: string, options: PublicationChoices) {
  const {
    lang,
    choices = {},
    templates: own,
    from = null,
    brand,
    style: look,
    marks = true,
    ...rest
  } = options;
  const sheets = { ...rest, marks: chooseMarks(marks) };
  const templates = need(loadTemplates(own));
  const padStyle = need(await loadStyle(look));
  const source = need(findVariant(variant, from));
  const text = need(resolveVariant(source.file, source.text, DISK, choices));
  const game = need(readVariant(basename(source.file), text, NO_OTHERS));
  const { language, languages, silent } = chooseGameLanguages(game, lang, options.takesAnyLanguage === true);
  const comment = language.translate("publish.file.comment", { name: language.text(game.name) });
  const file = publishedFile("variant", `${game.id}.yaml`, `# ${comment}\n${text}`);
  const [family, fonts] = [await withTitleFace(await rulesFamily(), padStyle.face), rulesWebFonts()];
  const editions: ShownEdition[] = [];
  for (const spoken of languages)
    editions.push(
      need(await makeEdition(game, spoken, templates, { ...sheets, style: padStyle }, family, fonts, brand)),
    );
  const style = fontFaces(fonts) + pageStyle("publish.css");
  const parts = {
    template: shippedTemplate("publish.hbs"),
    style,
    family,
    version: version(),
    ...(brand && { brand }),
  };
  const actions = studioActions(variant, text);
  const { gallery = null } = options;
  const studio = options.studio === undefined ? null : listAddresses(options.studio, actions);
  const page = publishedFile(
    "page",
    INDEX_PAGE,
    need(await publishPage(game, editions, file, { ...parts, studio, gallery })),
  );
  const files: PublishedFile[] = [page, file, ...editions.flatMap((edition) => edition.files)];
  return { game, language, silent, files, editions, family, actions };
}

/**
 * What the studio does with a game, as the part of its address after `#`. A shipped game goes by its id, any other in the address itself,
 * unless it is too large: then the pages open without it.
 */
function studioActions(variant: string, text: string): StudioActions {
  const isShipped = playableIds().includes(variant);
  const packed = isShipped ? null : packText(text);
  const game = isShipped ? `=game/${variant}` : packed?.ok === true ? `=${packed.value}` : "";
  // Photos of shipped games are read without their names.
  return {
    check: isShipped ? "#check" : `#check${game}`,
    print: `#print${game}`,
    fill: `#fill${game}`,
    write: `#write${game}`,
  };
}

function listAddresses(studio: string, { check, print, fill, write }: StudioActions): StudioActions {
  return { check: studio + check, print: studio + print, fill: studio + fill, write: studio + write };
}

const NO_OTHERS = { find: () => null, ids: () => [] };

/** The languages in which the game has all words, the wanted one first, and the others. @throws Failure if the wanted one is not among them */
function chooseGameLanguages(game: Game, wanted: string, takesAny: boolean) {
  const speaks = (other: Language) => wordsProblem(game, other) === null;
  const all = need(loadLanguages(wanted));
  const spoken = takesAny ? all.find(speaks) : undefined;
  const language = spoken ?? all[0];
  const others = all.filter((other) => other !== language);
  const problem = wordsProblem(game, language);
  if (problem !== null) throw new Failure([problem]);
  const languages = [language, ...others.filter(speaks)];
  return { language, languages, silent: others.filter((other) => !speaks(other)) };
}
