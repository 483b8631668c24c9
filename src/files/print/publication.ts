import { basename } from "node:path";
import { wordsProblem } from "../../i18n/game-words.ts";
import type { Language } from "../../i18n/language.ts";
import { type Brand, linkCaption } from "../../print/brand.ts";
import type { SheetOptions } from "../../print/layout/layout.ts";
import { gameSymbol, linkSymbol, type QrModules, webAddress } from "../../print/pad/symbols.ts";
import { packForCode, packText, type PublishedFile, publishedFile } from "../../print/publish/publication.ts";
import {
  makeEdition,
  publishPage,
  type ShownEdition,
  type StudioActions,
} from "../../print/publish/publish-page.ts";
import { fontFaces } from "../../print/rulebook/page-style.ts";
import type { Game } from "../../rules/game/game.ts";
import { msg } from "../../rules/problem/message.ts";
import { Failure, need, refusal, type Result, success } from "../../rules/problem/problem.ts";
import type { Choices } from "../../rules/variant/options.ts";
import { readVariant, resolveVariant } from "../../rules/variant/read-variant.ts";
import { merge } from "../../rules/variant/bases.ts";
import { type MapNode, plainTree, readTree, withEntry } from "../../rules/variant/tree.ts";
import { rulesFamily, rulesWebFonts, withTitleFace } from "../package/fonts.ts";
import { loadLanguages } from "../package/languages.ts";
import { version } from "../package.ts";
import { loadTemplates, pageStyle, shippedTemplate, loadStyle } from "../package/templates.ts";
import { DISK, findVariant, playableIds, readVariantText } from "../package/variants.ts";
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
  const { lang, choices = {}, templates: own, from = null, brand, style: look, ...rest } = options;
  const sheets = { ...rest, marks: chooseMarks(options.marks ?? true) };
  const templates = need(loadTemplates(own));
  const padStyle = need(await loadStyle(look));
  const source = need(findVariant(variant, from));
  const text = need(resolveVariant(source.file, source.text, DISK, choices));
  const game = need(readVariant(basename(source.file), text, NO_OTHERS));
  const { language, languages, silent } = chooseGameLanguages(game, options);
  const comment = language.translate("publish.file.comment", { name: language.text(game.name) });
  const file = publishedFile("variant", `${game.id}.yaml`, `# ${comment}\n${text}`);
  const [family, fonts] = [await withTitleFace(await rulesFamily(), padStyle.face), rulesWebFonts()];
  const editions: ShownEdition[] = [];
  for (const spoken of languages)
    editions.push(
      need(await makeEdition(game, spoken, templates, { ...sheets, style: padStyle }, family, fonts, brand)),
    );
  const style = fontFaces(fonts) + pageStyle("publish.css");
  const template = shippedTemplate("publish.hbs");
  const parts = { template, style, family, version: version(), ...(brand && { brand }) };
  const actions = studioActions(variant, text);
  const { gallery = null } = options;
  const studio = options.studio === undefined ? null : listAddresses(options.studio, actions);
  const html = need(await publishPage(game, editions, file, { ...parts, studio, gallery }));
  const page = publishedFile("page", INDEX_PAGE, html);
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
  const check = isShipped ? "#check" : `#check${game}`;
  return { check, print: `#print${game}`, fill: `#fill${game}`, write: `#write${game}` };
}

function listAddresses(studio: string, { check, print, fill, write }: StudioActions): StudioActions {
  return { check: studio + check, print: studio + print, fill: studio + fill, write: studio + write };
}

/** The page of a studio in an address: its folder, or one of its pages. */
const STUDIO_PATH = /\/studio\/(?:index\.html)?$/;
const STUDIO_PAGE = /^#(?:check|print|fill|write)$/;

/** The QR code for the corner of a pad. */
export interface PadLink {
  readonly modules: QrModules;
  readonly caption: string;
  readonly opensGame: boolean;
}

/**
 * The QR code of an address or, for the address of a studio, of that at which it opens the game: a shipped one by its id, any other
 * in the address itself, as short as can be.
 *
 * @param variant an id or a file. @param from see `findVariant`
 * @returns why there is none: no web address, or too long
 */
