import type { TypeFamily } from "../fonts/typeface.ts";
import { type CornerPlan, cornerRoom, planFieldsInCorner } from "./corner.ts";
import { fitTitle } from "./fit-title.ts";
import type { Area } from "../geometry.ts";
import type { PlacedText } from "./pad-layout.ts";
import type { PadText } from "./pad-text.ts";
import { fieldsBesideMm } from "./place-head.ts";
import type { Sizes } from "./sizes.ts";

/** The room that the plain head of a sheet has; the branded one has no more. */
export interface HeadRoom {
  /** For title and picture, down to the table or to the row of fields; null where the table's corner has to hold everything. */
  readonly strip: Area | null;
  /** Title and picture stand this high at most: from the top of the strip. */
  readonly wordsMm: number;
  /** A row of its own for the fields; null where they have none. */
  readonly fieldsRow: Area | null;
  /** The table's corner, where names or columns do not begin yet. */
  readonly corner: Area;
}

/** How a branded head stands in its room. */
export interface BrandHead {
  readonly logo: Area | null;
  readonly words: readonly PlacedText[];
  /** Where lines to write on stand; null where they stand in the table's corner, or where there are none. */
  readonly fields: { readonly area: Area; readonly baselineMm: number } | null;
  readonly corner: CornerPlan | null;
}

/** A picture takes no more than this share of the width. */
const LOGO_SHARE = 0.34;
/** As long as the title keeps this share of its usual size, the fields stay where they are. */
const GOOD_TITLE = 0.72;
/** From a row's lines to write on down to the table. */
const FIELDS_LIFT_MM = 1.4;
/** From the title down to lines to write on. */
const ABOVE_FIELDS_MM = 0.4;
/** Lines that stand below a title in its own strip have this share of a box's height, as long as that is not more. */
const LOW_FIELDS = 0.6;
const LOW_FIELDS_MM = 4.6;

/**
 * Plans the head of a sheet with a title, a subtitle or a picture of somebody's own. What the title leaves no room for moves: lines to
 * write on go into the table's corner, or below the title.
 *
 * @param text with that title and subtitle
 * @returns null if it does not fit
 */
export function planBrandHead(
  text: PadText,
  logoRatio: number | null,
  room: HeadRoom,
  sizes: Sizes,
  family: TypeFamily,
): BrandHead | null {
  const { strip, wordsMm, fieldsRow } = room;
  if (strip === null) return allInCorner(text, logoRatio, room.corner, sizes, family);
  const logo = logoRatio === null ? null : logoIn({ ...strip, heightMm: wordsMm }, logoRatio);
  const rest = logo === null ? strip : rightOf(strip, logo.xMm + logo.widthMm + 1.5 * sizes.insetMm);
  const line = { ...rest, heightMm: wordsMm };
  if (fieldsRow !== null || text.fields.length === 0) {
    const words = fitTitle(text, line, sizes, family);
    const baselineMm = fieldsRow === null ? 0 : fieldsRow.yMm + fieldsRow.heightMm - 2.4;
    const fields = fieldsRow === null ? null : { area: fieldsRow, baselineMm };
    return words === null ? null : { logo, words, fields, corner: null };
  }
  const ways = [
    () => fieldsBeside(text, line, sizes, family),
    () => fieldsInCorner(text, line, room.corner, sizes, family),
    () => fieldsBelow(text, rest, sizes, family),
  ].flatMap((way) => way() ?? []);
  const good = ways.find(({ words }) => sizeOf(words) >= GOOD_TITLE * sizes.titlePt.usual);
  const best = good ?? ways.sort((one, other) => sizeOf(other.words) - sizeOf(one.words))[0];
  return best === undefined ? null : { logo, ...best };
}

type Stand = Omit<BrandHead, "logo">;

function fieldsBeside(text: PadText, line: Area, sizes: Sizes, family: TypeFamily): Stand | null {
  const needed = fieldsBesideMm(text, sizes, family) + 3 * sizes.insetMm;
  const words = fitTitle(text, { ...line, widthMm: line.widthMm - needed }, sizes, family);
  if (words === null) return null;
  const end = Math.max(...words.map(({ ink }) => ink.xMm + ink.widthMm));
  const area = rightOf(line, end + 3 * sizes.insetMm);
  const { capMm } = family.bold.height(sizes.titlePt.usual);
  return { words, fields: { area, baselineMm: line.yMm + (line.heightMm + capMm) / 2 }, corner: null };
}

function fieldsInCorner(
  text: PadText,
  line: Area,
  cell: Area,
  sizes: Sizes,
  family: TypeFamily,
): Stand | null {
  const corner = planFieldsInCorner(text, cell, sizes, family);
  const words = corner === null ? null : fitTitle(text, line, sizes, family);
  return words === null ? null : { words, fields: null, corner };
}

function fieldsBelow(text: PadText, area: Area, sizes: Sizes, family: TypeFamily): Stand | null {
  const lineMm = Math.min(LOW_FIELDS_MM, sizes.boxMm.height * LOW_FIELDS);
  const heightMm = area.heightMm - FIELDS_LIFT_MM - lineMm - ABOVE_FIELDS_MM;
  const words = fitTitle(text, { ...area, heightMm }, sizes, family);
  if (words === null || fieldsBesideMm(text, sizes, family) > area.widthMm) return null;
  const end = area.yMm + area.heightMm;
  const baselineMm = end - FIELDS_LIFT_MM;
  const fields = { ...area, yMm: baselineMm - lineMm, heightMm: lineMm + FIELDS_LIFT_MM };
  return { words, fields: { area: fields, baselineMm }, corner: null };
}

/** Picture, title and lines to write on, one below the other in the corner of the table. */
function allInCorner(
  text: PadText,
  logoRatio: number | null,
  cell: Area,
  sizes: Sizes,
  family: TypeFamily,
): BrandHead | null {
  const strip = cornerRoom(text, cell, sizes);
  const logo = logoRatio === null ? null : logoIn(strip, logoRatio);
  const rest = logo === null ? strip : rightOf(strip, logo.xMm + logo.widthMm + sizes.insetMm);
  const words = fitTitle(text, rest, sizes, family);
  if (words === null) return null;
  const corner = { titlePt: null, fromMm: strip.yMm + strip.heightMm - cell.yMm };
  return { logo, words, fields: null, corner };
}

/** As high as its room, or as wide as it may be, in the middle of the height. */
function logoIn({ xMm, yMm, widthMm, heightMm }: Area, ratio: number): Area {
  const wideMm = Math.min(heightMm * ratio, widthMm * LOGO_SHARE);
  const highMm = wideMm / ratio;
  return { xMm, yMm: yMm + (heightMm - highMm) / 2, widthMm: wideMm, heightMm: highMm };
}

function rightOf(area: Area, xMm: number): Area {
  return { ...area, xMm, widthMm: area.xMm + area.widthMm - xMm };
}

function sizeOf(words: readonly PlacedText[]): number {
  return words[0]?.sizePt ?? 0;
}
