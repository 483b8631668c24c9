import { escapeHtml, fillPlaceholders, htmlPage, placeholder } from "../../i18n/html.ts";
import type { Language } from "../../i18n/language.ts";
import { renderTemplate, type TemplateSource } from "../../i18n/template.ts";
import { type Result, success } from "../../rules/problem/problem.ts";
import type { DocsPage } from "./docs.ts";

interface SiteTemplates {
  readonly frame: TemplateSource;
  readonly home: TemplateSource;
  readonly games: TemplateSource;
  readonly docs: TemplateSource;
}

/** What is the same on all pages of a site in one language. */
export interface Site {
  readonly templates: SiteTemplates;
  readonly language: Language;
  /** All languages of the site. */
  readonly languages: readonly Language[];
  readonly version: string;
}

/** A game as the site shows it in one language. Paths are below the folder of the site. */
export interface SiteGame {
  readonly id: string;
  readonly name: string;
  readonly facts: readonly string[];
  /** The names of its house rules. */
  readonly options: readonly string[];
  /** What it is worth; empty where nobody computed it. */
  readonly odds: string;
  readonly page: string;
  /** Pictures, without their extensions: there is a drawing (`.svg`) and a small one (`.png`) of each. */
  readonly pad: string;
  readonly rules: string;
  /** Addresses in the studio, without its folder. */
  readonly actions: { readonly print: string; readonly fill: string; readonly write: string };
  /** Whether it is not one of the shipped games. */
  readonly isOwn: boolean;
}

/** A page by its path below the folder of the site, and the way from there to that folder. */
export interface SitePlace {
  readonly path: string;
  readonly root: string;
}

export function sitePlace(path: string): SitePlace {
  return { path, root: "../".repeat(path.split("/").length - 1) };
}

/** The scripts and styles of a site come from itself, and nothing comes from elsewhere. */
const POLICY = [
  "default-src 'none'",
  ...["script-src", "style-src", "img-src", "font-src", "connect-src"].map((name) => `${name} 'self'`),
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");

/** The path of a page that each language has. */
export const HOME_PAGE = "index.html";
export const GAMES_PAGE = "games.html";
export const DOCS_INDEX = "docs/index.html";
const STUDIO_PAGE = "studio/index.html";

/** The landing page. @param place in the folder of a language or, for the first page of the site, above */
export function homePage(site: Site, place: SitePlace, games: readonly SiteGame[]): Result<string> {
  const { language } = site;
  const featured = games.find(({ id }) => id === language.translate("site.hero")) ?? games[0] ?? null;
  const view = {
    games: games.map((game) => gameView(game, place)),
    featured: featured === null ? false : gameView(featured, place),
    studio: place.root + STUDIO_PAGE,
    gallery: `${place.root}${language.code}/${GAMES_PAGE}`,
  };
  const title = language.translate("site.title");
  return framePage(site, place, { template: site.templates.home, view, title, page: HOME_PAGE });
}

/** The gallery of all games, those of the club first. */
export function gamesPage(site: Site, place: SitePlace, games: readonly SiteGame[]): Result<string> {
  const group = (title: string, some: readonly SiteGame[]) => ({
    title,
    games: some.map((game) => gameView(game, place)),
  });
  const [own, shipped] = [games.filter(({ isOwn }) => isOwn), games.filter(({ isOwn }) => !isOwn)];
  const { language } = site;
  const groups = [
    group(language.translate("site.gallery.own"), own),
    group(own.length === 0 ? "" : language.translate("site.gallery.shipped"), shipped),
  ];
  const view = { groups: groups.filter(({ games: some }) => some.length > 0), n: games.length };
  const title = `${language.translate("site.games")} – augenblock`;
  return framePage(site, place, { template: site.templates.games, view, title, page: GAMES_PAGE });
}

/** A page of the documentation as a list of pages names it. */
export interface DocsEntry {
  readonly path: string;
  readonly title: string;
}

/** A page of the documentation, in the language of the documentation. */
export function docsPage(
  site: Site,
  place: SitePlace,
  { title, html, headings }: DocsPage,
  entries: readonly DocsEntry[],
): Result<string> {
  const view = {
    content: placeholder("docs"),
    headings,
    entries: entries.map((one) => ({
      title: one.title,
      href: place.root + one.path,
      isCurrent: one.path === place.path,
    })),
    sections: `${place.root}docs/sections.json`,
  };
  const framed = framePage(site, place, {
    template: site.templates.docs,
    view,
    title: `${title} – augenblock`,
    page: DOCS_INDEX,
  });
  if (!framed.ok) return framed;
  return success(fillPlaceholders(framed.value, (name) => (name === "docs" ? html : undefined)));
}

function gameView(game: SiteGame, { root }: SitePlace) {
  const { actions, page, pad, rules } = game;
  const inStudio = (address: string) => `${root}${STUDIO_PAGE}${address}`;
  return {
    ...game,
    ...{ page: root + page, pad: root + pad, rules: root + rules },
    actions: {
      print: inStudio(actions.print),
      fill: inStudio(actions.fill),
      write: inStudio(actions.write),
    },
  };
}

interface FramedPage {
  readonly template: TemplateSource;
  readonly view: object;
  readonly title: string;
  /** Which page of the navigation it is. */
  readonly page: string;
}

/** A page between the head and the foot of all pages. */
function framePage(
  { templates, language, languages, version }: Site,
  { path, root }: SitePlace,
  { template, view, title, page }: FramedPage,
): Result<string> {
  const options = { language, escape: escapeHtml };
  const content = renderTemplate(template, [], { ...view, root }, options);
  if (!content.ok) return content;
  const inLanguage = (name: string) => `${root}${language.code}/${name}`;
  const pages = [
    { name: language.translate("site.games"), href: inLanguage(GAMES_PAGE), is: GAMES_PAGE },
    { name: language.translate("site.documentation"), href: root + DOCS_INDEX, is: DOCS_INDEX },
    { name: language.translate("site.studio"), href: root + STUDIO_PAGE, is: STUDIO_PAGE },
  ];
  const isTranslated = page !== DOCS_INDEX;
  const frame = {
    root,
    version,
    home: isTranslated ? inLanguage(HOME_PAGE) : root + HOME_PAGE,
    pages: pages.map(({ is, ...one }) => ({ ...one, isCurrent: is === page })),
    languages: isTranslated
      ? languages.map(({ code, ownName }) => ({
          code,
          name: ownName,
          href: `${root}${code}/${page}`,
          isCurrent: code === language.code,
        }))
      : [],
    content: placeholder("content"),
  };
  const framed = renderTemplate(templates.frame, [], frame, options);
  if (!framed.ok) return framed;
  const body = fillPlaceholders(framed.value, (name) => (name === "content" ? content.value : undefined));
  // The first page of a site leads to the reader's language.
  const choices =
    path === HOME_PAGE ? ` data-languages="${languages.map(({ code }) => code).join(" ")}"` : "";
  const head = [
    `<link rel="stylesheet" href="${root}assets/site.css">`,
    `<link rel="icon" href="${root}studio/icon.svg" type="image/svg+xml">`,
    `<script src="${root}assets/site.js"${choices}></script>`,
  ].join("\n");
  return success(htmlPage({ language: language.code, title, policy: POLICY, head, body }));
}
