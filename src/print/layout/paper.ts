import { type MessageValue, msg } from "../../rules/problem/message.ts";
import { type Result, refusal, success } from "../../rules/problem/problem.ts";
import { meantHint } from "../../rules/problem/wording.ts";
import { A4, A5, MM_PER_INCH, type Size } from "../geometry.ts";
import type { PrintSettings } from "../imposition/imposition.ts";

/** The range of the number of games on a sheet of games. */
export const GAMES_ON_SHEET = { min: 2, max: 9 } as const;

/** A sheet of paper, upright or not. */
export interface Paper extends Size {
  /** `a5` or `148x210mm`, as it was given. */
  readonly name: string;
  /** Whether print on it is large; its name then ends in `-large`. */
  readonly isLargePrint?: boolean;
}

/** The usual papers, smallest first. */
export const PAPERS: readonly Paper[] = [
  { name: "a6", widthMm: 105, heightMm: 148 },
  { name: "a5", ...A5 },
  { name: "a4", ...A4 },
  { name: "letter", widthMm: 215.9, heightMm: 279.4 },
];

/** The largest paper of copy shops. */
export const A3: Paper = { name: "a3", widthMm: 297, heightMm: 420 };
/** Other papers with a name. */
const RARE_PAPERS: readonly Paper[] = [
  A3,
  { name: "half-letter", widthMm: 139.7, heightMm: 215.9 },
  { name: "legal", widthMm: 215.9, heightMm: 355.6 },
  { name: "tabloid", widthMm: 279.4, heightMm: 431.8 },
];
export const PAPER_NAMES: readonly string[] = [...PAPERS, ...RARE_PAPERS].map(({ name }) => name);
/** What {@link parsePaper} reads. */
export const PAPER_CHOICES = msg`print.paper-choices: ${PAPER_NAMES.join(", ")} or <width>x<height> in mm, cm or inches`;

const MM_PER_UNIT = { mm: 1, cm: 10, inch: MM_PER_INCH } as const;
const PAPER_SIZE =
  /^(\d{1,4}(?:[.,]\d{1,3})?)\s*(mm|cm|in|inch|inches|")?\s*[x×]\s*(\d{1,4}(?:[.,]\d{1,3})?)\s*(mm|cm|in|inch|inches|")$/i;

function parseUnit(name: string): keyof typeof MM_PER_UNIT {
  const unit = name.toLowerCase();
  return unit === "mm" || unit === "cm" ? unit : "inch";
}

/** Limits of a side: a little more than desktop and office printers take. */
const MIN_MM = 60;
const MAX_MM = 1200;

const LARGE = "-large";
export const LARGE_PRINT_PAPER = "a4";

/** The default paper of receipt printers: a strip of their roll. */
export const RECEIPT_PAPER = "80x240mm";

/** The name of a paper with `-large`. */
export function largePrintName(name: string): string {
  return name.replace(/-large$/i, "") + LARGE;
}

export function toLargePrint(paper: Paper): Paper {
  return paper.isLargePrint === true ? paper : { ...paper, name: paper.name + LARGE, isLargePrint: true };
}

/**
 * Reads a paper: one of {@link PAPER_NAMES}, or `<width>x<height>` in mm, cm or inches; `-large` behind it means large print.
 *
 * @returns its sides in mm; or one problem: no such paper, or too small or too large to print on
 */
export function parsePaper(text: string): Result<Paper> {
  if (text.toLowerCase().endsWith(LARGE)) {
    const plain = parsePaper(text.slice(0, -LARGE.length));
    return plain.ok ? success(toLargePrint(plain.value)) : plain;
  }
  const known = [...PAPERS, ...RARE_PAPERS].find((paper) => paper.name === text.toLowerCase());
  if (known !== undefined) return success(known);
  const size = PAPER_SIZE.exec(text.trim());
  if (size === null) {
    const isWithoutUnit = /^\d+([.,]\d+)?\s*[x×]\s*\d+([.,]\d+)?$/i.test(text.trim());
    const hint = isWithoutUnit
      ? meantHint(`${text.trim()}mm`)
      : msg`print.no-such-paper-hint: use ${PAPER_CHOICES}, such as 120x200mm, 10x15cm or 4x6in`;
    return refusal("unknown-paper", msg`print.no-such-paper: there is no paper \`${text}\``, hint);
  }
  const [, width = "", widthUnit, height = "", unit = "mm"] = size;
  const inMm = (side: string, name: string) =>
    Math.round(Number(side.replace(",", ".")) * MM_PER_UNIT[parseUnit(name)] * 100) / 100;
  const [widthMm, heightMm] = [inMm(width, widthUnit ?? unit), inMm(height, unit)];
  if (Math.min(widthMm, heightMm) < MIN_MM || Math.max(widthMm, heightMm) > MAX_MM) {
    return refusal(
      "bad-paper",
      msg`print.paper-size-out-of-range: paper of ${text} is too small or too large to print on`,
      msg`print.paper-size-out-of-range-hint: each side must be ${MIN_MM} to ${MAX_MM} mm`,
    );
  }
  return success({ name: `${widthMm}x${heightMm}mm`, widthMm, heightMm });
}

