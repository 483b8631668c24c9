import { annotations } from "./checks/annotations.ts";
import type { Check } from "./checks/check.ts";
import { colours } from "./checks/colours.ts";
import { embeddedFonts } from "./checks/embedded-fonts.ts";
import { lineWeights } from "./checks/line-weights.ts";
import { pageBoxes } from "./checks/page-boxes.ts";
import { textZones } from "./checks/text-zones.ts";
import { wholePage } from "./checks/whole-page.ts";

/** All that is looked for on a page, in the order in which it is told. */
export const CHECKS: readonly Check[] = [
  wholePage,
  pageBoxes,
  embeddedFonts,
  lineWeights,
  textZones,
  colours,
  annotations,
];
