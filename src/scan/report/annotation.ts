import type { Finding } from "../../check/sheet.ts";
import type { PixelArea } from "../image/picture.ts";
import type { SheetPicture } from "../scan.ts";
import type { Language } from "../../i18n/language.ts";
import type { Typeface } from "../../print/fonts/typeface.ts";
import type { WeighedFinding } from "../inference/judge.ts";
import type { Written } from "../inference/sheet-reading.ts";
import { writtenWords } from "./box-words.ts";
import { drawnFrame, drawnLabel, type MarkKind, px } from "./drawn-marks.ts";
import { openQuestions, type PhotoSheet } from "../photo-sheet.ts";
import { findingsToTell, readingsOf } from "./tell-photo.ts";

/** How a box is marked on the picture. */
export interface BoxMark {
  /** The box's index in the reading. */
  readonly at: number;
  readonly kind: MarkKind;
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
      return [{ at, kind: "asked", note: readings.join(" · ") }];
    }
    const note = wrong.get(at);
    if (note !== undefined) return [{ at, kind: "wrong", note }];
    const suspicion = suspected.get(at);
    if (suspicion !== undefined) return [{ at, kind: "asked", note: suspicion }];
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

/** The findings to tell that speak of no box: a player's turns, for one. */
export function findingsWithoutBox(photo: PhotoSheet): { mistakes: Finding[]; suspects: Finding[] } {
  const { mistakes, suspects } = findingsToTell(photo);
  const unseen = (some: readonly WeighedFinding[]) =>
    some.filter((one) => boxesOf([one], photo).size === 0).map(({ finding }) => finding);
  return { mistakes: unseen(mistakes), suspects: unseen(suspects) };
}

/** Small type is about this large for a box of this height, and at least and at most so large. */
const NOTE = { ptPerMm: 0.97, leastPt: 4.5, mostPt: 9 } as const;
/** A note that is wider than its box is made smaller, down to this share. */
const MIN_SHRINK = 0.7;
/** This share of a note stands above its box, so that it hides little of the ink in question. */
const OUTSIDE = 0.75;

/**
 * What is drawn over the straightened sheet: thin frames, so that the ink stays readable, and in small type beside it what would be
 * right or what is asked. Letters are outlines, so no font is needed to show it.
 *
 * @returns SVG elements in px of the picture
 */
export function drawnMarks(picture: SheetPicture, marks: readonly BoxMark[], typeface: Typeface): string {
  const drawn = marks.flatMap((mark) => {
    const area = picture.areas[mark.at];
    if (area === undefined) return [];
    return [drawnFrame(area, mark.kind, picture.pxPerMm) + note(area, mark, picture, typeface)];
  });
  return drawn.join("");
}

/** A small label at the box's upper right corner, inside the picture: a sign that says the same as the colour, then words. */
function note(area: PixelArea, { kind, note: words }: BoxMark, picture: SheetPicture, typeface: Typeface) {
  if (kind === "right") return "";
  const { pxPerMm } = picture;
  const boxMm = { width: area.widthPx / pxPerMm, height: area.heightPx / pxPerMm };
  const wanted = Math.min(NOTE.mostPt, Math.max(NOTE.leastPt, boxMm.height * NOTE.ptPerMm));
  const wide = drawnLabel(kind, words, wanted, typeface).widthMm;
  const shrink = Math.max(MIN_SHRINK, Math.min(1, boxMm.width / wide));
  const { svg, widthMm, heightMm } = drawnLabel(kind, words, wanted * shrink, typeface);
  const left = Math.max(0, Math.min(area.xPx + area.widthPx, picture.widthPx) - widthMm * pxPerMm);
  const top = Math.max(0, area.yPx - OUTSIDE * heightMm * pxPerMm);
  return `<g transform="translate(${px(left)} ${px(top)}) scale(${px(pxPerMm)})">${svg}</g>`;
}
