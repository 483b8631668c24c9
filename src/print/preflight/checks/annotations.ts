import { counted, type Check, type Fault } from "../finding.ts";
import { boundsOf, cornersOf } from "../matrix.ts";
import { asDict, listAt, nameAt, rectangleAt } from "../objects.ts";
import type { Page } from "../page.ts";

/** What print shops put there themselves (ISO 32000-1, 14.11.3 and 14.11.6). */
const FOR_PRINTERS = new Set(["PrinterMark", "TrapNet"]);
const MAX_KIND_LENGTH = 40;

/** Nothing lies over a page that is printed: a link or note may come out on paper, or vanish. The fields of a form are wanted. */
export const annotations: Check = (page, requirements) => {
  const unwanted = annotationsOn(page).filter(
    ({ kind }) => requirements.annotations === "none" || kind !== "Widget",
  );
  return [...new Set(unwanted.map(({ kind }) => kind))].map((kind): Fault => {
    const found = unwanted.filter((one) => one.kind === kind);
    const message = (times: number) =>
      `${counted(times, "annotation lies", "annotations lie")} over the page (${kind})`;
    const hint = "leave it out, or flatten it into the page: it is for the screen only";
    const area = found[0]?.area ?? null;
    return { code: "annotation", about: kind, times: found.length, message, hint, area };
  });
};

/** Links, fields and notes, by what PDF calls them: `Link`, `Widget`. */
function annotationsOn({ dict, toMm }: Page) {
  return listAt(dict, "Annots").flatMap((object) => {
    const annotation = asDict(object);
    const kind = nameAt(annotation, "Subtype") ?? "nameless";
    if (annotation === null || FOR_PRINTERS.has(kind)) return [];
    const box = rectangleAt(annotation, "Rect");
    const area = box === null ? null : boundsOf(cornersOf(toMm, [box[0], box[1]], [box[2], box[3]]));
    return [{ kind: kind.slice(0, MAX_KIND_LENGTH), area }];
  });
}
