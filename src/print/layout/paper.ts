import { msg } from "../../rules/problem/message.ts";
import { refusal, type Result, success } from "../../rules/problem/problem.ts";
import { meantHint } from "../../rules/problem/wording.ts";
import type { Size } from "../geometry.ts";
import type { PrintSettings } from "../imposition/imposition.ts";

/** A sheet of paper, upright or not. */
export interface Paper extends Size {
  /** `a5` or `148x210mm`, as it was asked for. */
  readonly name: string;
  /** Whether what is printed on it can be read without glasses; its name says so, as in `a4-large`. */
  readonly isLargePrint?: boolean;
}

/** The papers that have a name, smallest first. */
export const PAPERS: readonly Paper[] = [
  { name: "a6", widthMm: 105, heightMm: 148 },
  { name: "a5", widthMm: 148, heightMm: 210 },
  { name: "a4", widthMm: 210, heightMm: 297 },
  { name: "letter", widthMm: 215.9, heightMm: 279.4 },
];

/** Limits of a side: what desktop and office printers take, and somewhat more. */
const MIN_MM = 60;
const MAX_MM = 1200;

const LARGE = "-large";
export function inLargePrint(paper: Paper): Paper {
  return paper.isLargePrint === true ? paper : { ...paper, name: paper.name + LARGE, isLargePrint: true };
}

/** Reads a paper: `a4`, `a5`, `a6`, `letter` or `<width>x<height>mm`; with `-large` behind it, it is one for large print. */
export function parsePaper(text: string): Result<Paper> {
  if (text.toLowerCase().endsWith(LARGE)) {
    const plain = parsePaper(text.slice(0, -LARGE.length));
    return plain.ok ? success(inLargePrint(plain.value)) : plain;
  }
  const known = PAPERS.find((paper) => paper.name === text.toLowerCase());
  if (known !== undefined) return success(known);
  const size = /^(\d{1,4}(?:[.,]\d{1,2})?)\s*[x×]\s*(\d{1,4}(?:[.,]\d{1,2})?)\s*mm$/i.exec(text.trim());
  if (size === null) {
    const near = /^\d+([.,]\d+)?\s*[x×]\s*\d+([.,]\d+)?$/i.test(text.trim()) ? `${text.trim()}mm` : null;
    if (near !== null) return refusal("unknown-paper", msg`there is no paper \`${text}\``, meantHint(near));
    const hint = msg`papers are ${PAPERS.map(({ name }) => name).join(", ")} or <width>x<height>mm, such as 120x200mm`;
    return refusal("unknown-paper", msg`there is no paper \`${text}\``, hint);
  }
  const [widthMm = 0, heightMm = 0] = size.slice(1).map((mm) => Number(mm.replace(",", ".")));
  if (Math.min(widthMm, heightMm) < MIN_MM || Math.max(widthMm, heightMm) > MAX_MM) {
    return refusal(
      "bad-paper",
      msg`paper of ${text} can’t be printed on`,
      msg`each side has ${MIN_MM} to ${MAX_MM} mm`,
    );
  }
  return success({ name: `${widthMm}x${heightMm}mm`, widthMm, heightMm });
}

/** What a paper has left beside an edge that is kept free for glue; it is named after both, as in `a5-top10`. */
export function besideGlue(
  paper: Paper,
  { glueEdge, glueMm }: Pick<PrintSettings, "glueEdge" | "glueMm">,
): Paper {
  if (glueEdge === "none" || glueMm === 0) return paper;
  const side = glueEdge === "left" ? "widthMm" : "heightMm";
  return { ...paper, name: `${paper.name}-${glueEdge}${glueMm}`, [side]: paper[side] - glueMm };
}

/** The paper of a sheet by the name that its code says; a problem if there is no such paper. */
export function paperNamed(name: string): Result<Paper> {
  const [, base = name, edge, glueMm] = /^(.+)-(top|left)(\d+)$/.exec(name) ?? [];
  const paper = parsePaper(base);
  if (!paper.ok || edge === undefined) return paper;
  return success(besideGlue(paper.value, { glueEdge: edge as "top" | "left", glueMm: Number(glueMm) }));
}

