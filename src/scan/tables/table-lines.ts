import { getElement, median } from "../../rules/arrays.ts";
import { type Grey, quantile } from "../image/picture.ts";
import type { FlatStroke } from "./flatten.ts";
import { type Extent, lineExtent, type RuledLine } from "./ruled-sheet.ts";

/** Everything here is in mm of the flat sheet, whose usual row is 8 mm high. */

/** A stretch along a line. */
type Span = readonly [from: number, to: number];

/** Strokes that lie on one line. */
interface Line {
  readonly at: number;
  readonly strokes: readonly Span[];
  /** Where it was seen, without the small gaps where something crosses it. */
  readonly spans: readonly Span[];
}

/** Strokes this near to each other are one. */
const SAME_MM = 0.32;
/** Gaps up to this length are bridged: another line or a number crosses there. */
const BROKEN_MM = 2.5;
/** Strokes on a line touch each other up to a distance of `thick` times the lines' thickness, within limits: blur hides crossings. */
const TOUCHING_MM = { least: 0.6, thick: 1.3, most: 1.2 } as const;
/** This many of the longest lines in each direction show how thick lines are. */
const MEASURED = 5;
/** A line crosses at least this share of the lines that it meets, by this many mm. Rows of letters do not. */
const CROSSES = { share: 0.34, byMm: 0.7 } as const;
/** A line counts as the side of a cell if it covers this share of it. */
const COVERS = 0.6;
/** A line covers at least this share of the table; strikes through a row of boxes cover less. */
const MIN_SEEN = 0.3;
/** Lines nearer than this are one double line. */
const DOUBLE_MM = 1.7;
/** A row or column is at least this wide. */
const MIN_CELL_MM = 3;

export interface TableLines {
  readonly across: readonly RuledLine[];
  readonly down: readonly RuledLine[];
}

/**
 * The lines of a table from strokes that touch each other.
 *
 * @param picture the straightened sheet, in which lines are measured
 * @returns null if they form no table with at least two cells
 */
export function tableLines(
  across: readonly FlatStroke[],
  down: readonly FlatStroke[],
  picture: Grey,
  pxPerMm: number,
): TableLines | null {
  let [rows, columns] = [mergeStrokes(across), mergeStrokes(down)];
  const thickness = median([
    ...measureThicknesses(rows, picture, pxPerMm, true),
    ...measureThicknesses(columns, picture, pxPerMm, false),
  ]);
  const touchingMm = Math.max(TOUCHING_MM.least, Math.min(TOUCHING_MM.most, TOUCHING_MM.thick * thickness));
  // Each removed line may shrink the table, so that others turn out to lie outside.
  for (let round = 0; round < 3; round++) {
    const [wide, high] = [crossedExtent(columns, rows), crossedExtent(rows, columns)];
    if (wide === null || high === null) return null;
    rows = rows.filter((line) => isLine(line, columns, wide, touchingMm));
    columns = columns.filter((line) => isLine(line, rows, high, touchingMm));
  }
  [rows, columns] = dropPaperEdges(rows, columns);
  [rows, columns] = [addUnseenEnds(rows, columns), addUnseenEnds(columns, rows)];
  const [wide, high] = [crossedExtent(columns, rows), crossedExtent(rows, columns)];
  if (wide === null || high === null) return null;
  const buildRuledLines = (lines: readonly Line[], extent: Span, isAcross: boolean) =>
    groupNearbyLines(lines).map((group) => ruledLine(group, extent, picture, pxPerMm, isAcross));
  const found = { across: buildRuledLines(rows, wide, true), down: buildRuledLines(columns, high, false) };
  return found.across.length > 1 && found.down.length > 1 && found.across.length + found.down.length > 4
    ? found
    : null;
}

function mergeStrokes(strokes: readonly FlatStroke[]): Line[] {
  const sorted = strokes
    .map(({ alongMm, acrossMm }) => {
      const ends = [alongMm[0] as number, alongMm.at(-1) as number];
      return { at: median(acrossMm), from: Math.min(...ends), to: Math.max(...ends) };
    })
    .sort((a, b) => a.at - b.at);
  const lines: Line[] = [];
  let group: typeof sorted = [];
  const close = () => {
    if (group.length > 0) lines.push(buildLine(group));
    group = [];
  };
  for (const stroke of sorted) {
    if (group.length > 0 && stroke.at - meanPlace(group) > SAME_MM) close();
    group.push(stroke);
  }
  close();
  return lines;
}

