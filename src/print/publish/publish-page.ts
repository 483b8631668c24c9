import type { Game } from "../../rules/game/game.ts";
import type { PadLayout } from "../layout/pad-layout.ts";
import { type Result, success, failure, type Problem } from "../../rules/problem/problem.ts";
import { accentStyle, brandHead, brandSources, rulesHtml } from "../rulebook/rules-html.ts";
import { drawFigureMarks } from "../rulebook/pdf/marks.ts";
import type { SetPages } from "../rulebook/pdf/pages.ts";
import { GlyphSheet, openSvg, svgFile } from "../svg/drawing.ts";
import type { WritingFamily } from "../fonts/typeface.ts";
import { faceWord } from "../../i18n/game-words.ts";
import { escapeHtml, fillPlaceholders, htmlPage, placeholder } from "../../i18n/html.ts";
import type { Language } from "../../i18n/language.ts";
import { renderTemplate, type TemplateSource, type PageTemplates } from "../../i18n/template.ts";
import { getElement } from "../../rules/arrays.ts";
import { chooseExample } from "../../rules/game/examples.ts";
import { countBoxes, listCategories, houseRulesInForce } from "../../rules/game/rows.ts";
import { highestTotal } from "../../rules/sums/totals.ts";
import { type Brand, type Look, NO_BRAND } from "../brand.ts";
import { contentPolicy } from "../page-policy.ts";
import { drawWholeSheet } from "../pad/draw-sheet.ts";
import { dieShapes } from "../shapes/figures.ts";
import { type PublishedFile, sizeWords, publishedFile } from "./publication.ts";
import { PAPERS } from "../layout/paper.ts";
import { layOutSheet, pagesPerSheet, type SheetOptions } from "../layout/layout.ts";
import { drawPad } from "../pad/draw-pad.ts";
import { padText } from "../pad/pad-text.ts";
import { rulesMarkdown } from "../rulebook/markup.ts";
import type { WebFonts } from "../rulebook/page-style.ts";
import { dressSheet } from "../style/dress-sheet.ts";
import { BARE_STYLE, type PadStyle } from "../style/style.ts";
import { drawRules, rulesPages } from "../rulebook/rules-pdf.ts";

/** What the page of any game is made from. */
export interface PageParts {
  /** One language of the page. */
  readonly template: TemplateSource;
  /** The style sheet, fonts included. */
  readonly style: string;
  readonly family: WritingFamily;
  /** Of the program, for the last line. */
  readonly version: string;
  /** Unbranded if left out. */
  readonly brand?: Brand;
  /** Null if there is no studio. */
  readonly studio?: StudioActions | null;
  /** The address of the page of all games, with `{language}` for the code; null if there is none. */
  readonly gallery?: string | null;
}

/** The addresses at which the studio checks and prints sheets of a game, fills in one, and changes the rules. */
export interface StudioActions {
  readonly check: string;
  readonly print: string;
  readonly fill: string;
  readonly write: string;
}

/** A game in one language, as the page shows it. */
export interface ShownEdition {
  readonly language: Language;
  /** The files in this language. */
  readonly files: readonly PublishedFile[];
  /** The paper of the sheet in the picture. */
  readonly paper: string;
  readonly layout: PadLayout;
  /** The rules on each paper; those of the first are in the picture. @internal */
  readonly rules: readonly RulesOnPaper[];
}

/** @internal */
interface RulesOnPaper {
  readonly path: string;
  readonly paper: string;
  readonly set: SetPages;
}

/** The self-contained page of a published game in every language. @param editions at least one; the first is seen first */
export async function publishPage(
  game: Game,
  editions: readonly ShownEdition[],
  variant: PublishedFile,
  { template, style: usual, family, version, brand = NO_BRAND, studio = null, gallery = null }: PageParts,
): Promise<Result<string>> {
  const glyphs = new GlyphSheet(family);
  const articles: string[] = [];
  for (const edition of editions) {
    const { language } = edition;
    const pictures = new Map([
      ...renderPictures(game, edition, glyphs, brand.look),
      ["brand", brandHead(brand)],
    ]);
    const languages = editions.map(({ language: { code, ownName: name } }) => {
      return { code, name, isCurrent: code === language.code };
    });
    const view = {
      ...editionView(game, edition),
      languages: editions.length > 1 ? languages : [],
      variant: variant.path,
      version,
      studio: studio ?? false,
      gallery: gallery?.replace("{language}", language.code) ?? "",
      footer: brand.branding.footer,
      hasBrand: pictures.get("brand") !== "",
      pictures: Object.fromEntries([...pictures.keys()].map((name) => [name, placeholder(name)])),
    };
    const written = renderTemplate(template, [], view, { language, escape: escapeHtml });
    if (!written.ok) return written;
    articles.push(fillPlaceholders(written.value, (name) => pictures.get(name)));
  }
  const { language } = getElement(editions, 0);
  const title = [language.text(game.name), brand.branding.title ?? []].flat().join(" – ");
  const style = usual + accentStyle(brand.look);
  const policy = contentPolicy(style, ...brandSources(brand.look), "font-src data:");
  const body = glyphs.outlines() + articles.join("\n");
  return success(htmlPage({ language: language.code, title, policy, style, body }));
}

