// What is done with every pixel of a photo, PIXELS at a time: a vector holds one byte of each.

/** Pixels that are worked on at a time. */
export const PIXELS: i32 = 16;
/** Bytes of their red, green and blue. */
export const RGB_BYTES: i32 = 48;

// Shares of red, green and blue in luma, in 256ths (0.299, 0.587 and 0.114 of Rec. 601).
const RED: i16 = 77;
const GREEN: i16 = 150;
const BLUE: i16 = 29;
const WHOLE: i16 = 256;
/** Levels by which blue and red differ from luma for each step of Cb and Cr. */
const BLUE_STEP = 1.772;
const RED_STEP = 1.402;
/** Cb and Cr of grey. */
const NEUTRAL = 128;

/** The luma of pixels. */
export function luma(rgb: usize, rgbEnd: usize, to: usize): void {
  if (rgb < rgbEnd)
    do {
      const red = loadRed(rgb);
      const green = loadGreen(rgb);
      const blue = loadBlue(rgb);
      const low = lumaShorts(lowShorts(red), lowShorts(green), lowShorts(blue));
      const high = lumaShorts(highShorts(red), highShorts(green), highShorts(blue));
      v128.store(to, i8x16.narrow_i16x8_u(low, high));
      rgb += RGB_BYTES;
      to += PIXELS;
    } while (rgb < rgbEnd);
}

function lumaShorts(red: v128, green: v128, blue: v128): v128 {
  let sum = i16x8.add(i16x8.splat(WHOLE / 2), i16x8.mul(red, i16x8.splat(RED)));
  sum = i16x8.add(sum, i16x8.mul(green, i16x8.splat(GREEN)));
  sum = i16x8.add(sum, i16x8.mul(blue, i16x8.splat(BLUE)));
  return i16x8.shr_u(sum, 8);
}

/**
 * Cb and Cr for every two pixels of two rows: of the first pixel of the upper row and the second of the lower one, which are diagonal to
 * each other, since most photos are stored with one chroma for all four.
 */
export function chroma(upper: usize, upperEnd: usize, lower: usize, to: usize): void {
  if (upper < upperEnd)
    do {
      const red = i16x8.add(evenShorts(loadRed(upper)), oddShorts(loadRed(lower)));
      const green = i16x8.add(evenShorts(loadGreen(upper)), oddShorts(loadGreen(lower)));
      const blue = i16x8.add(evenShorts(loadBlue(upper)), oddShorts(loadBlue(lower)));
      const lowRedGreen = i16x8.shuffle(red, green, 0, 8, 1, 9, 2, 10, 3, 11);
      const highRedGreen = i16x8.shuffle(red, green, 4, 12, 5, 13, 6, 14, 7, 15);
      const lowBlue = i32x4.extend_low_i16x8_u(blue);
      const highBlue = i32x4.extend_high_i16x8_u(blue);
      const cb = i16x8.narrow_i32x4_s(blueChroma(lowRedGreen, lowBlue), blueChroma(highRedGreen, highBlue));
      const cr = i16x8.narrow_i32x4_s(redChroma(lowRedGreen, lowBlue), redChroma(highRedGreen, highBlue));
      const both = i8x16.narrow_i16x8_u(cb, cr);
      v128.store(to, i8x16.shuffle(both, both, 0, 8, 1, 9, 2, 10, 3, 11, 4, 12, 5, 13, 6, 14, 7, 15));
      upper += RGB_BYTES;
      lower += RGB_BYTES;
      to += PIXELS;
    } while (upper < upperEnd);
}

// A sum of two pixels fits into 16 bits, and the sum of its products into 32.
function blueChroma(redGreen: v128, blue: v128): v128 {
  const shares = i16x8(-RED, -GREEN, -RED, -GREEN, -RED, -GREEN, -RED, -GREEN);
  const products = i32x4.mul(blue, i32x4.splat(WHOLE - BLUE));
  const step = f32x4.splat(<f32>(0.5 / BLUE_STEP / WHOLE));
  return chromaSteps(i32x4.add(i32x4.dot_i16x8_s(redGreen, shares), products), step);
}

