import { type Area, grown, overlaps, within } from "../../geometry.ts";
import { type Check, counted, type Fault, type FindingCode } from "../finding.ts";
import { trimOf } from "../page.ts";
import type { Requirements } from "../requirements.ts";
import type { PlacedText } from "../texts.ts";

/** How far text may reach beyond: its height is only estimated from its size. */
const TOLERANCE_MM = 0.05;
const MAX_QUOTE_LENGTH = 40;

/** No text stands where the block is glued, nor so near to the cut that it may be cut off. What lies beyond the cut is the printer's. */
export const textZones: Check = (page, requirements) => {
  const { safetyMm, glueMm } = requirements;
  const trim = trimOf(page);
  const onSheet = page.texts.filter(({ area }) => overlaps(area, trim));
  const glue = glueZone(trim, requirements);
  const glued = glue === null ? [] : onSheet.filter(({ area }) => overlaps(area, glue));
  const safe = grown(trim, -safetyMm);
  const cut = onSheet.filter((one) => !glued.includes(one) && !within(one.area, safe, TOLERANCE_MM));
  const glueHint = "keep the edge free with --glue-edge and --glue-mm, or have it glued at another one";
  const cutHint = "move it inwards, or take larger paper";
  return [
    ...faultOf("text-in-glue", glued, `in the ${glueMm} mm where the block is glued`, glueHint),
    ...faultOf("text-near-cut", cut, `nearer than ${safetyMm} mm to the cut`, cutHint),
  ];
};

/** An area overlaps the glue only if it reaches into it by more than the tolerance. */
function glueZone({ xMm, yMm, widthMm, heightMm }: Area, { glueEdge, glueMm }: Requirements): Area | null {
  const reach = glueMm - TOLERANCE_MM;
  if (glueEdge === "none" || reach <= 0) return null;
  return glueEdge === "top" ? { xMm, yMm, widthMm, heightMm: reach } : { xMm, yMm, widthMm: reach, heightMm };
}

function faultOf(code: FindingCode, texts: readonly PlacedText[], where: string, hint: string): Fault[] {
  const [first] = texts;
  if (first === undefined) return [];
  const message = (times: number) => {
    const others = times === 1 ? "stands" : `and ${counted(times - 1, "further text")} stand`;
    return `${quoted(first.text)} ${others} ${where}`;
  };
  return [{ code, about: "", times: texts.length, message, hint, area: first.area }];
}

function quoted(text: string): string {
  const short = text.length > MAX_QUOTE_LENGTH ? `${text.slice(0, MAX_QUOTE_LENGTH)}…` : text;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters must not reach a terminal
  return `“${short.replace(/[\u0000-\u001f\u007f-\u009f]/g, " ")}”`;
}
