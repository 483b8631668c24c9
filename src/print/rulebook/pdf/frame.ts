import type { Language } from "../../../i18n/language.ts";
import type { Look } from "../../brand.ts";
import type { Area, Size } from "../../geometry.ts";
import { type Block, boldRuns, type Runs } from "./blocks.ts";
import { breakLines } from "./lines.ts";
import { type FigureMark, type FigureSetting, toAccent, toGrey, moveMarks, resizeType } from "./marks.ts";

/** From this width on, a line across the paper would be too long. */
const TWO_COLUMNS_FROM_MM = 150;
const GUTTER_MM = 8;
const MIN_MARGIN_MM = 8;
const MAX_MARGIN_MM = 14;
const MARGIN_SHARE = 0.075;

/** A page of a rule sheet without content. */
export type PageFrame = ReturnType<typeof computePageFrame>;

/** The columns and margins of a page. @param maxLineMm the widest column, of text and tables alike */
export function computePageFrame({ widthMm, heightMm }: Size, maxLineMm = Number.POSITIVE_INFINITY) {
  const marginMm = Math.min(MAX_MARGIN_MM, Math.max(MIN_MARGIN_MM, widthMm * MARGIN_SHARE));
  const columns = widthMm >= TWO_COLUMNS_FROM_MM ? 2 : 1;
  const guttersMm = (columns - 1) * GUTTER_MM;
  const columnMm = Math.min((widthMm - 2 * marginMm - guttersMm) / columns, maxLineMm);
  const acrossMm = columns * columnMm + guttersMm;
  const leftMm = (widthMm - acrossMm) / 2;
  return { widthMm, heightMm, marginMm, leftMm, acrossMm, columns, columnMm, gutterMm: GUTTER_MM };
}

/** The parts of a rule sheet around its blocks. */
export interface Around {
  /** For the feet of its pages. */
  readonly title: string;
  readonly language: Language;
  /** Whose it is, where the first block says so: a strip above everything. */
  readonly strip: Strip | null;
  /** At the left of every foot; null for none. */
  readonly footer: string | null;
  /** The sections that may move. */
  readonly loose: readonly LooseSection[];
  /** The pages on a sheet of paper, some of which may be left blank at no cost; one if left out. */
  readonly perSheet?: number;
}

/** A section that may be elsewhere if pages are filled better: anywhere below another, both by their headings. */
export interface LooseSection {
  readonly heading: string;
  readonly below: string;
  /** The section that it illustrates; its place among the others matters little. Text if left out. */
  readonly illustrates?: string;
  /** Whether its points may be left out; no if left out. */
  readonly hasSparePoints?: boolean;
}

/** A strip with a logo, and whether the first block belongs to it. */
export interface Strip {
  /** As outlines where it is plain enough for that. */
  readonly logo: (Pick<Look, "outlines"> & { readonly png: Uint8Array; readonly ratio: number }) | null;
  readonly hasWords: boolean;
}

const TITLE_SIZE = 2.3;
const HEAD_RULE_PT = 0.8;

const LOGO_MM = 11;
/** A logo is at most this wide, as a share of the page between its margins. */
const MAX_LOGO_SHARE = 0.4;
const BRAND_SIZE = 1.25;

/** The strip with logo, title and subtitle of whose sheet it is. @returns its marks, and how high it is with the space below */
function setStrip(
  { logo, hasWords }: Strip,
  first: Block | undefined,
  frame: PageFrame,
  setting: FigureSetting,
) {
  const { marginMm, leftMm, acrossMm } = frame;
  const size = resizeType(setting, BRAND_SIZE);
  const logoMm = logo === null ? 0 : Math.min(LOGO_MM, (MAX_LOGO_SHARE * acrossMm) / logo.ratio);
  const logoWidthMm = logoMm * (logo?.ratio ?? 0);
  const besideMm = logo === null ? 0 : logoWidthMm + size.emMm;
  const runs = hasWords && first?.kind === "paragraph" ? first.runs : [];
  const lines = breakLines(runs, acrossMm - besideMm, toAccent(size));
  const heightMm = Math.max(logoMm, lines.length * size.leadingMm);
  const top = marginMm + (heightMm - lines.length * size.leadingMm) / 2;
  const words = lines.flatMap(({ marks }, at) =>
    moveMarks(marks, leftMm + besideMm, top + at * size.leadingMm),
  );
  const yMm = marginMm + (heightMm - logoMm) / 2;
  const area = { xMm: leftMm, yMm, widthMm: logoWidthMm, heightMm: logoMm };
  const drawn = logo === null ? [] : [logoMark(logo, area)];
  return { marks: [...drawn, ...words], heightMm: heightMm + setting.leadingMm };
}

