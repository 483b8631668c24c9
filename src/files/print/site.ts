import { existsSync, readdirSync, readFileSync } from "node:fs";
import { posix } from "node:path";
import type { Language } from "../../i18n/language.ts";
import { platform } from "../../platform/node.ts";
import { PLAIN_LOOK } from "../../print/brand.ts";
import { type PublishedFile, publishedFile } from "../../print/publish/publication.ts";
import { editionPictures, listGameFacts } from "../../print/publish/publish-page.ts";
import { type DocsPage, renderDocsPage } from "../../print/site/docs.ts";
import {
  DOCS_INDEX,
  docsPage,
  GAMES_PAGE,
  gamesPage,
  HOME_PAGE,
  homePage,
  type Site,
  type SiteGame,
  sitePlace,
} from "../../print/site/site-pages.ts";
import { houseRulesInForce } from "../../rules/game/rows.ts";
import { need } from "../../rules/problem/problem.ts";
import { loadLanguages } from "../package/languages.ts";
import { PACKAGE_ROOT, version } from "../package.ts";
import { studioFiles } from "../package/studio-files.ts";
import { pageStyle, shippedTemplate } from "../package/templates.ts";
import { playableIds, type OptimalTotal, shippedOdds } from "../package/variants.ts";
import { buildPublication } from "./publication.ts";

export interface SiteChoices {
  /** The language of the first page, where the browser asks for none of the site's. */
  readonly lang: string;
  /** The ids of shipped games. */
  readonly games?: readonly string[];
  /** Variant files of a club. */
  readonly variants?: readonly string[];
  /** Called before a game is made, which takes seconds. */
  readonly onGame?: (name: string) => void;
}

/**
 * Builds a site in all languages: a landing page, a gallery of games, a page for each with everything to print, the documentation and the
 * studio. All links are relative. @throws Failure if a game can't be published
 */
export async function buildSite(choices: SiteChoices): Promise<PublishedFile[]> {
  const { lang, games = playableIds(), variants = [], onGame = () => undefined } = choices;
  const languages = need(loadLanguages(lang)).toSorted((a, b) => a.ownName.localeCompare(b.ownName, lang));
  const made: MadeGame[] = [];
  // Shipped games keep their ids as folders.
  for (const [at, variant] of [...games, ...variants].entries()) {
    onGame(variant);
    const taken = made.map(({ folder }) => folder);
    made.push(await makeGame(variant, lang, at >= games.length, taken));
  }
  const [frame, home] = [shippedTemplate("site.hbs"), shippedTemplate("site-home.hbs")];
  const [gallery, docs] = [shippedTemplate("site-games.hbs"), shippedTemplate("site-docs.hbs")];
  const parts = { templates: { frame, home, games: gallery, docs }, languages, version: version() };
  const inLanguage = (language: Language): Site => ({ ...parts, language });
  const files = made.flatMap((game) => game.files);
  for (const language of languages) {
    const site = inLanguage(language);
    const games = made.map((game) => showGame(game, language));
    const shown = sortGames(games, language);
    const add = (path: string, page: typeof homePage) =>
      files.push(siteFile(path, need(page(site, sitePlace(path), shown)), language.code));
    add(`${language.code}/${HOME_PAGE}`, homePage);
    add(`${language.code}/${GAMES_PAGE}`, gamesPage);
    if (language.code === lang.split("-")[0]) add(HOME_PAGE, homePage);
  }
  const english = languages.find(({ code }) => code === DOCS_LANGUAGE);
  if (english !== undefined) files.push(...(await makeDocs(inLanguage(english))));
  files.push(siteFile("assets/site.css", pageStyle("site.css")));
  files.push(siteFile("assets/site.js", shippedTemplate("site.js").text));
  const studio = studioFiles().map(({ path, source }) =>
    publishedFile(
      "studio",
      `studio/${path}`,
      path === "index.html"
        ? readFileSync(source, "utf8").replace('id="studio"', `id="studio" data-gallery="../*/${GAMES_PAGE}"`)
        : new Uint8Array(readFileSync(source)),
    ),
  );
  return [...files, ...studio];
}

function siteFile(path: string, content: string | Uint8Array, language: string | null = null): PublishedFile {
  return publishedFile("site", path, content, language);
}

