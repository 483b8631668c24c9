/** Lengths and areas on paper, in mm from the top left corner; type is measured in pt. */

/** A point is 1/72 of an inch. */
export const MM_PER_PT = 25.4 / 72;
export const PT_PER_MM = 72 / 25.4;
export const MM_PER_INCH = 25.4;

export interface Size {
  readonly widthMm: number;
  readonly heightMm: number;
}

/** The papers that sizes of type are designed for; other papers follow them. */
export const A4: Size = { widthMm: 210, heightMm: 297 };
export const A5: Size = { widthMm: 148, heightMm: 210 };

/** A rectangle, in mm from the top left corner of the page. */
export interface Area extends Size {
  readonly xMm: number;
  readonly yMm: number;
}

/** A straight line, in mm from the top left corner of the page. */
export type Segment = Readonly<Record<"fromXMm" | "fromYMm" | "toXMm" | "toYMm", number>>;

/** The area that a line from corner to corner spans. */
export function segmentArea({ fromXMm, fromYMm, toXMm, toYMm }: Segment): Area {
  const [xMm, yMm] = [Math.min(fromXMm, toXMm), Math.min(fromYMm, toYMm)];
  return { xMm, yMm, widthMm: Math.abs(toXMm - fromXMm), heightMm: Math.abs(toYMm - fromYMm) };
}

/** Far below the precision of eyes and printers. */
const TOLERANCE_MM = 0.01;

/** Whether an area lies inside another one, within the tolerance. */
export function within(inner: Area, outer: Area, toleranceMm = TOLERANCE_MM): boolean {
  return (
    inner.xMm >= outer.xMm - toleranceMm &&
    inner.yMm >= outer.yMm - toleranceMm &&
    inner.xMm + inner.widthMm <= outer.xMm + outer.widthMm + toleranceMm &&
    inner.yMm + inner.heightMm <= outer.yMm + outer.heightMm + toleranceMm
  );
}

/** Whether two areas share more than an edge, or are less than `clearMm` apart. */
export function overlaps(one: Area, other: Area, clearMm = 0): boolean {
  return (
    one.xMm < other.xMm + other.widthMm + clearMm &&
    other.xMm < one.xMm + one.widthMm + clearMm &&
    one.yMm < other.yMm + other.heightMm + clearMm &&
    other.yMm < one.yMm + one.heightMm + clearMm
  );
}

/** An area grown by a length on each side, or shrunk if it is negative. @param downMm the length above and below */
export function grown({ xMm, yMm, widthMm, heightMm }: Area, byMm: number, downMm = byMm): Area {
  const size = { widthMm: widthMm + 2 * byMm, heightMm: heightMm + 2 * downMm };
  return { xMm: xMm - byMm, yMm: yMm - downMm, ...size };
}