interface StraightStroke {
  readonly at: number;
  readonly from: number;
  readonly to: number;
}

/** The mean place of strokes, weighted by length. */
function meanPlace(strokes: readonly StraightStroke[]): number {
  let [sum, all] = [0, 0];
  for (const { at, from, to } of strokes) {
    sum += at * (to - from);
    all += to - from;
  }
  return sum / all;
}

function buildLine(straight: readonly StraightStroke[]): Line {
  const strokes = straight.map(({ from, to }): Span => [from, to]);
  return { at: meanPlace(straight), strokes, spans: mergeSpans(strokes, BROKEN_MM) };
}

/** The thicknesses of the longest lines, in mm. */
function measureThicknesses(
  lines: readonly Line[],
  picture: Grey,
  pxPerMm: number,
  isAcross: boolean,
): number[] {
  const measureLength = ({ spans }: Line) => spans.reduce((sum, [from, to]) => sum + to - from, 0);
  return lines
    .toSorted((a, b) => measureLength(b) - measureLength(a))
    .slice(0, MEASURED)
    .map(
      ({ at, spans }) =>
        measureCrossSection(picture, pxPerMm, isAcross, [at, at], spans).thicknessPx / pxPerMm,
    );
}

/** Merges strokes on one line across gaps up to a length. */
function mergeSpans(strokes: readonly Span[], gapMm: number): Span[] {
  const spans: [number, number][] = [];
  for (const [from, to] of strokes.toSorted((a, b) => a[0] - b[0])) {
    const last = spans.at(-1);
    if (last !== undefined && from - last[1] <= gapMm) last[1] = Math.max(last[1], to);
    else spans.push([from, to]);
  }
  return spans;
}

/** The covered length of a stretch, in mm. */
function measureCoverage({ spans }: Pick<Line, "spans">, [from, to]: Span): number {
  return spans.reduce((sum, span) => sum + Math.max(0, Math.min(to, span[1]) - Math.max(from, span[0])), 0);
}

/** The extent of the lines that reach across enough of the table. */
function crossedExtent(lines: readonly Line[], others: readonly Line[]): Span | null {
  const places = others.map(({ at }) => at);
  const [low, high] = [Math.min(...places), Math.max(...places)];
  const long = lines.filter((line) => measureCoverage(line, [low, high]) > MIN_SEEN * (high - low));
  const [first, last] = [long[0], long.at(-1)];
  return first === undefined || last === undefined || last.at - first.at < MIN_CELL_MM
    ? null
    : [first.at, last.at];
}

/** Whether a line covers enough sides of cells. */
function isLine(line: Line, crossing: readonly Line[], extent: Span, touchingMm: number): boolean {
  const places = crossing.map(({ at }) => at).filter((at) => at >= extent[0] && at <= extent[1]);
  let sides = 0;
  for (const [index, to] of places.slice(1).entries()) {
    const from = getElement(places, index);
    if (measureCoverage(line, [from, to]) > COVERS * (to - from)) sides += to - from;
  }
  return sides > MIN_SEEN * (extent[1] - extent[0]) && runsThrough(line, places, touchingMm);
}

/** Whether a line crosses enough of the lines between its ends. */
function runsThrough({ strokes, spans }: Line, places: readonly number[], touchingMm: number): boolean {
  const { share, byMm } = CROSSES;
  const [from, to] = [spans[0]?.[0] ?? 0, spans.at(-1)?.[1] ?? 0];
  const met = places.filter((at) => at > from + byMm && at < to - byMm);
  const pieces = mergeSpans(strokes, touchingMm);
  const crossed = met.filter((at) => pieces.some((piece) => piece[0] < at - byMm && piece[1] > at + byMm));
  return crossed.length >= share * met.length;
}

/** The outer line of a table is met by at least this share of the lines that cross the table, which end within this many mm of it. */
const MEETS = { share: 0.34, withinMm: 1.5 } as const;

