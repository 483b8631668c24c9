import type { Area } from "../../../src/print/geometry.ts";
import type { PadLayout, Rule } from "../../../src/print/layout/pad-layout.ts";
import type { Chance } from "../chance.ts";
import type { Habit } from "./habit.ts";
import { type InkedPaper, inkStrokes } from "./ink-layer.ts";
import { pickNames, wordStrokes } from "./letters.ts";
import type { Point } from "./strokes.ts";
import { writeNumber } from "./write-number.ts";

/** Writes names above the players' columns and names and dates on the lines next to the title; some are left blank. */
export function writeHead(
  paper: InkedPaper,
  layout: PadLayout,
  players: readonly Habit[],
  chance: Chance,
): void {
  const [scorekeeper] = players;
  if (scorekeeper === undefined) return;
  const { others, named } = sheetFields(layout);
  const fields = [...others, ...named];
  const names = pickNames(fields.length + players.length, chance);
  fields.forEach((field, at) => {
    if (chance.isSo(0.25)) return;
    const isDate = at % 2 === 0 && chance.isSo(0.6) && !named.includes(field);
    if (isDate) writeDate(paper, field, scorekeeper, chance);
    else writeName(paper, field, names[players.length + at] ?? "", scorekeeper, chance);
  });
  players.forEach((habit, at) => {
    const place = namePlace(layout, at + 1);
    if (place !== null && chance.isSo(0.9)) writeName(paper, place, names[at] ?? "", habit, chance);
  });
}

function isLevel({ fromYMm, toYMm }: Rule): boolean {
  return Math.abs(fromYMm - toYMm) < 0.01;
}

/** The top of the boxes. */
function topOf({ boxes }: PadLayout): number {
  return Math.min(...boxes.map(({ yMm }) => yMm));
}

/** Short level lines above the boxes are there to be written on; the place stands on the line. */
function fieldsOf(layout: PadLayout): Area[] {
  const top = topOf(layout);
  return layout.rules
    .filter((rule) => isLevel(rule) && rule.fromYMm < top - 1)
    .map(({ fromXMm, toXMm, fromYMm }) => ({
      xMm: fromXMm,
      yMm: fromYMm - 6.5,
      widthMm: toXMm - fromXMm,
      heightMm: 6.5,
    }))
    .filter(({ widthMm }) => widthMm > 10 && widthMm < 0.7 * layout.page.widthMm);
}

/** The fields for names, which take no date, and the others. */
function sheetFields(layout: PadLayout) {
  const lineMm = ({ yMm, heightMm }: Area) => yMm + heightMm;
  const names = layout.blanks.filter(({ purpose }) => purpose === "name");
  const isName = (field: Area) => names.some((name) => Math.abs(lineMm(name) - lineMm(field)) < 0.01);
  const fields = fieldsOf(layout);
  return { named: fields.filter(isName), others: fields.filter((one) => !isName(one)) };
}

/** The cell above a player's only column; null where columns stand for something else than players. */
function namePlace(layout: PadLayout, player: number): Area | null {
  const columns = new Set(layout.boxes.filter((box) => box.player === player).map(({ column }) => column));
  const first = layout.boxes.find((box) => box.player === player);
  if (columns.size !== 1 || first === undefined) return null;
  const top = topOf(layout);
  const uprights = layout.rules.filter(
    ({ fromXMm, toXMm }) => fromXMm === toXMm && Math.abs(fromXMm - first.xMm) < 0.5,
  );
  const yMm = Math.min(top, ...uprights.map(({ fromYMm }) => fromYMm));
  return { xMm: first.xMm, yMm, widthMm: first.widthMm, heightMm: top - yMm };
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
