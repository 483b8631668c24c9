import type { Game } from "../../rules/game/game.ts";
import type { PdfCanvas } from "../pdf/canvas.ts";
import { failure, problem, type Result, success } from "../../rules/problem/problem.ts";
import type { TypeFamily } from "../fonts/typeface.ts";
import type { Language } from "../../i18n/language.ts";
import type { RulesTemplates } from "./markup.ts";
import { drawMark } from "./pdf/marks.ts";
import type { PaperSize } from "./pdf/pages.ts";
import { rulesPages } from "./rules-pdf.ts";

/** The rules of a game on a single page, such as the back of a sheet. */
export interface OnePage {
  /** What it is drawn at: as large as the paper it is for, or larger. */
  readonly size: PaperSize;
  /** By how much it is made smaller to fit its paper; 1 if it fits as it is. */
  readonly scale: number;
  draw(on: PdfCanvas): void;
}

/** Larger paper that is then made smaller, in these steps. */
const STEP = 1.04;
/** Small print that young eyes read in good light, in pt. */
const MIN_PT = 5.4;

/**
 * Sets the rules of a game on one page: in their usual sizes if they fit, else smaller.
 *
 * @returns a problem with the paper that would do if they would have to be too small to read
 */
export async function rulesOnOnePage(
  game: Game,
  language: Language,
  templates: RulesTemplates,
  paper: PaperSize,
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
