import { BOX_KINDS, type Evidence } from "../digits/evidence.ts";
import { MIN_VISIBLE } from "../warp/cut-boxes.ts";
import { type Alternative, writtenKey, type SeenBox, type Written } from "./sheet-reading.ts";

/** The reader's kind of box for each content that is no number. */
const WITHOUT_NUMBER = { empty: "empty", strike: "struck", unknown: "scribble" } as const;

/** The probability of a box's content by its picture alone. */
export function rawProbability(evidence: Evidence, written: Written): number {
  const { kinds } = evidence;
  if (written.kind !== "score") return kinds[WITHOUT_NUMBER[written.kind]];
  return (kinds.number + kinds.corrected) * evidence.probability(String(written.value));
}

/** The most probable content of a box by its picture alone, without the rules. */
export function rawReading(evidence: Evidence): Alternative {
  const { kinds, likely } = evidence;
  const ways: Alternative[] = [
    ...(["empty", "strike", "unknown"] as const).map((kind) => ({
      written: { kind },
      probability: kinds[WITHOUT_NUMBER[kind]],
    })),
    ...likely.slice(0, 1).map(({ text, probability }) => ({
      written: { kind: "score" as const, value: Number(text) },
      probability: (kinds.number + kinds.corrected) * probability,
    })),
  ];
  return ways.reduce((best, way) => (way.probability > best.probability ? way : best));
}

export function hasNoInk({ kinds }: Evidence): boolean {
  return kinds.empty > 0.5;
}

/** If less of a box is visible, its picture is ignored. */
const MIN_PARTLY_VISIBLE = 0.25;

/** The evidence of a picture as full, partial or none. @param visible the visible share of the box, 0 to 1 */
export function limitToVisible(
  evidence: Evidence | null,
  visible: number,
): Pick<SeenBox, "evidence" | "partialEvidence"> {
  if (visible >= MIN_VISIBLE) return { evidence };
  return { evidence: null, partialEvidence: visible >= MIN_PARTLY_VISIBLE ? evidence : null };
}

/** The share of faint single strokes that are a smear, ring or shadow instead of ink. */
const NO_INK_SHARE = 0.9;
/** The numbers that a single stroke looks like. */
const STROKES = ["1", "-1", "7"] as const;
/** From this probability of a text on, a number is legible. */
const LEGIBLE = 0.5;

/**
 * The evidence of ink, less that of marks far fainter than the sheet's ink. Rings and smears look like a single stroke, and print of the
 * other side like a number that nobody can read, so longer numbers that are legible keep their weight.
 */
export function inkEvidence(evidence: Evidence, isFaint: boolean): Evidence {
  if (!isFaint) return evidence;
  const { kinds } = evidence;
  const strokes = STROKES.reduce((sum, text) => sum + evidence.probability(text), 0);
  const isLegible = (evidence.likely[0]?.probability ?? 0) >= LEGIBLE;
  const number = NO_INK_SHARE * (isLegible ? Math.min(1, strokes) : 1) * kinds.number;
  const struck = NO_INK_SHARE * kinds.struck;
  const scribble = NO_INK_SHARE * kinds.scribble;
  const discounted = {
    empty: kinds.empty + number + struck + scribble,
    number: kinds.number - number,
    struck: kinds.struck - struck,
    scribble: kinds.scribble - scribble,
  };
  return { ...evidence, kinds: { ...kinds, ...discounted } };
}

/**
 * The joint evidence of several photos of one sheet, box by box. A box that is hidden on one photo may be visible on another.
 *
 * Probabilities are multiplied. But the photos show the same ink, so n of them count as √n independent ones: each enters with the power
 * √n / n.
 *
 * @param photos for each photo all boxes of the sheet, in the same order
 */
export function joinViews(photos: readonly (readonly SeenBox[])[]): SeenBox[] {
  const [first = []] = photos;
  return first.map((box, at) => {
    const evidence = photos.flatMap((boxes) => boxes[at]?.evidence ?? []);
    const isAstride = photos.some((boxes) => boxes[at]?.isAstride);
    return { ...box, evidence: jointEvidence(evidence), ...(isAstride && { isAstride }) };
  });
}

function jointEvidence(evidence: readonly Evidence[]): Evidence | null {
  const [only] = evidence;
  if (only === undefined || evidence.length === 1) return only ?? null;
  const power = 1 / Math.sqrt(evidence.length);
  const product = (of: (one: Evidence) => number) => evidence.reduce((all, one) => all * of(one) ** power, 1);
  const products = BOX_KINDS.map((kind) => product((one) => one.kinds[kind]));
  const whole = products.reduce((all, weight) => all + weight, 0);
  const shares = products.map((weight) => (whole === 0 ? 1 / products.length : weight / whole));
  const kinds = Object.fromEntries(BOX_KINDS.map((kind, at) => [kind, shares[at]])) as Evidence["kinds"];
  const texts = new Set(evidence.flatMap(({ likely }) => likely.map(({ text }) => text)));
  const weights = [...texts].map((text) => ({ text, weight: product((one) => one.probability(text)) }));
  // Texts that are unlikely on every photo add almost nothing to the sum over all texts.
  const sum = weights.reduce((all, { weight }) => all + weight, 0);
  const computeShare = (weight: number) => (sum === 0 ? 0 : weight / sum);
  return {
    kinds,
    script: null,
    likely: weights
      .map(({ text, weight }) => ({ text, probability: computeShare(weight) }))
      .sort((a, b) => b.probability - a.probability),
    probability: (text) => Math.min(1, computeShare(product((one) => one.probability(text)))),
  };
}

/** The least probability at which a photo counts as sure of a box. */
const SURE = 0.8;

/** The boxes that photos of a sheet show differently, by index, with the content on each photo that is sure of it without the rules. */
export function conflictingViews(photos: readonly (readonly SeenBox[])[]) {
  const [first = []] = photos;
  return first.flatMap((_, at) => {
    const views = photos.flatMap((boxes, photo) => {
      const { evidence = null } = boxes[at] ?? {};
      const raw = evidence && rawReading(evidence);
      return raw === null || raw.probability < SURE ? [] : [{ photo, written: raw.written }];
    });
    // A bare 0 is a way to strike.
    const distinct = new Set(views.map(({ written }) => writtenKey(written).replace(/^0$/, "strike")));
    return distinct.size > 1 ? [{ at, views }] : [];
  });
}
