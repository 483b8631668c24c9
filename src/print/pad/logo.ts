import { msg } from "../../rules/problem/message.ts";
import { platform } from "../../platform/node.ts";
import type { RawImage } from "../../platform/platform.ts";
import { latin1Text } from "../../rules/bytes.ts";
import { refusal, type Result, success } from "../../rules/problem/problem.ts";
import type { Ink, Outlines } from "../pdf/canvas.ts";
import { type Colour, luminance } from "../pdf/colour.ts";
import { outlinesSvg } from "../svg/drawing.ts";
import { listSvgTags, readDrawing, readOutlines } from "../svg/read-svg.ts";

/** A picture that is ready to print. */
export interface Logo {
  /** Opaque, in eight bits; grey, or in colour if that was asked for. */
  readonly png: Uint8Array;
  /** Its width divided by its height. */
  readonly ratio: number;
  /** The same as outlines; null for pixels, and for drawings with more than plain shapes. */
  readonly outlines: Outlines | null;
}

const MAX_LOGO_BYTES = 8 * 1024 * 1024;
const MAX_PIXELS = 40_000_000;
/** The largest picture that is printed: over 450 pixels per inch, as a logo is at most 20 mm high. */
const MAX_WIDTH_PX = 1800;
const MAX_HEIGHT_PX = 360;
/** A drawing is rendered larger than it is printed, as trimming its white margins makes it smaller. */
const OVERSIZE = 2;
/** A longer picture has no room next to a title. */
const MAX_RATIO = 12;
/** Levels below white that still count as white. */
const WHITE_THRESHOLD = 12;

const PNG_COMPRESSION = 9;
const { images } = platform;

/**
 * Reads a logo: SVG, PNG or JPEG. Trims white margins, makes transparent parts white, and colours grey unless `inColour`.
 * @returns the picture, or one problem: `not-a-logo`, `logo-too-large`, `logo-too-long`, `logo-broken`, `logo-blank` or `unsafe-logo`
 */
export async function readLogo(file: string, bytes: Uint8Array, inColour: boolean): Promise<Result<Logo>> {
  const fault = await checkLogo(file, bytes);
  if (fault !== null) return fault;
  try {
    return await printable(file, bytes, inColour);
  } catch {
    return refuseBroken(file);
  }
}

/** The format by the contents of the file, not by its name. */
function detectFormat(bytes: Uint8Array): "svg" | "png" | "jpeg" | null {
  const start = latin1Text(bytes.subarray(0, 4));
  if (start === "\x89PNG") return "png";
  if (start.startsWith("\xff\xd8\xff")) return "jpeg";
  return /<(?:[\w.-]+:)?svg[\s/>]/i.test(latin1Text(bytes)) ? "svg" : null;
}

const SMALLER = msg`print.large-logo-hint: save it smaller; it is printed at most 20 mm high`;

/** Refuses a file that must not be rendered; null if it is safe. */
async function checkLogo(file: string, bytes: Uint8Array): Promise<Result<never> | null> {
  const megabytes = MAX_LOGO_BYTES / 1024 / 1024;
  if (bytes.length > MAX_LOGO_BYTES) {
    const message = msg`print.file-too-large: ${file} is larger than ${megabytes} MB`;
    return refusal("logo-too-large", message, SMALLER);
  }
  const format = detectFormat(bytes);
  if (format === null) {
    const hint = msg`print.not-a-logo-hint: save the logo as SVG, PNG or JPEG`;
    return refusal("not-a-logo", msg`print.not-a-logo: ${file} is not an SVG, PNG or JPEG`, hint);
  }
  const pictures = format === "svg" ? readDrawing(file, bytes) : [bytes];
  if ("message" in pictures) return refusal("unsafe-logo", pictures.message, pictures.hint);
  for (const picture of pictures) {
    const isPixels = ["png", "jpeg"].includes(detectFormat(picture) ?? "");
    const info = isPixels ? await images.info(picture).catch(() => null) : null;
    if (info === null) return refuseBroken(file);
    const { width, height } = info;
    const message = msg`print.logo-has-too-many-pixels: ${file} contains a picture of ${width} × ${height} pixels; the limit is ${MAX_PIXELS / 1_000_000} million`;
    if (width * height > MAX_PIXELS) return refusal("logo-too-large", message, SMALLER);
  }
  return null;
}

