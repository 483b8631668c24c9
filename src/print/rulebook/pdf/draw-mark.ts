import { dieShapes } from "../../shapes/die.ts";
import type { PdfCanvas } from "../../pdf/canvas.ts";
import type { Mark } from "./set.ts";

/** Draws something of a rule sheet where it stands. */
export function drawMark(mark: Mark, on: PdfCanvas): void {
  switch (mark.kind) {
    case "text":
      on.text({ ...mark, text: mark.text + mark.after });
      return;
    case "die":
      on.shapes(dieShapes(mark.die.face, { state: mark.die.state }), mark);
      return;
    case "rule": {
      const { xMm, yMm, widthMm, weightPt, ink } = mark;
      on.line({ fromXMm: xMm, fromYMm: yMm, toXMm: xMm + widthMm, toYMm: yMm, weightPt, ink });
    }
  }
}
