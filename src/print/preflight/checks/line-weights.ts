import { grown, MM_PER_PT, overlaps } from "../../geometry.ts";
import { type Check, counted, type Fault, type FindingCode } from "../finding.ts";
import { trimOf } from "../page.ts";
import type { DrawnLine } from "../paint-page.ts";

/** A kind of line, measured in the unit that printers ask for. */
interface Kind {
  readonly code: FindingCode;
  readonly one: string;
  readonly many: string;
  readonly min: number;
  readonly unit: "pt" | "mm";
  readonly unitMm: number;
}

const LINE: Kind = {
  code: "thin-line",
  one: "line has",
  many: "lines have",
  min: 0.25,
  unit: "pt",
  unitMm: MM_PER_PT,
};

/** Shows where to cut, and lies beyond the cut. */
const MARK: Kind = {
  code: "thin-mark",
  one: "crop mark has",
  many: "crop marks have",
  min: 0.1,
  unit: "mm",
  unitMm: 1,
};

/** Programs round what they write. */
const TOLERANCE = 0.99;
/** The area of a level line has no height, and would overlap nothing. */
const LINE_MARGIN_MM = 0.01;

/** A line is at least 0.25 pt thick, a crop mark 0.1 mm: thinner ones break off on the plate. */
export const lineWeights: Check = (page) => {
  const trim = trimOf(page);
  const touches = ({ area }: DrawnLine, other: typeof trim) => overlaps(grown(area, LINE_MARGIN_MM), other);
  const onPaper = page.lines.filter((line) => touches(line, page.shown));
  return [
    ...tooThin(
      LINE,
      onPaper.filter((line) => touches(line, trim)),
    ),
    ...tooThin(
      MARK,
      onPaper.filter((line) => !touches(line, trim)),
    ),
  ];
};

/** One fault for each thickness. */
function tooThin({ code, one, many, min, unit, unitMm }: Kind, lines: readonly DrawnLine[]): Fault[] {
  const byWidth = new Map<string, DrawnLine[]>();
  for (const line of lines) {
    const width = line.widthMm / unitMm;
    if (width >= min * TOLERANCE) continue;
    const shown = `${width.toFixed(2)} ${unit}`;
    byWidth.set(shown, [...(byWidth.get(shown) ?? []), line]);
  }
  return [...byWidth].map(([width, alike]): Fault => {
    const message = (times: number) => `${counted(times, one, many)} ${width}, which is too thin`;
    const hint = `draw with ${min} ${unit} or more`;
    return { code, about: width, times: alike.length, message, hint, area: alike[0]?.area ?? null };
  });
}
