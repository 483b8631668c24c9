import { type Grey, quantile } from "../image/picture.ts";

/** How far beyond a line it is looked at, in mm. */
const REACH_MM = 1.1;
/** A stroke is where this share of its darkest place is reached. */
const EDGE_SHARE = 0.5;
/** Between the strokes of a double line it is lighter than this share of the darkest place. */
const GAP_SHARE = 0.72;
/** At most so many places along a line are looked at. */
const MAX_PLACES = 200;

/**
 * How a line looks across: where its middle lies, how thick it is, and whether it has two strokes.
 *
 * @param between the outermost strokes that were found, in mm
 * @param spans where along the line it was seen, in mm
 */
export function strokesAcross(
  picture: Grey,
  pxPerMm: number,
  isAcross: boolean,
  between: readonly [number, number],
  spans: readonly (readonly [from: number, to: number])[],
) {
  const from = Math.max(0, Math.floor((between[0] - REACH_MM) * pxPerMm));
  const end = isAcross ? picture.heightPx : picture.widthPx;
  const to = Math.min(end - 1, Math.ceil((between[1] + REACH_MM) * pxPerMm));
  const places = placesAlong(spans, pxPerMm, isAcross ? picture.widthPx : picture.heightPx);
  const dark: number[] = [];
  const levels = new Float32Array(places.length);
  for (let across = from; across <= to; across++) {
    for (const [index, along] of places.entries())
      levels[index] = picture.pixels[
        isAcross ? across * picture.widthPx + along : along * picture.widthPx + across
      ] as number;
    dark.push(places.length === 0 ? 0 : 255 - quantile(levels, 0.5));
  }
  return measured(dark, from);
}

function placesAlong(spans: readonly (readonly [number, number])[], pxPerMm: number, end: number): number[] {
  const places = spans.flatMap(([from, to]) => {
    const [first, last] = [
      Math.max(0, Math.ceil(from * pxPerMm)),
      Math.min(end - 1, Math.floor(to * pxPerMm)),
    ];
    return Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at);
  });
  const step = Math.max(1, Math.floor(places.length / MAX_PLACES));
  return places.filter((_, at) => at % step === 0);
}

/** @param dark how dark each place across the line is @param start where the first of them lies */
function measured(dark: readonly number[], start: number) {
  const paper = Math.min(...dark);
  const most = Math.max(...dark) - paper;
  const isDark = (share: number) => dark.map((one) => one - paper >= share * most);
  const edge = isDark(EDGE_SHARE);
  const [first, last] = [edge.indexOf(true), edge.lastIndexOf(true)];
  const inside = isDark(GAP_SHARE).slice(first, last + 1);
  const [one, other] = [inside.indexOf(true), inside.lastIndexOf(true)];
  return {
    atPx: start + (first + last) / 2,
    thicknessPx: last - first + 1,
    isDouble: inside.slice(one, other + 1).includes(false),
  };
}
