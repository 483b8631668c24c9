import type { Typeface } from "../../print/fonts/typeface.ts";
import type { PixelArea } from "../image/picture.ts";

/** How a box is marked: read, and right; wrong; to be asked about, or suspected. */
export type MarkKind = "right" | "wrong" | "asked";

/** Colours that can be told apart with any eyes, and over any ink: they differ in lightness, too. */
const COLOURS: Readonly<Record<MarkKind, string>> = {
  right: "#1a9850",
  wrong: "#c81e1e",
  asked: "#e08a00",
};
/** Of the small type, to be read on these grounds. */
const LETTERS: Readonly<Record<MarkKind, string>> = { right: "#fff", wrong: "#fff", asked: "#000" };
const LINE_MM = 0.35;

/** The frame of a box: thin where all is right, strong where something is wrong, dashed where it is not sure. */
export function drawnFrame(area: PixelArea, kind: MarkKind, pxPerMm: number): string {
  const { xPx, yPx, widthPx, heightPx } = area;
  const line = LINE_MM * pxPerMm;
  const colour = COLOURS[kind];
  const place = `x="${px(xPx + line)}" y="${px(yPx + line)}" width="${px(widthPx - 2 * line)}" height="${px(heightPx - 2 * line)}"`;
  const fill = `fill="${colour}" fill-opacity="${kind === "right" ? 0.06 : 0.16}"`;
  const dashes = kind === "asked" ? ` stroke-dasharray="${px(3 * line)} ${px(1.5 * line)}"` : "";
  const width = kind === "right" ? line / 2 : line;
  return `<rect ${place} rx="${px(2 * line)}" ${fill} stroke="${colour}" stroke-opacity="0.9" stroke-width="${px(width)}"${dashes}/>`;
}

/** Around the type of a label, and between its sign and the words, as a share of the height of capitals. */
const PAD = 0.25;
const GAP = 0.45;

/** A label: SVG in mm from its top left corner, and how large it is. */
export interface DrawnLabel {
  readonly svg: string;
  readonly widthMm: number;
  readonly heightMm: number;
}

/** A coloured label with a sign for eyes that don't tell the colours apart, and words, which may be none. */
export function drawnLabel(kind: MarkKind, words: string, sizePt: number, typeface: Typeface): DrawnLabel {
  const { capMm } = typeface.height(sizePt);
  const padMm = PAD * capMm;
  const sign = drawnSign(kind, sizePt, typeface);
  const gapMm = words === "" ? 0 : GAP * capMm;
  const widthMm = sign.widthMm + gapMm + typeface.width(words, sizePt) + 2 * padMm;
  const heightMm = capMm + 2 * padMm;
  const at = (xMm: number, svg: string) =>
    `<g transform="translate(${px(xMm)} ${px(padMm + capMm)})" fill="${LETTERS[kind]}">${svg}</g>`;
  const ground = `<rect width="${px(widthMm)}" height="${px(heightMm)}" rx="${px(padMm)}" fill="${COLOURS[kind]}"/>`;
  const letters = `<path d="${typeface.outline(words, sizePt)}"/>`;
  const svg = ground + at(padMm, sign.svg) + at(padMm + sign.widthMm + gapMm, letters);
  return { svg, widthMm, heightMm };
}

/** A cross for what is wrong, a question mark for what is asked, a tick for what is right; its baseline begins at 0, 0. */
function drawnSign(kind: MarkKind, sizePt: number, typeface: Typeface): { svg: string; widthMm: number } {
  if (kind === "asked")
    return { svg: `<path d="${typeface.outline("?", sizePt)}"/>`, widthMm: typeface.width("?", sizePt) };
  const side = 0.8 * typeface.height(sizePt).capMm;
  const at = (x: number, y: number) => `${px(x * side)} ${px((y - 1.1) * side)}`;
  const strokes =
    kind === "wrong"
      ? `M${at(0, 0)}L${at(1, 1)}M${at(0, 1)}L${at(1, 0)}`
      : `M${at(0, 0.55)}L${at(0.35, 1)}L${at(1, 0)}`;
  const svg = `<path d="${strokes}" fill="none" stroke="${LETTERS[kind]}" stroke-width="${px(0.25 * side)}"/>`;
  return { svg, widthMm: side };
}

/** A number as SVG takes it, to a thousandth. */
export function px(value: number): string {
  return String(Math.round(value * 1000) / 1000);
}