function refuseBroken(file: string): Result<never> {
  const hint = msg`print.export-again-hint: export it again`;
  return refusal("logo-broken", msg`print.file-broken: ${file} is incomplete or damaged`, hint);
}

async function printable(file: string, bytes: Uint8Array, inColour: boolean): Promise<Result<Logo>> {
  const { width, height } = await images.info(bytes);
  if (Math.max(width, height) > MAX_RATIO * Math.min(width, height)) {
    const message = msg`print.logo-too-long: ${file} is more than ${MAX_RATIO} times as long in one direction as in the other`;
    return refusal(
      "logo-too-long",
      message,
      msg`print.logo-too-long-hint: use a version that is closer to a square`,
    );
  }
  const drawn = await images.decode(bytes, {
    colours: inColour ? "rgb" : "grey",
    upright: true,
    maxPixels: MAX_PIXELS,
    // Renders an SVG as large as it is needed.
    svgScale: OVERSIZE * Math.min(MAX_WIDTH_PX / width, MAX_HEIGHT_PX / height),
    size: { width: OVERSIZE * MAX_WIDTH_PX, height: OVERSIZE * MAX_HEIGHT_PX, fit: "inside" },
  });
  if (!drawn.pixels.some((value) => value < 255 - WHITE_THRESHOLD)) {
    const hint = msg`print.logo-blank-hint: use a version for light backgrounds; transparent and white parts stay white`;
    return refusal("logo-blank", msg`print.logo-blank: nothing in ${file} is visible on white paper`, hint);
  }
  const box = { width: MAX_WIDTH_PX, height: MAX_HEIGHT_PX };
  const trimmed = await images.trimWhite(drawn, WHITE_THRESHOLD, box);
  const png = await images.encodePng(trimmed, PNG_COMPRESSION);
  const outlines =
    detectFormat(bytes) === "svg" ? await faithfulOutlines(bytes, drawn, trimmed, inColour) : null;
  const { width: wide, height: high } = outlines?.box ?? trimmed;
  return success({ png, ratio: wide / high, outlines });
}

/** The largest mean difference, in levels, between outlines and picture: edges that fall differently on pixels cause less. */
const MAX_DIFFERENCE = 4;

/** The outlines of a drawing if they look like its rendering; null if they don't, or for other drawings. */
async function faithfulOutlines(
  bytes: Uint8Array,
  whole: RawImage,
  picture: RawImage,
  inColour: boolean,
): Promise<Outlines | null> {
  const read = readOutlines(listSvgTags(bytes), inColour ? (colour) => colour : toGrey);
  if (read === null) return null;
  const outlines = { ...read, box: seenBox(read.box, whole) };
  const { width, height } = picture;
  const drawn = await images.decode(new TextEncoder().encode(outlinesSvg(outlines, { width, height })), {
    colours: inColour ? "rgb" : "grey",
    upright: true,
    maxPixels: MAX_PIXELS,
    size: { width, height, fit: "fill" },
  });
  if (drawn.pixels.length !== picture.pixels.length) return null;
  const differences = drawn.pixels.reduce(
    (sum, level, at) => sum + Math.abs(level - (picture.pixels[at] ?? 0)),
    0,
  );
  return differences / drawn.pixels.length <= MAX_DIFFERENCE ? outlines : null;
}

/** The visible part of a drawing's view, from its rendered pixels. */
function seenBox(view: Outlines["box"], { width, height, pixels }: RawImage): Outlines["box"] {
  const channels = pixels.length / (width * height);
  let [left, right, top, bottom] = [width, 0, height, 0];
  for (let at = 0; at < pixels.length; at++) {
    if ((pixels[at] ?? 255) >= 255 - WHITE_THRESHOLD) continue;
    const pixel = Math.floor(at / channels);
    const [x, y] = [pixel % width, Math.floor(pixel / width)];
    left = Math.min(left, x);
    right = Math.max(right, x + 1);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y + 1);
  }
  return {
    x: view.x + (left / width) * view.width,
    y: view.y + (top / height) * view.height,
    width: ((right - left) / width) * view.width,
    height: ((bottom - top) / height) * view.height,
  };
}

/** The grey of a colour's luminance, as for pictures. */
function toGrey(colour: Colour): Ink {
  const light = luminance(colour);
  return 1 - (light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055);
}
