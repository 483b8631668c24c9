import { MIN_LARGE_PT, marginOf, range, type SizedPaper, type Sizes, sideRatio } from "./sizes.ts";

/** Greys of the first layout. */
const INK = {
  quiet: 0.6,
  hairline: 0.4,
  inside: 0.6,
  bracket: 0.75,
  fields: 0.7,
  foot: 0.7,
  heading: 0.75,
  sumHint: 0.8,
  head: 0.1,
  sum: 0.1,
  sumBox: 0.05,
  grand: 0.2,
} as const;

/** What the first layout set a sheet with: sheets that were printed with it are still read. Nothing here may change. */
export function firstSizes(paper: SizedPaper): Sizes {
  const ratio = sideRatio(paper);
  const scale = Math.max(0.75, Math.min(1.3, ratio));
  const roomy = ratio > 0.99;
  const large = paper.isLargePrint === true;
  const smallPt = large ? range(MIN_LARGE_PT, MIN_LARGE_PT) : range(7 * scale, roomy ? 6.5 : 5.5);
  const plainBoxMm = roomy ? { width: 11, height: 7 } : { width: 8, height: 5 };
  const boxMm = large ? { width: 20, height: 11 } : plainBoxMm;
  const insetMm = 1.6 * scale;
  return {
    marginMm: marginOf(paper),
    boxMm,
    widestBoxMm: large ? 38 : 27 * scale,
    insetMm,
    gutterMm: 1.9 * scale,
    dieMm: large ? range(7, 5.5) : roomy ? range(4.2 * Math.sqrt(scale), 3.2) : range(3.3, 2.6),
    nameMm: large ? 36 : roomy ? 25 : 18,
    nameHeadMm: large ? range(14, 11) : range(10, 8),
    columnHeadMm: large ? range(19, 17) : range(13.5, 11),
    arrowMm: large ? 7 : 5,
    headingMm: large ? 8 : 4.6,
    fieldsMm: large ? 11 : 8,
    fieldGapMm: insetMm * 0.7,
    minPitchMm: Math.min(boxMm.height * 0.64, 6),
    cornerTopMm: insetMm * 1.3,
    tickMm: large ? 5 : 2.8,
    titlePt: large ? range(22, 16) : range(17 * scale, 9),
    labelPt: large ? range(18, 16) : range(10 * scale, roomy ? 8.5 : 7),
    hintPt: smallPt,
    headingPt: large ? smallPt : range(Math.min(smallPt.usual, 8), smallPt.least),
    footPt: large ? smallPt : range(6.5 * scale, 5.5),
    dropsHints: large,
    breaksHints: false,
    fieldMm: 0,
    codeCap: 0.62,
    isFirst: true,
    ink: INK,
    weight: { hairline: 0.3, inside: 0.5, column: 0.5, section: 0.8, frame: 1.2, sums: 0.5 },
  };
}
