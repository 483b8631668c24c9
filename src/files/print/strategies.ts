import type { Language } from "../../i18n/language.ts";
import type { Strategy } from "../../odds/strategy/strategy.ts";
import { type Branding, type Look, PLAIN_LOOK, UNBRANDED } from "../../print/brand.ts";
import { parsePaper } from "../../print/layout/paper.ts";
import type { Game } from "../../rules/game/game.ts";
import { attempt, need, type Result } from "../../rules/problem/problem.ts";
import { rulesFamily } from "../package/fonts.ts";
import { loadTemplates } from "../package/templates.ts";

/** How a strategy card is written. */
export interface StrategyChoices {
  /** `pdf` if left out; `md` is Markdown. */
  readonly format?: "pdf" | "md";
  /** A name such as `a4`, `a5` or `letter`, or `<width>x<height>mm`, for PDF; `a4` if left out. */
  readonly paper?: string | undefined;
  /** A folder of the user's own templates, used in place of the shipped ones. */
  readonly templates?: string | undefined;
  readonly branding?: Branding | undefined;
  readonly look?: Look | undefined;
}

/**
 * A strategy card of one page.
 *
 * @returns the bytes of a PDF, or the text in Markdown; or every problem of paper and templates, also that the card does not fit
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
      const { strategyMarkup } = await import("../../print/rulebook/markup.ts");
      return need(strategyMarkup(game, language, strategy, pages));
    }
    const paper = need(parsePaper(named));
    const brand = { branding: own.branding ?? UNBRANDED, look: own.look ?? PLAIN_LOOK };
    const { strategyPdf } = await import("../../print/rulebook/rules-pdf.ts");
    return need(await strategyPdf(game, language, strategy, pages, { paper, brand }, await rulesFamily()));
  });
}
