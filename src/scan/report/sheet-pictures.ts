import { describeFinding } from "../../check/checks.ts";
import type { Language } from "../../i18n/language.ts";
import { platform } from "../../platform/node.ts";
import type { RawImage } from "../../platform/platform.ts";
import { type Typeface, type TypeFamily, wrapWords } from "../../print/fonts/typeface.ts";
import { A5 } from "../../print/geometry.ts";
import { getElement } from "../../rules/arrays.ts";
import { cutOut, annotateImage } from "../image/annotate.ts";
import type { Grey, PictureSize, PixelArea } from "../image/picture.ts";
import type { SheetPicture } from "../view/view-sheets.ts";
import type { PhotoSheet } from "../sheet/photo-sheet.ts";
import { type BoxMark, boxMarks, findingsWithoutBox, type MarkKind } from "./photo-words.ts";
import { placeWords } from "../../check/sheet-table.ts";

/**
 * Annotates the picture of a sheet. A PNG is viewed on its own, so it has a legend below.
 *
 * @param picture of the straightened sheet, from the scanner
 * @param asked more areas that are asked about, such as names
 * @returns the bytes of the image file
 */
export async function annotateSheet(
  photo: PhotoSheet,
  picture: SheetPicture,
  language: Language,
  format: "png" | "jpeg",
  { bold, regular }: TypeFamily,
  asked: readonly PixelArea[] = [],
): Promise<Uint8Array> {
  const marks = boxMarks(photo, language);
  const { width, height, pixels } = await platform.images.decode(picture.jpeg, { colours: "grey" });
  const drawn = drawNotes(picture, marks, bold, createInkMeter({ widthPx: width, heightPx: height, pixels }));
  const lines =
    format === "png"
      ? [...notesBelow(drawn.unplaced, photo, language), ...buildMarkLegend(photo, marks, language)]
      : [];
  const legend = drawLegend(picture, lines, regular);
  const svg =
    asked.map((area) => drawFrame(area, picture.pxPerMm, "asked")).join("") + drawn.svg + legend.svg;
  return annotateImage(picture.jpeg, { svg, belowPx: legend.heightPx }, format);
}

/** The notes that found no room at their boxes. */
function notesBelow(marks: readonly BoxMark[], photo: PhotoSheet, language: Language): LegendLine[] {
  return marks.map(({ at, kind, note }) => {
    const place = placeWords(getElement(photo.reading.boxes, at), photo, language);
    return { kind, words: `${place}: ${note}` };
  });
}

/** The size of a note grows with the height of its box, within limits. */
const NOTE = { ptPerMm: 0.97, leastPt: 4.5, mostPt: 9 } as const;
/** A note that is wider than its box, or finds no room, shrinks to at most this share. */
const MIN_SHRINK = 0.7;
/** Without words, a sign may be this small. */
const MIN_SIGN = 0.5;

/**
 * Draws thin frames and small notes with the right or possible values, as SVG elements in px, with text as outlines. Notes cover no ink.
 *
 * @returns also the marks whose notes found no room
 */
export function drawNotes(
  picture: SheetPicture,
  marks: readonly BoxMark[],
  typeface: Typeface,
  inkIn: InkIn,
): { readonly svg: string; readonly unplaced: readonly BoxMark[] } {
  const taken: PixelArea[] = [];
  const unplaced: BoxMark[] = [];
  const notes = marks.map((mark) => {
    if (mark.kind === "right") return "";
    const note = placeNote(picture, mark, typeface, (size, box) =>
      freePlace(size, box, picture, inkIn, taken),
    );
    if (note !== null) taken.push(note.area);
    if (mark.note !== "" && !(note?.hasWords ?? false)) unplaced.push(mark);
    return note?.svg ?? "";
  });
  const { areas, pxPerMm } = picture;
  const frames = marks.map(({ at, kind }) => drawFrame(getElement(areas, at), pxPerMm, kind));
  return { svg: [...frames, ...notes].join(""), unplaced };
}

