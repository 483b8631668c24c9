import type { Token } from "markdown-it";
import { escapeHtml, htmlPage } from "../../i18n/html.ts";
import type { Language } from "../../i18n/language.ts";
import type { PageTemplates } from "../../i18n/template.ts";
import { getElement } from "../../rules/arrays.ts";
import type { Game } from "../../rules/game/game.ts";
import { type Result, success } from "../../rules/problem/problem.ts";
import { contentPolicy } from "../page-policy.ts";
import { type Brand, NO_BRAND, type Look } from "../brand.ts";
import { dieShapes } from "../shapes/figures.ts";
import { type Numeral, shade, shapeSvg } from "../svg/drawing.ts";
import { diceWords, markupReader, readDice, type ShownDie, readTokenTable } from "./dice.ts";
import type { RulesContent } from "./view/rules-view.ts";
import { rulesMarkup } from "./markup.ts";
import { fontFaces, PAGE_STYLE, type WebFonts } from "./page-style.ts";
import { base64 } from "../../rules/bytes.ts";
import { lightenColour } from "../pad/accent.ts";

/**
 * The rules of a game, house rules applied, as one HTML file with style, fonts and drawings inside. It prints in two columns on A4.
 * @param templates that language's `rules.hbs` and its partials
 * @param fonts put into the page; null leaves the choice to the reader's browser
 * @param brand its words and logo go above and below, its colour on headings
 * @returns the file's text, or every problem of the templates
 */
export function rulesHtml(
  game: Game,
  language: Language,
  templates: PageTemplates,
  fonts: WebFonts | null,
  brand: Brand = NO_BRAND,
  content: RulesContent = {},
): Result<string> {
  const markup = rulesMarkup(game, language, templates, content);
  if (!markup.ok) return markup;
  const { body, dice } = bodyHtml(markup.value, language);
  const faces = fonts === null ? "" : fontFaces(fonts);
  const style = `\n${faces}${PAGE_STYLE}${accentStyle(brand.look)}`;
  const page = {
    language: language.code,
    title: language.translate("rules.title", { name: language.text(game.name) }),
    policy: contentPolicy(style, ...brandSources(brand.look), "font-src data:"),
    style,
    body: `${dieSymbols(dice)}\n<main>\n${brandHead(brand)}${body}${brandFoot(brand)}</main>`,
  };
  return success(htmlPage(page));
}

function bodyHtml(markup: string, language: Language): { body: string; dice: ShownDie[] } {
  const reader = markupReader();
  const used: ShownDie[] = [];
  const wide = new Set<Token>();
  reader.renderer.rules.dice = (tokens, at) => {
    const dice = readDice(tokens[at]?.content ?? "");
    used.push(...dice);
    return diceHtml(dice, language);
  };
  reader.renderer.rules.hand = (tokens, at) =>
    `<span class="hand">${escapeHtml(tokens[at]?.content ?? "")}</span>`;
  reader.renderer.rules.text = (tokens, at) => textHtml(tokens[at]?.content ?? "");
  reader.renderer.rules.table_open = (all, at, options, _, renderer) =>
    `${wide.has(getElement(all, at)) ? '<div class="wide" tabindex="0">' : ""}${renderer.renderToken(all, at, options)}`;
  reader.renderer.rules.table_close = (all, at, options, _, renderer) =>
    `${renderer.renderToken(all, at, options)}${wide.has(getElement(all, at)) ? "</div>\n" : ""}`;
  const tokens = reader.parse(markup, {});
  for (const [at, token] of tokens.entries()) {
    if (token.type === "table_open") {
      token.attrSet("class", tableClass(tokens, at));
      const { inside, end } = readTokenTable(tokens, at);
      const isWide = inside.filter(({ type }) => type === "th_open").length > MAX_NARROW_COLUMNS;
      for (const edge of isWide ? [token, tokens[end]] : []) if (edge !== undefined) wide.add(edge);
    }
    alignByClass(token);
  }
  return { body: reader.renderer.render(tokens, reader.options, {}), dice: used };
}

