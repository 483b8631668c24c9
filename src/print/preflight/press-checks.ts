import { english, type Message, msg } from "../../rules/problem/message.ts";
import { decimal, formatQuantity } from "../../rules/problem/wording.ts";
import { type Area, grown, overlaps } from "../geometry.ts";
import type { PageCheck } from "./check.ts";
import type { Fault, PreflightCode } from "./finding.ts";

// What a press makes of a page otherwise than a screen. Thresholds are those that print shops name; programs round what they write.

const ROUNDING = 0.99;
const MIN_DPI = 200;
const MIN_TYPE_PT = 6;
const MIN_GREY_TYPE_PT = 8;

/** Nothing shows through: presses print solid inks, and each program flattens transparency in its own way. */
const opaque: PageCheck = ({ transparent, shown }) =>
  onPage(transparent, shown).map((area) => ({
    code: "transparency",
    area,
    message: (times) =>
      times === 1
        ? msg("print.1-thing-transparent")`1 thing is transparent`
        : msg("print.things-transparent")`${times} things are transparent`,
    hint: msg("print.flatten-before-export")`flatten it before export, or export as PDF/X-1a`,
  }));

/** White knocks out what is below it. Where it is to be printed over it, it is nothing. */
const whiteKnocksOut: PageCheck = ({ whiteOverprint, shown }) =>
  onPage(whiteOverprint, shown).map((area) => ({
    code: "white-overprint",
    area,
    message: (times) =>
      times === 1
        ? msg("print.1-white-thing")`1 white thing overprints, and vanishes`
        : msg("print.white-things-overprint")`${times} white things overprint, and vanish`,
    hint: msg("print.turn-overprinting-off")`turn overprinting off for what is white`,
  }));

/** Images are fine enough to be printed. */
const fineImages: PageCheck = ({ images, shown }) =>
  images.flatMap(({ area, dpi }): Fault[] => {
    if (dpi >= MIN_DPI * ROUNDING || !overlaps(area, shown)) return [];
    const about = `${Math.round(dpi)}`;
    const message = (times: number) =>
      times === 1
        ? msg("print.1-image-has")`1 image has ${about} dots per inch`
        : msg("print.images-have-dots")`${times} images have ${about} dots per inch`;
    const hint = msg("print.take-one-more")`take one with ${MIN_DPI} or more, or a drawing`;
    return [{ code: "low-resolution", about, message, hint, area }];
  });

/** Type is large enough to be read, and larger where it is grey: a screen of dots frays small letters. */
const readableType: PageCheck = ({ smallType, shown }) =>
  smallType.flatMap(({ area, sizePt, shade }): Fault[] => {
    const isSmall = sizePt < MIN_TYPE_PT * ROUNDING;
    const isGrey = shade === "screened" && sizePt < MIN_GREY_TYPE_PT * ROUNDING;
    if (shade === "white" || !(isSmall || isGrey) || !overlaps(area, shown)) return [];
    const size = formatQuantity(decimal(sizePt, 1), "pt");
    const [code, message, hint] = isSmall
      ? ([
          "small-type",
          msg("print.there-type")`there is type of ${size}`,
          msg("print.take-pt-more")`take ${MIN_TYPE_PT} pt or more`,
        ] as const)
      : ([
          "grey-type",
          msg("print.there-grey-type")`there is grey type of ${size}`,
          msg("print.print-solid-ink")`print it in solid ink, or with ${MIN_GREY_TYPE_PT} pt or more`,
        ] as const);
    return [{ code, about: english(size), message: () => message, hint, area }];
  });

/** What ends so near to the cut, on either side, was meant to reach it. */
const NEAR_CUT_MM = 0.5;
/** As far beyond the cut a background must reach, for the cut may be off. */
const MIN_BLEED_MM = 2;

/** A background that reaches the cut reaches beyond it: otherwise the paper shows where the cut is off. */
const backgroundBleeds: PageCheck = ({ fills, boxes, shown }) => {
  const trim = boxes.get("TrimBox") ?? shown;
  const inside = grown(trim, -NEAR_CUT_MM);
  return fills.flatMap((area): Fault[] => {
    const reaches = [
      trim.xMm - area.xMm,
      trim.yMm - area.yMm,
      area.xMm + area.widthMm - trim.xMm - trim.widthMm,
      area.yMm + area.heightMm - trim.yMm - trim.heightMm,
    ];
    const isShort = reaches.some((mm) => mm > -NEAR_CUT_MM && mm < MIN_BLEED_MM);
    if (!isShort || !overlaps(area, inside)) return [];
    const message = (times: number) =>
      times === 1
        ? msg("print.1-background-stops")`1 background stops at the cut`
        : msg("print.backgrounds-stop-cut")`${times} backgrounds stop at the cut`;
    return [{ code: "no-bleed" satisfies PreflightCode, message, hint: BLEED_HINT, area }];
  });
};

const BLEED_HINT: Message = msg("print.let-reach-3")`let it reach 3 mm beyond the cut, or end it 4 mm before`;

function onPage(areas: readonly Area[], shown: Area): Area[] {
  return areas.filter((area) => overlaps(grown(area, 0.01), shown));
}

/** What a page for a press is checked for. @internal */
export const PRESS_CHECKS: readonly PageCheck[] = [
  opaque,
  whiteKnocksOut,
  fineImages,
  readableType,
  backgroundBleeds,
];
