import { execFileSync, spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { type Area, grown } from "../../../src/print/geometry.ts";
import type { PadLayout } from "../../../src/print/layout/pad-layout.ts";
import { drawPad } from "../../../src/print/pad/draw-pad.ts";
import { shippedGame } from "../../support/games.ts";
import { FAMILY, good, laidOut } from "../../support/pads.ts";

/** A copy of a page: black or white, at this resolution in pixels per mm. */
interface Copy {
  readonly pxPerMm: number;
  readonly isBlack: (x: number, y: number) => boolean;
}

const MM_PER_INCH = 25.4;
/** What is darker than this is black on a copy. */
const THRESHOLD = 140;

/** The page as a program of others draws it. @param how what `pdftoppm` is asked for */
function rendered(pdf: Uint8Array, dpi: number, how: "-gray" | "-mono"): Buffer {
  return execFileSync("pdftoppm", ["-r", String(dpi), how, "-singlefile", "-"], {
    input: pdf,
    maxBuffer: 64 * 1024 * 1024,
  });
}

/** A bad copy: few pixels, and a threshold. */
function thresholded(pdf: Uint8Array): Copy {
  const picture = rendered(pdf, 72, "-gray");
  const [, head = "", width = "0"] =
    /^(P5\s+(\d+)\s+\d+\s+255\s)/.exec(picture.toString("latin1", 0, 40)) ?? [];
  const isBlack = (x: number, y: number) => (picture[head.length + y * Number(width) + x] ?? 255) < THRESHOLD;
  return { pxPerMm: 72 / MM_PER_INCH, isBlack };
}

/** What a laser printer or a scanner for text makes of it: fine, and one bit. */
function oneBit(pdf: Uint8Array): Copy {
  const picture = rendered(pdf, 600, "-mono");
  const [, head = "", width = "0"] = /^(P4\s+(\d+)\s+\d+\s)/.exec(picture.toString("latin1", 0, 40)) ?? [];
  const bytesInRow = Math.ceil(Number(width) / 8);
  const isBlack = (x: number, y: number) =>
    ((picture[head.length + y * bytesInRow + (x >> 3)] ?? 0) & (0x80 >> (x & 7))) !== 0;
  return { pxPerMm: 600 / MM_PER_INCH, isBlack };
}

/** The share of a line's length at which the copy is black, there or one pixel off. */
function shareOfLine({ pxPerMm, isBlack }: Copy, rule: PadLayout["rules"][number]): number {
  const at = (mm: number) => Math.floor(mm * pxPerMm);
  const [fromX, toX, fromY, toY] = [at(rule.fromXMm), at(rule.toXMm), at(rule.fromYMm), at(rule.toYMm)];
  const isLevel = toX - fromX >= Math.abs(toY - fromY);
  const steps = Math.max(2, isLevel ? toX - fromX : toY - fromY);
  let found = 0;
  // A line covers only a part of the pixel in which it begins.
  for (let step = 1; step < steps; step++) {
    const [x, y] = isLevel ? [fromX + step, fromY] : [fromX, fromY + step];
    const beside = [-1, 0, 1].some((by) => (isLevel ? isBlack(x, y + by) : isBlack(x + by, y)));
    if (beside) found++;
  }
  return found / (steps - 1);
}

/** The share of an area that is black. */
function shareOfInk({ pxPerMm, isBlack }: Copy, { xMm, yMm, widthMm, heightMm }: Area): number {
  const at = (mm: number) => Math.round(mm * pxPerMm);
  const [left, right, top, bottom] = [at(xMm), at(xMm + widthMm), at(yMm), at(yMm + heightMm)];
  let black = 0;
  for (let y = top; y < bottom; y++) for (let x = left; x < right; x++) if (isBlack(x, y)) black++;
  return black / Math.max(1, (right - left) * (bottom - top));
}

/** Slanted strokes of arrows are no lines of a table. */
const isStraight = (rule: PadLayout["rules"][number]) =>
  rule.fromXMm === rule.toXMm || rule.fromYMm === rule.toYMm;

/** The lines and words of a layout that a copy loses. @param minInk letters cover at least this share of the area around them */
function lostOn(copy: Copy, { rules, texts }: PadLayout, minInk: number): string[] {
  const lines = rules.filter(isStraight).filter((rule) => shareOfLine(copy, rule) < 0.98);
  const words = texts.filter(({ ink }) => shareOfInk(copy, grown(ink, 0.1)) < minInk);
  return [
    ...lines.map(({ fromXMm, fromYMm, weightPt }) => `line of ${weightPt} pt at ${fromXMm},${fromYMm}`),
    ...words.map(({ text, sizePt }) => `${text} in ${sizePt} pt`),
  ];
}

/** Letters cover about a sixth of the area around them; on a bad copy, thin ones lose half of that. */
const MIN_INK = { fine: 0.12, bad: 0.06 };

const printed = async (layout: PadLayout) =>
  drawPad(layout, { title: "", language: "de", family: FAMILY, sheets: 1 });

/** Where everything is tested, a missing tool is a fault; at a desk these tests are skipped without it (package poppler-utils). */
const canRender = spawnSync("pdftoppm", ["-v"]).status === 0 || process.env.AUGENBLOCK_TOOLS === "required";

describe.skipIf(!canRender)("a photocopied pad", () => {
  it.each([
    ["kniffel", "a5", 4],
    ["crag", "a6", 4],
  ] as const)("of %s on %s keeps every line and all words", async (id, paper, players) => {
    const layout = good(laidOut(shippedGame(id), "de", paper, players));
    const pdf = await printed(layout);
    expect(layout.rules.filter(isStraight).length).toBeGreaterThan(20);
    expect(layout.texts.length).toBeGreaterThan(30);
    expect(lostOn(thresholded(pdf), layout, MIN_INK.bad)).toEqual([]);
    expect(lostOn(oneBit(pdf), layout, MIN_INK.fine)).toEqual([]);
  });
});
