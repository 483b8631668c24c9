import { counted, type Fault, type FindingCode } from "../finding.ts";
import { MM_PER_PT, overlaps } from "../../geometry.ts";
import { inset } from "../geometry.ts";
import type { DrawnLine } from "../painted.ts";
import { trimOf } from "../seen-page.ts";
import type { Check } from "./check.ts";

/** A kind of line, measured in the unit that printers ask for. */
interface Kind {
  readonly code: FindingCode;
  readonly one: string;
  readonly many: string;
  readonly least: number;
  readonly unit: "pt" | "mm";
  readonly unitMm: number;
}

const LINE: Kind = {
  code: "thin-line",
  one: "line has",
  many: "lines have",
  least: 0.25,
  unit: "pt",
  unitMm: MM_PER_PT,
};

/** Shows where to cut, and lies beyond the cut. */
const MARK: Kind = {
  code: "thin-mark",
  one: "crop mark has",
  many: "crop marks have",
  least: 0.1,
  unit: "mm",
  unitMm: 1,
};

/** Programs round what they write. */
const SLACK = 0.99;

/** A line is 0.25 pt thick or more, a crop mark 0.1 mm: what is thinner breaks off on the plate. */
export const lineWeights: Check = (page) => {
  const trim = trimOf(page);
  const onPaper = page.lines.filter(({ area }) => overlaps(thickened(area), page.shown));
  const isMark = ({ area }: DrawnLine) => !overlaps(thickened(area), trim);
  return [
    ...thin(
      LINE,
      onPaper.filter((line) => !isMark(line)),
    ),
    ...thin(MARK, onPaper.filter(isMark)),
  ];
};

/** The area of a level line has no height, and would overlap nothing. */
function thickened(area: DrawnLine["area"]): DrawnLine["area"] {
  const by = -0.01;
  return inset(area, { left: by, top: by, right: by, bottom: by });
}

/** One fault for each thickness. */
function thin({ code, one, many, least, unit, unitMm }: Kind, lines: readonly DrawnLine[]): Fault[] {
  const byWidth = new Map<string, DrawnLine[]>();
  for (const line of lines) {
    const width = line.widthMm / unitMm;
    if (width >= least * SLACK) continue;
    const told = `${width.toFixed(2)} ${unit}`;
    byWidth.set(told, [...(byWidth.get(told) ?? []), line]);
  }
  return [...byWidth].map(([width, alike]): Fault => {
    const tell = (times: number) => `${counted(times, one, many)} ${width}, which is too thin`;
    const hint = `draw with ${least} ${unit} or more`;
    return { code, about: width, times: alike.length, tell, hint, area: alike[0]?.area ?? null };
  });
}
