import type { Language } from "../../i18n/language.ts";
import type { Strategy } from "../../odds/strategy/strategy.ts";
import { type Branding, type Look, PLAIN_LOOK, UNBRANDED } from "../../print/brand.ts";
import { parsePaper } from "../../print/layout/paper.ts";
import type { RulesContent } from "../../print/rulebook/view/rules-view.ts";
import type { Game } from "../../rules/game/game.ts";
import { type Result, attempt, need } from "../../rules/problem/problem.ts";
import { rulesFamily, rulesWebFonts } from "../package/fonts.ts";
import { loadTemplates } from "../package/templates.ts";

export const RULES_FORMATS = ["pdf", "html", "md"] as const;

/** Options of a rule sheet; paper, archive and fold apply to PDF. */
export interface RulesChoices extends RulesContent {
  /** `pdf` if left out. `html` is one page with its fonts in it, `md` is Markdown. */
  readonly format?: (typeof RULES_FORMATS)[number] | undefined;
  /** A name such as `a4`, `a5` or `letter`, or `<width>x<height>mm`; `a4` if left out. */
  readonly paper?: string | undefined;
  /** Whether to write PDF/A-2a for archives; no by default. */
  readonly isArchived?: boolean;
  /** Whether to put two pages of that paper on each side of sheets of twice its size, to print on both sides and fold; no by default. */
  readonly isFolded?: boolean;
  /** A folder of the user's own templates, used in place of the shipped ones. */
  readonly templates?: string | undefined;
  /** Title and subtitle above the text, and the footer below. */
  readonly branding?: Branding | undefined;
  /** Colour and logo; ignored for Markdown. */
  readonly look?: Look | undefined;
}

/**
 * Renders the rule sheet of a game; the modules of a format are loaded on demand.
 *
 * @returns the bytes of a PDF, the text of other formats, or every problem of paper and templates
 */
export function rulesFile(
  game: Game,
  language: Language,
  {
    format = "pdf",
    paper: named = "a4",
    templates,
    isArchived = false,
    isFolded = false,
    odds,
    hasAlternatives,
    ...own
  }: RulesChoices = {},
): Promise<Result<string | Uint8Array>> {
  return attempt(async () => {
    const paper = need(parsePaper(named));
    const pages = need(loadTemplates(templates))(language.code, "rules");
    const brand = { branding: own.branding ?? UNBRANDED, look: own.look ?? PLAIN_LOOK };
    const content = { odds, hasAlternatives };
    switch (format) {
      case "md": {
        const { rulesMarkdown } = await import("../../print/rulebook/markup.ts");
        return need(rulesMarkdown(game, language, pages, brand, content));
      }
      case "html": {
        const { rulesHtml } = await import("../../print/rulebook/rules-html.ts");
        return need(rulesHtml(game, language, pages, rulesWebFonts(), brand, content));
      }
      case "pdf": {
        const { rulesPdf } = await import("../../print/rulebook/rules-pdf.ts");
        const options = { paper, isArchived, isFolded, brand, ...content };
        return need(await rulesPdf(game, language, pages, options, await rulesFamily()));
      }
      default:
        return format satisfies never;
    }
  });
}

/** Options of a strategy card. */
export interface StrategyChoices extends Pick<RulesChoices, "paper" | "templates" | "branding" | "look"> {
  /** `pdf` if left out; `md` is Markdown. */
  readonly format?: "pdf" | "md";
}

/**
 * Renders a strategy card of one page.
 *
 * @returns the bytes of a PDF, the text in Markdown, or every problem of paper and templates, including a card that does not fit
 */
export function strategyFile(
  game: Game,
  language: Language,
  strategy: Strategy,
  { format = "pdf", paper: named = "a4", templates, ...own }: StrategyChoices = {},
): Promise<Result<string | Uint8Array>> {
  return attempt(async () => {
    const pages = need(loadTemplates(templates))(language.code, "strategy");
    if (format === "md") {
      const { strategyMarkdown } = await import("../../print/rulebook/markup.ts");
      return need(strategyMarkdown(game, language, strategy, pages));
    }
    const paper = need(parsePaper(named));
    const brand = { branding: own.branding ?? UNBRANDED, look: own.look ?? PLAIN_LOOK };
    const { strategyPdf } = await import("../../print/rulebook/rules-pdf.ts");
    return need(await strategyPdf(game, language, strategy, pages, { paper, brand }, await rulesFamily()));
  });
}
