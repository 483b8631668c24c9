import type { Game } from "../../rules/game/game.ts";
import type { Size } from "../geometry.ts";
import type { PdfCanvas } from "../pdf/canvas.ts";
import { failure, problem, type Result, success } from "../../rules/problem/problem.ts";
import type { TypeFamily } from "../fonts/typeface.ts";
import type { Language } from "../../i18n/language.ts";
import type { PageTemplates } from "../../i18n/template.ts";
import { drawMark } from "./pdf/marks.ts";
import { rulesPages } from "./rules-pdf.ts";

/** The rules of a game on a single page, such as the back of a sheet. */
export interface OnePage {
  /** The size that it is drawn in: as large as its paper, or larger. */
  readonly size: Size;
  /** The factor that scales it down to its paper; 1 if it fits as it is. */
  readonly scale: number;
  draw(on: PdfCanvas): void;
}

/** Larger paper, scaled down afterwards, is tried in these steps. */
const STEP = 1.04;
/** Small print, in pt: readable for young eyes in good light. */
const MIN_PT = 5.4;

/**
 * Sets the rules of a game on one page, in their usual sizes if they fit, else smaller.
 *
 * @returns a problem if they would be too small to read
 */
export async function rulesOnOnePage(
  game: Game,
  language: Language,
  templates: PageTemplates,
  paper: Size,
  family: TypeFamily,
): Promise<Result<OnePage>> {
  for (let enlarged = 1; ; enlarged *= STEP) {
    const size = { widthMm: paper.widthMm * enlarged, heightMm: paper.heightMm * enlarged };
    const set = await rulesPages(game, language, templates, size, family);
    if (!set.ok) return set;
    const { pages, sizePt } = set.value;
    const [page] = pages;
    if (sizePt / enlarged < MIN_PT) {
      const hint = "take a larger sheet with --paper, or print the rules on their own: `augenblock rules`";
      return failure([problem("does-not-fit", "the rules do not fit the back of a sheet", { hint })]);
    }
    if (page !== undefined && pages.length === 1) {
      const draw = (on: PdfCanvas) => {
        for (const mark of page.marks) drawMark(mark, on);
      };
      return success({ size, scale: 1 / enlarged, draw });
    }
  }
}
