import type { WeighedFinding } from "../reading/judge.ts";
import type { Written } from "../reading/sheet-reading.ts";
import type { Finding } from "../sheet/sheet.ts";
import type { Typeface } from "../type/typeface.ts";
import type { Language } from "../words/language.ts";
import { writtenWords } from "./box-words.ts";
import { openQuestions, type PhotoSheet, type PictureArea, type SheetPicture } from "./photo-sheet.ts";
import { findingsToTell, readingsOf } from "./tell-photo.ts";

/** How a box is marked on the picture. */
export interface BoxMark {
  /** The box's index in the reading. */
  readonly at: number;
  readonly kind: "right" | "wrong" | "asked";
  /** What would be right or what it may say; empty if there is nothing to add. */
  readonly note: string;
}

/** The mark of every box that is written in, that a finding speaks of or that is asked about. */
export function boxMarks(photo: PhotoSheet, language: Language): BoxMark[] {
  const { mistakes, suspects } = findingsToTell(photo);
  const asked = new Set(openQuestions(photo));
  const wrong = boxesOf(mistakes, photo);
  const suspected = boxesOf(suspects, photo);
  return photo.reading.boxes.flatMap(({ written }, at): BoxMark[] => {
    if (asked.has(at)) {
      const readings = readingsOf(at, photo).map((one) => shortWords(one, language));
      return [{ at, kind: "asked", note: `${readings.join(" · ")}?` }];
    }
    const note = wrong.get(at);
    if (note !== undefined) return [{ at, kind: "wrong", note }];
    const suspicion = suspected.get(at);
    if (suspicion !== undefined) return [{ at, kind: "asked", note: `${suspicion}?` }];
    return written.kind === "empty" ? [] : [{ at, kind: "right", note: "" }];
  });
}

/** The boxes that findings speak of, each with what would be right there. */
function boxesOf(findings: readonly WeighedFinding[], { reading, names }: PhotoSheet): Map<number, string> {
  const spot = (player: string | null, column: string | null, row: unknown) =>
    JSON.stringify([player, column, row]);
  const boxes = new Map(
    reading.boxes.map(({ player, column, category, line }, at) => [
      spot(names[player - 1] ?? null, column, category ?? line),
      at,
    ]),
  );
  const notes = new Map<number, string>();
  for (const { finding } of findings) {
    const { player, column, category, line, facts } = finding;
    const other = boxes.get(spot(player, column, facts.other));
    if (other !== undefined && !notes.has(other)) notes.set(other, "");
    const own = boxes.get(spot(player, column, category ?? line));
    if (own !== undefined) notes.set(own, expectedNote(finding));
  }
  return notes;
}

function expectedNote({ expected }: Finding): string {
  const values = expected === null ? [] : [expected].flat();
  return values.map((value) => String(value).replace("-", "\u2212")).join(" · ");
}

/** What may stand in a box, in as little room as can be. */
function shortWords(written: Written, language: Language): string {
  return written.kind === "strike" ? "/" : writtenWords(written, language);
}

/** Colours that can be told apart with any eyes, and over any ink: they differ in lightness, too. */
const COLOURS: Readonly<Record<BoxMark["kind"], string>> = {
  right: "#1a9850",
  wrong: "#c81e1e",
  asked: "#e08a00",
};
/** Of the small type, to be read on these grounds. */
const LETTERS: Readonly<Record<BoxMark["kind"], string>> = { right: "#fff", wrong: "#fff", asked: "#000" };
const LINE_MM = 0.35;
const NOTE_PT = 6;

/**
 * What is drawn over the straightened sheet: thin frames, so that the ink stays readable, and in small type beside it what would be
 * right or what is asked. Letters are outlines, so no font is needed to show it.
 *
 * @returns SVG, as large as the picture
 */
export function annotationSvg(picture: SheetPicture, marks: readonly BoxMark[], typeface: Typeface): string {
  const { widthPx, heightPx, pxPerMm, areas } = picture;
  const drawn = marks.flatMap((mark) => {
    const area = areas[mark.at];
    return area === undefined ? [] : [frame(area, mark, pxPerMm) + note(area, mark, picture, typeface)];
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${widthPx}" height="${heightPx}">${drawn.join("")}</svg>`;
}

function frame({ xPx, yPx, widthPx, heightPx }: PictureArea, { kind }: BoxMark, pxPerMm: number): string {
  const line = LINE_MM * pxPerMm;
  const colour = COLOURS[kind];
  const fill = kind === "right" ? 0.06 : 0.16;
  return `<rect x="${px(xPx + line)}" y="${px(yPx + line)}" width="${px(widthPx - 2 * line)}" height="${px(heightPx - 2 * line)}" rx="${px(2 * line)}" fill="${colour}" fill-opacity="${fill}" stroke="${colour}" stroke-opacity="0.9" stroke-width="${px(kind === "right" ? line / 2 : line)}"/>`;
}

/** A small label at the box's upper right corner, inside the picture. */
function note(
  { xPx, yPx, widthPx }: PictureArea,
  { kind, note: words }: BoxMark,
  picture: SheetPicture,
  typeface: Typeface,
): string {
  if (words === "") return "";
  const { pxPerMm } = picture;
  const { capMm } = typeface.height(NOTE_PT);
  const padMm = 0.35;
  const widthMm = typeface.width(words, NOTE_PT) + 2 * padMm;
  const heightMm = capMm + 2 * padMm;
  const left = Math.max(0, Math.min(xPx + widthPx + pxPerMm, picture.widthPx) - widthMm * pxPerMm);
  const top = Math.max(0, yPx - (heightMm * pxPerMm) / 2);
  const scale = `translate(${px(left)} ${px(top)}) scale(${px(pxPerMm)})`;
  const ground = `<rect width="${px(widthMm)}" height="${px(heightMm)}" rx="0.4" fill="${COLOURS[kind]}"/>`;
  const letters = `<path transform="translate(${padMm} ${px(padMm + capMm)})" fill="${LETTERS[kind]}" d="${typeface.outline(words, NOTE_PT)}"/>`;
  return `<g transform="${scale}">${ground}${letters}</g>`;
}

function px(value: number): string {
  return String(Math.round(value * 1000) / 1000);
}
