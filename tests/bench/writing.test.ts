import { expect, it } from "vitest";
import { pickDamage } from "../../bench/photos/camera/damage.ts";
import { chanceFor } from "../../bench/photos/chance.ts";
import { FIRST_FOLD } from "../../bench/photos/folds.ts";
import type { Writing } from "../../bench/photos/hand/habit.ts";
import { readHands } from "../../bench/photos/hand/hands.ts";
import { circleAround, columnCrossing } from "../../bench/photos/hand/strokes.ts";
import { writeSheet } from "../../bench/photos/hand/write-sheet.ts";
import { planSheetOf } from "../../bench/photos/sheets/plan.ts";
import { shippedGame } from "../support/games.ts";

const hands = await readHands(FIRST_FOLD);
const frame = { left: 40, top: 20, right: 90, bottom: 50 };

/** A sheet that only its first player has filled in, as people write who have this peculiarity. */
function written(writing?: Writing) {
  const planned = planSheetOf(shippedGame("generala"), 3, "writing", { paper: "a5", mistake: null });
  const { page } = planned.layout;
  const [widthPx, heightPx] = [page.widthMm, page.heightMm].map((mm) => Math.ceil(4 * mm));
  if (widthPx === undefined || heightPx === undefined) throw new Error("the sheet should have a size");
  const printed = {
    widthPx,
    heightPx,
    pxPerMm: 4,
    grey: new Uint8Array(widthPx * heightPx).fill(255),
    rgb: null,
  };
  const players = planned.sheet.players.slice(0, 1);
  const one = { ...planned, sheet: { ...planned.sheet, players } };
  const chance = () => chanceFor(3, "hand");
  const { boxes, paper } = writeSheet(one, printed, hands, chance(), chanceFor(3, "copier"), writing);
  const dark = paper.rgb.filter((level) => level < 120).length;
  return { dark, boxes: boxes.map((box, at) => ({ ...box, place: planned.layout.boxes[at] })) };
}

it("a circle lies around what it is drawn around", () => {
  const points = circleAround(chanceFor(1, "circle"), frame);
  expect(Math.min(...points.map(([x]) => x))).toBeLessThan(frame.left);
  expect(Math.max(...points.map(([x]) => x))).toBeGreaterThan(frame.right);
  expect(Math.min(...points.map(([, y]) => y))).toBeLessThan(frame.top);
  expect(Math.max(...points.map(([, y]) => y))).toBeGreaterThan(frame.bottom);
});

it("a crossed-out column is crossed out from top to bottom", () => {
  for (let draw = 0; draw < 12; draw++) {
    const ys = columnCrossing(chanceFor(draw, "column"), { ...frame, bottom: 500 }, 16).flat();
    expect(Math.min(...ys.map(([, y]) => y))).toBeLessThan(60);
    expect(Math.max(...ys.map(([, y]) => y))).toBeGreaterThan(460);
  }
});

it("circles around totals and slashes through zeros are more ink", () => {
  const usual = written().dark;
  for (const writing of ["circled", "zeros"] as const)
    expect([writing, written(writing).dark > usual]).toEqual([writing, true]);
});

it("points are written over zeros", () => {
  const over = written("over-zero").boxes.filter(({ crossedOut }) => crossedOut === "0");
  expect(over.length).toBeGreaterThan(0);
  for (const { ink, place } of over) {
    expect(ink.kind).toBe("score");
    expect(place?.category).not.toBeNull();
  }
});

it("a column that is crossed out is the first one without a player, and holds nothing that counts", () => {
  const { boxes } = written("void-column");
  const crossed = boxes.filter(({ ink }) => ink.kind === "scribble").map(({ place }) => place?.player);
  expect([...new Set(crossed)]).toEqual([2]);
});

it("a pen lies on most sheets, and never on what is written", () => {
  const page = { widthMm: 148, heightMm: 210 };
  const paper = { widthPx: 1, heightPx: 1, pxPerMm: 1, rgb: new Uint8Array(3) };
  const spots = Array.from({ length: 12 }, (_, at) => ({ x: -10, y: 7 * at - 40 }));
  let pens = 0;
  for (let draw = 0; draw < 20; draw++) {
    const light = pickDamage("pen", page, paper, spots, chanceFor(draw, "pen"));
    expect(spots.map(({ x, y }) => light(x, y))).toEqual(spots.map(() => [1, 1, 1]));
    const places = Array.from({ length: 1000 }, (_, at) => [
      3 * (at % 40) - 60,
      7 * Math.floor(at / 40) - 85,
    ]);
    if (places.some(([x = 0, y = 0]) => light(x, y)[0] < 1)) pens++;
  }
  expect(pens).toBeGreaterThan(15);
});
