import type { PadBox } from "../../../src/print/layout/pad-layout.ts";
import type { Chance } from "../chance.ts";
import type { PrintedSheet } from "../print.ts";
import type { PlannedSheet } from "../sheets/plan.ts";
import { type Ink, inkAt } from "../sheets/truth.ts";
import { type Habit, pickHabit, type Writing } from "./habit.ts";
import type { Hand } from "./hands.ts";
import { type InkedPaper, inkStrokes } from "./ink-layer.ts";
import { pickPen } from "./pens.ts";
import { photocopy } from "./photocopy.ts";
import { columnCrossing, type Frame } from "./strokes.ts";
import { encircle, writeCorrected, writeInk } from "./write-box.ts";
import { writeHead } from "./write-head.ts";

/** What was written into a box. */
interface WrittenBox {
  readonly ink: Ink;
  readonly crossedOut: string | null;
  /** Around the ink, in pixels of the paper; null for an empty box. */
  readonly frame: Frame | null;
}

export interface WrittenSheet {
  readonly paper: InkedPaper;
  /** In the order of the layout's boxes. */
  readonly boxes: readonly WrittenBox[];
  readonly isCopied: boolean;
  readonly writers: readonly number[];
  readonly pens: readonly string[];
}

/** Of pads: photocopied, as clubs do when the block runs out. */
const COPIED = 0.08;

/** Fills a sheet in: a scorekeeper for all, or every player with their own hand and pen. */
export function writeSheet(
  planned: PlannedSheet,
  printed: PrintedSheet,
  hands: readonly Hand[],
  chance: Chance,
  copier: Chance,
  writing?: Writing,
): WrittenSheet {
  const paper = printedPaper(printed, chance);
  const isCopied = copier.isSo(COPIED);
  if (isCopied) photocopy(paper, copier);
  const players = pickWriters(planned.sheet.players.length, hands, chance, writing);
  const idle = players[0] ?? pickHabit(chance.pick(hands), chance);
  const { boxes } = planned.layout;
  const plans = planBoxes(planned, boxes, chance, writing);
  const written = boxes.map((box, at): WrittenBox => {
    const plan = plans[at] ?? { ink: { kind: "empty" }, crossedOut: null };
    const habit = players[box.player - 1] ?? idle;
    return { ...plan, frame: write(paper, frameOf(box, paper), plan, habit, planned, box, chance) };
  });
  if (writing === "void-column") crossOutColumn(paper, boxes, players, chance);
  writeHead(paper, planned.layout, players, chance, writing === "initials");
  smudge(paper, written, chance);
  const writers = players.map(({ hand }) => hand.writer);
  return { paper, boxes: written, isCopied, writers, pens: players.map(({ pen }) => pen.kind) };
}

/** In half of the games one person writes for all; pens lie on the table, so some take another one. */
function pickWriters(
  players: number,
  hands: readonly Hand[],
  chance: Chance,
  writing: Writing | undefined,
): Habit[] {
  const scorekeeper = pickHabit(chance.pick(hands), chance, writing);
  const isAlone = chance.isSo(0.5);
  return Array.from({ length: players }, () => {
    if (isAlone) return scorekeeper;
    const own = pickHabit(chance.pick(hands), chance, writing);
    return chance.isSo(0.5) ? { ...own, pen: scorekeeper.pen } : { ...own, pen: pickPen(chance) };
  });
}

interface BoxPlan {
  readonly ink: Ink;
  readonly crossedOut: string | null;
}

/** The entries by place; some sheets have one or two corrections, and few a scribble in a box that is not used. */
function planBoxes(
  { sheet }: PlannedSheet,
  boxes: readonly PadBox[],
  chance: Chance,
  writing: Writing | undefined,
): BoxPlan[] {
  const plans = boxes.map((box): BoxPlan => ({ ink: inkAt(sheet, box), crossedOut: null }));
  if (writing === "over-zero") return writtenOverZeros(plans, boxes, chance);
  if (writing === "void-column")
    return plans.map((plan, at) => (boxes[at]?.player === voidPlayer(sheet) ? VOID : plan));
  const corrections = chance.weighted([
    [0, 0.65],
    [1, 0.25],
    [2, 0.1],
  ] as const);
  for (let done = 0; done < corrections; done++) {
    const at = chance.whole(0, boxes.length - 1);
    const plan = plans[at];
    if (plan?.ink.kind === "score") plans[at] = { ...plan, crossedOut: slipOf(plan.ink.value, chance) };
  }
  const empty = plans.flatMap((plan, at) => (plan.ink.kind === "empty" ? [at] : []));
  if (empty.length > 0 && chance.isSo(0.06)) {
    plans[chance.pick(empty)] = { ink: { kind: "scribble" }, crossedOut: null };
  }
  return plans;
}

/** In two or three boxes a 0 was written first, and points over it. */
function writtenOverZeros(plans: readonly BoxPlan[], boxes: readonly PadBox[], chance: Chance): BoxPlan[] {
  const scored = plans.flatMap(({ ink }, at) =>
    ink.kind === "score" && ink.value > 0 && boxes[at]?.category != null ? [at] : [],
  );
  const chosen = Array.from({ length: Math.min(scored.length, chance.whole(2, 3)) }, () =>
    chance.pick(scored),
  );
  return plans.map((plan, at) => (chosen.includes(at) ? { ...plan, crossedOut: "0" } : plan));
}

/** Nobody can say what was in a column that is crossed out, and nobody has to. */
const VOID: BoxPlan = { ink: { kind: "scribble" }, crossedOut: "column" };