/** The data of `publish.hbs` for one language. */
function editionView(game: Game, { language, files, paper, layout, rules }: ShownEdition) {
  const view = ({ path, bytes }: PublishedFile) => ({ href: path, size: sizeWords(bytes, language) });
  const pads = files.filter(({ kind }) => kind === "pad");
  const ruleFiles = files.filter(({ kind }) => kind === "rules");
  const listRuleFiles = (suffix: string) => ruleFiles.filter(({ path }) => path.endsWith(suffix)).map(view);
  return {
    code: language.code,
    name: language.text(game.name),
    facts: listGameFacts(game, language),
    // On one sheet; 1 where each has a sheet of their own.
    players: Math.max(1, ...layout.boxes.map(({ player }) => player)),
    pads: pads.map((pad) => ({ ...view(pad), paper: paperWord(pad.paper ?? "") })),
    padShown: pads.find((pad) => pad.paper === paper)?.path ?? "",
    rulesShown: rules[0]?.path ?? "",
    rulesPdf: ruleFiles.flatMap((file) => {
      const printed = rules.find(({ path }) => path === file.path);
      return printed === undefined
        ? []
        : [{ ...view(file), paper: paperWord(printed.paper), pages: printed.set.pages.length }];
    }),
    rulesPage: listRuleFiles(".html"),
    rulesText: listRuleFiles(".md"),
    houseRules: houseRulesInForce(game).map(({ label, choices, chosen }) => ({
      label: language.text(label),
      chosen: language.text(choices.find(({ id }) => id === chosen)?.label ?? {}),
    })),
  };
}