/** The frame of a box: thin if right, strong if wrong, dashed if unsure. */
function drawFrame({ xPx, yPx, widthPx, heightPx }: PixelArea, pxPerMm: number, kind: MarkKind): string {
  const line = LINE_MM * pxPerMm;
  // On the printed lines around the box, which hold no ink.
  const place = svg`x="${xPx}" y="${yPx}" width="${widthPx}" height="${heightPx}"`;
  const [opacity, width] = kind === "right" ? [0.06, line / 2] : [0.16, line];
  const dashes = kind === "asked" ? svg` stroke-dasharray="${3 * line} ${1.5 * line}"` : "";
  return svg`<rect ${place} rx="${2 * line}" fill="${COLOURS[kind]}" fill-opacity="${opacity}" stroke="${COLOURS[kind]}" stroke-opacity="0.9" stroke-width="${width}"${dashes}/>`;
}

/** A small label near the ink, with a sign and words, or with the sign alone; null if there is no room. */
function placeNote(
  picture: SheetPicture,
  { at, kind, note: words }: BoxMark,
  typeface: Typeface,
  roomFor: (size: PictureSize, box: PixelArea) => PixelArea | null,
) {
  const { pxPerMm } = picture;
  const box = getElement(picture.areas, at);
  const wanted = Math.min(NOTE.mostPt, Math.max(NOTE.leastPt, (box.heightPx / pxPerMm) * NOTE.ptPerMm));
  const wide = drawLabel(kind, words, wanted, typeface).widthMm;
  const shrink = Math.max(MIN_SHRINK, Math.min(1, box.widthPx / pxPerMm / wide));
  const tries = [
    { text: words, share: shrink },
    { text: words, share: MIN_SHRINK },
    { text: "", share: MIN_SHRINK },
    { text: "", share: MIN_SIGN },
  ];
  for (const { text, share } of tries) {
    const label = drawLabel(kind, text, wanted * share, typeface);
    const size = { widthPx: label.widthMm * pxPerMm, heightPx: label.heightMm * pxPerMm };
    const area = roomFor(size, box);
    if (area === null) continue;
    const drawn = svg`<g transform="translate(${area.xPx} ${area.yPx}) scale(${pxPerMm})">${label.svg}</g>`;
    return { svg: drawn, area, hasWords: text !== "" };
  }
  return null;
}

/** Colours that differ in lightness, so that colour-blind people can distinguish them. */
const COLOURS = { right: "#1a9850", wrong: "#c81e1e", asked: "#e08a00" } as const;
/** The colours of letters on them. */
const LETTERS = { right: "#fff", wrong: "#fff", asked: "#000" } as const;
const LINE_MM = 0.35;

/** The space around the text of a label, and between its sign and the words, as a share of the height of capitals. */
const PAD = 0.25;
const GAP = 0.45;

/** A coloured label with a sign, which repeats the meaning of the colour, and perhaps words: SVG in mm from its top left corner. */
function drawLabel(kind: MarkKind, words: string, sizePt: number, typeface: Typeface) {
  const { capMm } = typeface.height(sizePt);
  const padMm = PAD * capMm;
  const sign = drawSign(kind, sizePt, typeface);
  const gapMm = words === "" ? 0 : GAP * capMm;
  const widthMm = sign.widthMm + gapMm + typeface.width(words, sizePt) + 2 * padMm;
  const heightMm = capMm + 2 * padMm;
  const at = (xMm: number, drawn: string) =>
    svg`<g transform="translate(${xMm} ${padMm + capMm})" fill="${LETTERS[kind]}">${drawn}</g>`;
  const ground = svg`<rect width="${widthMm}" height="${heightMm}" rx="${padMm}" fill="${COLOURS[kind]}"/>`;
  const letters = at(padMm + sign.widthMm + gapMm, `<path d="${typeface.outline(words, sizePt)}"/>`);
  return { svg: ground + at(padMm, sign.svg) + letters, widthMm, heightMm };
}

/** A cross (wrong), a question mark (asked) or a tick (right); its baseline begins at 0, 0. */
function drawSign(kind: MarkKind, sizePt: number, typeface: Typeface) {
  if (kind === "asked")
    return { svg: `<path d="${typeface.outline("?", sizePt)}"/>`, widthMm: typeface.width("?", sizePt) };
  const side = 0.8 * typeface.height(sizePt).capMm;
  const at = (x: number, y: number) => svg`${x * side} ${(y - 1.1) * side}`;
  const cross = `M${at(0, 0)}L${at(1, 1)}M${at(0, 1)}L${at(1, 0)}`;
  const strokes = kind === "wrong" ? cross : `M${at(0, 0.55)}L${at(0.35, 1)}L${at(1, 0)}`;
  const drawn = svg`<path d="${strokes}" fill="none" stroke="${LETTERS[kind]}" stroke-width="${0.25 * side}"/>`;
  return { svg: drawn, widthMm: side };
}