/** The place that was begun and crossed out: the first one without a player. */
function voidPlayer({ players }: PlannedSheet["sheet"]): number {
  return players.length + 1;
}

/** Writes numbers into the upper boxes of a column without a player, and crosses the column out. */
function crossOutColumn(
  paper: InkedPaper,
  boxes: readonly PadBox[],
  players: readonly Habit[],
  chance: Chance,
): void {
  const own = boxes.filter(({ player, column }, _, all) => {
    const first = all.find((box) => box.player === players.length + 1);
    return player === first?.player && column === first.column;
  });
  const habit = players[0];
  if (own.length === 0 || habit === undefined) return;
  const frames = own.map((box) => frameOf(box, paper));
  for (const frame of frames.slice(0, chance.whole(3, 8)))
    writeInk(paper, frame, { kind: "score", value: chance.whole(1, 30) }, habit, chance);
  const around = {
    left: Math.min(...frames.map(({ left }) => left)),
    right: Math.max(...frames.map(({ right }) => right)),
    top: Math.min(...frames.map(({ top }) => top)),
    bottom: Math.max(...frames.map(({ bottom }) => bottom)),
  };
  const strokes = columnCrossing(chance, around, frames.length);
  inkStrokes(paper, strokes, habit.pen.traceMm * paper.pxPerMm, habit.pen);
}

/** What someone wrote before they noticed. */
function slipOf(value: number, chance: Chance): string {
  const text = String(Math.abs(value));
  const isTurned = text.length > 1 && new Set(text).size > 1 && chance.isSo(0.3);
  if (isTurned) return [...text].reverse().join("").replace(/^0+/, "");
  return String(Math.max(1, Math.abs(value) + chance.pick([-10, -5, -3, -1, 1, 2, 4, 10])));
}

function frameOf({ xMm, yMm, widthMm, heightMm }: PadBox, { pxPerMm }: InkedPaper): Frame {
  return {
    left: xMm * pxPerMm,
    top: yMm * pxPerMm,
    right: (xMm + widthMm) * pxPerMm,
    bottom: (yMm + heightMm) * pxPerMm,
  };
}

function write(
  paper: InkedPaper,
  frame: Frame,
  { ink, crossedOut }: BoxPlan,
  habit: Habit,
  { noBonus }: PlannedSheet,
  { line }: PadBox,
  chance: Chance,
): Frame | null {
  if (ink.kind === "score" && crossedOut !== null)
    return writeCorrected(paper, frame, [crossedOut, String(ink.value)], habit, chance);
  if (ink.kind === "scribble" && crossedOut === "column") return null;
  const isNothing = ink.kind === "score" && ink.value === 0 && line !== null;
  const shown: Ink = isNothing && noBonus === "dash" ? { kind: "strike", mark: "–" } : ink;
  const written = writeInk(paper, frame, shown, habit, chance);
  const isCircled = habit.circles && line?.endsWith("total");
  return isCircled && written !== null ? encircle(paper, written, habit, chance) : written;
}

/** Offset print as it is, and toner: not quite black, spread a little, uneven. */
function printedPaper(printed: PrintedSheet, chance: Chance): InkedPaper {
  const { widthPx, heightPx, pxPerMm, grey } = printed;
  if (printed.rgb !== null) return { widthPx, heightPx, pxPerMm, rgb: printed.rgb.slice() };
  const toner = chance.between(0.1, 0.26);
  const spread = chance.between(0, 0.5);
  const rgb = new Uint8Array(3 * widthPx * heightPx);
  for (let at = 0; at < grey.length; at++) {
    const here = grey[at] ?? 255;
    const left = grey[at - 1] ?? 255;
    const above = grey[at - widthPx] ?? 255;
    const around = Math.min(left, above, grey[at + 1] ?? 255, grey[at + widthPx] ?? 255, here);
    const value = toner * 255 + (1 - toner) * (here + spread * (around - here));
    rgb[3 * at] = value;
    rgb[3 * at + 1] = value;
    rgb[3 * at + 2] = value;
  }
  return { widthPx, heightPx, pxPerMm, rgb };
}

/** A thumb drawn over fresh ink takes some of it along. */
function smudge(paper: InkedPaper, boxes: readonly WrittenBox[], chance: Chance): void {
  const frames = boxes.flatMap(({ frame }) => (frame === null ? [] : [frame]));
  if (frames.length === 0 || !chance.isSo(0.12)) return;
  const { left, top, right, bottom } = chance.pick(frames);
  const shift = Math.round(chance.between(0.6, 2) * paper.pxPerMm);
  const wiped = chance.between(0.15, 0.35);
  for (let y = Math.max(0, Math.floor(top)); y < Math.min(paper.heightPx, bottom); y++) {
    for (let x = Math.min(paper.widthPx - 1, Math.ceil(right) + shift); x > Math.max(shift, left); x--) {
      for (let channel = 0; channel < 3; channel++)
        wipe(paper.rgb, 3 * (y * paper.widthPx + x) + channel, shift, wiped);
    }
  }
}

/** The darkest of the pixels to the left stains this one. */
function wipe(rgb: Uint8Array, at: number, shift: number, share: number): void {
  let darkest = 255;
  for (let back = 0; back <= shift; back += 3) darkest = Math.min(darkest, rgb[at - 3 * back] ?? 255);
  const here = rgb[at] ?? 255;
  rgb[at] = here + share * Math.min(0, darkest - here) * 0.6;
}
