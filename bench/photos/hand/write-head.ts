import type { Area } from "../../../src/print/geometry.ts";
import type { PadLayout } from "../../../src/print/layout/pad-layout.ts";
import type { Chance } from "../chance.ts";
import type { Habit } from "./habit.ts";
import { type InkedPaper, inkStrokes } from "./ink-layer.ts";
import { pickNames, wordStrokes } from "./letters.ts";
import type { Point } from "./strokes.ts";
import { writeNumber } from "./write-number.ts";

const PLACES = ["Basel", "Essen", "Kiel", "Trier"];

/** Writes names above the players' columns, and day, place and winner on the lines next to the title; some are left blank. */
export function writeHead(
  paper: InkedPaper,
  { blanks, boxes }: PadLayout,
  players: readonly Habit[],
  chance: Chance,
  hasInitials = false,
): void {
  const top = Math.min(...boxes.map(({ yMm }) => yMm));
  const names = pickNames(players.length + 1, chance).map((name) => (hasInitials ? toInitial(name) : name));
  const lines: string[] = [chance.pick(PLACES), chance.pick(names)];
  for (const blank of blanks.filter(({ yMm }) => yMm < top)) {
    const { player, purpose } = blank;
    const habit = players[(player ?? 1) - 1];
    const words = purpose === null ? lines.shift() : names[(player ?? players.length + 1) - 1];
    if (habit === undefined || chance.isSo(player === null ? 0.25 : 0.1)) continue;
    if (purpose === "date") writeDate(paper, blank, habit, chance);
    else writeName(paper, blank, words ?? "", habit, chance);
  }
}

/** The first letter of each word of a name. */
function toInitial(name: string): string {
  const words = name.split(" ").map(([first = ""]) => first);
  return words.length > 1 ? words.join(".") : words.join("");
}

/** A name along the longer side of its place, upwards if that is upright. */
export function writeName(paper: InkedPaper, place: Area, name: string, habit: Habit, chance: Chance): void {
  const isUpright = place.heightMm > 1.2 * place.widthMm;
  const [long, high] = isUpright ? [place.heightMm, place.widthMm] : [place.widthMm, place.heightMm];
  if (high < 3) return;
  const { strokes, wide } = wordStrokes(name, chance);
  const unit = Math.min(chance.between(1.9, 3), high / 2.4, (0.9 * long) / wide);
  const start = 0.04 * long + chance.between(0, 0.3) * Math.max(0, 0.9 * long - unit * wide);
  const line = high - Math.min(0.3 * high, chance.between(0.6, 1.6));
  const drawn = strokes.map((stroke) =>
    stroke.map(([x, y]): Point => {
      const [along, down] = [start + unit * x, line - unit * y];
      const [xMm, yMm] = isUpright
        ? [place.xMm + down, place.yMm + place.heightMm - along]
        : [place.xMm + along, place.yMm + down];
      return [xMm * paper.pxPerMm, yMm * paper.pxPerMm];
    }),
  );
  inkStrokes(paper, drawn, habit.pen.traceMm * paper.pxPerMm, habit.pen);
}

/** Day and month with a dot behind each. */
function writeDate(paper: InkedPaper, place: Area, habit: Habit, chance: Chance): void {
  const digitPx = Math.min(chance.between(3, 4.2), place.heightMm * 0.8) * paper.pxPerMm;
  const baseline = (place.yMm + place.heightMm - chance.between(0.2, 1)) * paper.pxPerMm;
  let left = (place.xMm + chance.between(0.5, 3)) * paper.pxPerMm;
  for (const part of [chance.whole(1, 31), chance.whole(1, 12)]) {
    const right = left + 4 * digitPx;
    const frame = writeNumber(
      paper,
      String(part),
      habit,
      { left, right, side: 0, baseline, digitPx },
      chance,
    );
    const dot: Point = [frame.right + 0.12 * digitPx, baseline - 0.03 * digitPx];
    inkStrokes(paper, [[dot, [dot[0] + 2, dot[1]]]], habit.pen.traceMm * paper.pxPerMm * 1.2, habit.pen);
    left = frame.right + 0.35 * digitPx;
  }
}