/** Tables of more columns are moved sideways by themselves where a screen is narrow. */
const MAX_NARROW_COLUMNS = 5;

/** The reader aligns cells with inline styles, which the policy of the page blocks. */
function alignByClass(token: Token): void {
  const side = /^text-align:(\w+)$/.exec(String(token.attrGet("style")))?.[1];
  if (side !== undefined) token.attrs = [["class", side]];
}

/** A list of boxes with rules of a few words is set in single lines, also where space is scarce. */
const SHORT_RULE = 24;

function tableClass(tokens: readonly Token[], open: number): string {
  const { inside, kind } = readTokenTable(tokens, open);
  if (kind !== "boxes") return kind === "pad" ? "figures" : kind;
  const isShort = inside.every(({ type, content }) => type !== "inline" || content.length <= SHORT_RULE);
  return isShort ? "boxes short" : "boxes";
}

/** A run such as 1-2-3-4-5 is never broken. */
function textHtml(text: string): string {
  return escapeHtml(text).replace(/(?<!\d)\d+(?:-\d+){2,}/g, '<span class="run">$&</span>');
}

function diceHtml(dice: readonly ShownDie[], language: Language): string {
  const words = diceWords(dice, language);
  const drawn = dice.map((die) => `<svg class="die" aria-hidden="true"><use href="#${dieId(die)}"/></svg>`);
  return `<span class="dice" role="img" aria-label="${escapeHtml(words)}">${drawn.join("")}</span>`;
}

/** The id of a die's drawing in the page. */
function dieId({ face, state, tint }: ShownDie): string {
  return `die-${face}-${state}${tint ?? ""}`;
}

/** One drawing for each different die, to be used wherever it occurs. */
function dieSymbols(dice: readonly ShownDie[]): string {
  const different = new Map(dice.map((die) => [dieId(die), die]));
  const symbols = [...different].map(([id, { face, state, tint }]) => {
    const shapes = dieShapes(face, state, tint).map((shape) => shapeSvg(shape, numeral));
    return `<symbol id="${id}" viewBox="0 0 1 1">${shapes.join("")}</symbol>`;
  });
  return `<svg class="symbols" width="0" height="0" aria-hidden="true">${symbols.join("")}</svg>`;
}

/** In the font of the page; figures are about two thirds of the type size high. */
function numeral({ text, centerX, centerY, height, ink }: Numeral): string {
  const size = (height / 0.66).toFixed(3);
  const y = (centerY + height / 2).toFixed(3);
  return `<text x="${centerX}" y="${y}" font-size="${size}" font-weight="700" text-anchor="middle" fill="${shade(ink)}">${text}</text>`;
}

// Whose print it is, on a web page.

/** The strip above everything: logo, title and subtitle. Empty if there are none. */
export function brandHead({ branding: { title, subtitle }, look: { logo } }: Brand): string {
  const picture = logo === null ? "" : `<img src="data:image/png;base64,${base64(logo)}" alt="">`;
  const strong = title === null ? "" : `<strong>${escapeHtml(title)}</strong>`;
  const quiet = subtitle === null ? "" : `<span>${escapeHtml(subtitle)}</span>`;
  const words = strong + quiet === "" ? "" : `<p>${[strong, quiet].filter(Boolean).join(" ")}</p>`;
  return picture + words === "" ? "" : `<div class="brand">${picture}${words}</div>\n`;
}

/** The line below everything; empty if there is none. */
function brandFoot({ branding: { footer } }: Brand): string {
  return footer === null ? "" : `<p class="brand-foot">${escapeHtml(footer)}</p>\n`;
}

/** The extra sources of a page's content security policy. */
export function brandSources({ logo }: Look): string[] {
  return logo === null ? [] : ["img-src data:"];
}

/** The variable `--accent` for a page's style: the colour, and a lighter one where the page is dark. Empty without a colour. */
export function accentStyle({ accent }: Look): string {
  if (accent === null) return "";
  const dark = `@media screen and (prefers-color-scheme: dark) { :root { --accent: ${shade(lightenColour(accent))}; } }`;
  return `:root { --accent: ${shade(accent)}; }\n${dark}\n`;
}