export function padLink(
  address: string,
  { variant, choices = {}, from = null }: LinkedVariant,
): Result<PadLink> {
  if (address === "studio") {
    const hint = msg`files.which-studio-hint: write the address at which the studio is on the web, such as https://example.org/studio/`;
    return refusal("bad-link", msg`files.which-studio: the address of the studio is missing`, hint);
  }
  const read = webAddress(address);
  if (!read.ok) return read;
  const url = read.value;
  const opensGame = STUDIO_PAGE.test(url.hash) || (url.hash === "" && STUDIO_PATH.test(url.pathname));
  const withModules = (modules: Result<QrModules>) =>
    modules.ok ? success({ modules: modules.value, caption: linkCaption(address), opensGame }) : modules;
  if (!opensGame) return withModules(linkSymbol(address));
  const source = findVariant(variant, from);
  if (!source.ok) return source;
  const { file, text } = source.value;
  const id = basename(file, ".yaml");
  // The house rules of shipped games are found out from the sheet.
  const isShipped = playableIds().includes(id) && readVariantText(id) === text;
  const packed = isShipped ? success(`game/${id}`) : packShortest(file, text, choices);
  if (!packed.ok) return packed;
  url.hash = `${url.hash === "" ? "#check" : url.hash}=${packed.value}`;
  return withModules(gameSymbol(url.href));
}

/** A game of a pad, with house rules. */
export interface LinkedVariant {
  readonly variant: string;
  readonly choices?: Choices;
  readonly from?: string | null;
}

/** A variant as the shortest text that gives the same game wherever the shipped games are: without comments and examples. */
function packShortest(file: string, text: string, choices: Choices): Result<string> {
  const whole = resolveVariant(file, text, DISK, choices);
  if (!whole.ok) return whole;
  const resolved = variantJson(parseVariant(whole.value));
  const short = variantJson(mergeOwnBases(file, parseVariant(text)), choices);
  const again = resolveVariant(OUTSIDE, short, SHIPPED);
  const isSame = again.ok && variantJson(parseVariant(again.value)) === resolved;
  return success(packForCode(isSame ? short : resolved));
}

/** A file that has no others next to it. */
const OUTSIDE = "game.yaml";
const SHIPPED = { find: (id: string) => DISK.find(id, null), ids: DISK.ids };

function parseVariant(text: string): MapNode | null {
  return readTree(OUTSIDE, text).tree;
}

/** A variant merged with what it extends, down to the first shipped one. */
function mergeOwnBases(file: string, tree: MapNode | null): MapNode | null {
  const extended = tree?.entries.get("extends")?.value;
  const id = extended?.kind === "scalar" ? String(extended.value) : "";
  const base = DISK.find(id, file);
  if (tree === null || !base?.ok || base.value.text === readVariantText(id)) return tree;
  const below = parseVariant(base.value.text);
  if (below === null) return tree;
  const merged = withEntry(merge(below, tree).tree, "extends", below.entries.get("extends") ?? null);
  return mergeOwnBases(base.value.file, merged);
}

/** A variant on one line, without examples, with choices of house rules as defaults. */
function variantJson(tree: MapNode | null, choices: Choices = {}): string {
  const { options = {}, ...parts } = (tree === null ? {} : plainTree(tree)) as {
    readonly options?: Record<string, object>;
  };
  for (const [id, choice] of Object.entries(choices)) options[id] = { ...options[id], default: choice };
  const chosen = Object.keys(options).length === 0 ? {} : { options };
  return JSON.stringify({ ...parts, ...chosen, examples: undefined });
}

const NO_OTHERS = { find: () => null, ids: () => [] };

/** The languages in which the game has all words, the wanted one first, and the others. @throws Failure if the wanted one is not among them */
function chooseGameLanguages(game: Game, { lang, templates, takesAnyLanguage = false }: PublicationChoices) {
  const speaks = (other: Language) => wordsProblem(game, other) === null;
  const all = need(loadLanguages(lang, templates));
  const spoken = takesAnyLanguage ? all.find(speaks) : undefined;
  const language = spoken ?? all[0];
  const others = all.filter((other) => other !== language);
  const problem = wordsProblem(game, language);
  if (problem !== null) throw new Failure([problem]);
  const languages = [language, ...others.filter(speaks)];
  return { language, languages, silent: others.filter((other) => !speaks(other)) };
}