/** `A5`, as people write it. */
function paperWord(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** A game in a few numbers. */
export function listGameFacts(game: Game, language: Language): string[] {
  const count = (key: string, n: number) => language.translate(`unit.${key}`, { n });
  const points = count("points", highestTotal(game));
  const isForMost = game.ranking.order === "highest" && game.ranking.by === "total";
  return [
    count("dice", game.dice.dice.length * game.hands),
    count("throws", game.turn.rolls),
    count("boxes", countBoxes(game)),
    ...(isForMost ? [language.translate("publish.most", { points })] : []),
  ];
}

/** Draws the sheet of an edition and the first page of its rules. @param glyphs may be the same for both, if they are on one page */
function drawEdition(
  { layout, rules }: ShownEdition,
  glyphs: { readonly pad: GlyphSheet; readonly rules: GlyphSheet },
  look: Look,
) {
  const pad = openSvg(layout.page, glyphs.pad);
  drawWholeSheet(pad, layout, 0, look);
  const { set } = getElement(rules, 0);
  const page = openSvg(set.paper, glyphs.rules);
  drawFigureMarks(set.pages[0]?.marks ?? [], page);
  return { pad, rules: page, rulesPaper: set.paper };
}

/** The sheet of an edition and the first page of its rules, as SVG files. */
export function editionPictures(
  edition: ShownEdition,
  family: WritingFamily,
  look: Look,
): { readonly pad: string; readonly rules: string } {
  const glyphs = { pad: new GlyphSheet(family), rules: new GlyphSheet(family) };
  const { pad, rules, rulesPaper } = drawEdition(edition, glyphs, look);
  return {
    pad: svgFile(edition.layout.page, glyphs.pad, pad),
    rules: svgFile(rulesPaper, glyphs.rules, rules),
  };
}

/** The pictures on the page, by the names that `publish.hbs` gives them. */
function renderPictures(
  game: Game,
  edition: ShownEdition,
  glyphs: GlyphSheet,
  look: Look,
): ReadonlyMap<string, string> {
  const { pad, rules } = drawEdition(edition, { pad: glyphs, rules: glyphs }, look);
  const faces = dearestDice(game, edition.language);
  const widthMm = Math.max(1, faces.length * (1 + GAP) - GAP);
  const dice = openSvg({ widthMm, heightMm: 1 }, glyphs, null);
  for (const [at, face] of faces.entries())
    dice.shapes(dieShapes(face), { xMm: at * (1 + GAP), yMm: 0, sideMm: 1 });
  return new Map(Object.entries({ dice, pad, rules }).map(([name, drawing]) => [name, drawing.finish()]));
}

/** Between dice that lie side by side, as a share of their side. */
const GAP = 0.18;

/** The dice of the dearest box that dice can show, for the head of the page. */
function dearestDice(game: Game, language: Language): (number | string)[] {
  const worth = (legal: readonly number[]) => Math.max(0, ...legal);
  const dearest = listCategories(game)
    .filter(({ pattern }) => pattern.kind !== "any" && pattern.kind !== "none")
    .sort((a, b) => worth(b.legal) - worth(a.legal))
    .map((category) => chooseExample(game, category)?.roll ?? [])
    .find((roll) => roll.length > 0);
  return (dearest ?? []).map((face) =>
    game.symbols.has(face) ? faceWord(language, game.symbols, face) : face,
  );
}

/** The paper of the sheet on the page, if the game fits on it: that of most pads. */
const SHOWN_PAPER = "a5";
/** The papers of the rules; the first is that of the picture. */
const RULES_PAPERS = ["a4", "a5"] as const;

/** How the sheets of an edition look. */
export interface EditionOptions extends SheetOptions {
  /** Plain if left out; the fonts of the edition must have its face for titles. */
  readonly style?: PadStyle;
}

/** Everything that is published of a game in one language; or problems of the templates, or why no sheet fits on any paper. */
export async function makeEdition(
  game: Game,
  language: Language,
  templatesFor: (code: string, page: "pad" | "rules") => PageTemplates,
  options: EditionOptions,
  family: WritingFamily,
  webFonts: WebFonts,
  brand: Brand = NO_BRAND,
): Promise<Result<ShownEdition>> {
  const { code } = language;
  const text = padText(game, language, templatesFor(code, "pad"));
  if (!text.ok) return text;
  let problems: readonly Problem[] = [];
  const sheets = PAPERS.flatMap((paper) => {
    const laidOut = layOutSheet(paper, game, text.value, options, family, brand.branding);
    if (laidOut.ok)
      return [{ paper, layout: dressSheet(laidOut.value, options.style ?? BARE_STYLE, family) }];
    problems = laidOut.problems;
    return [];
  });
  const shown = sheets.find(({ paper }) => paper.name === SHOWN_PAPER) ?? sheets[0];
  if (shown === undefined) return failure(problems);
  const templates = templatesFor(code, "rules");
  const title = brand.branding.title ?? language.text(game.name);
  const pad = { title, language: code, family, sheets: pagesPerSheet(game, options), look: brand.look };
  const files: PublishedFile[] = [];
  for (const { paper, layout } of sheets) {
    const path = `pads/${game.id}-${code}-${paper.name}.pdf`;
    files.push(publishedFile("pad", path, await drawPad(layout, pad), code, paper.name));
  }
  const rulesPath = `rules/${game.id}-rules-${code}`;
  const rules: RulesOnPaper[] = [];
  for (const paper of RULES_PAPERS.flatMap((one) => PAPERS.filter(({ name }) => name === one))) {
    const set = await rulesPages(game, language, templates, paper, family, brand);
    if (!set.ok) return set;
    const path = `${rulesPath}${paper.name === RULES_PAPERS[0] ? "" : `-${paper.name}`}.pdf`;
    rules.push({ path, paper: paper.name, set: set.value });
    files.push(publishedFile("rules", path, await drawRules(set.value), code, paper.name));
  }
  const html = rulesHtml(game, language, templates, webFonts, brand);
  if (!html.ok) return html;
  const markdown = rulesMarkdown(game, language, templates, brand);
  if (!markdown.ok) return markdown;
  files.push(publishedFile("rules", `${rulesPath}.html`, html.value, code));
  files.push(publishedFile("rules", `${rulesPath}.md`, markdown.value, code));
  return success({ language, files, paper: shown.paper.name, layout: shown.layout, rules });
}