/** A game with all of its files. */
interface MadeGame
  extends Pick<Awaited<ReturnType<typeof buildPublication>>, "game" | "editions" | "actions"> {
  /** Below the folder of the site. */
  readonly folder: string;
  readonly isOwn: boolean;
  readonly odds: OptimalTotal | null;
  readonly files: PublishedFile[];
}

async function makeGame(
  variant: string,
  lang: string,
  isOwn: boolean,
  taken: readonly string[],
): Promise<MadeGame> {
  const links = { studio: "../../studio/index.html", gallery: `../../{language}/${GAMES_PAGE}` };
  const publication = { lang, takesAnyLanguage: true, ...links };
  const { game, editions, actions, family, files } = await buildPublication(variant, publication);
  const names = [game.id, ...taken.map((_, at) => `${game.id}-${at + 2}`)].map((name) => `games/${name}`);
  const folder = names.find((name) => !taken.includes(name)) ?? `games/${game.id}`;
  const pictures: PublishedFile[] = [];
  for (const edition of editions) {
    const { code } = edition.language;
    const drawn = editionPictures(edition, family, PLAIN_LOOK);
    for (const name of ["pad", "rules"] as const) {
      const file = (extension: string, content: string | Uint8Array) =>
        siteFile(`${folder}/${name}-${code}.${extension}`, content, code);
      pictures.push(file("svg", drawn[name]), file("png", await shrinkDrawing(drawn[name])));
    }
  }
  const placed = files.map((file) => ({ ...file, path: `${folder}/${file.path}` }));
  const odds = isOwn ? null : (shippedOdds()[variant] ?? null);
  return { game, editions, actions, folder, isOwn, odds, files: [...placed, ...pictures] };
}

/** Of a picture in the gallery, about twice what it shows. */
const THUMBNAIL = { width: 300, height: 430, fit: "inside" } as const;
/** With a few greys, a picture takes a third of the bytes. */
const GREY_STEP = 32;
const MOST_COMPRESSED = 9;

/** A drawing as a small grey PNG, for pages with many of them. */
async function shrinkDrawing(svg: string): Promise<Uint8Array> {
  const { images } = platform;
  const options = { colours: "grey", size: THUMBNAIL, svgScale: 2 } as const;
  const image = await images.decode(new TextEncoder().encode(svg), options);
  const pixels = image.pixels.map((grey) => Math.min(255, Math.round(grey / GREY_STEP) * GREY_STEP));
  return images.encodePng({ ...image, pixels }, MOST_COMPRESSED);
}

/** A game as the site shows it; in another language if it lacks words for the wanted one. */
function showGame({ game, editions, actions, folder, isOwn, odds }: MadeGame, language: Language): SiteGame {
  const shown = editions.find((edition) => edition.language.code === language.code) ?? editions[0];
  const code = shown?.language.code ?? language.code;
  return {
    id: game.id,
    name: language.text(game.name),
    facts: listGameFacts(game, language),
    options: houseRulesInForce(game).map(({ label }) => language.text(label)),
    odds: odds === null ? "" : describeOdds(odds, language),
    page: `${folder}/${HOME_PAGE}#${code}`,
    pad: `${folder}/pad-${code}`,
    rules: `${folder}/rules-${code}`,
    actions,
    isOwn,
  };
}

/** Bounds are rounded outwards. */
function describeOdds({ low, high }: OptimalTotal, language: Language): string {
  if (low === high) return language.translate("site.gallery.exact", { mean: Math.round(low) });
  const bounds = { low: Math.floor(low), high: Math.ceil(high) };
  return language.translate("site.gallery.bounds", bounds);
}

function sortGames(games: readonly SiteGame[], { code }: Language): SiteGame[] {
  return games.toSorted((a, b) => Number(b.isOwn) - Number(a.isOwn) || a.name.localeCompare(b.name, code));
}

/** The documentation has no translations. */
const DOCS_LANGUAGE = "en";
const DOCS = "docs/";
const FIRST_DOCS = "README.md";

/** The path of a documentation page on the site. */
function docsPath(source: string): string {
  if (source === FIRST_DOCS) return DOCS_INDEX;
  return `${DOCS}${source.replace(DOCS, "").replace(/\.md$/, ".html").toLowerCase()}`;
}

