import type { TypeFamily } from "../fonts/typeface.ts";
import { type BrandHead, type HeadRoom, planBrandHead } from "./brand-head.ts";
import type { Branding } from "./branding.ts";
import type { Area } from "../geometry.ts";
import { placeFields, placeTitle } from "./place-head.ts";
import type { SheetPlan } from "./plan-sheet.ts";
import type { SheetParts } from "./sheet-parts.ts";

/** What is left of a head to be placed with the table, and where its picture stands. */
interface PlacedTop extends Pick<BrandHead, "corner" | "logo"> {
  /** Words for which there is no room. */
  readonly tooLong: readonly string[];
}

/** Places the title, and the fields as far as they stand above the table. */
export function placeTop(
  parts: SheetParts,
  family: TypeFamily,
  plan: SheetPlan,
  { title, subtitle, logoRatio }: Branding,
): PlacedTop {
  const { text, sizes, corner } = plan;
  const own = { ...text, title: title ?? text.title, subtitle: subtitle ?? text.subtitle };
  const isPlain = title === null && subtitle === null && logoRatio === null;
  const head = isPlain ? null : planBrandHead(own, logoRatio, headRoom(plan), sizes, family);
  if (head === null) {
    placePlain(parts, family, plan);
    const words = [own.title, own.subtitle ?? ""].filter((line) => line !== "").join(" – ");
    return { corner, logo: null, tooLong: isPlain ? [] : [words] };
  }
  parts.texts.push(...head.words);
  const { fields } = head;
  if (fields !== null) placeFields(parts, sizes, family, text, fields.area, fields.baselineMm);
  return { ...head, tooLong: [] };
}

function placePlain(parts: SheetParts, family: TypeFamily, plan: SheetPlan): void {
  const { text, sizes, frame, title } = plan;
  if (title === null) return;
  const row = titleRow(plan);
  placeTitle(parts, sizes, family, text, title, frame?.title ?? row, row);
}

/** From the top of the title to the table, as wide as the sheet. */
function titleRow({ title, tables, widthMm }: SheetPlan): Area {
  const [{ area }] = tables;
  const heightMm = title?.heightMm ?? 0;
  return { xMm: area.xMm, yMm: area.yMm - heightMm, widthMm, heightMm };
}

/** What the plain head leaves to a branded one. */
function headRoom(plan: SheetPlan): HeadRoom {
  const { sizes, frame, title, division, tables } = plan;
  const [{ area, heights }] = tables;
  const corner = {
    xMm: area.xMm + division.gutterMm,
    yMm: area.yMm,
    widthMm: division.labelsMm - division.gutterMm,
    heightMm: heights.headMm,
  };
  const row = titleRow(plan);
  const fieldsMm = title?.fields === "below" ? sizes.fieldsMm : 0;
  const fieldsRow = fieldsMm === 0 ? null : { ...row, yMm: area.yMm - fieldsMm, heightMm: fieldsMm };
  const between = frame?.title ?? row;
  const strip = title === null ? null : { ...between, heightMm: area.yMm - fieldsMm - between.yMm };
  const wordsMm = frame?.title.heightMm ?? row.heightMm - fieldsMm - sizes.insetMm;
  return { strip, wordsMm, fieldsRow, corner };
}
