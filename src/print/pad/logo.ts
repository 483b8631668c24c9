import { platform } from "../../platform/node.ts";
import type { ImageSize } from "../../platform/platform.ts";
import { latin1Text } from "../../rules/bytes.ts";
import { failure, type Problem, problem, type Result, success } from "../../rules/problem/problem.ts";
import { picturesIn, svgFault } from "./svg-guard.ts";

/** A picture that is ready to be printed. */
export interface Logo {
  /** Without transparent parts, in eight bits; grey, or in colour where that was asked for. */
  readonly png: Uint8Array;
  /** How many times as wide as high it is. */
  readonly ratio: number;
}

const MAX_LOGO_BYTES = 8 * 1024 * 1024;
const MAX_PIXELS = 40_000_000;
/** What is printed: over 900 to the inch, as a logo is no higher than a mark. */
const MAX_WIDTH_PX = 1800;
const MAX_HEIGHT_PX = 360;
/** A drawing is rendered larger than it is printed, since the white around it is cut off. */
const OVERSIZE = 2;
/** A picture with sides further apart than this has no room beside a title. */
const MAX_RATIO = 12;
/** Nearly white is white. */
const WHITE_THRESHOLD = 12;

const PNG_COMPRESSION = 9;
const { images } = platform;

type LogoFormat = "svg" | "png" | "jpeg";

/**
 * Reads the picture of whoever prints a pad: SVG, PNG or JPEG. White around it is cut off, transparent parts become white.
 *
 * @param file its name, for problems
 * @param inColour whether it keeps its colours; it becomes grey otherwise
 * @returns the picture, or one problem: `not-a-logo`, `logo-too-large`, `logo-too-long`, `logo-broken`, `logo-blank` or `unsafe-logo`
 */
export async function readLogo(file: string, bytes: Uint8Array, inColour: boolean): Promise<Result<Logo>> {
  if (bytes.length > MAX_LOGO_BYTES) return failure([tooManyBytes(file)]);
  const format = formatOf(bytes);
  if (format === null) return failure([notALogo(file)]);
  const refused = format === "svg" ? await refusedDrawing(file, bytes) : null;
  if (refused !== null) return failure([refused]);
  try {
    const info = await images.info(bytes);
    const { width, height } = info;
    if (format !== "svg" && isHuge(info)) return failure([tooManyPixels(file, info)]);
    if (Math.max(width, height) > MAX_RATIO * Math.min(width, height)) return failure([tooLong(file)]);
    return await printable(file, bytes, info, inColour);
  } catch {
    return failure([broken(file)]);
  }
}

/** Decided by the contents of the file, not by its name. */
function formatOf(bytes: Uint8Array): LogoFormat | null {
  const start = latin1Text(bytes.subarray(0, 4));
  if (start === "\x89PNG") return "png";
  if (start.startsWith("\xff\xd8\xff")) return "jpeg";
  return /<(?:[\w.-]+:)?svg[\s/>]/i.test(latin1Text(bytes)) ? "svg" : null;
}

async function refusedDrawing(file: string, bytes: Uint8Array): Promise<Problem | null> {
  const text = utf8(bytes);
  if (text === null) return problem("unsafe-logo", `${file} is not in UTF-8`, { hint: "save it as UTF-8" });
  const fault = svgFault(text);
  if (fault !== null) return problem("unsafe-logo", `${file} ${fault.what}`, { hint: fault.hint });
  for (const picture of picturesIn(text)) {
    const format = formatOf(picture);
    const info = await images.info(picture).catch(() => null);
    if (info === null || format === null || format === "svg") return broken(file);
    if (isHuge(info)) return tooManyPixels(file, info);
  }
  return null;
}

function utf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

async function printable(
  file: string,
  bytes: Uint8Array,
  { width, height }: ImageSize,
  inColour: boolean,
): Promise<Result<Logo>> {
  const drawn = await images.decode(bytes, {
    colours: inColour ? "rgb" : "grey",
    upright: true,
    maxPixels: MAX_PIXELS,
    // An SVG is drawn as large as it will be needed.
    svgScale: OVERSIZE * Math.min(MAX_WIDTH_PX / width, MAX_HEIGHT_PX / height),
    size: { width: OVERSIZE * MAX_WIDTH_PX, height: OVERSIZE * MAX_HEIGHT_PX, fit: "inside" },
  });
  if (!drawn.pixels.some((value) => value < 255 - WHITE_THRESHOLD)) return failure([blank(file)]);
  const box = { width: MAX_WIDTH_PX, height: MAX_HEIGHT_PX };
  const trimmed = await images.trimWhite(drawn, WHITE_THRESHOLD, box);
  const png = await images.encodePng(trimmed, PNG_COMPRESSION);
  return success({ png, ratio: trimmed.width / trimmed.height });
}

function isHuge({ width, height }: ImageSize): boolean {
  return width * height > MAX_PIXELS;
}

function tooManyBytes(file: string): Problem {
  const message = `${file} is larger than ${MAX_LOGO_BYTES / 1024 / 1024} MB`;
  return problem("logo-too-large", message, { hint: "save it smaller; it is printed no higher than 9 mm" });
}

function tooManyPixels(file: string, { width, height }: ImageSize): Problem {
  const message = `${file} holds a picture of ${width} × ${height} pixels; at most ${MAX_PIXELS / 1_000_000} million can be used`;
  return problem("logo-too-large", message, { hint: "save it smaller; it is printed no higher than 9 mm" });
}

function tooLong(file: string): Problem {
  const message = `${file} is more than ${MAX_RATIO} times as long one way as the other`;
  return problem("logo-too-long", message, { hint: "take a version of it that is closer to a square" });
}

function notALogo(file: string): Problem {
  return problem("not-a-logo", `${file} is neither an SVG nor a PNG nor a JPEG`, {
    hint: "save the logo as one of these",
  });
}

function broken(file: string): Problem {
  return problem("logo-broken", `${file} ends early or is damaged`, { hint: "export it again" });
}

function blank(file: string): Problem {
  const hint = "take a version of it for light paper; what is transparent or white stays white";
  return problem("logo-blank", `nothing of ${file} can be seen on white paper`, { hint });
}