async function makeDocs(site: Site): Promise<PublishedFile[]> {
  const sources = listDocs();
  const pictures = new Set<string>();
  const rendered = sources.map((source) => {
    const resolve = (href: string) => resolveDocsLink(source, href, sources, pictures);
    const links = { resolve, copyLabel: site.language.translate("site.docs.copy") };
    return { path: docsPath(source), page: renderDocsPage(readDocs(source), links) };
  });
  // Decisions are found by links and the search.
  const entries = rendered
    .filter(({ path }) => path.split("/").length === 2)
    .map(({ path, page }) => ({ path, title: page.title }));
  const files = rendered.map(({ path, page }) =>
    siteFile(path, need(docsPage(site, sitePlace(path), page, entries)), site.language.code),
  );
  const sections = rendered.flatMap(({ path, page }) => listSections(path, page));
  files.push(siteFile(`${DOCS}sections.json`, JSON.stringify(sections)));
  for (const picture of pictures) files.push(siteFile(picturePath(picture), await shrinkPicture(picture)));
  return files;
}

function readDocs(source: string): string {
  return readFileSync(new URL(source, PACKAGE_ROOT), "utf8");
}

/** All pages of the documentation: those that the first one names in its order, then the others. */
function listDocs(): string[] {
  const first = readDocs(FIRST_DOCS);
  const found = readdirSync(new URL(DOCS, PACKAGE_ROOT), { recursive: true, encoding: "utf8" })
    .map((name) => DOCS + name.replaceAll("\\", "/"))
    .filter((name) => name.endsWith(".md"))
    .sort();
  const place = (name: string) => {
    const at = first.indexOf(`](${name}`);
    return at === -1 ? first.length : at;
  };
  const others = ["CHANGELOG.md"].filter((name) => existsSync(new URL(name, PACKAGE_ROOT)));
  return [FIRST_DOCS, ...found.toSorted((a, b) => place(a) - place(b)), ...others];
}

/** The address of a link in a documentation page on the site; null for what the site doesn't have. Notes the pictures that are used. */
function resolveDocsLink(
  source: string,
  href: string,
  sources: readonly string[],
  pictures: Set<string>,
): string | null {
  if (/^(https?:|mailto:|#)/.test(href)) return href;
  const [path = "", anchor] = href.split("#");
  const target = posix.join(posix.dirname(source), path);
  const from = posix.dirname(docsPath(source));
  if (/\.(png|jpg|svg)$/.test(target) && target.startsWith(DOCS)) {
    // Portable copies leave them out.
    if (!existsSync(new URL(target, PACKAGE_ROOT))) return null;
    pictures.add(target);
    return posix.relative(from, picturePath(target));
  }
  if (!sources.includes(target)) return null;
  const page = posix.relative(from, docsPath(target));
  return anchor === undefined ? page : `${page}#${anchor}`;
}

function listSections(path: string, { title, sections }: DocsPage) {
  const href = path.slice(DOCS.length);
  return sections.map(({ id, title: heading, text }) => ({
    page: title,
    title: heading === "" ? title : heading,
    href: id === "" ? href : `${href}#${id}`,
    text,
  }));
}

/** Drawings take less, and would grow as JPEG. */
const PHOTO_BYTES_PER_PIXEL = 0.1;
const JPEG_QUALITY = 72;
const DECODED = { colours: "rgb" } as const;

function picturePath(picture: string): string {
  return isPhoto(readPicture(picture)) ? picture.replace(/\.png$/, ".jpg") : picture;
}

function readPicture(picture: string): Uint8Array {
  return new Uint8Array(readFileSync(new URL(picture, PACKAGE_ROOT)));
}

/** All pictures are PNG, whose size in pixels is at the beginning. */
function isPhoto({ buffer, length }: Uint8Array): boolean {
  const head = new DataView(buffer);
  return length > PHOTO_BYTES_PER_PIXEL * head.getUint32(16) * head.getUint32(20);
}

async function shrinkPicture(picture: string): Promise<Uint8Array> {
  const bytes = readPicture(picture);
  if (!isPhoto(bytes)) return bytes;
  const { images } = platform;
  return images.encodeJpeg(await images.decode(bytes, DECODED), JPEG_QUALITY);
}