/** Drops edges of the paper that a thumb joins to a table: a line across and one down, each met by few lines of the table. */
function dropPaperEdges(rows: Line[], columns: Line[]): [Line[], Line[]] {
  const [inner, others] = [dropUnmetEnds(rows, columns), dropUnmetEnds(columns, rows)];
  return inner.length < rows.length && others.length < columns.length ? [inner, others] : [rows, columns];
}

/** Drops the first and the last line if few others meet them. */
function dropUnmetEnds(lines: readonly Line[], crossing: readonly Line[]): Line[] {
  const isMet = ({ at }: Line) => {
    const meeting = crossing.filter(({ spans }) =>
      spans.some(([from, to]) => from < at + MEETS.withinMm && to > at - MEETS.withinMm),
    );
    return meeting.length >= MEETS.share * crossing.length;
  };
  return lines.filter((line, at) => (at > 0 && at < lines.length - 1) || isMet(line));
}

/** An outer line was missed if most crossing lines continue by this many usual gaps, and end within this many mm of each other. */
const UNSEEN = { least: 0.75, most: 1.25, share: 0.6, withinMm: 1 } as const;

/** Adds the first and last line of a table if they were missed, as with a ragged frame, glare or blur. */
function addUnseenEnds(lines: readonly Line[], crossing: readonly Line[]): Line[] {
  const places = groupNearbyLines(lines).map((group) => getElement(group, 0).at);
  const usual = median(places.slice(1).map((at, index) => at - getElement(places, index)));
  const [first, last] = [lines[0]?.at ?? 0, lines.at(-1)?.at ?? 0];
  const before = unseenEnd(crossing, usual, (span) => first - span[0]);
  const behind = unseenEnd(crossing, usual, (span) => span[1] - last);
  return [
    ...(before === null ? [] : [{ ...before, at: first - before.beyond }]),
    ...lines,
    ...(behind === null ? [] : [{ ...behind, at: last + behind.beyond }]),
  ];
}

/** @param beyondOf how far a stretch of a crossing line reaches beyond the outermost known line */
function unseenEnd(crossing: readonly Line[], usual: number, beyondOf: (span: Span) => number) {
  const reaching = crossing
    .map(({ at, spans }) => ({ at, beyond: Math.max(...spans.map(beyondOf)) }))
    .filter(({ beyond }) => beyond > UNSEEN.least * usual && beyond < UNSEEN.most * usual);
  const beyond = median(reaching.map((one) => one.beyond));
  const ending = reaching.filter((one) => Math.abs(one.beyond - beyond) < UNSEEN.withinMm);
  if (ending.length < Math.max(2, UNSEEN.share * crossing.length)) return null;
  const span: Span = [getElement(ending, 0).at, ending.at(-1)?.at ?? 0];
  return { beyond, strokes: [span], spans: [span] };
}

/** Groups lines that are too near to each other to have cells between them. */
function groupNearbyLines(lines: readonly Line[]): Line[][] {
  const groups: Line[][] = [];
  for (const line of lines) {
    const last = groups.at(-1);
    if (last !== undefined && line.at - (last.at(-1)?.at ?? 0) < DOUBLE_MM) last.push(line);
    else groups.push([line]);
  }
  return groups;
}

function ruledLine(
  group: readonly Line[],
  extent: Span,
  picture: Grey,
  pxPerMm: number,
  isAcross: boolean,
): RuledLine {
  const spans = group.flatMap((line) => line.spans);
  const longest =
    group.toSorted((a, b) => measureCoverage(b, extent) - measureCoverage(a, extent))[0] ??
    getElement(group, 0);
  const [first, last] = [getElement(group, 0).at, group.at(-1)?.at ?? 0];
  const look = measureCrossSection(picture, pxPerMm, isAcross, [first, last], longest.spans);
  const whole = mergeSpans(spans, BROKEN_MM);
  return {
    ...look,
    seen: Math.min(1, measureCoverage({ spans: whole }, extent) / (extent[1] - extent[0])),
  };
}

/** The margin on both sides of a line within which it is measured, in mm. */
const REACH_MM = 1.1;
/** A stroke extends to this share of its greatest darkness. */
const EDGE_SHARE = 0.5;
/** Between the strokes of a double line it is lighter than this share of the darkest place. */
const GAP_SHARE = 0.72;
/** The most places that are sampled along a line. */
const MAX_PLACES = 200;

