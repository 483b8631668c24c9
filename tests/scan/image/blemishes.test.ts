import { type EvenPicture, removeBlemishes } from "../../../src/scan/image/blemishes.ts";
import { WHITE } from "../../../src/scan/image/picture.ts";
import { randomFrom } from "../../support/sheets.ts";
import { describe, expect, it } from "vitest";

const [WIDTH, HEIGHT, PX_PER_MM] = [640, 800, 8];
const LINES = {
  across: Array.from({ length: 11 }, (_, at) => 100 + 60 * at),
  down: Array.from({ length: 6 }, (_, at) => 70 + 100 * at),
};

type Colour = readonly [number, number, number];
type Paint = (x: number, y: number) => Colour | null;

/** A sheet in even light: what is painted on white paper, with printed lines. */
function paint(...layers: readonly Paint[]): EvenPicture {
  const pixels = new Uint8Array(WIDTH * HEIGHT);
  const rgb = new Uint8Array(3 * pixels.length);
  const isLine = (x: number, y: number) =>
    (LINES.across.some((at) => Math.abs(at - y) <= 1) && x >= 70 && x <= 570) ||
    (LINES.down.some((at) => Math.abs(at - x) <= 1) && y >= 100 && y <= 700);
  for (let y = 0, at = 0; y < HEIGHT; y++)
    for (let x = 0; x < WIDTH; x++, at++) {
      const painted = layers.flatMap((layer) => layer(x, y) ?? []);
      const colour = isLine(x, y)
        ? [60, 60, 60]
        : painted.length > 0
          ? painted.slice(0, 3)
          : [WHITE, WHITE, WHITE];
      rgb.set(colour, 3 * at);
      pixels[at] = Math.round(((colour[0] ?? 0) + (colour[1] ?? 0)) / 2);
    }
  return { grey: { widthPx: WIDTH, heightPx: HEIGHT, pixels }, rgb, pxPerMm: PX_PER_MM };
}

/** The level of the darkest px in a part of a picture. */
function darkest({ grey }: EvenPicture, left: number, top: number, right: number, bottom: number): number {
  let least = 255;
  for (let y = top; y < bottom; y++)
    for (let x = left; x < right; x++) least = Math.min(least, grey.pixels[y * WIDTH + x] as number);
  return least;
}

function cleaned(...layers: readonly Paint[]): EvenPicture {
  const picture = paint(...layers);
  removeBlemishes(picture, LINES);
  return picture;
}

function expectUntouched(layer: Paint): void {
  expect(Buffer.compare(cleaned(layer).grey.pixels, paint(layer).grey.pixels)).toBe(0);
}

/** The stroke of a pen: upright, in the box of the third row and the second column. */
const stroke =
  (colour: Colour): Paint =>
  (x, y) =>
    Math.abs(x - 220) <= 3 && y >= 235 && y <= 265 ? colour : null;
/** A sheet that was folded: a dark line from edge to edge, slightly askew. */
const crease =
  (isAcross: boolean): Paint =>
  (x, y) => {
    const off = isAcross ? y - 249 - 0.01 * (x - 320) : x - 222 - 0.01 * (y - 400);
    const level = Math.round(WHITE - 110 * Math.exp(-((off / 2.2) ** 2)));
    return Math.abs(off) < 8 ? [level, level, level] : null;
  };
const RIM: Colour = [200, 172, 140];
const rim: Paint = (x, y) => (Math.abs(Math.hypot(x - 320, y - 400) - 190) < 6 ? RIM : null);

describe("a blemish on a sheet", () => {
  it.each([true, false])("that is a crease goes (across: %s), and the ink on it stays", (isAcross) => {
    const picture = cleaned(stroke([40, 40, 60]), crease(isAcross));
    const [left, top] = isAcross ? [300, 235] : [205, 350];
    const seen = (one: EvenPicture) => darkest(one, left, top, left + 40, top + 30);
    expect(seen(paint(crease(isAcross)))).toBeLessThan(150);
    expect(seen(picture)).toBeGreaterThan(WHITE - 30);
    expect(darkest(picture, 214, 240, 227, 260)).toBeLessThan(120);
  });

  it("that is the brown rim of a cup goes, and the ink on it stays", () => {
    const onRim: Paint = (x, y) => (Math.abs(y - 402) <= 3 && x > 120 && x < 150 ? [40, 40, 60] : null);
    const picture = cleaned(onRim, rim);
    expect(darkest(paint(rim), 310, 200, 330, 218)).toBeLessThan(200);
    expect(darkest(picture, 310, 205, 330, 217)).toBe(WHITE);
    expect(darkest(picture, 122, 399, 148, 406)).toBeLessThan(60);
  });
});

describe("what is no blemish", () => {
  it.each([
    ["black", [30, 30, 30]],
    ["blue", [50, 70, 180]],
    ["red", [210, 50, 60]],
    ["orange", [230, 120, 20]],
    ["brown", [110, 70, 40]],
    ["light brown", [180, 134, 84]],
    ["pencil", [150, 150, 152]],
  ] as const)("stays: %s ink", (_, colour) => {
    expectUntouched(stroke(colour));
  });

  it("stays: a column of numbers in red ink on a noisy photo, of which many pixels look brown", () => {
    const random = randomFrom(7);
    const noisy: Paint = (x, y) => {
      const isInk = Math.abs(x - 220) <= 12 && Math.abs(x - 220) >= 7 && y > 110 && y < 690 && y % 60 > 46;
      const ink = isInk || (Math.abs(x - 220) <= 12 && y > 110 && y < 690 && y % 60 < 36 && y % 8 < 5);
      const off = () => Math.round(50 * (random() + random() - 1));
      return ink ? [195 + off(), 140 + off(), 133 + off()] : null;
    };
    const before = paint(noisy);
    const after = { ...before, grey: { ...before.grey, pixels: before.grey.pixels.slice() } };
    removeBlemishes(after, LINES);
    const wiped = after.grey.pixels.filter((level, at) => level !== before.grey.pixels[at]).length;
    expect(before.grey.pixels.filter((level) => level < 200 && level > 100).length).toBeGreaterThan(1000);
    expect(wiped).toBe(0);
  });

  it("stays: a line through the boxes of a row, or of a column", () => {
    const strikes: readonly Paint[] = [
      (x, y) => (Math.abs(y - 310 - 0.02 * x) <= 2 && x > 160 && x < 590 ? [40, 40, 60] : null),
      (x, y) => (Math.abs(x - 320) <= 2 && y > 170 && y < 690 ? [40, 40, 60] : null),
    ];
    for (const strike of strikes) expectUntouched(strike);
  });

  it("stays: the printed lines, and a sheet of numbers and words", () => {
    const words: Paint = (x, y) =>
      (x % 20) - 4 < 9 && x % 20 > 4 && y % 60 > 20 && y % 60 < 50 ? [40, 40, 60] : null;
    expectUntouched(words);
  });
});
