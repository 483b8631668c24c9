import type { Chance } from "../chance.ts";
import type { Ink } from "../sheets/truth.ts";
import type { Habit } from "./habit.ts";
import { type InkedPaper, inkStrokes } from "./ink-layer.ts";
import {
  circleAround,
  crossing,
  type Frame,
  handLine,
  type Point,
  type Stroke,
  scribble,
} from "./strokes.ts";
import { writeNumber } from "./write-number.ts";

/** How much of a box's width people leave free on either side. */
const SIDE = 0.04;
/** The height of a box in which digits are as high as this person likes them. */
const USUAL_BOX_MM = 7.5;

/** Writes into a box, its frame in pixels of the paper. @returns the frame of the ink; null for an empty box */
export function writeInk(
  paper: InkedPaper,
  box: Frame,
  ink: Ink,
  habit: Habit,
  chance: Chance,
): Frame | null {
  switch (ink.kind) {
    case "empty":
      return null;
    case "score":
      return writeValue(paper, box, ink.value, habit, chance);
    case "strike":
      if (habit.zero !== "plain") return writeValue(paper, box, 0, habit, chance);
      return drawn(paper, strikeOf(chance.isSo(0.9) ? habit.mark : ink.mark, box, habit, chance), habit);
    case "scribble":
      return drawn(paper, scribble(chance, inner(box, chance)), habit);
  }
}

/** Writes a number, with a circle around a 0 if the person draws one. */
function writeValue(paper: InkedPaper, box: Frame, value: number, habit: Habit, chance: Chance): Frame {
  const frame = writeScore(paper, box, String(value), habit, chance);
  return value === 0 && habit.zero === "circled" ? encircle(paper, frame, habit, chance) : frame;
}

/** Draws a circle around what is written. @returns the frame of both */
export function encircle(paper: InkedPaper, written: Frame, habit: Habit, chance: Chance): Frame {
  return union(written, drawn(paper, [circleAround(chance, written)], habit));
}

/** Writes a number, crosses it out and writes another one next to or above it; or writes that over it. @returns the frame of all that */
export function writeCorrected(
  paper: InkedPaper,
  box: Frame,
  [before, after]: readonly [before: string, after: string],
  habit: Habit,
  chance: Chance,
): Frame {
  if (habit.isOver) {
    const first = writeScore(paper, box, before, habit, chance);
    return union(
      first,
      writeScore(
        paper,
        box,
        after,
        { ...habit, pen: { ...habit.pen, traceMm: 1.3 * habit.pen.traceMm } },
        chance,
      ),
    );
  }
  const [width, height] = [box.right - box.left, box.bottom - box.top];
  const isBeside = width > 2.2 * height || (width > 1.6 * height && before.length + after.length < 5);
  const middle = box.left + width * chance.between(0.45, 0.52);
  const line = box.top + height * chance.between(0.44, 0.52);
  const [old, fresh] = isBeside
    ? [
        { ...box, right: middle },
        { ...box, left: middle + 0.04 * height },
      ]
    : [
        { ...box, top: line },
        { ...box, top: box.top - 0.04 * height, bottom: line },
      ];
  const tight = { ...habit, fill: isBeside ? habit.fill : 0.92, side: 0.5, sit: isBeside ? habit.sit : 0.5 };
  const struck = writeScore(paper, old, before, tight, chance);
  inkStrokes(paper, crossing(chance, struck), traceOf(paper, habit), habit.pen);
  const written = writeScore(paper, fresh, after, tight, chance);
  return union(struck, written);
}

function writeScore(paper: InkedPaper, box: Frame, text: string, habit: Habit, chance: Chance): Frame {
  const [width, height] = [box.right - box.left, box.bottom - box.top];
  const { unrest } = habit;
  const isUnruly = chance.isSo(0.04 * unrest);
  // Where there is more room, people write larger, but not as much larger as the room.
  const roomy = Math.max(1, Math.sqrt(height / (USUAL_BOX_MM * paper.pxPerMm)));
  const usual = Math.min(habit.digitMm * paper.pxPerMm * roomy, habit.fill * height);
  const digitPx = usual * Math.exp(chance.near(0, 0.06 * unrest)) * (isUnruly ? 1.25 : 1);
  const side = Math.max(0, Math.min(1, habit.side + chance.near(0, 0.08 * unrest)));
  const sit = habit.sit + chance.near(0, 0.09 * unrest);
  const over = isUnruly ? -SIDE : SIDE;
  return writeNumber(
    paper,
    text,
    habit,
    {
      left: box.left + (over + habit.beyond) * width,
      right: box.right - (over - habit.beyond) * width,
      side,
      baseline: box.top + digitPx + (height - digitPx) * sit,
      digitPx,
    },
    chance,
  );
}

/** A slash, a cross or a dash, as large as this person makes it. */
function strikeOf(mark: string, box: Frame, habit: Habit, chance: Chance): Stroke[] {
  const [width, height] = [box.right - box.left, box.bottom - box.top];
  const tall = height * habit.strike * Math.exp(chance.near(0, 0.1));
  const wide = Math.min(0.95 * width, tall * chance.between(0.6, 1.5));
  const x = (box.left + box.right) / 2 + chance.near(0, 0.07) * width;
  const y = (box.top + box.bottom) / 2 + chance.near(0, 0.05) * height;
  const wobble = 0.035 * height;
  const line = (from: Point, to: Point) => handLine(chance, from, to, wobble);
  const rising = () => line([x - wide / 2, y + tall / 2], [x + wide / 2, y - tall / 2]);
  if (mark === "/") return [rising()];
  if (mark === "X" || mark === "x") {
    const off = () => chance.near(0, 0.07 * height);
    const from: Point = [x - wide / 2 + off(), y - tall / 2 + off()];
    return [rising(), line(from, [x + wide / 2 + off(), y + tall / 2 + off()])];
  }
  const long = Math.min(0.9 * width, height * chance.between(0.5, 1.5));
  const tilt = chance.near(0, 0.05) * long;
  return [line([x - long / 2, y + tilt], [x + long / 2, y - tilt])];
}

function drawn(paper: InkedPaper, strokes: readonly Stroke[], habit: Habit): Frame {
  inkStrokes(paper, strokes, traceOf(paper, habit), habit.pen);
  const xs = strokes.flat().map(([x]) => x);
  const ys = strokes.flat().map(([, y]) => y);
  return {
    left: Math.min(...xs),
    top: Math.min(...ys),
    right: Math.max(...xs),
    bottom: Math.max(...ys),
  };
}

function traceOf(paper: InkedPaper, { pen }: Habit): number {
  return pen.traceMm * paper.pxPerMm;
}

/** A part of the box in which someone scribbles. */
function inner(box: Frame, chance: Chance): Frame {
  const [width, height] = [box.right - box.left, box.bottom - box.top];
  const wide = Math.min(width, height * chance.between(0.9, 2)) * 0.85;
  const x = (box.left + box.right) / 2;
  const low = chance.between(0.08, 0.2) * height;
  return { left: x - wide / 2, right: x + wide / 2, top: box.top + low, bottom: box.bottom - low };
}

function union(a: Frame, b: Frame): Frame {
  return {
    left: Math.min(a.left, b.left),
    top: Math.min(a.top, b.top),
    right: Math.max(a.right, b.right),
    bottom: Math.max(a.bottom, b.bottom),
  };
}