/** A paper with a name may be this much larger than two pages, which are rounded to whole mm. */
const ROUNDING_MM = 1.5;

/** The sheet, lying on its side, that folds to a page: a paper with a name if one fits, or exactly twice the page. */
export function unfoldedSheet({ widthMm, heightMm }: Size): Size {
  const isSheet = (paper: Paper) =>
    [paper.heightMm - 2 * widthMm, paper.widthMm - heightMm].every((mm) => mm >= 0 && mm <= ROUNDING_MM);
  const named = [...PAPERS, ...RARE_PAPERS].find(isSheet);
  return named === undefined
    ? { widthMm: 2 * widthMm, heightMm }
    : { widthMm: named.heightMm, heightMm: named.widthMm };
}

/** A paper without the edge that is kept free for glue; its name has both, as in `a5-top10`. */
export function withoutGlueEdge(
  paper: Paper,
  { glueEdge, glueMm }: Pick<PrintSettings, "glueEdge" | "glueMm">,
): Paper {
  if (glueEdge === "none" || glueMm === 0) return paper;
  const side = glueEdge === "left" ? "widthMm" : "heightMm";
  return { ...paper, name: `${paper.name}-${glueEdge}${glueMm}`, [side]: paper[side] - glueMm };
}

/** The paper of a sheet by the name in its code; a problem if there is no such paper. */
export function findPaper(name: string): Result<Paper> {
  const [base, glue] = parseGlue(name);
  const paper = parsePaper(base);
  return paper.ok ? success(withoutGlueEdge(paper.value, glue)) : paper;
}

/** The second paper without an edge for glue like that of the first, if that has one. */
export function trimGlueLike({ name }: Paper, paper: Paper): Paper {
  return withoutGlueEdge(paper, parseGlue(name)[1]);
}

/** A paper in words: its name, and the edge for glue. */
export function paperWords({ name }: Paper): MessageValue {
  const [base, { glueEdge, glueMm }] = parseGlue(name);
  switch (glueEdge) {
    case "none":
      return base;
    case "top":
      return msg`print.paper-with-glue-at-top: ${base} with ${glueMm} mm for glue at the top`;
    case "left":
      return msg`print.paper-with-glue-at-left: ${base} with ${glueMm} mm for glue at the left`;
    default:
      return glueEdge satisfies never;
  }
}

/** The same paper with the glue at the other edge, and that edge; null without glue. */
export function moveGlueEdge(paper: Paper): { readonly edge: "top" | "left"; readonly paper: Paper } | null {
  const [base, { glueEdge, glueMm }] = parseGlue(paper.name);
  if (glueEdge === "none") return null;
  const edge = glueEdge === "top" ? "left" : "top";
  const whole = glueEdge === "top" ? "heightMm" : "widthMm";
  return {
    edge,
    paper: withoutGlueEdge(
      { ...paper, name: base, [whole]: paper[whole] + glueMm },
      { glueEdge: edge, glueMm },
    ),
  };
}

/** The name of a paper without its edge for glue, and that edge. */
function parseGlue(name: string): [base: string, glue: Pick<PrintSettings, "glueEdge" | "glueMm">] {
  const [, base = name, edge = "none", glueMm = 0] = /^(.+)-(top|left)(\d+)$/.exec(name) ?? [];
  return [base, { glueEdge: edge as PrintSettings["glueEdge"], glueMm: Number(glueMm) }];
}
