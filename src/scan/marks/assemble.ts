import type { OpenCv } from "../image/opencv.ts";
import type { SeenMark } from "./detect.ts";
import type { FoundSheet } from "./found-sheet.ts";
import { fitPages, fitPapers } from "./page-fit.ts";

/** Marks of one sheet miss their places by less than this share of their side. */
const MAX_MISFIT = 0.4;
/** More marks of one group than this are not looked at: nobody photographs as many sheets at once. */
const MAX_MARKS = 24;
/**
 * Sorts marks into sheets: marks of one group belong together if they lie as they would on some page. Sheets with all their marks are
 * put together first, so that two sheets of the same group are told apart.
 */
export function assembleSheets(cv: OpenCv, marks: readonly SeenMark[]): FoundSheet[] {
  const groups = [...new Set(marks.map(({ group }) => group))];
  return groups.flatMap((group) => {
    const own = marks.filter((mark) => mark.group === group).slice(0, MAX_MARKS);
    return sheetsOf(cv, own).map((set) => ({ group, marks: set.map(withoutGroup) }));
  });
}

function withoutGroup({ place, corners, blurPx }: SeenMark) {
  return { place, corners, blurPx };
}

type MarkSet = readonly SeenMark[];

function sheetsOf(cv: OpenCv, marks: MarkSet): MarkSet[] {
  const places = [...new Set(marks.map(({ place }) => place))];
  const sheets: MarkSet[] = [];
  let left = marks;
  for (let size = places.length; size > 0; size--) {
    for (;;) {
      const best = left.length < size ? null : bestSet(cv, left, size);
      if (best === null) break;
      sheets.push([...best].sort((a, b) => a.place - b.place));
      left = left.filter((mark) => !best.includes(mark));
    }
  }
  return sheets;
}

/** The set of so many marks that fits a page best; null if none does. */
function bestSet(cv: OpenCv, marks: MarkSet, size: number): MarkSet | null {
  if (size === 1) return marks.slice(0, 1);
  const sets = [...setsOf(marks, size)];
  // Where there is a choice, papers with a name decide: trying all sizes for all sets would take long.
  const fitsOf = sets.length === 1 ? fitPages : fitPapers;
  let best: MarkSet | null = null;
  let least = MAX_MISFIT;
  for (const set of sets) {
    const misfit = fitsOf(cv, set)[0]?.misfit ?? Number.POSITIVE_INFINITY;
    if (misfit >= least) continue;
    least = misfit;
    best = set;
  }
  return best;
}

/** All sets of a size with at most one mark for each place, whose marks are about as large and turned alike. */
function* setsOf(marks: MarkSet, size: number, begun: MarkSet = []): Generator<MarkSet> {
  if (begun.length === size) {
    yield begun;
    return;
  }
  for (const [at, mark] of marks.entries()) {
    const next = marks.slice(at + 1).filter(({ place }) => place !== mark.place);
    if (begun.every((other) => isAlike(other, mark))) yield* setsOf(next, size, [...begun, mark]);
  }
}

/** Perspective makes a mark at most this many times as large as another one of its sheet. */
const MAX_GROWTH = 2.2;
/** The cosine of the angle by which perspective and curl turn marks of a sheet against each other. */
const MIN_COSINE = 0.7;

function isAlike(one: SeenMark, other: SeenMark): boolean {
  const a = diagonal(one);
  const b = diagonal(other);
  const growth = Math.hypot(a.x, a.y) / Math.hypot(b.x, b.y);
  const cosine = (a.x * b.x + a.y * b.y) / (Math.hypot(a.x, a.y) * Math.hypot(b.x, b.y));
  return growth < MAX_GROWTH && growth > 1 / MAX_GROWTH && cosine > MIN_COSINE;
}

function diagonal({ corners }: SeenMark) {
  return { x: corners[2].x - corners[0].x, y: corners[2].y - corners[0].y };
}
