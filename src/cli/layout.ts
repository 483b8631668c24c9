import { sayJson } from "./console.ts";
import { type PadFlags, padJob } from "./pad-job.ts";

/** `augenblock layout`: where every box stands on a sheet, as JSON. */
export function layout(variant: string, flags: PadFlags): void {
  const { layout } = padJob(variant, flags);
  const boxes = layout.boxes.map(({ player, column, category, line, ...area }) => ({
    player,
    column,
    ...(category === null ? { line } : { category }),
    xMm: round(area.xMm),
    yMm: round(area.yMm),
    widthMm: round(area.widthMm),
    heightMm: round(area.heightMm),
  }));
  sayJson({ variant: layout.variant, page: layout.page, boxes });
}

/** A thousandth of a millimetre is finer than any printer. */
function round(mm: number): number {
  return Math.round(mm * 1000) / 1000;
}
