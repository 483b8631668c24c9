import { tellFinding } from "../../check/finding.ts";
import type { Language } from "../../i18n/language.ts";
import type { Typeface } from "../../print/fonts/typeface.ts";
import { type BoxMark, findingsWithoutBox } from "./annotation.ts";
import type { PhotoSheet } from "../photo-sheet.ts";
import type { SheetPicture } from "../scan.ts";

/** A line below the picture: what a kind of mark means, or a finding that no box can show. */
interface LegendLine {
  readonly kind: MarkKind;
  readonly words: string;
}

/** What stands below a picture that is looked at by itself: what the marks mean, as far as there are any, and what they can't show. */
export function legendOf(photo: PhotoSheet, marks: readonly BoxMark[], language: Language): LegendLine[] {
  const kinds: readonly MarkKind[] = ["wrong", "asked", "right"];
  const meanings = kinds.flatMap((kind): LegendLine[] => {
    const n = marks.filter((mark) => mark.kind === kind).length;
    return n === 0 ? [] : [{ kind, words: language.translate(`photo.picture.${kind}`, { n }) }];
  });
  const { mistakes, suspects } = findingsWithoutBox(photo);
  const told = (kind: MarkKind, findings: typeof mistakes) =>
    findings.map((one): LegendLine => ({ kind, words: tellFinding(one, photo.game, language) }));
  return [...told("wrong", mistakes), ...told("asked", suspects), ...meanings];
}

/** The type is this large on a page of A5, and grows with the page. */
const SIZE_PT = 8;
const A5_WIDTH_MM = 148;
/** Distances as shares of the height of capitals. */
const MARGIN = 2.5;
const STEP = 2.4;
const INDENT = 2.1;

/** A legend as SVG elements in px, to stand right below the picture, and how high it is. */
export function drawnLegend(
  picture: SheetPicture,
  lines: readonly LegendLine[],
  typeface: Typeface,
): { svg: string; heightPx: number } {
  const { pxPerMm } = picture;
  const widthMm = picture.widthPx / pxPerMm;
  const sizePt = (SIZE_PT * widthMm) / A5_WIDTH_MM;
  const { capMm } = typeface.height(sizePt);
  const textMm = INDENT * capMm;
  const roomMm = widthMm - 2 * MARGIN * capMm - textMm;
  let yMm = MARGIN * capMm;
  const drawn = lines.flatMap(({ kind, words }) => {
    const { svg, heightMm } = drawnLabel(kind, "", sizePt, typeface);
    return wrapped(words, roomMm, sizePt, typeface).map((line, at) => {
      const sign = at === 0 ? svg : "";
      const base = (heightMm + capMm) / 2;
      const text = `<path transform="translate(${px(textMm)} ${px(base)})" d="${typeface.outline(line, sizePt)}"/>`;
      const row = `<g transform="translate(${px(MARGIN * capMm)} ${px(yMm)})">${sign}${text}</g>`;
      yMm += STEP * capMm;
      return row;
    });
  });
  const heightPx = lines.length === 0 ? 0 : Math.ceil((yMm + (MARGIN - 1) * capMm) * pxPerMm);
  const place = `translate(0 ${picture.heightPx}) scale(${px(pxPerMm)})`;
  return { svg: `<g transform="${place}">${drawn.join("")}</g>`, heightPx };
}

/** A text in lines that are no wider than there is room; a word that is wider stands alone. */
function wrapped(text: string, roomMm: number, sizePt: number, typeface: Typeface): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    const longer = `${last ?? ""} ${word}`;
    if (last !== undefined && typeface.width(longer, sizePt) <= roomMm) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}