/**
 * Measures the cross section of a line: its middle, its thickness, and whether it has two strokes.
 *
 * @param between the outermost strokes, in mm
 * @param spans where the line was seen, in mm along it
 */
function measureCrossSection(
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
  return measureLineProfile(dark, from);
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

/** @param dark the darkness of each place across the line @param start the first of these places */
function measureLineProfile(dark: readonly number[], start: number) {
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

/*
 * A missed faint line leaves a gap of two rows among equal rows, or an end beyond which the lines that cross it continue. There, anything
 * slightly darker than its surroundings along most of the table is a line. Copies break thin lines into dots, and frames into specks.
 */

/** The greatest deviation of a gap from a multiple of the usual one, as a share of the usual one. */
const WHOLE = 0.22;
/** Gaps that deviate from the median by less than this share are gaps of one row. */
const ALIKE = 0.4;
/** Gaps of more rows than this are something else: the head of a pad, a column of labels. */
const MAX_ROWS = 3;
/** A line deviates from its expected place by up to this share of a usual row. */
const OFF_SHARE = 0.18;
/** It is darker than its surroundings by this share of the depth of most lines, and by this many levels. */
const MIN_DEPTH = { share: 0.2, levels: 5 } as const;
/** Paper is measured from this distance of a line, over this many px. */
const BESIDE_PX = { from: 4, to: 8 } as const;
/** A line is dark along this share of its length. Dice printed next to half of the rows are not. */
const ALONG = 0.75;
/** Levels are averaged over this many px along a line, which may be dotted. */
const WINDOW_PX = 12;

/** Adds faint lines that were missed. @param picture the straightened sheet */
export function addFaintLines({ across, down }: TableLines, picture: Grey): TableLines {
  const rows = fillLineGaps(across, lineExtent(down), picture, true);
  const columns = addLinesBeyond(
    fillLineGaps(down, lineExtent(across), picture, false),
    rows,
    picture,
    false,
  );
  return { across: addLinesBeyond(rows, columns, picture, true), down: columns };
}

/** Lines end where fewer than this share of them continues, at least this share as dark as within the table. */
const CONTINUES = { lines: 0.6, dark: 0.35 } as const;
/** Their ends are looked for in steps of this share of a usual row. */
const END_STEP = 0.25;
const MAX_STEPS = 60;

/** Adds the lines beyond the outermost ones, as far as most crossing lines continue: at the usual distance, and where those end. */
function addLinesBeyond(
  lines: readonly RuledLine[],
  crossing: readonly RuledLine[],
  picture: Grey,
  isAcross: boolean,
): readonly RuledLine[] {
  const usual = usualGap(lines.slice(1).map(({ atPx }, at) => atPx - getElement(lines, at).atPx));
  const [extent, within] = [lineExtent(crossing), lineExtent(lines)];
  const measureDepth = (place: number, along: Extent) =>
    darkestNear(place, 2, along, picture, !isAcross).depth;
  const inner = crossing.map(({ atPx }) => measureDepth(atPx, within));
  const least = leastDepth(lines, extent, picture, isAcross);
  const continues = (from: number, to: number) => {
    if (Math.max(from, to) >= (isAcross ? picture.heightPx : picture.widthPx) || Math.min(from, to) < 0)
      return false;
    const along: Extent = [Math.min(from, to) - BESIDE_PX.to, Math.max(from, to) + BESIDE_PX.to];
    const dark = crossing.filter(
      ({ atPx }, at) =>
        measureDepth(atPx, along) > Math.max(MIN_DEPTH.levels, CONTINUES.dark * getElement(inner, at)),
    );
    return dark.length > CONTINUES.lines * crossing.length;
  };
  const found = [-1, 1].map((direction) => {
    const step = direction * END_STEP * usual;
    const beyond: RuledLine[] = [];
    let end = direction < 0 ? within[0] : within[1];
    let far = end;
    // Step by step: another table may begin near the end of this one.
    for (let steps = 0; steps < MAX_STEPS && continues(far, far + step); steps++) far += step;
    const add = (place: number, reachPx: number) => {
      const { atPx, depth } = darkestNear(place, reachPx, extent, picture, isAcross);
      if (depth < least || (atPx - end) * direction < usual / 2) return false;
      beyond.push({ ...FAINT, atPx });
      end = atPx;
      return true;
    };
    while ((far + step - end) * direction > usual)
      if (!add(end + direction * usual, OFF_SHARE * usual)) break;
    if ((far - end) * direction > usual / 2) add(far + step / 2, 2 * Math.abs(step));
    return beyond;
  });
  return [...getElement(found, 0).reverse(), ...lines, ...getElement(found, 1)];
}

/** A faint line is at least this much darker than its surroundings, in levels. */
function leastDepth(lines: readonly RuledLine[], extent: Extent, picture: Grey, isAcross: boolean): number {
  const depths = Float32Array.from(
    lines,
    ({ atPx }) => darkestNear(atPx, 2, extent, picture, isAcross).depth,
  );
  return Math.max(MIN_DEPTH.levels, MIN_DEPTH.share * quantile(depths, 0.5));
}

function fillLineGaps(
  lines: readonly RuledLine[],
  extent: Extent,
  picture: Grey,
  isAcross: boolean,
): readonly RuledLine[] {
  const gaps = lines.slice(1).map(({ atPx }, at) => atPx - getElement(lines, at).atPx);
  const usual = usualGap(gaps);
  const counts = gaps.map((gap) => Math.round(gap / usual));
  if (counts.every((count) => count < 2)) return lines;
  const least = leastDepth(lines, extent, picture, isAcross);
  return lines.flatMap((line, at) => {
    const [gap, count] = [gaps[at] ?? 0, counts[at] ?? 0];
    if (count < 2 || count > MAX_ROWS || Math.abs(gap / usual - count) > WHOLE) return [line];
    const found = Array.from({ length: count - 1 }, (_, nth) => {
      const place = line.atPx + ((nth + 1) * gap) / count;
      return darkestNear(place, OFF_SHARE * usual, extent, picture, isAcross);
    });
    if (found.some(({ depth }) => depth < least)) return [line];
    return [line, ...found.map(({ atPx }): RuledLine => ({ ...FAINT, atPx }))];
  });
}

/** The mean of the gaps near the median; double lines are slightly displaced. */
function usualGap(gaps: readonly number[]): number {
  const middle = quantile(Float32Array.from(gaps), 0.5);
  const alike = gaps.filter((gap) => Math.abs(gap - middle) < ALIKE * middle);
  return alike.reduce((sum, gap) => sum + gap, 0) / alike.length;
}

const FAINT = { thicknessPx: 2, isDouble: false, seen: 1 } as const;

/** The darkest place near a given one along most of the table, and how many levels darker than its surroundings it is. */
function darkestNear(place: number, reachPx: number, extent: Extent, picture: Grey, isAcross: boolean) {
  const from = Math.round(place - reachPx);
  const { from: near, to: far } = BESIDE_PX;
  const levels = Array.from({ length: Math.round(place + reachPx) - from + 1 + 2 * far }, (_, at) =>
    levelAlong(from - far + at, extent, picture, isAcross),
  );
  let best = { atPx: place, depth: 0 };
  for (let at = far; at < levels.length - far; at++) {
    const before = Math.max(...levels.slice(at - far, at - near + 1));
    const behind = Math.max(...levels.slice(at + near, at + far + 1));
    const depth = Math.min(before, behind) - getElement(levels, at);
    if (depth > best.depth) best = { atPx: from - far + at, depth };
  }
  return best;
}

/** The level that most of a row or column of px stays below. */
function levelAlong(
  place: number,
  [from, to]: Extent,
  { widthPx, heightPx, pixels }: Grey,
  isAcross: boolean,
) {
  const [first, last] = [Math.ceil(from) + BESIDE_PX.to, Math.floor(to) - BESIDE_PX.to];
  const across = Math.max(0, Math.min((isAcross ? heightPx : widthPx) - 1, place));
  const count = Math.max(1, Math.floor((last - first) / WINDOW_PX));
  const levels = Float32Array.from({ length: count }, (_, nth) => {
    let sum = 0;
    for (let off = 0; off < WINDOW_PX; off++) {
      const along = first + nth * WINDOW_PX + off;
      sum += pixels[isAcross ? across * widthPx + along : along * widthPx + across] ?? 0;
    }
    return sum / WINDOW_PX;
  });
  return quantile(levels, ALONG);
}
