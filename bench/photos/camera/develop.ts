import sharp from "sharp";
import type { Chance } from "../chance.ts";
import type { Canvas } from "./canvas.ts";
import { type Cv, type CvMat, freeing } from "./cv.ts";
import { LIGHT_STEP, type LightField } from "./light.ts";
import type { Phone } from "./phones.ts";
import type { Scene } from "./scene.ts";

/** What the phone makes of a scene: unsharp, shaken, lit, noisy, sharpened, and stored as JPEG. */
export async function develop(
  canvas: Canvas,
  scene: Scene,
  light: LightField,
  phone: Phone,
  chance: Chance,
  cv: Cv,
): Promise<Buffer> {
  const { widthPx, heightPx } = canvas;
  const rgb = freeing((keep) => {
    const picture = keep(new cv.Mat(heightPx, widthPx, cv.CV_8UC3));
    picture.data.set(canvas.rgb);
    unsharpen(picture, scene, phone, cv);
    expose(picture.data, widthPx, heightPx, scene, light, phone, chance);
    if (phone.smooths) cv.medianBlur(picture, picture, 3);
    sharpen(picture, scene.sharpening * phone.seam, phone.seamPx, cv);
    return Buffer.from(picture.data);
  });
  return store(rgb, widthPx, heightPx, scene, phone);
}

/** The lens blurs, and the hand shakes. */
function unsharpen(picture: CvMat, { blurPx, motion }: Scene, { focus }: Phone, cv: Cv): void {
  if (focus === "bell") {
    cv.GaussianBlur(picture, picture, new cv.Size(0, 0), blurPx, blurPx, cv.BORDER_REPLICATE);
  } else {
    // A square with the same deviation.
    const side = Math.max(1, Math.round(Math.sqrt(12 * blurPx * blurPx + 1)));
    cv.blur(picture, picture, new cv.Size(side, side), new cv.Point(-1, -1), cv.BORDER_REPLICATE);
  }
  const steps = Math.round(motion.lengthPx);
  if (steps < 2) return;
  freeing((keep) => {
    const wide = keep(new cv.Mat());
    cv.copyMakeBorder(picture, wide, steps, steps, steps, steps, cv.BORDER_REPLICATE);
    const sum = keep(new cv.Mat());
    for (let step = 0; step <= steps; step++) {
      const way = step - steps / 2;
      const x = steps + Math.round(way * Math.cos(motion.angle));
      const y = steps + Math.round(way * Math.sin(motion.angle));
      const moved = keep(wide.roi(new cv.Rect(x, y, picture.cols, picture.rows)));
      if (step === 0) cv.addWeighted(moved, 1, moved, 0, 0, sum);
      else cv.addWeighted(sum, step / (step + 1), moved, 1 / (step + 1), 0, sum);
    }
    picture.data.set(sum.data);
  });
}

/** What phones do to make pictures crisp. */
function sharpen(picture: CvMat, amount: number, seamPx: number, cv: Cv): void {
  if (amount === 0) return;
  freeing((keep) => {
    const soft = keep(new cv.Mat());
    cv.GaussianBlur(picture, soft, new cv.Size(0, 0), seamPx, seamPx, cv.BORDER_REPLICATE);
    cv.addWeighted(picture, 1 + amount, soft, -amount, 0, picture);
  });
}

const LINEAR = Float32Array.from({ length: 256 }, (_, value) => {
  const share = value / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
});
const SHADES = 4096;
const DISPLAYED = Uint8Array.from({ length: SHADES }, (_, at) => {
  const share = at / (SHADES - 1);
  return Math.round(255 * (share <= 0.0031308 ? 12.92 * share : 1.055 * share ** (1 / 2.4) - 0.055));
});
const NOISE = 1 << 16;

/** Light falls on the scene, and the sensor counts it with noise: the darker, the more of it shows. */
function expose(
  rgb: Uint8Array,
  widthPx: number,
  heightPx: number,
  scene: Scene,
  light: LightField,
  { grainPx, contrast }: Phone,
  chance: Chance,
): void {
  const noise = Float32Array.from({ length: NOISE }, () => chance.near(0, 1));
  const exposure = linearOf(scene.exposure);
  const [red, green, blue] = scene.light.map((gain) => gain * exposure);
  const gains = [red ?? 1, green ?? 1, blue ?? 1] as const;
  const floor = (scene.noise * 0.25) ** 2;
  const shot = scene.noise ** 2 * 1.2;
  const tones = tonesOf(contrast);
  const gain = new Float32Array(widthPx);
  const glare = new Float32Array(widthPx);
  let first = 0;
  for (let row = 0; row < heightPx; row++) {
    lightRow(light.gain, light.columns, row, gain);
    lightRow(light.glare, light.columns, row, glare);
    if (row % grainPx === 0) first = Math.floor(chance.next() * NOISE);
    let at = 3 * row * widthPx;
    for (let column = 0; column < widthPx; column++) {
      const [here, added] = [gain[column] ?? 1, glare[column] ?? 0];
      for (let channel = 0; channel < 3; channel++, at++) {
        const counted = (LINEAR[rgb[at] ?? 0] ?? 0) * here * (gains[channel] ?? 1) + added;
        const draw = (first + 1 + 3 * Math.floor(column / grainPx) + channel) & (NOISE - 1);
        const seen = counted + (noise[draw] ?? 0) * Math.sqrt(floor + shot * counted);
        const shade = seen <= 0 ? 0 : seen >= 1 ? SHADES - 1 : (seen * (SHADES - 1)) | 0;
        rgb[at] = tones[DISPLAYED[shade] ?? 0] ?? 0;
      }
    }
  }
}

/** What each tone becomes: darker below the middle and lighter above. */
function tonesOf(contrast: number): Uint8Array {
  return Uint8Array.from({ length: 256 }, (_, tone) =>
    Math.round(tone - (contrast * 255 * Math.sin((2 * Math.PI * tone) / 255)) / (2 * Math.PI)),
  );
}

function linearOf(share: number): number {
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}

/** One row of the photo from the knots of the light field. */
function lightRow(field: Float32Array, columns: number, row: number, into: Float32Array): void {
  const upper = Math.floor(row / LIGHT_STEP);
  const t = row / LIGHT_STEP - upper;
  for (let column = 0; column < into.length; column++) {
    const left = Math.floor(column / LIGHT_STEP);
    const s = column / LIGHT_STEP - left;
    const at = upper * columns + left;
    const above = (field[at] ?? 0) * (1 - s) + (field[at + 1] ?? 0) * s;
    const below = (field[at + columns] ?? 0) * (1 - s) + (field[at + columns + 1] ?? 0) * s;
    into[column] = above * (1 - t) + below * t;
  }
}

/** How far the picture has to be turned back before it is stored, by how the phone noted that it was held. */
const TURNED_BACK = { 1: 0, 3: 180, 6: 270, 8: 90 } as const;

async function store(
  rgb: Buffer,
  width: number,
  height: number,
  { quality, orientation }: Scene,
  { saves }: Phone,
): Promise<Buffer> {
  let jpeg = await sharp(rgb, { raw: { width, height, channels: 3 } })
    .rotate(TURNED_BACK[orientation])
    .withMetadata({ orientation })
    .jpeg({ quality })
    .toBuffer();
  for (let saved = 1; saved < saves; saved++)
    jpeg = await sharp(jpeg).withMetadata({ orientation }).jpeg({ quality }).toBuffer();
  return jpeg;
}
