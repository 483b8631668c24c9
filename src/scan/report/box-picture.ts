import { platform } from "../../platform/node.ts";
import type { RawImage } from "../../platform/platform.ts";
import { cutOut } from "../image/annotate.ts";
import type { PixelArea } from "../image/picture.ts";
import type { SheetPicture } from "../scan.ts";

/** An area is shown with this share of its height around it, so that one sees where it stands and what sticks out. */
const AROUND = 0.75;
/** The height of the picture, in px: eight lines of text or so. */
const HEIGHT_PX = 180;
const FRAME_PX = 3;
/** The colour of what is asked about on all our pictures. */
const FRAME_COLOUR = "#e08a00";

/** Cuts areas out of the picture of a sheet, which is decoded once. */
export type AreaPictures = (area: PixelArea) => Promise<RawImage | null>;

/** Boxes and other areas of a sheet: each enlarged, with its surroundings and a frame; null for one outside the picture. */
export async function areaPictures({ jpeg }: SheetPicture): Promise<AreaPictures> {
  const { images } = platform;
  const whole = await images.decode(jpeg, { colours: "rgb" });
  return async ({ xPx, yPx, widthPx, heightPx }) => {
    const marginPx = AROUND * heightPx;
    const [left, top] = [Math.max(0, Math.floor(xPx - marginPx)), Math.max(0, Math.floor(yPx - marginPx))];
    const area = {
      xPx: left,
      yPx: top,
      widthPx: xPx + widthPx + marginPx - left,
      heightPx: yPx + heightPx + marginPx - top,
    };
    const factor = HEIGHT_PX / area.heightPx;
    const cut = await cutOut(whole, area, factor);
    const place = { xPx: xPx - left, yPx: yPx - top, widthPx, heightPx };
    return cut && images.overlaySvg(cut, frame(cut, place, factor));
  };
}

/** A frame just outside of an area, so that it hides no ink. */
function frame({ width, height }: RawImage, box: PixelArea, factor: number): string {
  const outside = FRAME_PX / 2;
  const x = box.xPx * factor - outside;
  const y = box.yPx * factor - outside;
  const size = `width="${box.widthPx * factor + FRAME_PX}" height="${box.heightPx * factor + FRAME_PX}"`;
  const line = `fill="none" stroke="${FRAME_COLOUR}" stroke-width="${FRAME_PX}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect x="${x}" y="${y}" ${size} ${line}/></svg>`;
}