/** A piece of SVG, with its numbers rounded to thousandths. */
function svg(raw: TemplateStringsArray, ...values: readonly (string | number)[]): string {
  const rounded = values.map((one) => (typeof one === "number" ? Math.round(one * 1000) / 1000 : one));
  return String.raw({ raw }, ...rounded);
}

/** A line below the picture: the meaning of a kind of mark, or a finding that no box can show. */
type LegendLine = Pick<BoxMark, "kind"> & { readonly words: string };

/** The legend below a picture: findings that no mark can show, and the meanings of its marks. */
export function buildMarkLegend(
  photo: PhotoSheet,
  marks: readonly BoxMark[],
  language: Language,
): LegendLine[] {
  const meanings = (["wrong", "asked", "right"] as const).flatMap((kind): LegendLine[] => {
    const n = marks.filter((mark) => mark.kind === kind).length;
    return n === 0 ? [] : [{ kind, words: language.translate(`photo.picture.${kind}`, { n }) }];
  });
  const { mistakes, suspects } = findingsWithoutBox(photo);
  const lines = (kind: MarkKind, findings: typeof mistakes) =>
    findings.map((one): LegendLine => ({ kind, words: describeFinding(one, photo.game, language) }));
  return [...lines("wrong", mistakes), ...lines("asked", suspects), ...meanings];
}

/** The size of the text on a page of A5; it grows with the page. */
const SIZE_PT = 8;
/** Distances as shares of the height of capitals. */
const MARGIN = 2.5;
const LINE_STEP = 2.4;
const INDENT = 2.1;

/** A legend as SVG elements in px, right below the picture, and its height. */
export function drawLegend(picture: SheetPicture, lines: readonly LegendLine[], typeface: Typeface) {
  const { pxPerMm } = picture;
  const widthMm = picture.widthPx / pxPerMm;
  const sizePt = (SIZE_PT * widthMm) / A5.widthMm;
  const { capMm } = typeface.height(sizePt);
  const textMm = INDENT * capMm;
  const roomMm = widthMm - 2 * MARGIN * capMm - textMm;
  let yMm = MARGIN * capMm;
  const drawn = lines.flatMap(({ kind, words }) => {
    const label = drawLabel(kind, "", sizePt, typeface);
    return wrapWords(words, roomMm, typeface, sizePt).map((line, at) => {
      const place = svg`translate(${textMm} ${(label.heightMm + capMm) / 2})`;
      const text = `<path transform="${place}" d="${typeface.outline(line, sizePt)}"/>`;
      const row = svg`<g transform="translate(${MARGIN * capMm} ${yMm})">${at === 0 ? label.svg : ""}${text}</g>`;
      yMm += LINE_STEP * capMm;
      return row;
    });
  });
  const heightPx = lines.length === 0 ? 0 : Math.ceil((yMm + (MARGIN - 1) * capMm) * pxPerMm);
  const place = svg`translate(0 ${picture.heightPx}) scale(${pxPerMm})`;
  return { svg: `<g transform="${place}">${drawn.join("")}</g>`, heightPx };
}

/** The share of ink or print in an area of a picture, 0 to 1. */
export type InkIn = (area: PixelArea) => number;

/** Pencil in even light is darker than this of 255 levels; paper and tints are lighter. */
const DARK = 165;

export function createInkMeter({ widthPx, heightPx, pixels }: Grey): InkIn {
  return (area) => {
    const [left, top] = [Math.floor(area.xPx), Math.floor(area.yPx)];
    const [right, bottom] = [Math.ceil(area.xPx + area.widthPx), Math.ceil(area.yPx + area.heightPx)];
    let dark = 0;
    for (let y = Math.max(0, top); y < Math.min(heightPx, bottom); y++)
      for (let x = Math.max(0, left); x < Math.min(widthPx, right); x++)
        if ((pixels[y * widthPx + x] as number) < DARK) dark++;
    return dark / Math.max(1, (right - left) * (bottom - top));
  };
}

