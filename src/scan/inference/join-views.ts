import type { BoxKind, Evidence } from "../digits/evidence.ts";
import { BOX_KINDS } from "../digits/evidence.ts";
import { rawReading } from "./raw.ts";
import type { SeenBox, Written } from "./sheet-reading.ts";
import { keyOf } from "./written.ts";

/** A box that photos of one sheet show differently. */
export interface Conflict {
  /** The box's index. */
  readonly at: number;
  /** What each photo that is sure of it shows there. */
  readonly views: readonly { readonly photo: number; readonly written: Written }[];
}

/**
 * The evidence of several photos of one sheet, box by box. A box that is hidden on one of them is seen on the others.
 *
 * The probabilities of the photos are multiplied. But all of them show the same ink, and what is hard to read on one is hard to read on
 * the others, too: n photos count as √n looks that know nothing of each other, so each goes in to the power of √n / n.
 *
 * @param photos for each photo all boxes of the sheet, in the same order
 */
export function joinViews(photos: readonly (readonly SeenBox[])[]): SeenBox[] {
  const [first = []] = photos;
  return first.map((box, at) => {
    const evidence = photos.flatMap((boxes) => boxes[at]?.evidence ?? []);
    return { ...box, evidence: joined(evidence) };
  });
}

function joined(evidence: readonly Evidence[]): Evidence | null {
  const [only] = evidence;
  if (only === undefined || evidence.length === 1) return only ?? null;
  const power = 1 / Math.sqrt(evidence.length);
  const product = (of: (one: Evidence) => number) => evidence.reduce((all, one) => all * of(one) ** power, 1);
  const kinds = sharesOf(BOX_KINDS.map((kind) => [kind, product((one) => one.kinds[kind])] as const));
  const texts = new Set(evidence.flatMap(({ likely }) => likely.map(({ text }) => text)));
  const weights = [...texts].map((text) => ({ text, weight: product((one) => one.probability(text)) }));
  // What none of the photos takes for likely adds next to nothing to the sum over all texts.
  const sum = weights.reduce((all, { weight }) => all + weight, 0);
  const likely = weights
    .map(({ text, weight }) => ({ text, probability: sum === 0 ? 0 : weight / sum }))
    .sort((a, b) => b.probability - a.probability);
  const probability = (text: string) =>
    sum === 0 ? 0 : Math.min(1, product((one) => one.probability(text)) / sum);
  return { kinds, likely, probability };
}

function sharesOf(weights: readonly (readonly [BoxKind, number])[]): Record<BoxKind, number> {
  const sum = weights.reduce((all, [, weight]) => all + weight, 0);
  const even = 1 / weights.length;
  const shares = weights.map(([kind, weight]) => [kind, sum === 0 ? even : weight / sum] as const);
  return Object.fromEntries(shares) as Record<BoxKind, number>;
}

/** A photo counts as a witness of a box from this probability on. */
const SURE = 0.8;

/**
 * The boxes that photos of one sheet show differently, each photo sure by itself and without any rule.
 *
 * @param photos as for `joinViews`
 */
export function conflictingViews(photos: readonly (readonly SeenBox[])[]): Conflict[] {
  const [first = []] = photos;
  return first.flatMap((_, at) => {
    const views = photos.flatMap((boxes, photo) => {
      const evidence = boxes[at]?.evidence ?? null;
      const raw = evidence === null ? null : rawReading(evidence);
      return raw === null || raw.probability < SURE ? [] : [{ photo, written: raw.written }];
    });
    const distinct = new Set(views.map(({ written }) => meaning(written)));
    return distinct.size > 1 ? [{ at, views }] : [];
  });
}

/** A bare 0 is a way to strike. */
function meaning(written: Written): string {
  const key = keyOf(written);
  return key === "0" ? "strike" : key;
}