export type SizeRange = Readonly<Record<"usual" | "least", number>>;

/** Measures that depend on the paper alone; lengths in mm, type in pt. */
export type Sizes = ReturnType<typeof sizesFor>;

const A5 = { widthMm: 148, heightMm: 210 };

/** Nothing in large print is smaller than this, but for the letters beside the code. */
export const MIN_LARGE_PT = 14;

/**
 * What suits a paper. Sizes follow the side of a square of the same area, so that a narrow sheet is not set like a wide one;
 * from A5 on a box has 7 x 11 mm at least, on smaller paper 5 x 8 mm, in large print 11 x 20 mm.
 */
export function sizesFor(paper: Pick<Paper, "widthMm" | "heightMm" | "isLargePrint">) {
  const ratio = Math.sqrt((paper.widthMm * paper.heightMm) / (A5.widthMm * A5.heightMm));
  const scale = Math.max(0.75, Math.min(1.3, ratio));
  const roomy = ratio > 0.99;
  const large = paper.isLargePrint === true;
  const range = (usual: number, least: number): SizeRange => ({ usual, least });
  const smallPt = large ? range(MIN_LARGE_PT, MIN_LARGE_PT) : range(7 * scale, roomy ? 6.5 : 5.5);
  const plainBoxMm = roomy ? { width: 11, height: 7 } : { width: 8, height: 5 };
  const boxMm = large ? { width: 20, height: 11 } : plainBoxMm;
  const insetMm = 1.6 * scale;
  return {
    /** From the paper's edge to anything printed. */
    marginMm: roomy ? Math.min(10, 8 * scale) : 6,
    /** The least room to write a number in. */
    boxMm,
    /** Boxes are no wider than this; what is left goes to the labels. */
    widestBoxMm: large ? 38 : 27 * scale,
    /** Between the edge of a cell and what stands in it. */
    insetMm,
    /** Left of the labels, for the bracket that shows what makes up the total. */
    gutterMm: 1.9 * scale,
    dieMm: large ? range(7, 5.5) : roomy ? range(4.2 * Math.sqrt(scale), 3.2) : range(3.3, 2.6),
    /** A name must have this much room, along the way it is written. */
    nameMm: large ? 36 : roomy ? 25 : 18,
    /** The head of the table, where names lie level in it and where columns stand in it. */
    nameHeadMm: large ? range(14, 11) : range(10, 8),
    columnHeadMm: large ? range(19, 17) : range(13.5, 11),
    /** The arrow of a column is no larger than this. */
    arrowMm: large ? 7 : 5,
    /** The row of a section's heading. */
    headingMm: large ? 8 : 4.6,
    /** The row of lines to write on, where they stand below the title. */
    fieldsMm: large ? 11 : 8,
    /** Between the label of a field and its line. */
    fieldGapMm: insetMm * 0.7,
    /** Fields in the table's corner may stand a little closer than boxes do, and need not be further apart than 6 mm. */
    minPitchMm: Math.min(boxMm.height * 0.64, 6),
    /** Between the top of the table's corner and a title in it. */
    cornerTopMm: insetMm * 1.3,
    /** A small box to tick is no larger than this. */
    tickMm: large ? 5 : 2.8,
    titlePt: large ? range(22, 16) : range(17 * scale, 9),
    labelPt: large ? range(18, 16) : range(10 * scale, roomy ? 8.5 : 7),
    hintPt: smallPt,
    headingPt: large ? smallPt : range(Math.min(smallPt.usual, 8), smallPt.least),
    footPt: large ? smallPt : range(6.5 * scale, 5.5),
    /** Whether hints are the first to go, and every one is left out that has no room. */
    dropsHints: large,
  };
}
