import { BOX_KINDS, type Evidence } from "../digits/evidence.ts";
import { MIN_VISIBLE } from "../warp/cut-boxes.ts";
import { type Alternative, writtenKey, type SeenBox, type Written } from "./sheet-reading.ts";

/** The kinds of box for what holds no number. */
const WITHOUT_NUMBER = { empty: "empty", strike: "struck", unknown: "scribble" } as const;

/** The probability that this stands in a box, by its picture alone. */
export function rawProbability(evidence: Evidence, written: Written): number {
  const { kinds } = evidence;
  if (written.kind !== "score") return kinds[WITHOUT_NUMBER[written.kind]];
  return (kinds.number + kinds.corrected) * evidence.probability(String(written.value));
}

/** What most probably stands in a box by its picture alone, without any rule. */
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

/** If less than this share of a box is in sight, nothing can be told from it. */
const MIN_PARTLY_VISIBLE = 0.25;

/** What a picture of a box is worth. @param visible how much of the box is in sight, 0 to 1 */
export function asFarAsSeen(
  evidence: Evidence | null,
  visible: number,
): Pick<SeenBox, "evidence" | "partialEvidence"> {
  if (visible >= MIN_VISIBLE) return { evidence };
  return { evidence: null, partialEvidence: visible >= MIN_PARTLY_VISIBLE ? evidence : null };
}

/** The share of faint single strokes that are no ink, but a smear, a ring, a shadow. */
const NO_INK_SHARE = 0.9;
/** The numbers that a single stroke looks like. */
const STROKES = ["1", "-1", "7"] as const;

/** What a picture says of ink. @param isFaint whether all that is dark in it is far fainter than the sheet's ink */
export function inkEvidence(evidence: Evidence, isFaint: boolean): Evidence {
  return isFaint ? discountFaintMark(evidence) : evidence;
}

/** The evidence of a mark far fainter than the sheet's ink: rings and smears look like a single stroke. Longer numbers stay as they are. */
export function discountFaintMark(evidence: Evidence): Evidence {
  const { kinds } = evidence;
  const strokes = STROKES.reduce((sum, text) => sum + evidence.probability(text), 0);
  const number = NO_INK_SHARE * Math.min(1, strokes) * kinds.number;
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
 * The joint evidence of several photos of one sheet, box by box. A box that is hidden on one photo is seen on the others.
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
    return { ...box, evidence: jointEvidence(evidence) };
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
  // A text that no photo takes for likely adds next to nothing to the sum over all texts.
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

/** From this probability on, a photo is sure of a box. */
const SURE = 0.8;

/** The boxes that photos of a sheet show differently, by index, with what each photo shows that is sure of it without any rule. */
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