function redChroma(redGreen: v128, blue: v128): v128 {
  const more: i16 = WHOLE - RED;
  const shares = i16x8(more, -GREEN, more, -GREEN, more, -GREEN, more, -GREEN);
  const products = i32x4.mul(blue, i32x4.splat(-BLUE));
  const step = f32x4.splat(<f32>(0.5 / RED_STEP / WHOLE));
  return chromaSteps(i32x4.add(i32x4.dot_i16x8_s(redGreen, shares), products), step);
}

function chromaSteps(sums: v128, step: v128): v128 {
  const steps = f32x4.nearest(f32x4.mul(f32x4.convert_i32x4_s(sums), step));
  return i32x4.add(i32x4.trunc_sat_f32x4_s(steps), i32x4.splat(NEUTRAL));
}

/** Red, green and blue of pixels, from luma and from Cb and Cr of each. */
export function join(luma: usize, lumaEnd: usize, chroma: usize, to: usize): void {
  if (luma < lumaEnd)
    do {
      const levels = v128.load(luma);
      const lowLuma = lowShorts(levels);
      const highLuma = highShorts(levels);
      const lowChroma = v128.load(chroma);
      const highChroma = v128.load(chroma, 16);
      storeRgb(
        to,
        i8x16.narrow_i16x8_u(redShorts(lowLuma, lowChroma), redShorts(highLuma, highChroma)),
        i8x16.narrow_i16x8_u(greenShorts(lowLuma, lowChroma), greenShorts(highLuma, highChroma)),
        i8x16.narrow_i16x8_u(blueShorts(lowLuma, lowChroma), blueShorts(highLuma, highChroma)),
      );
      luma += PIXELS;
      chroma += 2 * PIXELS;
      to += RGB_BYTES;
    } while (luma < lumaEnd);
}

function redShorts(luma: v128, chroma: v128): v128 {
  const cr = oddShorts(chroma);
  const step = f32x4.splat(<f32>RED_STEP);
  return roundShorts(
    f32x4.add(lowFloats(luma), f32x4.mul(lowSteps(cr), step)),
    f32x4.add(highFloats(luma), f32x4.mul(highSteps(cr), step)),
  );
}

function greenShorts(luma: v128, chroma: v128): v128 {
  const cr = oddShorts(chroma);
  const cb = evenShorts(chroma);
  const redStep = f32x4.splat(<f32>((-(<f64>RED) / <f64>GREEN) * RED_STEP));
  const blueStep = f32x4.splat(<f32>((-(<f64>BLUE) / <f64>GREEN) * BLUE_STEP));
  const low = f32x4.add(lowFloats(luma), f32x4.mul(lowSteps(cr), redStep));
  const high = f32x4.add(highFloats(luma), f32x4.mul(highSteps(cr), redStep));
  return roundShorts(
    f32x4.add(low, f32x4.mul(lowSteps(cb), blueStep)),
    f32x4.add(high, f32x4.mul(highSteps(cb), blueStep)),
  );
}

function blueShorts(luma: v128, chroma: v128): v128 {
  const cb = evenShorts(chroma);
  const step = f32x4.splat(<f32>BLUE_STEP);
  return roundShorts(
    f32x4.add(lowFloats(luma), f32x4.mul(lowSteps(cb), step)),
    f32x4.add(highFloats(luma), f32x4.mul(highSteps(cb), step)),
  );
}

/** Cb or Cr of the first four pixels, less that of grey. */
function lowSteps(chroma: v128): v128 {
  return f32x4.convert_i32x4_s(i32x4.sub(i32x4.extend_low_i16x8_u(chroma), i32x4.splat(NEUTRAL)));
}

function highSteps(chroma: v128): v128 {
  return f32x4.convert_i32x4_s(i32x4.sub(i32x4.extend_high_i16x8_u(chroma), i32x4.splat(NEUTRAL)));
}

function roundShorts(low: v128, high: v128): v128 {
  return truncateShorts(f32x4.nearest(low), f32x4.nearest(high));
}

function truncateShorts(low: v128, high: v128): v128 {
  return i16x8.narrow_i32x4_s(i32x4.trunc_sat_f32x4_s(low), i32x4.trunc_sat_f32x4_s(high));
}