/** The greatest share of dark pixels in a label's place: a speck, or a corner of the table. */
const MAX_INK = 0.01;
/** Between a label and its box, as a share of the label's height. */
const LABEL_GAP = 0.15;

/** A place for a label around or in a box where it covers no ink and no other label; the upper right corner comes first. @returns null if there is none */
function freePlace(
  label: PictureSize,
  box: PixelArea,
  picture: PictureSize,
  inkIn: InkIn,
  taken: readonly PixelArea[],
): PixelArea | null {
  const { widthPx, heightPx } = label;
  const gap = LABEL_GAP * heightPx;
  const [right, bottom] = [box.xPx + box.widthPx, box.yPx + box.heightPx];
  const across = [right - widthPx, box.xPx, box.xPx + (box.widthPx - widthPx) / 2];
  const inside = [box.yPx + gap, bottom - heightPx - gap];
  const places = [
    ...across.map((xPx) => [xPx, box.yPx - 0.75 * heightPx] as const),
    ...inside.flatMap((yPx) => across.slice(0, 2).map((xPx) => [xPx, yPx] as const)),
    ...across.map((xPx) => [xPx, bottom - 0.25 * heightPx] as const),
    ...inside.flatMap((yPx) => [right + gap, box.xPx - widthPx - gap].map((xPx) => [xPx, yPx] as const)),
  ];
  const areas = places.map(([xPx, yPx]) => ({
    xPx: Math.max(0, Math.min(xPx, picture.widthPx - widthPx)),
    yPx: Math.max(0, Math.min(yPx, picture.heightPx - heightPx)),
    widthPx,
    heightPx,
  }));
  return (
    areas.find((area) => !taken.some((other) => overlapsArea(area, other)) && inkIn(area) <= MAX_INK) ?? null
  );
}

function overlapsArea(one: PixelArea, other: PixelArea): boolean {
  const isApart = (a: number, long: number, b: number, otherLong: number) =>
    a + long <= b || b + otherLong <= a;
  return !(
    isApart(one.xPx, one.widthPx, other.xPx, other.widthPx) ||
    isApart(one.yPx, one.heightPx, other.yPx, other.heightPx)
  );
}

/** The margin of a shown area, as a share of its height, so that its place and protruding ink are visible. */
const AROUND = 0.75;
/** The height of the picture, in px: about eight lines of text. */
const HEIGHT_PX = 180;
const FRAME_PX = 3;
/** The colour of questions on all pictures. */
const FRAME_COLOUR = "#e08a00";

/** Cuts areas out of the picture of a sheet, which is decoded once. */
export type AreaPictures = (area: PixelArea) => Promise<RawImage | null>;

/** Boxes and other areas of a sheet: each enlarged, with its surroundings and a frame; null for one outside the picture. */
export async function areaPictures({ jpeg }: SheetPicture): Promise<AreaPictures> {
  const { images } = platform;
  const whole = await images.decode(jpeg, { colours: "rgb" });
  return async ({ xPx, yPx, widthPx, heightPx }) => {
    const marginPx = AROUND * heightPx;
    const [left, top] = [Math.max(0, Math.floor(xPx - marginPx)), Math.max(0, Math.floor(yPx - marginPx))];
    const area = {
      xPx: left,
      yPx: top,
      widthPx: xPx + widthPx + marginPx - left,
      heightPx: yPx + heightPx + marginPx - top,
    };
    const factor = HEIGHT_PX / area.heightPx;
    const cut = await cutOut(whole, area, factor);
    const place = { xPx: xPx - left, yPx: yPx - top, widthPx, heightPx };
    return cut && images.overlaySvg(cut, frame(cut, place, factor));
  };
}

/** A frame just outside an area, so that it hides no ink. */
function frame({ width, height }: RawImage, box: PixelArea, factor: number): string {
  const outside = FRAME_PX / 2;
  const x = box.xPx * factor - outside;
  const y = box.yPx * factor - outside;
  const size = `width="${box.widthPx * factor + FRAME_PX}" height="${box.heightPx * factor + FRAME_PX}"`;
  const line = `fill="none" stroke="${FRAME_COLOUR}" stroke-width="${FRAME_PX}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect x="${x}" y="${y}" ${size} ${line}/></svg>`;
}
