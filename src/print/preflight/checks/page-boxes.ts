import { within } from "../../geometry.ts";
import type { Check } from "../finding.ts";
import { BOXES } from "../page.ts";

/** Boxes are rounded to thousandths of a point, and some programs round to whole ones. */
const TOLERANCE_MM = 0.05;

/** Each box of a page lies within those around it: cut within bleed, bleed within paper (ISO 32000-1, 14.11.2.1). */
export const pageBoxes: Check = ({ boxes, shown }, { trimBox }) => {
  const there = BOXES.filter((name) => boxes.has(name));
  const faults = there.flatMap((name, at) => {
    const area = boxes.get(name) ?? shown;
    const outer = there.slice(0, at).find((other) => !within(area, boxes.get(other) ?? shown, TOLERANCE_MM));
    if (outer === undefined) return [];
    const message = () => `the page's ${name} reaches beyond its ${outer}`;
    const hint =
      "set the boxes anew: TrimBox is the cut sheet, BleedBox lies around it, MediaBox is the paper";
    return [{ code: "boxes-not-nested" as const, about: name, times: 1, message, hint, area }];
  });
  if (!trimBox || boxes.has("TrimBox")) return faults;
  const message = () => "the page does not say where it is cut: it has no TrimBox";
  const hint = "`augenblock pad --profile printshop` sets it; elsewhere, export with bleed and crop marks";
  return [...faults, { code: "no-trim-box", about: "", times: 1, message, hint, area: null }];
};