/** The mean of each two pixels of two rows of grey, twice PIXELS of each row at a time. */
export function halve(upper: usize, upperEnd: usize, lower: usize, to: usize): void {
  if (upper < upperEnd)
    do {
      const low = meanShorts(v128.load(upper), v128.load(lower));
      const high = meanShorts(v128.load(upper, 16), v128.load(lower, 16));
      v128.store(to, i8x16.narrow_i16x8_u(low, high));
      upper += 2 * PIXELS;
      lower += 2 * PIXELS;
      to += PIXELS;
    } while (upper < upperEnd);
}

function meanShorts(upper: v128, lower: v128): v128 {
  // Two for rounding, then a quarter.
  const sum = i16x8.add(i16x8.splat(2), i16x8.extadd_pairwise_i8x16_u(upper));
  return i16x8.shr_u(i16x8.add(sum, i16x8.extadd_pairwise_i8x16_u(lower)), 2);
}

/** Pixels divided by the light that falls on them, so that paper becomes white, and grey in which ink of any colour is dark. */
export function divide(rgb: usize, rgbEnd: usize, light: usize, to: usize, grey: usize, white: f32): void {
  const paper = f32x4.splat(white);
  if (rgb < rgbEnd)
    do {
      const red = loadRed(rgb);
      const green = loadGreen(rgb);
      const blue = loadBlue(rgb);
      const redLight = loadRed(light);
      const greenLight = loadGreen(light);
      const blueLight = loadBlue(light);
      const red0 = divideFloats(firstFloats(red), firstFloats(redLight), paper);
      const red1 = divideFloats(secondFloats(red), secondFloats(redLight), paper);
      const red2 = divideFloats(thirdFloats(red), thirdFloats(redLight), paper);
      const red3 = divideFloats(lastFloats(red), lastFloats(redLight), paper);
      const green0 = divideFloats(firstFloats(green), firstFloats(greenLight), paper);
      const green1 = divideFloats(secondFloats(green), secondFloats(greenLight), paper);
      const green2 = divideFloats(thirdFloats(green), thirdFloats(greenLight), paper);
      const green3 = divideFloats(lastFloats(green), lastFloats(greenLight), paper);
      const blue0 = divideFloats(firstFloats(blue), firstFloats(blueLight), paper);
      const blue1 = divideFloats(secondFloats(blue), secondFloats(blueLight), paper);
      const blue2 = divideFloats(thirdFloats(blue), thirdFloats(blueLight), paper);
      const blue3 = divideFloats(lastFloats(blue), lastFloats(blueLight), paper);
      const ink0 = inkFloats(red0, green0, blue0);
      const ink1 = inkFloats(red1, green1, blue1);
      const ink2 = inkFloats(red2, green2, blue2);
      const ink3 = inkFloats(red3, green3, blue3);
      v128.store(grey, truncateBytes(ink0, ink1, ink2, ink3));
      storeRgb(
        to,
        truncateBytes(red0, red1, red2, red3),
        truncateBytes(green0, green1, green2, green3),
        truncateBytes(blue0, blue1, blue2, blue3),
      );
      rgb += RGB_BYTES;
      light += RGB_BYTES;
      to += RGB_BYTES;
      grey += PIXELS;
    } while (rgb < rgbEnd);
}

function divideFloats(floats: v128, light: v128, paper: v128): v128 {
  return f32x4.mul(floats, f32x4.div(paper, f32x4.max(light, f32x4.splat(1))));
}

function truncateBytes(first: v128, second: v128, third: v128, last: v128): v128 {
  return i8x16.narrow_i16x8_u(truncateShorts(first, second), truncateShorts(third, last));
}

/** Half of it is the darker one of red and green, since blue light is weak and noisy, and half is luma. */
function inkFloats(red: v128, green: v128, blue: v128): v128 {
  let sum = f32x4.mul(f32x4.min(red, green), f32x4.splat(0.5));
  sum = f32x4.add(sum, f32x4.mul(red, f32x4.splat(<f32>(0.5 * 0.299))));
  sum = f32x4.add(sum, f32x4.mul(green, f32x4.splat(<f32>(0.5 * 0.587))));
  return f32x4.add(sum, f32x4.mul(blue, f32x4.splat(<f32>(0.5 * 0.114))));
}

