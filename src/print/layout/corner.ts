import { msg } from "../../rules/problem/message.ts";
import { problem } from "../../rules/problem/problem.ts";
import type { Area, Size } from "../geometry.ts";
import type { Branding } from "./pad-text.ts";
import { quietStyle, type SheetDraft, type Typesetting } from "./parts.ts";

/** What stands in the table's corner of whoever prints the pad. */
export interface CornerPictures {
  readonly logo: Area | null;
  /** The symbol with a link. */
  readonly link: Area | null;
  /** What both take of the corner, from its left. */
  readonly widthMm: number;
}

/** A logo is no higher than this. */
const MAX_LOGO_MM = 20;
/** A symbol larger than this is no easier to take a picture of. */
const MAX_LINK_MM = 16;
/** Phones read modules of this size without effort; and they want so many modules of white around the symbol. */
const MIN_MODULE_MM = 0.33;
const QUIET_MODULES = 4;
/** Beside pictures, lines to write on are at least this share of their least length. */
const FIELD_SHARE = 0.85;
/** Between pictures and what stands beside them. */
const GAP_MM = 1.6;

/**
 * Places the logo and the symbol of a link at the left of the table's corner; fields keep what they need of it. No box moves for them.
 * @param cell the corner
 */
export function placePictures(
  draft: SheetDraft,
  cell: Area,
  { logoRatio, linkModules }: Pick<Branding, "logoRatio" | "linkModules">,
): CornerPictures {
  if (logoRatio === null && linkModules === null) return { logo: null, link: null, widthMm: 0 };
  const highMm = cell.heightMm - 2 * GAP_MM;
  const roomMm = cell.widthMm - draft.sizes.insetMm - GAP_MM - fieldsMm(draft);
  const linkMm = linkModules === null ? 0 : linkSide(linkModules, roomMm, highMm, logoRatio !== null);
  if (linkModules !== null && linkMm < linkModules * MIN_MODULE_MM) reportLink(draft);
  const gapMm = linkModules === null ? GAP_MM : Math.max(GAP_MM, (QUIET_MODULES * linkMm) / linkModules);
  let xMm = cell.xMm + draft.sizes.insetMm;
  const place = (size: Size | null): Area | null => {
    if (size === null) return null;
    const area = { ...size, xMm, yMm: cell.yMm + (cell.heightMm - size.heightMm) / 2 };
    xMm += size.widthMm + gapMm;
    return area;
  };
  const logo = place(logoRatio === null ? null : logoSize(logoRatio, roomMm - linkMm - gapMm, highMm));
  const link = place(linkModules === null ? null : { widthMm: linkMm, heightMm: linkMm });
  return { logo, link, widthMm: xMm - cell.xMm - draft.sizes.insetMm };
}

/** As large as there is room; beside a logo no more than half of it. */
function linkSide(modules: number, roomMm: number, highMm: number, hasLogo: boolean): number {
  const quiet = 1 + QUIET_MODULES / modules;
  const shareMm = hasLogo ? Math.max(modules * MIN_MODULE_MM * quiet * 1.1, roomMm / 2) : roomMm;
  return Math.min(MAX_LINK_MM, highMm, Math.min(shareMm, roomMm) / quiet);
}

function logoSize(ratio: number, roomMm: number, highMm: number): Size {
  const heightMm = Math.max(0, Math.min(MAX_LOGO_MM, highMm, roomMm / ratio));
  return { widthMm: heightMm * ratio, heightMm };
}

/** What the fields cannot do without: their labels, with the least line behind each. */
function fieldsMm(setting: Typesetting): number {
  const { text, sizes } = setting;
  if (text.fields.length === 0) return 0;
  const { face, sizePt } = quietStyle(setting);
  const labelsMm = text.fields.map(({ label }) => face.width(label, sizePt));
  return Math.max(...labelsMm) + sizes.fieldGapMm + FIELD_SHARE * sizes.fieldMm + sizes.insetMm;
}

function reportLink({ paper, problems }: SheetDraft): void {
  const message = msg(
    "print.link-makes-symbol",
  )`the link makes a symbol that is too fine for its place on ${paper.name}`;
  const hint = msg("print.use-shorter-link")`use a shorter link, larger paper, or leave out the logo`;
  problems.push(problem("link-too-long", message, { hint }));
}
