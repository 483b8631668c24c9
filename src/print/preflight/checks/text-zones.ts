import { counted, type Fault, type FindingCode } from "../finding.ts";
import { type Area, within, overlaps } from "../../geometry.ts";
import { inset } from "../geometry.ts";
import type { Promises } from "../promise.ts";
import { trimOf } from "../seen-page.ts";
import type { PlacedText } from "../texts.ts";
import type { Check } from "./check.ts";

/** How far text may reach over: its height is known by its size only. */
const SLACK_MM = 0.05;
const MAX_QUOTE_LENGTH = 40;

/** No text stands where the block is glued, nor so near to the cut that it may be cut off. What lies beyond the cut is the printer's. */
export const textZones: Check = (page, promises) => {
  const trim = trimOf(page);
  const onSheet = page.texts.filter(({ area }) => overlaps(area, trim));
  const glue = glueZone(trim, promises);
  const glued = glue === null ? [] : onSheet.filter(({ area }) => overlaps(area, glue));
  const { safetyMm } = promises;
  const safe = inset(trim, { left: safetyMm, top: safetyMm, right: safetyMm, bottom: safetyMm });
  const cut = onSheet.filter((one) => !glued.includes(one) && !within(one.area, safe, SLACK_MM));
  const glueHint = "keep the edge free with --glue-edge and --glue-mm, or have it glued at another one";
  return [
    ...told("text-in-glue", glued, `in the ${promises.glueMm} mm where the block is glued`, glueHint),
    ...told(
      "text-near-cut",
      cut,
      `nearer than ${safetyMm} mm to the cut`,
      "move it inwards, or take larger paper",
    ),
  ];
};

/** An area overlaps the glue only if it reaches into it by more than the slack. */
function glueZone({ xMm, yMm, widthMm, heightMm }: Area, { glueEdge, glueMm }: Promises): Area | null {
  const reach = glueMm - SLACK_MM;
  if (glueEdge === "none" || reach <= 0) return null;
  return glueEdge === "top" ? { xMm, yMm, widthMm, heightMm: reach } : { xMm, yMm, widthMm: reach, heightMm };
}

function told(code: FindingCode, texts: readonly PlacedText[], where: string, hint: string): Fault[] {
  const [first] = texts;
  if (first === undefined) return [];
  const tell = (times: number) => {
    const others = times === 1 ? "stands" : `and ${counted(times - 1, "further text")} stand`;
    return `${quoted(first.text)} ${others} ${where}`;
  };
  return [{ code, about: "", times: texts.length, tell, hint, area: first.area }];
}

function quoted(text: string): string {
  const short = text.length > MAX_QUOTE_LENGTH ? `${text.slice(0, MAX_QUOTE_LENGTH)}…` : text;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters must not reach a terminal
  return `“${short.replace(/[\u0000-\u001f\u007f-\u009f]/g, " ")}”`;
}
