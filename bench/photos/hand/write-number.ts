import type { Chance } from "../chance.ts";
import { glyphTouch, profileOf } from "./glyph-touch.ts";
import type { Habit } from "./habit.ts";
import { type InkedPaper, ink, inkStrokes, type Touch, trace } from "./ink-layer.ts";
import { type Frame, handLine, type Stroke } from "./strokes.ts";

/** A digit or sign with the place of its upper left corner. */
interface Piece {
  readonly touch: Touch;
  readonly x: number;
  readonly y: number;
}

/** Where someone writes a number; in pixels of the paper. */
export interface NumberPlace {
  /** It should stay between these. */
  readonly left: number;
  readonly right: number;
  /** Where between them it is: 0 left, 1 right. */
  readonly side: number;
  /** The baseline of its digits. */
  readonly baseline: number;
  readonly digitPx: number;
}

/** Writes a number. @returns the frame of its ink */
export function writeNumber(
  paper: InkedPaper,
  text: string,
  habit: Habit,
  place: NumberPlace,
  chance: Chance,
): Frame {
  const room = place.right - place.left;
  let { pieces, widthPx, digitPx } = compose(text, habit, place.digitPx, paper.pxPerMm, chance);
  for (let attempt = 0; widthPx > room && attempt < 6; attempt++) {
    const smaller = digitPx * Math.max(0.75, (0.98 * room) / widthPx);
    ({ pieces, widthPx, digitPx } = compose(text, habit, smaller, paper.pxPerMm, chance));
  }
  const tilt = chance.near(0, 0.03 * habit.unrest);
  const left = place.left + place.side * (room - widthPx);
  const top = place.baseline - digitPx;
  let frame: Frame = { left, top: place.baseline, right: left + widthPx, bottom: top };
  for (const [at, { touch, x, y }] of pieces.entries()) {
    const down = tilt * (x + touch.widthPx / 2 - widthPx / 2);
    const [atX, atY] = [Math.round(left + x), Math.round(top + y + down)];
    ink(paper, touch, atX, atY, habit.pen);
    if (habit.zero === "slashed" && text[at] === "0")
      inkStrokes(
        paper,
        [slashThrough(touch, atX, atY, chance)],
        habit.pen.traceMm * paper.pxPerMm,
        habit.pen,
      );
    const bottom = Math.max(frame.bottom, atY + touch.heightPx - 2);
    frame = { ...frame, top: Math.min(frame.top, atY + 2), bottom };
  }
  return frame;
}

function slashThrough({ widthPx, heightPx }: Touch, x: number, y: number, chance: Chance): Stroke {
  const over = 0.12 * heightPx;
  return handLine(chance, [x - over, y + heightPx + over], [x + widthPx + over, y - over], over / 4);
}

/** Sets the digits side by side as a hand does: by the gap between their ink, not between their frames. */
function compose(text: string, habit: Habit, digitPx: number, pxPerMm: number, chance: Chance) {
  const pieces: Piece[] = [];
  let right = 0;
  let before: Touch | null = null;
  for (const sign of text) {
    const touch =
      sign === "-"
        ? minus(digitPx, habit, pxPerMm, chance)
        : digit(Number(sign), digitPx, habit, pxPerMm, chance);
    const gap = digitPx * chance.near(habit.gap, 0.05 * habit.unrest);
    const x: number = before === null ? 0 : right + gap - nearness(before, touch);
    const rise = chance.near(0, 0.03 * habit.unrest) * digitPx;
    pieces.push({ touch, x, y: digitPx - touch.heightPx + rise });
    right = x + touch.widthPx;
    before = touch;
  }
  return { pieces, widthPx: right, digitPx };
}

/** How much two neighbours, frame next to frame, can be pushed together until their ink is about to touch. */
function nearness(before: Touch, after: Touch): number {
  const [a, b] = [profileOf(before), profileOf(after)];
  // Both are on the same line, so rows are counted from the bottom.
  const rows = Math.min(before.heightPx, after.heightPx);
  let least = before.widthPx + after.widthPx;
  for (let up = 1; up <= rows; up++) {
    const right = a.last[before.heightPx - up] ?? -1;
    for (const near of [up - 3, up, up + 3]) {
      const left = b.first[after.heightPx - near] ?? after.widthPx;
      if (right >= 0 && left < after.widthPx) least = Math.min(least, before.widthPx - 1 - right + left);
    }
  }
  // Nobody pushes digits below one another.
  return Math.min(least, 0.3 * Math.min(before.widthPx, after.widthPx) + 4);
}

function digit(value: number, digitPx: number, habit: Habit, pxPerMm: number, chance: Chance): Touch {
  const glyph = chance.pick(habit.hand.digits[value] ?? []);
  const { unrest, pen } = habit;
  return glyphTouch(glyph, {
    heightPx: digitPx * (0.35 + 0.65 * glyph.size) * Math.exp(chance.near(0, 0.05 * unrest)),
    stretch: habit.stretch * Math.exp(chance.near(0, 0.04 * unrest)),
    slant: habit.slant + chance.near(0, 0.035 * unrest),
    turn: chance.near(0, 0.03 * unrest),
    tracePx: pen.traceMm * pxPerMm,
  });
}

/** A short dash as high as a digit, so that it is at half height. */
function minus(digitPx: number, { pen }: Habit, pxPerMm: number, chance: Chance): Touch {
  const long = digitPx * chance.between(0.28, 0.5);
  const tracePx = pen.traceMm * pxPerMm;
  const heightPx = Math.ceil(digitPx);
  const widthPx = Math.ceil(long + 2 * tracePx);
  const y = digitPx * chance.between(0.42, 0.6);
  const stroke: Stroke = handLine(
    chance,
    [tracePx, y],
    [tracePx + long, y + chance.near(0, 0.05) * long],
    0.01 * digitPx,
  );
  const touch = { widthPx, heightPx, share: new Float32Array(widthPx * heightPx) };
  trace(touch, stroke, 0, 0, tracePx);
  return touch;
}