function logoMark({ png, outlines }: NonNullable<Strip["logo"]>, area: Area): FigureMark {
  return outlines ? { kind: "outlines", ...area, outlines } : { kind: "picture", ...area, png };
}

/** Lays out brand, title and lead across all columns, which begin below `bottomMm`. */
export function setHead(
  blocks: readonly Block[],
  frame: PageFrame,
  strip: Strip | null,
  setting: FigureSetting,
) {
  if (strip === null) return setTitle(blocks, frame, frame.marginMm, setting);
  const { marks, heightMm } = setStrip(strip, blocks[0], frame, setting);
  const below = strip.hasWords ? blocks.slice(1) : blocks;
  const { head, ...rest } = setTitle(below, frame, frame.marginMm + heightMm, setting);
  return { head: [...marks, ...head], ...rest };
}

function setTitle(
  blocks: readonly Block[],
  { leftMm, acrossMm }: PageFrame,
  top: number,
  setting: FigureSetting,
) {
  const [first, second] = blocks;
  if (first?.kind !== "heading" || first.level !== 1) return { head: [], bottomMm: top, rest: blocks };
  const large = toAccent(resizeType(setting, TITLE_SIZE));
  const head: FigureMark[] = [];
  let y = top - 0.2 * large.leadingMm;
  const add = (runs: Runs, size: FigureSetting) => {
    for (const line of breakLines(runs, acrossMm, size)) {
      head.push(...moveMarks(line.marks, leftMm, y));
      y += size.leadingMm;
    }
  };
  add(boldRuns(first.runs), large);
  const hasLead = second?.kind === "paragraph";
  if (hasLead) add(second.runs, toGrey(setting));
  y += 0.25 * setting.leadingMm;
  head.push({
    kind: "rule",
    xMm: leftMm,
    yMm: y,
    widthMm: acrossMm,
    weightPt: HEAD_RULE_PT,
    ink: setting.accent,
  });
  return { head, bottomMm: y + 0.6 * setting.leadingMm, rest: blocks.slice(hasLead ? 2 : 1) };
}

const FOOT_SIZE = 0.82;
/** Above and below the lines of a foot, where they need more than the margin. */
const AROUND_FOOT_MM = 8;
/** Nearer to the edge a cut might take something along. */
const FROM_EDGE_MM = 4.2;
/** A count of pages as long as any. */
const MANY = { page: 99, pages: 99 };

/** The foot of every page: the brand's footer on the left, the page number on the right; on separate lines if one is too short. */
export function layOutFoot(
  { title: name, language, footer }: Around,
  frame: PageFrame,
  setting: FigureSetting,
) {
  const { heightMm, marginMm, leftMm, acrossMm } = frame;
  const small = toGrey(resizeType(setting, FOOT_SIZE));
  const breakText = (text: string) =>
    breakLines([{ kind: "text", text, weight: "regular", content: null }], acrossMm, small);
  const own = footer === null ? [] : breakText(footer);
  const pageLine = (count: typeof MANY) => breakText(language.translate("rules.page", { name, ...count }))[0];
  const widths = [...own, pageLine(MANY)].map((line) => line?.widthMm ?? 0);
  const isOneLine =
    own.length === 0 || widths.reduce((sum, width) => sum + width + small.emMm, 0) <= acrossMm;
  const lines = isOneLine ? 1 : own.length + 1;
  const footMm = Math.max(marginMm, lines * small.leadingMm + (lines > 1 ? AROUND_FOOT_MM : 0));
  const linesMm = lines * small.leadingMm;
  const top = heightMm - Math.max((footMm + linesMm) / 2, FROM_EDGE_MM + linesMm);
  const ownMarks = own.flatMap(({ marks }, at) => moveMarks(marks, leftMm, top + at * small.leadingMm));
  return {
    /** Its share of the page, at least the margin. */
    heightMm: footMm,
    /** Its marks on a page; the only page of a sheet is not counted. */
    listMarks(count: typeof MANY): readonly FigureMark[] {
      const line = count.pages === 1 ? undefined : pageLine(count);
      if (line === undefined) return ownMarks;
      const rightMm = leftMm + acrossMm - line.widthMm;
      return [...ownMarks, ...moveMarks(line.marks, rightMm, top + (lines - 1) * small.leadingMm)];
    },
  };
}
