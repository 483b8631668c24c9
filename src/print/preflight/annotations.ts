import { around, cornersOf } from "./geometry.ts";
import { asDict, listAt, nameAt, rectangleAt } from "./objects.ts";
import type { Page } from "./pages.ts";
import type { Annotation } from "./seen-page.ts";

/** What lies over a page, but for what print shops put there themselves (ISO 32000-1, 14.11.3 and 14.11.6). */
const FOR_PRINTERS = new Set(["PrinterMark", "TrapNet"]);

export function annotationsOn({ dict, toMm }: Page): Annotation[] {
  return listAt(dict, "Annots").flatMap((object) => {
    const annotation = asDict(object);
    const kind = nameAt(annotation, "Subtype") ?? "nameless";
    if (annotation === null || FOR_PRINTERS.has(kind)) return [];
    const box = rectangleAt(annotation, "Rect");
    const area = box === null ? null : around(cornersOf(toMm, [box[0], box[1]], [box[2], box[3]]));
    return [{ kind: kind.slice(0, 40), area }];
  });
}