function lowShorts(bytes: v128): v128 {
  return i16x8.extend_low_i8x16_u(bytes);
}

function highShorts(bytes: v128): v128 {
  return i16x8.extend_high_i8x16_u(bytes);
}

/** Each second byte, from the first on. */
function evenShorts(bytes: v128): v128 {
  return v128.and(bytes, i16x8.splat(255));
}

/** Each second byte, from the second on. */
function oddShorts(bytes: v128): v128 {
  return i16x8.shr_u(bytes, 8);
}

function lowFloats(shorts: v128): v128 {
  return f32x4.convert_i32x4_s(i32x4.extend_low_i16x8_u(shorts));
}

function highFloats(shorts: v128): v128 {
  return f32x4.convert_i32x4_s(i32x4.extend_high_i16x8_u(shorts));
}

// The first four bytes, the next four, and so on.

function firstFloats(bytes: v128): v128 {
  return lowFloats(lowShorts(bytes));
}

function secondFloats(bytes: v128): v128 {
  return highFloats(lowShorts(bytes));
}

function thirdFloats(bytes: v128): v128 {
  return lowFloats(highShorts(bytes));
}

function lastFloats(bytes: v128): v128 {
  return highFloats(highShorts(bytes));
}

// A shuffle takes bytes of two vectors: where the bytes of a third are to come, the first one puts any.

function loadRed(rgb: usize): v128 {
  const two = i8x16.shuffle(
    v128.load(rgb),
    v128.load(rgb, 16),
    0,
    3,
    6,
    9,
    12,
    15,
    18,
    21,
    24,
    27,
    30,
    0,
    0,
    0,
    0,
    0,
  );
  return i8x16.shuffle(two, v128.load(rgb, 32), 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 17, 20, 23, 26, 29);
}

function loadGreen(rgb: usize): v128 {
  const two = i8x16.shuffle(
    v128.load(rgb),
    v128.load(rgb, 16),
    1,
    4,
    7,
    10,
    13,
    16,
    19,
    22,
    25,
    28,
    31,
    0,
    0,
    0,
    0,
    0,
  );
  return i8x16.shuffle(two, v128.load(rgb, 32), 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 18, 21, 24, 27, 30);
}

function loadBlue(rgb: usize): v128 {
  const two = i8x16.shuffle(
    v128.load(rgb),
    v128.load(rgb, 16),
    2,
    5,
    8,
    11,
    14,
    17,
    20,
    23,
    26,
    29,
    0,
    0,
    0,
    0,
    0,
    0,
  );
  return i8x16.shuffle(two, v128.load(rgb, 32), 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 16, 19, 22, 25, 28, 31);
}

/** Writes red, green and blue pixel by pixel. */
function storeRgb(to: usize, red: v128, green: v128, blue: v128): void {
  let two = i8x16.shuffle(red, green, 0, 16, 0, 1, 17, 0, 2, 18, 0, 3, 19, 0, 4, 20, 0, 5);
  v128.store(to, i8x16.shuffle(two, blue, 0, 1, 16, 3, 4, 17, 6, 7, 18, 9, 10, 19, 12, 13, 20, 15));
  two = i8x16.shuffle(red, green, 21, 0, 6, 22, 0, 7, 23, 0, 8, 24, 0, 9, 25, 0, 10, 26);
  v128.store(to, i8x16.shuffle(two, blue, 0, 21, 2, 3, 22, 5, 6, 23, 8, 9, 24, 11, 12, 25, 14, 15), 16);
  two = i8x16.shuffle(red, green, 0, 11, 27, 0, 12, 28, 0, 13, 29, 0, 14, 30, 0, 15, 31, 0);
  v128.store(to, i8x16.shuffle(two, blue, 26, 1, 2, 27, 4, 5, 28, 7, 8, 29, 10, 11, 30, 13, 14, 31), 32);
}
